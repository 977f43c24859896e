use std::collections::BTreeMap;

use engine::{Board, Mark, View};

use crate::{
    atlas::Atlas,
    counters::{fit, seat_livery},
    labels::{self, Plate, apart},
    palette,
    point::{Point, point},
    svg::{Svg, escape},
    symbols::symbol,
};

/// Half the size of a mark.
const SIZE: f64 = 11.0;
/// Where marks lie, from the centre of their hex: in its corners, where counters leave room.
const PLACES: [(f64, f64); 4] = [(-34.0, 0.0), (34.0, 0.0), (-28.0, -21.0), (28.0, -21.0)];

/// Objectives, entries, notes: each in a corner of its hex where it covers no name. Smoke fills its hex.
pub(crate) fn draw(svg: &mut Svg, atlas: &Atlas, board: &Board, view: &View) {
    let names = labels::plates(atlas, board);
    let mut taken: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    svg.open("marks", r#"font-family="sans-serif" font-weight="bold" text-anchor="middle""#);
    let (clouds, things): (Vec<&Mark>, Vec<&Mark>) = view.scene.marks.iter().partition(|mark| mark.kind == "smoke");
    for mark in clouds {
        let Some(hex) = atlas.named(&mark.hex) else { continue };
        titled(svg, mark, |svg| smoke(svg, hex.at));
    }
    for mark in things {
        let Some(hex) = atlas.named(&mark.hex) else { continue };
        let taken = taken.entry(&mark.hex).or_default();
        let chosen = corner(hex.at, &names, taken);
        taken.push(chosen);
        let (x, y) = PLACES[chosen];
        titled(svg, mark, |svg| disc(svg, hex.at + point(x, y), mark, view));
    }
    svg.close();
}

/// The first corner that nothing lies in and no name runs through; else one that is at least empty.
fn corner(hex: Point, names: &[Plate], taken: &[usize]) -> usize {
    let clear = |place: usize| {
        let (x, y) = PLACES[place];
        let mark = (hex + point(x, y), SIZE, SIZE);
        names.iter().all(|name| apart(&mark, name))
    };
    let empty = || (0..PLACES.len()).filter(|place| !taken.contains(place));
    empty().find(|&place| clear(place)).or_else(|| empty().next()).unwrap_or(0)
}

fn titled(svg: &mut Svg, mark: &Mark, draw: impl FnOnce(&mut Svg)) {
    svg.open("mark", "");
    svg.write(format_args!("<title>{}</title>\n", escape(&mark.detail)));
    draw(svg);
    svg.close();
}

/// A ring in the colours of the side that holds it, with the label or the symbol of its kind.
fn disc(svg: &mut Svg, at: Point, mark: &Mark, view: &View) {
    let livery = mark.seat.map(|seat| seat_livery(view, seat));
    let (face, ink) = livery.map_or((palette::PAPER, palette::NAME), |l| (l.face, l.ink));
    svg.write(format_args!(
        "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"{SIZE}\" fill=\"{face}\" stroke=\"{ink}\" stroke-width=\"1.6\"/>\n",
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
    svg.write(format_args!(
        "<g transform=\"translate({:.1} {:.1}) scale(.17)\" color=\"{ink}\">{}</g>\n",
        at.x - 8.5,
        at.y - 5.1,
        body(symbol)
    ));
}

/// What a symbol draws, without the element around it.
fn body(symbol: &str) -> &str {
    symbol.split_once('>').map_or("", |(_, rest)| rest.trim_end_matches("</symbol>"))
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

/// The cloud of the symbol sheet, as the browser draws it: as wide as the hex, and the names below stay readable.
fn smoke(svg: &mut Svg, at: Point) {
    svg.open("smoke", r##"opacity=".86" stroke="#5d5a55" stroke-width="3""##);
    svg.write(format_args!(
        "<g transform=\"translate({:.1} {:.1}) scale(.9)\" color=\"#e4e1d9\">",
        at.x - 45.0,
        at.y - 36.0
    ));
    svg.write(format_args!("{}</g>\n", symbol("smoke").map(body).unwrap_or_default()));
    svg.close();
}
