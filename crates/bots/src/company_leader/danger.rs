//! What a unit of ours stands to lose where it stops.

use hexmap::Hex;
use open_fire::{
    OpenFire,
    state::{
        State,
        units::{Side, UnitId},
    },
};

use crate::company_leader::{
    gunnery::{self, Gunnery},
    outlook::Outlook,
};

/// Turns that a German has on average before ours can act again.
const TURNS: f64 = 1.1;
/// The same for one who is suppressed.
const SUPPRESSED: f64 = 0.6;
/// A gun that has to be turned first.
const NOT_LAID: f64 = 0.45;
/// How much each other target draws his fire away.
const DRAWN: f64 = 0.6;

/// Turns that a German is likely to spend on one unit of ours when he has so many others to fire at.
pub(crate) fn turns_at_one(look: Outlook<'_>, german: UnitId, others: usize) -> f64 {
    let turns = if look.state.unit(german).condition.suppressed { SUPPRESSED } else { TURNS };
    turns / (1.0 + DRAWN * others as f64)
}

/// The share of a unit of ours that a German who sees it takes in a turn.
pub(crate) fn share(
    look: Outlook<'_>,
    gunnery: &mut Gunnery,
    (german, from): (UnitId, Hex),
    (ours, at): (UnitId, Hex),
) -> f64 {
    let laid = if look.bears_soon(german, from, at) { 1.0 } else { NOT_LAID };
    gunnery.promise(look.rules, look.state, german, ours) * laid
}

/// What is left of a unit on average after so many turns in which such a share is taken.
pub(crate) fn left_after(turns: f64, share: f64) -> f64 {
    1.0 - (share * turns).min(0.95)
}

/// The Germans who could fire at one unit, whatever it does next.
pub(crate) struct Danger {
    unit: UnitId,
    worth: f64,
    /// Who, where, and how many turns he is likely to spend on this unit.
    germans: Vec<(UnitId, Hex, f64)>,
}

impl Danger {
    /// What threatens a unit, with everybody else where he is.
    pub(crate) fn of(look: Outlook<'_>, unit: UnitId) -> Danger {
        let turns = |german: UnitId| {
            let others = look
                .state
                .active(Side::Us)
                .filter(|&(other, _)| other != unit && gunnery::may_fire(look.rules, look.state, german, other));
            turns_at_one(look, german, others.count())
        };
        let germans = look.germans().map(|(german, hex)| (german, hex, turns(german))).collect();
        Danger { unit, worth: look.worth_of_ours(unit), germans }
    }

    /// Victory points that the unit stands to lose before it can act again, as it stands in `state`.
    pub(crate) fn at(&self, gunnery: &mut Gunnery, rules: &OpenFire, state: &State) -> f64 {
        let Some(at) = state.hex_of(self.unit) else { return 0.0 };
        let look = Outlook { rules, state };
        let mut spared = 1.0;
        for &(german, hex, turns) in &self.germans {
            if gunnery::may_fire(rules, state, german, self.unit) {
                spared *= left_after(turns, share(look, gunnery, (german, hex), (self.unit, at)));
            }
        }
        self.worth * (1.0 - spared)
    }
}
