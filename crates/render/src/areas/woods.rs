use crate::{
    areas::{blob, spots},
    look::Area,
    palette,
    pen::Pen,
    region::Shape,
    sheet::Sheet,
    svg::Svg,
};

const SHAPE: Shape = Shape { corner: 7.0, neck: 1.0, side: 3.0, wander: 4.0, even: 1, salt: 31 };

/// The forest floor, thin enough for the height of the ground to show.
pub(crate) fn ground(svg: &mut Svg, sheet: &Sheet<'_>) {
    let attributes = format!(r#"fill="{}" fill-opacity=".8""#, palette::WOODS);
    svg.path(&attributes, &blob(sheet.atlas, Area::Woods, SHAPE));
}

/// The trees: big ones in the midst, small ones at the edge.
pub(crate) fn trees(svg: &mut Svg, sheet: &Sheet<'_>) {
    let (mut big, mut small) = (Pen::default(), Pen::default());
    for mut spot in spots(sheet.atlas, Area::Woods, 12.5, 32) {
        let depth = sheet.atlas.depth(spot.hex, spot.at, |h| h.area == Area::Woods);
        let tall = depth > 11.0 && spot.chance.next() < 0.62;
        let crown = if tall { 6.0 } else { 4.0 };
        let stands = depth > crown + 2.0 && spot.chance.next() < 0.86;
        if stands && sheet.clearance.free(spot.hex.key, spot.at, crown) {
            if tall { &mut big } else { &mut small }.dot(spot.at);
        }
    }
    crowns(svg, "small-trees", &small, 8.6);
    crowns(svg, "trees", &big, 12.4);
}

/// Dots as tree crowns of this width: shadow, edge, leaves and the light on them. Crowns that touch grow into one clump.
pub(crate) fn crowns(svg: &mut Svg, id: &str, dots: &Pen, width: f64) {
    let layer = |colour: &str, width: f64, shift: f64, opacity: &str| {
        format!(
            r#"fill="none" stroke="{colour}" stroke-opacity="{opacity}" stroke-width="{width:.1}" stroke-linecap="round" transform="translate({shift:.1} {:.1})""#,
            shift * 1.2
        )
    };
    let layers = [
        layer(palette::SHADOW, width, width * 0.14, ".28"),
        layer(palette::LEAF_SHADE, width, 0.0, "1"),
        layer(palette::LEAF, width - 1.7, 0.0, "1"),
        layer(palette::LEAF_LIGHT, width * 0.4, width * -0.12, ".9"),
    ];
    svg.layers(id, dots, &layers.each_ref().map(String::as_str));
}
