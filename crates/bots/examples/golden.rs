//! Records the games under `tests/golden/`: `cargo run --release -p bots --example golden -- FOLDER`.
//!
//! They are played by bots over all scenarios, settings and numbers of players, and are kept for ever: a later program
//! must open them. Record a new set beside the old ones when the rules get a new revision; never record an old set
//! again.
#![allow(clippy::unwrap_used)]
#![expect(clippy::disallowed_methods, reason = "golden games are files")]

use std::{fs, path::Path};

use content::Files;
use engine::{Content, Settings, Shelf, Table};

/// No game of ours is longer.
const LONGEST: u32 = 20_000;

struct Recorder<'a> {
    shelf: &'a Shelf,
    folder: &'a Path,
}

impl Recorder<'_> {
    /// Plays a game up to its end, or up to `until` actions, and writes it down.
    fn record(
        &self,
        name: &str,
        (game, scenario): (&str, &str),
        settings: &Settings,
        players: &[&str],
        until: u32,
    ) -> Box<dyn Table> {
        let seated: Vec<String> = players.iter().map(|&player| player.to_owned()).collect();
        let seed = name.bytes().fold(7u64, |seed, byte| seed.wrapping_mul(31).wrapping_add(byte.into()));
        let mut table = self.shelf.ruleset(game).unwrap().open(scenario, settings, &seated, Some(seed)).unwrap();
        while let Some(seat) = table.to_act().filter(|_| table.seq() < until) {
            let action = table.bot_action(players[seat.index()], seed ^ u64::from(table.seq())).unwrap();
            table.act(seat, &action, None).unwrap();
        }
        let mut file = table.record();
        // The content once for all games of a ruleset, not in every file.
        if let Some(Content::Printed(printing)) = file.content.take() {
            let text = serde_json::to_string_pretty(printing.files()).unwrap();
            fs::write(self.folder.join(format!("content-{game}.json")), text).unwrap();
            file.content = Some(Content::Named(printing.name()));
        }
        fs::write(self.folder.join(format!("{name}.json")), file.to_text()).unwrap();
        table
    }
}

fn settings(words: &[&str]) -> Settings {
    Settings::read(words.iter().copied()).unwrap()
}

fn main() {
    let folder = std::env::args_os().nth(1).expect("the folder to write into");
    let shelf = shelf::stock(&Files::embedded()).unwrap();
    let recorder = Recorder { shelf: &shelf, folder: Path::new(&folder) };
    fs::create_dir_all(recorder.folder).unwrap();

    let usual = Settings::default();
    for scenario in ["tiger-in-the-open", "rzhavets", "cagny"] {
        for (name, players) in [
            ("staff", ["heuristic", "heuristic"]),
            ("recruits", ["random", "random"]),
            ("staff-recruit", ["heuristic", "random"]),
            ("recruit-staff", ["random", "heuristic"]),
        ] {
            recorder.record(
                &format!("divisions-{scenario}-{name}"),
                ("divisions", scenario),
                &usual,
                &players,
                LONGEST,
            );
        }
        let name = format!("divisions-{scenario}-unfinished");
        recorder.record(&name, ("divisions", scenario), &usual, &["heuristic", "heuristic"], 60);
    }

    for id in ["grand-prix", "the-mistake", "classic-defense", "bad-kreuznach", "the-garage", "red-ball-express"] {
        let name = format!("open-fire-{id}-company-leader");
        recorder.record(&name, ("open-fire", id), &usual, &["company-leader"], LONGEST);
    }

    for scenario in ["training-1-the-farm", "training-2-the-fork", "training-3-the-terraces"] {
        for (name, players) in [("officers", ["staff-officer", "staff-officer"]), ("recruits", ["random", "random"])] {
            recorder.record(&format!("assault-{scenario}-{name}"), ("assault", scenario), &usual, &players, LONGEST);
        }
    }
    for (scenario, until) in
        [("blue-beach", LONGEST), ("road-block", LONGEST), ("beachhead", LONGEST), ("night-village", 400)]
    {
        let name = format!("assault-{scenario}-officers");
        recorder.record(&name, ("assault", scenario), &usual, &["staff-officer", "staff-officer"], until);
    }

    let mission = ("open-fire", "training");
    let switches = ["closed-sight=on", "ammunition-by-type=on", "separate-machineguns=on", "hidden-targets=on"];
    for (bot, player) in [("leader", "platoon-leader"), ("recruit", "random")] {
        let record = |name: &str, words: &[&str], seats: usize, until: u32| {
            recorder.record(&format!("open-fire-{name}-{bot}"), mission, &settings(words), &vec![player; seats], until)
        };
        for number in 1..=3 {
            record(&format!("training-{number}"), &[], 1, LONGEST);
        }
        for switch in switches {
            record(switch.trim_end_matches("=on"), &[switch], 1, LONGEST);
        }
        record("all-options", &switches, 1, LONGEST);
        record("unfinished", &[], 1, 80);
        for players in 2..=4 {
            record(&format!("shared-{players}"), &[&format!("players={players}")], players, LONGEST);
        }
        let first = record("campaign-1", &["campaign=on"], 1, LONGEST);
        let second = first.legacy().map(|legacy| {
            let mut settings = Settings::default();
            legacy.settings.iter().for_each(|(name, value)| settings.set(name, value));
            settings
        });
        if let Some(second) = second {
            recorder.record(&format!("open-fire-campaign-2-{bot}"), mission, &second, &[player], LONGEST);
        }
    }
}
