//! The platoon leader plays missions to their end, and better than chance does.
#![allow(clippy::unwrap_used)]

use content::Files;
use engine::{Ending, Ruleset, Simulated};

fn games(ruleset: &dyn Ruleset, player: &str, count: u64) -> Vec<Simulated> {
    let play = |seed| ruleset.simulate("training", &engine::Settings::default(), &[player.to_owned()], seed).unwrap();
    (0..count).map(play).collect()
}

fn wins(games: &[Simulated]) -> usize {
    games.iter().filter(|game| game.winner == Some(Ending::Together { won: true })).count()
}

fn mean_points(games: &[Simulated]) -> f64 {
    let points = |game: &Simulated| game.tally.iter().find(|(name, _)| name == "victory_points").unwrap().1[0];
    games.iter().map(|game| f64::from(points(game))).sum::<f64>() / games.len() as f64
}

#[test]
fn the_platoon_leader_finishes_the_training_mission() {
    let shelf = bots::shelf(&Files::embedded()).unwrap();
    let ruleset = shelf.ruleset("open-fire").unwrap();
    let (led, random) = (games(ruleset, "platoon-leader", 30), games(ruleset, "random", 30));
    for game in led.iter().chain(&random) {
        assert!(game.winner.is_some(), "a mission without end: {} actions", game.actions);
    }
    let actions = led.iter().map(|game| game.actions).max();
    println!("wins {} of 30, {} points, at most {actions:?} actions", wins(&led), mean_points(&led));
    println!("random: wins {}, {} points", wins(&random), mean_points(&random));
    assert!(wins(&led) > wins(&random));
    let again = ruleset.simulate("training", &engine::Settings::default(), &["platoon-leader".to_owned()], 0).unwrap();
    assert_eq!(again, led[0], "the same seed gives another game");
}

#[test]
fn a_shared_platoon_comes_to_an_end_too() {
    let shelf = bots::shelf(&Files::embedded()).unwrap();
    let ruleset = shelf.ruleset("open-fire").unwrap();
    for players in 2..=4usize {
        let settings = engine::Settings::read([format!("players={players}").as_str()]).unwrap();
        for seed in 0..6 {
            let seated = vec!["platoon-leader".to_owned(); players];
            let game = ruleset.simulate("training", &settings, &seated, seed).unwrap();
            assert!(matches!(game.winner, Some(Ending::Together { .. })), "{players}: {} actions", game.actions);
            assert!(game.actions < 5_000, "they hand the lead to and fro: {} actions", game.actions);
            let sections = game.tally.iter().find(|(name, _)| name == "section_points").unwrap();
            assert_eq!(sections.1.len(), players);
        }
    }
}
