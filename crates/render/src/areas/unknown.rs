use crate::{
    areas::prelude::*,
    atlas::{Hex, corners},
};

/// A terrain the renderer has no look for: hatched, so that the designer sees it.
pub(crate) fn draw(svg: &mut Svg, sheet: &Sheet<'_>) {
    let mut pen = Pen::default();
    sheet.atlas.of(Area::Unknown).for_each(|hex| hatch(&mut pen, hex));
    let ink = palette::UNKNOWN;
    let attributes =
        format!(r#"class="unknown-look" fill="none" stroke="{ink}" stroke-width="1.4" stroke-opacity=".7""#);
    svg.path(&attributes, &pen);
}

/// Lines parallel to the side between corners 1 and 2, from the side before it to the side after it.
fn hatch(pen: &mut Pen, hex: &Hex) {
    let c: [Point; 6] = corners(hex.at);
    for i in 0..5 {
        let t = (f64::from(i) + 0.5) / 5.0;
        pen.line(c[1].lerp(c[0], t), c[2].lerp(c[3], t));
        pen.line(c[0].lerp(c[5], t), c[3].lerp(c[4], t));
    }
}
