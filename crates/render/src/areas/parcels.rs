use std::collections::BTreeSet;

use crate::{
    atlas::{Atlas, RADIUS},
    chance::Chance,
    look::Area,
    point::{Point, point},
};

/// A piece of land between its neighbours: four corners, and the cell it fills in the plan.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Parcel {
    pub(crate) cell: (i32, i32),
    pub(crate) corners: [Point; 4],
}

/// How the land was divided: a crooked grid laid askew over the sheet, heedless of the hexes.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) length: f64,
    pub(crate) depth: f64,
    /// Tangent of half the angle by which the grid is turned.
    pub(crate) turn: f64,
    /// How crooked, as a part of a cell.
    pub(crate) crooked: f64,
    pub(crate) salt: u64,
}

impl Plan {
    /// The parcels that lie in hexes of this terrain: each belongs where its middle is, so the edges run past hexsides.
    pub(crate) fn parcels(self, atlas: &Atlas, area: Area) -> Vec<Parcel> {
        let mut parcels = self.parcels_near(atlas, area);
        parcels.retain(|p| atlas.under(p.middle()).is_some_and(|h| h.area == area));
        parcels
    }

    /// All parcels that touch hexes of this terrain, and some around them.
    pub(crate) fn parcels_near(self, atlas: &Atlas, area: Area) -> Vec<Parcel> {
        let cells: BTreeSet<(i32, i32)> = atlas.of(area).flat_map(|hex| self.cells_near(hex.at)).collect();
        cells.into_iter().map(|cell| Parcel { cell, corners: self.corners(cell) }).collect()
    }

    fn cells_near(self, at: Point) -> impl Iterator<Item = (i32, i32)> {
        let local = at.turned(-self.turn);
        let (across, down) = (self.reach(self.length), self.reach(self.depth));
        let (i, j) = ((local.x / self.length).round() as i32, (local.y / self.depth).round() as i32);
        (i - across..=i + across).flat_map(move |i| (j - down..=j + down).map(move |j| (i, j)))
    }

    fn reach(self, cell: f64) -> i32 {
        (RADIUS / cell).ceil() as i32 + 1
    }

    fn corners(self, (i, j): (i32, i32)) -> [Point; 4] {
        [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)].map(|(i, j)| self.corner(i, j))
    }

    fn corner(self, i: i32, j: i32) -> Point {
        let mut chance = Chance::new(self.salt, i, j);
        let x = (f64::from(i) + chance.swing() * self.crooked) * self.length;
        let y = (f64::from(j) + chance.swing() * self.crooked) * self.depth;
        point(x, y).turned(self.turn)
    }
}

impl Parcel {
    pub(crate) fn middle(&self) -> Point {
        self.at(0.5, 0.5)
    }

    /// The point at `u` along and `v` across.
    pub(crate) fn at(&self, u: f64, v: f64) -> Point {
        let [a, b, c, d] = self.corners;
        a.lerp(b, u).lerp(d.lerp(c, u), v)
    }

    /// The part between two lines along and two lines across.
    pub(crate) fn quad(&self, (u0, u1): (f64, f64), (v0, v1): (f64, f64)) -> [Point; 4] {
        [self.at(u0, v0), self.at(u1, v0), self.at(u1, v1), self.at(u0, v1)]
    }

    pub(crate) fn chance(&self, salt: u64) -> Chance {
        Chance::new(salt, self.cell.0, self.cell.1)
    }
}
