use crate::{hexsides::posts, look::Side, palette, pen::Pen, point::point, sheet::Sheet, svg::Svg};

/// Tank barricades: dragon's teeth in two rows, each a small pyramid with a lit and a dark face.
pub(crate) fn draw(svg: &mut Svg, sheet: &Sheet<'_>) {
    let (mut teeth, mut faces) = (Pen::default(), Pen::default());
    for (i, (at, heading)) in posts(sheet, Side::Barricade, 4.6).into_iter().enumerate() {
        let row = if i % 2 == 0 { -2.7 } else { 2.7 };
        let at = at + heading.quarter() * row;
        let (left, top, right) = (at + point(-3.0, 2.4), at + point(0.0, -3.6), at + point(3.0, 2.4));
        teeth.polygon(&[left, top, right]);
        faces.polygon(&[top, right, at + point(0.4, 2.4)]);
    }
    let [lit, dark] = palette::CONCRETE;
    svg.layers(
        "teeth",
        &teeth,
        &[
            &format!(r#"fill="{}" fill-opacity=".35" transform="translate(1.3 1.2)""#, palette::SHADOW),
            &format!(
                r#"class="barricade" fill="{lit}" stroke="{}" stroke-width=".9" stroke-linejoin="round""#,
                palette::WIRE
            ),
        ],
    );
    svg.path(&format!(r#"fill="{dark}""#), &faces);
}
