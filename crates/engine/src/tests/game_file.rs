//! Any text at all is a game file or an error, never a panic.

use proptest::prelude::{ProptestConfig, any, prop, prop_assert, prop_assert_eq, proptest};

use super::toy::toy_box;
use crate::{GameFile, GameFileError, Replayed, Ruleset, Settings, Shelf};

/// A game of eight actions, as it is saved.
fn saved() -> String {
    let mut table =
        toy_box().open("plain", &Settings::default(), &["human".to_owned(), "human".to_owned()], Some(11)).unwrap();
    for action in ["pass", "throw", "peek", "throw", "throw", "pass", "throw", "pass"] {
        let seat = table.to_act().unwrap();
        table.act(seat, action, None).unwrap();
    }
    table.record().to_text()
}

/// Reads a text and, if it is a game file, plays it: no text may cause anything but a result.
fn open(text: &str) -> bool {
    let shelf = Shelf::new(vec![Box::new(toy_box())]);
    match GameFile::parse(text) {
        Ok(file) => match shelf.open_file(&file) {
            Ok(opened) => matches!(opened.replayed, Replayed::Same) && opened.table.record().to_text() == text,
            Err(error) => {
                assert!(!error.to_string().is_empty());
                false
            }
        },
        Err(error) => {
            assert!(!error.to_string().is_empty());
            false
        }
    }
}

#[test]
fn what_is_written_is_read() {
    let text = saved();
    assert!(open(&text));
    assert_eq!(text.lines().filter(|line| line.contains("\"do\"")).count(), 8, "one action a line");
}

#[test]
fn a_game_without_actions_is_a_file_too() {
    let table =
        toy_box().open("plain", &Settings::default(), &["human".to_owned(), "thrower".to_owned()], None).unwrap();
    assert_eq!(&GameFile::parse(&table.file().to_text()).unwrap(), table.file());
}

#[test]
fn seeds_of_all_sizes_survive() {
    for seed in [0, u64::MAX] {
        let table = toy_box()
            .open("plain", &Settings::default(), &["human".to_owned(), "human".to_owned()], Some(seed))
            .unwrap();
        assert_eq!(GameFile::parse(&table.file().to_text()).unwrap().seed().unwrap(), Some(seed));
    }
    for seed in ["-1", "18446744073709551616", "1.5", ""] {
        let text = saved().replace("\"seed\": \"11\"", &format!("\"seed\": \"{seed}\""));
        assert!(matches!(GameFile::parse(&text), Err(GameFileError::Seed(_))), "{seed}");
    }
}

#[test]
fn there_never_was_a_version_nought() {
    let text = saved();
    assert!(text.contains("\n  \"version\": 3,\n"), "{text}");
    for other in ["  \"version\": 0,\n", ""] {
        let text = text.replace("  \"version\": 3,\n", other);
        assert!(matches!(GameFile::parse(&text), Err(GameFileError::NoVersion)), "{text}");
    }
}

#[test]
fn a_byte_order_mark_is_passed_over() {
    assert_eq!(GameFile::parse(&format!("\u{feff}{}", saved())).unwrap(), GameFile::parse(&saved()).unwrap());
}

#[test]
fn content_that_was_tampered_with_is_noticed() {
    let text = saved().replace("\"toy/actions\":\"8\"", "\"toy/actions\":\"6\"");
    assert_ne!(text, saved());
    let error = GameFile::parse(&text).unwrap_err().to_string();
    assert!(error.contains("the files in it were changed"), "{error}");
}

#[test]
fn deep_and_strange_json_is_an_error() {
    for text in ["", "null", "[]", "{}", "\u{0}", "{\"format\":\"opfire-game\"}", "[\"opfire-game\",1]"] {
        assert!(GameFile::parse(text).is_err(), "{text}");
    }
    assert!(GameFile::parse(&"[".repeat(1_000_000)).is_err());
    assert!(GameFile::parse(&format!("{{\"format\":\"opfire-game\",\"x\":{}", "{\"a\":".repeat(100_000))).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_text_is_an_error(text in any::<String>()) {
        prop_assert!(GameFile::parse(&text).is_err());
    }

    #[test]
    fn a_file_with_bytes_changed_never_stops_the_program(
        edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
    ) {
        let saved = saved();
        let mut bytes = saved.clone().into_bytes();
        for (place, byte) in edits {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        if let Ok(text) = String::from_utf8(bytes) {
            prop_assert_eq!(open(&text), text == saved);
        }
    }

    #[test]
    fn a_file_cut_short_or_spliced_never_stops_the_program(
        from in any::<prop::sample::Index>(), to in any::<prop::sample::Index>(), word in "[a-z0-9\"{}\\[\\],:-]{0,8}",
    ) {
        let saved = saved();
        let (from, to) = (from.index(saved.len()), to.index(saved.len()));
        let text = format!("{}{word}{}", &saved[..from.min(to)], &saved[from.max(to)..]);
        open(&text);
    }
}
