//! The company leader plays missions to their end, and better than the platoon leader does.
#![allow(clippy::unwrap_used)]

use content::Files;
use engine::{Ending, Rules, Ruleset, Settings, Simulated, Viewer};

fn games(ruleset: &dyn Ruleset, player: &str, seeds: std::ops::Range<u64>) -> Vec<Simulated> {
    let play = |seed| ruleset.simulate("training", &Settings::default(), &[player.to_owned()], seed).unwrap();
    seeds.map(play).collect()
}

fn wins(games: &[Simulated]) -> usize {
    games.iter().filter(|game| game.winner == Some(Ending::Together { won: true })).count()
}

fn total(games: &[Simulated], what: &str) -> i32 {
    let number = |game: &Simulated| game.tally.iter().find(|(name, _)| name == what).unwrap().1[0];
    games.iter().map(number).sum()
}

#[test]
fn he_wins_more_than_the_platoon_leader_and_loses_less() {
    let shelf = shelf::stock(&Files::embedded()).unwrap();
    let ruleset = shelf.ruleset("open-fire").unwrap();
    let (better, weaker) = (games(ruleset, "company-leader", 0..14), games(ruleset, "platoon-leader", 0..14));
    let lost = |games: &[Simulated]| total(games, "units_lost");
    println!("wins {} and {}, lost {} and {}", wins(&better), wins(&weaker), lost(&better), lost(&weaker));
    assert!(better.iter().all(|game| game.winner.is_some()), "a mission without end");
    assert!(wins(&better) > wins(&weaker), "{} wins, {} of the other", wins(&better), wins(&weaker));
    assert!(lost(&better) < lost(&weaker), "{} lost, {} by the other", lost(&better), lost(&weaker));
    assert!(total(&better, "victory_points") > total(&weaker, "victory_points"));
    assert_eq!(games(ruleset, "company-leader", 0..1), better[..1], "the same seed gives another game");
}

#[test]
fn a_platoon_that_he_shares_comes_to_an_end() {
    let shelf = shelf::stock(&Files::embedded()).unwrap();
    let ruleset = shelf.ruleset("open-fire").unwrap();
    for players in 2..=4usize {
        let settings = Settings::read([format!("players={players}").as_str()]).unwrap();
        for seed in 0..2 {
            let seated = vec!["company-leader".to_owned(); players];
            let game = ruleset.simulate("training", &settings, &seated, seed).unwrap();
            assert!(matches!(game.winner, Some(Ending::Together { .. })), "{players}: {} actions", game.actions);
            assert!(game.actions < 5_000, "they hand the lead to and fro: {} actions", game.actions);
        }
    }
}

/// Asked afresh for every action, as the browser asks, he never picks what is not on the list, and comes to an end all the same.
#[test]
fn he_needs_no_memory() {
    let game = open_fire::game_box(&Files::embedded(), bots::open_fire_players()).unwrap();
    let rules = game.laid_out("training", &Settings::default()).unwrap();
    let kind = game.player("company-leader").unwrap();
    for seed in 0..2 {
        let (mut state, mut dice) = (rules.start(), dice::Seeded::new(seed));
        let mut actions = 0;
        while let Some(seat) = rules.to_act(&state) {
            let seen = rules.seen_by(&state, Viewer::Seat(seat));
            let mut legal = Vec::new();
            rules.legal(&seen, &mut legal);
            let chosen = (kind.make)(seed + actions).choose(&rules, &seen, seat, &legal);
            rules.check(&state, &legal[chosen]).unwrap();
            rules.perform(&mut state, &legal[chosen], &mut dice, &mut engine::Silent);
            actions += 1;
            assert!(actions < 5_000, "seed {seed}: no end");
        }
    }
}
