use crate::areas::{
    parcels::{Parcel, Plan},
    prelude::*,
    roofs::Roofs,
    town,
};

const PLAN: Plan = Plan { length: 21.0, depth: 17.0, turn: -0.13, crooked: 0.16, salt: 201 };

const COVER: Cover = Cover {
    area: Area::House,
    shape: Shape { corner: 7.0, neck: 2.0, side: 3.0, wander: 2.0, even: 0, salt: 202 },
    ink: palette::HOUSE,
    opacity: ".75",
    spacing: 0.0,
    margin: 3.0,
    room: 3.0,
};

pub(crate) fn ground(svg: &mut Svg, sheet: &Sheet<'_>) {
    COVER.lay(svg, sheet);
}

/// A southern village: low houses of one storey, crowded along crooked lanes, some of them open to a yard.
pub(crate) fn draw(svg: &mut Svg, sheet: &Sheet<'_>) {
    let (mut roofs, mut yards) = (Roofs::default(), Pen::default());
    for parcel in PLAN.parcels_near(sheet.atlas, Area::House) {
        let mut chance = parcel.chance(203);
        for corners in houses(&parcel, &mut chance) {
            let tile = chance.below(3);
            if !town::stands(sheet, Area::House, &corners) {
                continue;
            }
            match chance.next() {
                x if x < 0.16 => yards.polygon(&corners),
                x if x < 0.42 => roofs.flat(corners, tile),
                _ => roofs.gable(corners, tile),
            }
        }
    }
    let wall = palette::HOUSE_EDGE;
    svg.path(&format!(r#"fill="none" stroke="{wall}" stroke-width=".9" stroke-linejoin="round""#), &yards);
    roofs.paint(svg, 1.2, palette::CLAY, wall);
}

/// One to three houses on a plot, cut across or along.
fn houses(parcel: &Parcel, chance: &mut Chance) -> Vec<[Point; 4]> {
    let (from, to) = (0.08, 0.92);
    let cut = 0.4 + chance.next() * 0.2;
    match chance.below(4) {
        0 => vec![parcel.quad((from, to), (from, 0.7 + chance.next() * 0.2))],
        1 => vec![parcel.quad((from, to), (from, cut)), parcel.quad((from, to), (cut, to))],
        2 => vec![parcel.quad((from, cut), (from, to)), parcel.quad((cut, to), (from, to))],
        _ => vec![
            parcel.quad((from, cut), (from, cut)),
            parcel.quad((cut, to), (from, 0.62)),
            parcel.quad((from, cut), (cut, to)),
        ],
    }
}
