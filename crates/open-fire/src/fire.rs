//! Fire and assault in a round (OF-9 to OF-12): who may fire at whom, and what it does.

use dice::Dice;
use engine::Journal;

use crate::{
    action::Action,
    mission::OpenFire,
    refusal::Refused,
    state::{State, Turn},
    units::UnitId,
};

impl OpenFire {
    pub(crate) fn possible_fire(&self, state: &State, turn: &Turn) -> Vec<Action> {
        let _ = (state, turn);
        Vec::new()
    }

    pub(crate) fn check_fire(&self, state: &State, turn: &Turn, action: Action) -> Result<(), Refused> {
        let _ = (state, turn, action);
        Err(Refused::NotNow)
    }

    pub(crate) fn do_fire(&self, state: &mut State, action: Action, dice: &mut dyn Dice, journal: &mut dyn Journal) {
        let _ = (state, action, dice, journal);
    }

    pub(crate) fn capture(&self, state: &mut State, unit: UnitId, journal: &mut dyn Journal) {
        let _ = (state, unit, journal);
    }

    pub(crate) fn check_guard(&self, state: &State, turn: &Turn, captured: UnitId) -> Result<(), Refused> {
        let _ = (state, turn, captured);
        Err(Refused::NoGuard)
    }

    pub(crate) fn guard(&self, state: &mut State, unit: UnitId, captured: UnitId, journal: &mut dyn Journal) {
        let _ = (state, unit, captured, journal);
    }

    pub(crate) fn abandon(&self, state: &mut State, unit: UnitId) {
        let _ = (state, unit);
    }
}
