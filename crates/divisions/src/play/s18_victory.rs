//! Victory (FD-18): ground held at the end and enemy steps destroyed.

use engine::{Entry, Seat, Tone};
use hexmap::Hex;

use super::s10_march::tell_march;
use crate::{
    rule_ids::VICTORY,
    state::{Act, Ask, Divisions, Frame, Place, Unit},
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

/// Gives the enemy the points for a step that a unit has lost.
pub(super) fn score_step(act: &mut Act<'_>, unit: Unit) {
    let info = act.rules.unit(unit);
    let seat = info.seat.other();
    act.state.kill_points[seat.index()] += info.value;
    if info.value != 0 {
        act.note(|ask| {
            let text = format!("{} gains {}", ask.rules.side_name(seat), counted(info.value));
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
                let (name, points) = (ask.rules.side_name(seat), counted(objective.points));
                let text = format!("{name} takes {}: {points} for whoever holds it", objective.name);
                Entry::new(VICTORY, text).by(seat).at([ask.rules.label(hex)])
            });
        }
    }
}

/// The side with the lead that wins, as things stand.
fn leader(ask: Ask<'_>) -> Option<Seat> {
    let (lead, margin) = (lead(ask), ask.rules.victory.margin);
    if lead >= margin {
        Some(Seat(0))
    } else if -lead >= margin {
        Some(Seat(1))
    } else {
        None
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
    let winner = leader(act.ask());
    act.note(|ask| {
        let result = result_title(ask.rules, winner, lead(ask));
        Entry::new(VICTORY, format!("The game ends: {result}")).tone(Tone::Heading)
    });
    while act.state.frames.pop().is_some() {}
    act.state.frames.replace(Frame::Over { winner });
}

/// How the game came out, as a title says it.
pub(crate) fn result_title(rules: &Divisions, winner: Option<Seat>, lead: i32) -> String {
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
