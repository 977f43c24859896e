//! The staff officer plays games of Assault to their end, and better than chance does.

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

/// Ten thousand games over all scenarios, each replayed from what was written down of it: `cargo nextest run --release
/// -p bots --run-ignored all --no-capture ten_thousand_games_of_assault`. `OPFIRE_GAMES` says how many.
#[test]
#[ignore = "takes minutes; run by make soak"]
fn ten_thousand_games_of_assault_end_and_replay() {
    let games = crate::soak::count("OPFIRE_GAMES");
    let shelf = shelf();
    let ruleset = shelf.ruleset("assault").unwrap();
    let ids: Vec<String> = ruleset.scenarios().iter().map(|info| info.id.clone()).collect();
    let ended = crate::soak::many(games, |seed| {
        let scenario = (seed % ids.len() as u64) as usize;
        (scenario, played_and_replayed(ruleset, &ids[scenario], seed))
    });
    for (place, id) in ids.iter().enumerate() {
        let of: Vec<&(Ending, u32)> =
            ended.iter().filter(|(scenario, _)| *scenario == place).map(|(_, game)| game).collect();
        let [red, blue] =
            [0, 1].map(|seat| of.iter().filter(|(end, _)| *end == Ending::Won { seat: Seat(seat) }).count());
        let (actions, longest) = (
            of.iter().map(|(_, actions)| u64::from(*actions)).sum::<u64>(),
            of.iter().map(|(_, actions)| actions).max(),
        );
        println!("{id}: {} games, {red} and {blue} won, {actions} actions, at most {longest:?} in a game", of.len());
    }
}

/// Plays a game as people do, with its log and its record, and plays what was recorded again.
fn played_and_replayed(ruleset: &dyn Ruleset, scenario: &str, seed: u64) -> (Ending, u32) {
    let players = ["staff-officer"; 2].map(ToOwned::to_owned);
    let table = ruleset.play_out(scenario, &Settings::default(), &players, seed).unwrap();
    let ending = table.winner().unwrap_or_else(|| panic!("{scenario}, seed {seed}: no end after {}", table.seq()));
    crate::soak::replay(ruleset, scenario, &players, seed, table.as_ref());
    (ending, table.seq())
}
