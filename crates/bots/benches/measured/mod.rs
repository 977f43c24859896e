//! What is measured alike for every ruleset. The counters give actions or states a second.
#![allow(dead_code, unreachable_pub, reason = "each bench uses its part")]

use dice::Seeded;
use divan::{Bencher, black_box, counter::ItemsCount};
use engine::{ENDLESS, Rules, StateHash, Viewer, play_out};

/// A state is kept after so many actions.
const APART: u32 = 20;

/// So many games of random legal actions.
pub fn random_games<R: Rules>(bencher: Bencher<'_, '_>, rules: &R, games: u64) {
    let play = |seed: u64| {
        let mut choices = Seeded::new(!seed);
        let mut state = rules.start();
        play_out(rules, &mut state, &mut Seeded::new(seed), ENDLESS, |_, _, legal| {
            choices.below(legal.len() as u32) as usize
        })
    };
    let actions: u64 = (0..games).map(play).sum();
    bencher.counter(ItemsCount::new(actions)).bench_local(|| (0..games).map(play).sum::<u64>());
}

/// Asks something of every twentieth state of twenty games of random legal actions.
pub fn states<R: Rules, T>(bencher: Bencher<'_, '_>, rules: &R, mut ask: impl FnMut(&R::State) -> T) {
    let mut states: Vec<R::State> = Vec::new();
    for seed in 0..20 {
        let (mut choices, mut done) = (Seeded::new(!seed), 0_u32);
        let mut state = rules.start();
        play_out(rules, &mut state, &mut Seeded::new(seed), ENDLESS, |state, _, legal| {
            done += 1;
            if done.is_multiple_of(APART) {
                states.push(state.clone());
            }
            choices.below(legal.len() as u32) as usize
        });
    }
    bencher.counter(ItemsCount::new(states.len())).bench_local(|| {
        for state in &states {
            black_box(ask(state));
        }
    });
}

/// The legal lists of those states.
pub fn legal_lists<R: Rules>(bencher: Bencher<'_, '_>, rules: &R) {
    let mut legal = Vec::new();
    states(bencher, rules, |state| {
        legal.clear();
        rules.legal(state, &mut legal);
        legal.len()
    });
}

/// The scene of whoever is asked, with all choices and odds.
pub fn views<R: Rules>(bencher: Bencher<'_, '_>, rules: &R) {
    states(bencher, rules, |state| {
        let viewer = rules.to_act(state).map_or(Viewer::Spectator, Viewer::Seat);
        rules.scene(&rules.seen_by(state, viewer), viewer)
    });
}

/// Their fingerprints.
pub fn hashes<R: Rules>(bencher: Bencher<'_, '_>, rules: &R) {
    states(bencher, rules, StateHash::of);
}

/// Copies of them.
pub fn copies<R: Rules>(bencher: Bencher<'_, '_>, rules: &R) {
    states(bencher, rules, R::State::clone);
}

/// Whole games of bots, each with its own seed.
pub fn bot_games(bencher: Bencher<'_, '_>, game: &str, scenario: &str, players: &[&str]) {
    let shelf = shelf::stock(&content::Files::embedded()).unwrap();
    let ruleset = shelf.ruleset(game).unwrap();
    let players: Vec<String> = players.iter().map(ToString::to_string).collect();
    let mut seed = 0;
    bencher.bench_local(|| {
        seed += 1;
        ruleset.simulate(scenario, &engine::Settings::default(), &players, seed).unwrap()
    });
}
