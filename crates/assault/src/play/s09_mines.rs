//! Minefields (AS-9.6.6) and what rough ground does to vehicles (Terrain Chart), on the board.

use hexmap::Hex;

use crate::state::{Act, Unit};

/// A unit has come into a hex: mines, then what the ground does to wheels and tracks.
pub(super) fn enter(_act: &mut Act<'_>, _unit: Unit, _from: Option<Hex>, _to: Hex, _fast: bool) {}
