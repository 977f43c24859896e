//! A game in progress: dice, undo, secrets, seats.

use super::toy::toy_box;
use crate::{
    ActError, OpenError, Ruleset, Seat, Settings, Shelf, Table, UndoError, VerifyError, Viewer, contract::play_checked,
};

const RED: Seat = Seat(0);
const BLUE: Seat = Seat(1);

fn humans() -> Vec<String> {
    vec!["human".to_owned(); 2]
}

fn open(seed: Option<u64>) -> Box<dyn Table> {
    toy_box().open("plain", &Settings::default(), &humans(), seed).unwrap()
}

#[test]
fn nobody_types_dice_into_a_game_with_a_seed() {
    let mut table = open(Some(3));
    let before = table.hash();
    assert_eq!(table.act(RED, "throw", Some(&[6])), Err(ActError::DiceNotWanted));
    assert_eq!(table.act(RED, "pass", Some(&[])), Err(ActError::DiceNotWanted));
    assert_eq!((table.hash(), table.seq()), (before, 0));
    assert!(table.view(Viewer::Referee, 0).log.is_empty());
    table.act(RED, "throw", None).unwrap();
}

#[test]
fn a_game_without_a_seed_asks_for_the_dice_it_needs_and_no_others() {
    let mut table = open(None);
    assert_eq!(table.act(RED, "throw", None), Err(ActError::DiceNeeded));
    assert!(matches!(table.act(RED, "pass", Some(&[4])), Err(ActError::Dice(_))));
    table.act(RED, "pass", None).unwrap();
    let done = table.act(RED, "throw", Some(&[4])).unwrap();
    assert_eq!((done.dice.as_slice(), table.tally()[0].1[0]), ([4].as_slice(), 4));
}

#[test]
fn undo_goes_back_action_by_action_until_dice_fall() {
    let mut table = open(Some(1));
    let start = table.hash();
    table.act(RED, "pass", None).unwrap();
    table.act(RED, "pass", None).unwrap();
    assert!(table.can_undo(RED) && !table.can_undo(BLUE));
    table.undo(RED).unwrap();
    table.undo(RED).unwrap();
    assert_eq!((table.hash(), table.seq(), table.undo(RED)), (start, 0, Err(UndoError::Gone)));
    table.act(RED, "pass", None).unwrap();
    table.act(RED, "throw", None).unwrap();
    assert_eq!(table.undo(RED), Err(UndoError::Gone), "a die has fallen");
}

#[test]
fn what_was_seen_and_what_the_other_side_did_cannot_be_taken_back() {
    let mut table = open(Some(1));
    table.act(RED, "pass", None).unwrap();
    table.act(RED, "peek", None).unwrap();
    assert_eq!(table.undo(RED), Err(UndoError::Gone), "red has seen the card");
    table.act(BLUE, "pass", None).unwrap();
    table.act(BLUE, "pass", None).unwrap();
    table.act(RED, "pass", None).unwrap();
    assert!(!table.can_undo(BLUE), "red has acted since");
    table.undo(RED).unwrap();
    assert!(!table.can_undo(BLUE), "and undoing that does not bring it back");
}

#[test]
fn a_game_that_is_over_stays_over() {
    let mut table = open(Some(1));
    while let Some(seat) = table.to_act() {
        table.act(seat, "pass", None).unwrap();
    }
    assert_eq!(table.winner(), Some(crate::Ending::Draw));
    assert!(!table.can_undo(BLUE) && !table.view(Viewer::Seat(BLUE), 0).can_undo);
    assert_eq!(table.undo(BLUE), Err(UndoError::Gone));
    assert_eq!(table.act(BLUE, "pass", None), Err(ActError::Over));
}

#[test]
fn undone_actions_do_not_change_the_dice_to_come() {
    let (mut straight, mut roundabout) = (open(Some(9)), open(Some(9)));
    for _ in 0..3 {
        roundabout.act(RED, "pass", None).unwrap();
        roundabout.undo(RED).unwrap();
    }
    let thrown = |table: &mut Box<dyn Table>| table.act(RED, "throw", None).unwrap();
    assert_eq!(thrown(&mut straight), thrown(&mut roundabout));
}

#[test]
fn each_seat_reads_its_own_secrets_and_nobody_elses() {
    let mut table = open(Some(1));
    table.act(RED, "peek", None).unwrap();
    let said = |viewer| table.view(viewer, 0).log[0].text.clone();
    assert_eq!(said(Viewer::Seat(RED)), "sees 40");
    assert_eq!(said(Viewer::Referee), "sees 40");
    assert_eq!(said(Viewer::Seat(BLUE)), "looks at a card");
    assert_eq!(said(Viewer::Spectator), "looks at a card");
    for viewer in [Viewer::Seat(BLUE), Viewer::Spectator] {
        assert!(!format!("{:?}", table.view(viewer, 0)).contains("40"), "{viewer:?}");
    }
}

#[test]
fn a_seat_that_the_game_does_not_have_looks_on() {
    let mut table = open(Some(1));
    table.act(RED, "peek", None).unwrap();
    let stranger = Viewer::Seat(Seat(9));
    assert_eq!(table.view(stranger, 0), table.view(Viewer::Spectator, 0));
    assert_eq!(table.overlays(stranger)[0].title, "everybody");
    assert_eq!(table.plan(stranger, &[]), None);
    assert!(matches!(table.act(Seat(9), "pass", None), Err(ActError::OutOfTurn { .. })));
    assert!(!table.can_undo(Seat(9)));
}

#[test]
fn the_log_can_be_asked_for_from_anywhere() {
    let mut table = open(Some(1));
    table.act(RED, "pass", None).unwrap();
    let view = table.view(Viewer::Spectator, u32::MAX);
    assert_eq!((view.log.len(), view.log_from), (0, 1));
    assert_eq!(table.view(Viewer::Spectator, 0).log[0].seq, 1);
}

#[test]
fn a_rewound_game_is_the_game_as_it_stood() {
    let mut table = open(Some(5));
    let mut hashes = vec![table.hash()];
    for seat in [RED, RED, BLUE] {
        table.act(seat, "throw", None).unwrap();
        hashes.push(table.hash());
    }
    for (seq, hash) in (0u32..).zip(hashes) {
        assert_eq!((table.rewound(seq).hash(), table.rewound(seq).seq()), (hash, seq));
    }
    assert_eq!(table.rewound(99).hash(), table.hash());
}

#[test]
fn a_file_with_other_sides_or_a_stranger_in_it_is_refused() {
    let mut table = open(Some(5));
    table.act(RED, "pass", None).unwrap();
    let shelf = Shelf::new(vec![Box::new(toy_box())]);
    assert!(shelf.open_file(table.file()).is_ok());
    let mut swapped = table.file().clone();
    swapped.seats.reverse();
    let error = shelf.open_file(&swapped).err().unwrap();
    assert!(matches!(error, OpenError::Sides { .. }), "{error}");
    let mut stranger = table.file().clone();
    stranger.moves[0].by = "green".to_owned();
    let Some(OpenError::Record(error)) = shelf.open_file(&stranger).unwrap().whole().err() else { panic!("accepted") };
    assert!(matches!(*error, VerifyError::NoSeat { number: 1, .. }), "{error}");
    let mut third = table.file().clone();
    third.seats.push(third.seats[0].clone());
    assert!(matches!(shelf.open_file(&third).err(), Some(OpenError::Seats { seats: 2, players: 3 })));
}

#[test]
fn a_simulation_is_decided_by_its_seed() {
    let bots = vec!["thrower".to_owned(); 2];
    let play = |seed| toy_box().simulate("plain", &Settings::default(), &bots, seed).unwrap();
    assert_eq!(play(4), play(4));
    assert_eq!(play(4).actions, 8);
    assert_ne!(play(4).hash, play(5).hash);
    assert!(matches!(toy_box().simulate("plain", &Settings::default(), &humans(), 1), Err(OpenError::OnlyBots { .. })));
    let unknown = vec!["general".to_owned(); 2];
    assert!(matches!(toy_box().simulate("plain", &Settings::default(), &unknown, 1), Err(OpenError::NoPlayer { .. })));
}

#[test]
fn the_toy_would_be_found_out_by_the_contract_if_its_screen_offered_nothing() {
    let found = std::panic::catch_unwind(|| play_checked(&super::toy::Toy::new(), 1, 4));
    let said = found.unwrap_err();
    let said = said.downcast_ref::<String>().unwrap();
    assert!(said.contains("the screen offers something else than the rules"), "{said}");
}
