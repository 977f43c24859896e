use crate::areas::{
    parcels::{Parcel, Plan},
    prelude::*,
};

const PLAN: Plan = Plan { length: 38.0, depth: 24.0, turn: -0.11, crooked: 0.17, salt: 11 };

/// Ploughed land: strips of different crops, each with its furrows.
pub(crate) fn draw(svg: &mut Svg, sheet: &Sheet<'_>) {
    let mut crops: [Pen; 3] = Default::default();
    let mut furrows = Pen::default();
    let mut balks = Pen::default();
    for parcel in PLAN.parcels(sheet.atlas, Area::Field) {
        let mut chance = parcel.chance(12);
        crops[chance.below(3)].polygon(&parcel.corners);
        balks.polygon(&parcel.corners);
        plough(&mut furrows, &parcel, chance.next() < 0.62);
    }
    for (crop, colour) in crops.iter().zip(palette::FIELDS) {
        svg.path(&format!(r#"fill="{colour}" fill-opacity=".75""#), crop);
    }
    let line = |width, opacity| {
        format!(r#"fill="none" stroke="{}" stroke-width="{width}" stroke-opacity="{opacity}""#, palette::FURROW)
    };
    svg.path(&line(".7", ".55"), &furrows);
    svg.path(&line("1", ".8"), &balks);
}

fn plough(pen: &mut Pen, parcel: &Parcel, along: bool) {
    let count = if along { 4 } else { 7 };
    for i in 1..=count {
        let t = f64::from(i) / f64::from(count + 1);
        let ends = if along { [(0.05, t), (0.95, t)] } else { [(t, 0.07), (t, 0.93)] };
        pen.line(parcel.at(ends[0].0, ends[0].1), parcel.at(ends[1].0, ends[1].1));
    }
}
