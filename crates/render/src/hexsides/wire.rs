use crate::{
    curve,
    hexsides::{curves, posts},
    look::Side,
    palette,
    pen::Pen,
    sheet::Sheet,
    svg::Svg,
};

/// Barbed wire: a strand with crosses, as on a staff map.
pub(crate) fn draw(svg: &mut Svg, sheet: &Sheet<'_>) {
    let (mut strand, mut barbs) = (Pen::default(), Pen::default());
    curves(sheet, Side::Wire, 0.8).for_each(|c| curve::draw(&mut strand, &c, false));
    for (at, heading) in posts(sheet, Side::Wire, 6.8) {
        let (a, b) = ((heading + heading.quarter()) * 2.5, (heading - heading.quarter()) * 2.5);
        barbs.line(at - a, at + a);
        barbs.line(at - b, at + b);
    }
    let layer = |class, colour, width, opacity| {
        format!(
            "class=\"{class}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-opacity=\"{opacity}\" \
             stroke-linecap=\"round\""
        )
    };
    svg.layers("barbs", &barbs, &[&layer("wire", palette::PAPER, "3.4", ".8")]);
    svg.path(&layer("wire", palette::WIRE, "1.1", "1"), &strand);
    if !barbs.is_empty() {
        svg.reuse("barbs", &layer("wire", palette::WIRE, "1.3", "1"));
    }
}
