use crate::areas::{
    parcels::{Parcel, Plan},
    prelude::*,
    woods::foliage,
};

const PLAN: Plan = Plan { length: 37.0, depth: 29.0, turn: 0.12, crooked: 0.09, salt: 191 };

const COVER: Cover = Cover {
    area: Area::Grove,
    shape: Shape { corner: 6.0, neck: 1.0, side: 2.5, wander: 2.0, even: 0, salt: 192 },
    ink: palette::GROVE,
    opacity: ".55",
    spacing: 0.0,
    margin: 4.5,
    room: 2.6,
};

pub(crate) fn ground(svg: &mut Svg, sheet: &Sheet<'_>) {
    COVER.lay(svg, sheet);
}

/// Olives and vines, plot by plot in orderly rows.
pub(crate) fn rows(svg: &mut Svg, sheet: &Sheet<'_>) {
    let (mut olives, mut vines) = (Pen::default(), Pen::default());
    for parcel in PLAN.parcels_near(sheet.atlas, Area::Grove) {
        if (parcel.cell.0 + parcel.cell.1).rem_euclid(2) == 0 {
            plant_olives(&mut olives, sheet, &parcel);
        } else {
            plant_vines(&mut vines, sheet, &parcel);
        }
    }
    let stroke = |colour, width| {
        format!(
            r#"fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round""#
        )
    };
    svg.layers("vines", &vines, &[&stroke(palette::VINE_EDGE, "2.3"), &stroke(palette::VINE, "1.2")]);
    foliage(svg, "olives", &olives, 6.4, palette::OLIVE);
}

fn plant_olives(pen: &mut Pen, sheet: &Sheet<'_>, parcel: &Parcel) {
    for (i, j) in (0..4).flat_map(|i| (0..3).map(move |j| (i, j))) {
        let at = parcel.at((f64::from(i) + 0.5) / 4.0, (f64::from(j) + 0.5) / 3.0);
        if grows(sheet, at) {
            pen.dot(at);
        }
    }
}

/// Vines stand along wires: strokes that stop at ways and at the edge.
fn plant_vines(pen: &mut Pen, sheet: &Sheet<'_>, parcel: &Parcel) {
    for row in 0..5 {
        let v = (f64::from(row) + 0.6) / 5.2;
        let stems = (0..=9).map(|i| parcel.at(0.06 + f64::from(i) * 0.098, v));
        let kept: Vec<Option<Point>> = stems.map(|at| grows(sheet, at).then_some(at)).collect();
        for run in kept.split(Option::is_none).filter(|run| run.len() > 1) {
            let ends = run.iter().flatten();
            if let (Some(a), Some(b)) = (ends.clone().next(), ends.last()) {
                pen.line(*a, *b);
            }
        }
    }
}

fn grows(sheet: &Sheet<'_>, at: Point) -> bool {
    let hex = sheet.atlas.under(at).filter(|h| h.area == Area::Grove);
    hex.is_some_and(|h| sheet.atlas.depth_of_kind(h, at) > COVER.margin && sheet.clearance.free(h.key, at, COVER.room))
}
