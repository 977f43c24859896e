use crate::{
    areas::prelude::*,
    atlas::{APOTHEM, Hex, normal, step},
    region::Region,
};

/// How far the walls stand from the hexsides.
const INSET: f64 = 9.0;
/// Between two seams of the roof.
const SEAM: f64 = 7.0;

/// A large building: one roof over all the hexes it fills, seamed across, with a raised edge.
pub(crate) fn draw(svg: &mut Svg, sheet: &Sheet<'_>) {
    let region = Region::new(sheet.atlas, |h| h.area == Area::Hall);
    if region.is_empty() {
        return;
    }
    let (mut walls, mut rim, mut seams, mut lights) = (Pen::default(), Pen::default(), Pen::default(), Pen::default());
    region.inset(sheet.atlas, INSET).iter().for_each(|points| walls.polygon(points));
    region.inset(sheet.atlas, INSET + 3.4).iter().for_each(|points| rim.polygon(points));
    for hex in sheet.atlas.of(Area::Hall) {
        seam(&mut seams, sheet, hex);
        skylights(&mut lights, hex);
    }
    let edge = palette::HALL_EDGE;
    svg.layers(
        "hall",
        &walls,
        &[
            &format!(r#"fill="{}" fill-opacity=".34" transform="translate(3.4 4.2)""#, palette::SHADOW),
            &format!(r#"fill="{}" stroke="{edge}" stroke-width="1.2" stroke-linejoin="round""#, palette::HALL_RIM),
        ],
    );
    svg.path(&format!(r#"fill="{}" stroke="{edge}" stroke-width=".7""#, palette::HALL), &rim);
    svg.path(&format!(r#"fill="none" stroke="{edge}" stroke-width=".6" stroke-opacity=".55""#), &seams);
    svg.path(&format!(r#"fill="{}" stroke="{edge}" stroke-width=".7""#, palette::HALL_LIGHT), &lights);
}

/// Parallel lines over the roof of one hex, as far as the rim.
fn seam(pen: &mut Pen, sheet: &Sheet<'_>, hex: &Hex) {
    let open = |d: usize| sheet.atlas.get(step(hex.key, d)).is_some_and(|h| h.area == Area::Hall);
    let walls: Vec<(Point, f64)> =
        (0..6).map(|d| (normal(d), if open(d) { APOTHEM } else { APOTHEM - INSET - 3.4 })).collect();
    let along = normal(1);
    let across = along.quarter();
    let first = ((hex.at.dot(across) - 60.0) / SEAM).ceil() as i32;
    for i in first..first + (120.0 / SEAM) as i32 {
        let from = across * (f64::from(i) * SEAM - hex.at.dot(across));
        // The part of the line within all six walls.
        let (mut low, mut high) = (-100.0f64, 100.0f64);
        for (out, reach) in &walls {
            let (room, slope) = (reach - from.dot(*out), along.dot(*out));
            match slope {
                s if s > 1e-6 => high = high.min(room / s),
                s if s < -1e-6 => low = low.max(room / s),
                _ if room < 0.0 => high = low,
                _ => {}
            }
        }
        if high - low > 1.0 {
            pen.line(hex.at + from + along * low, hex.at + from + along * high);
        }
    }
}

/// Two rows of panes either side of the middle.
fn skylights(pen: &mut Pen, hex: &Hex) {
    let along = normal(1);
    for (i, j) in (-1..=1).flat_map(|i| [-1, 1].map(|j| (i, j))) {
        let at = hex.at + along * (f64::from(i) * 14.0) + along.quarter() * (f64::from(j) * 10.5);
        pen.polygon(&crate::areas::roofs::block(at, along * 4.2, 2.4));
    }
}
