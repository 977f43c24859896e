use crate::{
    areas::{
        prelude::*,
        roofs::{Roofs, block},
        woods,
    },
    atlas::Hex,
};

/// How far the yard reaches from its middle, along and across.
const YARD: (f64, f64) = (19.0, 15.0);

/// A single large building in open ground.
struct Farm {
    at: Point,
    /// Along the main building.
    along: Point,
    /// From the main building over the yard.
    across: Point,
}

/// The yards: trodden earth within a fence.
pub(crate) fn yards(svg: &mut Svg, sheet: &Sheet<'_>) {
    let mut pen = Pen::default();
    for hex in sheet.atlas.of(Area::Building) {
        let farm = Farm::new(sheet, hex);
        pen.polygon(&block(farm.at, farm.along * YARD.0, YARD.1));
    }
    svg.path(
        &format!(
            r#"fill="{}" fill-opacity=".9" stroke="{}" stroke-width=".9" stroke-dasharray="3.4 1.2""#,
            palette::YARD,
            palette::STONE_EDGE
        ),
        &pen,
    );
}

/// The main building with its wing, a barn across the yard, trees behind.
pub(crate) fn draw(svg: &mut Svg, sheet: &Sheet<'_>) {
    let (mut roofs, mut trees) = (Roofs::default(), Pen::default());
    for hex in sheet.atlas.of(Area::Building) {
        let farm = Farm::new(sheet, hex);
        let mut chance = Chance::new(231, hex.key.0, hex.key.1);
        let (main, barn) = (chance.below(3), chance.below(3));
        let to = |x: f64, y: f64| farm.at + farm.along * x + farm.across * y;
        roofs.gable(block(to(-11.5, 1.0), farm.across * 8.5, 4.6), main);
        roofs.hip(block(to(0.0, -8.6), farm.along * 16.5, 5.6), 0.5, main);
        if chance.next() < 0.7 {
            roofs.gable(block(to(8.5, 9.0), farm.along * 6.5, 3.6), barn);
        }
        for (x, y) in [(-21.0, -12.0), (21.5, -9.0), (18.0, -17.5), (-5.0, 19.0), (21.5, 12.0)] {
            let at = to(x + chance.swing() * 2.0, y + chance.swing() * 2.0);
            if chance.next() < 0.8 && sheet.atlas.depth(hex, at, |_| false) > 5.0 && free(sheet, hex, at, 3.5) {
                trees.dot(at);
            }
        }
    }
    woods::crowns(svg, "farm-trees", &trees, 7.6);
    roofs.paint(svg, 2.6, palette::ROOFS, palette::ROOF_EDGE);
}

fn free(sheet: &Sheet<'_>, hex: &Hex, at: Point, room: f64) -> bool {
    sheet.clearance.free(hex.key, at, room)
}

impl Farm {
    /// Beside the way through the hex if there is one, with the yard towards it; else in the middle, a little askew.
    fn new(sheet: &Sheet<'_>, hex: &Hex) -> Farm {
        let mut chance = Chance::new(230, hex.key.0, hex.key.1);
        let askew = point(1.0, 0.0).turned(chance.swing() * 0.2);
        let plain = Farm { at: hex.at + point(0.0, 2.0), along: askew, across: askew.quarter() };
        let ways = sheet.clearance.stakes(hex.key).iter().filter(|s| s.way);
        let nearest = ways.min_by(|a, b| a.at.distance(hex.at).total_cmp(&b.at.distance(hex.at)));
        let Some(way) = nearest.filter(|_| !plain.stands_free(sheet, hex)) else { return plain };
        let side = way.heading.quarter();
        let sides = [side, side * -1.0].map(|away| Farm {
            at: way.at + away * (YARD.1 + way.room + 1.5),
            along: way.heading,
            across: away * -1.0,
        });
        let roomier = sides.into_iter().min_by(|a, b| {
            let (a, b) = (a.at.distance(hex.at), b.at.distance(hex.at));
            a.total_cmp(&b)
        });
        roomier.unwrap_or(plain)
    }

    fn stands_free(&self, sheet: &Sheet<'_>, hex: &Hex) -> bool {
        let corners = block(self.at, self.along * YARD.0, YARD.1);
        let edges = (0..4).map(|i| corners[i].lerp(corners[(i + 1) % 4], 0.5));
        corners.into_iter().chain(edges).chain([self.at]).all(|at| free(sheet, hex, at, 1.0))
    }
}
