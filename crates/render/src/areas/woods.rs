use crate::areas::prelude::*;

const COVER: Cover = Cover {
    area: Area::Woods,
    shape: Shape { corner: 7.0, neck: 1.0, side: 3.0, wander: 4.0, even: 1, salt: 31 },
    ink: palette::WOODS,
    opacity: ".72",
    spacing: 12.5,
    margin: 6.0,
    room: 4.0,
};

/// The forest floor, thin enough for the height of the ground to show.
pub(crate) fn ground(svg: &mut Svg, sheet: &Sheet<'_>) {
    COVER.lay(svg, sheet);
}

/// The trees: big ones in the midst, small ones at the edge.
pub(crate) fn trees(svg: &mut Svg, sheet: &Sheet<'_>) {
    let (mut big, mut small) = (Pen::default(), Pen::default());
    for mut spot in COVER.spots(sheet) {
        let tall = spot.depth > 11.0 && spot.chance.next() < 0.62 && sheet.clearance.free(spot.hex.key, spot.at, 6.0);
        if spot.chance.next() < 0.86 {
            if tall { &mut big } else { &mut small }.dot(spot.at);
        }
    }
    crowns(svg, "small-trees", &small, 8.6);
    crowns(svg, "trees", &big, 12.4);
}

/// The inks of a tree: edge, leaves, the light on them.
pub(crate) type Foliage = [&'static str; 3];

/// Dots as tree crowns of this width.
pub(crate) fn crowns(svg: &mut Svg, id: &str, dots: &Pen, width: f64) {
    foliage(svg, id, dots, width, palette::LEAVES);
}

/// Dots as crowns: shadow, edge, leaves and the light on them. Crowns that touch grow into one clump.
pub(crate) fn foliage(svg: &mut Svg, id: &str, dots: &Pen, width: f64, [edge, leaf, light]: Foliage) {
    let layer = |colour: &str, width: f64, shift: f64, opacity: &str| {
        format!(
            "fill=\"none\" stroke=\"{colour}\" stroke-opacity=\"{opacity}\" stroke-width=\"{width:.1}\" \
             stroke-linecap=\"round\" transform=\"translate({shift:.1} {:.1})\"",
            shift * 1.2
        )
    };
    let layers = [
        layer(palette::SHADOW, width, width * 0.14, ".28"),
        layer(edge, width, 0.0, "1"),
        layer(leaf, width - 1.7, 0.0, "1"),
        layer(light, width * 0.4, width * -0.12, ".9"),
    ];
    svg.layers(id, dots, &layers.each_ref().map(String::as_str));
}
