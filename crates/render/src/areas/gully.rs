use crate::{
    areas::{outline, prelude::*},
    curve::walk,
    region::Region,
};

const SHAPE: Shape = Shape { corner: 18.0, neck: 11.0, side: 13.0, wander: 5.0, even: 1, salt: 65 };

/// A balka: a cut with steep sides, hachured down towards the bottom.
pub(crate) fn draw(svg: &mut Svg, sheet: &Sheet<'_>) {
    let region = Region::new(sheet.atlas, |h| h.area == Area::Gully);
    if region.is_empty() {
        return;
    }
    let mut hachures = Pen::default();
    for curves in region.organic(sheet.atlas, SHAPE) {
        for (i, (at, heading)) in walk(&curves, 3.4).into_iter().enumerate() {
            let length = if i % 2 == 0 { 8.5 } else { 5.0 };
            hachures.line(at, at + heading.quarter() * length);
        }
    }
    let ink = palette::HACHURE;
    let edge = format!(r#"fill="{}" stroke="{ink}" stroke-width="1.6""#, palette::GULLY);
    svg.path(&edge, &outline(sheet.atlas, &region, SHAPE));
    svg.path(&format!(r#"fill="none" stroke="{ink}" stroke-width=".95" stroke-linecap="round""#), &hachures);
}
