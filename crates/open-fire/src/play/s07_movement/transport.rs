//! Drivers, passengers and crew; coming, going and stacking (OF-6.10, OF-7.1, OF-7.6, OF-10).

use engine::{Entry, Journal};
use hexmap::{Direction, Hex};

use crate::{
    play::refusal::Refused,
    rule_ids::{EXIT, PASSENGERS},
    state::{
        State,
        laid_out::OpenFire,
        units::{Place, Side, UnitId},
    },
    tables::{
        cards::{Carries, Kind},
        forms::Halves,
    },
};

/// Vehicles in a hex (OF-7.1).
const ROOM: usize = 4;

impl OpenFire {
    /// The hex a unit stands in by itself.
    pub(crate) fn own_hex(&self, state: &State, unit: UnitId) -> Result<Hex, Refused> {
        match state.unit(unit).place {
            Place::At(hex) => Ok(hex),
            Place::Aboard(_) | Place::Towed(_) => Err(Refused::IsCarried),
            Place::OffMap | Place::Exited | Place::Removed => Err(Refused::NotOnMap),
        }
    }

    /// Whether a unit can move by itself at all.
    pub(crate) fn check_can_move(&self, state: &State, unit: UnitId) -> Result<(), Refused> {
        let card = self.card(state, unit);
        let able =
            if card.kind.is_squad() { card.foot.is_some() } else { state.unit(unit).condition.allowance().is_some() };
        if able && card.class.is_some() { Ok(()) } else { Err(Refused::CannotMove) }
    }

    /// What a step costs a unit, in halves; `None` if it may not be made (OF-7.5).
    pub(crate) fn step_cost(&self, state: &State, unit: UnitId, from: Hex, to: Hex) -> Option<Halves> {
        let class = self.card(state, unit).class?;
        let smoke = state.smoke.iter().any(|smoke| smoke.hex == to);
        self.country.step_cost(self.weather(), class, from, to, smoke)
    }

    pub(crate) fn check_passable(&self, state: &State, unit: UnitId, from: Hex, to: Hex) -> Result<(), Refused> {
        self.step_cost(state, unit, from, to).map(|_| ()).ok_or(Refused::Impassable)
    }

    /// Four vehicles of both sides in a hex, dead ones not counted (OF-7.1).
    pub(crate) fn check_stacking(&self, state: &State, unit: UnitId, hex: Hex) -> Result<(), Refused> {
        if !self.card(state, unit).kind.is_vehicle() {
            return Ok(());
        }
        let there = state.all_units().filter(|&(other, stands)| {
            other != unit
                && stands.is_active()
                && stands.hex() == Some(hex)
                && self.card(state, other).kind.is_vehicle()
        });
        if there.count() < ROOM { Ok(()) } else { Err(Refused::NoRoom) }
    }

    /// Whether a unit may come in at a hex.
    pub(crate) fn check_entry(&self, state: &State, unit: UnitId, hex: Hex) -> Result<(), Refused> {
        if state.unit(unit).place != Place::OffMap {
            return Err(Refused::OnMap);
        }
        if !self.entry_hexes().any(|entry| entry == hex) {
            return Err(Refused::NoEntry);
        }
        self.check_can_move(state, unit)?;
        let taken = |(_, other): (UnitId, &crate::state::units::Unit)| other.hex() == Some(hex);
        if self.mission.unstacked && state.active(Side::Us).any(taken) {
            return Err(Refused::NoRoom);
        }
        self.check_stacking(state, unit, hex)
    }

    /// Whether a unit may leave the map from its hex: from the mission's exits, or any edge hex if it names none.
    pub(crate) fn check_exit(&self, state: &State, unit: UnitId) -> Result<(), Refused> {
        let hex = self.own_hex(state, unit)?;
        self.check_can_move(state, unit)?;
        let edge = Direction::ALL.into_iter().any(|way| self.grid().neighbour(hex, way).is_none());
        let named = self.mission.exit.is_empty() || self.mission.exit.iter().any(|exit| exit.hex == hex);
        if edge && named { Ok(()) } else { Err(Refused::NoExit) }
    }

    /// A unit leaves the map with all it carries.
    pub(crate) fn leave_map(&self, state: &mut State, unit: UnitId, journal: &mut dyn Journal) {
        let from = state.hex_of(unit);
        let loads: Vec<UnitId> = self.loads(state, unit).into_iter().chain(self.prisoners_of(state, unit)).collect();
        for &load in &loads {
            state.unit_mut(load).place = Place::Exited;
            state.unit_mut(load).exited_at = from;
        }
        state.unit_mut(unit).place = Place::Exited;
        state.unit_mut(unit).exited_at = from;
        journal.note(|| {
            let at = from.map(|hex| self.label(hex)).unwrap_or_default();
            Entry::new(EXIT, format!("{} leaves the map at {at}.", state.unit(unit).name))
                .about(std::iter::once(unit).chain(loads).map(|unit| self.id_of(state, unit)))
        });
    }

    /// Whom a unit carries or tows.
    pub(crate) fn loads(&self, state: &State, carrier: UnitId) -> Vec<UnitId> {
        let on = |place: Place| place == Place::Aboard(carrier) || place == Place::Towed(carrier);
        state.all_units().filter(|(_, unit)| on(unit.place)).map(|(unit, _)| unit).collect()
    }

    /// Whether a unit can be opened or closed (OF-5.4).
    pub(crate) fn check_hatch(&self, state: &State, unit: UnitId, closed: bool) -> Result<(), Refused> {
        if !self.card(state, unit).kind.can_close() {
            return Err(Refused::NoHatch);
        }
        if state.unit(unit).closed == closed { Err(Refused::Already) } else { Ok(()) }
    }

    /// Whether a unit can get aboard or be hitched (OF-7.6).
    pub(crate) fn check_load(&self, state: &State, unit: UnitId, carrier: UnitId) -> Result<(), Refused> {
        if unit == carrier || self.own_hex(state, unit)? != self.own_hex(state, carrier)? {
            return Err(Refused::CannotCarry);
        }
        if state.unit(unit).condition.suppressed {
            return Err(Refused::Suppressed);
        }
        let (load, by) = (self.card(state, unit), self.card(state, carrier));
        let loads = self.loads(state, carrier);
        let rides = loads.iter().any(|&other| self.card(state, other).kind.is_squad());
        let tows = loads.iter().any(|&other| self.card(state, other).kind == Kind::Gun);
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
    pub(crate) fn check_unload(&self, state: &State, unit: UnitId) -> Result<(), Refused> {
        match state.unit(unit).place {
            Place::Aboard(carrier) | Place::Towed(carrier) if state.unit(carrier).hex().is_some() => {
                if state.unit(carrier).condition.suppressed { Err(Refused::Suppressed) } else { Ok(()) }
            }
            _ => Err(Refused::NotCarried),
        }
    }

    /// Gets a unit aboard or hitches it.
    pub(crate) fn load(&self, state: &mut State, unit: UnitId, carrier: UnitId, journal: &mut dyn Journal) {
        let gun = self.card(state, unit).kind == Kind::Gun;
        let place = if gun { Place::Towed(carrier) } else { Place::Aboard(carrier) };
        let loaded = state.unit_mut(unit);
        loaded.place = place;
        loaded.prepared = false;
        journal.note(|| {
            let verb = if gun { "is hitched to" } else { "climbs aboard" };
            let text = format!("{} {verb} {}.", state.unit(unit).name, state.unit(carrier).name);
            Entry::new(PASSENGERS, text).about([self.id_of(state, unit), self.id_of(state, carrier)])
        });
    }

    /// Gets a unit off or unhitches it.
    pub(crate) fn unload(&self, state: &mut State, unit: UnitId, journal: &mut dyn Journal) {
        let Some(hex) = state.hex_of(unit) else { return };
        state.unit_mut(unit).place = Place::At(hex);
        journal.note(|| {
            Entry::new(PASSENGERS, format!("{} is on the ground in {}.", state.unit(unit).name, self.label(hex)))
                .about([self.id_of(state, unit)])
                .at([self.label(hex)])
        });
    }
}
