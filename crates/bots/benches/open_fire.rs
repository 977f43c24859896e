//! Missions of Open Fire: random play in actions a second, and whole missions led by the platoon leader.
//! `cargo bench -p bots --bench open_fire`.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use content::Files;
use dice::Seeded;
use divan::{Bencher, counter::ItemsCount};
use engine::{ENDLESS, Rules, play_out};
use open_fire::OpenFire;

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
