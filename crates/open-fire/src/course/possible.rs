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

/// Visits everything that might be done now, in a fixed order; [`check_action`](crate::course::check_action) says
/// what is legal.
pub(crate) fn visit(ask: Ask<'_>, visit: &mut Visit<'_, Action>) -> ControlFlow<()> {
    match ask.state.frames.top() {
        Frame::Generation => s04_generation::possible(ask).into_iter().map(Action::Generate).try_for_each(visit),
        Frame::Division => sharing::possible_divisions(ask).into_iter().try_for_each(visit),
        Frame::Deployment { .. } => {
            deployment::possible(ask).into_iter().map(Action::Deploy).try_for_each(&mut *visit)?;
            transport::possible_aboard(ask).map(Action::Transport).try_for_each(visit)
        }
        Frame::Operations => {
            in_operations(ask, visit)?;
            answers::possible_calls(ask).map(Action::Answer).try_for_each(&mut *visit)?;
            sharing::possible_successors(ask).map(Action::Share).try_for_each(visit)
        }
        Frame::Round { .. } => {
            let begin = ask.state.active(Side::Us).map(|(unit, _)| BetweenTurns::Begin { unit });
            begin.map(Action::Round).try_for_each(&mut *visit)?;
            sharing::possible_successors(ask).map(Action::Share).try_for_each(&mut *visit)?;
            [BetweenTurns::StandDown, BetweenTurns::CallOff]
                .map(Action::Round)
                .into_iter()
                .try_for_each(&mut *visit)?;
            answers::possible_calls(ask).map(Action::Answer).try_for_each(visit)
        }
        Frame::German(_) => visit(Action::Round(BetweenTurns::German)),
        Frame::Turn(turn) => in_a_turn(ask, turn, visit),
        Frame::Sighting { .. } => sightings::ANSWERS.map(Action::Sight).into_iter().try_for_each(visit),
        Frame::Reading(_) => answers::possible(ask).into_iter().map(Action::Answer).try_for_each(visit),
        Frame::FitOut | Frame::Debriefing { .. } => {
            steps::possible(ask).into_iter().map(Action::Debrief).try_for_each(visit)
        }
        Frame::Over { .. } => ControlFlow::Continue(()),
    }
}

/// Visits everything a player might do in operations, unit by unit.
pub(crate) fn in_operations(ask: Ask<'_>, visit: &mut Visit<'_, Action>) -> ControlFlow<()> {
    for (unit, piece) in ask.state.active(Side::Us) {
        if piece.place == Place::OffMap {
            transport::possible_entries(ask, unit).map(Action::Transport).try_for_each(&mut *visit)?;
        }
        if let Some(hex) = piece.hex() {
            let leads = leads_stack(ask, unit);
            for (_, to) in ask.rules.grid().neighbours(hex) {
                visit(Action::March(March { unit, to, stack: false }))?;
                if leads {
                    visit(Action::March(March { unit, to, stack: true }))?;
                }
            }
            visit(Action::Transport(Transport::Exit { unit }))?;
        }
        transport::possible_with_hatches(unit).map(Action::Transport).try_for_each(&mut *visit)?;
        for (carrier, _) in ask.state.active(Side::Us) {
            visit(Action::Transport(Transport::Load { unit, carrier }))?;
        }
        visit(Action::Transport(Transport::Unload { unit }))?;
        for inside in [true, false] {
            visit(Action::Transport(Transport::DigIn { unit, inside }))?;
        }
        visit(Action::Abandon(Abandon(Some(unit))))?;
        for (captured, _) in ask.state.all_units().filter(|(_, other)| other.captured) {
            capture::possible(unit, captured).map(Action::Guard).into_iter().try_for_each(&mut *visit)?;
        }
    }
    freed_men::possible(ask, None).into_iter().map(Action::Rescue).try_for_each(visit)
}

/// Whether a unit is the first of several that could move as a stack.
fn leads_stack(ask: Ask<'_>, unit: UnitId) -> bool {
    matches!(s05_operations::stack_of(ask, unit)[..], [first, _, ..] if first == unit)
}

/// Everything a unit might do in its turn, but for what one look at the unit or its target shows to be out of the
/// question.
fn in_a_turn(ask: Ask<'_>, turn: &Turn, visit: &mut Visit<'_, Action>) -> ControlFlow<()> {
    let unit = turn.unit;
    let (piece, card) = (ask.state.unit(unit), ask.rules.card(ask.state.unit(unit)));
    let whole_turn = turns::check_all_points(ask, turn).is_ok();
    visit(Action::Done(Done))?;
    movements::possible_for_vehicles().map(Action::Move).into_iter().try_for_each(&mut *visit)?;
    visit(Action::Transport(Transport::Exit { unit }))?;
    transport::possible_with_hatches(unit).map(Action::Transport).try_for_each(&mut *visit)?;
    visit(Action::Abandon(Abandon(None)))?;
    if piece.place == Place::OffMap {
        transport::possible_entries(ask, unit).map(Action::Transport).try_for_each(&mut *visit)?;
    }
    if card.kind == Kind::Gun {
        s09_fire::possible_preparations().map(Action::Fire).into_iter().try_for_each(&mut *visit)?;
    }
    if card.kind.is_squad() {
        movements::possible_on_foot(ask, unit).map(Action::Move).try_for_each(&mut *visit)?;
    }
    for (target, _) in ask.state.active(piece.side.enemy()) {
        s09_fire::worth_a_check(ask, unit, target).map(Action::Fire).try_for_each(&mut *visit)?;
        s11_assault::worth_a_check(ask, turn, target).map(Action::Assault).try_for_each(&mut *visit)?;
    }
    if markers::check_look(ask, turn).is_ok() {
        sightings::possible_looks(ask).map(Action::Sight).try_for_each(&mut *visit)?;
    }
    s09_fire::possible_smoke(ask, turn).map(Action::Fire).try_for_each(&mut *visit)?;
    let commands = !turn.begun && command::is_commander(ask, unit);
    for (other, _) in ask.state.active(Side::Us).filter(|_| commands || whole_turn) {
        if commands {
            command::possible(other).map(Action::Command).into_iter().try_for_each(&mut *visit)?;
        }
        if whole_turn {
            transport::possible_loads(unit, other).map(Action::Transport).into_iter().try_for_each(&mut *visit)?;
        }
    }
    freed_men::possible(ask, Some(unit)).into_iter().map(Action::Rescue).try_for_each(&mut *visit)?;
    for (captured, there) in ask.state.all_units().filter(|(_, other)| other.captured) {
        if there.hex() == ask.state.hex_of(unit) {
            capture::possible(unit, captured).map(Action::Guard).into_iter().try_for_each(&mut *visit)?;
        }
    }
    ControlFlow::Continue(())
}
