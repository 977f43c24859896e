//! What players can do.

use hexmap::Hex;

use crate::state::{Unit, UnitSet};

/// Something a player can do.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Draw a chit from the cup (FD-8).
    Draw,
    /// Move units together into an adjacent hex, or onto the map (FD-10, FD-17).
    Move {
        /// The group that moves: one company, or several that stand together.
        units: UnitSet,
        /// The hex it enters.
        to: Hex,
    },
    /// Fire at a unit (FD-4, FD-6), perhaps with an event chit.
    Fire {
        /// The company that fires.
        shooter: Unit,
        /// The company it fires at.
        target: Unit,
        /// An event chit played with the shot.
        chit: Option<u8>,
    },
    /// Begin a close assault on a hex (FD-14).
    Assault {
        /// The first company to attack; others may join it.
        unit: Unit,
        /// The enemy's hex.
        hex: Hex,
    },
    /// Join the assault that is being put together.
    Join {
        /// The company that joins.
        unit: Unit,
    },
    /// Fall back after an assault.
    Retreat {
        /// The hex the defenders fall back to, all of them together.
        to: Hex,
    },
    /// Advance into the hex that was taken.
    Advance {
        /// The attackers that move in.
        units: UnitSet,
    },
    /// Play an event chit (FD-15).
    Play {
        /// The kind of chit, by its place in the table.
        chit: u8,
        /// The company it is for, if it is for one.
        unit: Option<Unit>,
    },
    /// Nothing more: halt, hold fire, end a phase, go through with the assault.
    Done,
}

impl Action {
    /// The companies that do it.
    pub(crate) fn doers(self) -> UnitSet {
        match self {
            Action::Move { units, .. } | Action::Advance { units } => units,
            Action::Fire { shooter: unit, .. } | Action::Assault { unit, .. } | Action::Join { unit } => unit.alone(),
            Action::Draw | Action::Retreat { .. } | Action::Play { .. } | Action::Done => UnitSet::NONE,
        }
    }
}
