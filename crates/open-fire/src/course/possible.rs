//! What might be done now, in a fixed order: which frame asks what.

use std::ops::ControlFlow;

use engine::Visit;

use crate::{
    course::{action::Action, done::Done, sharing},
    play::{
        missions::{deployment, freed_men},
        s04_generation,
        s05_operations::{self, March, markers, sightings},
        s06_rounds::{between_turns::BetweenTurns, command, turns},
        s07_movement::{
            movements,
            transport::{self, Transport},
        },
        s09_fire,
        s11_assault::{self, capture},
        s12_crews::Abandon,
        s16_campaign::steps,
    },
    reading::answers,
    state::{
        Frame, Turn,
        laid_out::Ask,
        units::{Place, Side, UnitId},
    },
    tables::cards::Kind,
};

/// Somebody who is shown legal actions, and the question that the others do not pass.
pub(crate) struct Listing<'l> {
    /// Whether an action may be done.
    pub(crate) may: &'l dyn Fn(Action) -> bool,
    /// Is shown those that may.
    pub(crate) visit: &'l mut Visit<'l, Action>,
}

impl Listing<'_> {
    /// Shows those of some actions that may be done.
    fn each(&mut self, actions: impl IntoIterator<Item = impl Into<Action>>) -> ControlFlow<()> {
        let may = self.may;
        actions.into_iter().map(Into::into).filter(|action| may(*action)).try_for_each(&mut *self.visit)
    }

    /// Shows an action if it may be done.
    fn one(&mut self, action: impl Into<Action>) -> ControlFlow<()> {
        self.each([action])
    }

    /// Shows actions that have been checked.
    fn legal(&mut self, actions: impl IntoIterator<Item = impl Into<Action>>) -> ControlFlow<()> {
        actions.into_iter().map(Into::into).try_for_each(&mut *self.visit)
    }
}

/// Visits everything that might be done now and passes the question, in a fixed order.
pub(crate) fn visit(ask: Ask<'_>, show: &mut Listing<'_>) -> ControlFlow<()> {
    match ask.state.frames.top() {
        Frame::Generation => show.each(s04_generation::possible(ask)),
        Frame::Division => show.each(sharing::possible_divisions(ask)),
        Frame::Deployment { .. } => {
            show.each(deployment::possible(ask))?;
            show.each(transport::possible_aboard(ask))
        }
        Frame::Operations => {
            in_operations(ask, show)?;
            show.each(answers::possible_calls(ask))?;
            show.each(sharing::possible_successors(ask))
        }
        Frame::Round { .. } => {
            show.each(ask.state.active(Side::Us).map(|(unit, _)| BetweenTurns::Begin { unit }))?;
            show.each(sharing::possible_successors(ask))?;
            show.each([BetweenTurns::StandDown, BetweenTurns::CallOff])?;
            show.each(answers::possible_calls(ask))
        }
        Frame::German(_) => show.one(BetweenTurns::German),
        Frame::Turn(turn) => in_a_turn(ask, turn, show),
        Frame::Sighting { .. } => show.each(sightings::ANSWERS),
        Frame::Reading(_) => show.each(answers::possible(ask)),
        Frame::FitOut | Frame::Debriefing { .. } => show.each(steps::possible(ask)),
        Frame::Over { .. } => ControlFlow::Continue(()),
    }
}

/// Visits everything a player might do in operations, unit by unit.
pub(crate) fn in_operations(ask: Ask<'_>, show: &mut Listing<'_>) -> ControlFlow<()> {
    for (unit, piece) in ask.state.active(Side::Us) {
        if piece.place == Place::OffMap {
            show.each(transport::possible_entries(ask, unit))?;
        }
        if let Some(hex) = piece.hex() {
            let leads = leads_stack(ask, unit);
            for (_, to) in ask.rules.grid().neighbours(hex) {
                show.one(March { unit, to, stack: false })?;
                if leads {
                    show.one(March { unit, to, stack: true })?;
                }
            }
            show.one(Transport::Exit { unit })?;
        }
        show.each(transport::possible_with_hatches(unit))?;
        show.each(ask.state.active(Side::Us).map(|(carrier, _)| Transport::Load { unit, carrier }))?;
        show.one(Transport::Unload { unit })?;
        show.each([true, false].map(|inside| Transport::DigIn { unit, inside }))?;
        show.one(Abandon(Some(unit)))?;
        for (captured, _) in ask.state.all_units().filter(|(_, other)| other.captured) {
            show.each(capture::possible(unit, captured))?;
        }
    }
    show.each(freed_men::possible(ask, None))
}

/// Whether a unit is the first of several that could move as a stack.
fn leads_stack(ask: Ask<'_>, unit: UnitId) -> bool {
    matches!(s05_operations::stack_of(ask, unit)[..], [first, _, ..] if first == unit)
}

/// Everything a unit might do in its turn, but for what one look at the unit or its target shows to be out of the
/// question.
fn in_a_turn(ask: Ask<'_>, turn: &Turn, show: &mut Listing<'_>) -> ControlFlow<()> {
    let unit = turn.unit;
    let (piece, card) = (ask.state.unit(unit), ask.rules.card(ask.state.unit(unit)));
    let whole_turn = turns::check_all_points(ask, turn).is_ok();
    show.one(Done)?;
    show.each(movements::worth_a_check(ask, turn))?;
    show.one(Transport::Exit { unit })?;
    show.each(transport::other_way_of_hatches(ask, unit))?;
    show.one(Abandon(None))?;
    if piece.place == Place::OffMap {
        show.each(transport::possible_entries(ask, unit))?;
    }
    if card.kind == Kind::Gun {
        show.each(s09_fire::possible_preparations())?;
    }
    if card.kind.is_squad() {
        show.each(movements::possible_on_foot(ask, unit))?;
    }
    for (target, _) in ask.state.active(piece.side.enemy()) {
        show.each(s09_fire::worth_a_check(ask, unit, target))?;
        show.each(s11_assault::worth_a_check(ask, turn, target))?;
    }
    if markers::check_look(ask, turn).is_ok() {
        show.each(sightings::possible_looks(ask))?;
    }
    show.legal(s09_fire::legal_smoke(ask, turn))?;
    let commands = !turn.begun && command::is_commander(ask, unit);
    for (other, _) in ask.state.active(Side::Us).filter(|_| commands || whole_turn) {
        if commands {
            show.each(command::possible(other))?;
        }
        if whole_turn {
            show.each(transport::possible_loads(ask, unit, other))?;
        }
    }
    show.each(freed_men::possible(ask, Some(unit)))?;
    for (captured, there) in ask.state.all_units().filter(|(_, other)| other.captured) {
        if there.hex() == ask.state.hex_of(unit) {
            show.each(capture::possible(unit, captured))?;
        }
    }
    ControlFlow::Continue(())
}
