//! Prisoners and those who guard them (OF-11.2).

use engine::{Entry, Journal, Tone};
use hexmap::Hex;

use crate::{
    booklet::unit_cards::Fate,
    play::refusal::Refused,
    rule_ids::CAPTURE,
    state::{
        State,
        laid_out::OpenFire,
        units::{Place, Ratings, Side, Space, UnitId},
    },
};

impl OpenFire {
    /// A German is captured, with all he carries or tows: he does nothing more, and counts (OF-2.1).
    pub(crate) fn capture(&self, state: &mut State, unit: UnitId, journal: &mut dyn Journal) {
        if state.unit(unit).captured {
            return;
        }
        for load in self.loads(state, unit) {
            self.unload(state, load, journal);
            self.capture(state, load, journal);
        }
        let prisoner = state.unit_mut(unit);
        prisoner.captured = true;
        prisoner.space = Space::Inactive;
        prisoner.evading = None;
        for work in state.works.iter_mut().filter(|work| work.occupant == Some(unit)) {
            work.occupant = None;
        }
        journal.note(|| {
            Entry::new(CAPTURE, format!("{} is captured.", state.unit(unit).name))
                .tone(Tone::Combat)
                .about([self.id_of(state, unit)])
        });
        self.award(state, unit, Fate::Captured, journal);
    }

    /// Whether a US vehicle can man a captured one in its hex: it takes half of a crew of two or more.
    pub(crate) fn check_guard(&self, state: &State, unit: UnitId, captured: UnitId) -> Result<(), Refused> {
        let there = state.units.get(captured.index()).filter(|prisoner| prisoner.captured).ok_or(Refused::NoGuard)?;
        let vehicles = [unit, captured].map(|which| self.card(state, which).kind.is_vehicle());
        let together = there.hex().is_some() && there.hex() == state.unit(unit).hex();
        let spare = state.unit(unit).condition.crew / 2;
        let fit = vehicles == [true, true] && together && spare > 0 && !there.condition.killed;
        if fit { Ok(()) } else { Err(Refused::NoGuard) }
    }

    /// Half of a crew mans a captured vehicle, which is the platoon's from now on. Both halves are rated as the whole crew after
    /// losing the other half.
    pub(crate) fn guard(&self, state: &mut State, unit: UnitId, captured: UnitId, journal: &mut dyn Journal) {
        let own = &mut state.unit_mut(unit).condition;
        let half = own.crew / 2;
        let whole = own.crew + own.crew_lost;
        own.crew -= half;
        own.crew_lost += half;
        let ratings = match state.unit(unit).ratings.clone() {
            Ratings::Crew(mut crew) => {
                crew.commander = false;
                Ratings::Crew(crew)
            }
            card => card,
        };
        let from = state.unit(unit).crew_from.unwrap_or(unit);
        let manned = state.unit_mut(captured);
        manned.crew_from = Some(from);
        manned.side = Side::Us;
        manned.captured = false;
        manned.guard = None;
        manned.ratings = ratings;
        manned.condition.crew = half;
        manned.condition.crew_lost = whole - half;
        manned.condition.self_preservation = None;
        manned.reaction = None;
        manned.space = Space::Complete;
        journal.note(|| {
            let text = format!("Half the crew of {} mans {}.", state.unit(unit).name, state.unit(captured).name);
            Entry::new(CAPTURE, text).about([self.id_of(state, unit), self.id_of(state, captured)])
        });
    }

    /// Whether a unit can take a prisoner in its hex along, or let him stay. Guns have to be towed.
    pub(crate) fn check_lead(&self, state: &State, unit: UnitId, prisoner: UnitId, along: bool) -> Result<(), Refused> {
        let here = self.own_hex(state, unit)?;
        let there = state.units.get(prisoner.index()).filter(|prisoner| prisoner.captured).ok_or(Refused::NoGuard)?;
        if !along {
            return if there.guard == Some(unit) { Ok(()) } else { Err(Refused::NoGuard) };
        }
        let walks = !there.condition.killed && self.check_can_move(state, prisoner).is_ok();
        if there.guard == Some(unit) {
            return Err(Refused::Already);
        }
        if walks && there.hex() == Some(here) { Ok(()) } else { Err(Refused::NoGuard) }
    }

    /// From now on a prisoner goes where his guard goes, or stays.
    pub(crate) fn lead(
        &self,
        state: &mut State,
        unit: UnitId,
        prisoner: UnitId,
        along: bool,
        journal: &mut dyn Journal,
    ) {
        state.unit_mut(prisoner).guard = along.then_some(unit);
        journal.note(|| {
            let verb = if along { "takes along" } else { "leaves behind" };
            let text = format!("{} {verb} {}.", state.unit(unit).name, state.unit(prisoner).name);
            Entry::new(CAPTURE, text).about([self.id_of(state, unit), self.id_of(state, prisoner)])
        });
    }

    /// The prisoners that go with a unit.
    pub(crate) fn prisoners_of(&self, state: &State, unit: UnitId) -> Vec<UnitId> {
        let with = |prisoner: &crate::state::units::Unit| prisoner.captured && prisoner.guard == Some(unit);
        state.all_units().filter(|(_, prisoner)| with(prisoner)).map(|(prisoner, _)| prisoner).collect()
    }

    /// Whether a unit has to mind prisoners on the way: in rounds that halves its movement.
    pub(crate) fn leads_prisoners(&self, state: &State, unit: UnitId) -> bool {
        let with = |prisoner: &crate::state::units::Unit| prisoner.captured && prisoner.guard == Some(unit);
        state.in_rounds() && state.units.iter().any(with)
    }

    /// Movement points of the slowest prisoner that goes with a unit.
    pub(crate) fn prisoners_pace(&self, state: &State, unit: UnitId) -> Option<u8> {
        let pace = |prisoner: UnitId| {
            let driven = state.unit(prisoner).condition.allowance().map(|allowance| allowance.fast);
            self.card(state, prisoner).foot.or(driven)
        };
        self.prisoners_of(state, unit).into_iter().filter_map(pace).min()
    }

    /// Whether the prisoners that go with a unit can follow it into a hex.
    pub(crate) fn check_prisoners_follow(
        &self,
        state: &State,
        unit: UnitId,
        from: Hex,
        to: Hex,
    ) -> Result<(), Refused> {
        self.prisoners_of(state, unit)
            .into_iter()
            .try_for_each(|prisoner| self.check_passable(state, prisoner, from, to))
    }

    /// Prisoners follow their guard.
    pub(crate) fn bring_prisoners(&self, state: &mut State, unit: UnitId, to: Hex) {
        for prisoner in self.prisoners_of(state, unit) {
            state.unit_mut(prisoner).place = Place::At(to);
        }
    }

    /// Prisoners without an active US unit in their hex are gone (OF-11.2).
    pub(crate) fn lose_prisoners(&self, state: &mut State, journal: &mut dyn Journal) {
        let guarded = |unit: UnitId| {
            let hex = state.hex_of(unit);
            state.active(Side::Us).any(|(friend, _)| state.hex_of(friend) == hex)
        };
        let prisoners = state.all_units().filter(|(_, unit)| unit.captured && unit.hex().is_some());
        let lost: Vec<UnitId> = prisoners.map(|(unit, _)| unit).filter(|&unit| !guarded(unit)).collect();
        for unit in lost {
            state.unit_mut(unit).place = Place::Removed;
            journal.note(|| {
                Entry::new(CAPTURE, format!("Nobody guards {}: it is taken off the map.", state.unit(unit).name))
                    .about([self.id_of(state, unit)])
            });
        }
    }
}
