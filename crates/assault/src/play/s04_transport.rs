//! Vehicles that carry men and tow guns (AS-4.2): getting in, getting out, and what becomes of passengers whose vehicle
//! is lost.

use std::ops::ControlFlow;

use engine::{Choice, Entry, Family, Verb, Visit, Wish};
use hexmap::Hex;

use super::{
    Refused,
    notation::{read_unit, unit_id},
    offer::{deed, names},
    pointing::{At, Meant},
    s04_units::card,
    s09_activation, s09_hiding, s09_movement, s09_moves,
};
use crate::{
    rule_ids::{ABILITIES, ACTIONS},
    state::{Act, Activation, Ask, Assault, Mark, Mode, Place, Unit},
    tables::Kind,
};

/// Get out of a vehicle or into one.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Transport {
    /// Get out of it.
    Dismount {
        /// The passenger.
        unit: Unit,
    },
    /// Get into a vehicle, or be hitched to it.
    Mount {
        /// The passenger.
        unit: Unit,
        /// The vehicle.
        vehicle: Unit,
    },
}

/// A passenger who may get in or out.
#[derive(Copy, Clone, Debug)]
pub struct Ready(What);

#[derive(Copy, Clone, Debug)]
enum What {
    Dismount { unit: Unit, vehicle: Unit, hex: Hex },
    Mount { activation: Activation, vehicle: Unit },
}

impl Family for Transport {
    type Rules = Assault;
    type Ready<'r> = Ready;

    const FORMS: &'static [Verb] = &[("dismount", "dismount UNIT"), ("mount", "mount UNIT on UNIT")];

    fn list(ask: Ask<'_>, visit: &mut Visit<'_, Self>) -> ControlFlow<()> {
        for unit in s09_activation::active(ask) {
            Transport::Dismount { unit }.visit_if_legal(ask, visit)?;
            let here = ask.state.hex(unit).into_iter();
            let vehicles = here.flat_map(|hex| ask.state.of_side_in(ask.state.unit(unit).seat, hex));
            for vehicle in vehicles {
                Transport::Mount { unit, vehicle }.visit_if_legal(ask, visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn check(&self, ask: Ask<'_>) -> Result<Ready, Refused> {
        Ok(Ready(match *self {
            Transport::Dismount { unit } => check_dismount(ask, unit)?,
            Transport::Mount { unit, vehicle } => What::Mount { activation: check_mount(ask, unit, vehicle)?, vehicle },
        }))
    }

    fn perform(Ready(what): Ready, act: &mut Act<'_>) {
        match what {
            What::Dismount { unit, vehicle, hex } => dismount(act, unit, vehicle, hex),
            What::Mount { activation, vehicle } => mount(act, activation, vehicle),
        }
    }

    fn offer(&self, ask: Ask<'_>) -> Choice {
        match *self {
            Transport::Dismount { unit } => deed(ask, ABILITIES, unit, "Dismount", "Transport", 2),
            Transport::Mount { unit, vehicle } => {
                let (id, name) = names(ask, vehicle);
                let label = format!("Mount {name}");
                Choice { target: Some(id), ..deed(ask, ABILITIES, unit, &label, "Transport", 2) }
            }
        }
    }

    fn write(&self, ask: Ask<'_>) -> String {
        match *self {
            Transport::Dismount { unit } => format!("dismount {}", unit_id(ask, unit)),
            Transport::Mount { unit, vehicle } => format!("mount {} on {}", unit_id(ask, unit), unit_id(ask, vehicle)),
        }
    }

    fn read(ask: Ask<'_>, words: &[&str]) -> Result<Option<Self>, String> {
        Ok(Some(match *words {
            ["dismount", unit] => Transport::Dismount { unit: read_unit(ask, unit)? },
            ["mount", unit, "on", vehicle] => {
                Transport::Mount { unit: read_unit(ask, unit)?, vehicle: read_unit(ask, vehicle)? }
            }
            _ => return Ok(None),
        }))
    }

    fn wishes(ask: Ask<'_>, Meant { unit, at }: Meant) -> Vec<Wish<Self>> {
        match at {
            At::Unit(vehicle) if ask.state.unit(vehicle).seat == ask.state.unit(unit).seat => {
                let label = format!("Mount {}", ask.rules.unit_name(ask.state, vehicle));
                vec![Wish::new(label, Transport::Mount { unit, vehicle })]
            }
            At::Unit(_) | At::Hex(_) | At::Anything | At::Activation => Vec::new(),
        }
    }
}

/// Whether a vehicle has room for a unit: so many men, or so many guns.
fn has_room(ask: Ask<'_>, unit: Unit, vehicle: Unit) -> bool {
    let Some(load) = card(ask, vehicle).carries() else { return false };
    let kind = card(ask, unit).kind;
    let room = match kind {
        Kind::Infantry => load.infantry,
        Kind::Gun => load.gun,
        Kind::Vehicle => 0,
    };
    let aboard = || ask.state.passengers(vehicle);
    aboard().all(|other| card(ask, other).kind == kind) && aboard().count() < usize::from(room)
}

/// Getting in takes the passenger's activation; the vehicle waits, so it makes no fast action.
fn check_mount(ask: Ask<'_>, unit: Unit, vehicle: Unit) -> Result<Activation, Refused> {
    let activation = s09_activation::fresh(ask, unit)?;
    s09_activation::check_steady(ask, unit)?;
    if ask.state.unit(vehicle).seat != ask.state.unit(unit).seat {
        return Err(Refused::NotYours);
    }
    if ask.state.hex(vehicle).is_none() || ask.state.hex(vehicle) != ask.state.hex(unit) {
        return Err(Refused::NotTogether);
    }
    if !card(ask, unit).may_move() {
        return Err(Refused::CannotMove);
    }
    if !has_room(ask, unit, vehicle) {
        return Err(Refused::NoRoomAboard);
    }
    check_slow(ask, vehicle)?;
    Ok(activation)
}

fn check_slow(ask: Ask<'_>, vehicle: Unit) -> Result<(), Refused> {
    if ask.state.has(vehicle, Mark::FastAction) { Err(Refused::VehicleFast) } else { Ok(()) }
}

fn mount(act: &mut Act<'_>, activation: Activation, vehicle: Unit) {
    let unit = activation.unit;
    // Whoever knows of one of the two sees what it does with the other.
    if act.state.is_known(unit) || act.state.is_known(vehicle) {
        s09_hiding::reveal(act, unit);
        s09_hiding::reveal(act, vehicle);
    }
    s09_movement::leave(act, unit);
    let does = format!("mounts {}", act.rules.unit_name(act.state, vehicle));
    s09_activation::spend(act, activation, Mark::Moved, &does, ABILITIES);
    act.state.board(unit, vehicle);
}

/// The vehicle that a passenger may leave now, and the hex into which he gets out.
fn check_dismount(ask: Ask<'_>, unit: Unit) -> Result<What, Refused> {
    let activation = s09_activation::acting(ask, unit)?;
    let Place::Aboard(vehicle) = ask.state.unit(unit).place else { return Err(Refused::NotAboard) };
    if activation.mode != Mode::Ready {
        return Err(Refused::DoneSomething);
    }
    check_slow(ask, vehicle)?;
    let hex = ask.state.hex(vehicle).ok_or(Refused::NotOnMap)?;
    s09_movement::check_room(ask, ask.state.unit(unit).seat, hex)?;
    Ok(What::Dismount { unit, vehicle, hex })
}

/// Getting out is like entering the hex with all that the unit can move; a gun faces where its vehicle does.
fn dismount(act: &mut Act<'_>, unit: Unit, vehicle: Unit, hex: Hex) {
    let whole = card(act.ask(), unit).allowance.max(1);
    if let Some(activation) = act.state.activation_mut() {
        (activation.mode, activation.spent) = (Mode::Move, whole);
    }
    act.state.units[unit.index()].facing = act.state.unit(vehicle).facing;
    act.state.put(unit, hex);
    if !act.state.is_known(vehicle) {
        act.state.mark(unit, Mark::Concealed);
    }
    act.note(|ask| {
        let (name, seat) = (ask.rules.unit_name(ask.state, unit), ask.state.unit(unit).seat);
        let text = format!("{name} dismounts in {}", ask.rules.label(hex));
        if ask.state.is_known(unit) {
            Entry::new(ABILITIES, text).by(seat).at([ask.rules.label(hex)]).about([ask.rules.unit_id(ask.state, unit)])
        } else {
            Entry::new(ACTIONS, "Something stirs where nobody sees it").by(seat).only_for(seat, text)
        }
    });
    s09_moves::arrive(act, unit, None, hex, s09_moves::Arrival { covered: false, fast: false });
}
