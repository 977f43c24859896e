//! Everything that changes during a game.

pub mod faults;
mod frames;
mod laid_out;
mod odds;
mod units;
mod words;

use engine::{Frames, Seat, Viewer};
use hexmap::Hex;
use serde::Serialize;

pub(crate) use frames::March;
pub use frames::{Activation, Assault, Frame, Halt, Moving, Phase, Retreat, Shot};
pub use laid_out::{Divisions, Draw, Formation, TurnWeather, UnitInfo};
pub(crate) use laid_out::{Layout, Pool, USUAL_VICTORY};
pub use odds::{AssaultOdds, FireOdds};
pub use units::{Place, Unit, UnitSet};

/// What rules of this game ask about.
pub type Ask<'a> = engine::Ask<'a, 'a, Divisions>;
/// The same where what is found in the game as it is laid out outlives the look at its state.
pub type AskOf<'r, 's> = engine::Ask<'r, 's, Divisions>;
/// What rules of this game work with.
pub type Act<'a> = engine::Act<'a, Divisions>;

/// The state of a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct State {
    /// The turn, counted from 1.
    pub turn: u8,
    /// The weather, by its place in the table.
    pub weather: u8,
    /// The place and the steps of each unit.
    pub units: Vec<UnitState>,
    /// What is in the cup.
    pub cup: Vec<Chit>,
    /// Event chits in hand, by seat.
    pub hands: [Vec<EventChit>; 2],
    /// Event chits that can still be drawn, by seat (FD-15). A game without chits keeps the fingerprints it had before
    /// there were pools.
    #[serde(skip_serializing_if = "no_chits")]
    pub pools: [Vec<EventChit>; 2],
    /// The kinds of the event chits that were played, by seat: everybody has seen them.
    #[serde(skip_serializing_if = "no_chits")]
    pub played: [Vec<u8>; 2],
    /// The side that holds each objective.
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
    /// What is going on; the top frame decides who is asked.
    pub frames: Frames<Frame>,
    /// The part of the march that the log has still to tell.
    #[serde(skip)]
    pub(crate) untold: March,
    /// The units in each hex: follows from `units`.
    #[serde(skip)]
    pub(crate) occupants: Vec<UnitSet>,
}

fn no_chits<T>(by_seat: &[Vec<T>; 2]) -> bool {
    by_seat.iter().all(Vec::is_empty)
}

/// A unit's place and strength.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UnitState {
    /// Its hex, or why it has none.
    pub place: Place,
    /// Steps left: 2 full, 1 depleted, 0 gone.
    pub steps: u8,
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
    /// A chit of the other side, as far as a viewer may know it.
    FaceDown,
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

    /// The activation that is going on, perhaps under an interrupt.
    pub fn activation(&self) -> Option<&Activation> {
        self.frames.iter().find_map(|frame| match frame {
            Frame::Activation(activation) => Some(activation),
            Frame::Cup { .. }
            | Frame::Moving(_)
            | Frame::Halt(_)
            | Frame::Reply(_)
            | Frame::Assault(_)
            | Frame::AssaultReply(_)
            | Frame::Retreat(_)
            | Frame::Advance(_)
            | Frame::Over { .. } => None,
        })
    }

    /// Whether a formation is in its movement, with nobody interrupting it.
    pub(crate) fn is_moving(&self) -> bool {
        matches!(self.frames.top(), Frame::Moving(_) | Frame::Activation(Activation { phase: Phase::Movement, .. }))
    }

    /// The state as a viewer may know it: the other side's event chits are turned face down, in its hand and in its
    /// pool.
    pub(crate) fn seen_by(&self, viewer: Viewer) -> State {
        let mut seen = self.clone();
        for seat in [Seat(0), Seat(1)].into_iter().filter(|&seat| !viewer.knows(seat)) {
            let hidden = seen.hands[seat.index()].iter_mut().chain(&mut seen.pools[seat.index()]);
            hidden.for_each(|chit| *chit = EventChit::FaceDown);
        }
        seen
    }
}
