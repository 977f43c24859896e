//! Fallback (AS-14.3): a unit that is driven back runs toward its own edge, away from the enemy it sees. How it runs,
//! and what meets it on the way, is in `s13_harm`: a unit with nowhere to run is eliminated.

use hexmap::Hex;

use super::{s04_units::card, s09_movement};
use crate::{
    state::{Activation, Ask, Unit},
    tables::Kind,
};

/// The hex a unit runs to next: farthest from the nearest enemy it knows of, then nearest to its own edge, then the
/// lowest number.
pub(super) fn next(ask: Ask<'_>, (unit, climbed): (Unit, u8), way: &[Hex]) -> Option<Hex> {
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
