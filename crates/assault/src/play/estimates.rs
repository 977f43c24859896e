//! What a player asks before he acts: lines, cover and ways on the map, and shots as they would be. For bots and for
//! plans; it changes nothing.

use std::{cmp::Reverse, collections::BinaryHeap};

use hexmap::{BLOCKS, Corner, Hex, Weight};

use super::{
    s04_units::{self, card},
    s09_movement, s09_terrain, s10_fire,
    s10_ranged_fire::RangedFire,
    s10_results::Clash,
};
use crate::{
    state::{Activation, Ask, AskOf, Mark, Shot, Unit},
    tables::{
        Kind,
        catalogue::Run,
        dice::Count,
        fortification::Area,
        pool::Pool,
        ranged_fire::{FireStatus, RangedFireTables},
        units::Experience,
    },
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

/// A shot from one hex at another as it looks at a glance.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Glance {
    /// The dice of both sides.
    pub clash: Clash,
    /// The attacker does not see the target: somebody must spot for him.
    pub unseen: bool,
}

/// About what a unit in one hex would throw at a unit in another, which has the dice of its hex as `cover`; none if it
/// cannot reach it. Counted are the cards, the range, the line, the experience of the target and half strength; not
/// counted are marks, abilities and command cards, which change until then. Quick, for thousands of looks.
pub fn glance(ask: Ask<'_>, (attacker, from): (Unit, Hex), (target, at): (Unit, Hex), cover: Pool) -> Option<Glance> {
    let (by, to) = (card(ask, attacker), card(ask, target));
    let hexes = u8::try_from(ask.rules.grid().distance(from, at)).unwrap_or(u8::MAX);
    let attack = by.attack.against(to.kind).at(by.factor(hexes).ok()?);
    if attack.is_empty() {
        return None;
    }
    let hindrances = line(ask, (from, by.kind), (at, to.kind));
    let unseen = hindrances == BLOCKS;
    if unseen && !by.indirect {
        return None;
    }
    let catalogue = &ask.rules.catalogue;
    let tables = catalogue.ranged_fire();
    let between = if by.indirect { Pool::NONE } else { catalogue.hindrance.dice.times(hindrances) };
    let body = if by.indirect { to.defence.above } else { to.defence.front };
    let hardened = if to.experience >= Experience::Hardened { tables.dice.experience } else { Pool::NONE };
    let hard_to_see = if cover.is_empty() || hexes <= 1 { Pool::NONE } else { half_spotted(tables) };
    let defence = body + between + hardened + cover + hard_to_see;
    let count = if ask.state.has(attacker, Mark::HalfStrength) { Count::Strongest } else { Count::Every };
    Some(Glance { clash: Clash { attack, defence, count, ..Clash::default() }, unseen })
}

/// Most targets in cover are spotted, some are not: of the dice that these gain, the weakest.
fn half_spotted(tables: &RangedFireTables) -> Pool {
    let not_spotted = tables.modification.dice(FireStatus::Firing, false, false);
    not_spotted.dice().last().map_or(Pool::NONE, |colour| Pool::of(colour, 1))
}

/// The dice that a unit in a hex has against shells and bombs, those of experience left out.
pub fn under_shells(ask: Ask<'_>, unit: Unit, at: Hex) -> Pool {
    let card = card(ask, unit);
    card.defence.above + cover(ask, card.kind, at)
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
