//! How a unit that waits off the map comes in: where, when and for how much (OF-6.10).

use engine::Points;
use hexmap::Hex;

use crate::{
    play::s07_movement::{self, going},
    state::{
        laid_out::Ask,
        units::{Place, UnitId},
    },
    tables::forms::Halves,
};

/// More hexes than this are told by the first and the last of them.
const FEW: usize = 6;
/// A movement point, in halves.
const ONE: Halves = 2;

/// "at 4101, in one of its turns: 1 movement point of a drive"; nothing for a unit that does not wait off the map.
pub(crate) fn coming_in(ask: Ask<'_>, unit: UnitId) -> Option<String> {
    if ask.state.unit(unit).place != Place::OffMap {
        return None;
    }
    let hexes = entries(ask);
    let at = hexes_in_words(ask, &hexes);
    Some(match ask.state.round {
        0 if ask.rules.mission.unstacked && !hexes.iter().any(|&hex| going::check_entry(ask, unit, hex).is_ok()) => {
            format!("{at}, as soon as the hex is free: it costs nothing while no German is about")
        }
        0 => format!("{at}, now: it costs nothing while no German is about"),
        1 => format!("{at}, from the second round on, once it is aware: {}", cost(ask, unit, &hexes)),
        _ => format!("{at}, in one of its turns: {}", cost(ask, unit, &hexes)),
    })
}

/// Where it may still come in: one hex for all, if the briefing says so and the first has come.
fn entries(ask: Ask<'_>) -> Vec<Hex> {
    match ask.state.came_in_at {
        Some(first) => vec![first],
        None => going::entry_hexes(ask.rules).collect(),
    }
}

fn hexes_in_words(ask: Ask<'_>, hexes: &[Hex]) -> String {
    let labels: Vec<String> = hexes.iter().map(|&hex| ask.rules.label(hex)).collect();
    match &labels[..] {
        [] => "nowhere".to_owned(),
        [only] => format!("at {only}"),
        [first, .., last] if labels.len() > FEW => format!("anywhere from {first} to {last}"),
        [others @ .., last] => format!("at {} or {last}", others.join(", ")),
    }
}

/// What the first hex takes of a drive; men just walk in.
fn cost(ask: Ask<'_>, unit: UnitId, hexes: &[Hex]) -> String {
    if ask.rules.card(ask.state.unit(unit)).kind.is_squad() {
        return "it walks in, and may go on from there".to_owned();
    }
    let costs = hexes.iter().filter_map(|&hex| s07_movement::entry_cost(ask, unit, hex));
    match costs.min() {
        Some(least) => {
            let word = if least <= ONE { "point" } else { "points" };
            format!("drive first, then it takes {} movement {word}", Points(least))
        }
        None => "it finds no way in".to_owned(),
    }
}
