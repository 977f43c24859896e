//! Random play in actions a second, and whole games of bot against bot. `cargo bench -p bots`.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use content::Files;
use dice::Seeded;
use divan::{Bencher, counter::ItemsCount};
use divisions::{Catalogue, Divisions, read_scenario};
use engine::{Rules, play_out};

fn main() {
    divan::main();
}

const SCENARIOS: [&str; 3] = ["tiger-in-the-open", "rzhavets", "cagny"];

fn rules(id: &str) -> Divisions {
    let files = Files::embedded();
    let catalogue = Arc::new(Catalogue::read(&files).unwrap());
    let path = format!("divisions/scenarios/{id}.toml");
    read_scenario(&catalogue, &files, &path, files.get(&path).unwrap()).unwrap().1
}

/// One seed's whole game of random legal actions; the counter gives actions a second.
#[divan::bench(args = SCENARIOS)]
fn random_play(bencher: Bencher<'_, '_>, id: &str) {
    let rules = rules(id);
    let play = |seed: u64| {
        let mut choices = Seeded::new(seed);
        let mut state = rules.start();
        play_out(&rules, &mut state, &mut Seeded::new(seed), u64::MAX, |_, _, legal| {
            choices.below(legal.len() as u32) as usize
        })
    };
    let actions: u64 = (0..20).map(play).sum();
    bencher.counter(ItemsCount::new(actions)).bench_local(|| (0..20).map(play).sum::<u64>());
}

/// A whole game between two staff officers.
#[divan::bench(args = SCENARIOS)]
fn bot_game(bencher: Bencher<'_, '_>, id: &str) {
    let shelf = shelf::stock(&Files::embedded()).unwrap();
    let ruleset = shelf.ruleset("divisions").unwrap();
    let players = vec!["heuristic".to_owned(); 2];
    let mut seed = 0;
    bencher.bench_local(|| {
        seed += 1;
        ruleset.simulate(id, &engine::Settings::default(), &players, seed).unwrap()
    });
}
