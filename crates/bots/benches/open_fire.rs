//! Missions of Open Fire: random play in actions a second, whole missions led by the platoon leader, and what is asked of a
//! state: the legal list, a view, a fingerprint, a copy.
//! `cargo bench -p bots --bench open_fire`.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use content::Files;
use dice::Seeded;
use divan::{Bencher, black_box, counter::ItemsCount};
use engine::{ENDLESS, Rules, StateHash, Viewer, play_out};
use open_fire::{OpenFire, state::State};

fn main() {
    divan::main();
}

fn training() -> Arc<OpenFire> {
    let game = open_fire::game_box(&Files::embedded(), Vec::new()).unwrap();
    Arc::clone(game.scenarios.iter().find(|scenario| scenario.info().id == "training").unwrap().usual())
}

/// Forty missions of random legal actions, platoon generation included; the counter gives actions a second.
#[divan::bench]
fn random_missions(bencher: Bencher<'_, '_>) {
    let rules = training();
    let play = |seed: u64| {
        let mut choices = Seeded::new(!seed);
        let mut state = rules.start();
        play_out(rules.as_ref(), &mut state, &mut Seeded::new(seed), ENDLESS, |_, _, legal| {
            choices.below(legal.len() as u32) as usize
        })
    };
    let actions: u64 = (0..40).map(play).sum();
    bencher.counter(ItemsCount::new(actions)).bench_local(|| (0..40).map(play).sum::<u64>());
}

/// Every twentieth state of twenty missions of random legal actions.
fn states(rules: &OpenFire) -> Vec<State> {
    let mut states = Vec::new();
    for seed in 0..20 {
        let (mut choices, mut done) = (Seeded::new(!seed), 0_u32);
        let mut state = rules.start();
        play_out(rules, &mut state, &mut Seeded::new(seed), ENDLESS, |state, _, legal| {
            done += 1;
            if done.is_multiple_of(20) {
                states.push(State::clone(state));
            }
            choices.below(legal.len() as u32) as usize
        });
    }
    states
}

/// The legal lists of those states; the counter gives lists a second.
#[divan::bench]
fn legal_lists(bencher: Bencher<'_, '_>) {
    let rules = training();
    let (states, mut legal) = (states(&rules), Vec::new());
    bencher.counter(ItemsCount::new(states.len())).bench_local(|| {
        for state in &states {
            legal.clear();
            rules.legal(state, &mut legal);
            black_box(&legal);
        }
    });
}

/// The scene of whoever is asked, with all choices and odds.
#[divan::bench]
fn views(bencher: Bencher<'_, '_>) {
    let rules = training();
    let states = states(&rules);
    bencher.counter(ItemsCount::new(states.len())).bench_local(|| {
        for state in &states {
            let viewer = rules.to_act(state).map_or(Viewer::Spectator, Viewer::Seat);
            black_box(rules.scene(&rules.seen_by(state, viewer), viewer));
        }
    });
}

#[divan::bench]
fn state_hashes(bencher: Bencher<'_, '_>) {
    let rules = training();
    let states = states(&rules);
    bencher.counter(ItemsCount::new(states.len())).bench_local(|| {
        for state in &states {
            black_box(StateHash::of(state));
        }
    });
}

#[divan::bench]
fn state_clones(bencher: Bencher<'_, '_>) {
    let rules = training();
    let states = states(&rules);
    bencher.counter(ItemsCount::new(states.len())).bench_local(|| {
        for state in &states {
            black_box(State::clone(state));
        }
    });
}

/// A whole mission with the platoon leader in command.
#[divan::bench]
fn led_mission(bencher: Bencher<'_, '_>) {
    let shelf = shelf::stock(&Files::embedded()).unwrap();
    let ruleset = shelf.ruleset("open-fire").unwrap();
    let players = vec!["platoon-leader".to_owned()];
    let mut seed = 0;
    bencher.bench_local(|| {
        seed += 1;
        ruleset.simulate("training", &engine::Settings::default(), &players, seed).unwrap()
    });
}
