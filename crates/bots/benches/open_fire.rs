//! Missions of Open Fire: random play in actions a second, whole missions led by the platoon leader, and what is asked
//! of a state: the legal list, a view, a fingerprint, a copy. `cargo bench -p bots --bench open_fire`.
#![allow(clippy::unwrap_used)]

mod measured;

use std::sync::Arc;

use content::Files;
use divan::Bencher;
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
    measured::random_games(bencher, training().as_ref(), 40);
}

#[divan::bench]
fn legal_lists(bencher: Bencher<'_, '_>) {
    measured::legal_lists(bencher, training().as_ref());
}

#[divan::bench]
fn views(bencher: Bencher<'_, '_>) {
    measured::views(bencher, training().as_ref());
}

#[divan::bench]
fn state_hashes(bencher: Bencher<'_, '_>) {
    measured::hashes(bencher, training().as_ref());
}

#[divan::bench]
fn state_clones(bencher: Bencher<'_, '_>) {
    measured::copies(bencher, training().as_ref());
}

/// A whole mission with the platoon leader in command.
#[divan::bench]
fn led_mission(bencher: Bencher<'_, '_>) {
    measured::bot_games(bencher, "open-fire", "training", &["platoon-leader"]);
}
