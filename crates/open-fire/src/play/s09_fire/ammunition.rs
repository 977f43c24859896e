//! Ammunition (OF-9.5): US guns and bazookas count their rounds, Germans run out when a paragraph says so.

use crate::{
    play::refusal::Refused,
    state::{
        Shell, State,
        laid_out::OpenFire,
        units::{Ammunition, UnitId},
    },
};

impl OpenFire {
    /// Whether a round of this kind is left.
    pub(crate) fn has_ammunition(&self, state: &State, unit: UnitId, shell: Shell) -> bool {
        let unit = state.unit(unit);
        let left = unit.ammunition.map_or(1, |racks| racks.left(shell));
        left > 0 && !unit.out_of_ammunition
    }

    pub(crate) fn check_ammunition(&self, state: &State, unit: UnitId, shell: Shell) -> Result<(), Refused> {
        if self.has_ammunition(state, unit, shell) { Ok(()) } else { Err(Refused::NoAmmunition) }
    }

    /// Takes a round off the record sheet.
    pub(crate) fn use_round(&self, state: &mut State, unit: UnitId, shell: Shell) {
        let left = match (&mut state.unit_mut(unit).ammunition, shell) {
            (None, _) => return,
            (Some(Ammunition::Any(left)), _) => left,
            (Some(Ammunition::ByType { ap, .. }), Shell::Ap) => ap,
            (Some(Ammunition::ByType { gp, .. }), Shell::Gp) => gp,
            (Some(Ammunition::ByType { smoke, .. }), Shell::Smoke) => smoke,
        };
        *left = left.saturating_sub(1);
    }
}
