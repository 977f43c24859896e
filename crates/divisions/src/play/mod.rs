//! Play: one module for each section of the rules, in their order.
//!
//! The module of a rule owns its actions whole, as a family ([`engine::Family`]): which may be done, what a check
//! finds, what it does, how it is offered, written, read and meant. The rules do not know the `course` of play: what
//! they want to follow stands in the frames of the state.

mod notation;
mod pointing;
pub mod refusal;
pub mod s01_companies;
pub mod s02_fire_needs;
pub mod s03_direct_fire;
pub mod s04_opportunity_fire;
pub(crate) mod s05_pins;
pub(crate) mod s06_fire_phase;
mod s07_tally;
pub(crate) mod s09_command;
pub(crate) mod s10_march;
pub mod s10_movement;
pub mod s11_terrain;
pub mod s12_stacking;
pub mod s14_close_assault;
pub(crate) mod s15_event_chits;
pub(crate) mod s15_hands;
pub mod s16_weather;
pub(crate) mod s17_reinforcements;
pub mod s18_victory;
pub(crate) mod s19_set_up;

use engine::{Families, Seat};

use crate::state::{Ask, Divisions, Frame, Unit};
pub(crate) use notation::read_unit;
pub(crate) use pointing::Meant;
use refusal::Refused;

impl Families for Divisions {
    type Refused = Refused;
    type Pointed<'p> = Meant;
}

/// The side that is asked now. The first side of the scenario keeps the cup.
pub(crate) fn asked(ask: Ask<'_>) -> Option<Seat> {
    let seat = |unit: Unit| ask.rules.unit(unit).seat;
    match ask.state.frames.top() {
        Frame::Cup { .. } => Some(Seat(0)),
        Frame::Activation(activation) => Some(ask.rules.formation(activation.formation).seat),
        Frame::Moving(moving) => moving.units.first().map(seat),
        Frame::Halt(halt) => Some(halt.side),
        Frame::Reply(shot) => Some(seat(shot.target)),
        Frame::Assault(assault) => assault.attackers.first().map(seat),
        Frame::AssaultReply(assault) => assault.attackers.first().map(|unit| seat(unit).other()),
        Frame::Retreat(after) => after.attackers.first().map(|unit| seat(unit).other()),
        Frame::Advance(after) => after.attackers.first().map(seat),
        Frame::Over { .. } => None,
    }
}

/// The refusal of an action that is not what is asked for.
pub(crate) fn out_of_place(ask: Ask<'_>) -> Refused {
    match ask.state.frames.top() {
        Frame::Moving(_) => Refused::OthersAreMoving,
        Frame::Cup { .. }
        | Frame::Activation(_)
        | Frame::Halt(_)
        | Frame::Reply(_)
        | Frame::Assault(_)
        | Frame::AssaultReply(_)
        | Frame::Retreat(_)
        | Frame::Advance(_)
        | Frame::Over { .. } => Refused::NotAsked,
    }
}
