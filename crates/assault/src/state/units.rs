//! Units and sets of them, and where one can be.

use hexmap::Hex;
use serde::Serialize;

/// A unit, by its place in the game's list.
pub type Unit = engine::UnitId;
/// A set of units: a game has at most 128.
pub type UnitSet = engine::Units<2>;

/// Where a unit can be.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// In a hex.
    On(Hex),
    /// To be set up in a zone.
    Box(u8),
    /// Comes in on a turn, in a zone.
    Reserve {
        /// The first turn.
        turn: u8,
        /// The zone.
        zone: u8,
    },
    /// In a vehicle, or towed by it.
    Aboard(Unit),
    /// Somewhere that the viewer does not know.
    Unseen,
    /// Eliminated.
    Gone,
}
