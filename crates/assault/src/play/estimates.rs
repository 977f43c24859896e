//! What a player asks before he acts: lines, cover and ways on the map, and shots as they would be. For bots and for
//! plans; it changes nothing.

use std::{cmp::Reverse, collections::BinaryHeap};

use hexmap::{BLOCKS, Corner, Hex, Weight};

use super::{
    s04_units::{self, card},
    s09_movement, s09_terrain, s10_fire,
    s10_ranged_fire::RangedFire,
};
use crate::{
    state::{Activation, Ask, AskOf, Shot, Unit},
    tables::{Kind, catalogue::Run, fortification::Area, pool::Pool},
};

/// About how many hindrances are between a unit of one kind and one of another, each in its hex; [`hexmap::BLOCKS`] if
/// they do not see each other. Smoke counts wherever it is on the way, however high the two stand, and ground that has
/// changed is taken as it was: quick, for thousands of looks.
pub fn line(ask: Ask<'_>, (from, looker): (Hex, Kind), (to, target): (Hex, Kind)) -> Weight {
    let weight = ask.rules.sight.at_the_start(from, to, (looker, target));
    if weight == BLOCKS || ask.state.smoke.is_empty() {
        return weight;
    }
    let grid = ask.rules.grid();
    let far = grid.distance(from, to);
    let on_the_way = |at: Hex| grid.distance(from, at) + grid.distance(at, to) == far;
    let smoke = ask.state.smoke.iter().filter(|(at, _)| on_the_way(*at)).map(|(_, markers)| *markers);
    let weight = smoke.fold(weight, Weight::saturating_add);
    if weight >= ask.rules.catalogue.hindrance.blocks { BLOCKS } else { weight }
}

/// The dice that a hex gives to a kind of unit, seen from the front of what is built there. What lies on its sides is
/// left out.
pub fn cover(ask: Ask<'_>, kind: Kind, hex: Hex) -> Pool {
    let ground = s09_terrain::ground(ask, hex).defence.of(kind);
    let work = s09_terrain::work_in(ask, hex).map_or(Pool::NONE, |work| work.row.defence.of(kind, Area::Front));
    let trail = s09_terrain::way_through(ask, hex)
        .filter(|way| way.kind == Run::Footpath)
        .map_or(Pool::NONE, |way| way.defence.of(kind));
    let hill = if s09_terrain::on_hill(ask, hex) { ask.rules.catalogue.hill.defence.of(kind) } else { Pool::NONE };
    ground.better(work).better(trail) + hill
}

/// Whether a gun or vehicle in a hex that faces a corner has another in its arc of fire.
pub fn in_arc(ask: Ask<'_>, from: Hex, facing: Corner, to: Hex) -> bool {
    s04_units::looks_at(ask, from, facing, to)
}

/// A shot as it would be counted now, with what the defender answers; none if it cannot be fired.
pub fn shot<'r>(ask: AskOf<'r, '_>, shot: Shot, answer: Option<u8>) -> Option<RangedFire<'r>> {
    s10_fire::aim(ask, shot).ok().map(|aim| s10_fire::fire(ask, shot, aim, answer))
}

/// Movement points that a unit needs from every hex to another, turns and other units left out; `u16::MAX` where no way
/// leads.
pub fn ways(ask: Ask<'_>, unit: Unit, to: Hex) -> Vec<u16> {
    let grid = ask.rules.grid();
    let fresh = Activation::of(unit);
    let whole = u16::from(card(ask, unit).allowance);
    let mut far = vec![u16::MAX; grid.len()];
    far[to.index()] = 0;
    let mut open = BinaryHeap::from([Reverse((0u16, to))]);
    while let Some(Reverse((cost, here))) = open.pop() {
        if cost > far[here.index()] {
            continue;
        }
        for (direction, from) in grid.neighbours(here) {
            let facing = direction.opposite().left_corner();
            let Ok(step) = s09_movement::step(ask, &fresh, from, facing, here) else { continue };
            let points = if step.delayed { whole } else { u16::from(step.cost) };
            let total = cost.saturating_add(points);
            if total < far[from.index()] {
                far[from.index()] = total;
                open.push(Reverse((total, from)));
            }
        }
    }
    far
}
