//! Play: one module for each section of the rules, in their order.
//!
//! The module of a rule says which of its actions are possible, whether one may be done and what it does. Here are the only matches over all of
//! them, one for each question; none has a catch-all, so an action that somebody forgot does not compile.

pub mod action;
mod counting;
mod d6;
pub mod estimates;
pub(crate) mod notation;
pub(crate) mod offer;
pub mod refusal;
pub(crate) mod s04_transport;
pub(crate) mod s04_units;
pub(crate) mod s05_initiative;
pub(crate) mod s06_planning;
pub(crate) mod s07_support;
pub(crate) mod s08_command_cards;
pub mod s09_actions;
pub(crate) mod s09_hiding;
pub mod s09_minefields;
pub(crate) mod s09_mines;
pub mod s09_movement;
pub(crate) mod s09_terrain;
pub mod s09_terrain_damage;
pub mod s10_fire;
pub mod s10_ranged_fire;
pub mod s10_reaction;
pub mod s10_results;
pub mod s11_assault;
pub mod s11_close_combat;
pub mod s12_3_air_support;
pub mod s12_4_off_board;
pub mod s12_5_collapse;
pub(crate) mod s12_air_strikes;
pub(crate) mod s12_blast;
pub(crate) mod s12_bombardment;
pub(crate) mod s13_status;
pub(crate) mod s14_fallback;
pub(crate) mod s14_organization;
pub mod s15_victory;
pub(crate) mod s16_set_up;
pub(crate) mod told;

use std::ops::ControlFlow;

use engine::Seat;

use crate::state::{Act, Ask, Frame};
use action::Action;
use refusal::Refused;

/// Somebody who is shown legal actions one by one, and may have seen enough.
pub(crate) type Visit<'a> = dyn FnMut(Action) -> ControlFlow<()> + 'a;

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
        Frame::Over { .. } => None,
    }
}

/// Visits every legal action, in a fixed order, until told to stop.
pub(crate) fn visit(ask: Ask<'_>, visit: &mut Visit<'_>) -> ControlFlow<()> {
    match ask.state.frames.top() {
        Frame::Muster { .. } => return visit(Action::Draw),
        Frame::Deploy { seat } => return s16_set_up::visit(ask, *seat, visit),
        Frame::Planning { seat } => {
            s06_planning::visit(ask, *seat, visit)?;
            s08_command_cards::visit(ask, *seat, visit)?;
        }
        Frame::Support { seat } => {
            s07_support::visit(ask, *seat, visit)?;
            s08_command_cards::visit(ask, *seat, visit)?;
        }
        Frame::Action { seat } => {
            s09_actions::visit_activations(ask, *seat, visit)?;
            s12_bombardment::visit(ask, *seat, visit)?;
            s12_air_strikes::visit(ask, *seat, visit)?;
        }
        Frame::Activation(activation) => {
            s09_actions::visit(ask, activation, visit)?;
            s08_command_cards::visit(ask, ask.state.unit(activation.unit).seat, visit)?;
        }
        Frame::Reaction(reaction) => s10_reaction::visit(ask, reaction, visit)?,
        Frame::Shot(shot) => {
            s10_fire::visit_joins(ask, shot, visit)?;
            s08_command_cards::visit(ask, ask.state.unit(shot.attacker).seat, visit)?;
        }
        Frame::Answer(shot) => s08_command_cards::visit(ask, ask.state.unit(shot.target).seat, visit)?,
        Frame::Charge(charge) => s08_command_cards::visit(ask, ask.state.unit(charge.unit).seat, visit)?,
        Frame::Stand(charge) => s08_command_cards::visit(ask, ask.state.unit(charge.target).seat, visit)?,
        Frame::Organization { seat } => s08_command_cards::visit(ask, *seat, visit)?,
        Frame::Wide(air) => return s12_air_strikes::visit_hits(ask, air, visit),
        Frame::Over { .. } => return ControlFlow::Continue(()),
    }
    if s09_actions::check_done(ask).is_ok() { visit(Action::Done) } else { ControlFlow::Continue(()) }
}

/// All legal actions.
pub(crate) fn legal(ask: Ask<'_>, actions: &mut Vec<Action>) {
    let _ = visit(ask, &mut |action| {
        actions.push(action);
        ControlFlow::Continue(())
    });
}

/// Whether an action may be done now.
pub(crate) fn check(ask: Ask<'_>, action: &Action) -> Result<(), Refused> {
    match *action {
        Action::Draw => s16_set_up::check_draw(ask),
        Action::Place { unit, to } => s16_set_up::check_place(ask, unit, to),
        Action::PlaceRest => s16_set_up::check_rest(ask),
        Action::Plan { unit } => s06_planning::check_plan(ask, unit),
        Action::Unplan { unit } => s06_planning::check_unplan(ask, unit),
        Action::Request { support, at } => s07_support::check(ask, support, at),
        Action::Activate { unit } => s09_actions::check_activate(ask, unit),
        Action::Bombard { support, .. } => s12_bombardment::check(ask, support),
        Action::AirStrike { support, target, blast } => s12_air_strikes::check(ask, support, target, blast),
        Action::Move { unit, to } => s09_movement::check(ask, unit, to).map(|_| ()),
        Action::Turn { unit, to } => s09_movement::check_turn(ask, unit, to).map(|_| ()),
        Action::Fast { unit } => s09_actions::check_fast(ask, unit),
        Action::FireFirst { unit } => s09_actions::check_fire_first(ask, unit),
        Action::Fire { attacker, target } => s10_fire::check(ask, attacker, target),
        Action::Join { unit } => s10_fire::check_join(ask, unit),
        Action::Assault { unit, target } => s11_assault::check(ask, unit, target).map(|_| ()),
        Action::Hide { unit } => s09_hiding::check_hide(ask, unit),
        Action::Ambush { unit } => s09_hiding::check_ambush(ask, unit),
        Action::DigIn { unit } => s13_status::check_dig_in(ask, unit),
        Action::Clear { unit } => s09_mines::check_clear(ask, unit).map(|_| ()),
        Action::Mount { unit, vehicle } => s04_transport::check_mount(ask, unit, vehicle),
        Action::Dismount { unit } => s04_transport::check_dismount(ask, unit).map(|_| ()),
        Action::Smoke { unit, at } => s09_actions::check_smoke(ask, unit, at),
        Action::Blast { unit, at } => s12_blast::check(ask, unit, at).map(|_| ()),
        Action::Hit { unit } => s12_air_strikes::check_hit(ask, unit),
        Action::Play { card, unit } => s08_command_cards::check(ask, card, unit),
        Action::Done => s09_actions::check_done(ask),
    }
}

/// Does an action that has been checked.
pub(crate) fn perform(act: &mut Act<'_>, action: &Action) {
    match *action {
        Action::Draw => s16_set_up::draw(act),
        Action::Place { unit, to } => s16_set_up::place(act, unit, to),
        Action::PlaceRest => s16_set_up::place_rest(act),
        Action::Plan { unit } => act.state.planned.add(unit),
        Action::Unplan { unit } => act.state.planned.take(unit),
        Action::Request { support, at } => s07_support::request(act, support, at),
        Action::Activate { unit } => s09_actions::activate(act, unit),
        Action::Bombard { support, mode } => s12_bombardment::perform(act, support, mode),
        Action::AirStrike { support, target, blast } => s12_air_strikes::perform(act, support, target, blast),
        Action::Move { unit, to } => s09_movement::perform(act, unit, to),
        Action::Turn { unit, to } => s09_movement::turn(act, unit, to),
        Action::Fast { .. } => s09_actions::go_fast(act),
        Action::FireFirst { .. } => s09_actions::fire_first(act),
        Action::Fire { attacker, target } => s10_fire::declare(act, attacker, target),
        Action::Join { unit } => s10_fire::join(act, unit),
        Action::Assault { unit, target } => s11_assault::perform(act, unit, target),
        Action::Hide { unit } => s09_hiding::hide(act, unit),
        Action::Ambush { unit } => s09_hiding::lie_in_ambush(act, unit),
        Action::DigIn { unit } => s13_status::dig_in(act, unit),
        Action::Clear { unit } => s09_mines::clear(act, unit),
        Action::Mount { unit, vehicle } => s04_transport::mount(act, unit, vehicle),
        Action::Dismount { unit } => s04_transport::dismount(act, unit),
        Action::Smoke { unit, at } => s09_actions::lay_smoke(act, unit, at),
        Action::Blast { unit, at } => s12_blast::perform(act, unit, at),
        Action::Hit { unit } => s12_air_strikes::hit(act, unit),
        Action::Play { card, unit } => s08_command_cards::play(act, card, unit),
        Action::Done => s09_actions::done(act),
    }
    s09_actions::settle(act);
}

#[cfg(test)]
mod hazard_tests;
#[cfg(test)]
mod off_board_tests;
#[cfg(test)]
mod tests;
