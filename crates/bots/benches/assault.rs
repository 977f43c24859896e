//! Games of Assault: random play in actions a second, whole games of bot against bot, and what is asked of a state: the
//! legal list, a view, a fingerprint, a copy. `cargo bench -p bots --bench assault`.
#![allow(clippy::unwrap_used)]

mod measured;

use std::sync::Arc;

use assault::{Assault, Catalogue, read_scenario};
use content::Files;
use divan::Bencher;

fn main() {
    divan::main();
}

const SCENARIOS: [&str; 7] = [
    "training-1-the-farm",
    "training-2-the-fork",
    "training-3-the-terraces",
    "blue-beach",
    "road-block",
    "beachhead",
    "night-village",
];
/// Full scenarios in the middle of which states are looked at.
const FULL: [&str; 2] = ["blue-beach", "night-village"];

fn rules(id: &str) -> Assault {
    let files = Files::embedded();
    let catalogue = Arc::new(Catalogue::read(&files).unwrap());
    let path = format!("assault/scenarios/{id}.toml");
    read_scenario(&catalogue, &files, &path, files.get(&path).unwrap()).unwrap().1
}

#[divan::bench(args = SCENARIOS)]
fn random_play(bencher: Bencher<'_, '_>, id: &str) {
    measured::random_games(bencher, &rules(id), 20);
}

/// A whole game between two staff officers.
#[divan::bench(args = SCENARIOS)]
fn bot_game(bencher: Bencher<'_, '_>, id: &str) {
    measured::bot_games(bencher, "assault", id, &["staff-officer"; 2]);
}

#[divan::bench(args = FULL)]
fn legal_lists(bencher: Bencher<'_, '_>, id: &str) {
    measured::legal_lists(bencher, &rules(id));
}

#[divan::bench(args = FULL)]
fn views(bencher: Bencher<'_, '_>, id: &str) {
    measured::views(bencher, &rules(id));
}

#[divan::bench(args = FULL)]
fn state_hashes(bencher: Bencher<'_, '_>, id: &str) {
    measured::hashes(bencher, &rules(id));
}

#[divan::bench(args = FULL)]
fn state_clones(bencher: Bencher<'_, '_>, id: &str) {
    measured::copies(bencher, &rules(id));
}
