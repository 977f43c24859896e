//! Line of sight (FD-13).
//!
//! A hex stands in the way when its ground and what grows or is built on it are higher than both ends of the line.
//! The line and its ties are exact (see `hexmap`); because the rule looks at both ends alike, sight is reciprocal.

use content::Map;
use hexmap::{Hex, Sight, SightTable};

use crate::{catalogue::Catalogue, world::Divisions};

/// What stands in the way of a line of sight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obstacle {
    /// "Woods".
    pub what: String,
    /// How high it stands: ground and growth.
    pub height: u8,
    /// The height of the higher end.
    pub eye: u8,
}

fn top(map: &Map, catalogue: &Catalogue, hex: Hex) -> u8 {
    map.elevation[hex.index()] + catalogue.terrain[map.terrain[hex.index()]].height
}

fn eye(map: &Map, from: Hex, to: Hex) -> u8 {
    map.elevation[from.index()].max(map.elevation[to.index()])
}

pub(crate) fn prepare(map: &Map, catalogue: &Catalogue, farthest: u16) -> SightTable {
    SightTable::prepare(&map.grid, farthest, |from, to, through| top(map, catalogue, through) > eye(map, from, to))
}

impl Divisions {
    /// The line from `from` to `to`, with what stands in its way.
    pub fn line_of_sight(&self, from: Hex, to: Hex) -> Sight<Obstacle> {
        let eye = eye(&self.map, from, to);
        hexmap::sight(&self.map.grid, from, to, |hex| {
            let height = top(&self.map, &self.catalogue, hex);
            let ground = self.ground(hex);
            let what = if ground.height > 0 { ground.name.clone() } else { "High ground".to_owned() };
            (height > eye).then_some(Obstacle { what, height, eye })
        })
    }

    /// Whether a unit in `from` could be seen from `to`, within the longest range of the scenario.
    pub fn sees(&self, from: Hex, to: Hex) -> bool {
        self.sight.sees(from, to)
    }
}
