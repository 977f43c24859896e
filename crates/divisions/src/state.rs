//! Everything that changes during a game.

use engine::{Frames, Seat};
use hexmap::Hex;
use serde::Serialize;

use crate::unit_set::{Unit, UnitSet};

/// The state of a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct State {
    /// The turn, counted from 1.
    pub turn: u8,
    /// Index of the weather.
    pub weather: u8,
    /// Where each unit is and how many steps it has.
    pub units: Vec<UnitState>,
    /// What is in the cup.
    pub cup: Vec<Chit>,
    /// Event chits in hand, by seat.
    pub hands: [Vec<EventChit>; 2],
    /// Event chits that can still be drawn, by seat (FD-15). A game without chits keeps the fingerprints it had before there were pools.
    #[serde(skip_serializing_if = "no_chits")]
    pub pools: [Vec<EventChit>; 2],
    /// The kinds of the event chits that were played, by seat: everybody has seen them.
    #[serde(skip_serializing_if = "no_chits")]
    pub played: [Vec<u8>; 2],
    /// Who holds each objective.
    pub holders: Vec<Option<Seat>>,
    /// Steps lost, by seat (FD-7).
    pub steps_lost: [u16; 2],
    /// Victory points won by destroying the enemy, by seat.
    pub kill_points: [i32; 2],
    /// Units of the active formation that are pinned (FD-5).
    pub pinned: UnitSet,
    /// Units that have moved in this activation.
    pub moved: UnitSet,
    /// Units that have fired or assaulted in this activation.
    pub fired: UnitSet,
    /// What is going on.
    pub frames: Frames<Frame>,
    /// The part of the march that the log has still to tell.
    #[serde(skip)]
    pub(crate) untold: March,
    /// Who stands in each hex: follows from `units`.
    #[serde(skip)]
    pub(crate) occupants: Vec<UnitSet>,
}

fn no_chits<T>(by_seat: &[Vec<T>; 2]) -> bool {
    by_seat.iter().all(Vec::is_empty)
}

/// A unit's place and strength.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UnitState {
    /// Where it is.
    pub place: Place,
    /// Steps left: 2 full, 1 depleted, 0 gone.
    pub steps: u8,
}

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

/// Something in the cup (FD-8).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Chit {
    /// Activates a formation.
    Formation(u8),
    /// An event: this side draws from its pool.
    Event(Seat),
}

/// An event chit (FD-15): its kind, or face down.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum EventChit {
    /// The index of its kind.
    Kind(u8),
    /// Somebody else's.
    FaceDown,
}

/// What is going on, and who is asked. The top frame decides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Frame {
    /// A chit is to be drawn; `fresh` at the start of a turn.
    Cup {
        /// Whether the turn has still to begin.
        fresh: bool,
    },
    /// A formation acts.
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
    /// The end.
    Over {
        /// Who won.
        winner: Option<Seat>,
    },
}

/// A formation's activation.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Activation {
    /// Which formation.
    pub formation: u8,
    /// What it is doing.
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
    /// Who moves together.
    pub units: UnitSet,
    /// Half movement points spent.
    pub spent: u16,
}

/// A part of a march: it becomes one line of the log when the march ends or something interrupts it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct March {
    /// Who marches.
    pub(crate) units: UnitSet,
    /// Where it began, and every hex entered.
    pub(crate) way: Vec<Hex>,
    /// Half movement points spent on it.
    pub(crate) cost: u16,
}

/// A halt called for opportunity fire.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Halt {
    /// Who may fire.
    pub side: Seat,
    /// The units that entered.
    pub entered: UnitSet,
    /// Units that have fired in this halt.
    pub fired: UnitSet,
}

/// A declared shot.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Shot {
    /// Who fires.
    pub shooter: Unit,
    /// At whom.
    pub target: Unit,
    /// The shooter's event chit.
    pub chit: Option<u8>,
}

/// A close assault.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Assault {
    /// The hex attacked.
    pub hex: Hex,
    /// Who attacks.
    pub attackers: UnitSet,
    /// The attackers' event chit.
    pub chit: Option<u8>,
}

/// After an assault.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Retreat {
    /// The hex fought over.
    pub hex: Hex,
    /// Who attacked it.
    pub attackers: UnitSet,
}

impl State {
    /// Where a unit stands, if it is on the map.
    pub fn hex(&self, unit: Unit) -> Option<Hex> {
        match self.units[unit.index()].place {
            Place::On(hex) => Some(hex),
            Place::Reserve | Place::Gone => None,
        }
    }

    /// The units in a hex.
    pub fn units_in(&self, hex: Hex) -> UnitSet {
        self.occupants[hex.index()]
    }

    /// Steps a unit has left.
    pub fn steps(&self, unit: Unit) -> u8 {
        self.units[unit.index()].steps
    }

    /// Puts a unit into a hex.
    pub(crate) fn put(&mut self, unit: Unit, hex: Hex) {
        self.lift(unit);
        self.units[unit.index()].place = Place::On(hex);
        self.occupants[hex.index()].add(unit);
    }

    /// Takes a unit off the map.
    pub(crate) fn remove(&mut self, unit: Unit) {
        self.lift(unit);
        self.units[unit.index()].place = Place::Gone;
    }

    fn lift(&mut self, unit: Unit) {
        if let Some(hex) = self.hex(unit) {
            self.occupants[hex.index()].take(unit);
        }
    }
}
