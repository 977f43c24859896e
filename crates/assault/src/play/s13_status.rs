//! Status of units (AS-13): suppressed, immobilised, at half strength. What an attack makes of a unit is in `s13_harm`.

use super::{
    s04_units::card,
    s10_results::{Endurance, Target},
};
use crate::{
    state::{Act, Ask, Mark, Unit},
    tables::Kind,
};

/// Whether a unit can neither move nor fire: suppressed men and guns.
pub(crate) fn is_shaken(ask: Ask<'_>, unit: Unit) -> bool {
    ask.state.has(unit, Mark::Suppressed) && card(ask, unit).kind != Kind::Vehicle
}

/// A unit as a target.
pub(crate) fn target(ask: Ask<'_>, unit: Unit) -> Target {
    let (state, card) = (ask.state.unit(unit), card(ask, unit));
    Target {
        kind: card.kind,
        suppressed: state.marks.has(Mark::Suppressed),
        fallback: state.marks.has(Mark::Fallback),
        immobilised: state.marks.has(Mark::Immobilised),
        half_strength: state.marks.has(Mark::HalfStrength),
        damage: state.damage,
        endures: Some(Endurance { half_strength_at: card.half_strength_at, eliminated_at: card.eliminated_at }),
    }
}

/// Lays the marks of an attack on a unit. Who is suppressed neither waits in ambush nor clears mines any more.
pub(super) fn lay_marks(act: &mut Act<'_>, unit: Unit, (half_strength, suppressed, immobilised): (bool, bool, bool)) {
    let marks = [(half_strength, Mark::HalfStrength), (suppressed, Mark::Suppressed), (immobilised, Mark::Immobilised)];
    for (_, mark) in marks.into_iter().filter(|(so, _)| *so) {
        act.state.mark(unit, mark);
    }
    if suppressed {
        act.state.unmark(unit, Mark::Ambush);
        act.state.unmark(unit, Mark::Clearing);
    }
}
