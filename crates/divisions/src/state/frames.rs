//! What is going on: a stack of typed frames, of which the top one says who is asked what.

use engine::Seat;
use hexmap::Hex;
use serde::Serialize;

use super::units::{Unit, UnitSet};
use crate::tables::Halves;

/// What is going on, and who is asked. The top frame decides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Frame {
    /// A chit is to be drawn; `fresh` at the start of a turn.
    Cup {
        /// Whether the turn has still to begin.
        fresh: bool,
    },
    /// A formation was drawn and acts.
    Activation(Activation),
    /// A group is on the move.
    Moving(Moving),
    /// The enemy may fire at units that have entered a hex (FD-4).
    Halt(Halt),
    /// A shot is declared; the target's side may answer it with an event chit.
    Reply(Shot),
    /// An assault is being put together.
    Assault(Assault),
    /// An assault is declared; the defender may answer it with an event chit.
    AssaultReply(Assault),
    /// Defenders must fall back.
    Retreat(Retreat),
    /// Attackers may advance.
    Advance(Retreat),
    /// The game has ended.
    Over {
        /// The side that won; none in a draw.
        winner: Option<Seat>,
    },
}

/// A formation's activation.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Activation {
    /// The place of the formation in the scenario's list.
    pub formation: u8,
    /// The part of the activation that is going on.
    pub phase: Phase,
    /// Its units that are in command (FD-9).
    pub in_command: UnitSet,
    /// Additional movement points, from an event chit.
    pub march: u16,
}

/// The parts of an activation, in order.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Movement (FD-10).
    Movement,
    /// Direct fire (FD-6).
    Fire,
    /// Close assault (FD-14).
    Assault,
}

/// A group on the move.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Moving {
    /// The companies that move together.
    pub units: UnitSet,
    /// Half movement points spent.
    pub spent: Halves,
}

/// A part of a march: it becomes one line of the log when the march ends or something interrupts it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct March {
    /// The group that marches.
    pub(crate) units: UnitSet,
    /// Where it began, and every hex entered.
    pub(crate) way: Vec<Hex>,
    /// Half movement points spent on it.
    pub(crate) cost: Halves,
}

/// A halt called for opportunity fire.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Halt {
    /// The side that may fire.
    pub side: Seat,
    /// The units that entered.
    pub entered: UnitSet,
    /// Units that have fired in this halt.
    pub fired: UnitSet,
}

/// A shot that was declared and not yet resolved.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Shot {
    /// The company that fires.
    pub shooter: Unit,
    /// The company it fires at.
    pub target: Unit,
    /// The shooter's event chit.
    pub chit: Option<u8>,
}

/// A close assault, from its first attacker to its dice.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Assault {
    /// The hex attacked.
    pub hex: Hex,
    /// The companies that go in.
    pub attackers: UnitSet,
    /// The attackers' event chit.
    pub chit: Option<u8>,
}

/// What an assault leaves to decide: where to fall back, who takes the hex.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Retreat {
    /// The hex fought over.
    pub hex: Hex,
    /// The companies that attacked it.
    pub attackers: UnitSet,
}

impl March {
    /// Forgets what has been told, and keeps the room for the next hexes.
    pub(crate) fn begin_anew(&mut self) {
        let March { units, way, cost } = self;
        (*units, *cost) = (UnitSet::NONE, 0);
        way.clear();
    }
}

impl Activation {
    /// The same activation in another phase.
    #[must_use]
    pub fn in_phase(self, phase: Phase) -> Activation {
        Activation { phase, ..self }
    }
}
