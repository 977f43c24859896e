//! Hidden targets, optional (OF-14.5, OF-18): AP fire at who is known to be behind one hex of woods or town.

use dice::Dice;
use engine::{Entry, Journal};

use crate::{
    rule_ids::{GERMANS_AT_HIDDEN, HIDDEN},
    state::{
        Shell, State,
        laid_out::OpenFire,
        units::{Side, UnitId},
    },
    tables::checks::Check,
};

impl OpenFire {
    /// Whether a target is out of sight, but only one hex of woods or town hides it and the option is in force. A unit in a town
    /// is hidden by its own hex.
    pub(crate) fn is_hidden(&self, state: &State, unit: UnitId, target: UnitId) -> bool {
        if !self.options.hidden_targets || self.sees_unit(state, unit, target) {
            return false;
        }
        let (Some(from), Some(to)) = (state.hex_of(unit), state.hex_of(target)) else { return false };
        let smoke = self.smoke(state);
        let town = self.country.is_town(to);
        if town && self.country.sees_hex(from, to, &smoke) {
            return true;
        }
        !town && self.country.hidden_by_one(from, to, &smoke)
    }

    /// The perception check before such fire (OF-14.5).
    pub(crate) fn makes_out(
        &self,
        state: &State,
        unit: UnitId,
        target: UnitId,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) -> bool {
        let ground = state.hex_of(target).map_or(0, |hex| self.perception_in(state, hex));
        let rating = i32::from(self.ratings(state, unit).perception);
        let rule = if state.unit(unit).side == Side::German { GERMANS_AT_HIDDEN } else { HIDDEN };
        let check = Check { rule, ..Check::perception(rating, ground) };
        let (success, face) = check.resolve(dice);
        journal.note(|| {
            let verb = if success { "makes out" } else { "cannot make out" };
            let text = format!("{} {verb} where {} is.", state.unit(unit).name, state.unit(target).name);
            Entry::new(rule, text)
                .about([self.id_of(state, unit), self.id_of(state, target)])
                .because(check.resolution(success, face))
        });
        success
    }

    /// The hidden targets a unit that has lost sight of them may fire at (OF-18): it has fired in this round or the one before.
    pub(crate) fn hidden_targets(&self, state: &State, unit: UnitId) -> Vec<UnitId> {
        let fired = state.unit(unit).fired;
        if !fired.now && !fired.before {
            return Vec::new();
        }
        let enemy = state.unit(unit).side.enemy();
        let may = |target: UnitId| {
            self.is_hidden(state, unit, target) && self.check_main_at(state, unit, target, Shell::Ap).is_ok()
        };
        state.active(enemy).map(|(target, _)| target).filter(|&target| may(target)).collect()
    }
}
