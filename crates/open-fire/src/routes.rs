//! Which way a German takes (OF-6.8): the quickest, the one with the best cover, or the best of both.
//!
//! Vehicles are planned over hexes and the hexside they face, because turning costs movement points; men over hexes. The way is worked
//! out anew before every step, so that whatever happened on the last one counts; each step makes what is left shorter.

use std::{cmp::Reverse, collections::BinaryHeap};

use hexmap::{Direction, Hex, HexSet};

use crate::{mission::OpenFire, paragraphs::words::Route, state::State, units::UnitId};

/// One step of a move.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Pace {
    /// Turns the hull by one hexside.
    Turn {
        /// Clockwise.
        clockwise: bool,
    },
    /// Into the hex ahead.
    Ahead(Hex),
    /// On foot into a hex beside.
    Walk(Hex),
}

/// What being seen in a hex is worth, in half movement points: in the open, in cover, and more when the enemy is near.
const SEEN_IN_THE_OPEN: u32 = 2;
const SEEN_IN_COVER: u32 = 1;
const NEAR: u16 = 10;
/// How much the routes mind it.
const BEST_COVER: u32 = 4;
const BEST: u32 = 1;

const FACINGS: usize = 6;

/// A way being searched: cheapest first.
struct Search {
    cost: Vec<u32>,
    first: Vec<Option<Pace>>,
    settled: Vec<bool>,
    queue: BinaryHeap<Reverse<(u32, usize)>>,
}

impl Search {
    fn new(nodes: usize) -> Search {
        Search {
            cost: vec![u32::MAX; nodes],
            first: vec![None; nodes],
            settled: vec![false; nodes],
            queue: BinaryHeap::new(),
        }
    }

    fn reach(&mut self, node: usize, cost: u32, first: Option<Pace>) {
        if cost < self.cost[node] {
            self.cost[node] = cost;
            self.first[node] = first;
            self.queue.push(Reverse((cost, node)));
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
}

impl OpenFire {
    /// The first step of the way to the nearest of some hexes; if none can be reached, toward where it comes nearest to them.
    /// `None` if the unit is there, or no step brings it nearer.
    pub(crate) fn next_step(&self, state: &State, unit: UnitId, goals: &HexSet, route: Route) -> Option<Pace> {
        let from = state.unit(unit).hex().filter(|_| !goals.is_empty())?;
        let squad = self.card(state, unit).kind.is_squad();
        let rotation = self.card(state, unit).rotation.and_then(|cost| cost.0).unwrap_or(0);
        let danger = if route == Route::Quickest { None } else { self.most_dangerous(state, unit) };
        let smoke = state.smoke_hexes(self.grid().len());
        let exposed = |hex: Hex| danger.map_or(0, |enemy| self.exposure(enemy, hex, &smoke)) * weight(route);
        let closed = self.closed_hexes(state, unit, goals);
        let mut search = Search::new(self.grid().len() * FACINGS);
        let start = node(from, if squad { Direction::N } else { state.unit(unit).facing });
        search.reach(start, 0, None);
        while let Some(at) = search.next() {
            let (hex, facing, cost, first) =
                (hex_of(at), Direction::ALL[at % FACINGS], search.cost[at], search.first[at]);
            if goals.contains(hex) {
                return first;
            }
            for (way, next) in self.grid().neighbours(hex) {
                if !squad && way != facing || closed.contains(next) {
                    continue;
                }
                let Some(step) = self.step_cost(state, unit, hex, next) else { continue };
                let pace = if squad { Pace::Walk(next) } else { Pace::Ahead(next) };
                let to = node(next, if squad { Direction::N } else { facing });
                search.reach(to, cost + u32::from(step) + exposed(next), first.or(Some(pace)));
            }
            if !squad {
                for (clockwise, by) in [(true, 1), (false, -1)] {
                    let turned = cost + u32::from(rotation);
                    search.reach(node(hex, facing.turned(by)), turned, first.or(Some(Pace::Turn { clockwise })));
                }
            }
        }
        self.nearest_reached(&search, goals)
    }

    /// The first step toward the hex from which it is least far to any goal, if none can be reached.
    fn nearest_reached(&self, search: &Search, goals: &HexSet) -> Option<Pace> {
        let reached = (0..search.cost.len()).filter(|&at| search.settled[at]);
        let rank = |at: &usize| (self.distance_to(goals, hex_of(*at)), search.cost[*at], *at);
        reached.min_by_key(rank).and_then(|at| search.first[at])
    }

    /// Hexes that a unit does not enter on its way: full of vehicles, or held by an enemy it is not sent to.
    fn closed_hexes(&self, state: &State, unit: UnitId, goals: &HexSet) -> HexSet {
        let mut closed = HexSet::new(self.grid().len());
        let side = state.unit(unit).side;
        for (other, stands) in state.all_units().filter(|(_, other)| other.is_active()) {
            let Some(hex) = stands.hex().filter(|_| other != unit) else { continue };
            let enemy = stands.side != side && !goals.contains(hex);
            if enemy || self.check_stacking(state, unit, hex).is_err() {
                closed.insert(hex);
            }
        }
        closed
    }

    fn distance_to(&self, goals: &HexSet, hex: Hex) -> u16 {
        goals.iter().map(|goal| self.grid().distance(hex, goal)).min().unwrap_or(u16::MAX)
    }

    /// How much a unit in a hex is exposed to an enemy.
    fn exposure(&self, enemy: Hex, hex: Hex, smoke: &HexSet) -> u32 {
        if !self.country.sees_unit(enemy, hex, smoke) {
            return 0;
        }
        let near = u32::from(self.grid().distance(enemy, hex) <= NEAR);
        near + if self.gives_cover(hex) { SEEN_IN_COVER } else { SEEN_IN_THE_OPEN }
    }

    /// Whether a hex is cover: woods, town, rough, or buildings.
    pub(crate) fn gives_cover(&self, hex: Hex) -> bool {
        self.country.is_cover(hex) || self.country.terrain_id(hex) == "building"
    }

    /// Hexes in which none of a unit's enemies would see it.
    pub(crate) fn unseen_hexes(&self, state: &State, unit: UnitId) -> HexSet {
        let smoke = state.smoke_hexes(self.grid().len());
        let enemies = state.active(state.unit(unit).side.enemy()).filter_map(|(enemy, _)| state.hex_of(enemy));
        let enemies: Vec<Hex> = enemies.collect();
        let unseen =
            |hex: &Hex| enemies.iter().all(|&enemy| enemy != *hex && !self.country.sees_unit(enemy, *hex, &smoke));
        let mut found = HexSet::new(self.grid().len());
        found.extend(self.grid().hexes().filter(unseen));
        found
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
