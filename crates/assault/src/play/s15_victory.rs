//! Victory (AS-15): ground held at the end and enemy units eliminated.

use engine::{Entry, Seat, Tone};
use hexmap::Hex;

use super::{s04_units::card, s09_march::tell_march};
use crate::{
    rule_ids::VICTORY,
    state::{Act, Ask, Assault, Frame, Place, Unit},
};

/// Victory points of a side as things stand.
pub fn points(ask: Ask<'_>, seat: Seat) -> i32 {
    let Ask { rules, state } = ask;
    let held = rules.objectives.iter().zip(&state.holders).filter(|(_, holder)| **holder == Some(seat));
    let ground: i32 = held.map(|(objective, _)| objective.points).sum();
    ground + state.kill_points[seat.index()] + rules.victory.handicap[seat.index()]
}

/// The first side's lead in points.
pub(crate) fn lead(ask: Ask<'_>) -> i32 {
    points(ask, Seat(0)) - points(ask, Seat(1))
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
                let (name, points) = (ask.rules.side_name(seat), counted(objective.points));
                let text = format!("{name} takes {}: {points} for whoever holds it", objective.name);
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
    let (lead, margin) = (lead(act.ask()), act.rules.victory.margin);
    let winner = match lead {
        lead if lead >= margin => Some(Seat(0)),
        lead if -lead >= margin => Some(Seat(1)),
        _ => None,
    };
    act.note(|ask| {
        Entry::new(VICTORY, format!("The game ends: {}", result_title(ask.rules, winner, lead))).tone(Tone::Heading)
    });
    while act.state.frames.pop().is_some() {}
    act.state.frames.replace(Frame::Over { winner });
}

/// How the game came out, as a title says it.
pub(crate) fn result_title(rules: &Assault, winner: Option<Seat>, lead: i32) -> String {
    match winner {
        None => "a draw".to_owned(),
        Some(seat) => {
            let degree = if lead.abs() >= rules.victory.decisive { "decisive" } else { "marginal" };
            format!("{degree} victory for {}", rules.side_name(seat))
        }
    }
}

/// "1 victory point", "3 victory points".
fn counted(points: i32) -> String {
    if points == 1 { "1 victory point".to_owned() } else { format!("{points} victory points") }
}
