use crate::areas::{
    parcels::{Parcel, Plan},
    prelude::*,
    rough::{paint_stones, stone},
    town,
};

const PLAN: Plan = Plan { length: 23.0, depth: 19.0, turn: 0.09, crooked: 0.14, salt: 221 };

const COVER: Cover = Cover {
    area: Area::Ruins,
    shape: Shape { corner: 8.0, neck: 2.0, side: 3.5, wander: 4.0, even: 0, salt: 222 },
    ink: palette::RUINS,
    opacity: ".75",
    spacing: 11.5,
    margin: 5.0,
    room: 3.0,
};

/// What is left of a town: stumps of walls, burnt rooms, rubble in the streets.
pub(crate) fn draw(svg: &mut Svg, sheet: &Sheet<'_>) {
    COVER.lay(svg, sheet);
    let (mut floors, mut walls, mut rubble) = (Pen::default(), Pen::default(), Pen::default());
    for parcel in PLAN.parcels_near(sheet.atlas, Area::Ruins) {
        room(&mut floors, &mut walls, sheet, &parcel);
    }
    for mut spot in COVER.spots(sheet) {
        if spot.chance.next() < 0.4 {
            stone(&mut rubble, spot.at, spot.chance);
        }
    }
    svg.path(&format!(r#"fill="{}" fill-opacity=".4""#, palette::SOOT), &floors);
    paint_stones(svg, &rubble);
    let wall = |colour, width| {
        format!(
            r#"fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="square" stroke-linejoin="miter""#
        )
    };
    svg.layers("ruins", &walls, &[&wall(palette::SOOT, "3.1"), &wall(palette::RUIN_WALL, "1.7")]);
}

/// One house: two or three of its walls still stand, broken off somewhere.
fn room(floors: &mut Pen, walls: &mut Pen, sheet: &Sheet<'_>, parcel: &Parcel) {
    let mut chance = parcel.chance(223);
    let corners = parcel.quad((0.13, 0.87), (0.14, 0.86));
    if chance.next() < 0.08 || !town::stands(sheet, Area::Ruins, &corners) {
        return;
    }
    if chance.next() < 0.5 {
        floors.polygon(&corners);
    }
    let first = chance.below(4);
    let start = corners[first].lerp(corners[(first + 1) % 4], chance.next() * 0.5);
    let mut line = vec![start, corners[(first + 1) % 4]];
    for i in 2..4 {
        let (from, to) = (corners[(first + i - 1) % 4], corners[(first + i) % 4]);
        if chance.next() < 0.4 {
            line.push(from.lerp(to, 0.35 + chance.next() * 0.4));
            break;
        }
        line.push(to);
    }
    walls.polyline(&line);
    let inner = corners[first].lerp(corners[(first + 3) % 4], 0.3 + chance.next() * 0.4);
    if chance.next() < 0.5 {
        walls.line(inner, inner.lerp(parcel.middle(), 0.6));
    }
}
