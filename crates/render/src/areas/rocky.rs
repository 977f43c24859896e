use crate::areas::{
    prelude::*,
    rough::{paint_stones, stone},
};

const COVER: Cover = Cover {
    area: Area::Rocky,
    shape: Shape { corner: 8.0, neck: 3.0, side: 4.0, wander: 4.0, even: 0, salt: 161 },
    ink: palette::ROCKY,
    opacity: ".6",
    spacing: 14.5,
    margin: 9.0,
    room: 5.5,
};

/// Outcrops of rock with a lit and a dark face, and stones that came off them.
pub(crate) fn draw(svg: &mut Svg, sheet: &Sheet<'_>) {
    COVER.lay(svg, sheet);
    let (mut rocks, mut faces, mut stones) = (Pen::default(), Pen::default(), Pen::default());
    for mut spot in COVER.spots(sheet) {
        match spot.chance.next() {
            x if x < 0.62 => outcrop(&mut rocks, &mut faces, spot.at, spot.chance),
            x if x < 0.85 => stone(&mut stones, spot.at, spot.chance),
            _ => {}
        }
    }
    paint_stones(svg, &stones);
    let edge = palette::ROCK_EDGE;
    svg.layers(
        "rocks",
        &rocks,
        &[
            &format!(r#"fill="{}" fill-opacity=".3" transform="translate(1.4 1.8)""#, palette::SHADOW),
            &format!(r#"fill="{}" stroke="{edge}" stroke-width=".9" stroke-linejoin="round""#, palette::ROCK),
        ],
    );
    svg.path(&format!(r#"fill="{}" fill-opacity=".8""#, palette::ROCK_FACE), &faces);
}

/// A rock seen from above: a crooked outline, and from its crest down to the south-east the dark face.
fn outcrop(rocks: &mut Pen, faces: &mut Pen, at: Point, mut chance: Chance) {
    let size = 4.6 + chance.next() * 3.6;
    let shape = [(-1.0, 0.1), (-0.55, -0.75), (0.3, -0.85), (1.0, -0.3), (0.85, 0.5), (0.1, 0.85), (-0.65, 0.7)];
    let corner = |(x, y): (f64, f64)| at + point(x + chance.swing() * 0.18, y + chance.swing() * 0.16) * size;
    let c = shape.map(corner);
    rocks.polygon(&c);
    let crest = at + point(chance.swing() * 0.2, -0.1 + chance.swing() * 0.15) * size;
    faces.polygon(&[c[3], c[4], c[5], c[6], crest]);
}
