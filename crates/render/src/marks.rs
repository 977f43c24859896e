use std::collections::BTreeMap;

use engine::{Mark, View};

use crate::{
    atlas::Atlas,
    counters::{fit, seat_livery},
    palette,
    pen::Pen,
    point::{Point, point},
    svg::{Svg, escape},
    symbols::symbol,
};

/// Objectives, entries, smoke: in the left and right corners of their hex, where counters leave room.
pub(crate) fn draw(svg: &mut Svg, atlas: &Atlas, view: &View) {
    let mut placed: BTreeMap<&str, u32> = BTreeMap::new();
    svg.open("marks", r#"font-family="sans-serif" font-weight="bold" text-anchor="middle""#);
    for mark in &view.scene.marks {
        let Some(hex) = atlas.named(&mark.hex) else { continue };
        let count = placed.entry(&mark.hex).or_default();
        let side = if count.is_multiple_of(2) { -1.0 } else { 1.0 };
        let at = hex.at + point(side * 34.0, f64::from(*count / 2) * 9.0);
        *count += 1;
        draw_one(svg, at, mark, view);
    }
    svg.close();
}

fn draw_one(svg: &mut Svg, at: Point, mark: &Mark, view: &View) {
    svg.open("mark", "");
    svg.write(format_args!("<title>{}</title>\n", escape(&mark.detail)));
    if mark.kind == "smoke" {
        smoke(svg, at);
    } else {
        disc(svg, at, mark, view);
    }
    svg.close();
}

/// A ring in the colours of whoever holds it, with the label or the symbol of its kind.
fn disc(svg: &mut Svg, at: Point, mark: &Mark, view: &View) {
    let livery = mark.seat.map(|seat| seat_livery(view, seat));
    let (face, ink) = livery.map_or((palette::PAPER, palette::NAME), |l| (l.face, l.ink));
    svg.write(format_args!(
        "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"11\" fill=\"{face}\" stroke=\"{ink}\" stroke-width=\"1.6\"/>\n",
        at.x, at.y
    ));
    svg.write(format_args!(
        "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"8.8\" fill=\"none\" stroke=\"#8c1515\" stroke-width=\"1.1\"/>\n",
        at.x, at.y
    ));
    match symbol(&mark.kind).filter(|_| mark.label.is_empty()) {
        Some(text) => inside(svg, at, text, ink),
        None => label(svg, at, mark, ink),
    }
}

/// The symbol, drawn in place: marks are few, so it is not worth a definition.
fn inside(svg: &mut Svg, at: Point, symbol: &str, ink: &str) {
    let body = symbol.split_once('>').map_or("", |(_, rest)| rest.trim_end_matches("</symbol>"));
    svg.write(format_args!(
        "<g transform=\"translate({:.1} {:.1}) scale(.2)\" color=\"{ink}\">{body}</g>\n",
        at.x - 10.0,
        at.y - 6.0
    ));
}

fn label(svg: &mut Svg, at: Point, mark: &Mark, ink: &str) {
    let initial: String = mark.kind.chars().take(1).flat_map(char::to_uppercase).collect();
    let text = if mark.label.is_empty() { &initial } else { &mark.label };
    let size = fit(text, 12.0, 15.0);
    svg.write(format_args!(
        "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"{size:.1}\" fill=\"{ink}\">{}</text>\n",
        at.x,
        at.y + size * 0.36,
        escape(text)
    ));
}

fn smoke(svg: &mut Svg, at: Point) {
    let mut pen = Pen::default();
    for (x, y) in [(-6.0, 3.0), (2.0, 5.0), (7.0, 0.0), (-2.0, -3.0), (4.0, -6.0)] {
        pen.dot(at + point(x, y));
    }
    svg.path(r##"fill="none" stroke="#5d5a55" stroke-width="13" stroke-linecap="round""##, &pen);
    svg.path(r##"fill="none" stroke="#d9d5cc" stroke-width="11" stroke-linecap="round""##, &pen);
}
