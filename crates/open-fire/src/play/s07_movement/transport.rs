//! Drivers, passengers and crew; coming, going and stacking (OF-6.10, OF-7.1, OF-7.6, OF-10).

use std::ops::ControlFlow;

use engine::{Choice, ChoiceKind, Entry, Family, Visit, Wish};
use hexmap::Hex;

use crate::{
    play::{
        arrival, eyewitness,
        missions::freed_men,
        notation::{self, Form},
        offers::{self, Group, Pointed},
        refusal::Refused,
        s06_rounds::turns::{self, Price},
        s07_movement::{self, allowances, going},
        s11_assault::capture,
    },
    rule_ids::{CLOSING, ENTRY, EXIT, IMPROVED_POSITIONS, PASSENGERS},
    state::{
        Frame, Turn,
        laid_out::{Act, Ask, AskOf, OpenFire},
        units::{Place, Side, UnitId},
    },
    tables::{
        cards::{Carries, Kind},
        forms::Halves,
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

/// Every hex at which a unit might come in.
pub(crate) fn possible_entries(ask: Ask<'_>, unit: UnitId) -> impl Iterator<Item = Transport> + '_ {
    going::entry_hexes(ask.rules).map(move |hex| Transport::Enter { unit, hex })
}

/// Opening and closing.
pub(crate) fn possible_with_hatches(unit: UnitId) -> impl Iterator<Item = Transport> {
    [false, true].into_iter().map(move |closed| Transport::Hatch { unit, closed })
}

/// Opening or closing, whichever is not so already.
pub(crate) fn other_way_of_hatches(ask: Ask<'_>, unit: UnitId) -> Option<Transport> {
    let piece = ask.state.unit(unit);
    ask.rules.card(piece).kind.can_close().then_some(Transport::Hatch { unit, closed: !piece.closed })
}

/// Getting aboard and off and shutting hatches, for the whole platoon.
pub(crate) fn possible_aboard(ask: Ask<'_>) -> impl Iterator<Item = Transport> + '_ {
    let units = || ask.state.active(Side::Us).map(|(unit, _)| unit);
    units().flat_map(move |unit| {
        let loads = units().map(move |carrier| Transport::Load { unit, carrier });
        loads.chain([Transport::Unload { unit }]).chain(possible_with_hatches(unit))
    })
}

/// Getting aboard or off between the unit whose turn it is and another one: only squads and guns are carried.
pub(crate) fn possible_loads(ask: Ask<'_>, unit: UnitId, other: UnitId) -> impl Iterator<Item = Transport> {
    let kind = |unit: UnitId| ask.rules.card(ask.state.unit(unit)).kind;
    let is_load = |unit: UnitId| kind(unit).is_squad() || kind(unit) == Kind::Gun;
    let carried = matches!(ask.state.unit(other).place, Place::Aboard(_) | Place::Towed(_));
    let loads = [
        (is_load(unit), Transport::Load { unit, carrier: other }),
        (is_load(other), Transport::Load { unit: other, carrier: unit }),
        // Somebody else gets off; or the unit itself, where nobody is left to help it.
        (carried, Transport::Unload { unit: other }),
    ];
    loads.into_iter().filter_map(|(may_be, load)| may_be.then_some(load))
}

fn check_as_things_stand(ask: Ask<'_>, transport: Transport) -> Result<ReadyTransport, Refused> {
    match transport {
        Transport::Enter { unit, hex } => {
            going::check_entry(ask, unit, hex)?;
            let cost = s07_movement::entry_cost(ask, unit, hex).unwrap_or(0);
            Ok(ReadyTransport(Found::Enter { unit, hex, cost }))
        }
        Transport::Exit { unit } => going::check_exit(ask, unit).map(|()| ReadyTransport(Found::Exit { unit })),
        Transport::Hatch { unit, closed } => {
            check_hatch(ask, unit, closed)?;
            Ok(ReadyTransport(Found::Hatch { unit, closed, points: 0 }))
        }
        Transport::Load { unit, carrier } => {
            check_load(ask, unit, carrier)?;
            Ok(ReadyTransport(Found::Load { unit, carrier }))
        }
        Transport::Unload { unit } => {
            let carrier = going::check_unload(ask, unit)?;
            Ok(ReadyTransport(Found::Unload { unit, carrier }))
        }
        Transport::DigIn { unit, inside } => {
            s07_movement::check_dig_in(ask, unit, inside)?;
            Ok(ReadyTransport(Found::DigIn { unit, inside }))
        }
    }
}

/// While the platoon is set up: who is aboard, and which hatches are shut.
fn check_in_deployment(ask: Ask<'_>, transport: Transport) -> Result<ReadyTransport, Refused> {
    match transport {
        Transport::Hatch { .. } | Transport::Load { .. } | Transport::Unload { .. } => {
            check_as_things_stand(ask, transport)
        }
        Transport::Enter { .. } | Transport::Exit { .. } | Transport::DigIn { .. } => Err(Refused::NotNow),
    }
}

/// The same in a turn: whose turn it is, as things stand, and what the turn leaves.
fn check_in_turn(ask: Ask<'_>, turn: &Turn, transport: Transport) -> Result<ReadyTransport, Refused> {
    check_actor(ask, turn, transport)?;
    let ready = check_as_things_stand(ask, transport)?;
    let squad = ask.rules.card(ask.state.unit(turn.unit)).kind.is_squad();
    match transport {
        Transport::Enter { unit, hex } => {
            let cost = s07_movement::entry_cost(ask, unit, hex).ok_or(Refused::Impassable)?;
            // Men just walk; a vehicle has to be under way.
            let moving = turn.moving.filter(|moving| moving.left > 0);
            let only = moving.is_some_and(|moving| allowances::only_hex(ask, turn, moving.fast, cost));
            if !squad && !only {
                allowances::check_left(ask, turn, cost)?;
            }
        }
        Transport::Exit { .. } if squad => {}
        Transport::Exit { .. } => allowances::check_left(ask, turn, ask.rules.sheet.limits.movement.to_leave())?,
        Transport::Hatch { unit, closed } => {
            let price = Price::OrAll(ask.rules.sheet.limits.crew_points.hatch);
            let points = turns::check_price(turn, ask.state.whole_crew(unit), price)?;
            return Ok(ReadyTransport(Found::Hatch { unit, closed, points }));
        }
        Transport::Load { .. } | Transport::Unload { .. } => turns::check_all_points(ask, turn)?,
        Transport::DigIn { .. } => {}
    }
    Ok(ready)
}

/// Who may do it in a turn: the unit itself, or a load with its carrier. Where the crew that should is dead, the other
/// one does it (OF-6.7).
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
            if carried || unit == turn.unit && going::gets_off_alone(ask, unit) {
                Ok(())
            } else {
                Err(Refused::NotCarried)
            }
        }
        Transport::Enter { .. } | Transport::Exit { .. } | Transport::Hatch { .. } => Ok(()),
    }
}

/// Coming in, leaving, hatches and loads that have been checked.
#[derive(Copy, Clone, Debug)]
pub struct ReadyTransport(Found);

#[derive(Copy, Clone, Debug)]
enum Found {
    Enter { unit: UnitId, hex: Hex, cost: Halves },
    Exit { unit: UnitId },
    Hatch { unit: UnitId, closed: bool, points: u8 },
    Load { unit: UnitId, carrier: UnitId },
    Unload { unit: UnitId, carrier: UnitId },
    DigIn { unit: UnitId, inside: bool },
}

fn swing_hatches(act: &mut Act<'_>, unit: UnitId, closed: bool) {
    act.state.unit_mut(unit).closed = closed;
    act.note(|ask| {
        let verb = if closed { "buttons up" } else { "opens up" };
        let text = format!("{} {verb}.", ask.state.unit(unit).name);
        let hatches = if closed { "shuts its hatches" } else { "opens its hatches" };
        eyewitness::seen(ask, unit, Entry::new(CLOSING, text).about([ask.state.id_of(unit)]), hatches)
    });
}

impl Family for Transport {
    type Rules = OpenFire;
    type Ready<'r> = ReadyTransport;

    const FORMS: &'static [Form] = &[
        ("enter", "enter UNIT HEX"),
        ("exit", "exit UNIT"),
        ("open", "open UNIT"),
        ("close", "close UNIT"),
        ("load", "load UNIT CARRIER"),
        ("unload", "unload UNIT"),
        ("dig", "dig UNIT in|out"),
    ];

    fn list(ask: Ask<'_>, visit: &mut Visit<'_, Transport>) -> ControlFlow<()> {
        let units = ask.state.active(Side::Us).map(|(unit, _)| unit);
        let (entering, leaving) = (units.clone(), units.clone());
        let all = entering
            .flat_map(|unit| possible_entries(ask, unit))
            .chain(leaving.map(|unit| Transport::Exit { unit }))
            .chain(possible_aboard(ask))
            .chain(units.flat_map(|unit| [true, false].map(|inside| Transport::DigIn { unit, inside })));
        for transport in all {
            transport.visit_if_legal(ask, visit)?;
        }
        ControlFlow::Continue(())
    }

    fn check<'r>(&self, ask: AskOf<'r, '_>) -> Result<ReadyTransport, Refused> {
        match turns::in_turn(ask) {
            Ok(turn) => check_in_turn(ask, turn, *self),
            Err(_) if *ask.state.frames.top() == Frame::Operations => check_as_things_stand(ask, *self),
            Err(_) if matches!(ask.state.frames.top(), Frame::Deployment { .. }) => check_in_deployment(ask, *self),
            Err(not_now) => Err(not_now),
        }
    }

    fn perform(ready: ReadyTransport, act: &mut Act<'_>) {
        // What is paid is paid by the turn in progress; in operations there is none.
        match ready.0 {
            Found::Enter { unit, hex, cost } => {
                going::come_in(act, unit, hex);
                s07_movement::count_hex(act, unit, cost);
                s07_movement::pay(act, cost);
                s07_movement::count_squad_turn(act, unit);
                act.note(|ask| going::move_entry(ask, unit, ENTRY, "comes in at", hex));
                s07_movement::check_for_accident(act, unit);
                arrival::arrive(act, &[unit]);
            }
            Found::Exit { unit } => {
                leave_map(act, unit);
                turns::end_turn(act);
            }
            Found::Hatch { unit, closed, points } => {
                turns::spend(act, points);
                swing_hatches(act, unit, closed);
            }
            Found::Load { unit, carrier } => {
                turns::use_whole_turn(act);
                load(act, unit, carrier);
            }
            Found::Unload { unit, carrier } => {
                turns::use_whole_turn(act);
                going::unload(act, unit, carrier);
            }
            Found::DigIn { unit, inside } => s07_movement::dig_in(act, unit, inside),
        }
    }

    fn offer(&self, ask: Ask<'_>) -> Choice {
        offers::filled(ask, |choice| offer(ask, *self, choice))
    }

    fn write(&self, ask: Ask<'_>) -> String {
        let id = |unit: UnitId| ask.state.id_of(unit);
        match *self {
            Transport::Enter { unit, hex } => format!("enter {} {}", id(unit), ask.rules.label(hex)),
            Transport::Exit { unit } => format!("exit {}", id(unit)),
            Transport::Hatch { unit, closed: false } => format!("open {}", id(unit)),
            Transport::Hatch { unit, closed: true } => format!("close {}", id(unit)),
            Transport::Load { unit, carrier } => format!("load {} {}", id(unit), id(carrier)),
            Transport::Unload { unit } => format!("unload {}", id(unit)),
            Transport::DigIn { unit, inside } => format!("dig {} {}", id(unit), if inside { "in" } else { "out" }),
        }
    }

    fn read(ask: Ask<'_>, words: &[&str]) -> Result<Option<Transport>, String> {
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

    fn wishes(ask: Ask<'_>, pointed: Pointed) -> Vec<Wish<Transport>> {
        let Some(unit) = pointed.in_operations(ask) else { return Vec::new() };
        let name = ask.state.unit(unit).name.as_str();
        match (ask.state.unit(unit).place, pointed.hex) {
            (Place::OffMap, _) => {
                let entries = possible_entries(ask, unit).take(1);
                entries.map(|entry| Wish::new(format!("Bring {name} in"), entry)).collect()
            }
            (_, Some(_)) => Vec::new(),
            (_, None) => vec![Wish::new("Leave the map", Transport::Exit { unit })],
        }
    }
}

fn offer(ask: Ask<'_>, transport: Transport, choice: &mut Choice) {
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

/// A unit leaves the map with all it carries.
pub(crate) fn leave_map(act: &mut Act<'_>, unit: UnitId) {
    let from = act.state.hex_of(unit);
    let loads: Vec<UnitId> =
        going::loads(act.ask(), unit).into_iter().chain(capture::prisoners_of(act.ask(), unit)).collect();
    for &load in &loads {
        act.state.unit_mut(load).place = Place::Exited;
        act.state.unit_mut(load).exited_at = from;
    }
    going::leave_position(act, unit);
    act.state.unit_mut(unit).place = Place::Exited;
    act.state.unit_mut(unit).exited_at = from;
    freed_men::bring_out(act, unit, from);
    act.note(|ask| {
        let at = from.map(|hex| ask.rules.label(hex)).unwrap_or_default();
        let entry = Entry::new(EXIT, format!("{} leaves the map at {at}.", ask.state.unit(unit).name))
            .about(std::iter::once(unit).chain(loads).map(|unit| ask.state.id_of(unit)));
        eyewitness::seen(ask, unit, entry, "is gone, off the map")
    });
}

/// Whether a unit can be opened or closed (OF-5.4).
pub(crate) fn check_hatch(ask: Ask<'_>, unit: UnitId, closed: bool) -> Result<(), Refused> {
    if !ask.rules.card(ask.state.unit(unit)).kind.can_close() {
        return Err(Refused::NoHatch);
    }
    going::check_crew(ask, unit)?;
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
    if unit == carrier || !waiting && going::own_hex(ask, unit)? != going::own_hex(ask, carrier)? {
        return Err(Refused::CannotCarry);
    }
    if ask.state.unit(unit).condition.suppressed {
        return Err(Refused::Suppressed);
    }
    if going::bunker_of(ask, unit).is_some() {
        return Err(Refused::InBunker);
    }
    let (load, by) = (ask.rules.card(ask.state.unit(unit)), ask.rules.card(ask.state.unit(carrier)));
    let loads = going::loads(ask, carrier);
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

/// Gets a unit aboard or hitches it.
pub(crate) fn load(act: &mut Act<'_>, unit: UnitId, carrier: UnitId) {
    let gun = act.rules.card(act.state.unit(unit)).kind == Kind::Gun;
    going::leave_position(act, unit);
    let place = if gun { Place::Towed(carrier) } else { Place::Aboard(carrier) };
    let loaded = act.state.unit_mut(unit);
    loaded.place = place;
    loaded.prepared = false;
    act.note(|ask| {
        let verb = if gun { "is hitched to" } else { "climbs aboard" };
        let text = format!("{} {verb} {}.", ask.state.unit(unit).name, ask.state.unit(carrier).name);
        let entry = Entry::new(PASSENGERS, text).about([ask.state.id_of(unit), ask.state.id_of(carrier)]);
        eyewitness::seen(ask, unit, entry, format!("{verb} {}", eyewitness::who(ask, carrier)))
    });
}

/// What the step from hex to hex costs a unit at this moment, in halves of a movement point; `None` if it cannot be
/// made.
pub fn step_price(ask: Ask<'_>, unit: UnitId, from: Hex, to: Hex) -> Option<u16> {
    going::check_can_move(ask, unit).ok()?;
    going::step_cost(ask, unit, from, to)
}
