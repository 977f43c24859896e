//! What covers the ground: one file per terrain, each with the textures that tell it apart without colour.

pub(crate) mod beach;
pub(crate) mod bocage;
pub(crate) mod brush;
pub(crate) mod building;
pub(crate) mod clear;
pub(crate) mod craters;
pub(crate) mod field;
pub(crate) mod forest;
pub(crate) mod grove;
pub(crate) mod gully;
pub(crate) mod hall;
pub(crate) mod house;
pub(crate) mod marsh;
pub(crate) mod orchard;
pub(crate) mod parcels;
pub(crate) mod prelude;
pub(crate) mod rocky;
pub(crate) mod roofs;
pub(crate) mod rough;
pub(crate) mod ruins;
pub(crate) mod storeys;
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
    sheet::Sheet,
    svg::Svg,
};

/// A terrain as a coat on the ground with things standing about on it.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Cover {
    pub(crate) area: Area,
    /// The outline it has in common with more of its kind.
    pub(crate) shape: Shape,
    /// The ink of the ground.
    pub(crate) ink: &'static str,
    /// How much the ink hides of the height below.
    pub(crate) opacity: &'static str,
    /// How far things stand apart.
    pub(crate) spacing: f64,
    /// How far they keep from the edge of the terrain.
    pub(crate) margin: f64,
    /// How far they keep from ways and waters.
    pub(crate) room: f64,
}

impl Cover {
    pub(crate) fn lay(&self, svg: &mut Svg, sheet: &Sheet<'_>) {
        let region = Region::new(sheet.atlas, |h| self.area.underlies(h.area));
        let attributes = format!(r#"fill="{}" fill-opacity="{}""#, self.ink, self.opacity);
        svg.path(&attributes, &outline(sheet.atlas, &region, self.shape));
    }

    /// The places where something may stand.
    pub(crate) fn spots<'a>(&self, sheet: &'a Sheet<'_>) -> impl Iterator<Item = Spot<'a>> {
        let Cover { margin, room, .. } = *self;
        let all = spots(sheet.atlas, self.area, self.spacing, self.shape.salt + 1);
        all.into_iter().filter(move |s| s.depth > margin && sheet.clearance.free(s.hex.key, s.at, room))
    }
}

/// A place where something may stand.
pub(crate) struct Spot<'a> {
    pub(crate) hex: &'a Hex,
    pub(crate) at: Point,
    /// How far it is to ground of another kind.
    pub(crate) depth: f64,
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
                    out.push(Spot { hex, at, depth: atlas.depth_of_kind(hex, at), chance });
                }
            }
        }
    }
    out
}

/// The joined outline of a terrain.
pub(crate) fn blob(atlas: &Atlas, area: Area, shape: Shape) -> Pen {
    outline(atlas, &Region::new(atlas, |h| area.underlies(h.area)), shape)
}

pub(crate) fn outline(atlas: &Atlas, region: &Region, shape: Shape) -> Pen {
    let mut pen = Pen::default();
    for curves in region.organic(atlas, shape) {
        curve::draw(&mut pen, &curves, true);
    }
    pen
}
