//! Movement (AS-9, AS-9.6): step by step, with what each costs, what it risks and who may fire at it.

use std::{cmp::Reverse, collections::BinaryHeap, ops::ControlFlow};

use engine::{Seat, Visit};
use hexmap::{Corner, Direction, Hex, HexSet};

use super::{
    Refused,
    s04_units::{card, faces, vertices},
    s09_activation, s09_terrain,
};
use crate::{
    map::costs::Between,
    state::{Act, Activation, Ask, Mark, Mode, Place, State, Unit},
    tables::{
        Kind,
        catalogue::{Cost, Run},
        units::Movement,
    },
};

/// Move.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Move {
    /// Enter an adjacent hex, or the map.
    To {
        /// The unit.
        unit: Unit,
        /// The hex.
        to: Hex,
    },
    /// Turn to a corner of the hex.
    Turn {
        /// The unit.
        unit: Unit,
        /// The corner.
        to: Corner,
    },
}

/// What a step comes to.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Movement points.
    pub cost: u8,
    /// Where the unit faces after it.
    pub facing: Corner,
    /// It takes the whole activation (a delayed action).
    pub delayed: bool,
    /// It follows a covered trail.
    pub covered: bool,
}

/// Movement points of a unit in its activation.
pub fn allowance(ask: Ask<'_>, activation: &Activation) -> u8 {
    let numbers = &ask.rules.catalogue.turn.movement;
    let allowance = card(ask, activation.unit).allowance.saturating_add(activation.more);
    match activation.mode {
        Mode::Ready | Mode::Move => allowance,
        Mode::Fast => allowance.saturating_mul(numbers.fast_times),
        Mode::FireAndMove => with_fire(ask, activation.unit),
    }
}

/// Movement points of a unit that fires as well.
pub(crate) fn with_fire(ask: Ask<'_>, unit: Unit) -> u8 {
    card(ask, unit).allowance.div_ceil(ask.rules.catalogue.turn.movement.firing_part.max(1))
}

/// The activation in which a unit may move now.
fn moving(ask: Ask<'_>, unit: Unit) -> Result<Activation, Refused> {
    let activation = s09_activation::acting(ask, unit)?;
    if !card(ask, unit).may_move() || card(ask, unit).allowance == 0 {
        return Err(Refused::CannotMove);
    }
    if ask.state.has(unit, Mark::Immobilised) {
        return Err(Refused::Immobilised);
    }
    if ask.state.has(unit, Mark::Suppressed) && card(ask, unit).kind != Kind::Vehicle {
        return Err(Refused::IsSuppressed);
    }
    if activation.mode == Mode::FireAndMove && !activation.fired {
        return Err(Refused::NotNow);
    }
    if activation.fired && activation.mode != Mode::FireAndMove {
        return Err(Refused::FiredAlready);
    }
    Ok(activation)
}

/// What a step would come to, if the unit may make it now.
pub(crate) fn check(ask: Ask<'_>, unit: Unit, to: Hex) -> Result<Step, Refused> {
    let activation = moving(ask, unit)?;
    let step = match ask.state.unit(unit).place {
        Place::On(from) => check_step(ask, &activation, from, ask.state.unit(unit).facing, to)?,
        Place::Reserve { zone, .. } => enter(ask, &activation, zone, to)?,
        Place::Aboard(_) | Place::Box(_) | Place::Unseen | Place::Gone => return Err(Refused::NotOnMap),
    };
    let left = allowance(ask, &activation).saturating_sub(activation.spent);
    // A unit that has spent nothing may always make one step.
    if step.cost > left && activation.spent > 0 {
        return Err(Refused::NoMovement { cost: step.cost, left });
    }
    Ok(Step { cost: step.cost.min(left.max(1)), ..step })
}

/// A step onto the map, in a hex of the unit's zone.
fn enter(ask: Ask<'_>, activation: &Activation, zone: u8, to: Hex) -> Result<Step, Refused> {
    if !ask.rules.zone(zone).contains(&to) {
        return Err(Refused::OutsideZone);
    }
    check_room(ask, ask.state.unit(activation.unit).seat, to)?;
    let movement = card(ask, activation.unit).movement;
    let on_road = s09_terrain::way_through(ask, to).is_some_and(|way| way.kind == Run::Way);
    let ground = &s09_terrain::ground(ask, to).cost;
    let points = |movement: Movement| match ground.of(movement) {
        Cost::Points(cost) => Some(cost.max(1)),
        Cost::Blocked | Cost::Delayed | Cost::Hex => on_road.then_some(1),
    };
    if load(ask, activation.unit).is_some_and(|load| points(load).is_none()) {
        return Err(Refused::LoadStays);
    }
    let cost = points(movement).ok_or(Refused::Blocked)?;
    Ok(Step { cost, facing: ask.state.unit(activation.unit).facing, delayed: false, covered: false })
}

/// Whether a unit of a side may stop in a hex. Enemies whose place it does not know do not keep it from trying.
pub(crate) fn check_room(ask: Ask<'_>, seat: Seat, hex: Hex) -> Result<(), Refused> {
    let limit = ask.rules.catalogue.turn.movement.stacking;
    if ask.state.of_side_in(seat.other(), hex).any(|enemy| ask.state.is_known(enemy)) {
        return Err(Refused::EnemyThere);
    }
    if ask.state.of_side_in(seat, hex).count() >= usize::from(limit) {
        return Err(Refused::Full { limit });
    }
    Ok(())
}

/// The same in short, for lists.
#[inline]
pub(super) fn has_room(ask: Ask<'_>, seat: Seat, hex: Hex) -> bool {
    let empty = ask.state.units_in(hex).is_empty() && ask.rules.catalogue.turn.movement.stacking > 0;
    empty || check_room(ask, seat, hex).is_ok()
}

/// A step between two hexes of the map, whatever is left to spend.
pub(crate) fn check_step(
    ask: Ask<'_>,
    activation: &Activation,
    from: Hex,
    facing: Corner,
    to: Hex,
) -> Result<Step, Refused> {
    check_room(ask, ask.state.unit(activation.unit).seat, to)?;
    step(ask, activation, from, facing, to)
}

/// The step itself: what lies between, the ground, the climb and the turn.
pub(crate) fn step(ask: Ask<'_>, activation: &Activation, from: Hex, facing: Corner, to: Hex) -> Result<Step, Refused> {
    let direction = ask.rules.grid().direction(from, to).ok_or(Refused::NotAdjacent)?;
    step_toward(ask, (activation, load(ask, activation.unit)), (from, facing), (direction, to))
}

/// The same where the direction is known.
fn step_toward(
    ask: Ask<'_>,
    (activation, load): (&Activation, Option<Movement>),
    (from, facing): (Hex, Corner),
    (direction, to): (Direction, Hex),
) -> Result<Step, Refused> {
    let movement = card(ask, activation.unit).movement;
    let seat = ask.state.unit(activation.unit).seat;
    let walker = |movement: Movement| Walker { seat, movement, climbed: activation.climbed };
    let Going { cost, delayed, not_fast } = going(ask, walker(movement), from, (direction, to))?;
    if not_fast && activation.mode == Mode::Fast {
        return Err(Refused::NotFastAcross);
    }
    if delayed && (activation.spent > 0 || activation.mode != Mode::Ready) {
        return Err(Refused::WholeActivation);
    }
    if let Some(load) = load {
        going(ask, walker(load), from, (direction, to)).map_err(|_| Refused::LoadStays)?;
    }
    let way = s09_terrain::way_into(ask, from, (direction, to));
    let (turned, turning) = turning(ask, activation.unit, facing, direction, way.map(|way| (way.kind, way.turning)));
    let covered = way.is_some_and(|way| way.kind == Run::Footpath) && movement == Movement::Infantry;
    Ok(Step { cost: cost.saturating_add(turning).max(1), facing: turned, delayed, covered })
}

/// How those go whom a unit carries or tows: it may not go where they may not (AS-4.2).
fn load(ask: Ask<'_>, unit: Unit) -> Option<Movement> {
    card(ask, unit).carries()?;
    // Nobody carries men and guns at once.
    ask.state.passengers(unit).next().map(|passenger| card(ask, passenger).movement)
}

/// Somebody who goes, or is carried along.
#[derive(Copy, Clone)]
struct Walker {
    /// The side that he belongs to: works of which it does not know stop nobody.
    seat: Seat,
    movement: Movement,
    /// Levels climbed in this activation.
    climbed: u8,
}

/// What a step is for a type of movement, whoever moves so.
struct Going {
    /// Movement points for what lies between, the ground and the climb.
    cost: u8,
    /// It takes a delayed action.
    delayed: bool,
    /// Not with a fast action.
    not_fast: bool,
}

/// What lies between two hexes, the ground of the second and the climb.
fn going(ask: Ask<'_>, walker: Walker, from: Hex, (direction, to): (Direction, Hex)) -> Result<Going, Refused> {
    let movement = walker.movement;
    let Between { blocked, delayed, cost: across, not_fast, .. } = ask.rules.costs.between(movement, from, direction);
    if blocked {
        return Err(Refused::Blocked);
    }
    let way = s09_terrain::way_into(ask, from, (direction, to));
    let along = way.and_then(|way| way.cost).map(|cost| cost.of(movement));
    let (ground, slow) = match (along, ground_cost(ask, walker, to)?) {
        (Some(Cost::Points(points)), _) => (points, false),
        (_, Cost::Points(points)) => (points, false),
        (_, Cost::Delayed) => (0, true),
        (_, Cost::Blocked | Cost::Hex) => return Err(Refused::Blocked),
    };
    let climb = check_climb(ask, walker, levels_up(ask, from, to))?;
    Ok(Going { cost: ground.saturating_add(across).saturating_add(climb), delayed: delayed || slow, not_fast })
}

/// What the ground of a hex and the work in it cost.
fn ground_cost(ask: Ask<'_>, Walker { seat, movement, .. }: Walker, to: Hex) -> Result<Cost, Refused> {
    let ground = s09_terrain::ground(ask, to).cost.of(movement);
    let work = s09_terrain::known_work_in(ask, seat, to).map(|work| work.row.cost.of(movement));
    match (ground, work) {
        (_, Some(Cost::Blocked)) => Err(Refused::Blocked),
        (Cost::Points(points), Some(Cost::Points(more))) => Ok(Cost::Points(points.saturating_add(more))),
        (ground, _) => Ok(ground),
    }
}

/// What a climb costs (AS-9.6.1).
fn check_climb(ask: Ask<'_>, Walker { movement, climbed, .. }: Walker, levels: u8) -> Result<u8, Refused> {
    let hill = &ask.rules.catalogue.hill;
    if movement == Movement::Artillery && levels > 0 && climbed.saturating_add(levels) > hill.artillery_levels {
        return Err(Refused::NoClimbing);
    }
    match hill.cost.of(movement) {
        Cost::Points(points) => Ok(points.saturating_mul(levels)),
        Cost::Hex => Ok(0),
        Cost::Delayed | Cost::Blocked if levels > 0 => Err(Refused::Blocked),
        Cost::Delayed | Cost::Blocked => Ok(0),
    }
}

pub(crate) fn levels_up(ask: Ask<'_>, from: Hex, to: Hex) -> u8 {
    let level = |hex: Hex| ask.rules.sight.map.elevation[hex.index()];
    level(to).saturating_sub(level(from))
}

/// Where a unit faces after a step in a direction, and what the turn costs: nothing along a main road, what the chart
/// says along a narrow one, and so much for each vertex elsewhere. Guns are manhandled round at no cost, infantry has
/// no facing.
fn turning(ask: Ask<'_>, unit: Unit, facing: Corner, to: Direction, way: Option<(Run, u8)>) -> (Corner, u8) {
    if !faces(ask, unit) {
        return (facing, 0);
    }
    let (left, right) = (to.left_corner(), to.right_corner());
    let turned = if vertices(facing, right) < vertices(facing, left) { right } else { left };
    let corners = vertices(facing, turned);
    let cost = match (card(ask, unit).kind, way) {
        (Kind::Infantry | Kind::Gun, _) => 0,
        (Kind::Vehicle, Some((Run::Way, turning))) => turning * u8::from(corners > 0),
        (Kind::Vehicle, _) => corners.saturating_mul(ask.rules.catalogue.turn.movement.turning),
    };
    (turned, cost)
}

/// What it costs to turn to a corner, if the unit may do it now.
pub(super) fn check_turn(ask: Ask<'_>, unit: Unit, to: Corner) -> Result<u8, Refused> {
    let activation = s09_activation::acting(ask, unit)?;
    if !faces(ask, unit) {
        return Err(Refused::NoFacing);
    }
    let now = ask.state.unit(unit);
    if !matches!(now.place, Place::On(_)) {
        return Err(Refused::NotOnMap);
    }
    if now.facing == to {
        return Err(Refused::SameFacing);
    }
    if now.marks.has(Mark::Emplaced)
        || s09_terrain::inside(ask, unit).is_some_and(|work| work.row.set_up.len() > work.row.holds.len())
    {
        return Err(Refused::CannotMove);
    }
    let vehicle = card(ask, unit).kind == Kind::Vehicle;
    if vehicle {
        moving(ask, unit)?;
    } else if activation.fired || now.marks.has(Mark::Suppressed) {
        return Err(if activation.fired { Refused::FiredAlready } else { Refused::IsSuppressed });
    }
    let turning = ask.rules.catalogue.turn.movement.turning;
    let cost = if vehicle { vertices(now.facing, to).saturating_mul(turning) } else { 0 };
    let left = allowance(ask, &activation).saturating_sub(activation.spent);
    if cost > left {
        return Err(Refused::NoMovement { cost, left });
    }
    Ok(cost)
}

/// Visits every step and every turn.
pub(super) fn visit(ask: Ask<'_>, activation: &Activation, visit: &mut Visit<'_, Move>) -> ControlFlow<()> {
    let unit = activation.unit;
    match ask.state.unit(unit).place {
        Place::On(from) => {
            if moving(ask, unit).is_ok() {
                for (_, to) in ask.rules.grid().neighbours(from) {
                    if check(ask, unit, to).is_ok() {
                        visit(Move::To { unit, to })?;
                    }
                }
            }
            if faces(ask, unit) {
                for to in Corner::ALL {
                    if check_turn(ask, unit, to).is_ok() {
                        visit(Move::Turn { unit, to })?;
                    }
                }
            }
        }
        Place::Reserve { zone, .. } => {
            for &to in ask.rules.zone(zone) {
                if check(ask, unit, to).is_ok() {
                    visit(Move::To { unit, to })?;
                }
            }
        }
        Place::Aboard(_) | Place::Box(_) | Place::Unseen | Place::Gone => {}
    }
    ControlFlow::Continue(())
}

/// A hex that a unit on the move can reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reached {
    /// The hexes entered, in order; the last one is where it ends.
    pub path: Vec<Hex>,
    /// Movement points from here.
    pub cost: u8,
    /// Where the unit faces then.
    pub facing: Corner,
}

/// Where a search has come to: the cheapest way there, and the stop before.
#[derive(Copy, Clone, Debug)]
struct Stop {
    hex: Hex,
    facing: Corner,
    cost: u8,
    climbed: u8,
    before: Option<usize>,
}

/// Everywhere a unit on the move can go, the nearest first: for plans and for bots. Turns are paid as they come, so a
/// hex counts once for each facing while it is looked for, and is told with its cheapest.
pub fn reachable(ask: Ask<'_>, activation: &Activation) -> Vec<Reached> {
    let unit = activation.unit;
    let (Some(from), true) = (ask.state.hex(unit), moving(ask, unit).is_ok()) else { return Vec::new() };
    let (left, seat) = (allowance(ask, activation).saturating_sub(activation.spent), ask.state.unit(unit).seat);
    let load = load(ask, unit);
    let turns = if faces(ask, unit) { Corner::ALL.len() } else { 1 };
    let slot = |hex: Hex, facing: Corner| hex.index() * turns + if turns == 1 { 0 } else { facing.index() };
    let start =
        Stop { hex: from, facing: ask.state.unit(unit).facing, cost: 0, climbed: activation.climbed, before: None };
    let mut best: Vec<u8> = vec![u8::MAX; ask.rules.grid().len() * turns];
    best[slot(from, start.facing)] = 0;
    let mut stops = vec![start];
    let mut open = BinaryHeap::from([Reverse((0u8, 0usize))]);
    let mut found: Vec<usize> = Vec::new();
    let mut told = HexSet::new(ask.rules.grid().len());
    told.insert(from);
    while let Some(Reverse((cost, place))) = open.pop() {
        let here = stops[place];
        if cost > best[slot(here.hex, here.facing)] {
            continue;
        }
        if told.insert(here.hex) {
            found.push(place);
        }
        // No step costs less than a point.
        let next = cost.saturating_add(1);
        if next > left {
            continue;
        }
        let on_the_way =
            Activation { spent: activation.spent.saturating_add(cost), climbed: here.climbed, ..*activation };
        for (direction, to) in ask.rules.grid().neighbours(here.hex) {
            let nearer = turns == 1 && best[to.index()] <= next;
            if nearer || !has_room(ask, seat, to) {
                continue;
            }
            let way = ((here.hex, here.facing), (direction, to));
            let Ok(step) = step_toward(ask, (&on_the_way, load), way.0, way.1) else { continue };
            let total = cost.saturating_add(step.cost);
            if step.delayed || total > left || total >= best[slot(to, step.facing)] {
                continue;
            }
            best[slot(to, step.facing)] = total;
            let climbed = here.climbed + levels_up(ask, here.hex, to);
            stops.push(Stop { hex: to, facing: step.facing, cost: total, climbed, before: Some(place) });
            open.push(Reverse((total, stops.len() - 1)));
        }
    }
    found.into_iter().map(|place| reached(&stops, place)).collect()
}

/// The way to a stop.
fn reached(stops: &[Stop], place: usize) -> Reached {
    let Stop { cost, facing, .. } = stops[place];
    let way = std::iter::successors(Some(place), |&place| stops[place].before);
    let mut path: Vec<Hex> = way.map(|place| stops[place].hex).collect();
    path.pop();
    path.reverse();
    Reached { path, cost, facing }
}

/// A hard step spends the whole activation, and its marker says so.
pub(super) fn mark_delay(act: &mut Act<'_>, unit: Unit, step: Step) {
    let whole = allowance_of(act.ask());
    if step.delayed {
        act.state.mark(unit, Mark::DelayedAction);
        if let Some(activation) = act.state.activation_mut() {
            activation.spent = whole;
        }
    }
}

fn allowance_of(ask: Ask<'_>) -> u8 {
    ask.state.activation().map_or(0, |activation| allowance(ask, activation))
}

/// A unit that moves is no longer dug in, hidden or waiting.
pub(super) fn leave(act: &mut Act<'_>, unit: Unit) {
    leave_marks(act.state, unit);
}

/// The same on any state.
pub(crate) fn leave_marks(state: &mut State, unit: Unit) {
    for mark in
        [Mark::DugIn, Mark::DiggingIn, Mark::Hidden, Mark::HideAction, Mark::Ambush, Mark::Emplaced, Mark::Clearing]
    {
        state.unmark(unit, mark);
    }
}
