use crate::{
    areas::{
        prelude::*,
        roofs::{Roofs, block},
        woods,
    },
    atlas::Hex,
};

/// A few houses along the road, or along a lane of their own, and the trees of their gardens.
pub(crate) fn draw(svg: &mut Svg, sheet: &Sheet<'_>) {
    let (mut roofs, mut trees) = (Roofs::default(), Pen::default());
    for hex in sheet.atlas.of(Area::Village) {
        let houses = houses(sheet, hex);
        for (i, house) in houses.iter().enumerate() {
            let mut chance = Chance::new(96 + i as u64, hex.key.0, hex.key.1);
            roofs.gable(block(house.at, house.along, house.depth), chance.below(3));
        }
        gardens(&mut trees, sheet, hex, &houses);
    }
    woods::crowns(svg, "gardens", &trees, 6.4);
    roofs.paint(svg, 1.8, palette::ROOFS, palette::ROOF_EDGE);
}

struct House {
    at: Point,
    along: Point,
    depth: f64,
}

/// Candidates are tried along the road on both sides, nearest the centre first, until the village is full.
fn houses(sheet: &Sheet<'_>, hex: &Hex) -> Vec<House> {
    let mut street = street(sheet, hex);
    street.sort_by(|a, b| a.0.distance(hex.at).total_cmp(&b.0.distance(hex.at)));
    let mut chance = Chance::new(95, hex.key.0, hex.key.1);
    let most = 9 + chance.below(3);
    let mut houses: Vec<House> = Vec::new();
    for (at, heading) in street {
        for side in [-1.0, 1.0] {
            let house = place(at, heading, side, &mut chance);
            if houses.len() < most && fits(sheet, hex, &house, &houses) {
                houses.push(house);
            }
        }
    }
    houses
}

fn place(at: Point, heading: Point, side: f64, chance: &mut Chance) -> House {
    let along = heading.turned(chance.swing() * 0.09);
    let gable = chance.next() < 0.3;
    let (length, depth) = (4.4 + chance.next() * 2.0, 3.0 + chance.next() * 0.8);
    let back = 9.0 + chance.next() * 3.5;
    let along = if gable { along.quarter() } else { along };
    House { at: at + heading.quarter() * (side * back), along: along * length, depth }
}

fn fits(sheet: &Sheet<'_>, hex: &Hex, house: &House, others: &[House]) -> bool {
    let roomy = others.iter().all(|o| o.at.distance(house.at) > 13.0);
    let inside = sheet.atlas.depth(hex, house.at, |_| false) > 9.0;
    inside && roomy && sheet.clearance.free(hex.key, house.at, 3.6)
}

/// Points along the ways through the hex; without a way, along a lane.
fn street(sheet: &Sheet<'_>, hex: &Hex) -> Vec<(Point, Point)> {
    let ways: Vec<(Point, Point)> =
        sheet.clearance.stakes(hex.key).iter().filter(|s| s.way).map(|s| (s.at, s.heading)).collect();
    if ways.len() > 4 {
        return ways;
    }
    let mut chance = Chance::new(94, hex.key.0, hex.key.1);
    let lane = point(1.0, 0.0).turned(chance.swing() * 0.8);
    (-5..=5).map(|i| (hex.at + lane * (f64::from(i) * 6.0), lane)).collect()
}

fn gardens(pen: &mut Pen, sheet: &Sheet<'_>, hex: &Hex, houses: &[House]) {
    let mut chance = Chance::new(97, hex.key.0, hex.key.1);
    for house in houses {
        let at = house.at + point(chance.swing(), chance.swing()).unit() * (9.0 + chance.next() * 4.0);
        let apart = houses.iter().all(|h| h.at.distance(at) > 7.5);
        if apart && sheet.atlas.depth(hex, at, |_| false) > 6.0 && sheet.clearance.free(hex.key, at, 3.5) {
            pen.dot(at);
        }
    }
}
