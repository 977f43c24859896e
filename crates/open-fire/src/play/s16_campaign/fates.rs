//! What has become of a crew and its vehicle when a mission is over (OF-16.1, OF-16.2).

use crate::{
    play::s16_campaign::deeds,
    state::{
        generation::LETTERS,
        laid_out::{Ask, OpenFire},
        roster::RosterCrew,
        units::{Place, Unit, UnitId},
    },
};

/// What became of a crew and its vehicle.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fate {
    /// Somebody of the crew is alive.
    pub(crate) crew: bool,
    /// The vehicle comes back.
    pub(crate) vehicle: bool,
}

/// The unit in which a crew of the platoon went into the mission.
pub(crate) fn unit_of(ask: Ask<'_>, letter: &str) -> Option<UnitId> {
    let own = |(unit, piece): &(UnitId, &Unit)| {
        piece.letter == letter && piece.crew_from.is_none() && deeds::crew_letter(ask, *unit) == Some(letter)
    };
    ask.state.all_units().find(own).map(|(unit, _)| unit)
}

/// Whether somebody of a crew is alive in this unit: in the vehicle, on foot, or in a captured one.
pub(crate) fn has_living(ask: Ask<'_>, unit: UnitId) -> bool {
    let piece = ask.state.unit(unit);
    let foot = ask.rules.card(ask.state.unit(unit)).kind.is_squad();
    !piece.condition.killed && !piece.captured && (foot || piece.condition.crew > 0)
}

/// Whether a vehicle comes back: not knocked out, and not left where the enemy holds the field (OF-16.4).
pub(crate) fn comes_back(ask: Ask<'_>, unit: UnitId, won: bool) -> bool {
    let piece = ask.state.unit(unit);
    let stranded = matches!(piece.place, Place::At(_) | Place::Aboard(_) | Place::Towed(_))
        && (piece.condition.allowance().is_none() || piece.condition.crew == 0 || piece.captured);
    !piece.condition.killed && piece.place != Place::Removed && (won || !stranded)
}

/// What became of a crew and its vehicle (OF-16.2): a crew that is alive has survived, on the map or off it, with or
/// without a vehicle.
pub(crate) fn fate(ask: Ask<'_>, letter: &str, won: bool) -> Option<Fate> {
    let own = unit_of(ask, letter)?;
    let of_crew = |unit: UnitId| unit == own || ask.state.unit(unit).crew_from == Some(own);
    let crew = ask.state.all_units().any(|(unit, _)| of_crew(unit) && has_living(ask, unit));
    Some(Fate { crew, vehicle: comes_back(ask, own, won) })
}

/// What players call a crew.
pub(crate) fn crew_name(crew: &RosterCrew) -> String {
    if crew.name.is_empty() { format!("Crew {}", crew.letter) } else { format!("{} {}", crew.letter, crew.name) }
}

/// What players call a vehicle.
pub(crate) fn vehicle_name<'a>(rules: &'a OpenFire, card: &'a str) -> &'a str {
    rules.sheet.card(card).map_or(card, |card| card.name.as_str())
}

/// A letter's place on the record sheet.
pub(crate) fn letter_place(letter: &str) -> usize {
    LETTERS.iter().position(|known| *known == letter).unwrap_or(0)
}
