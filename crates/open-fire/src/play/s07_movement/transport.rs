//! Drivers, passengers and crew; coming, going and stacking (OF-6.10, OF-7.1, OF-7.6, OF-10).

use engine::Entry;
use hexmap::{Direction, Hex};

use crate::{
    play::{refusal::Refused, s05_operations, s11_assault::capture},
    rule_ids::{EXIT, PASSENGERS},
    state::{
        laid_out::{Act, Ask},
        units::{Place, Side, UnitId},
    },
    tables::{
        cards::{Carries, Kind},
        forms::Halves,
    },
};

/// The hex a unit is in by itself, not aboard another.
pub(crate) fn own_hex(ask: Ask<'_>, unit: UnitId) -> Result<Hex, Refused> {
    match ask.state.unit(unit).place {
        Place::At(hex) => Ok(hex),
        Place::Aboard(_) | Place::Towed(_) => Err(Refused::IsCarried),
        Place::OffMap | Place::Exited | Place::Removed => Err(Refused::NotOnMap),
    }
}

/// Whether a unit can move by itself at all.
pub(crate) fn check_can_move(ask: Ask<'_>, unit: UnitId) -> Result<(), Refused> {
    let card = ask.rules.card(ask.state.unit(unit));
    let able =
        if card.kind.is_squad() { card.foot.is_some() } else { ask.state.unit(unit).condition.allowance().is_some() };
    if able && card.class.is_some() { Ok(()) } else { Err(Refused::CannotMove) }
}

/// What a step costs a unit, in halves; `None` if it may not be made (OF-7.5).
pub(crate) fn step_cost(ask: Ask<'_>, unit: UnitId, from: Hex, to: Hex) -> Option<Halves> {
    let class = ask.rules.card(ask.state.unit(unit)).class?;
    let smoke = ask.state.smoke.iter().any(|smoke| smoke.hex == to);
    ask.rules.country.step_cost(ask.rules.weather(), class, from, to, smoke)
}

pub(crate) fn check_passable(ask: Ask<'_>, unit: UnitId, from: Hex, to: Hex) -> Result<(), Refused> {
    step_cost(ask, unit, from, to).map(|_| ()).ok_or(Refused::Impassable)
}

/// Four vehicles of both sides in a hex, dead ones not counted (OF-7.1).
pub(crate) fn check_stacking(ask: Ask<'_>, unit: UnitId, hex: Hex) -> Result<(), Refused> {
    if !ask.rules.card(ask.state.unit(unit)).kind.is_vehicle() {
        return Ok(());
    }
    let in_hex = ask.state.all_units().filter(|&(other, piece)| {
        other != unit
            && piece.is_active()
            && piece.hex() == Some(hex)
            && ask.rules.card(ask.state.unit(other)).kind.is_vehicle()
    });
    if in_hex.count() < usize::from(ask.rules.sheet.limits.movement.vehicles_in_hex) {
        Ok(())
    } else {
        Err(Refused::NoRoom)
    }
}

/// Whether a unit may come in at a hex.
pub(crate) fn check_entry(ask: Ask<'_>, unit: UnitId, hex: Hex) -> Result<(), Refused> {
    if ask.state.unit(unit).place != Place::OffMap {
        return Err(Refused::OnMap);
    }
    if !s05_operations::entry_hexes(ask.rules).any(|entry| entry == hex) {
        return Err(Refused::NoEntry);
    }
    check_can_move(ask, unit)?;
    let taken = |(_, other): (UnitId, &crate::state::units::Unit)| other.hex() == Some(hex);
    if ask.rules.mission.unstacked && ask.state.active(Side::Us).any(taken) {
        return Err(Refused::NoRoom);
    }
    check_stacking(ask, unit, hex)
}

/// Whether a unit may leave the map from its hex: from the mission's exits, or any edge hex if it names none.
pub(crate) fn check_exit(ask: Ask<'_>, unit: UnitId) -> Result<(), Refused> {
    let hex = own_hex(ask, unit)?;
    check_can_move(ask, unit)?;
    let edge = Direction::ALL.into_iter().any(|way| ask.rules.grid().neighbour(hex, way).is_none());
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
    act.state.unit_mut(unit).place = Place::Exited;
    act.state.unit_mut(unit).exited_at = from;
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
    if ask.state.unit(unit).closed == closed { Err(Refused::Already) } else { Ok(()) }
}

/// Whether a unit can get aboard or be hitched (OF-7.6).
pub(crate) fn check_load(ask: Ask<'_>, unit: UnitId, carrier: UnitId) -> Result<(), Refused> {
    if unit == carrier || own_hex(ask, unit)? != own_hex(ask, carrier)? {
        return Err(Refused::CannotCarry);
    }
    if ask.state.unit(unit).condition.suppressed {
        return Err(Refused::Suppressed);
    }
    let (load, by) = (ask.rules.card(ask.state.unit(unit)), ask.rules.card(ask.state.unit(carrier)));
    let loads = loads(ask, carrier);
    let rides = loads.iter().any(|&other| ask.rules.card(ask.state.unit(other)).kind.is_squad());
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
        _ => false,
    };
    if fits { Ok(()) } else { Err(Refused::CannotCarry) }
}

/// Whether a unit can get off or be unhitched.
pub(crate) fn check_unload(ask: Ask<'_>, unit: UnitId) -> Result<(), Refused> {
    match ask.state.unit(unit).place {
        Place::Aboard(carrier) | Place::Towed(carrier) if ask.state.unit(carrier).hex().is_some() => {
            if ask.state.unit(carrier).condition.suppressed { Err(Refused::Suppressed) } else { Ok(()) }
        }
        _ => Err(Refused::NotCarried),
    }
}

/// Gets a unit aboard or hitches it.
pub(crate) fn load(act: &mut Act<'_>, unit: UnitId, carrier: UnitId) {
    let gun = act.rules.card(act.state.unit(unit)).kind == Kind::Gun;
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
    let Some(hex) = act.state.hex_of(unit) else { return };
    act.state.unit_mut(unit).place = Place::At(hex);
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
