use crate::areas::{prelude::*, spots};

/// Open ground: here and there a blade of grass, so that the paper is not bare.
pub(crate) fn draw(svg: &mut Svg, sheet: &Sheet<'_>) {
    let mut pen = Pen::default();
    for mut spot in spots(sheet.atlas, Area::Clear, 23.0, 1) {
        if spot.chance.next() < 0.45 && sheet.clearance.free(spot.hex.key, spot.at, 2.0) {
            let tall = 2.2 + spot.chance.next() * 1.4;
            pen.polyline(&[spot.at + point(-1.3, -tall), spot.at, spot.at + point(1.5, -tall)]);
        }
    }
    let attributes = format!(r#"fill="none" stroke="{}" stroke-width=".7" stroke-linecap="round""#, palette::GRASS);
    svg.path(&attributes, &pen);
}
