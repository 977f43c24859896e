//! Play: one module for each section of the rules, in their order.
//!
//! The module of a rule owns its actions whole, as a family ([`engine::Family`]): which may be done, what a check
//! finds, what it does, how it is offered, written, read and meant. The rules do not know the `course` of play: what
//! they want to follow stands in the frames of the state.

pub(crate) mod common_knowledge;
mod counting;
mod d6;
pub mod estimates;
pub(crate) mod notation;
mod offer;
mod pointing;
pub mod refusal;
pub(crate) mod s04_transport;
pub(crate) mod s04_units;
pub(crate) mod s05_initiative;
pub(crate) mod s06_planning;
pub(crate) mod s07_support;
pub(crate) mod s08_command_cards;
pub(crate) mod s08_hands;
pub(crate) mod s08_moments;
pub mod s09_actions;
pub(crate) mod s09_activation;
pub(crate) mod s09_hiding;
pub(crate) mod s09_march;
pub mod s09_minefields;
pub(crate) mod s09_mines;
pub mod s09_movement;
pub mod s09_moves;
pub(crate) mod s09_terrain;
pub mod s09_terrain_damage;
pub mod s10_fire;
pub mod s10_orders;
pub mod s10_ranged_fire;
pub mod s10_reaction;
pub mod s10_results;
pub mod s10_shots;
pub mod s11_assault;
pub mod s11_close_combat;
pub mod s12_3_air_support;
pub mod s12_4_off_board;
pub mod s12_5_collapse;
pub(crate) mod s12_air_strikes;
pub(crate) mod s12_blast;
pub(crate) mod s12_bombardment;
pub(crate) mod s13_digging;
pub(crate) mod s13_harm;
pub(crate) mod s13_status;
pub(crate) mod s14_fallback;
pub(crate) mod s14_organization;
pub mod s15_victory;
pub(crate) mod s16_set_up;
pub(crate) mod told;

use engine::{Families, Seat};

use crate::state::{Ask, Assault, Frame};
pub(crate) use pointing::Meant;
use refusal::Refused;

impl Families for Assault {
    type Refused = Refused;
    type Pointed<'p> = Meant;
}

/// The side that is asked now.
pub(crate) fn asked(ask: Ask<'_>) -> Option<Seat> {
    match ask.state.frames.top() {
        Frame::Muster { seat }
        | Frame::Deploy { seat }
        | Frame::Planning { seat }
        | Frame::Support { seat }
        | Frame::Action { seat }
        | Frame::Organization { seat } => Some(*seat),
        Frame::Activation(activation) => Some(ask.state.unit(activation.unit).seat),
        Frame::Reaction(reaction) => Some(reaction.side),
        Frame::Shot(shot) => Some(ask.state.unit(shot.attacker).seat),
        Frame::Answer(shot) => Some(ask.state.unit(shot.target).seat),
        Frame::Charge(charge) => Some(ask.state.unit(charge.unit).seat),
        Frame::Stand(charge) => Some(ask.state.unit(charge.target).seat),
        Frame::Wide(air) => Some(air.seat.other()),
        Frame::Again(air) => Some(air.seat),
        Frame::Over { .. } => None,
    }
}

#[cfg(test)]
mod hazard_tests;
#[cfg(test)]
mod off_board_tests;
#[cfg(test)]
mod tests;
