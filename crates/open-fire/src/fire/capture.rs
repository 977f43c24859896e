//! Prisoners and those who guard them (OF-11.2).

use engine::{Entry, Journal, Tone};

use crate::{
    mission::OpenFire,
    refusal::Refused,
    rule_ids::CAPTURE,
    state::{State, Turn},
    units::{Place, Ratings, Side, Space, UnitId},
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
        let points = self.unit_card(state, unit).map_or(0, |card| card.points);
        if state.unit(unit).side == Side::German {
            self.score(state, points, "for capturing it", journal);
        }
    }

    /// Whether a US vehicle can man a captured one in its hex: it takes half of a crew of two or more.
    pub(crate) fn check_guard(&self, state: &State, turn: &Turn, captured: UnitId) -> Result<(), Refused> {
        let unit = turn.unit;
        let there = state.units.get(captured.index()).filter(|prisoner| prisoner.captured).ok_or(Refused::NoGuard)?;
        let vehicles = [unit, captured].map(|which| self.card(state, which).kind.is_vehicle());
        let together = there.hex().is_some() && there.hex() == state.unit(unit).hex();
        let spare = state.unit(unit).condition.crew / 2;
        if vehicles != [true, true] || !together || spare == 0 || there.condition.killed {
            return Err(Refused::NoGuard);
        }
        self.check_all_points(state, turn)
    }

    /// Half of a crew mans a captured vehicle, which is the platoon's from now on. Both halves are rated as the whole crew after
    /// losing the other half.
    pub(crate) fn guard(&self, state: &mut State, unit: UnitId, captured: UnitId, journal: &mut dyn Journal) {
        self.use_whole_turn(state);
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
        let manned = state.unit_mut(captured);
        manned.side = Side::Us;
        manned.captured = false;
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
