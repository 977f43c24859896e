use std::sync::Arc;

use super::toy::{Toy, toy_box};
use crate::{
    GameBox, GameFile, Guide, GuideStep, Pattern, Progress, Replayed, Ruleset, Seat, Settings, Shelf, Table, Task,
    Viewer, rehearse,
};

fn step(name: &str, deeds: &[&str]) -> GuideStep {
    GuideStep {
        name: name.into(),
        say: format!("{name}, please."),
        after: String::new(),
        task: if deeds.is_empty() { Task::Read } else { Task::Act },
        units: Vec::new(),
        hexes: Vec::new(),
        deeds: deeds.iter().copied().map(Pattern::new).collect(),
        line: 0,
    }
}

fn guide() -> Guide {
    Guide {
        id: "first".into(),
        title: "First".into(),
        scenario: "plain".into(),
        minutes: 1,
        opening: String::new(),
        closing: String::new(),
        steps: vec![step("read", &[]), step("two", &["pass", "throw"]), step("read on", &[]), step("one", &["throw"])],
        settings: Settings::default(),
        players: vec!["human".into(), "human".into()],
        seed: 11,
        passing: vec![Pattern::new("peek")],
        beaten: Vec::new(),
        file: "toy/guides/first.toml".into(),
    }
}

fn toy() -> GameBox<Toy> {
    GameBox { guides: vec![Arc::new(guide())], ..toy_box() }
}

/// How far these actions lead, and the choices that are asked for then.
fn after(actions: &[&str]) -> (Progress, Vec<String>) {
    let mut table = toy().open_guide("first").unwrap();
    for action in actions {
        let seat = table.to_act().unwrap();
        table.act(seat, action, None).unwrap();
    }
    let file = table.file();
    let asked = table.to_act().map(|seat| table.view(Viewer::Seat(seat), 0).guide.unwrap().fulfil);
    (guide().progress(&file.moves, &file.seats), asked.unwrap_or_default())
}

#[test]
fn patterns_leave_words_open() {
    let matches = |pattern: &str, action: &str| Pattern::new(pattern).matches(action);
    assert!(matches("move a 0101", "move a 0101"));
    assert!(matches("move a *", "move a 0101"));
    assert!(matches("fire a b|c", "fire a c"));
    for (pattern, action) in [("move a *", "move a"), ("move a", "move a 0101"), ("fire a b|c", "fire a d"), ("*", "")]
    {
        assert!(!matches(pattern, action), "{pattern}: {action}");
    }
}

#[test]
fn the_step_in_hand_follows_from_the_moves() {
    let progress = |done, begun, left| Progress { done, begun, left };
    assert_eq!(after(&[]), (progress(0, 0, false), vec!["pass".to_owned()]));
    assert_eq!(after(&["pass"]), (progress(0, 1, false), vec!["throw".to_owned()]));
    assert_eq!(after(&["pass", "throw"]).0, progress(2, 0, false));
    assert_eq!(after(&["peek", "pass", "peek", "throw"]).0, progress(2, 0, false), "what passes does not count");
    assert_eq!(after(&["pass", "throw", "throw", "pass"]).0, progress(4, 0, false), "after the end all is free");
}

#[test]
fn whoever_does_something_else_has_left() {
    let (progress, asked) = after(&["throw", "pass"]);
    assert_eq!(progress, Progress { done: 0, begun: 0, left: true });
    assert!(asked.is_empty(), "nothing is asked of him any more: {asked:?}");
}

#[test]
fn taking_back_leads_back() {
    let mut table = toy().open_guide("first").unwrap();
    let seat = table.to_act().unwrap();
    table.act(seat, "pass", None).unwrap();
    let begun = table.view(Viewer::Seat(table.to_act().unwrap()), 0).guide.unwrap();
    assert_eq!(begun.way, ["throw"]);
    table.undo(seat).unwrap();
    assert_eq!(table.view(Viewer::Seat(seat), 0).guide.unwrap().way, ["pass", "throw"]);
}

#[test]
fn a_guided_game_is_saved_with_its_guide_and_others_without() {
    let shelf = Shelf::new(vec![Box::new(toy())]);
    let mut table = shelf.ruleset("toy").unwrap().open_guide("first").unwrap();
    table.act(Seat(0), "pass", None).unwrap();
    let text = table.record().to_text();
    assert!(text.contains("\"guide\": \"first\""), "{text}");
    let opened = shelf.open_file(&GameFile::parse(&text).unwrap()).unwrap();
    assert!(matches!(opened.replayed, Replayed::Same));
    let seen = |table: &dyn Table| table.view(Viewer::Seat(table.to_act().unwrap()), 0).guide;
    assert_eq!(seen(opened.table.as_ref()), seen(table.as_ref()));
    assert_eq!(seen(table.rewound(0).as_ref()).unwrap().way.len(), 2, "the past has its guide too");
    assert_eq!(table.view(Viewer::Spectator, 0).guide, None, "only the pupil is taught");

    let plain = toy().open("plain", &Settings::default(), &guide().players, Some(11)).unwrap();
    assert!(!plain.record().to_text().contains("guide"));
    // A guide that is gone leaves the game as it is.
    let gone = GameFile { guide: Some("gone".into()), ..plain.record() };
    assert_eq!(seen(shelf.open_file(&gone).unwrap().table.as_ref()), None);
}

#[test]
fn a_guide_that_is_not_there_names_the_nearest() {
    let error = toy().open_guide("frist").err().unwrap();
    assert_eq!(error.to_string(), "toy has no guide \"frist\"; did you mean \"first\"?");
}

#[test]
fn a_rehearsal_does_what_the_steps_ask_for() {
    let toy = toy();
    let rehearsed = rehearse(&toy, &toy.guides[0]).unwrap();
    assert_eq!((rehearsed.decisions, rehearsed.table.seq()), (3, 3));
    let impossible = Guide { steps: vec![GuideStep { line: 7, ..step("fly", &["fly"]) }], ..guide() };
    let toy = GameBox { guides: vec![Arc::new(impossible)], ..toy_box() };
    let problem = rehearse(&toy, &toy.guides[0]).err().unwrap().to_string();
    assert!(problem.starts_with("toy/guides/first.toml:7:1: step \"fly\": \"fly\" cannot be done here"), "{problem}");
}
