//! Actions as short lines of text: what files, rule cases and scripts hold. Each action's own module writes and reads it; here is
//! what all of them share.
//!
//! ```text
//! draw                                done
//! move t-34+kv-2 0305                 fire tiger at t-34 [with steady-aim]
//! assault t-34 0305                   join rifles-1
//! retreat 0204                        advance t-34+rifles-1
//! play smoke                          play replacements for t-34
//! ```

use engine::{NotationError, nearest, suggestion};
use hexmap::Hex;

use super::{action::Action, done, s03_direct_fire, s08_cup, s10_movement, s14_close_assault, s15_event_chits};
use crate::state::{Divisions, Unit, UnitSet};

/// How an action is written.
pub(crate) struct Verb {
    /// The first word of the line.
    pub(crate) word: &'static str,
    /// The whole line, with names of things in capitals.
    pub(crate) form: &'static str,
    /// Reads the words after the first; nothing if they do not have this form.
    pub(crate) read: fn(&Divisions, &[&str]) -> Result<Option<Action>, String>,
}

/// Every way a line can begin.
const VERBS: [Verb; 9] = [
    s08_cup::VERB,
    done::VERB,
    s10_movement::VERB,
    s03_direct_fire::VERB,
    s14_close_assault::VERB,
    s14_close_assault::JOIN,
    s14_close_assault::RETREAT,
    s14_close_assault::ADVANCE,
    s15_event_chits::VERB,
];

pub(super) fn read(rules: &Divisions, text: &str) -> Result<Action, NotationError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (word, rest) = words.split_first().map_or(("", &words[..]), |(word, rest)| (*word, rest));
    let action = match VERBS.iter().find(|verb| verb.word == word) {
        Some(verb) => {
            (verb.read)(rules, rest).and_then(|action| action.ok_or_else(|| format!("the form is \"{}\"", verb.form)))
        }
        None => Err(unknown(word)),
    };
    action.map_err(|problem| NotationError { text: text.to_owned(), problem })
}

fn unknown(word: &str) -> String {
    let known = VERBS.map(|verb| verb.word);
    match nearest(word, known) {
        Some(near) => format!("did you mean \"{near}\"?"),
        None => format!("an action starts with one of {}", known.join(", ")),
    }
}

/// A group as it is written: `kv-2+t-34`.
pub(super) fn group(rules: &Divisions, units: UnitSet) -> String {
    units.iter().map(|unit| rules.unit(unit).id.as_str()).collect::<Vec<_>>().join("+")
}

pub(super) fn read_group(rules: &Divisions, group: &str) -> Result<UnitSet, String> {
    group.split('+').map(|id| read_unit(rules, id)).collect()
}

/// A unit by its id.
pub(crate) fn read_unit(rules: &Divisions, id: &str) -> Result<Unit, String> {
    let ids = || rules.units.iter().map(|unit| unit.id.as_str());
    let known = ids().position(|known| known == id).and_then(Unit::at);
    known.ok_or_else(|| format!("there is no unit \"{id}\"{}", suggestion(nearest(id, ids()).as_deref())))
}

pub(super) fn read_hex(rules: &Divisions, label: &str) -> Result<Hex, String> {
    rules.grid().parse(label).map_err(|error| error.to_string())
}

pub(super) fn read_chit(rules: &Divisions, id: &str) -> Result<u8, String> {
    let ids = || rules.catalogue.event_ids();
    let known = (0u8..).zip(ids()).find(|(_, known)| *known == id);
    known
        .map(|(chit, _)| chit)
        .ok_or_else(|| format!("there is no event chit \"{id}\"{}", suggestion(nearest(id, ids()).as_deref())))
}
