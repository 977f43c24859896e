//! Victory (AS-15): ground held at the end and enemy units eliminated.

use engine::{Contest, Entry, Seat, Tone};
use hexmap::Hex;

use super::{s04_units::card, s09_march::tell_march};
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

/// The enemy's points for a unit that is eliminated.
pub(super) fn score(act: &mut Act<'_>, unit: Unit) {
    let seat = act.state.unit(unit).seat;
    let value = act.rules.catalogue.turn.victory.of(card(act.ask(), unit).kind);
    act.state.lost[seat.index()] += 1;
    act.state.kill_points[seat.other().index()] += value;
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
    let left = |seat: Seat| ask.state.units.iter().any(|unit| unit.seat == seat && unit.place != Place::Gone);
    [Seat(0), Seat(1)].into_iter().find(|&seat| !left(seat))
}

/// A game with a side that has nothing left ends at once. Whether it is over.
pub(crate) fn end_if_destroyed(act: &mut Act<'_>) -> bool {
    let over = matches!(act.state.frames.top(), Frame::Over { .. });
    let begun = !matches!(act.state.frames.top(), Frame::Muster { .. } | Frame::Deploy { .. });
    if !over && begun && destroyed(act.ask()).is_some() {
        end_game(act);
        return true;
    }
    over
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
