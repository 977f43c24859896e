//! Dice that people throw: declared actions, throw by throw.

use super::toy::toy_box;
use crate::{
    ActError, Cast, GameFile, Needed, Ruleset, Seat, Settings, Shelf, Table, UndoError, View, Viewer, Viewer::Spectator,
};

const RED: Seat = Seat(0);
const BLUE: Seat = Seat(1);
/// For throws out of sight; the toy has none.
const SEED: u64 = 1;

fn open(seed: Option<u64>) -> Box<dyn Table> {
    toy_box().open("plain", &Settings::default(), &["human".to_owned(), "human".to_owned()], seed).unwrap()
}

fn needed(view: &View) -> &Needed {
    &view.dice.as_ref().unwrap().needed
}

#[test]
fn an_action_that_needs_no_dice_is_done_at_once() {
    let mut table = open(None);
    assert!(table.declare(RED, "pass", SEED).unwrap().is_some());
    assert_eq!((table.seq(), table.declared().is_none()), (1, true));
    assert!(table.can_undo(RED));
}

#[test]
fn a_game_with_a_seed_throws_its_own_dice() {
    let (mut declared, mut acted) = (open(Some(7)), open(Some(7)));
    let done = declared.declare(RED, "throw", SEED).unwrap().unwrap();
    assert_eq!(done, acted.act(RED, "throw", None).unwrap());
    assert!(matches!(declared.throw(Cast::Typed(&[4])), Err(ActError::NothingDeclared)));
}

#[test]
fn a_declared_action_waits_for_its_dice_and_nothing_else_happens() {
    let mut table = open(None);
    table.declare(RED, "pass", SEED).unwrap();
    let before = table.hash();
    assert_eq!(table.declare(RED, "throw", SEED).unwrap(), None);
    assert_eq!((table.hash(), table.seq()), (before, 1), "nothing is done yet");
    for viewer in [Viewer::Seat(RED), Viewer::Seat(BLUE), Spectator] {
        let view = table.view(viewer, 0);
        let asked = view.dice.as_ref().unwrap();
        assert_eq!((asked.seat, asked.known), (RED, 0));
        assert_eq!((needed(&view).next.what.as_str(), needed(&view).next.dice.len()), ("score", 1));
        assert!(view.scene.choices.is_empty() && !view.can_undo);
    }
    // It cannot be withdrawn, and nobody can do anything else.
    assert_eq!(table.declare(RED, "pass", SEED), Err(ActError::Declared));
    assert_eq!(table.act(RED, "pass", None), Err(ActError::Declared));
    assert_eq!(table.undo(RED), Err(UndoError::Declared));
    let done = table.throw(Cast::Typed(&[5])).unwrap().unwrap();
    assert_eq!((done.action.as_str(), done.dice.as_slice()), ("throw", [5].as_slice()));
    assert_eq!((table.seq(), table.declared().is_none(), table.tally()[0].1[0]), (2, true, 5));
    assert!(table.view(Spectator, 0).dice.is_none());
}

#[test]
fn wrong_dice_are_refused_with_what_was_wanted_and_nothing_is_lost() {
    let mut table = open(None);
    table.declare(RED, "throw", SEED).unwrap();
    let refusal = |table: &mut dyn Table, faces: &[u16]| table.throw(Cast::Typed(faces)).unwrap_err().to_string();
    assert_eq!(refusal(table.as_mut(), &[7]), "7 is not on the die for score (it has 6 sides)");
    assert_eq!(refusal(table.as_mut(), &[]), "score: 1 die is thrown, and 0 dice were typed");
    assert_eq!(refusal(table.as_mut(), &[1, 2]), "score: 1 die is thrown, and 2 dice were typed");
    assert_eq!(needed(&table.view(Spectator, 0)).next.what, "score");
    assert!(table.throw(Cast::Typed(&[6])).unwrap().is_some());
}

#[test]
fn the_program_throws_one_when_it_is_asked_to() {
    let mut table = open(None);
    table.declare(RED, "throw", SEED).unwrap();
    let done = table.throw(Cast::Seed(9)).unwrap().unwrap();
    assert!(matches!(done.dice.as_slice(), [1..=6]));
}

#[test]
fn a_declared_action_can_be_taken_up_again_in_the_game_read_from_its_record() {
    let mut table = open(None);
    table.declare(RED, "pass", SEED).unwrap();
    table.declare(RED, "throw", SEED).unwrap();
    let held = table.declared().unwrap().held().clone();
    let shelf = Shelf::new(vec![Box::new(toy_box())]);
    let mut again = shelf.open_file(&table.record()).unwrap().whole().unwrap();
    assert!(again.declared().is_none(), "a record holds what was done");
    again.resume(&held);
    assert!(again.throw(Cast::Typed(&[3])).unwrap().is_some());
    // In another game it means nothing.
    let mut over = open(None);
    (0..8).for_each(|done| drop(over.declare(Seat((done / 2) % 2), "pass", SEED).unwrap()));
    over.resume(&held);
    assert!(over.declared().is_none());
}

#[test]
fn a_typed_game_plays_back_from_its_file() {
    let mut table = open(None);
    for done in 0..8u16 {
        let seat = Seat((done as u8 / 2) % 2);
        if table.declare(seat, if done % 3 == 0 { "pass" } else { "throw" }, SEED).unwrap().is_none() {
            table.throw(Cast::Typed(&[done % 6 + 1])).unwrap();
        }
    }
    assert_eq!(table.to_act(), None);
    let file = GameFile::parse(&table.record().to_text()).unwrap();
    assert_eq!(file.seed, None);
    let shelf = Shelf::new(vec![Box::new(toy_box())]);
    let again = shelf.open_file(&file).unwrap().whole().unwrap();
    assert_eq!((again.hash(), again.rewound(4).seq()), (table.hash(), 4));
}
