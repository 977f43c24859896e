//! The names of fields and of variants, each with a number: a view says a few dozen of them thousands of times.

use std::{
    cell::Cell,
    collections::HashMap,
    sync::{Mutex, OnceLock, PoisonError},
};

/// How many words can have a number. All types of the wire together have a few hundred.
const MOST: usize = 4096;
/// How many words a thread finds again without asking the others. A power of two.
const NEAR: usize = 1024;

/// The number of no word.
pub(super) const NONE: u16 = 0;

static WORDS: [OnceLock<&'static str>; MOST] = [const { OnceLock::new() }; MOST];
static NUMBERS: Mutex<Option<HashMap<&'static str, u16>>> = Mutex::new(None);

/// Where a word lies in memory, and its number.
#[derive(Copy, Clone)]
struct Near {
    place: usize,
    length: usize,
    number: u16,
}

thread_local! {
    static FOUND: [Cell<Near>; NEAR] = const { [const { Cell::new(Near { place: 0, length: 0, number: NONE }) }; NEAR] };
}

/// The number of a word; [`NONE`] when there are no more.
#[inline]
pub(super) fn number(word: &'static str) -> u16 {
    let (place, length) = (word.as_ptr().addr(), word.len());
    FOUND.with(|found| {
        let cell = &found[(place ^ (place >> 10) ^ length) % NEAR];
        let near = cell.get();
        if near.place == place && near.length == length {
            return near.number;
        }
        let number = ask(word);
        cell.set(Near { place, length, number });
        number
    })
}

#[cold]
fn ask(word: &'static str) -> u16 {
    let mut numbers = NUMBERS.lock().unwrap_or_else(PoisonError::into_inner);
    let numbers = numbers.get_or_insert_default();
    let next = numbers.len() + 1;
    if let Some(number) = numbers.get(word) {
        return *number;
    }
    if next >= MOST || WORDS[next].set(word).is_err() {
        return NONE;
    }
    let number = u16::try_from(next).unwrap_or(NONE);
    numbers.insert(word, number);
    number
}

/// The word with this number.
#[inline]
pub(super) fn word(number: u16) -> &'static str {
    WORDS.get(usize::from(number)).and_then(OnceLock::get).copied().unwrap_or_default()
}
