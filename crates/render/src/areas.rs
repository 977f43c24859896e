//! What covers the ground: one file per terrain, each with the textures that tell it apart without colour.

pub(crate) mod bocage;
pub(crate) mod clear;
pub(crate) mod field;
pub(crate) mod gully;
pub(crate) mod marsh;
pub(crate) mod orchard;
pub(crate) mod parcels;
pub(crate) mod rough;
pub(crate) mod town;
pub(crate) mod unknown;
pub(crate) mod village;
pub(crate) mod water;
pub(crate) mod woods;

use crate::{
    atlas::{APOTHEM, Atlas, Hex, RADIUS},
    chance::Chance,
    curve,
    look::Area,
    pen::Pen,
    point::{Point, point},
    region::{Region, Shape},
};

/// A place where something may stand.
pub(crate) struct Spot<'a> {
    pub(crate) hex: &'a Hex,
    pub(crate) at: Point,
    pub(crate) chance: Chance,
}

/// Places about `spacing` apart over all hexes of a terrain: a shaken triangular lattice over the whole sheet, so that
/// no seam shows between hexes.
pub(crate) fn spots(atlas: &Atlas, area: Area, spacing: f64, salt: u64) -> Vec<Spot<'_>> {
    let row = spacing * 0.866;
    let mut out = Vec::new();
    for hex in atlas.of(area) {
        let (top, bottom) = ((hex.at.y - APOTHEM) / row, (hex.at.y + APOTHEM) / row);
        let (left, right) = ((hex.at.x - RADIUS) / spacing, (hex.at.x + RADIUS) / spacing);
        for j in top.floor() as i32 - 1..=bottom.ceil() as i32 + 1 {
            for i in left.floor() as i32 - 1..=right.ceil() as i32 + 1 {
                let mut chance = Chance::new(salt, i, j);
                let x = f64::from(i) + f64::from(j.rem_euclid(2)) * 0.5 + chance.swing() * 0.34;
                let at = point(x * spacing, (f64::from(j) + chance.swing() * 0.34) * row);
                if atlas.under(at).is_some_and(|h| h.key == hex.key) {
                    out.push(Spot { hex, at, chance });
                }
            }
        }
    }
    out
}

/// The joined outline of a terrain.
pub(crate) fn blob(atlas: &Atlas, area: Area, shape: Shape) -> Pen {
    outline(atlas, &Region::new(atlas, |h| h.area == area), shape)
}

pub(crate) fn outline(atlas: &Atlas, region: &Region, shape: Shape) -> Pen {
    let mut pen = Pen::default();
    for curves in region.organic(atlas, shape) {
        curve::draw(&mut pen, &curves, true);
    }
    pen
}
