//! Movement (FD-10).
//!
//! A group that starts in one hex moves together, hex by hex, at the pace of its slowest member. It stops when its
//! points are spent, when its player halts it, or when it is pinned; the members that are not pinned may go on.

use std::ops::ControlFlow;

use engine::{Choice, ChoiceKind, Family, Seat, Verb, Visit, Wish, likeliest};
use hexmap::{Direction, Hex, Reach};

use super::{
    Refused,
    notation::{group, read_group, read_hex},
    out_of_place,
    pointing::{At, Meant},
    s01_companies::face,
    s04_opportunity_fire,
    s10_march::tell_march,
    s11_terrain, s12_stacking, s16_weather, s17_reinforcements, s18_victory,
};
use crate::{
    rule_ids::{MOVEMENT, REINFORCEMENTS},
    state::{Act, Activation, Ask, Divisions, Frame, Moving, Phase, Place, Unit, UnitSet},
    tables::{Cost, Halves, Points},
};

/// Move units together into an adjacent hex, or onto the map.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The group that moves: one company, or several that stand together.
    pub units: UnitSet,
    /// The hex it enters.
    pub to: Hex,
}

/// A step with its price.
#[derive(Copy, Clone, Debug)]
pub struct Step {
    seat: Seat,
    units: UnitSet,
    start: Start,
    to: Hex,
    cost: Halves,
}

impl Family for Move {
    type Rules = Divisions;
    type Ready<'r> = Step;

    const FORMS: &'static [Verb] = &[("move", "move UNIT+UNIT HEX")];

    fn list(ask: Ask<'_>, visit: &mut Visit<'_, Self>) -> ControlFlow<()> {
        match ask.state.frames.top() {
            Frame::Activation(activation) if activation.phase == Phase::Movement => visit_first(ask, activation, visit),
            Frame::Moving(moving) => visit_next(ask, moving, visit),
            Frame::Activation(_)
            | Frame::Cup { .. }
            | Frame::Halt(_)
            | Frame::Reply(_)
            | Frame::Assault(_)
            | Frame::AssaultReply(_)
            | Frame::Retreat(_)
            | Frame::Advance(_)
            | Frame::Over { .. } => ControlFlow::Continue(()),
        }
    }

    fn check(&self, ask: Ask<'_>) -> Result<Step, Refused> {
        check(ask, *self)
    }

    fn perform(step: Step, act: &mut Act<'_>) {
        go(act, step);
    }

    fn offer(&self, ask: Ask<'_>) -> Choice {
        let Move { units, to } = *self;
        let Ask { rules, state } = ask;
        let off_map = units.iter().all(|unit| state.hex(unit).is_none());
        let (rule, group) = if off_map {
            (REINFORCEMENTS, rules.act(units, "comes in at"))
        } else {
            (MOVEMENT, format!("{} to", rules.names(units)))
        };
        Choice {
            units: rules.ids(units).collect(),
            hex: Some(rules.label(to)),
            cost: check(ask, *self).ok().map(|step| Points(step.cost).to_string()),
            ..Choice::new(ChoiceKind::Move, rule, format!("{group} {}", rules.label(to)))
        }
    }

    fn write(&self, ask: Ask<'_>) -> String {
        format!("move {} {}", group(ask.rules, self.units), ask.rules.label(self.to))
    }

    fn read(ask: Ask<'_>, words: &[&str]) -> Result<Option<Self>, String> {
        let ["move", units, to] = *words else { return Ok(None) };
        Ok(Some(Move { units: read_group(ask.rules, units)?, to: read_hex(ask.rules, to)? }))
    }

    fn wishes(ask: Ask<'_>, Meant { unit, at }: Meant) -> Vec<Wish<Self>> {
        let step = |to| Wish::new(format!("Move to {}", ask.rules.label(to)), Move { units: unit.alone(), to });
        match at {
            At::Hex(hex) => vec![step(hex)],
            At::Unit(_) => Vec::new(),
            At::Anything => {
                let beside = ask.state.hex(unit).into_iter().flat_map(|from| ask.rules.grid().neighbours(from));
                likeliest(ask, beside.map(|(_, to)| step(to))).into_iter().collect()
            }
        }
    }
}

/// Where a step starts.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    /// A hex of the map.
    From(Hex),
    /// Off the map.
    OffMap,
}

/// A group and what it has spent in this activation.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The companies that move together.
    pub units: UnitSet,
    /// Half movement points spent.
    pub spent: Halves,
}

/// Half movement points of one unit in this activation.
fn unit_allowance(ask: Ask<'_>, activation: &Activation, unit: Unit) -> Halves {
    let slowed = s16_weather::now(ask).slows.of(ask.rules.unit(unit).class);
    let points = (face(ask, unit).moves + activation.march).saturating_sub(slowed).max(1);
    if activation.in_command.has(unit) {
        points * 2
    } else {
        points.div_ceil(ask.rules.catalogue.limits.out_of_command) * 2
    }
}

/// Half movement points of a group: those of its slowest member.
pub(crate) fn allowance(ask: Ask<'_>, activation: &Activation, units: UnitSet) -> Halves {
    units.iter().map(|unit| unit_allowance(ask, activation, unit)).min().unwrap_or(0)
}

/// The cost for a group to leave `from` and enter `to`, whatever it has left.
fn entry_cost(ask: Ask<'_>, units: UnitSet, from: Hex, direction: Direction, to: Hex) -> Option<Halves> {
    Some(s11_terrain::dearest(ask.rules, units, from, direction)? + enemy_cost(ask, units, to))
}

/// What it costs more to enter a hex beside an enemy company.
fn enemy_cost(ask: Ask<'_>, units: UnitSet, to: Hex) -> Halves {
    let Some(unit) = units.first() else { return 0 };
    let Cost(extra) = ask.rules.catalogue.limits.enemy_adjacent;
    if enemy_beside(ask, ask.rules.unit(unit).seat, to) { extra.unwrap_or(0) } else { 0 }
}

/// Whether an enemy company stands beside `hex`. A headquarters holds nobody up.
pub(super) fn enemy_beside(ask: Ask<'_>, seat: Seat, hex: Hex) -> bool {
    let enemies = ask.rules.side(seat.other());
    ask.rules.grid().neighbours(hex).any(|(_, beside)| {
        let here = ask.state.units_in(beside).and(enemies);
        !here.is_empty() && here.iter().any(|unit| !ask.rules.unit(unit).is_headquarters())
    })
}

/// What a step would cost a group, if it may make it. A group that has not moved yet may always make one step into a
/// hex it could enter at all.
pub(crate) fn check_step(
    ask: Ask<'_>,
    activation: &Activation,
    Group { units, spent }: Group,
    start: Start,
    to: Hex,
) -> Result<Halves, Refused> {
    let cost = match start {
        Start::From(from) => {
            let direction = ask.rules.grid().direction(from, to).ok_or(Refused::NotAdjacent { from, to })?;
            entry_cost(ask, units, from, direction, to).ok_or(Refused::Impassable(to))?
        }
        Start::OffMap => s17_reinforcements::entry_cost(ask, units, to)? + enemy_cost(ask, units, to),
    };
    s12_stacking::check(ask, units, to)?;
    let left = allowance(ask, activation, units).saturating_sub(spent);
    if cost <= left {
        Ok(cost)
    } else if spent == 0 {
        Ok(left)
    } else {
        Err(Refused::NoPoints { cost, left })
    }
}

/// The units of the active formation that may still start to move.
pub fn movable(ask: Ask<'_>, activation: &Activation) -> UnitSet {
    ask.rules.formation(activation.formation).units.without(ask.state.moved).without(ask.state.fired)
}

/// Where a group stands, if it stands together.
pub(crate) fn start_of(ask: Ask<'_>, units: UnitSet) -> Result<Start, Refused> {
    let first = units.first().ok_or(Refused::NobodyMoves)?;
    let place = |unit: Unit| ask.state.units[unit.index()].place;
    if let Some(apart) = units.iter().find(|&unit| place(unit) != place(first)) {
        return Err(Refused::NotTogether(first, apart));
    }
    match place(first) {
        Place::On(hex) => Ok(Start::From(hex)),
        Place::Reserve => Ok(Start::OffMap),
        Place::Gone => Err(Refused::NotOnMap(first)),
    }
}

/// The step with its price, if the group may make it now.
fn check(ask: Ask<'_>, Move { units, to }: Move) -> Result<Step, Refused> {
    let (start, cost) = match ask.state.frames.top() {
        Frame::Activation(activation) => check_first(ask, activation, units, to)?,
        Frame::Moving(moving) => check_next(ask, moving, units, to)?,
        Frame::Cup { .. } => return Err(Refused::NothingActive),
        Frame::Halt(_)
        | Frame::Reply(_)
        | Frame::Assault(_)
        | Frame::AssaultReply(_)
        | Frame::Retreat(_)
        | Frame::Advance(_)
        | Frame::Over { .. } => return Err(out_of_place(ask)),
    };
    let first = units.first().ok_or(Refused::NobodyMoves)?;
    Ok(Step { seat: ask.rules.unit(first).seat, units, start, to, cost })
}

/// What the step costs, if the group may make it now.
pub(crate) fn price(ask: Ask<'_>, units: UnitSet, to: Hex) -> Option<Halves> {
    check(ask, Move { units, to }).ok().map(|step| step.cost)
}

/// Where a group starts to move to `to` and what that costs, if it may.
fn check_first(ask: Ask<'_>, activation: &Activation, units: UnitSet, to: Hex) -> Result<(Start, Halves), Refused> {
    if activation.phase != Phase::Movement {
        return Err(Refused::MovementOver);
    }
    let formation = ask.rules.formation(activation.formation).units;
    for unit in units.iter() {
        if !formation.has(unit) {
            return Err(Refused::NotActive(unit));
        }
        if ask.state.pinned.has(unit) {
            return Err(Refused::Pinned(unit));
        }
        if ask.state.moved.has(unit) {
            return Err(Refused::HasMoved(unit));
        }
    }
    let start = start_of(ask, units)?;
    Ok((start, check_step(ask, activation, Group { units, spent: 0 }, start, to)?))
}

/// Where the group on the move is and what it costs to go on to `to`, if it may.
fn check_next(ask: Ask<'_>, moving: &Moving, units: UnitSet, to: Hex) -> Result<(Start, Halves), Refused> {
    if units != moving.units {
        return Err(Refused::OthersAreMoving);
    }
    let activation = ask.state.activation().ok_or(Refused::NothingActive)?;
    let start = start_of(ask, units)?;
    Ok((start, check_step(ask, activation, Group { units, spent: moving.spent }, start, to)?))
}

/// Visits every first step: groups on the map, then companies that come in.
pub(crate) fn visit_first(ask: Ask<'_>, activation: &Activation, visit: &mut Visit<'_, Move>) -> ControlFlow<()> {
    let movable = movable(ask, activation);
    let mut seen = UnitSet::NONE;
    for unit in movable.iter() {
        let Some(hex) = ask.state.hex(unit).filter(|_| !seen.has(unit)) else { continue };
        let here = movable.and(ask.state.units_in(hex));
        seen = seen.or(here);
        for units in here.subsets() {
            visit_steps(ask, activation, Group { units, spent: 0 }, hex, visit)?;
        }
    }
    for (units, to) in s17_reinforcements::ways_in(ask, movable) {
        if check_first(ask, activation, units, to).is_ok() {
            visit(Move { units, to })?;
        }
    }
    ControlFlow::Continue(())
}

/// Visits every further step of the group on the move.
pub(crate) fn visit_next(ask: Ask<'_>, moving: &Moving, visit: &mut Visit<'_, Move>) -> ControlFlow<()> {
    let Moving { units, spent } = *moving;
    let from = units.first().and_then(|unit| ask.state.hex(unit));
    match (ask.state.activation(), from) {
        (Some(activation), Some(from)) => visit_steps(ask, activation, Group { units, spent }, from, visit),
        (None, _) | (_, None) => ControlFlow::Continue(()),
    }
}

/// Visits the steps out of a hex that [`check_step`] allows.
fn visit_steps(
    ask: Ask<'_>,
    activation: &Activation,
    group: Group,
    from: Hex,
    visit: &mut Visit<'_, Move>,
) -> ControlFlow<()> {
    let Group { units, spent } = group;
    // What the first step costs is never too much: it need not be known.
    let left = if spent == 0 { None } else { Some(allowance(ask, activation, units).saturating_sub(spent)) };
    let pays = |ground: Halves, to: Hex| left.is_none_or(|left| ground + enemy_cost(ask, units, to) <= left);
    for (direction, to) in ask.rules.grid().neighbours(from) {
        let ground = s11_terrain::dearest(ask.rules, units, from, direction);
        if ground.is_some_and(|ground| s12_stacking::check(ask, units, to).is_ok() && pays(ground, to)) {
            visit(Move { units, to })?;
        }
    }
    ControlFlow::Continue(())
}

/// The hexes a group can reach, with their costs: for plans and for bots.
pub fn reachable(ask: Ask<'_>, activation: &Activation, group: Group, reach: &mut Reach) {
    let Group { units, spent } = group;
    let Ok(Start::From(from)) = start_of(ask, units) else { return };
    let left = allowance(ask, activation, units).saturating_sub(spent);
    reach.explore(ask.rules.grid(), from, left, |from, direction, to| {
        s12_stacking::check(ask, units, to).ok()?;
        entry_cost(ask, units, from, direction, to)
    });
}

/// Makes a step.
fn go(act: &mut Act<'_>, Step { seat, units, start, to, cost }: Step) {
    if let Frame::Moving(moving) = act.state.frames.top_mut() {
        moving.spent += cost;
    } else {
        act.state.moved = act.state.moved.or(units);
        act.state.frames.push(Frame::Moving(Moving { units, spent: cost }));
    }
    units.iter().for_each(|unit| act.state.put(unit, to));
    match start {
        Start::From(from) => {
            let march = &mut act.state.untold;
            march.units = units;
            march.cost += cost;
            march.way.extend(march.way.is_empty().then_some(from).into_iter().chain([to]));
        }
        Start::OffMap => act.note(|ask| s17_reinforcements::entry(ask, units, to, cost)),
    }
    s18_victory::take_objective(act, seat, to);
    s04_opportunity_fire::call_halt(act, seat, units, to);
}

/// The group on the move halts where it is.
pub(crate) fn halt(act: &mut Act<'_>) {
    tell_march(act);
    act.state.frames.pop();
}
