use crate::{
    areas::{blob, spots},
    chance::Chance,
    look::Area,
    palette,
    pen::Pen,
    point::{Point, point},
    region::Shape,
    sheet::Sheet,
    svg::Svg,
};

const SHAPE: Shape = Shape { corner: 10.0, neck: 4.0, side: 5.0, wander: 4.0, even: 1, salt: 51 };

/// Broken ground: stones and short hachures.
pub(crate) fn draw(svg: &mut Svg, sheet: &Sheet<'_>) {
    svg.path(&format!(r#"fill="{}" fill-opacity=".75""#, palette::ROUGH), &blob(sheet.atlas, Area::Rough, SHAPE));
    let (mut stones, mut strokes) = (Pen::default(), Pen::default());
    for mut spot in spots(sheet.atlas, Area::Rough, 12.0, 52) {
        let depth = sheet.atlas.depth(spot.hex, spot.at, |h| h.area == Area::Rough);
        if depth < 8.0 || !sheet.clearance.free(spot.hex.key, spot.at, 3.5) {
            continue;
        }
        match spot.chance.next() {
            x if x < 0.42 => stone(&mut stones, spot.at, spot.chance),
            x if x < 0.85 => scarp(&mut strokes, spot.at, spot.chance),
            _ => {}
        }
    }
    let edge = palette::STONE_EDGE;
    let ink = format!(r#"fill="none" stroke="{edge}" stroke-width=".9" stroke-linecap="round" stroke-opacity=".8""#);
    svg.path(&ink, &strokes);
    let fill = format!(r#"fill="{}" stroke="{edge}" stroke-width=".8" stroke-linejoin="round""#, palette::STONE);
    svg.path(&fill, &stones);
}

fn stone(pen: &mut Pen, at: Point, mut chance: Chance) {
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
