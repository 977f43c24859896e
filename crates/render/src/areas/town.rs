use crate::areas::{
    blob,
    parcels::{Parcel, Plan},
    prelude::*,
    roofs::Roofs,
    woods,
};

const SHAPE: Shape = Shape { corner: 8.0, neck: 2.0, side: 3.5, wander: 2.0, even: 0, salt: 91 };
const PLAN: Plan = Plan { length: 29.0, depth: 23.0, turn: 0.07, crooked: 0.1, salt: 92 };

pub(crate) fn ground(svg: &mut Svg, sheet: &Sheet<'_>) {
    let attributes = format!(r#"fill="{}" fill-opacity=".82""#, palette::TOWN);
    svg.path(&attributes, &blob(sheet.atlas, Area::Town, SHAPE));
}

/// Houses shoulder to shoulder around their yards, with streets between the blocks.
pub(crate) fn buildings(svg: &mut Svg, sheet: &Sheet<'_>) {
    let (mut roofs, mut trees) = (Roofs::default(), Pen::default());
    for parcel in PLAN.parcels_near(sheet.atlas, Area::Town) {
        for (corners, mut chance) in houses(&parcel) {
            let middle = corners[0].lerp(corners[2], 0.5);
            if stands(sheet, Area::Town, &corners) {
                roofs.gable(corners, chance.below(3));
            } else if inside(sheet, Area::Town, middle, 3.0) {
                trees.dot(middle);
            }
        }
    }
    woods::crowns(svg, "town-trees", &trees, 6.0);
    roofs.paint(svg, 1.8, palette::ROOFS, palette::ROOF_EDGE);
}

/// Whether a house with these corners has room in a hex of this terrain.
pub(crate) fn stands(sheet: &Sheet<'_>, area: Area, corners: &[Point; 4]) -> bool {
    let middle = corners[0].lerp(corners[2], 0.5);
    inside(sheet, area, middle, 3.0) && corners.iter().all(|c| inside(sheet, area, *c, 0.5))
}

/// Whether a point is within the terrain, with room to the next way.
pub(crate) fn inside(sheet: &Sheet<'_>, area: Area, at: Point, room: f64) -> bool {
    let hex = sheet.atlas.under(at).filter(|h| h.area == area);
    let deep = hex.filter(|h| sheet.atlas.depth(h, at, |o| o.area == area) > 3.0);
    deep.is_some_and(|h| sheet.clearance.free(h.key, at, room))
}

/// A block: houses along its two long sides, or one big one.
fn houses(parcel: &Parcel) -> Vec<([Point; 4], Chance)> {
    let mut chance = parcel.chance(93);
    let (u0, u1, v0, v1) = (0.09, 0.91, 0.11, 0.89);
    if chance.next() < 0.1 {
        return vec![(parcel.quad((u0, u1), (v0, v1)), chance)];
    }
    let mut out = Vec::new();
    let yard = 0.07 + chance.next() * 0.05;
    for (top, bottom) in [(v0, 0.5 - yard), (0.5 + yard, v1)] {
        let cuts = 2 + chance.below(2);
        let width = (u1 - u0) / cuts as f64;
        for i in 0..cuts {
            let left = u0 + width * i as f64;
            let built = chance.next() < 0.94;
            let deep = if chance.next() < 0.3 { (bottom - top) * 0.22 } else { 0.0 };
            let (from, to) = if top < 0.4 { (top, bottom - deep) } else { (top + deep, bottom) };
            if built {
                out.push((parcel.quad((left, left + width), (from, to)), chance));
            }
        }
    }
    out
}
