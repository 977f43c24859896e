//! Saved games outlive the code: revisions, content, and games that differ.

use super::toy::{Later, revised, toy_box};
use crate::{
    ActError, Content, GameFile, OpenError, Opened, Replayed, Ruleset, Seat, Settings, Shelf, VerifyError, Viewer,
};

const RED: Seat = Seat(0);
const BLUE: Seat = Seat(1);

/// A game of `actions`, as the first program saves it.
fn saved(actions: &[&str]) -> GameFile {
    let humans = ["human".to_owned(), "human".to_owned()];
    let mut table = toy_box().open("plain", &Settings::default(), &humans, Some(11)).unwrap();
    for action in actions {
        let seat = table.to_act().unwrap();
        table.act(seat, action, None).unwrap();
    }
    GameFile::parse(&table.record().to_text()).unwrap()
}

const ACTIONS: [&str; 6] = ["pass", "throw", "peek", "throw", "throw", "pass"];

fn reopened(file: &GameFile, revision: u32, later: Later) -> Opened {
    Shelf::new(vec![Box::new(revised(revision, later, "8"))]).open_file(file).unwrap()
}

#[test]
fn a_file_holds_its_revision_and_its_log() {
    let file = saved(&ACTIONS);
    assert_eq!((file.version, file.revision), (3, 1));
    let Some(Content::Printed(printing)) = &file.content else { panic!("{:?}", file.content) };
    assert_eq!(printing.files()["toy/actions"], "8");
    let texts: Vec<&str> = file.moves.iter().flat_map(|done| done.log.iter().map(|line| line.text.as_str())).collect();
    assert_eq!(texts.len(), ACTIONS.len());
    assert_eq!((texts[0], file.moves[0].log[0].rule.as_str()), ("passes", "TOY-1"));
    assert!(file.moves[2].log[0].only.is_some(), "what one seat may read is kept");
}

#[test]
fn under_the_same_revision_every_fingerprint_is_compared() {
    let file = saved(&ACTIONS);
    assert!(matches!(reopened(&file, 1, Later::Nothing).replayed, Replayed::Same));
    let Replayed::Differs(error, _) = reopened(&file, 1, Later::OtherState).replayed else { panic!() };
    assert!(matches!(*error, VerifyError::Start { .. }), "{error}");
}

#[test]
fn under_an_older_one_dice_and_legality_are_and_the_game_goes_on() {
    let file = saved(&ACTIONS);
    let opened = reopened(&file, 2, Later::OtherState);
    assert!(matches!(opened.replayed, Replayed::Renewed { from: 1 }), "{:?}", opened.replayed);
    let mut table = opened.table;
    assert!(table.closed().is_none());
    table.act(RED, "pass", None).unwrap_err();
    table.act(BLUE, "pass", None).unwrap();
    let renewed = table.record();
    assert_eq!(renewed.revision, 2);
    assert!(
        renewed.moves.iter().zip(&file.moves).all(|(new, old)| new.hash != old.hash),
        "new fingerprints are written"
    );
    let again = reopened(&renewed, 2, Later::OtherState);
    assert!(matches!(again.replayed, Replayed::Same), "{:?}", again.replayed);
}

#[test]
fn a_game_whose_dice_differ_is_played_to_the_last_action_that_agrees() {
    let opened = reopened(&saved(&ACTIONS), 2, Later::TwoDice);
    let closed = opened.table.closed().unwrap().clone();
    assert_eq!((closed.number, closed.action.as_str(), closed.by.as_str()), (2, "throw", "red"));
    assert_eq!((closed.rule.as_deref(), closed.revision), (Some("TOY-1"), 1));
    assert_eq!(opened.table.seq(), 1, "what differs is not played");
    assert_eq!(opened.table.tally()[0].1, [0, 0]);
}

#[test]
fn a_record_without_words_tells_its_actions_and_dice() {
    let mut file = saved(&ACTIONS);
    file.moves.iter_mut().for_each(|done| done.log.clear());
    let face = file.moves[1].dice[0];
    let opened = reopened(&file, 2, Later::TwoDice);
    let closed = opened.table.closed().unwrap();
    assert_eq!((closed.rule.as_deref(), closed.lines.len()), (None, 5));
    assert_eq!(closed.lines[0].line.text, format!("red: throw, dice {face}"));
    assert_eq!(closed.lines[1].line.text, "blue: peek");
}

#[test]
fn what_is_no_longer_legal_names_the_rule() {
    let opened = reopened(&saved(&ACTIONS), 2, Later::NoPeeking);
    let closed = opened.table.closed().unwrap();
    assert_eq!((closed.number, closed.rule.as_deref()), (3, Some("TOY-1")));
    assert!(closed.why.contains("the card has been seen"), "{}", closed.why);
}

#[test]
fn a_closed_game_is_only_looked_at_and_keeps_its_secrets() {
    let mut table = reopened(&saved(&ACTIONS), 2, Later::NoPeeking).table;
    let seat = table.to_act().unwrap();
    assert!(matches!(table.act(seat, "pass", None), Err(ActError::Closed(_))));
    assert!(table.bot_action("thrower", 1).is_none());
    assert!(!table.can_undo(seat));
    let text = |viewer| {
        let view = table.view(viewer, 0);
        assert!(view.scene.choices.is_empty() && view.scene.sheet.is_none());
        let lines = view.closed.unwrap().lines;
        assert_eq!(lines.first().map(|line| line.seq), Some(3));
        lines.into_iter().map(|line| line.line.text).collect::<Vec<_>>()
    };
    assert_eq!(text(Viewer::Spectator).len(), 4);
    assert_ne!(text(Viewer::Seat(BLUE))[0], text(Viewer::Seat(RED))[0]);
    assert_eq!(text(Viewer::Spectator)[0], text(Viewer::Seat(RED))[0]);
}

#[test]
fn a_game_keeps_the_content_it_was_begun_with() {
    let file = saved(&ACTIONS);
    let shelf = Shelf::new(vec![Box::new(revised(1, Later::Nothing, "6"))]);
    let opened = shelf.open_file(&file).unwrap();
    assert!(matches!(opened.replayed, Replayed::Same), "{:?}", opened.replayed);
    assert_eq!(opened.table.to_act(), Some(BLUE), "eight actions, not six");
    assert_eq!(opened.table.file().content.as_ref().map(Content::name), file.content.as_ref().map(Content::name));

    let fresh = shelf.ruleset("toy").unwrap().printing().name();
    let named = GameFile { content: Some(Content::Named(fresh)), ..file.clone() };
    let differs = shelf.open_file(&named).unwrap();
    assert!(matches!(differs.replayed, Replayed::Same), "the state at six actions is the same: {:?}", differs.replayed);
    assert_eq!(differs.table.to_act(), None);
}

#[test]
fn without_its_content_a_game_is_held_against_todays() {
    let old = saved(&ACTIONS);
    let unreadable = crate::Printing::new([("toy/actions".to_owned(), "many".to_owned())].into());
    for content in [None, Some(Content::Printed(unreadable.into()))] {
        let file = GameFile { content, ..old.clone() };
        let opened = reopened(&file, 1, Later::Nothing);
        assert!(matches!(opened.replayed, Replayed::Renewed { from: 1 }), "{:?}", opened.replayed);
    }
}

#[test]
fn a_game_of_a_newer_program_is_not_touched() {
    let file = GameFile { revision: 2, ..saved(&ACTIONS) };
    let error = Shelf::new(vec![Box::new(toy_box())]).open_file(&file).err().unwrap();
    assert!(matches!(error, OpenError::Newer { found: 2, known: 1, .. }), "{error}");
}

#[test]
fn files_of_the_first_two_versions_are_read() {
    let file = saved(&ACTIONS);
    let text: String = file
        .to_text()
        .lines()
        .filter(|line| !line.contains("\"revision\"") && !line.contains("\"content\""))
        .map(|line| line.replace("\"version\": 3", "\"version\": 1"))
        .collect::<Vec<_>>()
        .join("\n");
    let old = GameFile::parse(&text).unwrap();
    assert_eq!((old.version, old.revision, &old.content), (1, 1, &None));
    assert!(matches!(reopened(&old, 1, Later::Nothing).replayed, Replayed::Renewed { from: 1 }));
}
