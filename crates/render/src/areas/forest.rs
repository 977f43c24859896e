use crate::areas::{
    prelude::*,
    woods::{crowns, foliage},
};

const LIGHT: Cover = Cover {
    area: Area::LightForest,
    shape: Shape { corner: 8.0, neck: 2.0, side: 4.0, wander: 5.0, even: 1, salt: 131 },
    ink: palette::LIGHT_FOREST,
    opacity: ".6",
    spacing: 16.5,
    margin: 6.0,
    room: 4.0,
};

const HEAVY: Cover = Cover {
    area: Area::HeavyForest,
    shape: Shape { corner: 5.0, neck: 0.0, side: 2.0, wander: 4.0, even: 1, salt: 141 },
    ink: palette::HEAVY_FOREST,
    opacity: ".8",
    spacing: 10.2,
    margin: 5.5,
    room: 4.0,
};

/// The floors of the light and the heavy forest; call before and after that of the woods, which are between them.
pub(crate) fn light_ground(svg: &mut Svg, sheet: &Sheet<'_>) {
    LIGHT.lay(svg, sheet);
}

pub(crate) fn heavy_ground(svg: &mut Svg, sheet: &Sheet<'_>) {
    HEAVY.lay(svg, sheet);
}

/// Single trees with grass between them.
pub(crate) fn light_trees(svg: &mut Svg, sheet: &Sheet<'_>) {
    let (mut big, mut small, mut grass) = (Pen::default(), Pen::default(), Pen::default());
    for mut spot in LIGHT.spots(sheet) {
        match spot.chance.next() {
            x if x < 0.34 => big.dot(spot.at),
            x if x < 0.74 => small.dot(spot.at),
            _ => grass.polyline(&[spot.at + point(-1.5, -3.0), spot.at, spot.at + point(1.6, -3.2)]),
        }
    }
    let blades = format!(r#"fill="none" stroke="{}" stroke-width=".9" stroke-linecap="round""#, palette::TUFT);
    svg.path(&blades, &grass);
    crowns(svg, "light-bushes", &small, 6.4);
    crowns(svg, "light-trees", &big, 9.6);
}

/// Crown against crown, dark, with the tallest standing out.
pub(crate) fn heavy_trees(svg: &mut Svg, sheet: &Sheet<'_>) {
    let (mut under, mut upper) = (Pen::default(), Pen::default());
    for mut spot in HEAVY.spots(sheet) {
        let tall = spot.depth > 9.0 && spot.chance.next() < 0.4 && sheet.clearance.free(spot.hex.key, spot.at, 6.5);
        if tall { &mut upper } else { &mut under }.dot(spot.at);
    }
    foliage(svg, "undergrowth", &under, 10.0, palette::DARK_LEAVES);
    foliage(svg, "tall-trees", &upper, 13.6, palette::DARK_LEAVES);
}
