//! What lets a unit go, and where to: its own hex, who is aboard, what a step costs, room, entries and exits (OF-7.1,
//! OF-7.5, OF-7.6).

use engine::Entry;
use hexmap::{Direction, Hex};

use crate::{
    booklet::paragraphs::words::Marker,
    play::{eyewitness, refusal::Refused},
    rule_ids::{FACING, PASSENGERS},
    state::{
        State, WorkKind,
        laid_out::{Act, Ask, OpenFire},
        units::{Place, Side, Unit, UnitId},
    },
    tables::{
        cards::{Class, Kind},
        forms::{Cost, Halves},
    },
};

/// The bunker a unit is in: where it points (OF-13.3).
pub(crate) fn bunker_of(ask: Ask<'_>, unit: UnitId) -> Option<hexmap::Direction> {
    ask.state.works.iter().filter(|work| work.occupant == Some(unit)).find_map(|work| match work.kind {
        WorkKind::Bunker(facing) => Some(facing),
        WorkKind::ImprovedPosition => None,
    })
}

/// Whether the platoon may come in at a hex: where the mission says, or in the first column.
fn is_entry(rules: &OpenFire, hex: Hex) -> bool {
    match &rules.mission.entry[..] {
        [] => rules.grid().label(hex).column() == 1,
        named => named.iter().any(|entry| entry.hex == hex),
    }
}

/// Where the platoon may come in.
pub(crate) fn entry_hexes(rules: &OpenFire) -> impl Iterator<Item = Hex> + '_ {
    let named = rules.mission.entry.iter().map(|entry| entry.hex);
    let west = rules.grid().hexes().take_while(|&hex| rules.grid().label(hex).column() == 1);
    let anywhere = rules.mission.entry.is_empty();
    named.chain(west.filter(move |_| anywhere))
}

/// The direction from an edge hex toward the middle of the map.
pub(crate) fn inward(rules: &OpenFire, hex: Hex) -> Direction {
    let (column, row) = (rules.grid().columns() / 2, rules.grid().rows() / 2);
    let middle = rules.grid().hex(column.max(1), row.max(1)).unwrap_or(hex);
    let nearest = Direction::ALL.into_iter().filter_map(|way| Some((rules.grid().neighbour(hex, way)?, way)));
    nearest.min_by_key(|&(next, _)| rules.grid().distance(next, middle)).map_or(Direction::N, |(_, way)| way)
}

pub(crate) fn move_entry(ask: Ask<'_>, unit: UnitId, rule: engine::RuleId, verb: &str, hex: Hex) -> Entry {
    Entry::new(rule, format!("{} {verb} {}.", ask.state.unit(unit).name, ask.rules.label(hex)))
        .about([ask.state.id_of(unit)])
        .at([ask.rules.label(hex)])
}

/// Turns hull and turret together by one hexside; defilade is lost (OF-7.3).
pub(crate) fn rotate(act: &mut Act<'_>, unit: UnitId, clockwise: bool) {
    let by = if clockwise { 1 } else { -1 };
    let vehicle = act.state.unit_mut(unit);
    vehicle.facing = vehicle.facing.turned(by);
    vehicle.turret = vehicle.turret.turned(by);
    vehicle.defilade = false;
}

pub(crate) fn facing_entry(ask: Ask<'_>, unit: UnitId) -> Entry {
    let facing = ask.rules.facing(ask.state.unit(unit).facing);
    let text = format!("{} turns to face {facing}.", ask.state.unit(unit).name);
    eyewitness::seen(ask, unit, Entry::new(FACING, text).about([ask.state.id_of(unit)]), "turns")
}

pub(crate) fn leave_position(act: &mut Act<'_>, unit: UnitId) {
    vacate(act.state, unit);
}

/// The same on any state.
pub(crate) fn vacate(state: &mut State, unit: UnitId) {
    state.unit_mut(unit).dug_in = false;
    for work in state.works.iter_mut().filter(|work| work.kind == WorkKind::ImprovedPosition) {
        if work.occupant == Some(unit) {
            work.occupant = None;
        }
    }
}

/// Whether a squad rides with a dead crew, so that getting off is up to itself (OF-6.7).
pub(crate) fn gets_off_alone(ask: Ask<'_>, unit: UnitId) -> bool {
    matches!(ask.state.unit(unit).place, Place::Aboard(carrier) if ask.state.whole_crew(carrier) == 0)
}

/// The hex a unit stands in by itself.
pub(crate) fn own_hex(ask: Ask<'_>, unit: UnitId) -> Result<Hex, Refused> {
    match ask.state.unit(unit).place {
        Place::At(hex) => Ok(hex),
        Place::Aboard(_) | Place::Towed(_) => Err(Refused::IsCarried),
        Place::OffMap | Place::Exited | Place::Removed => Err(Refused::NotOnMap),
    }
}

/// Whether somebody is left to drive a vehicle and to shut its hatches.
pub(crate) fn check_crew(ask: Ask<'_>, unit: UnitId) -> Result<(), Refused> {
    let manned = !ask.rules.card(ask.state.unit(unit)).kind.is_vehicle() || ask.state.whole_crew(unit) > 0;
    if manned { Ok(()) } else { Err(Refused::NoCrew) }
}

/// Whether a unit can move by itself at all.
pub(crate) fn check_can_move(ask: Ask<'_>, unit: UnitId) -> Result<(), Refused> {
    let card = ask.rules.card(ask.state.unit(unit));
    check_crew(ask, unit)?;
    let able =
        if card.kind.is_squad() { card.foot.is_some() } else { ask.state.unit(unit).condition.allowance().is_some() };
    if !able || card.class.is_none() {
        return Err(Refused::CannotMove);
    }
    if bunker_of(ask, unit).is_some() {
        return Err(Refused::InBunker);
    }
    let piece = ask.state.unit(unit);
    let tows = || ask.state.all_units().any(|(_, other)| other.place == Place::Towed(unit));
    if piece.condition.suppressed && tows() { Err(Refused::TowsSuppressed) } else { Ok(()) }
}

/// What a step costs a unit, in halves; `None` if it may not be made (OF-7.5).
pub(crate) fn step_cost(ask: Ask<'_>, unit: UnitId, from: Hex, to: Hex) -> Option<Halves> {
    let class = ask.rules.card(ask.state.unit(unit)).class?;
    let smoke = ask.state.smoke.iter().any(|smoke| smoke.hex == to);
    let cost = ask.rules.country.step_cost(ask.rules.weather(ask.state), class, from, to, smoke)?;
    hindered(ask, class, (from, to), cost)
}

/// What a step costs with the obstacles on its way; `None` if they close it.
pub(crate) fn hindered(ask: Ask<'_>, class: Class, (from, to): (Hex, Hex), cost: Halves) -> Option<Halves> {
    let (country, prices) = (&ask.rules.country, &ask.rules.sheet.hindrances);
    let mut cost = Cost(Some(cost));
    for &(hex, obstacle) in &ask.state.obstacles {
        let price = match obstacle {
            Marker::RoadBlock => {
                let road = hex == to && ask.rules.sheet.movement.is_road(&country.hexside_features(from, to));
                road.then_some(prices.road_block)
            }
            // A bridge belongs to the hexes on both of its sides.
            Marker::BlownBridge => {
                ((hex == to || hex == from) && country.is_bridge(from, to)).then_some(prices.blown_bridge)
            }
            Marker::Refugees => (hex == to).then_some(prices.refugees),
            Marker::Minefield
            | Marker::Smoke
            | Marker::Fence
            | Marker::ImprovedPosition
            | Marker::Bunker
            | Marker::Prisoners
            | Marker::Civilians => None,
        };
        cost = price.map_or(cost, |price| cost.plus(price.of(class)));
    }
    cost.0
}

pub(crate) fn check_passable(ask: Ask<'_>, unit: UnitId, from: Hex, to: Hex) -> Result<(), Refused> {
    step_cost(ask, unit, from, to).map(|_| ()).ok_or(Refused::Impassable)
}

/// Four vehicles of both sides in a hex, dead ones not counted (OF-7.1).
pub(crate) fn check_stacking(ask: Ask<'_>, unit: UnitId, hex: Hex) -> Result<(), Refused> {
    check_room(ask, &[unit], hex)
}

/// The same for several that come at once.
pub(crate) fn check_room(ask: Ask<'_>, coming: &[UnitId], hex: Hex) -> Result<(), Refused> {
    let is_vehicle = |unit: UnitId| ask.rules.card(ask.state.unit(unit)).kind.is_vehicle();
    let more = coming.iter().filter(|&&unit| is_vehicle(unit)).count();
    let there = ask.state.all_units().filter(|&(other, piece)| {
        piece.is_active() && piece.hex() == Some(hex) && !coming.contains(&other) && is_vehicle(other)
    });
    let most = usize::from(ask.rules.sheet.limits.movement.vehicles_in_hex);
    if more == 0 || there.count() + more <= most { Ok(()) } else { Err(Refused::NoRoom) }
}

/// Whether a unit may come in at a hex.
pub(crate) fn check_entry(ask: Ask<'_>, unit: UnitId, hex: Hex) -> Result<(), Refused> {
    if ask.state.unit(unit).place != Place::OffMap {
        return Err(Refused::OnMap);
    }
    if !is_entry(ask.rules, hex) {
        return Err(Refused::NoEntry);
    }
    if let Some(first) = ask.state.came_in_at.filter(|&first| first != hex) {
        return Err(Refused::OtherEntry { hex: ask.rules.label(first) });
    }
    check_can_move(ask, unit)?;
    // What cannot move on does not bar the way of the others.
    let taken = |(other, piece): (UnitId, &crate::state::units::Unit)| {
        piece.hex() == Some(hex) && check_can_move(ask, other).is_ok()
    };
    if ask.rules.mission.unstacked && ask.state.active(Side::Us).any(taken) {
        return Err(Refused::EntryTaken);
    }
    check_stacking(ask, unit, hex)
}

/// Whether a unit may leave the map from its hex: from the mission's exits, or any edge hex if it names none.
pub(crate) fn check_exit(ask: Ask<'_>, unit: UnitId) -> Result<(), Refused> {
    let hex = own_hex(ask, unit)?;
    check_can_move(ask, unit)?;
    let edge = Direction::ALL.into_iter().any(|way| ask.rules.grid().neighbour(hex, way).is_none());
    if ask.rules.mission.terms.no_exit {
        return Err(Refused::NoExit);
    }
    let named = ask.rules.mission.exit.is_empty() || ask.rules.mission.exit.iter().any(|exit| exit.hex == hex);
    if edge && named { Ok(()) } else { Err(Refused::NoExit) }
}

/// The units that a unit carries or tows.
pub(crate) fn loads(ask: Ask<'_>, carrier: UnitId) -> Vec<UnitId> {
    let on = |place: Place| place == Place::Aboard(carrier) || place == Place::Towed(carrier);
    ask.state.all_units().filter(|(_, unit)| on(unit.place)).map(|(unit, _)| unit).collect()
}

/// Whom a unit could get off, or be unhitched from.
pub(crate) fn check_unload(ask: Ask<'_>, unit: UnitId) -> Result<UnitId, Refused> {
    match ask.state.unit(unit).place {
        Place::Aboard(carrier) | Place::Towed(carrier)
            if matches!(ask.state.unit(carrier).place, Place::At(_) | Place::OffMap) =>
        {
            let suppressed = [unit, carrier].iter().any(|&unit| ask.state.unit(unit).condition.suppressed);
            if suppressed { Err(Refused::Suppressed) } else { Ok(carrier) }
        }
        Place::Aboard(_) | Place::Towed(_) | Place::At(_) | Place::OffMap | Place::Exited | Place::Removed => {
            Err(Refused::NotCarried)
        }
    }
}

/// Gets a unit off its carrier or unhitches it.
pub(crate) fn unload(act: &mut Act<'_>, unit: UnitId, carrier: UnitId) {
    act.state.unit_mut(unit).place = act.state.unit(carrier).place;
    // Off the map nobody sees it.
    if let Some(hex) = act.state.hex_of(unit) {
        act.note(|ask| {
            let text = format!("{} is on the ground in {}.", ask.state.unit(unit).name, ask.rules.label(hex));
            let entry = Entry::new(PASSENGERS, text).about([ask.state.id_of(unit)]).at([ask.rules.label(hex)]);
            let gun = ask.rules.card(ask.state.unit(unit)).kind == Kind::Gun;
            let gets_off = if gun { "is unhitched" } else { "jumps down" };
            eyewitness::seen(ask, unit, entry, format!("{gets_off} from {}", eyewitness::who(ask, carrier)))
        });
    }
}

/// Puts a unit into its entry hex, looking into the map.
pub(crate) fn come_in(act: &mut Act<'_>, unit: UnitId, hex: Hex) {
    let inward = inward(act.rules, hex);
    if act.rules.mission.terms.one_hex {
        act.state.came_in_at.get_or_insert(hex);
    }
    let unit = act.state.unit_mut(unit);
    unit.place = Place::At(hex);
    turn_all(unit, inward);
}

pub(crate) fn turn_all(unit: &mut Unit, direction: Direction) {
    (unit.facing, unit.turret) = (direction, direction);
}
