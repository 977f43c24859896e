//! Games as the server and the command line hold them: undo, refusals, files, replays that were edited.

use crate::support::shelf;
use engine::{ActError, GameFile, OpenError, Seat, Table, UndoError, VerifyError, Viewer};

const GERMAN: Seat = Seat(0);
const SOVIET: Seat = Seat(1);

fn humans() -> Vec<String> {
    vec!["human".to_owned(); 2]
}

fn tiger(seed: Option<u64>) -> Box<dyn Table> {
    shelf()
        .ruleset("divisions")
        .unwrap()
        .open("tiger-in-the-open", &engine::Settings::default(), &humans(), seed)
        .unwrap()
}

/// A game played to its end by always taking the action in the middle of the list.
fn finished(seed: u64) -> Box<dyn Table> {
    let mut table = tiger(Some(seed));
    while let Some(seat) = table.to_act() {
        let legal = table.legal();
        table.act(seat, &legal[legal.len() / 2], None).unwrap();
    }
    table
}

#[test]
fn an_action_out_of_turn_is_refused_and_changes_nothing() {
    let mut table = tiger(Some(1));
    let before = table.hash();
    assert!(matches!(table.act(SOVIET, "draw", None), Err(ActError::OutOfTurn { .. })));
    assert!(matches!(table.act(GERMAN, "fire tiger at t-34", None), Err(ActError::Refused(_))));
    assert!(matches!(table.act(GERMAN, "fly tiger", None), Err(ActError::Notation(_))));
    assert_eq!((table.hash(), table.seq()), (before, 0));
}

#[test]
fn undo_is_free_until_dice_fall() {
    let mut table = tiger(None);
    table.act(GERMAN, "draw", Some(&[2])).unwrap();
    assert_eq!(table.undo(GERMAN), Err(UndoError::Gone), "a chit was drawn");
    let before = table.hash();
    let units = table.view(Viewer::Seat(SOVIET), 0).scene.choices[0].action.clone();
    table.act(SOVIET, &units, Some(&[])).unwrap();
    assert!(table.can_undo(SOVIET) && !table.can_undo(GERMAN));
    assert_eq!(table.undo(GERMAN), Err(UndoError::Gone), "not the German's move");
    table.undo(SOVIET).unwrap();
    assert_eq!((table.hash(), table.seq()), (before, 1));
}

#[test]
fn typed_dice_must_fit_and_nothing_is_lost_if_they_do_not() {
    let mut table = tiger(None);
    let before = table.hash();
    assert!(matches!(table.act(GERMAN, "draw", None), Err(ActError::DiceNeeded)));
    assert!(matches!(table.act(GERMAN, "draw", Some(&[3])), Err(ActError::Dice(_))));
    assert!(matches!(table.act(GERMAN, "draw", Some(&[1, 2])), Err(ActError::Dice(_))));
    assert_eq!((table.hash(), table.seq()), (before, 0));
    assert!(table.view(Viewer::Referee, 0).log.is_empty(), "what was written is taken back");
}

#[test]
fn a_saved_game_comes_out_as_recorded() {
    let table = finished(11);
    let file = GameFile::parse(&table.record().to_text()).unwrap();
    assert_eq!(file, table.record());
    let opened = shelf().open_file(&file).unwrap();
    assert!(matches!(opened.replayed, engine::Replayed::Same), "{:?}", opened.replayed);
    let again = opened.table;
    assert_eq!(again.hash(), table.hash());
    assert_eq!(again.view(Viewer::Referee, 0), table.view(Viewer::Referee, 0));
}

#[test]
fn a_rewound_game_shows_what_was_seen_then() {
    let table = finished(11);
    let half = table.seq() / 2;
    let rewound = table.rewound(half);
    assert_eq!(rewound.seq(), half);
    assert_eq!(rewound.hash(), table.file().moves[half as usize - 1].hash);
    assert_eq!(
        rewound.view(Viewer::Referee, 0).log[..],
        table.view(Viewer::Referee, 0).log[..rewound.view(Viewer::Referee, 0).log.len()]
    );
}

#[test]
fn an_edited_replay_is_rejected_and_the_action_is_named() {
    let table = finished(11);
    let open = |file: &GameFile| match shelf().open_file(file).unwrap().whole() {
        Err(OpenError::Record(error)) => *error,
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("accepted"),
    };
    let with_dice = table.file().moves.iter().position(|a_move| !a_move.dice.is_empty()).unwrap();

    let mut one_die = table.file().clone();
    one_die.moves[with_dice].dice[0] ^= 3;
    let error = open(&one_die);
    assert!(matches!(error, VerifyError::Dice { number, .. } if number == with_dice + 1), "{error}");
    assert!(error.to_string().contains(&format!("action {}", with_dice + 1)));

    let mut one_hash = table.file().clone();
    one_hash.moves[1].hash.0 ^= 1;
    assert!(matches!(open(&one_hash), VerifyError::Hash { number: 2, .. }));

    let mut other_start = table.file().clone();
    other_start.start.0 ^= 1;
    assert!(matches!(open(&other_start), VerifyError::Start { .. }));

    let mut left_out = table.file().clone();
    left_out.moves.remove(0);
    assert!(matches!(open(&left_out), VerifyError::Action { number: 1, .. }));

    let mut other_seed = table.file().clone();
    other_seed.seed = Some("12".into());
    let error = open(&other_seed);
    assert!(
        matches!(error, VerifyError::Dice { .. } | VerifyError::Hash { .. } | VerifyError::Action { .. }),
        "{error}"
    );
}

#[test]
fn a_truncated_or_foreign_file_is_refused_with_a_reason() {
    let text = finished(3).file().to_text();
    let error = GameFile::parse(&text[..text.len() / 2]).unwrap_err().to_string();
    assert!(error.contains("not a readable game file") && error.contains("line"), "{error}");
    assert!(GameFile::parse("{\"format\": \"vsav\"}").unwrap_err().to_string().contains("vsav"));
    let newer = text.replacen("\"version\": 3", "\"version\": 99", 1);
    assert!(GameFile::parse(&newer).unwrap_err().to_string().contains("version 99"));
    let seed = text.replacen("\"seed\": \"3\"", "\"seed\": \"three\"", 1);
    assert!(GameFile::parse(&seed).unwrap_err().to_string().contains("three"));
}

#[test]
fn unknown_names_are_answered_with_the_nearest() {
    let shelf = shelf();
    let error = shelf.ruleset("division").err().unwrap().to_string();
    assert!(error.contains("did you mean \"divisions\"?"), "{error}");
    let ruleset = shelf.ruleset("divisions").unwrap();
    let error =
        ruleset.open("tiger-in-the-opn", &engine::Settings::default(), &humans(), None).err().unwrap().to_string();
    assert!(error.contains("did you mean \"tiger-in-the-open\"?"), "{error}");
    let error = tiger(None).act(GERMAN, "fire tigr at t-34", None).unwrap_err().to_string();
    assert!(error.contains("did you mean \"tiger\"?"), "{error}");
}

// holds: FD-15-3
#[test]
fn the_log_of_an_event_chit_is_for_its_owner() {
    let ruleset = shelf();
    let ruleset = ruleset.ruleset("divisions").unwrap();
    let mut table = ruleset.open_text("skirmish.toml", crate::support::SKIRMISH).unwrap();
    // Fine weather, then of the cup (three formations, three German events, three Soviet ones) the fourth, then of the
    // German pool (steady aim, smoke, hedgehog) the second.
    table.act(GERMAN, "draw", Some(&[1, 4, 2])).unwrap();
    let says = |viewer| table.view(viewer, 0).log.iter().any(|entry| entry.text.contains("Smoke"));
    assert!(says(Viewer::Seat(GERMAN)) && says(Viewer::Referee));
    assert!(!says(Viewer::Seat(SOVIET)) && !says(Viewer::Spectator));
    // Whatever is drawn, the others see the same.
    let mut other = ruleset.open_text("skirmish.toml", crate::support::SKIRMISH).unwrap();
    other.act(GERMAN, "draw", Some(&[1, 4, 3])).unwrap();
    assert_eq!(table.view(Viewer::Seat(SOVIET), 0), other.view(Viewer::Seat(SOVIET), 0));
    assert_eq!(table.view(Viewer::Spectator, 0), other.view(Viewer::Spectator, 0));
    assert_ne!(table.view(Viewer::Seat(GERMAN), 0), other.view(Viewer::Seat(GERMAN), 0));
}

/// Nobody may announce a shot, see how long the other side takes over its answer, and call it off.
// holds: FD-15-22
#[test]
fn a_shot_that_can_be_answered_cannot_be_taken_back() {
    let shelf = shelf();
    let mut table = shelf.ruleset("divisions").unwrap().open_text("answered.toml", ANSWERED).unwrap();
    // The smoke goes to the Soviet hand, then the Tigers are drawn.
    table.act(GERMAN, "draw", Some(&[3])).unwrap();
    table.act(GERMAN, "draw", Some(&[1])).unwrap();
    table.act(GERMAN, "done", Some(&[])).unwrap();
    assert!(table.can_undo(GERMAN), "nothing has been seen yet");
    table.act(GERMAN, "fire tiger at gun", Some(&[])).unwrap();
    assert_eq!(table.to_act(), Some(SOVIET));
    assert!(!table.can_undo(GERMAN), "a shot that was announced stands");
}

// holds: FD-15-22
#[test]
fn an_assault_that_can_be_answered_cannot_be_taken_back() {
    let shelf = shelf();
    let text = ANSWERED
        .replace("smoke", "hedgehog")
        .replace("0204", "0202")
        .replace("clear", "fog")
        .replace("\"fog\" }", "\"clear\" }");
    let mut table = shelf.ruleset("divisions").unwrap().open_text("answered.toml", &text).unwrap();
    table.act(GERMAN, "draw", Some(&[3])).unwrap();
    table.act(GERMAN, "draw", Some(&[1])).unwrap();
    table.act(GERMAN, "done", Some(&[])).unwrap();
    table.act(GERMAN, "assault tiger 0202", Some(&[])).unwrap();
    assert!(table.can_undo(GERMAN), "an assault that is being put together can be called off");
    table.act(GERMAN, "done", Some(&[])).unwrap();
    assert_eq!(table.to_act(), Some(SOVIET));
    assert!(!table.can_undo(GERMAN), "an assault that was announced stands");
}

/// The line about a march is written when it ends: what was taken back on the way is not in it, and what was told can
/// be taken back.
#[test]
fn a_march_is_one_line_and_undo_takes_it_back() {
    let shelf = shelf();
    let text = ANSWERED.replace("turns = [\"clear\"]", "turns = [\"fog\"]").replace("event =", "#");
    let mut table = shelf.ruleset("divisions").unwrap().open_text("march.toml", &text).unwrap();
    table.act(GERMAN, "draw", Some(&[1])).unwrap();
    let before = table.view(Viewer::Referee, 0).log.len();
    let told = |table: &dyn Table| -> Vec<(u32, String)> {
        table.view(Viewer::Seat(SOVIET), before as u32).log.into_iter().map(|entry| (entry.seq, entry.text)).collect()
    };
    for action in ["move tiger 0202", "move tiger 0203"] {
        table.act(GERMAN, action, Some(&[])).unwrap();
    }
    table.undo(GERMAN).unwrap();
    assert_eq!(told(table.as_ref()), [], "the march goes on");
    table.act(GERMAN, "move tiger 0302", Some(&[])).unwrap();
    table.act(GERMAN, "done", Some(&[])).unwrap();
    let line = told(table.as_ref());
    assert_eq!(line[0], (4, "Tiger company moves to 0302 by 0202 for 2".to_owned()));
    assert_eq!(line.iter().filter(|(_, text)| text.contains("moves")).count(), 1);
    table.undo(GERMAN).unwrap();
    assert_eq!(told(table.as_ref()), []);
    table.act(GERMAN, "done", Some(&[])).unwrap();
    assert_eq!(told(table.as_ref()), line);
}

const ANSWERED: &str = r#"
turns = ["clear"]
formation = [
  { id = "g", side = "german", name = "Tigers", units = [{ id = "tiger", kind = "tiger", at = "0201" }] },
  { id = "s", side = "soviet", name = "Guns", units = [{ id = "gun", kind = "soviet-at-gun", at = "0204" }] },
]
event = [{ side = "soviet", chit = "smoke" }]

[ground]
legend = { "." = "clear" }
rows = """
. . .
. . .
. . .
. . .
"""
"#;

#[test]
fn ending_the_movement_is_asked_once_more_while_companies_could_move() {
    let mut table = tiger(None);
    table.act(GERMAN, "draw", Some(&[2])).unwrap();
    let done = |table: &dyn Table| {
        let choices = table.view(Viewer::Seat(SOVIET), 0).scene.choices;
        choices.into_iter().find(|choice| choice.action == "done").unwrap()
    };
    let asked = done(table.as_ref());
    assert_eq!(asked.label, "End activation: 3 companies have not moved");
    assert!(asked.asks.unwrap().ends_with("could still move."));
    // On the way nothing is given up.
    let moves = table.legal().into_iter().find(|action| action.starts_with("move ")).unwrap();
    table.act(SOVIET, &moves, Some(&[])).unwrap();
    let asked = table.to_act().unwrap();
    let choices = table.view(Viewer::Seat(asked), 0).scene.choices;
    assert!(!choices.is_empty() && choices.iter().all(|choice| choice.asks.is_none()));
}

#[test]
fn a_finished_game_tells_how_its_dice_compared_with_their_odds() {
    let table = finished(3);
    let log = table.log(Viewer::Referee, 0);
    let fates = table.fates();
    assert!(!fates.is_empty(), "nobody threw a die");
    for fate in &fates {
        let line = &log[fate.at as usize];
        assert_eq!(line.seq, fate.seq);
        assert!(line.resolution.is_some(), "{line:?}");
        assert!(fate.p > 0.0 && fate.p < 1.0 && (0.0..=1.0).contains(&fate.rank) && (0.0..=1.0).contains(&fate.hope));
    }
    // It is worked out from the record alone: a game that is loaded again tells the same.
    let file = GameFile::parse(&table.record().to_text()).unwrap();
    assert_eq!(shelf().open_file(&file).unwrap().table.fates(), fates);
}

/// At Rzhavets event chits are asked for between a shot and its dice.
#[test]
fn a_shot_is_compared_with_its_odds_though_somebody_is_asked_before_the_dice_fall() {
    let divisions = shelf();
    let divisions = divisions.ruleset("divisions").unwrap();
    let mut table = divisions.open("rzhavets", &engine::Settings::default(), &humans(), Some(3)).unwrap();
    while let Some(seat) = table.to_act() {
        let legal = table.legal();
        let fire = legal.iter().find(|action| action.starts_with("fire "));
        let action = fire.unwrap_or(&legal[legal.len() / 2]).clone();
        table.act(seat, &action, None).unwrap();
    }
    let late = table
        .file()
        .moves
        .windows(2)
        .filter(|pair| pair[0].action.starts_with("fire ") && pair[0].dice.is_empty() && !pair[1].dice.is_empty());
    let (late, shots) = (late.count(), table.file().moves.iter().filter(|one| one.action.starts_with("fire ")).count());
    let fates = table.fates().len();
    assert!(late > 0, "no dice fell later");
    assert!(fates * 4 >= shots * 3, "{fates} of {shots} shots are compared, {late} of them had dice that fell later");
}

#[test]
fn a_finished_game_tells_each_loss_once_and_on_the_side_that_suffered_it() {
    let table = finished(3);
    let outcome = table.view(Viewer::Spectator, 0).scene.outcome.unwrap();
    let eliminated = outcome.losses.iter().filter(|loss| loss.fate == "eliminated").count();
    let told = table.log(Viewer::Referee, 0).iter().filter(|line| line.text.ends_with("is eliminated")).count();
    assert_eq!(eliminated, told);
    assert!(outcome.losses.iter().all(|loss| loss.seat.is_some()));
}
