use std::collections::BTreeSet;

use crate::areas::{parcels::Plan, prelude::*, woods};

const PLAN: Plan = Plan { length: 31.0, depth: 26.0, turn: 0.16, crooked: 0.2, salt: 21 };

/// The small pastures.
pub(crate) fn ground(svg: &mut Svg, sheet: &Sheet<'_>) {
    let mut pastures: [Pen; 3] = Default::default();
    for parcel in PLAN.parcels(sheet.atlas, Area::Bocage) {
        pastures[parcel.chance(22).below(3)].polygon(&parcel.corners);
    }
    for (pasture, colour) in pastures.iter().zip(palette::BOCAGE) {
        svg.path(&format!(r#"fill="{colour}" fill-opacity=".72""#), pasture);
    }
}

/// The hedgerows between them.
pub(crate) fn hedges(svg: &mut Svg, sheet: &Sheet<'_>) {
    let mut pen = Pen::default();
    let mut grown = BTreeSet::new();
    for parcel in PLAN.parcels(sheet.atlas, Area::Bocage) {
        let (i, j) = parcel.cell;
        let rows =
            [((i, j), (i + 1, j)), ((i + 1, j), (i + 1, j + 1)), ((i, j + 1), (i + 1, j + 1)), ((i, j), (i, j + 1))];
        let ends = [(0, 1), (1, 2), (3, 2), (0, 3)];
        for (row, (a, b)) in rows.into_iter().zip(ends) {
            if grown.insert(row) {
                hedge(&mut pen, sheet, parcel.corners[a], parcel.corners[b]);
            }
        }
    }
    woods::crowns(svg, "hedgerows", &pen, 4.6);
}

/// A row of bushes from one point to another, with a gate now and then.
pub(crate) fn hedge(pen: &mut Pen, sheet: &Sheet<'_>, a: Point, b: Point) {
    let count = (a.distance(b) / 3.9).ceil() as i32;
    for i in 0..count {
        let base = a.lerp(b, (f64::from(i) + 0.5) / f64::from(count));
        let mut chance = Chance::new(23, (base.x * 4.0) as i32, (base.y * 4.0) as i32);
        let at = base + point(chance.swing(), chance.swing()) * 0.7;
        let hex = sheet.atlas.under(at);
        if chance.next() > 0.05 && hex.is_some_and(|h| sheet.clearance.free(h.key, at, 2.4)) {
            pen.dot(at);
        }
    }
}
