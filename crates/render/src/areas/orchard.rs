use crate::{
    areas::{blob, prelude::*, woods},
    atlas::RADIUS,
};

const SHAPE: Shape = Shape { corner: 9.0, neck: 2.0, side: 4.0, wander: 3.0, even: 0, salt: 41 };
const ROW: f64 = 10.5;
const TURN: f64 = 0.1;

pub(crate) fn ground(svg: &mut Svg, sheet: &Sheet<'_>) {
    let attributes = format!(
        r#"fill="{}" fill-opacity=".65" stroke="{}" stroke-width=".8" stroke-dasharray="4 1.5""#,
        palette::ORCHARD,
        palette::LEAVES[0]
    );
    svg.path(&attributes, &blob(sheet.atlas, Area::Orchard, SHAPE));
}

/// Fruit trees, planted in rows.
pub(crate) fn trees(svg: &mut Svg, sheet: &Sheet<'_>) {
    let mut pen = Pen::default();
    let reach = (RADIUS / ROW).ceil() as i32 + 1;
    for hex in sheet.atlas.of(Area::Orchard) {
        let local = hex.at.turned(-TURN);
        let (i, j) = ((local.x / ROW).round() as i32, (local.y / ROW).round() as i32);
        for (i, j) in (i - reach..=i + reach).flat_map(|i| (j - reach..=j + reach).map(move |j| (i, j))) {
            let at = point(f64::from(i) * ROW, f64::from(j) * ROW).turned(TURN);
            let here = sheet.atlas.under(at).is_some_and(|h| h.key == hex.key);
            let depth = sheet.atlas.depth_of_kind(hex, at);
            if here && depth > 8.0 && sheet.clearance.free(hex.key, at, 3.0) {
                pen.dot(at);
            }
        }
    }
    woods::crowns(svg, "orchards", &pen, 6.4);
}
