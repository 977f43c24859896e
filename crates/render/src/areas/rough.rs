use crate::areas::prelude::*;

const COVER: Cover = Cover {
    area: Area::Rough,
    shape: Shape { corner: 10.0, neck: 4.0, side: 5.0, wander: 4.0, even: 1, salt: 51 },
    ink: palette::ROUGH,
    opacity: ".6",
    spacing: 12.0,
    margin: 8.0,
    room: 3.5,
};

/// Broken ground: stones and short hachures.
pub(crate) fn draw(svg: &mut Svg, sheet: &Sheet<'_>) {
    COVER.lay(svg, sheet);
    let (mut stones, mut strokes) = (Pen::default(), Pen::default());
    for mut spot in COVER.spots(sheet) {
        match spot.chance.next() {
            x if x < 0.42 => stone(&mut stones, spot.at, spot.chance),
            x if x < 0.85 => scarp(&mut strokes, spot.at, spot.chance),
            _ => {}
        }
    }
    let edge = palette::STONE_EDGE;
    let ink = format!(r#"fill="none" stroke="{edge}" stroke-width=".9" stroke-linecap="round" stroke-opacity=".8""#);
    svg.path(&ink, &strokes);
    paint_stones(svg, &stones);
}

pub(crate) fn paint_stones(svg: &mut Svg, stones: &Pen) {
    let (stone, edge) = (palette::STONE, palette::STONE_EDGE);
    svg.path(&format!(r#"fill="{stone}" stroke="{edge}" stroke-width=".8" stroke-linejoin="round""#), stones);
}

pub(crate) fn stone(pen: &mut Pen, at: Point, mut chance: Chance) {
    let size = 2.0 + chance.next() * 2.6;
    let shape = [(-1.0, 0.3), (-0.5, -0.7), (0.4, -0.8), (1.1, 0.0), (0.6, 0.7), (-0.4, 0.8)];
    let corners = shape.map(|(x, y)| at + point(x + chance.swing() * 0.2, y * 0.8 + chance.swing() * 0.15) * size);
    pen.polygon(&corners);
}

/// A small step in the ground: a short edge with three hachures below it.
fn scarp(pen: &mut Pen, at: Point, mut chance: Chance) {
    let along = point(1.0, 0.0).turned(chance.swing() * 0.35);
    let down = along.quarter();
    pen.line(at - along * 4.0, at + along * 4.0);
    for t in [-3.0, -0.2, 2.8] {
        pen.line(at + along * t, at + along * t + down * (2.2 + chance.next() * 1.6));
    }
}
