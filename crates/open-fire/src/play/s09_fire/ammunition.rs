//! Ammunition (OF-9.5): US guns and bazookas count their rounds, Germans run out when a paragraph says so.

use crate::{
    play::refusal::Refused,
    state::{
        Shell,
        laid_out::{Act, Ask},
        units::{Ammunition, UnitId},
    },
};

/// The bazooka or Panzerfaust of a unit: what its type carries, unless its card says that it has none (OF-9.8, OF-10).
pub(crate) fn anti_tank_of(ask: Ask<'_>, unit: UnitId) -> Option<&str> {
    let piece = ask.state.unit(unit);
    let unarmed = ask.rules.unit_card(piece).is_some_and(|card| card.unarmed);
    ask.rules.card(piece).anti_tank.as_deref().filter(|_| !unarmed)
}

/// Whether a round of this kind is left.
pub(crate) fn has_ammunition(ask: Ask<'_>, unit: UnitId, shell: Shell) -> bool {
    let unit = ask.state.unit(unit);
    let left = unit.ammunition.map_or(1, |racks| racks.left(shell));
    left > 0 && !unit.out_of_ammunition
}

/// Whether anything is left for its main weapon.
pub(crate) fn has_any(ask: Ask<'_>, unit: UnitId) -> bool {
    [Shell::Ap, Shell::Gp, Shell::Smoke].into_iter().any(|shell| has_ammunition(ask, unit, shell))
}

pub(crate) fn check_ammunition(ask: Ask<'_>, unit: UnitId, shell: Shell) -> Result<(), Refused> {
    if has_ammunition(ask, unit, shell) { Ok(()) } else { Err(Refused::NoAmmunition) }
}

/// Takes a round off the record sheet.
pub(crate) fn use_round(act: &mut Act<'_>, unit: UnitId, shell: Shell) {
    let left = match (&mut act.state.unit_mut(unit).ammunition, shell) {
        (None, _) => return,
        (Some(Ammunition::Any(left)), _) => left,
        (Some(Ammunition::ByType { ap, .. }), Shell::Ap) => ap,
        (Some(Ammunition::ByType { gp, .. }), Shell::Gp) => gp,
        (Some(Ammunition::ByType { smoke, .. }), Shell::Smoke) => smoke,
    };
    *left = left.saturating_sub(1);
}
