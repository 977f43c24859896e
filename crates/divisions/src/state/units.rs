//! Units and sets of them, and where one can be.

use hexmap::Hex;
use serde::Serialize;

/// A unit, by its place in the scenario's list.
pub type Unit = engine::UnitId;
/// A set of units: a scenario has at most 64, and a set of them fits into one number.
pub type UnitSet = engine::Units<1>;

/// Where a unit can be.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// In a hex.
    On(Hex),
    /// Not on the map yet (FD-17).
    Reserve,
    /// Destroyed.
    Gone,
}
