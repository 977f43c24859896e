//! Properties along random games: the contract of every ruleset, and that nothing hidden leaks.

use crate::support::{scenario, scenario_ids};
use assault::Action;
use engine::contract::{hold_nonsense, play_checked};

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

/// Every scenario holds what all rulesets promise: the list, the notation, the views and the odds agree with each
/// other.
#[test]
fn random_games_of_every_scenario_hold_the_contract() {
    hold_the_contract(1, 160);
}

/// Whatever can be said, most of it nonsense: what is not listed is refused with a rule.
#[test]
fn what_is_not_listed_is_refused() {
    for (seed, id) in (0..).zip(scenario_ids()) {
        let found = hold_nonsense(&scenario(&id), Action::FORMS, seed, 160, |_| false);
        assert!(found.legal > 0 && found.refused > found.legal, "{id}: {found:?}");
    }
}

#[test]
#[ignore = "takes minutes; run by make soak"]
fn soak_longer_games_hold_the_contract() {
    hold_the_contract(3, 400);
}
