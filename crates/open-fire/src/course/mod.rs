//! The course of play (OF-3), above the rules: which rule handles an action, and what follows every action by itself.
//! The rules do not know it: what they want to follow stands in the frames of the state.

pub mod action;
mod deeds;
pub mod done;
pub(crate) mod flow;
pub(crate) mod possible;
pub mod sharing;

use std::ops::ControlFlow;

use engine::Forecast;

use crate::{
    course::{
        action::{Action, Combat},
        done::Done,
        possible::Listing,
    },
    play::{
        refusal::Refused,
        s01_sharing,
        s05_operations::sightings,
        s06_rounds::turns,
        s07_movement::{movements::ReadyMovement, transport::Transport},
        s09_fire,
        s11_assault::{self, capture},
        s15_awards, s15_points,
        s16_campaign::enlisting,
    },
    state::{
        Frame, State,
        laid_out::{self, Act, Ask, AskOf, OpenFire},
        units::{Side, UnitId},
    },
};

/// Hands every legal action to `visit`, in a fixed order, until it breaks.
pub(crate) fn visit_legal(ask: Ask<'_>, visit: &mut dyn FnMut(Action) -> ControlFlow<()>) -> ControlFlow<()> {
    // Who is not carried is free to do all that his rule allows: that is asked once for the whole turn.
    let free = turns::check_free(ask, false).is_ok() && matches!(ask.state.frames.top(), Frame::Turn(_));
    let may = |action: Action| if free { action.check(ask).is_ok() } else { check_action(ask, action).is_ok() };
    possible::visit(ask, &mut Listing { may: &may, visit })
}

/// The exact odds of an attack or a look that is asked about now, for players that are not people.
pub fn odds_of(ask: Ask<'_>, action: &Action) -> Option<Forecast> {
    if let Action::Sight(sighting) = *action {
        return sightings::forecast(ask, sighting);
    }
    match action.combat()? {
        Combat::Fire(fire) => s09_fire::forecast(ask, fire),
        Combat::Assault(attack) => s11_assault::forecast(ask, attack),
    }
}

/// The state before the first action.
pub fn first_state(rules: &OpenFire) -> State {
    if let Some(opening) = &rules.opening {
        return State::clone(opening);
    }
    match &rules.roster {
        Some(roster) => enlisting::before_fitting_out(rules, roster),
        None => laid_out::before_generation(rules),
    }
}

/// An action that may be done now.
#[derive(Clone)]
pub struct Ready<'r> {
    action: Action,
    found: action::Ready<'r>,
}

/// Whether something may be done now, by whoever is asked.
pub(crate) fn check_action<'r>(ask: AskOf<'r, '_>, action: Action) -> Result<Ready<'r>, Refused> {
    match ask.state.frames.top() {
        Frame::Over { .. } => return Err(Refused::Over),
        Frame::Operations | Frame::Deployment { .. } => {
            check_ours(ask, action.units()[0])?;
            s01_sharing::check_led(ask, action.units()[0])?;
        }
        Frame::Turn(_) => return check_in_turn(ask, action),
        // What interrupts a turn comes first.
        Frame::Sighting { .. } if !matches!(action, Action::Sight(_)) => return Err(Refused::NotNow),
        Frame::Reading(_) if !matches!(action, Action::Answer(_)) => return Err(Refused::NotNow),
        Frame::Sighting { .. }
        | Frame::Reading(_)
        | Frame::Generation
        | Frame::Division
        | Frame::Round { .. }
        | Frame::German(_)
        | Frame::FitOut
        | Frame::Debriefing { .. } => {}
    }
    Ok(Ready { action, found: action.check(ask)? })
}

/// Whether something may be done in the turn in progress.
pub(crate) fn check_in_turn<'r>(ask: AskOf<'r, '_>, action: Action) -> Result<Ready<'r>, Refused> {
    let unit = turns::in_turn(ask)?.unit;
    if !matches!(action, Action::Done(Done)) {
        turns::check_free(ask, matches!(action, Action::Transport(Transport::Unload { unit: off }) if off == unit))?;
    }
    Ok(Ready { action, found: action.check(ask)? })
}

/// Only active units of the platoon do anything (OF-2.12).
fn check_ours(ask: Ask<'_>, unit: Option<UnitId>) -> Result<(), Refused> {
    let ours = |unit: UnitId| ask.state.unit(unit).side == Side::Us && ask.state.unit(unit).is_active();
    if unit.is_none_or(ours) { Ok(()) } else { Err(Refused::Inactive) }
}

impl Ready<'_> {
    /// Does it, and everything that follows by itself.
    pub(crate) fn perform(self, act: &mut Act<'_>) {
        let before = sharing::before(act.ask());
        let mut awards = if act.journal.wanted() { s15_awards::awards(act.ask()) } else { 0 };
        let (witness, round, action) = (deeds::witness(act.ask()), act.state.round, self.action);
        self.perform_alone(act);
        if let Some(witness) = &witness {
            deeds::note_deeds(act, witness, action);
        }
        capture::lose_prisoners(act);
        s15_points::award_for_disabled(act);
        if act.journal.wanted() {
            s15_awards::tell_awards(act, &mut awards);
        }
        flow::go_on(act);
        if act.journal.wanted() {
            s15_awards::tell_awards(act, &mut awards);
        }
        sharing::settle(act, &before, action);
        deeds::forget_gifts(act, round);
    }

    /// Does it, and reads the first page if the mission begins with it; nothing else that follows.
    pub(crate) fn perform_alone(self, act: &mut Act<'_>) {
        let before = flow::has_yet_to_begin(act.ask());
        self.found.perform(act);
        if let Some(before) = before {
            flow::begin_mission(act, before);
        }
    }

    /// The action.
    pub(crate) fn action(&self) -> Action {
        self.action
    }

    /// The movement, if it is one.
    pub(crate) fn movement(&self) -> Option<ReadyMovement> {
        self.found.movement()
    }
}
