use crate::areas::prelude::*;

const COVER: Cover = Cover {
    area: Area::Marsh,
    shape: Shape { corner: 10.0, neck: 3.0, side: 5.0, wander: 5.0, even: 1, salt: 61 },
    ink: palette::MARSH,
    opacity: ".75",
    spacing: 14.0,
    margin: 8.0,
    room: 4.0,
};

/// Wet ground: standing water in strokes, reeds in tufts.
pub(crate) fn draw(svg: &mut Svg, sheet: &Sheet<'_>) {
    COVER.lay(svg, sheet);
    let (mut tufts, mut pools) = (Pen::default(), Pen::default());
    for mut spot in COVER.spots(sheet) {
        let half = 4.0 + spot.chance.next() * 4.0;
        pools.line(spot.at - point(half, 0.0), spot.at + point(half, 0.0));
        if spot.chance.next() < 0.62 {
            tuft(&mut tufts, spot.at - point(0.0, 0.6));
        } else {
            let below = spot.at + point(spot.chance.swing() * 3.0, 2.6);
            pools.line(below - point(half * 0.6, 0.0), below + point(half * 0.6, 0.0));
        }
    }
    let ink = |colour, width| format!(r#"fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round""#);
    svg.path(&ink(palette::RIPPLE, "1.1"), &pools);
    svg.path(&ink(palette::TUFT, "1.05"), &tufts);
}

/// Four blades, two from each root.
pub(crate) fn tuft(pen: &mut Pen, at: Point) {
    pen.polyline(&[at + point(-3.4, -3.6), at + point(-0.8, 0.0), at + point(-1.2, -5.4)]);
    pen.polyline(&[at + point(1.3, -5.2), at + point(0.8, 0.0), at + point(3.5, -3.4)]);
}
