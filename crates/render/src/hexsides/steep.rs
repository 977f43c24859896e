use crate::{
    atlas::side_between,
    contours::Contours,
    curve::{smooth, walk},
    hexsides::side_points,
    look::Side,
    palette,
    pen::Pen,
    sheet::Sheet,
    svg::Svg,
};

/// Steep slopes: a comb of wedges, broad at the top and pointed downhill, without a crest.
pub(crate) fn draw(svg: &mut Svg, sheet: &Sheet<'_>, contours: &Contours) {
    let mut wedges = Pen::default();
    for (a, b) in sheet.sides.of(Side::Steep) {
        let slope = contours.slope(side_between(a, b));
        let curves = slope.map_or_else(|| smooth(&side_points(sheet, a, b, 2.0), false), |s| s.to_vec());
        for (i, (at, heading)) in walk(&curves, 4.6).into_iter().enumerate() {
            let length = if i % 2 == 0 { 13.0 } else { 8.5 };
            let (foot, half) = (at - heading.quarter() * length, heading * 1.5);
            wedges.polygon(&[at - half, at + half, foot]);
        }
    }
    svg.path(&format!(r#"class="steep" fill="{}""#, palette::HACHURE), &wedges);
}
