//! Victory (FD-18): ground held at the end and enemy steps destroyed.

use engine::{Contest, Entry, Seat, Tone, points_in_words};
use hexmap::Hex;

use super::s10_march::tell_march;
use crate::{
    rule_ids::VICTORY,
    state::{Act, Ask, Frame, Place, Unit},
};

/// How the sides stand.
pub(crate) fn contest(ask: Ask<'_>) -> Contest<'_> {
    let Ask { rules, state } = ask;
    Contest {
        objectives: &rules.objectives,
        holders: &state.holders,
        kill_points: state.kill_points,
        victory: rules.victory,
    }
}

/// Victory points of a side as things stand.
pub fn points(ask: Ask<'_>, seat: Seat) -> i32 {
    contest(ask).points(seat)
}

/// Gives the enemy the points for a step that a unit has lost.
pub(super) fn score_step(act: &mut Act<'_>, unit: Unit) {
    let info = act.rules.unit(unit);
    let seat = info.seat.other();
    act.state.kill_points[seat.index()] += info.value;
    if info.value != 0 {
        act.note(|ask| {
            let text = format!("{} gains {}", ask.rules.side_name(seat), points_in_words(info.value));
            Entry::new(VICTORY, text).by(seat).about([info.id.clone()])
        });
    }
}

/// A side that enters an objective holds it until the enemy enters it.
pub(super) fn take_objective(act: &mut Act<'_>, seat: Seat, hex: Hex) {
    for (place, objective) in act.rules.objectives.iter().enumerate() {
        if objective.hex == hex && act.state.holders[place] != Some(seat) {
            tell_march(act);
            act.state.holders[place] = Some(seat);
            act.note(|ask| {
                let text = objective.taken_by(ask.rules.side_name(seat));
                Entry::new(VICTORY, text).by(seat).at([ask.rules.label(hex)])
            });
        }
    }
}

/// The side that has nothing left, on the map or to come.
pub(crate) fn destroyed(ask: Ask<'_>) -> Option<Seat> {
    let gone = |unit: Unit| ask.state.units[unit.index()].place == Place::Gone;
    [Seat(0), Seat(1)].into_iter().find(|&seat| ask.rules.side(seat).iter().all(gone))
}

/// A game with a side that has nothing left ends at once.
pub(crate) fn end_if_destroyed(act: &mut Act<'_>) {
    let over = matches!(act.state.frames.top(), Frame::Over { .. });
    if !over && destroyed(act.ask()).is_some() {
        end_game(act);
    }
}

/// The game ends as things stand.
pub(crate) fn end_game(act: &mut Act<'_>) {
    tell_march(act);
    let winner = act.rules.victory.winner(contest(act.ask()).lead());
    act.note(|ask| Entry::new(VICTORY, format!("The game ends: {}", result_title(ask, winner))).tone(Tone::Heading));
    while act.state.frames.pop().is_some() {}
    act.state.frames.replace(Frame::Over { winner });
}

/// How the game came out, as a title says it.
pub(crate) fn result_title(ask: Ask<'_>, winner: Option<Seat>) -> String {
    let Contest { victory, .. } = contest(ask);
    victory.title(winner.map(|seat| ask.rules.side_name(seat)), contest(ask).lead())
}
