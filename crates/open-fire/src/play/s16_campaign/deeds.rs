//! Deeds: what a crew did that may be worth a combat point (OF-16.1, OF-16.2). They are noted as they happen, by
//! looking at what an action has changed.

use crate::state::{
    campaign::{Deed, DeedKind},
    laid_out::{Act, Ask},
    units::{Ratings, Side, UnitId},
};

/// The letter of the platoon's crew that mans a unit: its own, or that of the crew on foot or in a captured vehicle.
pub(crate) fn crew_letter<'s>(ask: Ask<'s>, unit: UnitId) -> Option<&'s str> {
    let piece = ask.state.unit(unit);
    let own = match piece.crew_from {
        Some(first) => ask.state.unit(first),
        None => piece,
    };
    let campaign = ask.state.campaign.as_ref()?;
    let crew = own.side == Side::Us && matches!(own.ratings, Ratings::Crew(_));
    crew.then_some(own.letter.as_str()).filter(|letter| campaign.roster.place_of(letter).is_some())
}

/// A unit panics: that is remembered, too.
pub(crate) fn note_panic(act: &mut Act<'_>, unit: UnitId) {
    let Some(crew) = crew_letter(act.ask(), unit).map(str::to_owned) else { return };
    let deed = Deed { crew, kind: DeedKind::Panicked, target: String::new(), how: String::new(), man: String::new() };
    act.state.campaign.iter_mut().for_each(|campaign| campaign.deeds.push(deed.clone()));
}
