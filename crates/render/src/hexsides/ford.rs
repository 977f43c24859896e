use crate::{hexsides::crossing, look::Side, palette, pen::Pen, sheet::Sheet, svg::Svg};

/// A ford: stepping stones across the water.
pub(crate) fn draw(svg: &mut Svg, sheet: &Sheet<'_>) {
    let mut pen = Pen::default();
    for (a, b) in sheet.sides.of(Side::Ford) {
        let (at, along, _) = crossing(sheet, a, b);
        for row in [-3.0, 3.0] {
            (-2..=2).for_each(|i| pen.dot(at + along * (f64::from(i) * 3.6) + along.quarter() * row));
        }
    }
    svg.layers(
        "ford",
        &pen,
        &[
            &format!(
                r#"class="ford" fill="none" stroke="{}" stroke-width="3.6" stroke-linecap="round""#,
                palette::BANK
            ),
            &format!(r#"fill="none" stroke="{}" stroke-width="2" stroke-linecap="round""#, palette::PAPER),
        ],
    );
}
