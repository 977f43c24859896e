//! Actions as short lines of text: what files, rule cases and scripts hold.
//!
//! ```text
//! generate sample     generate quality    buy crew 5c         return crew 3      generate ratings
//! buy vehicle a m26   return vehicle a    buy rounds a        return rounds a    ready
//! buy rounds a 1      return rounds a 1   stock j 5           unstock j 1        name a vehicle Cobra King
//! swap a ap gp 5      assign a second     hand-over second    name a man 2 Sgt. Kowalski
//! enter a 4101        march a 4003        exit a              open a             close a
//! load aa f           unload aa           guard b v           lead b v           drop b v
//! begin a             german              peer                leave              answer 1
//! drive slow          drive fast          forward             back               walk 1010
//! rotate left         traverse right      defilade            dig in             dig out
//! fire ap v           fire gp v           fire all v          guns v             bazooka v
//! smoke 1010          assault v           capture v           charge v           prepare ne
//! give b              aware c             abandon             stand-down         call-off
//! done                pick a              pick 2314           call 1
//! award a             take-back a         award rest          awarded            raise a perception
//! spent               recruit crew 3      dismiss crew 3      recruited          issue a m4a3
//! hand-in a           load-up a           park a              man a 1            fall-in
//! ```
//!
//! Units go by their letters, in small ones; a second unit with the letter of another is `n-2`. Each family of actions writes and
//! reads its own lines; here are the words that several of them use.

use engine::{NotationError, nearest};
use hexmap::{Direction, Hex};

use crate::{
    play::{
        action::Action,
        missions::{deployment, freed_men},
        s01_sharing, s03_course,
        s04_generation::{self, names},
        s05_operations::{self, sightings},
        s06_rounds::{between_turns, command},
        s07_movement::{movements, transport},
        s09_fire,
        s11_assault::{self, capture},
        s12_crews, s16_campaign,
    },
    reading::answers,
    state::{
        Shell,
        generation::{LETTERS, SHELLS},
        laid_out::{Ask, OpenFire},
        units::UnitId,
    },
};

/// A verb, and the form of the lines that begin with it.
pub(crate) type Form = (&'static str, &'static str);

/// Reads a line; `None` if it is none of the family's.
type Read = fn(Ask<'_>, &[&str]) -> Result<Option<Action>, String>;

/// What each family can read.
const FAMILIES: [(&[Form], Read); 18] = [
    (s04_generation::words::FORMS, |ask, words| Ok(s04_generation::words::read(ask, words)?.map(Action::Generate))),
    (s01_sharing::FORMS, |ask, words| Ok(s01_sharing::read(ask, words)?.map(Action::Share))),
    (deployment::FORMS, |ask, words| Ok(deployment::read(ask, words)?.map(Action::Deploy))),
    (s05_operations::FORMS, |ask, words| Ok(s05_operations::read(ask, words)?.map(Action::March))),
    (transport::FORMS, |ask, words| Ok(transport::read(ask, words)?.map(Action::Transport))),
    (freed_men::FORMS, |ask, words| Ok(freed_men::read(ask, words)?.map(Action::Rescue))),
    (capture::FORMS, |ask, words| Ok(capture::read(ask, words)?.map(Action::Guard))),
    (between_turns::FORMS, |ask, words| Ok(between_turns::read(ask, words)?.map(Action::Round))),
    (sightings::FORMS, |_, words| Ok(sightings::read(words)?.map(Action::Sight))),
    (answers::FORMS, |ask, words| Ok(answers::read(ask, words)?.map(Action::Answer))),
    (movements::FORMS, |ask, words| Ok(movements::read(ask, words)?.map(Action::Move))),
    (s09_fire::FORMS, |ask, words| Ok(s09_fire::read(ask, words)?.map(Action::Fire))),
    (s11_assault::FORMS, |ask, words| Ok(s11_assault::read(ask, words)?.map(Action::Assault))),
    (command::FORMS, |ask, words| Ok(command::read(ask, words)?.map(Action::Command))),
    (s12_crews::FORMS, |ask, words| Ok(s12_crews::read(ask, words)?.map(Action::Abandon))),
    (names::FORMS, |_, words| Ok(names::read(words)?.map(Action::Name))),
    (s03_course::FORMS, |_, words| Ok((words == ["done"]).then_some(Action::Done))),
    (s16_campaign::words::FORMS, |ask, words| Ok(s16_campaign::words::read(ask.rules, words)?.map(Action::Debrief))),
];

pub(crate) fn write_action(ask: Ask<'_>, action: &Action) -> String {
    match *action {
        Action::Generate(step) => s04_generation::words::write(ask, step),
        Action::Share(sharing) => s01_sharing::write(ask, sharing),
        Action::Deploy(step) => deployment::write(ask, step),
        Action::Debrief(step) => s16_campaign::words::write(ask.rules, step),
        Action::March(march) => s05_operations::write(ask, march),
        Action::Transport(transport) => transport::write(ask, transport),
        Action::Rescue(rescue) => freed_men::write(ask, rescue),
        Action::Guard(custody) => capture::write(ask, custody),
        Action::Answer(answer) => answers::write(ask, answer),
        Action::Sight(sighting) => sightings::write(sighting),
        Action::Round(between) => between_turns::write(ask, between),
        Action::Move(movement) => movements::write(ask, movement),
        Action::Fire(fire) => s09_fire::write(ask, fire),
        Action::Assault(attack) => s11_assault::write(ask, attack),
        Action::Command(command) => command::write(ask, command),
        Action::Abandon(unit) => s12_crews::write(ask, unit),
        Action::Name(naming) => names::write(naming),
        Action::Done => "done".to_owned(),
    }
}

pub(crate) fn read_action(ask: Ask<'_>, text: &str) -> Result<Action, NotationError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    read_words(ask, &words).map_err(|problem| NotationError { text: text.to_owned(), problem })
}

fn read_words(ask: Ask<'_>, words: &[&str]) -> Result<Action, String> {
    for (_, read) in FAMILIES {
        if let Some(action) = read(ask, words)? {
            return Ok(action);
        }
    }
    Err(unknown(words.first().copied().unwrap_or_default()))
}

/// What might have been meant by a line that nobody can read.
fn unknown(verb: &str) -> String {
    let forms = || FAMILIES.iter().flat_map(|(forms, _)| *forms);
    let verbs = || forms().map(|(known, _)| *known);
    let form = forms().find(|(known, _)| *known == verb).map(|(_, form)| format!("the form is \"{form}\""));
    form.or_else(|| nearest(verb, verbs()).map(|near| format!("did you mean \"{near}\"?")))
        .unwrap_or_else(|| format!("an action starts with one of {}", verbs().collect::<Vec<_>>().join(", ")))
}

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
