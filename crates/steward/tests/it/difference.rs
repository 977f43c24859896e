//! Views kept by differences, along random games of the real rulesets, and the vectors that the client is held to.

use std::{fs, path::PathBuf};

use dice::Seeded;
use engine::{Seat, Settings, Shelf, Table, Viewer};
use serde_json::{Value, json};
use steward::difference::{Edit, Written};

/// A viewer with the view that differences have made.
struct Kept {
    viewer: Viewer,
    written: Written,
    view: Value,
}

fn view(table: &dyn Table, viewer: Viewer) -> (Written, Value) {
    let view = table.view(viewer, u32::MAX);
    let text = serde_json::to_string(&view).unwrap();
    (Written::new(&view).unwrap(), serde_json::from_str(&text).unwrap())
}

impl Kept {
    fn new(table: &dyn Table, viewer: Viewer) -> Kept {
        let (written, view) = view(table, viewer);
        Kept { viewer, written, view }
    }

    /// Makes the difference to the newest view, compares, and gives the edit.
    fn catch_up(&mut self, table: &dyn Table) -> String {
        let (written, whole) = view(table, self.viewer);
        let edit = self.written.difference(&written);
        serde_json::from_str::<Edit>(&edit).unwrap().apply(&mut self.view).unwrap();
        assert_eq!(self.view, whole, "made by {edit}");
        self.written = written;
        edit
    }
}

fn shelf() -> Shelf {
    shelf::stock(&content::Files::embedded()).unwrap()
}

fn lay_out(shelf: &Shelf, game: &str, scenario: &str, seed: u64) -> Box<dyn Table> {
    let ruleset = shelf.ruleset(game).unwrap();
    let info = ruleset.scenarios().into_iter().find(|info| info.id == scenario).unwrap().clone();
    let players = vec!["human".to_owned(); info.seats.len()];
    ruleset.open(scenario, &Settings::default(), &players, Some(seed)).unwrap()
}

/// Does something at random, sometimes takes it back. Says whether the game continues.
fn step(table: &mut dyn Table, chance: &mut Seeded) -> bool {
    let Some(seat) = table.to_act() else { return false };
    if table.can_undo(seat) && chance.below(8) == 0 {
        table.undo(seat).unwrap();
        return true;
    }
    let legal = table.legal();
    let place = chance.below(u32::try_from(legal.len()).unwrap()) as usize;
    table.act(seat, &legal[place], None).unwrap();
    table.to_act().is_some()
}

/// Three viewers: one who hears of everything, one of the other seat, and one who looks only now and then.
fn play(shelf: &Shelf, game: &str, scenario: &str, seed: u64, limit: usize) {
    let mut table = lay_out(shelf, game, scenario, seed);
    let mut chance = Seeded::new(!seed);
    let viewers = [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Spectator, Viewer::Referee];
    let mut kept = viewers.map(|viewer| Kept::new(table.as_ref(), viewer));
    let (mut sent, mut whole) = (0, 0);
    for number in 0..limit {
        let goes_on = step(table.as_mut(), &mut chance);
        for (place, kept) in kept.iter_mut().enumerate() {
            if place < 2 || number % 5 == 0 {
                sent += kept.catch_up(table.as_ref()).len();
                whole += kept.view.to_string().len();
            }
        }
        if !goes_on {
            break;
        }
    }
    assert!(sent < whole / 2, "{game} {scenario}: {sent} bytes for views of {whole}");
}

#[test]
fn differences_along_random_games_make_exactly_the_whole_views() {
    let shelf = shelf();
    for seed in 0..2 {
        play(&shelf, "divisions", "rzhavets", seed, 80);
        play(&shelf, "divisions", "tiger-in-the-open", seed, 100);
        play(&shelf, "open-fire", "training", seed, 100);
    }
}

/// 200 games to the end. By hand: `cargo nextest run --release -p server --run-ignored all soak_differences`.
#[test]
#[ignore = "takes minutes"]
fn soak_differences() {
    let shelf = shelf();
    for seed in 0..50 {
        play(&shelf, "divisions", "rzhavets", seed, 4_000);
        play(&shelf, "divisions", "cagny", seed, 4_000);
        play(&shelf, "divisions", "tiger-in-the-open", seed, 4_000);
        play(&shelf, "open-fire", "training", seed, 2_000);
    }
}

fn vectors() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../web/src/lib/difference.vectors.json")
}

/// A first view and what came after it: the edit, and the view it must make.
fn vector(shelf: &Shelf, game: &str, scenario: &str, seed: u64) -> Value {
    let mut table = lay_out(shelf, game, scenario, seed);
    let mut chance = Seeded::new(!seed);
    let mut kept = Kept::new(table.as_ref(), Viewer::Seat(Seat(0)));
    let first = kept.view.clone();
    let mut steps = Vec::new();
    while steps.len() < 4 {
        for _ in 0..3 {
            step(table.as_mut(), &mut chance);
        }
        let edit: Value = serde_json::from_str(&kept.catch_up(table.as_ref())).unwrap();
        steps.push(json!({ "edit": edit, "view": kept.view.clone() }));
    }
    json!({ "game": game, "first": first, "steps": steps })
}

/// The client's tests make the same edits from the same file. They need not be today's views: `OPFIRE_WRITE=1` writes
/// them anew when the form of a difference changes.
#[test]
#[allow(clippy::disallowed_methods, reason = "the vectors lie beside the client")]
fn the_vectors_of_the_client_hold() {
    if std::env::var_os("OPFIRE_WRITE").is_some() {
        let shelf = shelf();
        let vectors_of =
            [vector(&shelf, "divisions", "tiger-in-the-open", 7), vector(&shelf, "open-fire", "training", 7)];
        fs::write(vectors(), format!("{}\n", json!(vectors_of))).unwrap();
    }
    let games: Vec<Value> = serde_json::from_str(&fs::read_to_string(vectors()).unwrap()).unwrap();
    assert!(games.len() >= 2);
    for game in games {
        let mut view = game["first"].clone();
        for step in game["steps"].as_array().unwrap() {
            serde_json::from_value::<Edit>(step["edit"].clone()).unwrap().apply(&mut view).unwrap();
            assert_eq!(view, step["view"]);
        }
    }
}
