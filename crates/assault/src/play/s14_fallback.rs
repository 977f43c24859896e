//! Fallback (AS-14.3): a unit that is driven back runs toward its own edge, away from the enemy it sees. A unit with
//! nowhere to run is eliminated.

use engine::{Entry, Tone};
use hexmap::Hex;

use super::{s04_units::card, s09_hiding, s09_mines, s09_movement, s13_status};
use crate::{
    rule_ids::FALLBACK,
    state::{Act, Activation, Ask, Mark, Unit},
    tables::Kind,
};

/// A unit falls back. Vehicles go backward and face where they faced.
pub(super) fn fall_back(act: &mut Act<'_>, unit: Unit) {
    act.state.mark(unit, Mark::Fallback);
    if !act.state.activated.has(unit) {
        // Nobody learns whether it had a command point.
        act.state.planned.take(unit);
    }
    act.state.activated.add(unit);
    let mut way: Vec<Hex> = act.state.hex(unit).into_iter().collect();
    let mut climbed = 0;
    s09_movement::leave(act, unit);
    for _ in 0..act.rules.catalogue.turn.fallback.hexes {
        let Some(to) = next(act.ask(), (unit, climbed), &way) else { break };
        let from = act.state.hex(unit);
        climbed += from.map_or(0, |from| s09_movement::levels_up(act.ask(), from, to));
        act.state.put(unit, to);
        way.push(to);
        s09_hiding::look_around(act, unit);
        s09_mines::enter(act, unit, from, to, false);
        if act.state.hex(unit).is_none() {
            return;
        }
        if act.state.has(unit, Mark::Immobilised) {
            break;
        }
    }
    if way.len() < 2 {
        return s13_status::eliminate(act, unit, FALLBACK);
    }
    act.note(|ask| {
        let to = way.last().map(|&hex| ask.rules.label(hex)).unwrap_or_default();
        Entry::new(FALLBACK, format!("{} falls back to {to}", ask.rules.unit_name(ask.state, unit)))
            .by(ask.state.unit(unit).seat)
            .tone(Tone::Combat)
            .at(way.iter().map(|&hex| ask.rules.label(hex)))
            .about([ask.rules.unit_id(ask.state, unit)])
    });
}

/// The hex a unit runs to next: farthest from the nearest enemy it knows of, then nearest to its own edge, then the
/// lowest number.
fn next(ask: Ask<'_>, (unit, climbed): (Unit, u8), way: &[Hex]) -> Option<Hex> {
    let from = ask.state.hex(unit)?;
    let (grid, seat) = (ask.rules.grid(), ask.state.unit(unit).seat);
    let facing = ask.state.unit(unit).facing;
    // A fallback is like a march of its own: nothing is spent, and walls and wire are as for anybody.
    let running = Activation { climbed, ..Activation::of(unit) };
    let enemies: Vec<Hex> = ask
        .state
        .side(seat.other())
        .filter(|&enemy| ask.state.is_known(enemy))
        .filter_map(|enemy| ask.state.hex(enemy))
        .collect();
    let nearest = |hex: Hex| enemies.iter().map(|&enemy| grid.distance(hex, enemy)).min().unwrap_or(u16::MAX);
    let here = nearest(from);
    let open = grid.neighbours(from).map(|(_, to)| to).filter(|to| !way.contains(to)).filter(|&to| {
        let backward = if card(ask, unit).kind == Kind::Vehicle { ask.state.unit(unit).facing } else { facing };
        s09_movement::check_step(ask, &running, from, backward, to).is_ok_and(|step| !step.delayed)
    });
    let away = open.filter(|&to| nearest(to) >= here.min(2));
    away.min_by_key(|&to| (std::cmp::Reverse(nearest(to).min(6)), ask.rules.side(seat).distance_to_edge(grid, to), to))
}
