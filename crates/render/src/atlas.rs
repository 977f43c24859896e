use std::collections::BTreeMap;

use engine::Board;

use crate::{
    look::{self, Area},
    point::{Point, point},
};

/// Centre to corner on our sheet: everything is drawn at this size and scaled to the board's as a whole.
pub(crate) const RADIUS: f64 = 48.0;
/// Centre to the middle of a side.
pub(crate) const APOTHEM: f64 = RADIUS * 0.866_025_403_784_438_6;

/// A hex by column and half-row, or a side as the sum of its two hexes.
pub(crate) type Key = (i32, i32);

/// Steps to the six neighbours, clockwise from north.
const STEPS: [Key; 6] = [(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)];
/// The corners, clockwise; side `d` runs from corner `d` to corner `d + 1`. In half radii and apothems.
const CORNERS: [Key; 6] = [(-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0)];

/// A hex on the sheet.
#[derive(Clone, Debug)]
pub(crate) struct Hex {
    pub(crate) key: Key,
    pub(crate) at: Point,
    pub(crate) area: Area,
    /// Levels above the lowest on the map.
    pub(crate) elevation: u8,
    /// Off the map: ground that runs on to the frame, without number or outline.
    pub(crate) beyond: bool,
}

/// The board's hexes at drawing size, with a ring of ground beyond the edge, and where to find them.
#[derive(Debug)]
pub(crate) struct Atlas {
    pub(crate) width: f64,
    pub(crate) height: f64,
    /// Board units per sheet unit.
    scale: f64,
    /// What the game calls the lowest level on the map.
    pub(crate) lowest: u8,
    pub(crate) hexes: Vec<Hex>,
    places: BTreeMap<Key, usize>,
    names: BTreeMap<String, usize>,
    origin: Point,
}

impl Atlas {
    pub(crate) fn new(board: &Board) -> Atlas {
        let scale = if board.radius > 0.0 { board.radius / RADIUS } else { 1.0 };
        let origin = board.hexes.first().map_or(point(0.0, 0.0), |h| point(h.x, h.y) * (1.0 / scale));
        let (width, height) = (board.width / scale, board.height / scale);
        let (places, names) = (BTreeMap::new(), BTreeMap::new());
        let lowest = board.hexes.iter().map(|h| h.elevation).min().unwrap_or(0);
        let mut atlas = Atlas { width, height, scale, lowest, hexes: Vec::new(), places, names, origin };
        atlas.add_board(board);
        atlas.add_beyond();
        atlas
    }

    /// Board units per sheet unit, as it is written.
    pub(crate) fn scale(&self) -> f64 {
        (self.scale * 1e6).round() / 1e6
    }

    fn add_board(&mut self, board: &Board) {
        let looks: BTreeMap<&str, Area> = board.key.iter().map(|t| (&*t.key, look::area(&t.look))).collect();
        for hex in &board.hexes {
            let at = point(hex.x, hex.y) * (1.0 / self.scale);
            let area = looks.get(&*hex.terrain).copied().unwrap_or(Area::Unknown);
            self.names.insert(hex.id.clone(), self.hexes.len());
            let elevation = hex.elevation - self.lowest;
            self.add(Hex { key: self.nearest_key(at), at, area, elevation, beyond: false });
        }
    }

    /// The ground continues unchanged beyond the edge.
    fn add_beyond(&mut self) {
        for i in 0..self.hexes.len() {
            for d in 0..6 {
                let key = step(self.hexes[i].key, d);
                if self.places.contains_key(&key) {
                    continue;
                }
                let near = &self.hexes[i];
                let area = if near.area.runs_on() { near.area } else { Area::Clear };
                let elevation = near.elevation;
                self.add(Hex { key, at: self.centre(key), area, elevation, beyond: true });
            }
        }
    }

    /// Lets a terrain go on all around the map: a swatch has no edge of its own.
    pub(crate) fn surround(&mut self, area: Area) {
        self.hexes.iter_mut().filter(|h| h.beyond).for_each(|h| h.area = area);
    }

    fn add(&mut self, hex: Hex) {
        self.places.insert(hex.key, self.hexes.len());
        self.hexes.push(hex);
    }

    fn nearest_key(&self, at: Point) -> Key {
        let p = at - self.origin;
        ((p.x / (1.5 * RADIUS)).round() as i32, (p.y / APOTHEM).round() as i32)
    }

    pub(crate) fn centre(&self, key: Key) -> Point {
        self.origin + point(f64::from(key.0) * 1.5 * RADIUS, f64::from(key.1) * APOTHEM)
    }

    /// The middle of a side, from the sum of its two hexes.
    pub(crate) fn middle(&self, side: Key) -> Point {
        self.origin + point(f64::from(side.0) * 0.75 * RADIUS, f64::from(side.1) * 0.5 * APOTHEM)
    }

    pub(crate) fn corner(&self, corner: Key) -> Point {
        self.origin + point(f64::from(corner.0) * 0.5 * RADIUS, f64::from(corner.1) * APOTHEM)
    }

    /// The hex with this printed number.
    pub(crate) fn named(&self, id: &str) -> Option<&Hex> {
        self.names.get(id).map(|i| &self.hexes[*i])
    }

    /// The hex at this place, on the map or just beyond.
    pub(crate) fn get(&self, key: Key) -> Option<&Hex> {
        self.places.get(&key).map(|i| &self.hexes[*i])
    }

    pub(crate) fn index(&self, key: Key) -> Option<usize> {
        self.places.get(&key).copied()
    }

    pub(crate) fn on_map(&self, key: Key) -> bool {
        self.get(key).is_some_and(|h| !h.beyond)
    }

    /// The hex in which a point lies.
    pub(crate) fn under(&self, at: Point) -> Option<&Hex> {
        let guess = self.nearest_key(at);
        let near = (-1..=1).flat_map(|i| (-1..=1).map(move |j| (guess.0 + i, guess.1 + j)));
        let found = near.filter(|k| (k.0 + k.1) % 2 == 0).min_by(|a, b| {
            let (a, b) = (self.centre(*a).distance(at), self.centre(*b).distance(at));
            a.total_cmp(&b)
        });
        found.and_then(|key| self.get(key))
    }

    pub(crate) fn of(&self, area: Area) -> impl Iterator<Item = &Hex> {
        self.hexes.iter().filter(move |h| h.area == area)
    }

    pub(crate) fn on_the_map(&self) -> impl Iterator<Item = &Hex> {
        self.hexes.iter().filter(|h| !h.beyond)
    }

    /// How far a point is from the nearest side behind which the ground differs.
    pub(crate) fn depth(&self, hex: &Hex, at: Point, same: impl Fn(&Hex) -> bool) -> f64 {
        let outside = (0..6).filter(|d| !self.get(step(hex.key, *d)).is_some_and(&same));
        outside.map(|d| APOTHEM - (at - hex.at).dot(normal(d))).fold(APOTHEM, f64::min)
    }

    /// How far a point is from ground of another kind.
    pub(crate) fn depth_of_kind(&self, hex: &Hex, at: Point) -> f64 {
        self.depth(hex, at, |other| hex.area.is_kin(other.area))
    }
}

/// The neighbour in direction `d`.
pub(crate) fn step(key: Key, d: usize) -> Key {
    (key.0 + STEPS[d].0, key.1 + STEPS[d].1)
}

/// The direction from one hex to its neighbour.
pub(crate) fn direction(from: Key, to: Key) -> Option<usize> {
    STEPS.iter().position(|s| *s == (to.0 - from.0, to.1 - from.1))
}

/// The side between two hexes.
pub(crate) fn side_between(a: Key, b: Key) -> Key {
    (a.0 + b.0, a.1 + b.1)
}

/// The key of corner `i` (modulo six).
pub(crate) fn corner(hex: Key, i: usize) -> Key {
    let c = CORNERS[i % 6];
    (hex.0 * 3 + c.0, hex.1 + c.1)
}

/// The unit vector towards side `d`.
pub(crate) fn normal(d: usize) -> Point {
    let s = STEPS[d];
    point(f64::from(s.0) * 0.866_025_403_784_438_6, f64::from(s.1) * 0.5)
}

/// The six corners of a hex around `at`.
pub(crate) fn corners(at: Point) -> [Point; 6] {
    CORNERS.map(|c| at + point(f64::from(c.0) * 0.5 * RADIUS, f64::from(c.1) * APOTHEM))
}
