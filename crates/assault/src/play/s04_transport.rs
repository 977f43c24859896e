//! Vehicles that carry men and tow guns (AS-4.2): getting in, getting out, and what becomes of passengers whose vehicle is lost.

use std::ops::ControlFlow;

use engine::{Entry, Tone};
use hexmap::Hex;

use super::{Refused, Visit, action::Action, s04_units::card, s09_actions, s09_hiding, s09_movement, s13_status};
use crate::{
    rule_ids::ABILITIES,
    state::{Act, Activation, Ask, Mark, Mode, Place, Unit},
    tables::{Kind, symbols::Symbols},
};

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
pub(super) fn check_mount(ask: Ask<'_>, unit: Unit, vehicle: Unit) -> Result<(), Refused> {
    s09_actions::fresh(ask, unit)?;
    s09_actions::check_steady(ask, unit)?;
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
    check_slow(ask, vehicle)
}

fn check_slow(ask: Ask<'_>, vehicle: Unit) -> Result<(), Refused> {
    if ask.state.has(vehicle, Mark::FastAction) { Err(Refused::VehicleFast) } else { Ok(()) }
}

pub(super) fn visit(ask: Ask<'_>, activation: &Activation, visit: &mut Visit<'_>) -> ControlFlow<()> {
    let unit = activation.unit;
    let Some(hex) = ask.state.hex(unit) else { return ControlFlow::Continue(()) };
    for vehicle in ask.state.of_side_in(ask.state.unit(unit).seat, hex) {
        if check_mount(ask, unit, vehicle).is_ok() {
            visit(Action::Mount { unit, vehicle })?;
        }
    }
    ControlFlow::Continue(())
}

pub(super) fn mount(act: &mut Act<'_>, unit: Unit, vehicle: Unit) {
    // Whoever knows of one of the two sees what it does with the other.
    if act.state.is_known(unit) || act.state.is_known(vehicle) {
        s09_hiding::reveal(act, unit);
        s09_hiding::reveal(act, vehicle);
    }
    s09_movement::leave(act, unit);
    let does = format!("mounts {}", act.rules.unit_name(act.state, vehicle));
    s09_actions::spend(act, unit, Mark::Moved, &does, ABILITIES);
    act.state.board(unit, vehicle);
}

/// The hex into which a passenger may get out now.
pub(super) fn check_dismount(ask: Ask<'_>, unit: Unit) -> Result<Hex, Refused> {
    let activation = s09_actions::acting(ask, unit)?;
    let Place::Aboard(vehicle) = ask.state.unit(unit).place else { return Err(Refused::NotAboard) };
    if activation.mode != Mode::Ready {
        return Err(Refused::DoneSomething);
    }
    check_slow(ask, vehicle)?;
    let hex = ask.state.hex(vehicle).ok_or(Refused::NotOnMap)?;
    s09_movement::check_room(ask, ask.state.unit(unit).seat, hex)?;
    Ok(hex)
}

/// Getting out is like entering the hex with all that the unit can move; a gun faces where its vehicle does.
pub(super) fn dismount(act: &mut Act<'_>, unit: Unit) {
    let (Ok(hex), Place::Aboard(vehicle)) = (check_dismount(act.ask(), unit), act.state.unit(unit).place) else {
        return;
    };
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
            Entry::new(ABILITIES, "Something stirs where nobody sees it").by(seat).only_for(seat, text)
        }
    });
    s09_movement::arrive(act, unit, None, hex, s09_movement::Arrival { covered: false, fast: false });
}

/// A vehicle is lost: its passengers are thrown out where it stood, shaken and hurt.
pub(super) fn bail_out(act: &mut Act<'_>, vehicle: Unit, hex: Hex) {
    let aboard: Vec<Unit> = act.state.passengers(vehicle).collect();
    for unit in aboard {
        act.state.put(unit, hex);
        act.note(|ask| {
            Entry::new(ABILITIES, format!("{} bails out", ask.rules.unit_name(ask.state, unit)))
                .by(ask.state.unit(unit).seat)
                .tone(Tone::Loss)
                .at([ask.rules.label(hex)])
                .about([ask.rules.unit_id(ask.state, unit)])
        });
        let numbers = &act.rules.catalogue.turn.transport;
        let hurt = Symbols { damage: numbers.damage, suppression: numbers.suppression, ..Symbols::NONE };
        let fate = s13_status::target(act.ask(), unit).fate(hurt, None);
        s13_status::suffer(act, unit, fate, ABILITIES);
    }
}
