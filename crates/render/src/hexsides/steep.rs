use crate::{contours::Contours, curve::walk, hexsides::slopes, look::Side, palette, pen::Pen, sheet::Sheet, svg::Svg};

/// Steep slopes: a comb of wedges, broad at the top and pointed downhill, without a crest.
pub(crate) fn draw(svg: &mut Svg, sheet: &Sheet<'_>, contours: &Contours) {
    let mut wedges = Pen::default();
    for (curves, _) in slopes(sheet, contours, Side::Steep) {
        for (i, (at, heading)) in walk(&curves, 4.6).into_iter().enumerate() {
            let length = if i % 2 == 0 { 13.0 } else { 8.5 };
            let (foot, half) = (at - heading.quarter() * length, heading * 1.5);
            wedges.polygon(&[at - half, at + half, foot]);
        }
    }
    svg.path(&format!(r#"class="steep" fill="{}""#, palette::HACHURE), &wedges);
}
