//! What must not change when `assault` becomes quicker: `cargo run --release -p bots --example assault_fingerprints --
//! [GAMES]`.
//!
//! For each scenario one line: the fingerprint of every state of random games, of their log with all words and dice, of
//! some of their screens with choices and odds, and of bot games. Run it before and after a change and compare.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    sync::Arc,
};

use assault::{Assault, Catalogue, read_scenario};
use content::Files;
use dice::Seeded;
use engine::{Log, Rules, Settings, StateHash, Viewer};

/// A screen is drawn after so many actions.
const SCREENS: u32 = 40;

fn main() {
    let games: u64 = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(50);
    let files = Files::embedded();
    let catalogue = Arc::new(Catalogue::read(&files).unwrap());
    let shelf = shelf::stock(&files).unwrap();
    let ruleset = shelf.ruleset("assault").unwrap();
    for info in ruleset.scenarios() {
        let path = format!("assault/scenarios/{}.toml", info.id);
        let rules = read_scenario(&catalogue, &files, &path, files.get(&path).unwrap()).unwrap().1;
        let mut prints = Prints::default();
        (0..games).for_each(|seed| prints.play(&rules, seed));
        let mut bots = DefaultHasher::new();
        let players = vec!["staff-officer".to_owned(); 2];
        for seed in 0..games.div_ceil(5) {
            let game = ruleset.simulate(&info.id, &Settings::default(), &players, seed).unwrap();
            (game.hash.to_string(), game.actions).hash(&mut bots);
        }
        let [states, logs, screens] = [prints.states, prints.logs, prints.screens].map(|print| print.finish());
        println!(
            "{:24} actions {:6} states {states:016x} logs {logs:016x} screens {screens:016x} bots {:016x}",
            info.id,
            prints.actions,
            bots.finish()
        );
    }
}

#[derive(Default)]
struct Prints {
    actions: u32,
    states: DefaultHasher,
    logs: DefaultHasher,
    screens: DefaultHasher,
}

impl Prints {
    /// A random game to its end.
    fn play(&mut self, rules: &Assault, seed: u64) {
        let (mut state, mut legal) = (rules.start(), Vec::new());
        let (mut dice, mut choices) = (Seeded::new(seed), Seeded::new(!seed));
        while let Some(seat) = rules.to_act(&state) {
            legal.clear();
            rules.legal(&state, &mut legal);
            if self.actions.is_multiple_of(SCREENS) {
                let viewer = Viewer::Seat(seat);
                let scene = rules.scene(&rules.seen_by(&state, viewer), viewer);
                serde_json::to_string(&scene).unwrap().hash(&mut self.screens);
            }
            let action = &legal[choices.below(legal.len() as u32) as usize];
            let mut log = Log::default();
            rules.apply(&mut state, action, &mut dice, &mut log).unwrap();
            StateHash::of(&state).to_string().hash(&mut self.states);
            format!("{log:?}").hash(&mut self.logs);
            self.actions += 1;
        }
    }
}
