//! Play: one module for each section of the rules, in their order.
//!
//! The module of a rule owns its actions whole: which are possible, whether one may be done, what it does, how it is offered and
//! how it is written. Here are the only matches over all of them, one for each question; none has a catch-all, so an action that
//! somebody forgot does not compile.

pub mod action;
pub(crate) mod done;
mod notation;
mod offer;
pub mod refusal;
pub mod s01_companies;
pub mod s02_fire_needs;
pub mod s03_direct_fire;
pub mod s04_opportunity_fire;
mod s05_pins;
mod s06_fire_phase;
mod s07_tally;
pub(crate) mod s08_cup;
mod s09_command;
pub mod s10_movement;
pub mod s11_terrain;
pub mod s12_stacking;
pub mod s14_close_assault;
pub(crate) mod s15_event_chits;
pub mod s16_weather;
mod s17_reinforcements;
pub mod s18_victory;
pub(crate) mod s19_set_up;

use std::ops::ControlFlow;

use engine::{Choice, Forecast, NotationError, Seat};

use crate::{
    state::{Act, Ask, Divisions, Frame, Phase, Shot, Unit},
    tables::When,
};
use action::Action;
pub(crate) use notation::read_unit;
use refusal::Refused;

/// Somebody who is shown legal actions one by one, and may have seen enough.
pub(crate) type Visit<'a> = dyn FnMut(Action) -> ControlFlow<()> + 'a;

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

/// Visits every legal action, in a fixed order, until told to stop.
pub(crate) fn visit(ask: Ask<'_>, visit: &mut Visit<'_>) -> ControlFlow<()> {
    match ask.state.frames.top() {
        Frame::Cup { .. } => return visit(Action::Draw),
        Frame::Activation(activation) => match activation.phase {
            Phase::Movement => {
                s15_event_chits::visit_for_formation(ask, activation, visit)?;
                s10_movement::visit(ask, activation, visit)?;
            }
            Phase::Fire => s06_fire_phase::visit(ask, activation, visit)?,
            Phase::Assault => s14_close_assault::visit(ask, activation, visit)?,
        },
        Frame::Moving(moving) => s10_movement::visit_next(ask, moving, visit)?,
        Frame::Halt(halt) => s04_opportunity_fire::visit(ask, halt, visit)?,
        Frame::Reply(_) => s15_event_chits::visit(ask, When::EnemyShot, visit)?,
        Frame::Assault(assault) => {
            s14_close_assault::visit_joins(ask, assault, visit)?;
            if assault.chit.is_none() {
                s15_event_chits::visit(ask, When::OwnAssault, visit)?;
            }
        }
        Frame::AssaultReply(_) => s15_event_chits::visit(ask, When::EnemyAssault, visit)?,
        Frame::Retreat(after) => return s14_close_assault::visit_retreats(ask, after, visit),
        Frame::Advance(after) => s14_close_assault::visit_advances(ask, after, visit)?,
        Frame::Over { .. } => return ControlFlow::Continue(()),
    }
    visit(Action::Done)
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
        Action::Draw => s08_cup::check(ask),
        Action::Move { units, to } => s10_movement::check(ask, units, to).map(|_| ()),
        Action::Fire { shooter, target, chit } => s03_direct_fire::check(ask, Shot { shooter, target, chit }),
        Action::Assault { unit, hex } => s14_close_assault::check(ask, unit, hex),
        Action::Join { unit } => s14_close_assault::check_join(ask, unit),
        Action::Retreat { to } => s14_close_assault::check_retreat(ask, to),
        Action::Advance { units } => s14_close_assault::check_advance(ask, units),
        Action::Play { chit, unit } => s15_event_chits::check(ask, chit, unit),
        Action::Done => done::check(ask),
    }
}

/// Does an action that has been checked.
pub(crate) fn perform(act: &mut Act<'_>, action: &Action) {
    match *action {
        Action::Draw => s08_cup::draw(act),
        Action::Move { units, to } => s10_movement::perform(act, units, to),
        Action::Fire { shooter, target, chit } => s03_direct_fire::declare(act, Shot { shooter, target, chit }),
        Action::Assault { unit, hex } => s14_close_assault::begin(act, unit, hex),
        Action::Join { unit } => s14_close_assault::join(act, unit),
        Action::Retreat { to } => s14_close_assault::fall_back(act, to),
        Action::Advance { units } => s14_close_assault::advance(act, units),
        Action::Play { chit, unit } => s15_event_chits::play(act, chit, unit),
        Action::Done => done::perform(act),
    }
    s18_victory::end_if_destroyed(act);
}

/// An action as it is offered on a screen, with its price and its odds.
pub(crate) fn choice(ask: Ask<'_>, action: &Action) -> Choice {
    let choice = match *action {
        Action::Draw => s08_cup::choice(),
        Action::Move { units, to } => s10_movement::choice(ask, units, to),
        Action::Fire { shooter, target, chit } => s03_direct_fire::choice(ask, Shot { shooter, target, chit }),
        Action::Assault { unit, hex } => s14_close_assault::choice(ask, unit, hex),
        Action::Join { unit } => s14_close_assault::choice_to_join(ask, unit),
        Action::Retreat { to } => s14_close_assault::choice_to_retreat(ask, to),
        Action::Advance { units } => s14_close_assault::choice_to_advance(ask, units),
        Action::Play { chit, unit } => s15_event_chits::choice(ask, chit, unit),
        Action::Done => done::choice(ask),
    };
    // An answer is about an attack on the side that gives it: the odds are told from its end.
    let answers = matches!(ask.state.frames.top(), Frame::Reply(_) | Frame::AssaultReply(_));
    let odds = if answers { choice.odds.map(Forecast::turned) } else { choice.odds };
    Choice { action: write(ask.rules, action), odds, ..choice }
}

/// An action as a line of text.
pub(crate) fn write(rules: &Divisions, action: &Action) -> String {
    match *action {
        Action::Draw => s08_cup::VERB.word.to_owned(),
        Action::Move { units, to } => s10_movement::write(rules, units, to),
        Action::Fire { shooter, target, chit } => s03_direct_fire::write(rules, Shot { shooter, target, chit }),
        Action::Assault { unit, hex } => s14_close_assault::write(rules, unit, hex),
        Action::Join { unit } => s14_close_assault::write_join(rules, unit),
        Action::Retreat { to } => s14_close_assault::write_retreat(rules, to),
        Action::Advance { units } => s14_close_assault::write_advance(rules, units),
        Action::Play { chit, unit } => s15_event_chits::write(rules, chit, unit),
        Action::Done => done::VERB.word.to_owned(),
    }
}

/// The action that a line of text says.
pub(crate) fn read(rules: &Divisions, text: &str) -> Result<Action, NotationError> {
    notation::read(rules, text)
}

/// The refusal of an action that is not what is asked for.
fn out_of_place(ask: Ask<'_>) -> Refused {
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
