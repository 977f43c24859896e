//! The staff officer plays games of Assault to their end, and better than chance does.
#![allow(clippy::unwrap_used)]

use content::Files;
use engine::{Ending, Ruleset, Seat, Settings, Shelf, Simulated};

fn shelf() -> Shelf {
    shelf::stock(&Files::embedded()).unwrap()
}

fn play(ruleset: &dyn Ruleset, scenario: &str, players: [&str; 2], seed: u64) -> Simulated {
    ruleset.simulate(scenario, &Settings::default(), &players.map(ToOwned::to_owned), seed).unwrap()
}

#[test]
fn officers_finish_every_scenario_and_play_a_seed_alike() {
    let shelf = shelf();
    let ruleset = shelf.ruleset("assault").unwrap();
    for info in ruleset.scenarios() {
        let game = play(ruleset, &info.id, ["staff-officer"; 2], 3);
        assert!(game.winner.is_some(), "{}: a game without end, {} actions", info.id, game.actions);
    }
    let game = || play(ruleset, "training-3-the-terraces", ["staff-officer"; 2], 3);
    assert_eq!(game(), game());
}

/// From either side, on ground where neither is favoured much.
#[test]
fn the_officer_beats_recruits() {
    let shelf = shelf();
    let ruleset = shelf.ruleset("assault").unwrap();
    for scenario in ["training-1-the-farm", "training-3-the-terraces"] {
        for seat in [Seat(0), Seat(1)] {
            let players = if seat == Seat(0) { ["staff-officer", "random"] } else { ["random", "staff-officer"] };
            let won =
                (0..4).filter(|&seed| play(ruleset, scenario, players, seed).winner == Some(Ending::Won { seat }));
            assert!(won.count() >= 3, "{scenario} as seat {}", seat.0);
        }
    }
}
