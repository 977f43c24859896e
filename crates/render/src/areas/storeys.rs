use crate::areas::{
    parcels::{Parcel, Plan},
    prelude::*,
    roofs::Roofs,
    town,
};

const PLAN: Plan = Plan { length: 35.0, depth: 31.0, turn: 0.05, crooked: 0.06, salt: 211 };

const COVER: Cover = Cover {
    area: Area::Storeys,
    shape: Shape { corner: 6.0, neck: 1.0, side: 2.5, wander: 1.5, even: 0, salt: 212 },
    ink: palette::STOREYS,
    opacity: ".8",
    spacing: 0.0,
    margin: 3.0,
    room: 3.0,
};

pub(crate) fn ground(svg: &mut Svg, sheet: &Sheet<'_>) {
    COVER.lay(svg, sheet);
}

/// Houses of several storeys: four wings around a court, with long shadows.
pub(crate) fn draw(svg: &mut Svg, sheet: &Sheet<'_>) {
    let mut roofs = Roofs::default();
    for parcel in PLAN.parcels_near(sheet.atlas, Area::Storeys) {
        let mut chance = parcel.chance(213);
        let tile = chance.below(3);
        for wing in wings(&parcel, &mut chance) {
            if town::stands(sheet, Area::Storeys, &wing) {
                roofs.gable(wing, tile);
            }
        }
    }
    roofs.paint(svg, 3.4, palette::SLATE, palette::SLATE_EDGE);
}

/// The wings of one block; each is cut in two, so that a way or the edge takes away no more than it must.
fn wings(parcel: &Parcel, chance: &mut Chance) -> Vec<[Point; 4]> {
    let (from, to) = (0.07, 0.93);
    let (low, high) = (0.33, 0.67);
    let middle = 0.42 + chance.next() * 0.16;
    let mut out = vec![
        parcel.quad((from, middle), (from, low)),
        parcel.quad((middle, to), (from, low)),
        parcel.quad((from, 0.31), (low, high)),
        parcel.quad((0.69, to), (low, high)),
        parcel.quad((from, middle), (high, to)),
        parcel.quad((middle, to), (high, to)),
    ];
    if chance.next() < 0.35 {
        let _ = out.remove(2 + chance.below(2));
    }
    out
}
