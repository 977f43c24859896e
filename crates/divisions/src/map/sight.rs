//! Line of sight (FD-13).
//!
//! A hex stands in the way when its ground and what grows or is built on it are higher than both ends of the line.
//! The line and its ties are exact (see `hexmap`); because the rule looks at both ends alike, sight is reciprocal.

use content::Map;
use engine::{Field, Found, Look, LookEnd, survey};
use hexmap::{BLOCKS, Hex, Hexside, SightTable, can_see};

use crate::{
    rule_ids,
    tables::{Catalogue, Weather},
};

fn top(map: &Map, catalogue: &Catalogue, hex: Hex) -> u8 {
    map.elevation[hex.index()] + catalogue.terrain[map.terrain[hex.index()]].height
}

fn eye(map: &Map, from: Hex, to: Hex) -> u8 {
    map.elevation[from.index()].max(map.elevation[to.index()])
}

fn blocks(map: &Map, catalogue: &Catalogue, from: Hex, to: Hex, through: Hex) -> bool {
    top(map, catalogue, through) > eye(map, from, to)
}

/// Whether the ground lets `from` see `to`.
pub(crate) fn clear(map: &Map, catalogue: &Catalogue, from: Hex, to: Hex) -> bool {
    can_see(&map.grid, from, to, |through| blocks(map, catalogue, from, to, through))
}

pub(crate) fn prepare(map: &Map, catalogue: &Catalogue, farthest: u16) -> SightTable {
    SightTable::ask_once(&map.grid, farthest, |from, to| clear(map, catalogue, from, to))
}

/// The look from `from` to `to`, with what stands in its way.
pub(crate) fn look(map: &Map, catalogue: &Catalogue, from: Hex, to: Hex, weather: &Weather) -> Look {
    let grid = &map.grid;
    let (eye, level) = (eye(map, from, to), |hex: Hex| map.elevation[hex.index()]);
    let terrain = |hex: Hex| &catalogue.terrain[map.terrain[hex.index()]];
    let hex = |hex: Hex| {
        let top = top(map, catalogue, hex);
        let blocks = top > eye;
        let why = if blocks {
            format!("it reaches level {top}, above the higher end at {eye}")
        } else if terrain(hex).height > 0 {
            format!("it reaches level {top}, no higher than the higher end at {eye}")
        } else {
            String::new()
        };
        Found {
            weight: if blocks { BLOCKS } else { 0 },
            what: if blocks && terrain(hex).height == 0 { "High ground".to_owned() } else { terrain(hex).name.clone() },
            rule: (!why.is_empty()).then_some(rule_ids::SIGHT),
            why,
            ground: level(hex),
            top,
        }
    };
    let side = |side: Hexside| {
        let (a, b) = grid.hexside_hexes(side);
        let feature = map.sides.iter().find(|feature| grid.hexside(feature.a, feature.b) == Some(side));
        let what = feature.map(|feature| catalogue.features[feature.feature].name.clone()).unwrap_or_default();
        let ground = level(a).max(level(b));
        Found { weight: 0, what, why: String::new(), rule: None, ground, top: ground }
    };
    let (steps, _) = survey(grid, from, to, hex, side);
    let end = |hex: Hex| LookEnd {
        hex: grid.label(hex).to_string(),
        ground: level(hex),
        eye: level(hex),
        what: terrain(hex).name.clone(),
    };
    let mut look = Look::judged(end(from), end(to), grid.distance(from, to), steps, rule_ids::SIGHT);
    if !weather.direct_fire {
        look.block(format!("{}: direct fire needs clear weather.", weather.name), rule_ids::FIRE_NEEDS);
    }
    look
}

/// Everything seen from a hex.
pub(crate) fn field(map: &Map, catalogue: &Catalogue, from: Hex, weather: &Weather) -> Field {
    let seen = map.grid.hexes().filter(|&to| to != from && clear(map, catalogue, from, to));
    let seen = seen.map(|hex| map.grid.label(hex).to_string()).collect();
    let from = map.grid.label(from).to_string();
    if weather.direct_fire {
        Field { from, clear: seen, ..Field::default() }
    } else {
        Field { from, ground_only: seen, ..Field::default() }
    }
}
