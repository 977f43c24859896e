use crate::areas::{prelude::*, woods::foliage};

const SHAPE: Shape = Shape { corner: 9.0, neck: 3.0, side: 4.5, wander: 5.0, even: 1, salt: 151 };

const COVER: Cover = Cover {
    area: Area::Brush,
    shape: SHAPE,
    ink: palette::BRUSH,
    opacity: ".5",
    spacing: 13.0,
    margin: 7.0,
    room: 3.5,
};

/// The same growth between shell holes.
const TORN: Cover = Cover { area: Area::BrushCraters, ..COVER };

pub(crate) fn ground(svg: &mut Svg, sheet: &Sheet<'_>) {
    COVER.lay(svg, sheet);
}

/// Low shrubs in twos and threes, and dry grass.
pub(crate) fn shrubs(svg: &mut Svg, sheet: &Sheet<'_>) {
    let (mut shrubs, mut grass) = (Pen::default(), Pen::default());
    for mut spot in COVER.spots(sheet).chain(TORN.spots(sheet)) {
        let torn = spot.hex.area == Area::BrushCraters;
        match spot.chance.next() {
            x if torn && x < 0.3 => {}
            x if x < 0.62 => shrub(&mut shrubs, spot.at, &mut spot.chance),
            x if x < 0.9 => grass.polyline(&blades(spot.at)),
            _ => {}
        }
    }
    svg.path(&format!(r#"fill="none" stroke="{}" stroke-width=".8" stroke-linecap="round""#, palette::DRY), &grass);
    foliage(svg, "shrubs", &shrubs, 4.8, palette::SCRUB);
}

fn shrub(pen: &mut Pen, at: Point, chance: &mut Chance) {
    pen.dot(at);
    pen.dot(at + point(3.0 + chance.swing(), 0.8 + chance.swing()));
    if chance.next() < 0.5 {
        pen.dot(at + point(1.2 + chance.swing(), -2.4 + chance.swing() * 0.6));
    }
}

/// Three blades of dry grass in one stroke of the pen.
fn blades(at: Point) -> [Point; 5] {
    [(-3.0, -2.6), (-0.4, 2.0), (0.2, -3.6), (0.5, 2.0), (3.2, -2.4)].map(|(x, y)| at + point(x, y))
}
