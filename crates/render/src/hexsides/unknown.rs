use crate::{hexsides::side_points, look::Side, palette, pen::Pen, sheet::Sheet, svg::Svg};

/// Features the renderer has no look for: a thick dashed line that nobody can miss.
pub(crate) fn draw(svg: &mut Svg, sheet: &Sheet<'_>) {
    let mut pen = Pen::default();
    for (a, b) in sheet.sides.of(Side::Unknown) {
        pen.polyline(&side_points(sheet, a, b, 0.0));
    }
    let ink = palette::UNKNOWN;
    svg.path(
        &format!(r#"class="unknown-look" fill="none" stroke="{ink}" stroke-width="4" stroke-dasharray="3 4""#),
        &pen,
    );
}
