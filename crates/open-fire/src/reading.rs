//! Reading paragraphs (OF-2.7, OF-5.1, OF-6.8): the interpreter of the paragraph language.

use dice::Dice;
use engine::Journal;
use hexmap::Hex;
use serde::Serialize;

use crate::{
    mission::OpenFire,
    paragraphs::{Number, Test, Units},
    state::State,
    units::UnitId,
};

/// What led to a paragraph.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Cause {
    /// The US unit that set it off.
    pub unit: Option<UnitId>,
    /// The German whose turn it is.
    pub german: Option<UnitId>,
    /// Where the event marker stood.
    pub hex: Option<Hex>,
}

impl OpenFire {
    pub(crate) fn read_paragraph(
        &self,
        state: &mut State,
        number: Number,
        cause: Cause,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) {
        let _ = (state, number, cause, dice, journal);
    }

    pub(crate) fn holds(&self, state: &State, test: &Test, cause: &mut Cause) -> bool {
        let _ = (state, test, cause);
        false
    }

    pub(crate) fn matching(&self, state: &State, units: &Units, cause: &Cause) -> Vec<UnitId> {
        let _ = (state, units, cause);
        Vec::new()
    }

    pub(crate) fn standing_orders(&self, state: &mut State, dice: &mut dyn Dice, journal: &mut dyn Journal) {
        let _ = (state, dice, journal);
    }

    /// Germans that evade and are out of sight at the end of a round leave the map (OF-7.7).
    pub(crate) fn leave_sight(&self, state: &mut State, journal: &mut dyn Journal) {
        let _ = (state, journal);
    }

    /// The German whose turn it is does what his card says (OF-6.8).
    pub(crate) fn german_turn(&self, state: &mut State, unit: UnitId, dice: &mut dyn Dice, journal: &mut dyn Journal) {
        let _ = (dice, journal);
        self.use_turn(state, unit);
    }
}
