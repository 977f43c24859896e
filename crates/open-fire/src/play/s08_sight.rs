//! Who sees whom as things stand (OF-8, with OF-8.3, OF-8.4, OF-9.10 and bunkers of OF-13.3).

use std::borrow::Cow;

use hexmap::{Direction, Hex, HexSet};

use crate::{
    map::sight::in_front,
    state::{State, WorkKind, laid_out::OpenFire, units::UnitId},
};

impl OpenFire {
    /// The way a unit must look, if it does not see all round: a closed vehicle with the option, a bunker always.
    pub(crate) fn looks_only(&self, state: &State, unit: UnitId) -> Option<Direction> {
        let bunker = state.works.iter().find_map(|work| match work.kind {
            WorkKind::Bunker(facing) if work.occupant == Some(unit) => Some(facing),
            _ => None,
        });
        let closed = self.options.closed_arcs && state.unit(unit).closed;
        bunker.or_else(|| closed.then(|| state.unit(unit).turret))
    }

    /// Whether a unit sees the ground of a hex.
    pub fn sees_hex(&self, state: &State, unit: UnitId, hex: Hex) -> bool {
        let Some(from) = state.hex_of(unit) else { return false };
        if from == hex {
            return true;
        }
        let ahead = |facing| in_front(self.grid(), from, facing, hex);
        self.looks_only(state, unit).is_none_or(ahead) && self.country.sees_hex(from, hex, &self.smoke(state))
    }

    /// Whether a unit sees another one.
    pub fn sees_unit(&self, state: &State, unit: UnitId, target: UnitId) -> bool {
        let (Some(from), Some(to)) = (state.hex_of(unit), state.hex_of(target)) else { return false };
        if from == to {
            return true;
        }
        // Activation takes away what stands between the two, not the hatch over the looker's head (ruling OF-8.3, OF-8.4).
        let ahead = |facing| in_front(self.grid(), from, facing, to);
        let clear = || self.glimpsed(state, unit, target) || self.country.sees_unit(from, to, &self.smoke(state));
        self.looks_only(state, unit).is_none_or(ahead) && clear()
    }

    /// Whether one of the two was activated by the other this round (OF-8.3).
    pub(crate) fn glimpsed(&self, state: &State, one: UnitId, other: UnitId) -> bool {
        let by = |german: UnitId, us: UnitId| state.unit(german).glimpsed_by >> us.0 & 1 == 1;
        by(one, other) || by(other, one)
    }

    /// The hexes with smoke in them; most of the time there is none, and nothing to be built.
    pub(crate) fn smoke(&self, state: &State) -> Cow<'_, HexSet> {
        if state.smoke.is_empty() {
            Cow::Borrowed(&self.country.nowhere)
        } else {
            Cow::Owned(state.smoke_hexes(self.grid().len()))
        }
    }
}
