//! Settings: what a scenario offers, what was chosen, and that it stays with the game.

use super::toy::toy_box;
use crate::{GameFile, OpenError, Ruleset, Seat, SettingError, Settings, Shelf, Table, Viewer};

fn set(words: &[&str]) -> Settings {
    Settings::read(words.iter().copied()).unwrap()
}

fn open(settings: &Settings) -> Result<Box<dyn Table>, OpenError> {
    toy_box().open("plain", settings, &["human".to_owned(), "human".to_owned()], Some(11))
}

fn refused(words: &[&str]) -> SettingError {
    match open(&set(words)).err() {
        Some(OpenError::Setting { scenario, error }) => {
            assert_eq!(scenario, "plain");
            error
        }
        other => panic!("{other:?}"),
    }
}

fn shelf() -> Shelf {
    Shelf::new(vec![Box::new(toy_box())])
}

#[test]
fn a_setting_changes_the_game() {
    assert!(open(&Settings::default()).unwrap().legal().contains(&"peek".to_owned()));
    let mut table = open(&set(&["blind=on", "length=4"])).unwrap();
    assert_eq!(table.legal(), ["pass", "throw"]);
    for _ in 0..4 {
        let seat = table.to_act().unwrap();
        table.act(seat, "throw", None).unwrap();
    }
    assert_eq!(table.to_act(), None);
    // An earlier moment of the game has them, too.
    assert_eq!(table.rewound(1).legal(), ["pass", "throw"]);
    assert_eq!(table.rewound(1).file().settings, table.file().settings);
}

#[test]
fn the_screen_tells_what_was_chosen() {
    let facts = |settings: &Settings| open(settings).unwrap().view(Viewer::Seat(Seat(0)), 0).scene.facts;
    let usual = facts(&Settings::default());
    assert_eq!(usual.len(), 1, "only what the scenario demands");
    assert!(!usual[0].detail.contains("peeking"));
    let chosen = facts(&set(&["blind=on", "length=4", "word=hello"]));
    assert_eq!(chosen[0].value, "3");
    assert_eq!(chosen[0].detail, "No peeking: on (TOY-1); Length: 4 actions (TOY-1); Open scores: on (TOY-1)");
}

#[test]
fn what_the_scenario_does_not_offer_is_refused_with_the_nearest() {
    assert_eq!(refused(&["blnd=on"]).to_string(), "there is no setting \"blnd\"; did you mean \"blind\"?",);
    assert!(refused(&["weather=rain"]).to_string().contains("blind, length, open, word"));
    assert_eq!(refused(&["length=twelve"]).to_string(), "the setting length cannot be \"twelve\": there are 8, 4");
    assert!(matches!(refused(&["blind=on1"]), SettingError::Value { nearest: Some(near), .. } if near == "on"));
    assert!(matches!(refused(&["open=off"]), SettingError::Fixed { .. }));
    assert!(matches!(refused(&["word=12"]), SettingError::Text { .. }));
    for players in [["thrower", "thrower"], ["human", "human"]] {
        let players = players.map(str::to_owned);
        let simulated = toy_box().simulate("plain", &set(&["blnd=on"]), &players, 1);
        assert!(matches!(simulated, Err(OpenError::Setting { .. })));
    }
}

#[test]
fn words_are_read_as_pairs() {
    assert_eq!(set(&["a=b=c"]).get("a"), Some("b=c"));
    assert!(matches!(Settings::read(["closed"]), Err(SettingError::Form(_))));
    assert!(matches!(Settings::read(["a=1", "a=1"]), Err(SettingError::Twice(_))));
}

#[test]
fn what_is_chosen_is_in_the_file_and_what_is_usual_is_not() {
    let usual = open(&set(&["blind=off", "length=8", "open=on", "word="])).unwrap();
    assert!(usual.file().settings.is_empty());
    assert!(!usual.file().to_text().contains("settings"));

    let chosen = open(&set(&["length=4", "blind=on"])).unwrap();
    let text = chosen.file().to_text();
    assert!(text.contains(r#""settings": {"blind":"on","length":"4"},"#), "{text}");
    let read = GameFile::parse(&text).unwrap();
    assert_eq!(&read, chosen.file());
    assert_eq!(shelf().open_file(&read).unwrap().table.legal(), ["pass", "throw"]);
}

#[test]
fn a_file_with_a_setting_nobody_knows_is_refused() {
    let text = open(&set(&["blind=on"])).unwrap().file().to_text();
    let with = |settings: &str| GameFile::parse(&text.replace(r#"{"blind":"on"}"#, settings));
    let opened = |settings: &str| shelf().open_file(&with(settings).unwrap()).err().map(|error| error.to_string());
    assert_eq!(opened(r#"{"blind":"on"}"#), None);
    assert!(opened(r#"{"blind":"maybe"}"#).unwrap().contains("cannot be \"maybe\""));
    assert!(opened(r#"{"bind":"on"}"#).unwrap().contains("did you mean \"blind\"?"));
    assert!(opened(r#"{"word":"7"}"#).unwrap().contains("it is a number"));
    for broken in ["[]", "7", r#"{"blind":true}"#, r#"{"blind":"#] {
        assert!(with(broken).is_err(), "{broken}");
    }
}
