//! Properties along random games: the contract of every ruleset, and that nothing hidden leaks.
#![allow(clippy::unwrap_used)]

mod support;

use engine::contract::play_checked;
use support::{scenario, scenario_ids};

/// Every scenario holds what all rulesets promise: the list, the notation, the views and the odds agree with each other.
#[test]
fn random_games_of_every_scenario_hold_the_contract() {
    for id in scenario_ids() {
        let rules = scenario(&id);
        for seed in 0..1 {
            let first = play_checked(&rules, seed, 160);
            assert_eq!(first, play_checked(&rules, seed, 160), "{id}: the same seed gives another game");
        }
    }
}
