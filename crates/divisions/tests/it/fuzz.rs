//! Whatever is typed or written is an answer or an error, never a panic.

use crate::support::{EXAMPLE, SKIRMISH, read};
use content::Files;
use divisions::{Catalogue, Divisions, read_scenario};
use engine::{Rules, contract::play_checked};
use proptest::{
    prelude::{ProptestConfig, Strategy, any, prop, prop_assert, prop_assert_eq, proptest},
    sample::Index,
};
use std::sync::{Arc, LazyLock};

static RULES: LazyLock<Divisions> = LazyLock::new(|| read(SKIRMISH).unwrap());
static FILES: LazyLock<Files> = LazyLock::new(Files::embedded);
static CATALOGUE: LazyLock<Arc<Catalogue>> = LazyLock::new(|| Arc::new(Catalogue::read(&FILES).unwrap()));

/// Words that come up in actions, right and nearly right.
fn words() -> impl Strategy<Value = String> {
    let known = prop::sample::select(vec![
        "draw",
        "done",
        "move",
        "fire",
        "assault",
        "join",
        "retreat",
        "advance",
        "play",
        "at",
        "with",
        "for",
        "hq",
        "t34",
        "panther",
        "smoke",
        "hedgehog",
        "panther+gren",
        "panther+panther",
        "+",
        "panther+",
        "0202",
        "0999",
        "9999",
        "0000",
        "202",
        "+202",
        "02 02",
        "０２０２",
        "0202\u{301}",
        "\u{0}",
        "-1",
        "99999999999999999999",
    ]);
    let word = prop::collection::vec(prop_oneof(known.prop_map(str::to_owned), "\\PC{0,6}"), 0..7);
    word.prop_map(|words| words.join(" "))
}

fn prop_oneof(a: impl Strategy<Value = String> + 'static, b: &'static str) -> impl Strategy<Value = String> {
    prop::strategy::Union::new(vec![a.boxed(), b.boxed()])
}

/// Numbers and words that do not belong where they are put.
const INTRUDERS: [&str; 22] = [
    "0",
    "-1",
    "1.5",
    "65535",
    "65536",
    "2147483647",
    "-2147483648",
    "99999999999999999999",
    "true",
    "[]",
    "{}",
    "\"\"",
    "\"roll\"",
    "\"9999\"",
    "\"0101\"",
    "\"tiger\"",
    "\"ß\"",
    "'",
    "\"",
    "]",
    "\n",
    "é",
];

/// A scenario with some of its tokens changed, left out or doubled.
fn mutated(text: &'static str) -> impl Strategy<Value = String> {
    let edit = (any::<Index>(), 0u8..4, prop::sample::select(INTRUDERS.to_vec()), any::<Index>());
    prop::collection::vec(edit, 1..4).prop_map(move |edits| {
        let mut tokens: Vec<&str> = text.split_inclusive([' ', '\n', ',', '"', '/']).collect();
        for (place, kind, intruder, other) in edits {
            let (place, other) = (place.index(tokens.len()), other.index(tokens.len()));
            match kind {
                0 => tokens[place] = intruder,
                1 => drop(tokens.remove(place)),
                2 => tokens.insert(place, tokens[other]),
                _ => tokens.swap(place, other),
            }
        }
        tokens.concat()
    })
}

/// Values of the right form that say something nobody meant.
const HOSTILE: [&str; 20] = [
    "0",
    "-1",
    "1",
    "2",
    "9",
    "99",
    "100",
    "255",
    "256",
    "9999",
    "10000",
    "\"0101\"",
    "\"0504\"",
    "\"0606\"",
    "\"german\"",
    "\"soviet-hq\"",
    "\"hq\"",
    "\"roll\"",
    "\"smoke\"",
    "\"replacements\"",
];

/// A scenario that can still be read, with some of its values exchanged for others of its own or for hostile ones, and
/// some entries of its lists doubled or left out: most of the faults that only show when everything is put together.
fn set_wrong(text: &'static str) -> impl Strategy<Value = String> {
    let edit = (any::<Index>(), 0u8..5, any::<Index>());
    prop::collection::vec(edit, 1..6).prop_map(move |edits| {
        let mut text = text.to_owned();
        for (place, kind, other) in edits {
            let values = values(&text);
            let value = values[place.index(values.len())].clone();
            let by = match kind {
                0 | 1 => HOSTILE[other.index(HOSTILE.len())].to_owned(),
                2 | 3 => text[values[other.index(values.len())].clone()].to_owned(),
                _ => {
                    let entries: Vec<_> = text.match_indices("{ ").map(|(at, _)| at).collect();
                    let at = entries[place.index(entries.len())];
                    let end = text[at..].find('}').map_or(text.len(), |end| at + end + 1);
                    let entry = text[at..end].to_owned();
                    let again = if other.index(2) == 0 { format!("{entry}, {entry}") } else { String::new() };
                    text.replace_range(at..end, &again);
                    continue;
                }
            };
            text.replace_range(value, &by);
        }
        text
    })
}

/// Where the words in quotation marks and the numbers of a scenario stand, its map left out.
fn values(text: &str) -> Vec<std::ops::Range<usize>> {
    let end = text.find("[ground]").unwrap_or(text.len());
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..end].find(|c: char| c == '"' || c.is_ascii_digit()).map(|start| at + start) {
        let rest = &text[start + 1..end];
        let length = match text.as_bytes()[start] {
            b'"' => rest.find('"').map_or(rest.len(), |length| length + 1),
            _ => rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len()),
        };
        at = start + 1 + length;
        found.push(start..at);
    }
    found
}

/// Reads a scenario; one that is accepted must also be playable.
fn read_and_play(text: &str) {
    match read_scenario(&CATALOGUE, &FILES, "fuzz.toml", text) {
        Ok((_, rules)) => {
            rules.board();
            play_checked(&rules, 1, 40);
        }
        Err(problems) => {
            assert!(!problems.is_empty(), "refused without a reason:\n{text}");
            let lines = text.lines().count() + 1;
            assert!(
                problems.iter().all(|problem| problem.file != "fuzz.toml" || problem.line <= lines),
                "{problems:?}"
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_text_is_an_action_or_an_error(text in any::<String>()) {
        prop_assert!(RULES.read(&RULES.start(), &text).is_err_and(|error| !error.to_string().is_empty()));
    }

    #[test]
    fn what_can_be_read_is_written_so_that_it_reads_the_same(text in words()) {
        let state = RULES.start();
        if let Ok(action) = RULES.read(&state, &text) {
            prop_assert_eq!(RULES.read(&state, &RULES.write(&state, &action)).unwrap(), action);
            // And checking it, however absurd it is, is an answer too.
            let _ = RULES.check(&state, &action);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_text_is_a_scenario_or_a_list_of_problems(text in any::<String>()) {
        read_and_play(&text);
    }

    #[test]
    fn a_changed_skirmish_is_playable_or_refused(text in mutated(SKIRMISH)) {
        read_and_play(&text);
    }

    #[test]
    fn a_skirmish_set_wrong_is_playable_or_refused(text in set_wrong(SKIRMISH)) {
        read_and_play(&text);
    }

    #[test]
    fn a_changed_example_is_playable_or_refused(text in mutated(EXAMPLE)) {
        read_and_play(&text);
    }
}

#[test]
fn the_largest_map_is_laid_out_and_a_larger_one_refused() {
    let map = |columns: usize, rows: usize| {
        let ground = format!("{}\n", ". ".repeat(columns)).repeat(rows);
        let start = EXAMPLE.find(". .").unwrap();
        format!("{}{ground}\"\"\"\n", &EXAMPLE[..start])
    };
    assert!(read(&map(99, 99)).is_ok());
    for (columns, rows) in [(100, 99), (99, 100), (255, 9), (256, 9), (9, 300), (70000, 1)] {
        let found = read(&map(columns, rows)).err().unwrap();
        assert!(found.iter().any(|problem| problem.to_string().contains("99")), "{columns} by {rows}: {found:?}");
    }
    // Too small for the units that should stand on it.
    for (columns, rows) in [(0, 0), (1, 1)] {
        assert!(!read(&map(columns, rows)).err().unwrap().is_empty());
    }
}
