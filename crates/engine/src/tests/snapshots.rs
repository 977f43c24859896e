//! Earlier moments of a long game, and how far it can be taken back.

use std::sync::Arc;

use super::toy::Toy;
use crate::{
    Game, Seat, Settings, UndoError, Viewer,
    game::NewGame,
    snapshots::{Snapshot, Snapshots},
};

const RED: Seat = Seat(0);

fn game(actions: u16, turn: u16) -> Game<Toy> {
    Game::new(NewGame {
        rules: Arc::new(Toy::long(actions, turn)),
        game: "toy".into(),
        scenario: "plain".into(),
        title: "Plain".into(),
        settings: Settings::default(),
        chosen: None,
        players: vec!["human".to_owned(); 2],
        seed: Some(5),
        revision: 1,
        printing: None,
    })
}

/// Throws and passes to the end; what was written on the way, by the number of actions.
fn played(game: &mut Game<Toy>) -> Vec<usize> {
    let mut lines = vec![0];
    while let Some(seat) = game.to_act() {
        let action = if game.seq().is_multiple_of(3) { "throw" } else { "pass" };
        game.act(seat, action, None).unwrap();
        lines.push(game.log().entries.len());
    }
    lines
}

#[test]
fn every_moment_of_a_long_game_is_as_it_was() {
    let mut long = game(1500, 2);
    let lines = played(&mut long);
    let log = long.view(Viewer::Referee, 0).log;
    for seq in (0..=1500).step_by(7).chain(505..520) {
        let rewinding = long.rewinding(seq);
        assert!(rewinding.to_do() < 128, "{} actions are played again to see number {seq}", rewinding.to_do());
        let earlier = rewinding.finish();
        assert_eq!(earlier.seq(), seq);
        assert_eq!(earlier.file().moves, long.file().moves[..seq as usize], "the dice, too, are those that fell");
        assert_eq!(earlier.view(Viewer::Referee, 0).log, log[..lines[seq as usize]]);
        assert_eq!(u32::from(earlier.state().done), seq);
    }
}

#[test]
fn a_game_goes_on_from_an_earlier_moment_with_the_same_dice() {
    let mut long = game(400, 2);
    played(&mut long);
    let mut again = long.rewound(200);
    again.play_back(&long.file().moves[200..], crate::Compare::Fingerprints).unwrap();
    assert_eq!((again.state(), again.file()), (long.state(), long.file()));
}

#[test]
fn what_was_taken_back_is_in_no_earlier_moment() {
    let mut game = game(400, 100);
    for _ in 0..64 {
        game.act(RED, "pass", None).unwrap();
    }
    for _ in 0..40 {
        game.undo(RED).unwrap();
        game.act(RED, "pass", None).unwrap();
    }
    assert_eq!(game.rewinding(33).to_do(), 1, "going to and fro costs no snapshot");
    game.undo(RED).unwrap();
    game.act(RED, "throw", None).unwrap();
    assert_eq!(game.rewound(64).state(), game.state());
    assert_eq!(game.rewound(64).log().entries, game.log().entries);
    game.act(RED, "pass", None).unwrap();
    assert_eq!(game.rewound(64).file().moves, game.file().moves[..64]);
}

#[test]
fn only_so_many_actions_can_be_taken_back() {
    let mut game = game(400, 300);
    for _ in 0..250 {
        game.act(RED, "pass", None).unwrap();
    }
    for _ in 0..200 {
        game.undo(RED).unwrap();
    }
    assert_eq!((game.undo(RED), game.seq()), (Err(UndoError::Gone), 50));
    assert!(!game.can_undo(RED));
    game.act(RED, "pass", None).unwrap();
    game.undo(RED).unwrap();
}

#[test]
fn a_very_long_game_keeps_few_snapshots_over_all_its_length() {
    let mut snapshots = Snapshots::default();
    for seq in 1..=100_000 {
        if snapshots.want(seq) {
            snapshots.keep(Snapshot { seq, state: seq, dice: None, log_len: 0 });
        }
    }
    let found = |seq| snapshots.nearest(seq).map_or(0, |snapshot| snapshot.state);
    let mut all: Vec<usize> = (0..=100_000).map(found).collect();
    all.dedup();
    assert!((9..=17).contains(&all.len()), "{all:?}");
    let widest = all.windows(2).map(|pair| pair[1] - pair[0]).max();
    assert!(widest <= Some(100_000 / 8), "{all:?}");
    snapshots.cut(50_000);
    assert!(snapshots.nearest(100_000).unwrap().seq <= 50_000);
}
