//! The words that several families of actions use in their lines. Units go by their letters, in small ones; a second
//! unit with the letter of another is `n-2`.

use engine::nearest;
use hexmap::{Direction, Hex};

use crate::state::{
    Shell,
    generation::{LETTERS, SHELLS},
    laid_out::{Ask, OpenFire},
    units::UnitId,
};

/// A verb, and the form of the lines that begin with it.
pub(crate) type Form = (&'static str, &'static str);

/// A row of the crew costs chart as players call it: `5c` with a commander, `3` without.
pub(crate) fn crew_kind(rules: &OpenFire, kind: u8) -> String {
    let row = rules.sheet.platoon.crews.get(usize::from(kind));
    row.map(|row| format!("{}{}", row.initiative, if row.commander { "c" } else { "" })).unwrap_or_default()
}

/// A row of the crew costs chart by its name.
pub(crate) fn read_crew_kind(rules: &OpenFire, name: &str) -> Result<u8, String> {
    let kinds: Vec<String> = (0..rules.sheet.platoon.crews.len() as u8).map(|row| crew_kind(rules, row)).collect();
    let found = kinds.iter().position(|known| known == name).map(|place| place as u8);
    found.ok_or_else(|| format!("there is no crew \"{name}\": there are {}", kinds.join(", ")))
}

/// The card of a row of the vehicle costs chart.
pub(crate) fn for_sale(rules: &OpenFire, vehicle: u8) -> &str {
    rules.sheet.platoon.vehicles.get(usize::from(vehicle)).map_or("", |row| &row.card)
}

/// A row of the vehicle costs chart by its card.
pub(crate) fn read_for_sale(rules: &OpenFire, card: &str) -> Result<u8, String> {
    let cards = || rules.sheet.platoon.vehicles.iter().map(|row| row.card.as_str());
    let found = cards().position(|known| known == card).map(|place| place as u8);
    found
        .ok_or_else(|| format!("there is no \"{card}\" for sale: there are {}", cards().collect::<Vec<_>>().join(", ")))
}

/// A unit by its id.
pub(crate) fn read_unit(ask: Ask<'_>, id: &str) -> Result<UnitId, String> {
    let ids = || ask.state.all_units().map(|(unit, _)| ask.state.id_of(unit));
    let found = ids().position(|known| known == id).map(|place| UnitId(place as u8));
    found.ok_or_else(|| {
        let ids: Vec<String> = ids().collect();
        let near = nearest(id, ids.iter().map(String::as_str));
        let hint = near.map(|near| format!("; did you mean \"{near}\"?")).unwrap_or_default();
        format!("there is no unit \"{id}\"{hint}")
    })
}

/// A hex by its number.
pub(crate) fn read_hex(ask: Ask<'_>, label: &str) -> Result<Hex, String> {
    ask.rules.grid().parse(label).map_err(|error| error.to_string())
}

/// The letter of a crew, as it is written.
pub(crate) fn letter(crew: u8) -> String {
    LETTERS.get(usize::from(crew)).copied().unwrap_or_default().to_lowercase()
}

/// A crew by its letter.
pub(crate) fn read_letter(letter: &str) -> Result<u8, String> {
    let place = LETTERS.iter().position(|known| known.to_lowercase() == letter);
    place.map(|place| place as u8).ok_or_else(|| format!("\"{letter}\" is no crew: they are a to h"))
}

pub(crate) fn read_direction(name: &str) -> Result<Direction, String> {
    Direction::from_word(name)
        .ok_or_else(|| format!("\"{name}\" is no direction: there are {}", Direction::WORDS.join(", ")))
}

pub(crate) fn shell(shell: Shell) -> &'static str {
    match shell {
        Shell::Ap => "ap",
        Shell::Gp => "gp",
        Shell::Smoke => "smoke",
    }
}

pub(crate) fn read_shell(name: &str) -> Result<Shell, String> {
    let found = SHELLS.into_iter().find(|known| shell(*known) == name);
    found.ok_or_else(|| format!("\"{name}\" is no kind of shell: there are ap, gp and smoke"))
}

/// A place in a list, which players count from 1.
pub(crate) fn read_place(number: &str) -> Option<u8> {
    number.parse::<u16>().ok().and_then(|number| u8::try_from(number.checked_sub(1)?).ok())
}
