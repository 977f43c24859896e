use crate::{
    contours::Contours,
    curve::{self, walk},
    hexsides::slopes,
    look::Side,
    palette,
    pen::Pen,
    sheet::Sheet,
    svg::Svg,
};

/// Crests: on a slope the contour itself, heavy, with hachures downhill; on level ground a bank, hachured on both
/// sides.
pub(crate) fn draw(svg: &mut Svg, sheet: &Sheet<'_>, contours: &Contours) {
    let (mut crest, mut hachures) = (Pen::default(), Pen::default());
    for (curves, falls) in slopes(sheet, contours, Side::Ridge) {
        curve::draw(&mut crest, &curves, false);
        for (i, (at, heading)) in walk(&curves, 3.4).into_iter().enumerate() {
            let uphill = heading.quarter();
            match (falls, i % 2 == 0) {
                (true, long) => hachures.line(at, at - uphill * if long { 10.0 } else { 6.4 }),
                (false, true) => hachures.line(at - uphill * 7.0, at + uphill * 7.0),
                (false, false) => hachures.line(at - uphill * 4.6, at + uphill * 4.6),
            }
        }
    }
    let ink = palette::HACHURE;
    svg.path(
        &format!(r#"class="hachures" fill="none" stroke="{ink}" stroke-width="1.2" stroke-linecap="round""#),
        &hachures,
    );
    svg.path(&format!(r#"class="ridge" fill="none" stroke="{ink}" stroke-width="3.2" stroke-linecap="round""#), &crest);
}
