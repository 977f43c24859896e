//! Drivers, passengers and crew; coming, going and stacking (OF-6.10, OF-7.1, OF-7.6, OF-10).

use engine::{Choice, ChoiceKind, Entry};
use hexmap::{Direction, Hex};

use crate::{
    booklet::paragraphs::words::Marker,
    play::{
        missions::freed_men,
        notation::{self, Form},
        offers::{self, Group},
        refusal::Refused,
        s05_operations,
        s06_rounds::turns::{self, Price},
        s07_movement::{self, allowances},
        s09_fire,
        s11_assault::capture,
    },
    rule_ids::{CLOSING, ENTRY, EXIT, IMPROVED_POSITIONS, PASSENGERS},
    state::{
        Frame, Turn,
        laid_out::{Act, Ask},
        units::{Place, Side, UnitId},
    },
    tables::{
        cards::{Carries, Class, Kind},
        forms::{Cost, Halves},
    },
};

/// What units do in operations as they like, and in a turn for its price.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transport {
    /// Come in at an entry hex (OF-5, OF-6.10).
    Enter {
        /// The unit that waits off the map.
        unit: UnitId,
        /// The hex at the edge.
        hex: Hex,
    },
    /// Leave the map over the edge of the unit's hex (OF-7.1).
    Exit {
        /// The unit that leaves, with all it carries.
        unit: UnitId,
    },
    /// Open up or button up (OF-5.4, OF-6.7).
    Hatch {
        /// The vehicle.
        unit: UnitId,
        /// Buttoned up afterwards.
        closed: bool,
    },
    /// Get aboard or be hitched (OF-7.6).
    Load {
        /// The squad or gun.
        unit: UnitId,
        /// The vehicle that takes it along.
        carrier: UnitId,
    },
    /// Get off or be unhitched (OF-7.6).
    Unload {
        /// The squad or gun.
        unit: UnitId,
    },
    /// In operations: into or out of the improved position in the hex (OF-13.2).
    DigIn {
        /// The unit.
        unit: UnitId,
        /// Into it.
        inside: bool,
    },
}

impl Transport {
    /// The units it names.
    pub(crate) fn units(self) -> [Option<UnitId>; 2] {
        match self {
            Transport::Load { unit, carrier } => [Some(unit), Some(carrier)],
            Transport::Enter { unit, .. }
            | Transport::Exit { unit }
            | Transport::Hatch { unit, .. }
            | Transport::Unload { unit }
            | Transport::DigIn { unit, .. } => [Some(unit), None],
        }
    }
}

pub(crate) const FORMS: &[Form] = &[
    ("enter", "enter UNIT HEX"),
    ("exit", "exit UNIT"),
    ("open", "open UNIT"),
    ("close", "close UNIT"),
    ("load", "load UNIT CARRIER"),
    ("unload", "unload UNIT"),
    ("dig", "dig UNIT in|out"),
];

/// Every hex at which a unit might come in.
pub(crate) fn possible_entries(ask: Ask<'_>, unit: UnitId) -> impl Iterator<Item = Transport> + '_ {
    s05_operations::entry_hexes(ask.rules).map(move |hex| Transport::Enter { unit, hex })
}

/// Opening and closing.
pub(crate) fn possible_with_hatches(unit: UnitId) -> impl Iterator<Item = Transport> {
    [false, true].into_iter().map(move |closed| Transport::Hatch { unit, closed })
}

/// Getting aboard and off and shutting hatches, for the whole platoon.
pub(crate) fn possible_aboard(ask: Ask<'_>) -> impl Iterator<Item = Transport> + '_ {
    let units = || ask.state.active(Side::Us).map(|(unit, _)| unit);
    units().flat_map(move |unit| {
        let loads = units().map(move |carrier| Transport::Load { unit, carrier });
        loads.chain([Transport::Unload { unit }]).chain(possible_with_hatches(unit))
    })
}

/// Getting aboard or off between the unit whose turn it is and another one.
pub(crate) fn possible_loads(unit: UnitId, other: UnitId) -> [Transport; 3] {
    [
        Transport::Load { unit, carrier: other },
        Transport::Load { unit: other, carrier: unit },
        // Somebody else gets off; or the unit itself, where nobody is left to help it.
        Transport::Unload { unit: other },
    ]
}

pub(crate) fn check(ask: Ask<'_>, transport: Transport) -> Result<(), Refused> {
    match turns::in_turn(ask) {
        Ok(turn) => check_in_turn(ask, turn, transport),
        Err(_) if *ask.state.frames.top() == Frame::Operations => check_as_things_stand(ask, transport),
        Err(_) if matches!(ask.state.frames.top(), Frame::Deployment { .. }) => check_in_deployment(ask, transport),
        Err(not_now) => Err(not_now),
    }
}

fn check_as_things_stand(ask: Ask<'_>, transport: Transport) -> Result<(), Refused> {
    match transport {
        Transport::Enter { unit, hex } => check_entry(ask, unit, hex),
        Transport::Exit { unit } => check_exit(ask, unit),
        Transport::Hatch { unit, closed } => check_hatch(ask, unit, closed),
        Transport::Load { unit, carrier } => check_load(ask, unit, carrier),
        Transport::Unload { unit } => check_unload(ask, unit),
        Transport::DigIn { unit, inside } => s07_movement::check_dig_in(ask, unit, inside),
    }
}

/// While the platoon is set up: who is aboard, and which hatches are shut.
fn check_in_deployment(ask: Ask<'_>, transport: Transport) -> Result<(), Refused> {
    match transport {
        Transport::Hatch { .. } | Transport::Load { .. } | Transport::Unload { .. } => {
            check_as_things_stand(ask, transport)
        }
        Transport::Enter { .. } | Transport::Exit { .. } | Transport::DigIn { .. } => Err(Refused::NotNow),
    }
}

/// The same in a turn: whose turn it is, as things stand, and what the turn leaves.
fn check_in_turn(ask: Ask<'_>, turn: &Turn, transport: Transport) -> Result<(), Refused> {
    check_actor(ask, turn, transport)?;
    check_as_things_stand(ask, transport)?;
    let squad = ask.rules.card(ask.state.unit(turn.unit)).kind.is_squad();
    match transport {
        Transport::Enter { unit, hex } => {
            let cost = s07_movement::entry_cost(ask, unit, hex).ok_or(Refused::Impassable)?;
            // Men just walk; a vehicle has to be under way.
            let moving = turn.moving.filter(|moving| moving.left > 0);
            let only = moving.is_some_and(|moving| allowances::only_hex(ask, turn, moving.fast, cost));
            if squad || only { Ok(()) } else { allowances::check_left(ask, turn, cost) }
        }
        Transport::Exit { .. } if squad => Ok(()),
        Transport::Exit { .. } => allowances::check_left(ask, turn, ask.rules.sheet.limits.movement.to_leave()),
        Transport::Hatch { unit, .. } => {
            turns::check_price(turn, ask.state.whole_crew(unit), Price::OrAll(ask.rules.sheet.limits.crew_points.hatch))
                .map(|_| ())
        }
        Transport::Load { .. } | Transport::Unload { .. } => turns::check_all_points(ask, turn),
        Transport::DigIn { .. } => Ok(()),
    }
}

/// Who may do it in a turn: the unit itself, or a load with its carrier. Where the crew that should is dead, the other one does it (OF-6.7).
fn check_actor(ask: Ask<'_>, turn: &Turn, transport: Transport) -> Result<(), Refused> {
    match transport {
        Transport::Enter { .. } | Transport::Exit { .. } if turn.held => Err(Refused::HeldUp),
        Transport::Enter { unit, .. } | Transport::Exit { unit } if unit != turn.unit => Err(Refused::NotItsTurn),
        Transport::Hatch { unit, .. } if unit != turn.unit => Err(Refused::NotNow),
        // In a turn it is a movement of the unit that acts.
        Transport::DigIn { .. } => Err(Refused::NotNow),
        Transport::Load { unit, carrier } => {
            let kind = ask.rules.card(ask.state.unit(unit)).kind;
            match kind {
                _ if unit == turn.unit && (kind.is_squad() || kind == Kind::Gun) => Ok(()),
                Kind::Gun if carrier == turn.unit && ask.state.whole_crew(unit) == 0 => Ok(()),
                Kind::Gun if carrier == turn.unit => Err(Refused::CrewAlive),
                _ => Err(Refused::NotItsTurn),
            }
        }
        Transport::Unload { unit } => {
            let place = ask.state.unit(unit).place;
            let carried = place == Place::Aboard(turn.unit) || place == Place::Towed(turn.unit);
            if carried || unit == turn.unit && gets_off_alone(ask, unit) { Ok(()) } else { Err(Refused::NotCarried) }
        }
        Transport::Enter { .. } | Transport::Exit { .. } | Transport::Hatch { .. } => Ok(()),
    }
}

/// Whether a squad rides with a dead crew, so that getting off is up to itself (OF-6.7).
pub(crate) fn gets_off_alone(ask: Ask<'_>, unit: UnitId) -> bool {
    matches!(ask.state.unit(unit).place, Place::Aboard(carrier) if ask.state.whole_crew(carrier) == 0)
}

/// What is paid is paid by the turn in progress; in operations there is none.
pub(crate) fn perform(act: &mut Act<'_>, transport: Transport) {
    match transport {
        Transport::Enter { unit, hex } => {
            let cost = s07_movement::entry_cost(act.ask(), unit, hex).unwrap_or(0);
            s05_operations::come_in(act, unit, hex);
            s07_movement::count_hex(act, unit, cost);
            s07_movement::pay(act, cost);
            s07_movement::count_squad_turn(act, unit);
            act.note(|ask| s05_operations::move_entry(ask, unit, ENTRY, "comes in at", hex));
            s07_movement::check_for_accident(act, unit);
            s05_operations::arrive(act, &[unit]);
        }
        Transport::Exit { unit } => {
            leave_map(act, unit);
            turns::end_turn(act);
        }
        Transport::Hatch { unit, closed } => {
            turns::spend(act, Price::OrAll(act.rules.sheet.limits.crew_points.hatch));
            act.state.unit_mut(unit).closed = closed;
            act.note(|ask| {
                let verb = if closed { "buttons up" } else { "opens up" };
                Entry::new(CLOSING, format!("{} {verb}.", ask.state.unit(unit).name)).about([ask.state.id_of(unit)])
            });
        }
        Transport::Load { unit, carrier } => {
            turns::use_whole_turn(act);
            load(act, unit, carrier);
        }
        Transport::Unload { unit } => {
            turns::use_whole_turn(act);
            unload(act, unit);
        }
        Transport::DigIn { unit, inside } => s07_movement::dig_in(act, unit, inside),
    }
}

pub(crate) fn offer(ask: Ask<'_>, transport: Transport, choice: &mut Choice) {
    let [unit, carrier] = transport.units().map(|unit| unit.map(|unit| ask.state.id_of(unit)));
    choice.units = unit.into_iter().collect();
    choice.target = carrier;
    let name = |unit: UnitId| ask.state.unit(unit).name.as_str();
    let (rule, group, label) = match transport {
        Transport::Enter { unit, hex } => {
            offers::aim(ask, choice, ChoiceKind::Move, unit, hex);
            (ENTRY, Group::ComeIn, format!("{} comes in at {}", name(unit), ask.rules.label(hex)))
        }
        Transport::Exit { unit } => (EXIT, Group::Drive, format!("{} leaves the map", name(unit))),
        Transport::Hatch { unit, closed } => {
            choice.cost = offers::price(ask, ask.rules.sheet.limits.crew_points.hatch);
            let label = match (turns::in_turn(ask).is_ok(), closed) {
                (true, true) => "Button up".to_owned(),
                (true, false) => "Open up".to_owned(),
                (false, true) => format!("{} buttons up", name(unit)),
                (false, false) => format!("{} opens up", name(unit)),
            };
            (CLOSING, Group::Hatches, label)
        }
        Transport::Load { unit, carrier } => {
            choice.cost = offers::price_of_the_turn(ask);
            let gun = ask.rules.card(ask.state.unit(unit)).kind == Kind::Gun;
            let verb = if gun { "is hitched to" } else { "climbs aboard" };
            (PASSENGERS, Group::Crew, format!("{} {verb} {}", name(unit), name(carrier)))
        }
        Transport::Unload { unit } => {
            choice.cost = offers::price_of_the_turn(ask);
            (PASSENGERS, Group::Crew, format!("{} gets off", name(unit)))
        }
        Transport::DigIn { unit, inside } => {
            let way = if inside { "goes into" } else { "leaves" };
            (IMPROVED_POSITIONS, Group::Crew, format!("{} {way} the improved position", name(unit)))
        }
    };
    (choice.rule, choice.group, choice.label) = (rule, group.listed(), label);
}

pub(crate) fn write(ask: Ask<'_>, transport: Transport) -> String {
    let id = |unit: UnitId| ask.state.id_of(unit);
    match transport {
        Transport::Enter { unit, hex } => format!("enter {} {}", id(unit), ask.rules.label(hex)),
        Transport::Exit { unit } => format!("exit {}", id(unit)),
        Transport::Hatch { unit, closed: false } => format!("open {}", id(unit)),
        Transport::Hatch { unit, closed: true } => format!("close {}", id(unit)),
        Transport::Load { unit, carrier } => format!("load {} {}", id(unit), id(carrier)),
        Transport::Unload { unit } => format!("unload {}", id(unit)),
        Transport::DigIn { unit, inside } => format!("dig {} {}", id(unit), if inside { "in" } else { "out" }),
    }
}

pub(crate) fn read(ask: Ask<'_>, words: &[&str]) -> Result<Option<Transport>, String> {
    let unit = |id: &str| notation::read_unit(ask, id);
    Ok(Some(match *words {
        ["enter", who, at] => Transport::Enter { unit: unit(who)?, hex: notation::read_hex(ask, at)? },
        ["exit", who] => Transport::Exit { unit: unit(who)? },
        ["open", who] => Transport::Hatch { unit: unit(who)?, closed: false },
        ["close", who] => Transport::Hatch { unit: unit(who)?, closed: true },
        ["load", who, carrier] => Transport::Load { unit: unit(who)?, carrier: unit(carrier)? },
        ["unload", who] => Transport::Unload { unit: unit(who)? },
        ["dig", who, "in"] => Transport::DigIn { unit: unit(who)?, inside: true },
        ["dig", who, "out"] => Transport::DigIn { unit: unit(who)?, inside: false },
        _ => return Ok(None),
    }))
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
fn check_crew(ask: Ask<'_>, unit: UnitId) -> Result<(), Refused> {
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
    if s09_fire::bunker_of(ask, unit).is_some() {
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
    if !s05_operations::entry_hexes(ask.rules).any(|entry| entry == hex) {
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

/// A unit leaves the map with all it carries.
pub(crate) fn leave_map(act: &mut Act<'_>, unit: UnitId) {
    let from = act.state.hex_of(unit);
    let loads: Vec<UnitId> = loads(act.ask(), unit).into_iter().chain(capture::prisoners_of(act.ask(), unit)).collect();
    for &load in &loads {
        act.state.unit_mut(load).place = Place::Exited;
        act.state.unit_mut(load).exited_at = from;
    }
    s07_movement::leave_position(act, unit);
    act.state.unit_mut(unit).place = Place::Exited;
    act.state.unit_mut(unit).exited_at = from;
    freed_men::bring_out(act, unit, from);
    act.note(|ask| {
        let at = from.map(|hex| ask.rules.label(hex)).unwrap_or_default();
        Entry::new(EXIT, format!("{} leaves the map at {at}.", ask.state.unit(unit).name))
            .about(std::iter::once(unit).chain(loads).map(|unit| ask.state.id_of(unit)))
    });
}

/// The units that a unit carries or tows.
pub(crate) fn loads(ask: Ask<'_>, carrier: UnitId) -> Vec<UnitId> {
    let on = |place: Place| place == Place::Aboard(carrier) || place == Place::Towed(carrier);
    ask.state.all_units().filter(|(_, unit)| on(unit.place)).map(|(unit, _)| unit).collect()
}

/// Whether a unit can be opened or closed (OF-5.4).
pub(crate) fn check_hatch(ask: Ask<'_>, unit: UnitId, closed: bool) -> Result<(), Refused> {
    if !ask.rules.card(ask.state.unit(unit)).kind.can_close() {
        return Err(Refused::NoHatch);
    }
    check_crew(ask, unit)?;
    if ask.state.unit(unit).closed == closed { Err(Refused::Already) } else { Ok(()) }
}

/// Whether a unit can get aboard or be hitched (OF-7.6).
pub(crate) fn check_load(ask: Ask<'_>, unit: UnitId, carrier: UnitId) -> Result<(), Refused> {
    // Off the map all are in the same place (OF-6.10).
    let [load, by] = [unit, carrier].map(|unit| ask.state.unit(unit));
    if !load.is_active() || !by.is_active() || load.side != by.side {
        return Err(Refused::CannotCarry);
    }
    let waiting = [unit, carrier].iter().all(|&unit| ask.state.unit(unit).place == Place::OffMap);
    if unit == carrier || !waiting && own_hex(ask, unit)? != own_hex(ask, carrier)? {
        return Err(Refused::CannotCarry);
    }
    if ask.state.unit(unit).condition.suppressed {
        return Err(Refused::Suppressed);
    }
    if s09_fire::bunker_of(ask, unit).is_some() {
        return Err(Refused::InBunker);
    }
    let (load, by) = (ask.rules.card(ask.state.unit(unit)), ask.rules.card(ask.state.unit(carrier)));
    let loads = loads(ask, carrier);
    let rides = loads.iter().any(|&other| ask.rules.card(ask.state.unit(other)).kind.is_squad())
        || freed_men::has_aboard(ask, carrier);
    let tows = loads.iter().any(|&other| ask.rules.card(ask.state.unit(other)).kind == Kind::Gun);
    let fits = match load.kind {
        Kind::Gun => by.tows && !tows && !(by.carries_or_tows && rides),
        kind if kind.is_squad() => {
            let size = match by.carries {
                Some(Carries::Squad) => true,
                Some(Carries::HalfSquad) => kind != Kind::Squad,
                None => false,
            };
            size && !rides && !(by.carries_or_tows && tows)
        }
        Kind::Tank
        | Kind::TankDestroyer
        | Kind::ArmouredCar
        | Kind::HalfTrack
        | Kind::Truck
        | Kind::Jeep
        | Kind::Squad
        | Kind::HalfSquad
        | Kind::TankCrew
        | Kind::Pow
        | Kind::Fighter
        | Kind::Bunker => false,
    };
    if fits { Ok(()) } else { Err(Refused::CannotCarry) }
}

/// Whether a unit can get off or be unhitched.
pub(crate) fn check_unload(ask: Ask<'_>, unit: UnitId) -> Result<(), Refused> {
    match ask.state.unit(unit).place {
        Place::Aboard(carrier) | Place::Towed(carrier)
            if matches!(ask.state.unit(carrier).place, Place::At(_) | Place::OffMap) =>
        {
            let suppressed = [unit, carrier].iter().any(|&unit| ask.state.unit(unit).condition.suppressed);
            if suppressed { Err(Refused::Suppressed) } else { Ok(()) }
        }
        Place::Aboard(_) | Place::Towed(_) | Place::At(_) | Place::OffMap | Place::Exited | Place::Removed => {
            Err(Refused::NotCarried)
        }
    }
}

/// Gets a unit aboard or hitches it.
pub(crate) fn load(act: &mut Act<'_>, unit: UnitId, carrier: UnitId) {
    let gun = act.rules.card(act.state.unit(unit)).kind == Kind::Gun;
    s07_movement::leave_position(act, unit);
    let place = if gun { Place::Towed(carrier) } else { Place::Aboard(carrier) };
    let loaded = act.state.unit_mut(unit);
    loaded.place = place;
    loaded.prepared = false;
    act.note(|ask| {
        let verb = if gun { "is hitched to" } else { "climbs aboard" };
        let text = format!("{} {verb} {}.", ask.state.unit(unit).name, ask.state.unit(carrier).name);
        Entry::new(PASSENGERS, text).about([ask.state.id_of(unit), ask.state.id_of(carrier)])
    });
}

/// Gets a unit off or unhitches it.
pub(crate) fn unload(act: &mut Act<'_>, unit: UnitId) {
    let (Place::Aboard(carrier) | Place::Towed(carrier)) = act.state.unit(unit).place else { return };
    act.state.unit_mut(unit).place = act.state.unit(carrier).place;
    let Some(hex) = act.state.hex_of(unit) else { return };
    act.note(|ask| {
        Entry::new(PASSENGERS, format!("{} is on the ground in {}.", ask.state.unit(unit).name, ask.rules.label(hex)))
            .about([ask.state.id_of(unit)])
            .at([ask.rules.label(hex)])
    });
}

/// What the step from hex to hex costs a unit at this moment, in halves of a movement point; `None` if it cannot be made.
pub fn step_price(ask: Ask<'_>, unit: UnitId, from: Hex, to: Hex) -> Option<u16> {
    check_can_move(ask, unit).ok()?;
    step_cost(ask, unit, from, to)
}
