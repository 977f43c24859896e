//! The names of fields and of variants, each with a number: a view says a few dozen of them thousands of times.
//!
//! The numbers are those of the whole process, because a view is compared with one that another thread has written, and
//! may wait packed in between. They are no state: each word gets its number once, nobody locks anything, and words of
//! the program itself (`&'static str`) cannot be many.

use std::{cell::Cell, sync::OnceLock};

/// How many words can have a number. All types of the wire together have a few hundred.
const MOST: usize = 4096;
/// How many words a thread finds again without asking the others. A power of two.
const NEAR: usize = 1024;

/// The number of no word.
pub(super) const NONE: u16 = 0;

/// Each word in the first free place from the one that its letters name; its number is one more than the place.
static WORDS: [OnceLock<&'static str>; MOST] = [const { OnceLock::new() }; MOST];

/// Where a word lies in memory, and its number.
#[derive(Copy, Clone)]
struct Near {
    place: usize,
    length: usize,
    number: u16,
}

impl Near {
    const NONE: Near = Near { place: 0, length: 0, number: NONE };
}

thread_local! {
    static FOUND: [Cell<Near>; NEAR] = const { [const { Cell::new(Near::NONE) }; NEAR] };
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
    let first = place(word);
    let mut places = (0..MOST).map(|next| (first + next) % MOST);
    let found = places.find(|&place| *WORDS[place].get_or_init(|| word) == word);
    found.and_then(|place| u16::try_from(place + 1).ok()).unwrap_or(NONE)
}

/// Where to look for a word first: by its letters (FNV-1a), so that it is found again wherever it lies in memory.
fn place(word: &str) -> usize {
    let hash = word.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    (hash ^ (hash >> 16)) as usize % MOST
}

/// The word with this number.
#[inline]
pub(super) fn word(number: u16) -> &'static str {
    let known = usize::from(number).checked_sub(1).and_then(|place| WORDS.get(place)).and_then(OnceLock::get);
    known.copied().unwrap_or_default()
}
