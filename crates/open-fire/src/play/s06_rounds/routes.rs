//! Which way a German takes (OF-6.8): the quickest, the one with the best cover, or the best of both.
//!
//! Vehicles are planned over hexes and the hexside they face, because turning costs movement points; men over hexes. The way is worked
//! out again as soon as anything has happened that matters to it.

use std::{cmp::Reverse, collections::BinaryHeap};

use hexmap::{Direction, Hex, HexSet};

use crate::{
    booklet::paragraphs::words::Route,
    play::{s06_rounds::german_orders, s07_movement::transport, s08_sight, s09_fire::targets},
    state::{
        Turn,
        laid_out::{Act, Ask, OpenFire},
        units::{Place, UnitId},
        way::{Goal, Leg, Purpose, Way},
    },
};

/// What being seen in a hex is worth, in half movement points: in the open, in cover, and more when the enemy is near.
const SEEN_IN_THE_OPEN: u32 = 2;
const SEEN_IN_COVER: u32 = 1;
const NEAR: u16 = 10;
/// How much the routes mind it.
const BEST_COVER: u32 = 4;
const BEST: u32 = 1;

const FACINGS: usize = 6;

/// Above this many goals it does not pay to ask how far each of them is.
const FEW: usize = 12;

/// A way being searched: cheapest first, with what is at least left to the goal.
struct Search {
    cost: Vec<u32>,
    /// The node before.
    from: Vec<u32>,
    settled: Vec<bool>,
    queue: BinaryHeap<Reverse<(u32, usize)>>,
}

impl Search {
    fn new(nodes: usize) -> Search {
        Search {
            cost: vec![u32::MAX; nodes],
            from: vec![u32::MAX; nodes],
            settled: vec![false; nodes],
            queue: BinaryHeap::new(),
        }
    }

    fn reach(&mut self, from: usize, node: usize, cost: u32, at_least: impl FnOnce() -> u32) {
        if cost < self.cost[node] {
            self.cost[node] = cost;
            self.from[node] = from as u32;
            self.queue.push(Reverse((cost + at_least(), node)));
        }
    }

    fn next(&mut self) -> Option<usize> {
        while let Some(Reverse((_, node))) = self.queue.pop() {
            if !self.settled[node] {
                self.settled[node] = true;
                return Some(node);
            }
        }
        None
    }

    /// The steps from the start to a node, the first one last.
    fn steps(&self, start: usize, end: usize, squad: bool) -> Vec<Leg> {
        let mut steps = Vec::new();
        let mut at = end;
        while at != start {
            let before = self.from[at] as usize;
            let hex = hex_of(at);
            steps.push(match hex_of(before) == hex {
                true => Leg::Turn { clockwise: Direction::ALL[before % FACINGS].turned(1).index() == at % FACINGS },
                false if squad => Leg::Walk(hex),
                false => Leg::Ahead(hex),
            });
            at = before;
        }
        steps
    }
}

/// The next step of the way to the nearest of some hexes; if none can be reached, toward where it comes nearest to them.
/// `None` if the unit is there, or no step brings it nearer. The rest of the way is kept in the turn in progress.
pub(crate) fn next_step(act: &mut Act<'_>, unit: UnitId, goal: &Goal, route: Route) -> Option<Leg> {
    let piece = act.state.unit(unit);
    let at = (piece.hex()?, piece.facing);
    let purpose = purpose(act.ask(), unit, goal, route);
    let kept = act.state.turn_mut().and_then(|turn| turn.way.take());
    let known = kept.filter(|way| way.at == at && way.purpose == purpose).map(|way| way.steps);
    let mut steps = known.unwrap_or_else(|| steps_to(act.ask(), unit, &hexes_of(act.ask(), unit, goal), route));
    let step = steps.pop()?;
    let at = match step {
        Leg::Turn { clockwise } => (at.0, at.1.turned(if clockwise { 1 } else { -1 })),
        Leg::Ahead(hex) | Leg::Walk(hex) => (hex, at.1),
    };
    if let Some(turn) = act.state.turn_mut().filter(|turn: &&mut Turn| turn.unit == unit && !steps.is_empty()) {
        turn.way = Some(Box::new(Way { purpose, at, steps }));
    }
    Some(step)
}

fn hexes_of(ask: Ask<'_>, unit: UnitId, goal: &Goal) -> HexSet {
    match goal {
        Goal::Hexes(hexes) => {
            let mut set = HexSet::new(ask.rules.grid().len());
            set.extend(hexes.iter().copied());
            set
        }
        Goal::Hideout(away) => german_orders::hideouts(ask, unit, *away),
    }
}

fn purpose(ask: Ask<'_>, unit: UnitId, goal: &Goal, route: Route) -> Purpose {
    let others = ask.state.all_units().filter(|&(other, piece)| other != unit && piece.is_active());
    Purpose {
        route,
        goal: goal.clone(),
        others: others.map(|(other, piece)| (other, standing(piece.place))).collect(),
        smoke: ask.state.smoke.iter().map(|smoke| smoke.hex).collect(),
        suppressed: ask.state.unit(unit).condition.suppressed,
    }
}

/// All steps of the way, the first one last.
fn steps_to(ask: Ask<'_>, unit: UnitId, goals: &HexSet, route: Route) -> Vec<Leg> {
    let Some(from) = ask.state.unit(unit).hex().filter(|_| !goals.is_empty()) else { return Vec::new() };
    let squad = ask.rules.card(ask.state.unit(unit)).kind.is_squad();
    let rotation = ask.rules.card(ask.state.unit(unit)).rotation.and_then(|cost| cost.0).unwrap_or(0);
    let danger = if route == Route::Quickest { None } else { targets::most_dangerous(ask, unit) };
    let smoke = s08_sight::smoke(ask);
    let exposed = |hex: Hex| danger.map_or(0, |enemy| exposure(ask.rules, enemy, hex, &smoke)) * weight(route);
    let closed = closed_hexes(ask, unit, goals);
    let few: Vec<Hex> = if goals.len() <= FEW { goals.iter().collect() } else { Vec::new() };
    let least_step = ask
        .rules
        .card(ask.state.unit(unit))
        .class
        .map_or(0, |class| ask.rules.country.least_step(ask.rules.weather(), class));
    let at_least = |hex: Hex| {
        let nearest = few.iter().map(|&goal| ask.rules.grid().distance(hex, goal)).min().unwrap_or(0);
        u32::from(nearest) * u32::from(least_step)
    };
    let mut search = Search::new(ask.rules.grid().len() * FACINGS);
    let start = node(from, if squad { Direction::N } else { ask.state.unit(unit).facing });
    search.reach(start, start, 0, || 0);
    while let Some(at) = search.next() {
        let (hex, facing, cost) = (hex_of(at), Direction::ALL[at % FACINGS], search.cost[at]);
        if goals.contains(hex) {
            return search.steps(start, at, squad);
        }
        for (way, next) in ask.rules.grid().neighbours(hex) {
            if !squad && way != facing || closed.contains(next) {
                continue;
            }
            let Some(step) = transport::step_cost(ask, unit, hex, next) else { continue };
            let to = node(next, if squad { Direction::N } else { facing });
            search.reach(at, to, cost + u32::from(step) + exposed(next), || at_least(next));
        }
        if !squad {
            for by in [1, -1] {
                let turned = node(hex, facing.turned(by));
                search.reach(at, turned, cost + u32::from(rotation), || at_least(hex));
            }
        }
    }
    let nearest = nearest_reached(ask.rules, &search, goals);
    nearest.map(|end| search.steps(start, end, squad)).unwrap_or_default()
}

/// The node from which it is least far to any goal, if none can be reached.
fn nearest_reached(rules: &OpenFire, search: &Search, goals: &HexSet) -> Option<usize> {
    let reached = (0..search.cost.len()).filter(|&at| search.settled[at]);
    let rank = |at: &usize| (distance_to(rules, goals, hex_of(*at)), search.cost[*at], *at);
    reached.min_by_key(rank)
}

/// Hexes that a unit does not enter on its way: full of vehicles, or held by an enemy it is not sent to.
fn closed_hexes(ask: Ask<'_>, unit: UnitId, goals: &HexSet) -> HexSet {
    let mut closed = HexSet::new(ask.rules.grid().len());
    let side = ask.state.unit(unit).side;
    for (other, piece) in ask.state.all_units().filter(|(_, other)| other.is_active()) {
        let Some(hex) = piece.hex().filter(|_| other != unit) else { continue };
        let enemy = piece.side != side && !goals.contains(hex);
        if enemy || transport::check_stacking(ask, unit, hex).is_err() {
            closed.insert(hex);
        }
    }
    closed
}

fn distance_to(rules: &OpenFire, goals: &HexSet, hex: Hex) -> u16 {
    goals.iter().map(|goal| rules.grid().distance(hex, goal)).min().unwrap_or(u16::MAX)
}

/// How much a unit in a hex is exposed to an enemy.
fn exposure(rules: &OpenFire, enemy: Hex, hex: Hex, smoke: &HexSet) -> u32 {
    if !rules.country.sees_unit(enemy, hex, smoke) {
        return 0;
    }
    let near = u32::from(rules.grid().distance(enemy, hex) <= NEAR);
    near + if gives_cover(rules, hex) { SEEN_IN_COVER } else { SEEN_IN_THE_OPEN }
}

/// Whether a hex is cover: woods, town, rough, or buildings.
pub(crate) fn gives_cover(rules: &OpenFire, hex: Hex) -> bool {
    rules.country.shelter.contains(hex)
}

/// Hexes in which none of a unit's enemies would see it.
pub(crate) fn unseen_hexes(ask: Ask<'_>, unit: UnitId) -> HexSet {
    let smoke = s08_sight::smoke(ask);
    let enemies = ask.state.active(ask.state.unit(unit).side.enemy()).filter_map(|(enemy, _)| ask.state.hex_of(enemy));
    let mut unseen = HexSet::new(ask.rules.grid().len());
    unseen.extend(ask.rules.grid().hexes());
    for enemy in enemies {
        unseen.difference_with(&ask.rules.country.units_in_sight(enemy, &smoke));
    }
    unseen
}

fn standing(place: Place) -> Option<Hex> {
    match place {
        Place::At(hex) => Some(hex),
        _ => None,
    }
}

fn node(hex: Hex, facing: Direction) -> usize {
    hex.index() * FACINGS + facing.index()
}

fn hex_of(node: usize) -> Hex {
    Hex((node / FACINGS) as u16)
}

fn weight(route: Route) -> u32 {
    match route {
        Route::Quickest => 0,
        Route::Best => BEST,
        Route::BestCover => BEST_COVER,
    }
}
