//! The men in the blanks of the record sheet (OF-2.5). Ratings and crew points are as printed; who of a crew was hit is
//! told beside them: where the shell struck says which seat, so the same game tells of the same men and no die is
//! thrown for it.

use engine::{Entry, Tone};

use crate::{
    rule_ids::CHARACTERISTICS,
    state::{
        laid_out::{Act, Ask, AskOf, OpenFire},
        names::Bearer,
        roster::{Roster, RosterCrew},
        units::{Hurt, Side, Unit, UnitId},
    },
};

/// Where a blow fell on a vehicle, and how hard.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Blow<'a> {
    /// The area of the hit chart; none for fire that strikes no single place.
    pub(crate) area: Option<&'a str>,
    /// Nobody lives whom it hits.
    pub(crate) heavy: bool,
}

impl Blow<'_> {
    /// Fire that strikes no single place.
    pub(crate) const ANYWHERE: Blow<'static> = Blow { area: None, heavy: false };
}

/// Whether a unit has its own men, by name.
pub(crate) fn has_men(ask: Ask<'_>, unit: UnitId) -> bool {
    let piece = ask.state.unit(unit);
    piece.side == Side::Us && piece.crew_from.is_none() && !ask.rules.card(piece).kind.is_squad()
}

/// The seats of a unit, in order.
pub(crate) fn seats<'r>(ask: AskOf<'r, '_>, unit: UnitId) -> &'r [String] {
    ask.rules.sheet.names.seats_of(ask.rules.card(ask.state.unit(unit)).kind)
}

/// "Cpl. Kowalski": the name that the player gave, or the one on the list.
pub(crate) fn name_of(ask: Ask<'_>, letter: &str, seat: u8) -> String {
    let given = ask.state.names_of(letter).map_or("", |named| named.of(Bearer::Man(seat)));
    if !given.is_empty() {
        return given.to_owned();
    }
    let earlier = ask.state.campaign.as_ref().map_or(0, |campaign| campaign.roster.fallen_as(letter));
    ask.rules.sheet.names.man(letter, seat.into(), earlier).to_owned()
}

/// The men of a crew between missions, by seat.
pub(crate) fn men_of(rules: &OpenFire, roster: &Roster, crew: &RosterCrew) -> Vec<(String, String)> {
    let (list, earlier) = (&rules.sheet.names, roster.fallen_as(&crew.letter));
    let card = crew.vehicle.as_ref().and_then(|vehicle| rules.sheet.card(&vehicle.card));
    let seats = card.map_or(list.seats.as_slice(), |card| list.seats_of(card.kind));
    let man = |(seat, title): (usize, &String)| {
        let given = crew.men.get(seat).filter(|name| !name.is_empty()).map(String::as_str);
        (given.unwrap_or(list.man(&crew.letter, seat, earlier)).to_owned(), title.to_lowercase())
    };
    seats.iter().enumerate().map(man).collect()
}

/// The man who did something by these means: the first of those in question who is still in his seat.
pub(crate) fn doer(ask: Ask<'_>, unit: UnitId, means: &str) -> Option<String> {
    let piece = ask.state.unit(unit);
    let fit = |seat: &u8| !piece.hurt.iter().any(|hurt| hurt.seat == *seat);
    let seats = seats(ask, unit).len() as u8;
    let order = ask.rules.sheet.names.doers(means);
    let seat = order.iter().copied().filter(|&seat| seat < seats).chain(0..seats).find(fit)?;
    has_men(ask, unit).then(|| name_of(ask, &piece.letter, seat))
}

/// As many men as the crew has lost are hit, those first who sit where the blow fell; all the rest when nobody is left
/// at their posts.
pub(crate) fn are_hit(act: &mut Act<'_>, unit: UnitId, lost: u8, blow: Blow<'_>) {
    if lost == 0 || !has_men(act.ask(), unit) {
        return;
    }
    let hit = next_hit(act.rules, act.state.unit(unit), lost, blow);
    if hit.is_empty() {
        return;
    }
    act.state.unit_mut(unit).hurt.extend(hit.iter().copied());
    act.note(|ask| {
        let told: Vec<String> = hit.iter().map(|hurt| fate_of(ask, unit, *hurt)).collect();
        Entry::new(CHARACTERISTICS, format!("{}: {}.", ask.state.unit(unit).name, told.join("; ")))
            .tone(Tone::Combat)
            .about([ask.state.id_of(unit)])
    });
}

/// The men who are hit when a unit loses so many.
pub(crate) fn next_hit(rules: &OpenFire, piece: &Unit, lost: u8, blow: Blow<'_>) -> Vec<Hurt> {
    let list = &rules.sheet.names;
    let seats = list.seats_of(rules.card(piece).kind).len() as u8;
    let order = list.hit_order(blow.area, piece.closed);
    let whole = |seat: &u8| *seat < seats && !piece.hurt.iter().any(|hurt| hurt.seat == *seat);
    let in_order = order.iter().copied().chain((0..seats).filter(|seat| !order.contains(seat)));
    let count = if piece.condition.crew == 0 { seats } else { lost };
    // Of several in one compartment the first takes the worst of it.
    let hurt = |(place, seat): (usize, u8)| Hurt { seat, dead: blow.heavy && place == 0 };
    in_order.filter(whole).take(count.into()).enumerate().map(hurt).collect()
}

/// "Cpl. Kowalski, gunner, is wounded".
fn fate_of(ask: Ask<'_>, unit: UnitId, hurt: Hurt) -> String {
    format!("{} is {}", described(ask, unit, hurt.seat), hurt.word())
}

/// "Cpl. Kowalski, gunner,".
pub(crate) fn described(ask: Ask<'_>, unit: UnitId, seat: u8) -> String {
    let title = seats(ask, unit).get(usize::from(seat)).map_or_else(String::new, |title| title.to_lowercase());
    format!("{}, {title},", name_of(ask, &ask.state.unit(unit).letter, seat))
}

/// What the sheet notes beside a man's name.
pub(crate) fn note_on(ask: Ask<'_>, unit: UnitId, seat: u8) -> &'static str {
    let piece = ask.state.unit(unit);
    let got_out = || ask.state.units.iter().any(|crew| crew.crew_from == Some(unit) && !crew.condition.killed);
    match piece.hurt.iter().find(|hurt| hurt.seat == seat) {
        Some(hurt) => hurt.word(),
        None if piece.condition.killed && !got_out() => "did not get out",
        None => "",
    }
}
