//! Properties along random games: the contract of every ruleset, and that nothing hidden leaks.
#![allow(clippy::unwrap_used)]

mod support;

use engine::contract::play_checked;
use support::{scenario, scenario_ids};

/// Plays every scenario twice by chance with so many seeds and at most so many actions, with every check at every step.
fn hold_the_contract(seeds: u64, actions: usize) {
    for id in scenario_ids() {
        let rules = scenario(&id);
        for seed in 0..seeds {
            let first = play_checked(&rules, seed, actions);
            assert_eq!(first, play_checked(&rules, seed, actions), "{id}: the same seed gives another game");
        }
    }
}

/// Every scenario holds what all rulesets promise: the list, the notation, the views and the odds agree with each other.
#[test]
fn random_games_of_every_scenario_hold_the_contract() {
    hold_the_contract(1, 160);
}

#[test]
#[ignore = "takes minutes; run by make soak"]
fn soak_longer_games_hold_the_contract() {
    hold_the_contract(3, 400);
}
