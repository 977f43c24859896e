//! Which way a German takes (OF-6.8): the quickest, the one with the best cover, or the best of both.
//!
//! Vehicles are planned over hexes and the hexside they face, because turning costs movement points; men over hexes.
//! The way is worked out again as soon as anything has happened that matters to it.

use std::{cmp::Reverse, collections::BinaryHeap, sync::Arc};

use hexmap::{Direction, Hex, HexSet};

use crate::{
    booklet::paragraphs::words::{Quarter, Route},
    map::step_costs::StepCosts,
    play::{s07_movement::going, s08_sight, s09_fire::targets},
    state::{
        Turn,
        laid_out::{Act, Ask, OpenFire},
        units::UnitId,
        way::{Goal, Leg, Purpose, Way},
    },
    tables::cards::Class,
};

const FACINGS: usize = 6;

/// Above this many goals it does not pay to ask how far each of them is.
const FEW: usize = 12;

/// A place on the way: a hex, and for a vehicle the hexside it faces. Its number is the place in the lists of a
/// [`Search`].
type Node = usize;

/// A way being searched: cheapest first, with what is at least left to the goal.
struct Search<'a> {
    going: Going<'a>,
    nodes: Vec<Reached>,
    /// Costs and nodes in one number, the lowest on top: of equal costs the lower node goes first.
    queue: BinaryHeap<Reverse<u64>>,
    /// What was found out about each hex when it was first reached.
    hexes: Vec<Option<Known>>,
}

/// How a node was reached.
#[derive(Copy, Clone)]
struct Reached {
    cost: u32,
    from: u32,
}

/// What every way through a hex asks of it.
#[derive(Copy, Clone)]
struct Known {
    /// What being seen in it is worth.
    exposed: u32,
    /// The least that is left from it to a goal.
    at_least: u32,
}

impl Search<'_> {
    fn new(going: Going<'_>) -> Search<'_> {
        let hexes = going.ask.rules.grid().len();
        let nodes = if going.squad { hexes } else { hexes * FACINGS };
        Search {
            going,
            nodes: vec![Reached { cost: u32::MAX, from: 0 }; nodes],
            queue: BinaryHeap::new(),
            hexes: vec![None; hexes],
        }
    }

    fn reach(&mut self, from: Node, node: Node, cost: u32, at_least: u32) {
        let reached = &mut self.nodes[node];
        if cost < reached.cost {
            (reached.cost, reached.from) = (cost, from as u32);
            self.queue.push(Reverse(u64::from(cost + at_least) << 32 | node as u64));
        }
    }

    fn next(&mut self) -> Option<Node> {
        while let Some(Reverse(next)) = self.queue.pop() {
            let (cost, node) = ((next >> 32) as u32, next as u32 as Node);
            // A cheaper way here was found later and has been looked at already.
            if cost <= self.nodes[node].cost + self.known(self.hex_of(node)).at_least {
                return Some(node);
            }
        }
        None
    }

    fn known(&mut self, hex: Hex) -> Known {
        let going = &self.going;
        let look = || Known { exposed: going.exposed(hex), at_least: going.at_least(hex) };
        *self.hexes[hex.index()].get_or_insert_with(look)
    }

    /// Looks at every step and turn from a node.
    fn look_on(&mut self, at: Node) {
        let (hex, cost) = (self.hex_of(at), self.nodes[at].cost);
        if self.going.squad {
            for way in Direction::ALL {
                self.step(at, hex, way);
            }
            return;
        }
        let facing = Direction::ALL[at % FACINGS];
        self.step(at, hex, facing);
        for by in [1, -1] {
            let turned = self.node(hex, facing.turned(by));
            let at_least = self.known(hex).at_least;
            self.reach(at, turned, cost + self.going.rotation, at_least);
        }
    }

    /// The step from a node into the hex beside it.
    fn step(&mut self, at: Node, hex: Hex, way: Direction) {
        let Some((to, step)) = self.going.step(hex, way) else { return };
        let Known { exposed, at_least } = self.known(to);
        self.reach(at, self.node(to, way), self.nodes[at].cost + step + exposed, at_least);
    }

    /// The steps from the start to a node, the first one last.
    fn steps(&self, start: Node, end: Node) -> Vec<Leg> {
        let mut steps = Vec::new();
        let mut at = end;
        while at != start {
            let before = self.nodes[at].from as Node;
            let hex = self.hex_of(at);
            steps.push(match self.hex_of(before) == hex {
                true => Leg::Turn { clockwise: Direction::ALL[before % FACINGS].turned(1).index() == at % FACINGS },
                false if self.going.squad => Leg::Walk(hex),
                false => Leg::Ahead(hex),
            });
            at = before;
        }
        steps
    }

    /// The node from which it is least far to any goal, if none can be reached.
    fn nearest_reached(&self, goals: &HexSet) -> Option<Node> {
        let goals: Vec<Hex> = goals.iter().collect();
        let facings = if self.going.squad { 1 } else { FACINGS };
        let best_in = |(hex, nodes): (Hex, &[Reached])| {
            let reached = nodes.iter().enumerate().filter(|(_, node)| node.cost < u32::MAX);
            let (cost, facing) = reached.map(|(facing, node)| (node.cost, facing)).min()?;
            Some((self.going.away_from(hex, &goals)?, cost, hex.index() * facings + facing))
        };
        let grid = self.going.ask.rules.grid();
        grid.hexes().zip(self.nodes.chunks_exact(facings)).filter_map(best_in).min().map(|(_, _, node)| node)
    }

    fn node(&self, hex: Hex, facing: Direction) -> Node {
        if self.going.squad { hex.index() } else { hex.index() * FACINGS + facing.index() }
    }

    fn hex_of(&self, node: Node) -> Hex {
        Hex(if self.going.squad { node } else { node / FACINGS } as u16)
    }
}

/// What the ground asks of one unit on its way, as things stand.
struct Going<'a> {
    ask: Ask<'a>,
    class: Option<Class>,
    costs: &'a StepCosts,
    squad: bool,
    rotation: u32,
    /// Hexes that it does not enter.
    closed: HexSet,
    smoke: Vec<Hex>,
    /// Where the enemy stands whom it minds most, if its route minds any.
    danger: Option<Hex>,
    weight: u32,
    /// How many times a step off the road counts.
    off_road: u32,
    /// Its goals, if it pays to ask how far each of them is.
    few: Vec<Hex>,
    least_step: u32,
}

impl<'a> Going<'a> {
    fn new(ask: Ask<'a>, unit: UnitId, goals: &HexSet, route: Route) -> Going<'a> {
        let card = ask.rules.card(ask.state.unit(unit));
        let costs = ask.rules.country.steps(ask.rules.weather(ask.state));
        Going {
            ask,
            class: card.class,
            costs,
            squad: card.kind.is_squad(),
            rotation: card.rotation.and_then(|cost| cost.0).unwrap_or(0).into(),
            closed: closed_hexes(ask, unit, goals),
            smoke: s08_sight::smoke(ask),
            danger: if weight(ask.rules, route) == 0 { None } else { targets::most_dangerous(ask, unit) },
            weight: weight(ask.rules, route),
            off_road: if route == Route::AlongRoad { ask.rules.sheet.hindrances.routes.off_road.into() } else { 1 },
            few: if goals.len() <= FEW { goals.iter().collect() } else { Vec::new() },
            least_step: card.class.map_or(0, |class| costs.least(class)).into(),
        }
    }

    /// The hex beside another one and what the step into it costs, if the unit can make it.
    fn step(&self, from: Hex, way: Direction) -> Option<(Hex, u32)> {
        let to = self.ask.rules.grid().neighbour(from, way).filter(|&to| !self.closed.contains(to))?;
        let (class, rules) = (self.class?, self.ask.rules);
        let cost = self.costs.cost(class, from, way, self.smoke.contains(&to))?;
        let cost = u32::from(going::hindered(self.ask, class, (from, to), cost)?);
        let off_road = || !rules.sheet.movement.is_road(&rules.country.hexside_features(from, to));
        let times = if self.off_road > 1 && off_road() { self.off_road } else { 1 };
        Some((to, cost * times))
    }

    /// What being seen in a hex is worth on this route.
    fn exposed(&self, hex: Hex) -> u32 {
        self.danger.map_or(0, |enemy| exposure(self.ask, enemy, hex, &self.smoke)) * self.weight
    }

    /// The least that is left from a hex to a goal.
    fn at_least(&self, hex: Hex) -> u32 {
        u32::from(self.away_from(hex, &self.few).unwrap_or(0)) * self.least_step
    }

    /// How far it is from a hex to the nearest of some others.
    fn away_from(&self, hex: Hex, others: &[Hex]) -> Option<u16> {
        others.iter().map(|&other| self.ask.rules.grid().distance(hex, other)).min()
    }
}

/// The next step of the way to the nearest of some hexes; if none can be reached, toward where it comes nearest to
/// them. `None` if the unit is there, or no step brings it nearer. The rest of the way is kept in the turn in progress.
pub(crate) fn next_step(act: &mut Act<'_>, unit: UnitId, goal: &Goal, route: Route) -> Option<Leg> {
    let piece = act.state.unit(unit);
    let at = (piece.hex()?, piece.facing);
    let kept = act.state.turn_mut().and_then(|turn| turn.way.take());
    let known = kept.filter(|way| way.at == at && still_counts(act.ask(), unit, goal, route, &way.purpose));
    let mut way = known.unwrap_or_else(|| Arc::new(way_to(act.ask(), unit, goal, route, at)));
    let on_it = Arc::make_mut(&mut way);
    let step = on_it.steps.pop()?;
    match step {
        Leg::Turn { clockwise } => on_it.at.1 = at.1.turned(if clockwise { 1 } else { -1 }),
        Leg::Ahead(hex) | Leg::Walk(hex) => on_it.at.0 = hex,
    }
    let more = !on_it.steps.is_empty();
    if let Some(turn) = act.state.turn_mut().filter(|turn: &&mut Turn| turn.unit == unit && more) {
        turn.way = Some(way);
    }
    Some(step)
}

/// A way worked out afresh.
fn way_to(ask: Ask<'_>, unit: UnitId, goal: &Goal, route: Route, at: (Hex, Direction)) -> Way {
    let steps = steps_to(ask, unit, &hexes_of(ask, unit, goal), route);
    Way { purpose: purpose(ask, unit, goal, route), at, steps }
}

fn hexes_of(ask: Ask<'_>, unit: UnitId, goal: &Goal) -> HexSet {
    match goal {
        Goal::Hexes(hexes) => {
            let mut set = HexSet::new(ask.rules.grid().len());
            set.extend(hexes.iter().copied());
            set
        }
        Goal::Edge(quarter) => edge(ask.rules, *quarter),
        Goal::Cover => covered_hexes(ask, unit),
        Goal::Hideout(away) => hideouts(ask, unit, *away),
    }
}

/// The hexes along an edge of the map.
fn edge(rules: &OpenFire, quarter: Quarter) -> HexSet {
    let mut hexes = HexSet::new(rules.grid().len());
    hexes.extend(rules.grid().hexes().filter(|&hex| quarter.is_edge(rules.mission.north, rules.grid(), hex)));
    hexes
}

fn purpose(ask: Ask<'_>, unit: UnitId, goal: &Goal, route: Route) -> Purpose {
    Purpose {
        route,
        goal: goal.clone(),
        others: others(ask, unit).collect(),
        smoke: s08_sight::smoke(ask),
        suppressed: ask.state.unit(unit).condition.suppressed,
        obstacles: ask.state.obstacles.clone(),
        ground: ask.state.ground,
        weather: ask.state.weather,
    }
}

/// Whether nothing has changed of what a way was worked out for.
fn still_counts(ask: Ask<'_>, unit: UnitId, goal: &Goal, route: Route, purpose: &Purpose) -> bool {
    let Purpose { route: then, goal: toward, others: stood, smoke, suppressed, obstacles, ground, weather } = purpose;
    *then == route
        && toward == goal
        && stood.iter().copied().eq(others(ask, unit))
        && smoke.iter().copied().eq(ask.state.smoke.iter().map(|smoke| smoke.hex))
        && *suppressed == ask.state.unit(unit).condition.suppressed
        && *obstacles == ask.state.obstacles
        && (*ground, *weather) == (ask.state.ground, ask.state.weather)
}

/// Where all the others stand.
fn others(ask: Ask<'_>, unit: UnitId) -> impl Iterator<Item = (UnitId, Option<Hex>)> {
    let others = ask.state.all_units().filter(move |&(other, piece)| other != unit && piece.is_active());
    others.map(|(other, piece)| (other, piece.hex()))
}

/// All steps of the way, the first one last.
fn steps_to(ask: Ask<'_>, unit: UnitId, goals: &HexSet, route: Route) -> Vec<Leg> {
    let Some(from) = ask.state.unit(unit).hex().filter(|_| !goals.is_empty()) else { return Vec::new() };
    let mut search = Search::new(Going::new(ask, unit, goals, route));
    let start = search.node(from, ask.state.unit(unit).facing);
    search.reach(start, start, 0, 0);
    while let Some(at) = search.next() {
        if goals.contains(search.hex_of(at)) {
            return search.steps(start, at);
        }
        search.look_on(at);
    }
    search.nearest_reached(goals).map(|end| search.steps(start, end)).unwrap_or_default()
}

/// Hexes that a unit does not enter on its way: full of vehicles, or held by an enemy it is not sent to.
fn closed_hexes(ask: Ask<'_>, unit: UnitId, goals: &HexSet) -> HexSet {
    let mut closed = HexSet::new(ask.rules.grid().len());
    let side = ask.state.unit(unit).side;
    for (other, piece) in ask.state.all_units().filter(|(_, other)| other.is_active()) {
        let Some(hex) = piece.hex().filter(|_| other != unit) else { continue };
        let enemy = piece.side != side && !goals.contains(hex);
        if enemy || going::check_stacking(ask, unit, hex).is_err() {
            closed.insert(hex);
        }
    }
    closed
}

/// How much a unit in a hex is exposed to an enemy.
fn exposure(ask: Ask<'_>, enemy: Hex, hex: Hex, smoke: &[Hex]) -> u32 {
    let rules = ask.rules;
    if s08_sight::is_in_fog(ask, enemy, hex) || !rules.country.sees_unit(enemy, hex, smoke) {
        return 0;
    }
    rules.sheet.limits.routes.exposure(gives_cover(rules, hex), rules.grid().distance(enemy, hex))
}

/// Whether a hex is cover: woods, town, rough, or buildings.
pub(crate) fn gives_cover(rules: &OpenFire, hex: Hex) -> bool {
    rules.country.shelter.contains(hex)
}

/// Hexes in which none of a unit's enemies would see it.
pub(crate) fn unseen_hexes(ask: Ask<'_>, unit: UnitId) -> HexSet {
    let smoke = s08_sight::smoke(ask);
    let mut unseen = HexSet::new(ask.rules.grid().len());
    unseen.extend(ask.rules.grid().hexes());
    for enemy in enemies_of(ask, unit) {
        let mut seen = ask.rules.country.units_in_sight(enemy, &smoke);
        if let Some(most) = s08_sight::farthest(ask) {
            let mut near = HexSet::new(ask.rules.grid().len());
            near.extend(ask.rules.grid().disc(enemy, most));
            seen.intersect_with(&near);
        }
        unseen.difference_with(&seen);
    }
    unseen
}

/// How much a route minds being seen.
fn weight(rules: &OpenFire, route: Route) -> u32 {
    let routes = &rules.sheet.limits.routes;
    match route {
        Route::Quickest | Route::AlongRoad => 0,
        Route::Best => routes.best.into(),
        Route::BestCover => routes.best_cover.into(),
    }
}

/// Where the enemies of a unit stand.
fn enemies_of(ask: Ask<'_>, unit: UnitId) -> impl Iterator<Item = Hex> {
    ask.state.active(ask.state.unit(unit).side.enemy()).filter_map(move |(enemy, _)| ask.state.hex_of(enemy))
}

/// Hexes from which it is this far or less to an enemy of a unit.
fn near_enemies(ask: Ask<'_>, unit: UnitId, most: u16) -> HexSet {
    let mut near = HexSet::new(ask.rules.grid().len());
    near.extend(enemies_of(ask, unit).flat_map(|enemy| ask.rules.grid().disc(enemy, most)));
    near
}

/// Cover that is not under the enemy's nose; if there is none, any.
pub(crate) fn covered_hexes(ask: Ask<'_>, unit: UnitId) -> HexSet {
    let mut goals = ask.rules.country.shelter.clone();
    goals.difference_with(&near_enemies(ask, unit, ask.rules.sheet.limits.germans.close_assault));
    if goals.is_empty() { ask.rules.country.shelter.clone() } else { goals }
}

/// Where a German hides: out of sight and far enough away, else out of sight, else as far away as the map allows.
pub(crate) fn hideouts(ask: Ask<'_>, unit: UnitId, away: Option<u8>) -> HexSet {
    let unseen = unseen_hexes(ask, unit);
    let mut goals = unseen.clone();
    if let Some(too_near) = away.and_then(|away| away.checked_sub(1)) {
        goals.difference_with(&near_enemies(ask, unit, too_near.into()));
    }
    if !goals.is_empty() {
        return goals;
    }
    if !unseen.is_empty() {
        return unseen;
    }
    let enemies: Vec<Hex> = enemies_of(ask, unit).collect();
    let nearest = |hex: Hex| enemies.iter().map(|&enemy| ask.rules.grid().distance(enemy, hex)).min().unwrap_or(0);
    let farthest = ask.rules.grid().hexes().map(nearest).max().unwrap_or(0);
    goals.extend(ask.rules.grid().hexes().filter(|&hex| nearest(hex) == farthest));
    goals
}
