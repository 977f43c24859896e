use crate::{
    areas::{bocage, woods},
    hexsides::side_points,
    look::Side,
    pen::Pen,
    sheet::Sheet,
    svg::Svg,
};

/// Hedges along hexsides.
pub(crate) fn draw(svg: &mut Svg, sheet: &Sheet<'_>) {
    let mut pen = Pen::default();
    for (a, b) in sheet.sides.of(Side::Hedge) {
        let points = side_points(sheet, a, b, 1.5);
        points.windows(2).for_each(|w| bocage::hedge(&mut pen, sheet, w[0], w[1]));
    }
    woods::crowns(svg, "hedges", &pen, 5.6);
}
