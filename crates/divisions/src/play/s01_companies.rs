//! Companies (FD-1): a counter has two sides, and the loss of a step turns it over or takes it off the map.

use engine::{Entry, Tone};

use super::{s07_tally, s18_victory};
use crate::{
    rule_ids::{TALLY, UNITS},
    state::{Act, Ask, Unit},
    tables::Face,
};

/// The numbers on the side of the counter that is up.
pub fn face(ask: Ask<'_>, unit: Unit) -> Face {
    ask.rules.unit(unit).face(ask.state.steps(unit))
}

/// Flips a full unit to its depleted side at once; removes a depleted one.
pub(super) fn lose_step(act: &mut Act<'_>, unit: Unit) {
    let info = act.rules.unit(unit);
    let hex = act.state.hex(unit);
    let left = act.state.steps(unit).saturating_sub(1);
    act.state.units[unit.index()].steps = left;
    if left == 0 {
        act.state.remove(unit);
    }
    s07_tally::count(act, info.seat);
    act.note(|ask| {
        let (rule, fate) = if left == 0 { (TALLY, "is eliminated") } else { (UNITS, "is depleted") };
        Entry::new(rule, format!("{} {fate}", info.name))
            .by(info.seat)
            .tone(Tone::Loss)
            .at(hex.map(|hex| ask.rules.label(hex)))
            .about([info.id.clone()])
    });
    s18_victory::score_step(act, unit);
}
