use serde::Serialize;
use ts_rs::TS;

use crate::{Marker, North};

/// The words for hexsides, as counters number their facings.
pub const FACINGS: [&str; 6] = hexmap::Direction::WORDS;

/// The map as a screen needs it: drawn once, never changed during a game.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export)]
pub struct Board {
    /// Names the map: the same id is the same picture.
    pub id: String,
    /// What the map is called.
    pub title: String,
    /// Distance from the centre of a hex to a corner, in the units of `x` and `y`.
    pub radius: f64,
    /// Width of the picture.
    pub width: f64,
    /// Height of the picture.
    pub height: f64,
    /// Where north is: the compass rose follows the scenario.
    pub north: North,
    /// The hexes.
    pub hexes: Vec<BoardHex>,
    /// Features on hexsides: rivers, bridges, ridges.
    pub sides: Vec<BoardSide>,
    /// Features that run from hex to hex: roads, railways.
    pub lines: Vec<BoardLine>,
    /// Names written on the map.
    pub labels: Vec<BoardLabel>,
    /// The key: each terrain and feature on this map, with what it does.
    pub key: Vec<Terrain>,
    /// Every marker that can lie on a counter, in the ruleset's words; a map by itself has none.
    pub markers: Vec<Marker>,
}

/// One hex.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export)]
pub struct BoardHex {
    /// Its printed number: `0915`.
    pub id: String,
    /// Centre.
    pub x: f64,
    /// Centre.
    pub y: f64,
    /// Key of its terrain.
    pub terrain: String,
    /// Elevation level as the game counts it; the lowest level on a map is drawn as the paper.
    pub elevation: u8,
    /// The six neighbours clockwise from north; `null` off the map.
    pub neighbours: Vec<Option<String>>,
}

/// A feature on the side between two hexes.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export)]
pub struct BoardSide {
    /// Key of the feature.
    pub feature: String,
    /// One hex.
    pub a: String,
    /// The other.
    pub b: String,
}

/// A feature that runs from hex to hex.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export)]
pub struct BoardLine {
    /// Key of the feature.
    pub feature: String,
    /// The hexes in order.
    pub path: Vec<String>,
}

/// A name on the map.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export)]
pub struct BoardLabel {
    /// The number of its hex.
    pub hex: String,
    /// The text to print.
    pub text: String,
}

/// An entry of the key.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export)]
pub struct Terrain {
    /// Used by hexes, sides and lines.
    pub key: String,
    /// What players call it.
    pub name: String,
    /// How it is drawn, from the renderer's list (`render::looks`).
    pub look: String,
    /// What it does in this game, one short line each.
    pub effects: Vec<String>,
}
