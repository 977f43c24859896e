//! What players can do.

use hexmap::Hex;

use crate::unit_set::{Unit, UnitSet};

/// Something a player can do.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Draw a chit from the cup (FD-8).
    Draw,
    /// Move these units together into an adjacent hex, or onto the map (FD-10, FD-17).
    Move {
        /// Who moves.
        units: UnitSet,
        /// Where to.
        to: Hex,
    },
    /// Fire at a unit (FD-4, FD-6), perhaps with an event chit.
    Fire {
        /// Who fires.
        shooter: Unit,
        /// At whom.
        target: Unit,
        /// An event chit played with it.
        chit: Option<u8>,
    },
    /// Begin a close assault on a hex (FD-14).
    Assault {
        /// Who leads.
        unit: Unit,
        /// The hex.
        hex: Hex,
    },
    /// Join the assault.
    Join {
        /// Who joins.
        unit: Unit,
    },
    /// Fall back.
    Retreat {
        /// Where to.
        to: Hex,
    },
    /// Advance into the hex that was taken.
    Advance {
        /// Who advances.
        units: UnitSet,
    },
    /// Play an event chit (FD-15).
    Play {
        /// Its kind.
        chit: u8,
        /// The unit it is for, if it is for one.
        unit: Option<Unit>,
    },
    /// Nothing more: halt, hold fire, end a phase, go through with the assault.
    Done,
}
