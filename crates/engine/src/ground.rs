use hexmap::{Direction, Grid, Hex};
use serde::Serialize;
use ts_rs::TS;

use crate::{Board, Circumstances, Field, Look, LookError, OverlayHex};

/// A map as a ruleset reads it, without a game on it: what is seen from where, and why.
pub trait Ground: Send + Sync {
    /// What the list of maps says about it.
    fn info(&self) -> &MapInfo;
    /// Its shape.
    fn grid(&self) -> &Grid;
    /// The map as a screen needs it.
    fn board(&self) -> Board;
    /// The missions or scenarios that are played on it, as far as they change how it lies on the table.
    fn settings(&self) -> &[MapSetting];
    /// A look from one hex to another.
    ///
    /// # Errors
    /// A circumstance that the ruleset does not know.
    fn look(&self, from: Hex, to: Hex, given: &Circumstances) -> Result<Look, LookError>;
    /// Everything that is seen from a hex.
    ///
    /// # Errors
    /// A circumstance that the ruleset does not know.
    fn field(&self, from: Hex, given: &Circumstances) -> Result<Field, LookError>;
}

/// What the list of maps says about one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct MapInfo {
    /// `border`.
    pub id: String,
    /// "The Border".
    pub title: String,
    /// One or two sentences.
    pub blurb: String,
    /// How many hexes.
    pub hexes: usize,
}

/// A way to lay a map on the table: a mission with its north and its markers.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export)]
pub struct MapSetting {
    /// `mission-1`.
    pub id: String,
    /// "Mission 1".
    pub title: String,
    /// Where north is.
    pub north: North,
    /// Markers that lie on the map at the start.
    pub markers: Vec<OverlayHex>,
}

/// Where north lies, as the numbers on the map are read.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, serde::Deserialize, TS)]
#[serde(rename_all = "lowercase")]
#[ts(export)]
pub enum North {
    /// At the top.
    #[default]
    Up,
    /// At the bottom.
    Down,
    /// On the left.
    Left,
    /// On the right.
    Right,
}

impl North {
    /// By how many degrees north is turned clockwise from the top of the map.
    pub const fn degrees(self) -> u16 {
        match self {
            North::Up => 0,
            North::Right => 90,
            North::Down => 180,
            North::Left => 270,
        }
    }

    /// What a hexside is called by this compass, in letters: the upper one is N where north is up, and S where it is
    /// down.
    ///
    /// ```
    /// # use engine::North;
    /// # use hexmap::Direction;
    /// assert_eq!(North::Up.facing(Direction::NE), "NE");
    /// assert_eq!(North::Down.facing(Direction::NE), "SW");
    /// assert_eq!(North::Right.facing(Direction::S), "E");
    /// ```
    pub const fn facing(self, side: Direction) -> &'static str {
        const WINDS: [&str; 12] = ["N", "NNE", "NE", "E", "SE", "SSE", "S", "SSW", "SW", "W", "NW", "NNW"];
        let turned = 60 * side.index() as u16 + 360 - self.degrees();
        WINDS[(turned % 360 / 30) as usize]
    }
}

/// A look between two hexes named by their numbers.
///
/// # Errors
/// If a number is not on the map, both are the same, or the ruleset does not know a circumstance.
pub fn look_between(ground: &dyn Ground, from: &str, to: &str, given: &Circumstances) -> Result<Look, LookError> {
    let (from, to) = two_hexes(ground.grid(), from, to)?;
    ground.look(from, to, given)
}

/// The two ends of a look, from their numbers.
///
/// # Errors
/// If a number is not on the map or both are the same.
pub fn two_hexes(grid: &Grid, from: &str, to: &str) -> Result<(Hex, Hex), LookError> {
    let ends = (grid.parse(from)?, grid.parse(to)?);
    if ends.0 == ends.1 {
        return Err(LookError::SameHex(from.to_owned()));
    }
    Ok(ends)
}
