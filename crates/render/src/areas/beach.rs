use crate::areas::prelude::*;

const COVER: Cover = Cover {
    area: Area::Beach,
    shape: Shape { corner: 8.0, neck: 2.0, side: 3.0, wander: 5.0, even: 2, salt: 171 },
    ink: palette::SAND,
    opacity: ".95",
    spacing: 6.6,
    margin: 6.0,
    room: 2.0,
};

/// Sand, stippled as on a chart: it continues under the water's edge.
pub(crate) fn draw(svg: &mut Svg, sheet: &Sheet<'_>) {
    COVER.lay(svg, sheet);
    let (mut fine, mut coarse) = (Pen::default(), Pen::default());
    for mut spot in COVER.spots(sheet) {
        match spot.chance.next() {
            x if x < 0.55 => fine.dot(spot.at),
            x if x < 0.75 => coarse.dot(spot.at),
            _ => {}
        }
    }
    let grain = |width| {
        format!(r#"fill="none" stroke="{}" stroke-width="{width}" stroke-linecap="round""#, palette::SAND_GRAIN)
    };
    svg.path(&grain(".9"), &fine);
    svg.path(&grain("1.5"), &coarse);
}
