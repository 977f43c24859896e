//! Texts with their open places filled in: who it is, where it is, how many there are.

use hexmap::Hex;

use crate::{
    booklet::paragraphs::{
        UnitRef,
        texts::{Part, Words},
        words::Quarter,
    },
    reading::{cursors::reading_mut, whom},
    state::{
        laid_out::{Act, Ask},
        reading::{Cause, Text},
        units::{Ratings, UnitId},
    },
};

/// Where there is nothing to say.
const NOBODY: &str = "somebody";
const NOWHERE: &str = "not far off";
const NUMBERS: [&str; 13] =
    ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/// A text as it is read out.
pub(crate) fn fill(ask: Ask<'_>, text: &Words, cause: &Cause) -> String {
    text.filled(|part| match part {
        Part::Plain(plain) => plain.clone(),
        Part::Name(who) => name(ask, *who, cause),
        Part::Type(who) => kind(ask, *who, cause),
        Part::Near(place) => {
            whom::hex_meant(ask, *place, cause).map_or_else(|| NOWHERE.to_owned(), |hex| whereabouts(ask, hex))
        }
        Part::Count(name) => number(ask.state.counts.get(name).copied().unwrap_or(0)),
    })
}

/// The same, and the page keeps it.
pub(crate) fn read_out(act: &mut Act<'_>, text: &Words, cause: &Cause) -> String {
    let filled = fill(act.ask(), text, cause);
    let at = reading_mut(act.state).and_then(|reading| reading.cursors.last()).map(|cursor| cursor.at.text);
    if let (true, Some(Text::Paragraph(number))) = (text.is_open(), at) {
        let printed = text.printed();
        act.state.filled.retain(|(page, known, _)| *page != number.0 || *known != printed);
        act.state.filled.push((number.0, printed, filled.clone()));
    }
    filled
}

/// A crew by the name it was given; any other unit by what it is.
fn name(ask: Ask<'_>, who: UnitRef, cause: &Cause) -> String {
    let Some(unit) = whom::unit_meant(ask, who, cause) else { return undrawn(ask, who, NOBODY) };
    let own = own_name(ask, unit);
    let given = matches!(ask.state.unit(unit).ratings, Ratings::Crew(_)) && own != kind_of(ask, unit);
    if given { own.to_owned() } else { format!("the {own}") }
}

fn kind(ask: Ask<'_>, who: UnitRef, cause: &Cause) -> String {
    match whom::unit_meant(ask, who, cause) {
        Some(unit) => kind_of(ask, unit).to_owned(),
        None => undrawn(ask, who, "vehicle"),
    }
}

/// A card has a name before its unit is on the map.
fn undrawn(ask: Ask<'_>, who: UnitRef, otherwise: &str) -> String {
    let card = match who {
        UnitRef::Card(card) => ask.rules.booklet.card(card),
        UnitRef::Pointer(_) | UnitRef::Letter(_) => None,
    };
    card.map_or_else(|| otherwise.to_owned(), |card| format!("the {}", card.name))
}

/// The name of a unit without the letter of its counter.
fn own_name(ask: Ask<'_>, unit: UnitId) -> &str {
    let piece = ask.state.unit(unit);
    piece.name.strip_prefix(&piece.letter).map_or(piece.name.as_str(), str::trim_start)
}

fn kind_of(ask: Ask<'_>, unit: UnitId) -> &str {
    &ask.rules.card(ask.state.unit(unit)).name
}

fn number(count: i16) -> String {
    let word = usize::try_from(count).ok().and_then(|count| NUMBERS.get(count));
    word.map_or_else(|| count.to_string(), |word| (*word).to_owned())
}

/// Where a hex is, by the nearest name on the map: a soldier has no hex numbers.
fn whereabouts(ask: Ask<'_>, hex: Hex) -> String {
    let grid = ask.rules.grid();
    let named = ask.rules.country.map.labels.iter();
    let Some((at, label)) = named.min_by_key(|(at, label)| (grid.distance(*at, hex), *at, label)) else {
        return NOWHERE.to_owned();
    };
    // Hills are written with their height.
    let name = label.trim_end_matches(|c: char| c.is_ascii_digit() || c == ' ');
    if grid.distance(*at, hex) <= ask.rules.sheet.hindrances.places.near {
        return format!("near {name}");
    }
    let lies = |quarter: Quarter| quarter.includes(ask.rules.mission.north, grid, hex, *at, false);
    let along = [Quarter::North, Quarter::South].into_iter().find(|&quarter| lies(quarter));
    let across = [Quarter::East, Quarter::West].into_iter().find(|&quarter| lies(quarter));
    let way: String = [along, across].into_iter().flatten().map(Quarter::word).collect();
    format!("{way} of {name}")
}
