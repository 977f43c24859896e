use std::collections::{BTreeMap, BTreeSet};

use engine::{Counter, CounterState, Facing, Marker, Number, Seat, Steps, View};

use crate::{
    atlas::{Atlas, RADIUS, normal},
    palette::{self, Livery, livery},
    pen::Pen,
    point::{Point, point},
    svg::{Svg, escape},
    symbols::symbol,
};

/// Side of a counter.
const SIZE: f64 = 54.0;
/// How far each counter of a stack is shifted up and right of the one below.
const SHIFT: f64 = 5.4;
/// Width of a letter or digit against its size: fonts differ, so a generous guess.
const GLYPH: f64 = 0.63;

/// Counters in their hexes, stacks from the bottom up.
pub(crate) fn draw(svg: &mut Svg, atlas: &Atlas, view: &View) {
    define(svg, view);
    svg.open("counters", r#"font-family="sans-serif" font-weight="bold" text-anchor="middle""#);
    let mut stacks: BTreeMap<&str, Vec<&Counter>> = BTreeMap::new();
    for counter in &view.scene.counters {
        stacks.entry(&counter.hex).or_default().push(counter);
    }
    for (hex, stack) in stacks {
        let Some(hex) = atlas.named(hex) else { continue };
        // A tall stack leans to the right: marks lie in the left corner of the hex.
        let left = ((stack.len() - 1) as f64 * SHIFT / 2.0).min(5.4);
        for (i, counter) in stack.iter().enumerate() {
            let shift = i as f64 * SHIFT - left;
            draw_one(svg, hex.at + point(shift, -shift), counter, seat_livery(view, counter.seat));
        }
    }
    svg.close();
}

pub(crate) fn seat_livery(view: &View, seat: Seat) -> Livery<'_> {
    livery(view.seats.iter().find(|info| info.seat == seat))
}

/// The symbols that are used, once each.
fn define(svg: &mut Svg, view: &View) {
    let used: BTreeSet<&str> = view.scene.counters.iter().map(|c| &*c.symbol).collect();
    svg.raw("<defs>\n");
    used.into_iter().filter_map(symbol).for_each(|text| {
        svg.raw(text);
        svg.raw("\n");
    });
    svg.raw("</defs>\n");
}

fn draw_one(svg: &mut Svg, at: Point, counter: &Counter, livery: Livery<'_>) {
    let corner = at - point(SIZE, SIZE) * 0.5;
    let place = format!(r#"transform="translate({:.1} {:.1})" fill="{}""#, corner.x, corner.y, livery.ink);
    svg.open("counter", &place);
    svg.write(format_args!("<title>{}</title>\n", escape(&format!("{} ({})", counter.name, counter.kind))));
    face(svg, counter, livery);
    name(svg, counter);
    picture(svg, counter, livery);
    numbers(svg, counter, livery);
    steps(svg, counter.steps, livery);
    if counter.state == CounterState::Done {
        svg.write(format_args!(
            "<rect width=\"{SIZE}\" height=\"{SIZE}\" rx=\"3\" fill=\"{}\" fill-opacity=\".3\"/>\n",
            palette::SHADOW
        ));
    }
    markers(svg, &counter.markers);
    if let Some(facing) = counter.facing {
        draw_facing(svg, facing, livery);
    }
    svg.close();
}

fn face(svg: &mut Svg, counter: &Counter, livery: Livery<'_>) {
    let Livery { face, light, edge, .. } = livery;
    let (rim, width) = if counter.state == CounterState::Ready { ("#f2c230", 2.6) } else { (edge, 1.1) };
    svg.write(format_args!(
        "<rect x=\"1.8\" y=\"2.2\" width=\"{SIZE}\" height=\"{SIZE}\" rx=\"3\" fill=\"{}\" fill-opacity=\".38\"/>\n",
        palette::SHADOW
    ));
    svg.write(format_args!(
        "<rect width=\"{SIZE}\" height=\"{SIZE}\" rx=\"3\" fill=\"{face}\" stroke=\"{rim}\" \
        stroke-width=\"{width}\"/>\n"
    ));
    // The light from the north-west that makes cardboard look thick.
    svg.write(format_args!(
        "<path d=\"M1.2 52V3q0-1.8 1.8-1.8h49\" fill=\"none\" stroke=\"{light}\" stroke-width=\"1.4\"/>\n"
    ));
    if counter.steps.left < counter.steps.of {
        svg.write(format_args!("<path d=\"M.6 43.4 53.4 31v7.5L.6 51z\" fill=\"{light}\"/>\n"));
    }
}

fn name(svg: &mut Svg, counter: &Counter) {
    text(svg, point(SIZE / 2.0, 8.6), &counter.name, 7.2, SIZE - 5.0);
    if !counter.formation.is_empty() {
        let size = fit(&counter.formation, 7.0, 26.0);
        svg.write(format_args!(
            "<text transform=\"translate(7.4 24.5) rotate(-90)\" font-size=\"{size:.1}\">{}</text>\n",
            escape(&counter.formation)
        ));
    }
}

/// The symbol, or the kind in words if the sheet has no such symbol.
fn picture(svg: &mut Svg, counter: &Counter, livery: Livery<'_>) {
    if symbol(&counter.symbol).is_none() {
        svg.raw(
            "<rect x=\"10\" y=\"13\" width=\"34\" height=\"20\" fill=\"none\" stroke=\"#b0307a\" \
            stroke-dasharray=\"2 2\"/>\n",
        );
        text(svg, point(SIZE / 2.0, 25.5), &counter.symbol, 7.0, 32.0);
        return;
    }
    svg.write(format_args!(
        "<use href=\"#{}\" x=\"8.5\" y=\"11.5\" width=\"37\" height=\"22.2\" color=\"{}\"/>\n",
        escape(&counter.symbol),
        livery.ink
    ));
}

/// The numbers in one size, spread over the width.
fn numbers(svg: &mut Svg, counter: &Counter, livery: Livery<'_>) {
    let letters = |n: &Number| n.value.chars().count() as f64;
    let (all, count) = (counter.numbers.iter().map(letters).sum::<f64>(), counter.numbers.len() as f64);
    let size = ((SIZE - 6.0) / (all * GLYPH + (count - 1.0) * 0.5)).min(15.5);
    let gap = (SIZE - 2.0 - all * GLYPH * size) / (count + 1.0);
    let mut x = 1.0 + gap;
    for number in &counter.numbers {
        let width = letters(number) * GLYPH * size;
        let ink = palette::number_ink(&number.ink, livery.ink);
        svg.write(format_args!(
            "<text x=\"{:.1}\" y=\"49\" font-size=\"{size:.1}\" fill=\"{ink}\" paint-order=\"stroke\" stroke=\"{}\" \
             stroke-width=\"1.8\">{}</text>\n",
            x + width / 2.0,
            livery.light,
            escape(&number.value)
        ));
        x += width + gap;
    }
}

/// A pip for each step: filled, or empty once the step is lost.
fn steps(svg: &mut Svg, steps: Steps, livery: Livery<'_>) {
    if steps.of < 2 {
        return;
    }
    for i in 0..steps.of.min(6) {
        let y = 30.0 - f64::from(i) * 4.4;
        let fill = if i < steps.left { livery.ink } else { livery.light };
        svg.write(format_args!(
            "<rect x=\"47.6\" y=\"{y:.1}\" width=\"3.4\" height=\"3.4\" fill=\"{fill}\" stroke=\"{}\" \
             stroke-width=\".6\"/>\n",
            livery.ink
        ));
    }
}

/// Markers as tags along the lower edge: one in words, several by their first letters.
fn markers(svg: &mut Svg, markers: &[Marker]) {
    let room = (SIZE + 4.0) / markers.len().max(1) as f64;
    for (i, marker) in markers.iter().enumerate() {
        let label = if markers.len() > 1 { short(&marker.label) } else { marker.label.clone() };
        let width = (label.chars().count() as f64 * 4.8 + 6.0).min(room - 1.0);
        let x = -2.0 + room * (i as f64 + 0.5);
        svg.write(format_args!(
            "<rect x=\"{:.1}\" y=\"51\" width=\"{width:.1}\" height=\"9.6\" rx=\"2\" fill=\"#f6efdb\" \
             stroke=\"#8c1515\" stroke-width=\"1\"/>\n",
            x - width / 2.0
        ));
        let size = fit(&label, 7.0, width - 2.0);
        svg.write(format_args!(
            "<text x=\"{x:.1}\" y=\"58.3\" font-size=\"{size:.1}\" fill=\"#8c1515\">{}</text>\n",
            escape(&label)
        ));
    }
}

fn short(label: &str) -> String {
    label.chars().take(3).flat_map(char::to_uppercase).collect()
}

/// An arrowhead off the counter's edge for the hull, a barrel for the turret.
fn draw_facing(svg: &mut Svg, facing: Facing, livery: Livery<'_>) {
    let middle = point(SIZE, SIZE) * 0.5;
    let side = |d: u8| normal(usize::from(d) % 6);
    // Halfway between two hexsides lies the corner.
    let towards = |d: u8| if facing.corner { (side(d) + side(d + 1)) * (1.0 / 3.0_f64.sqrt()) } else { side(d) };
    let mut hull = Pen::default();
    let out = towards(facing.hull);
    let base = middle + out * (RADIUS * 0.7);
    hull.polygon(&[base + out * 8.0, base + out.quarter() * 7.0, base - out.quarter() * 7.0]);
    svg.path(&format!(r#"fill="{}" stroke="{}" stroke-width="1.2""#, livery.face, livery.ink), &hull);
    if let Some(turret) = facing.turret {
        let out = towards(turret);
        let mut barrel = Pen::default();
        barrel.line(middle + out * (SIZE * 0.5), middle + out * (RADIUS * 0.84));
        svg.path(&format!(r#"stroke="{}" stroke-width="3.4" stroke-linecap="round""#, livery.ink), &barrel);
    }
}

fn text(svg: &mut Svg, at: Point, text: &str, largest: f64, room: f64) {
    let size = fit(text, largest, room);
    svg.write(format_args!(
        "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"{size:.1}\">{}</text>\n",
        at.x,
        at.y,
        escape(text)
    ));
}

/// The type size at which a text fits.
pub(crate) fn fit(text: &str, largest: f64, room: f64) -> f64 {
    let width = text.chars().count().max(1) as f64 * GLYPH;
    largest.min(room / width)
}
