//! What is asked of a ruleset for one action that somebody sends.

use std::sync::{Arc, atomic::Ordering};

use super::toy::Toy;
use crate::{Cast, Game, Seat, Settings, Table, game::NewGame, table::Seated};

const RED: Seat = Seat(0);

/// A table, and how often it has asked since it was last looked.
fn open(seed: Option<u64>) -> (Box<dyn Table>, impl Fn() -> u32) {
    let toy = Toy::new();
    let checks = Arc::clone(&toy.checks);
    let game = Game::new(NewGame {
        rules: Arc::new(toy),
        game: "toy".to_owned(),
        scenario: "plain".to_owned(),
        title: "Plain".to_owned(),
        settings: Settings::default(),
        chosen: None,
        players: vec!["human".to_owned(); 2],
        seed,
        revision: 1,
        printing: None,
    });
    (Box::new(Seated { game, players: Arc::default() }), move || checks.swap(0, Ordering::Relaxed))
}

#[test]
fn an_action_that_is_sent_is_checked_once() {
    let (mut table, checks) = open(Some(1));
    table.act(RED, "throw", None).unwrap();
    assert_eq!(checks(), 1, "done with the dice of a seed");
    table.declare(RED, "peek", 1).unwrap();
    assert_eq!(checks(), 1, "declared in a game with a seed");
}

#[test]
fn an_action_with_typed_dice_is_checked_once_each_time_something_is_sent() {
    let (mut table, checks) = open(None);
    table.declare(RED, "pass", 1).unwrap().unwrap();
    assert_eq!(checks(), 1, "declared without dice, and done");
    assert_eq!(table.declare(RED, "throw", 1).unwrap(), None);
    assert_eq!(checks(), 1, "declared, and held");
    table.throw(Cast::Typed(&[4])).unwrap().unwrap();
    assert_eq!(checks(), 1, "its dice are thrown");
}
