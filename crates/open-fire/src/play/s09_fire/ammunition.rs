//! Ammunition (OF-9.5): US guns and bazookas count their rounds, Germans run out when a paragraph says so.

use crate::{
    booklet::unit_cards::UnitCard,
    play::refusal::Refused,
    state::{
        Shell,
        laid_out::{Act, Ask, OpenFire},
        units::{Ammunition, Unit, UnitId},
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

/// Rounds as they are counted (OF-9.5): those of a main gun by type with the option.
pub(crate) fn rounds_for(rules: &OpenFire, card: &str, rounds: u8) -> Ammunition {
    let gun = rules.sheet.card(card).is_some_and(|card| card.main_gun);
    if rules.options.ammunition_by_type && gun { by_type(rounds) } else { Ammunition::Any(rounds) }
}

/// The rounds with which a US unit joins by its card: what the card says, else full racks for a gun, and for a squad
/// what a point buys. `None` for those who have nothing to count.
pub(crate) fn card_rounds(rules: &OpenFire, card: &UnitCard) -> Option<Ammunition> {
    let data = rules.sheet.card(&card.data_card)?;
    let armed = data.anti_tank.is_some() && !card.unarmed;
    let usual = if armed { Some(rules.sheet.platoon.ammunition.rounds) } else { data.max_ammo };
    let counts = data.main_gun || armed;
    card.rounds.or(usual).filter(|_| counts).map(|rounds| rounds_for(rules, &card.data_card, rounds))
}

/// Half the rounds armour piercing, the rest general purpose with a few smoke shells: what a loader would ask for.
fn by_type(rounds: u8) -> Ammunition {
    let smoke = rounds / 10;
    let ap = (rounds - smoke) / 2;
    Ammunition::ByType { ap, gp: rounds - smoke - ap, smoke }
}

/// Rounds left in a vehicle.
pub(crate) fn rounds_of(unit: &Unit) -> u8 {
    match unit.ammunition {
        Some(Ammunition::Any(rounds)) => rounds,
        Some(Ammunition::ByType { ap, gp, smoke }) => ap.saturating_add(gp).saturating_add(smoke),
        None => 0,
    }
}
