//! Odds, reachable hexes, legal lists and views. `cargo bench -p divisions`.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use content::Files;
use dice::Seeded;
use divan::{Bencher, black_box};
use divisions::{
    Action, Ask, Catalogue, Divisions, State,
    course::action::Draw,
    play::{
        s01_companies::face,
        s03_direct_fire::{Attack, Stakes},
        s10_movement::{Group, movable, reachable},
        s14_close_assault::Fight,
    },
    read_scenario,
    state::{Frame, Phase},
};
use engine::{Rules, Silent, StateHash, Viewer};
use hexmap::Reach;

fn main() {
    divan::main();
}

fn catalogue() -> Catalogue {
    Catalogue::read(&Files::embedded()).unwrap()
}

fn rules(id: &str) -> Divisions {
    let files = Files::embedded();
    let path = format!("divisions/scenarios/{id}.toml");
    read_scenario(&Arc::new(catalogue()), &files, &path, files.get(&path).unwrap()).unwrap().1
}

/// The first state in which a formation with some companies is to move.
fn to_move(rules: &Divisions) -> State {
    for seed in 0.. {
        let mut state = rules.start();
        let mut dice = Seeded::new(seed);
        while matches!(state.frames.top(), Frame::Cup { .. }) {
            rules.apply(&mut state, &Action::Draw(Draw), &mut dice, &mut Silent).unwrap();
        }
        let ready = |activation: &divisions::state::Activation| {
            activation.phase == Phase::Movement && movable(Ask::new(rules, &state), activation).len() >= 3
        };
        if state.activation().is_some_and(ready) {
            return state;
        }
    }
    unreachable!()
}

#[divan::bench]
fn odds_of_a_shot(bencher: Bencher<'_, '_>) {
    bencher.bench_local(|| black_box(Attack::plain(black_box(3), black_box(6))).forecast(2, Stakes::USUAL));
}

#[divan::bench]
fn odds_of_a_close_assault(bencher: Bencher<'_, '_>) {
    let catalogue = catalogue();
    bencher.bench_local(|| black_box(Fight::plain(black_box(8), black_box(6))).forecast(catalogue.assault()));
}

#[divan::bench]
fn reachable_hexes(bencher: Bencher<'_, '_>) {
    let rules = rules("cagny");
    let state = to_move(&rules);
    let (ask, activation) = (Ask::new(&rules, &state), *state.activation().unwrap());
    let unit = movable(ask, &activation)
        .iter()
        .filter(|&unit| state.hex(unit).is_some())
        .max_by_key(|&unit| face(ask, unit).moves)
        .unwrap();
    let mut reach = Reach::new(rules.grid());
    bencher.bench_local(|| {
        reachable(ask, &activation, Group { units: unit.alone(), spent: 0 }, &mut reach);
        reach.hexes().len()
    });
}

#[divan::bench]
fn legal_actions(bencher: Bencher<'_, '_>) {
    let rules = rules("cagny");
    let state = to_move(&rules);
    let mut legal = Vec::new();
    bencher.bench_local(|| {
        legal.clear();
        rules.legal(&state, &mut legal);
        legal.len()
    });
}

#[divan::bench]
fn view_for_a_player(bencher: Bencher<'_, '_>) {
    let rules = rules("cagny");
    let state = to_move(&rules);
    let viewer = Viewer::Seat(rules.to_act(&state).unwrap());
    bencher.bench_local(|| rules.scene(&rules.seen_by(&state, viewer), viewer));
}

#[divan::bench]
fn state_hash(bencher: Bencher<'_, '_>) {
    let rules = rules("cagny");
    let state = to_move(&rules);
    bencher.bench_local(|| StateHash::of(&state));
}

#[divan::bench]
fn lay_out_a_scenario(bencher: Bencher<'_, '_>) {
    let files = Files::embedded();
    let catalogue = Arc::new(catalogue());
    let path = "divisions/scenarios/cagny.toml";
    bencher.bench_local(|| read_scenario(&catalogue, &files, path, files.get(path).unwrap()).unwrap());
}
