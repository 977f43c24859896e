//! Random play in actions a second, and whole games of bot against bot. `cargo bench -p bots`.
#![allow(clippy::unwrap_used)]

mod measured;

use std::sync::Arc;

use content::Files;
use divan::Bencher;
use divisions::{Catalogue, Divisions, read_scenario};

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

/// Twenty games of random legal actions; the counter gives actions a second.
#[divan::bench(args = SCENARIOS)]
fn random_play(bencher: Bencher<'_, '_>, id: &str) {
    measured::random_games(bencher, &rules(id), 20);
}

/// A whole game between two staff officers.
#[divan::bench(args = SCENARIOS)]
fn bot_game(bencher: Bencher<'_, '_>, id: &str) {
    measured::bot_games(bencher, "divisions", id, &["heuristic"; 2]);
}
