//! Movement in rounds (OF-7): driving slow and fast, facing, backing up, defilade, on foot, and what happens on the
//! way. What of it a unit can do in its turn is in [`movements`]; what it does in operations too, in [`transport`].

pub(crate) mod allowances;
pub(crate) mod going;
pub mod movements;
pub mod transport;

use engine::Entry;
use hexmap::Hex;

use crate::{
    play::{
        arrival, eyewitness,
        refusal::Refused,
        s06_rounds::turns::{self, Price},
        s07_movement::allowances::no_points,
        s11_assault::capture,
        s14_damage,
    },
    rule_ids::{DEFILADE, FACING, IMPROVED_POSITIONS, ROUND_MOVEMENT, SNOW},
    state::{
        Moving, SquadTurn, Turn, WorkKind,
        laid_out::{Act, Ask},
        units::{Motion, Place, UnitId},
    },
    tables::{forms::Halves, movement_costs},
};

fn rotation_cost(ask: Ask<'_>, unit: UnitId) -> Option<Halves> {
    ask.rules.card(ask.state.unit(unit)).rotation.and_then(|cost| cost.0)
}

fn defilade_cost(ask: Ask<'_>, hex: Hex) -> Option<Halves> {
    ask.rules.sheet.movement.defilade(ask.rules.country.terrain_id(hex))
}

/// A hex that a unit enters, and what that takes of its points.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Entering {
    from: Hex,
    to: Hex,
    cost: Halves,
}

fn check_forward(ask: Ask<'_>, turn: &Turn, back: bool) -> Result<Entering, Refused> {
    let to = driven_to(ask, turn.unit, back)?;
    if turn.backed {
        return Err(Refused::HasBackedUp);
    }
    if back {
        check_back(ask, turn)?;
    }
    check_drive_into(ask, turn, to)
}

fn check_rotate(ask: Ask<'_>, turn: &Turn) -> Result<Halves, Refused> {
    let cost = rotation_cost(ask, turn.unit).ok_or(Refused::CannotMove)?;
    going::own_hex(ask, turn.unit)?;
    if turn.rotated >= ask.rules.sheet.limits.movement.rotation {
        return Err(Refused::TurnedEnough);
    }
    let cost = slowed(ask, turn.unit, cost);
    allowances::check_left(ask, turn, cost).map(|()| cost)
}

fn check_defilade(ask: Ask<'_>, turn: &Turn) -> Result<(Hex, Halves), Refused> {
    let hex = going::own_hex(ask, turn.unit)?;
    let cost = defilade_cost(ask, hex).ok_or(Refused::NoDefilade)?;
    if ask.state.unit(turn.unit).defilade {
        return Err(Refused::Already);
    }
    if ask.rules.card(ask.state.unit(turn.unit)).kind.is_squad() {
        return Err(Refused::NoDefilade);
    }
    let cost = slowed(ask, turn.unit, cost);
    allowances::check_left(ask, turn, cost).map(|()| (hex, cost))
}

/// The crew points that a movement action takes, and the half movement points that it gives.
fn check_drive(ask: Ask<'_>, turn: &Turn, fast: bool) -> Result<(u8, Halves), Refused> {
    let unit = turn.unit;
    let card = ask.rules.card(ask.state.unit(unit));
    // A second movement action is allowed (OF-7.5), one that has not been used is not paid for again.
    let unused = turn.moving.is_some_and(|moving| moving.spent == 0 && moving.left > 0);
    if card.kind.is_squad() || unused {
        return Err(Refused::Already);
    }
    if turn.backed {
        return Err(Refused::HasBackedUp);
    }
    going::check_can_move(ask, unit)?;
    let allowance = allowances::allowance(ask, unit).ok_or(Refused::CannotMove)?;
    if fast && card.kind.is_tank() && ask.state.unit(unit).closed {
        return Err(Refused::ClosedAndFast);
    }
    if !fast && allowance.slow == 0 {
        return Err(Refused::CannotMove);
    }
    if turn.forced || allowances::points_for(ask, turn, fast) == 0 {
        return Err(Refused::MovedEnough);
    }
    let price = if fast {
        Price::OrAll(ask.rules.sheet.limits.crew_points.drive_fast)
    } else {
        Price::Points(ask.rules.sheet.limits.crew_points.drive_slow)
    };
    let points = turns::check_price(turn, ask.state.whole_crew(unit), price)?;
    let left = Halves::from(if fast { allowance.fast } else { allowance.slow }) * 2;
    if is_of_use(ask, turn, fast) { Ok((points, left)) } else { Err(Refused::NoWay) }
}

/// Whether anything could be done with a movement action: turning, a hex ahead or behind, defilade, coming in or
/// leaving.
fn is_of_use(ask: Ask<'_>, turn: &Turn, fast: bool) -> bool {
    let unit = turn.unit;
    let left = allowances::points_for(ask, turn, fast);
    let Some(hex) = ask.state.unit(unit).hex() else { return true };
    let payable = |cost: Option<Halves>| cost.is_some_and(|cost| slowed(ask, unit, cost) <= left);
    let turns = turn.rotated < ask.rules.sheet.limits.movement.rotation && payable(rotation_cost(ask, unit));
    let hides = !ask.state.unit(unit).defilade && payable(defilade_cost(ask, hex));
    let leaves = || payable(Some(ask.rules.sheet.limits.movement.to_leave())) && going::check_exit(ask, unit).is_ok();
    turns || hides || leaves() || leads_away(ask, turn, fast)
}

/// Whether a movement action would lead into another hex.
pub(crate) fn leads_away(ask: Ask<'_>, turn: &Turn, fast: bool) -> bool {
    let moving = Some(Moving { fast, left: allowances::points_for(ask, turn, fast), spent: 0 });
    let driving = Turn { moving, ..turn.clone() };
    ask.state.unit(turn.unit).hex().is_none() || first_hexes(ask, &driving).next().is_some()
}

/// The hexes that could be entered first with the movement in progress, also after turning the hull.
pub(crate) fn first_hexes<'a>(ask: Ask<'a>, turn: &'a Turn) -> impl Iterator<Item = Hex> + 'a {
    let unit = turn.unit;
    let rotation = rotation_cost(ask, unit).map(|cost| slowed(ask, unit, cost));
    let most = i8::try_from(ask.rules.sheet.limits.movement.rotation.saturating_sub(turn.rotated)).unwrap_or(0);
    let after = move |by: i8| -> Option<Hex> {
        let turning = if by == 0 { 0 } else { rotation? * Halves::from(by.unsigned_abs()) };
        let to = ask.rules.grid().neighbour(going::own_hex(ask, unit).ok()?, ask.state.unit(unit).facing.turned(by))?;
        let moving = turn.moving?;
        let left = moving.left.checked_sub(turning)?;
        let turned = Turn { moving: Some(Moving { left, ..moving }), spent: turn.spent + turning, ..turn.clone() };
        check_drive_into(ask, &turned, to).is_ok().then_some(to)
    };
    let back = check_back(ask, turn).is_ok().then(|| driven_to(ask, unit, true).ok()).flatten();
    let back = back.filter(|&to| check_drive_into(ask, turn, to).is_ok());
    (-most..=most).filter_map(after).chain(back)
}

/// Backing up is a fast move, and its hex the only one of the turn (OF-7.5).
fn check_back(ask: Ask<'_>, turn: &Turn) -> Result<(), Refused> {
    if turn.entered > 0 {
        return Err(Refused::MovedEnough);
    }
    if ask.rules.card(ask.state.unit(turn.unit)).kind.is_tank() && ask.state.unit(turn.unit).closed {
        return Err(Refused::ClosedAndFast);
    }
    if turn.moving.is_some_and(|moving| moving.fast) { Ok(()) } else { Err(Refused::NotFast) }
}

pub(crate) fn driven_to(ask: Ask<'_>, unit: UnitId, back: bool) -> Result<Hex, Refused> {
    let from = going::own_hex(ask, unit)?;
    let facing = ask.state.unit(unit).facing;
    let way = if back { facing.opposite() } else { facing };
    ask.rules.grid().neighbour(from, way).ok_or(Refused::NotAdjacent)
}

fn check_drive_into(ask: Ask<'_>, turn: &Turn, to: Hex) -> Result<Entering, Refused> {
    let moving = turn.moving.ok_or(Refused::NotDriving)?;
    let from = going::own_hex(ask, turn.unit)?;
    let cost = going::step_cost(ask, turn.unit, from, to).ok_or(Refused::Impassable)?;
    capture::check_prisoners_follow(ask, turn.unit, from, to)?;
    going::check_stacking(ask, turn.unit, to)?;
    let cost = slowed(ask, turn.unit, cost);
    if turn.forced {
        return Err(Refused::MovedEnough);
    }
    if moving.left == 0 || !allowances::only_hex(ask, turn, moving.fast, cost) {
        allowances::check_left(ask, turn, cost)?;
    }
    Ok(Entering { from, to, cost })
}

fn check_walk(ask: Ask<'_>, turn: &Turn, to: Hex) -> Result<Entering, Refused> {
    let from = going::own_hex(ask, turn.unit)?;
    if ask.rules.grid().distance(from, to) != 1 {
        return Err(Refused::NotAdjacent);
    }
    if !ask.rules.card(ask.state.unit(turn.unit)).kind.is_squad() {
        return Err(Refused::NotAhead);
    }
    going::check_can_move(ask, turn.unit)?;
    if matches!(turn.squad, SquadTurn::Done)
        || turn.squad == SquadTurn::Fired && turn.moving.is_none_or(|m| m.left == 0)
    {
        return Err(Refused::SquadDone);
    }
    let cost = going::step_cost(ask, turn.unit, from, to).ok_or(Refused::Impassable)?;
    capture::check_prisoners_follow(ask, turn.unit, from, to)?;
    let left = turn.moving.map_or_else(|| allowances::on_foot(ask, turn.unit), |moving| moving.left);
    let first = turn.entered == 0;
    let cost = slowed(ask, turn.unit, cost);
    let enough = cost <= left || first && turn.squad == SquadTurn::Fresh;
    if enough { Ok(Entering { from, to, cost }) } else { Err(no_points(cost, left)) }
}

/// Suppressed units pay double (OF-14.4).
pub(crate) fn slowed(ask: Ask<'_>, unit: UnitId, cost: Halves) -> Halves {
    if ask.state.unit(unit).condition.suppressed { cost * 2 } else { cost }
}

/// What it costs to come in at an edge hex: its ground, or its road (OF-6.10).
pub(crate) fn entry_cost(ask: Ask<'_>, unit: UnitId, hex: Hex) -> Option<Halves> {
    let class = ask.rules.card(ask.state.unit(unit)).class?;
    let beside = ask.rules.grid().neighbours(hex).flat_map(|(_, next)| ask.rules.country.hexside_features(hex, next));
    let roads: Vec<&str> = beside.filter(|feature| feature.ends_with("road")).collect();
    let weather = ask.rules.weather(ask.state);
    let entry = movement_costs::Entry {
        hexside: &roads,
        soft: weather.soft,
        snow: weather.snow,
        ..movement_costs::Entry::plain(ask.rules.country.terrain_id(hex))
    };
    ask.rules.sheet.movement.cost(class, &entry)
}

fn check_dig_in(ask: Ask<'_>, unit: UnitId, inside: bool) -> Result<(), Refused> {
    let hex = going::own_hex(ask, unit)?;
    let free = |occupant: Option<UnitId>| if inside { occupant.is_none() } else { occupant == Some(unit) };
    let open_to_it = ask
        .state
        .works
        .iter()
        .any(|work| work.hex == hex && work.kind == WorkKind::ImprovedPosition && free(work.occupant));
    let in_another = inside && ask.state.works.iter().any(|work| work.occupant == Some(unit));
    if open_to_it && !in_another { Ok(()) } else { Err(Refused::NoPosition) }
}

/// Its one hex of this turn (OF-7.5).
fn back(act: &mut Act<'_>, unit: UnitId, into: Entering) {
    if let Some(turn) = act.state.turn_mut() {
        turn.backed = true;
    }
    drive_into(act, unit, into);
}

fn rotate_in_turn(act: &mut Act<'_>, unit: UnitId, clockwise: bool, cost: Halves) {
    going::rotate(act, unit, clockwise);
    if let Some(turn) = act.state.turn_mut() {
        turn.rotated += 1;
    }
    pay(act, cost);
    act.note(|ask| going::facing_entry(ask, unit));
    check_for_accident(act, unit);
}

fn traverse(act: &mut Act<'_>, unit: UnitId, clockwise: bool) {
    let vehicle = act.state.unit_mut(unit);
    vehicle.turret = vehicle.turret.turned(if clockwise { 1 } else { -1 });
    if let Some(turn) = act.state.turn_mut() {
        turn.traversed += 1;
    }
    act.note(|ask| {
        let text = format!("{}'s turret turns {}.", ask.state.unit(unit).name, ask.state.unit(unit).turret);
        let entry = Entry::new(FACING, text).about([ask.state.id_of(unit)]);
        eyewitness::seen(ask, unit, entry, "swings its turret round")
    });
}

fn look_for_defilade(act: &mut Act<'_>, unit: UnitId, (hex, cost): (Hex, Halves)) {
    pay(act, cost);
    act.state.unit_mut(unit).defilade = true;
    act.note(|ask| {
        let entry = going::move_entry(ask, unit, DEFILADE, "is hull down in", hex);
        eyewitness::seen(ask, unit, entry, "settles down behind a fold in the ground")
    });
    check_for_accident(act, unit);
}

/// Spends crew points on driving.
fn start_driving(act: &mut Act<'_>, fast: bool, (points, left): (u8, Halves)) {
    turns::spend(act, points);
    if let Some(turn) = act.state.turn_mut() {
        turn.moving = Some(Moving { fast, left, spent: 0 });
    }
}

/// Takes movement points from the movement in progress. What the whole turn has spent says whether it is slow or fast
/// (OF-7.5).
pub(crate) fn pay(act: &mut Act<'_>, cost: Halves) {
    let Some(turn) = act.state.turn_mut() else { return };
    let unit = turn.unit;
    turn.begun = true;
    turn.spent += cost;
    if let Some(moving) = &mut turn.moving {
        moving.left = moving.left.saturating_sub(cost);
        moving.spent += cost;
    }
    let (spent, backed) = (turn.spent, turn.backed);
    act.state.unit_mut(unit).motion = pace_after(act.ask(), unit, spent, backed);
}

/// How a unit has moved that has spent so many points in its turn, and perhaps backed up.
pub(crate) fn pace_after(ask: Ask<'_>, unit: UnitId, spent: Halves, backed: bool) -> Motion {
    let vehicle = !ask.rules.card(ask.state.unit(unit)).kind.is_squad();
    let fast = vehicle && (backed || spent > allowances::slow_points(ask, unit));
    if fast { Motion::Fast } else { Motion::Slow }
}

/// Drives into a hex: pays, arrives, stops for enemies, checks for accidents and for what is there.
pub(crate) fn drive_into(act: &mut Act<'_>, unit: UnitId, into: Entering) {
    drive(act, unit, into);
    arrival::arrive_in_rounds(act, unit);
}

/// The same up to the moment of arrival.
pub(crate) fn drive(act: &mut Act<'_>, unit: UnitId, Entering { from, to, cost }: Entering) {
    going::leave_position(act, unit);
    let vehicle = act.state.unit_mut(unit);
    vehicle.place = Place::At(to);
    vehicle.defilade = false;
    count_hex(act, unit, cost);
    pay(act, cost);
    capture::bring_prisoners(act, unit, to);
    act.note(|ask| {
        let entry = going::move_entry(ask, unit, ROUND_MOVEMENT, "drives to", to);
        eyewitness::seen(ask, unit, entry, eyewitness::moving(ask, unit, from, to))
    });
    snow_accident(act, unit, from, to);
    check_for_accident(act, unit);
    stop_for_enemies(act, unit);
}

fn walk_into(act: &mut Act<'_>, unit: UnitId, into: Entering) {
    walk(act, unit, into);
    arrival::arrive_in_rounds(act, unit);
}

pub(crate) fn walk(act: &mut Act<'_>, unit: UnitId, Entering { from, to, cost }: Entering) {
    going::leave_position(act, unit);
    act.state.unit_mut(unit).place = Place::At(to);
    count_hex(act, unit, cost);
    pay(act, cost);
    capture::bring_prisoners(act, unit, to);
    count_squad_turn(act, unit);
    act.note(|ask| {
        let entry = going::move_entry(ask, unit, ROUND_MOVEMENT, "moves to", to);
        eyewitness::seen(ask, unit, entry, eyewitness::moving(ask, unit, from, to))
    });
    stop_for_enemies(act, unit);
}

/// A unit enters a hex in its turn; if that costs more than it has, the hex is the only one (OF-7.1).
fn count_hex(act: &mut Act<'_>, unit: UnitId, cost: Halves) {
    let squad = act.rules.card(act.state.unit(unit)).kind.is_squad();
    let short =
        act.state.turn().and_then(|turn| allowances::points_left(act.ask(), turn)).is_some_and(|left| left < cost);
    let whole = allowances::on_foot(act.ask(), unit);
    let Some(turn) = act.state.turn_mut() else { return };
    turn.entered += 1;
    if squad {
        turn.moving.get_or_insert(Moving { fast: false, left: whole, spent: 0 });
    } else {
        turn.forced |= short;
    }
}

/// What men who have walked may still do in their turn.
fn count_squad_turn(act: &mut Act<'_>, unit: UnitId) {
    if !act.rules.card(act.state.unit(unit)).kind.is_squad() {
        return;
    }
    let whole = allowances::on_foot(act.ask(), unit);
    if let Some(turn) = act.state.turn_mut() {
        // Half the allowance, rounded down to whole points, leaves time to fire (OF-6.7).
        let half = whole / 2 / 2 * 2;
        let used_up = turn.moving.is_none_or(|moving| moving.left == 0);
        turn.squad = match turn.squad {
            SquadTurn::Fired if !used_up => SquadTurn::Fired,
            SquadTurn::Fired => SquadTurn::Done,
            SquadTurn::Fresh | SquadTurn::MovedHalf | SquadTurn::MovedFar | SquadTurn::Done => match used_up {
                _ if turn.spent <= half => SquadTurn::MovedHalf,
                true => SquadTurn::Done,
                false => SquadTurn::MovedFar,
            },
        };
    }
}

/// A unit that enters a hex with an active enemy stops (OF-7.5).
pub(crate) fn stop_for_enemies(act: &mut Act<'_>, unit: UnitId) {
    let (here, side) = (act.state.hex_of(unit), act.state.unit(unit).side);
    if act.state.active(side.enemy()).any(|(other, _)| act.state.hex_of(other) == here)
        && let Some(turn) = act.state.turn_mut()
    {
        turn.held = true;
        if let Some(moving) = &mut turn.moving {
            moving.left = 0;
        }
    }
}

fn dig_in(act: &mut Act<'_>, unit: UnitId, inside: bool) {
    let hex = act.state.hex_of(unit);
    if inside {
        let free = |work: &&mut crate::state::Work| {
            Some(work.hex) == hex && work.kind == WorkKind::ImprovedPosition && work.occupant.is_none()
        };
        if let Some(work) = act.state.works.iter_mut().find(free) {
            work.occupant = Some(unit);
        }
        act.state.unit_mut(unit).dug_in = true;
    } else {
        going::leave_position(act, unit);
    }
    act.note(|ask| {
        let verb = if inside { "goes into" } else { "leaves" };
        let text = format!("{} {verb} the improved position.", ask.state.unit(unit).name);
        let entry = Entry::new(IMPROVED_POSITIONS, text).about([ask.state.id_of(unit)]);
        let does = if inside { "goes to ground in its position" } else { "leaves its position" };
        eyewitness::seen(ask, unit, entry, does)
    });
}

/// The accident check of a vehicle that has gone beyond its slow allowance (OF-7.8).
fn check_for_accident(act: &mut Act<'_>, unit: UnitId) {
    let Some(turn) = act.state.turn().filter(|turn| !turn.accident_checked) else { return };
    if act.rules.card(act.state.unit(unit)).kind.is_squad() {
        return;
    }
    if turn.spent > allowances::slow_points(act.ask(), unit) {
        if let Some(turn) = act.state.turn_mut() {
            turn.accident_checked = true;
        }
        s14_damage::accident_check(act, unit);
    }
}

/// In deep snow a truck has an accident in every hex it enters off the road (mission 6).
pub(crate) fn snow_accident(act: &mut Act<'_>, unit: UnitId, from: Hex, to: Hex) {
    let truck = act.rules.card(act.state.unit(unit)).kind == crate::tables::cards::Kind::Truck;
    if act.rules.weather(act.state).snow
        && truck
        && !act.rules.sheet.movement.is_road(&act.rules.country.hexside_features(from, to))
    {
        act.note(|ask| {
            Entry::new(SNOW, format!("{} is off the road in the snow.", ask.state.unit(unit).name))
                .about([ask.state.id_of(unit)])
        });
        s14_damage::accident(act, unit);
    }
}
