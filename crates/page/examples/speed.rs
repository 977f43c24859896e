//! How many actions of bots a second, through all that a page does: `web/e2e-page/measure.mjs` plays the same games as
//! WebAssembly. `cargo run --profile page -p page --example speed`.
#![allow(clippy::unwrap_used, clippy::print_stdout)]
#![expect(clippy::disallowed_methods, reason = "it measures")]

use std::time::Instant;

use page::{Kept, Moment, Page, Request};
use serde_json::{Value, json};

const GAMES: [(&str, &str, &[&str], u64); 3] = [
    ("divisions", "rzhavets", &["heuristic", "heuristic"], 10),
    ("open-fire", "grand-prix", &["company-leader"], 3),
    ("assault", "training-1-the-farm", &["staff-officer", "staff-officer"], 10),
];
const MOMENT: Moment = Moment { now: 1_000_000, chance: 12_345 };

fn ask(page: &mut Page, method: &str, address: &str, body: &str) -> String {
    let request =
        Request { method: method.to_owned(), address: address.to_owned(), body: body.to_owned(), keys: Vec::new() };
    page.answer(&request, MOMENT).body
}

/// As the worker takes everything out: the messages as texts, what is kept as JSON.
fn drain(page: &mut Page) {
    while let Some(write) = page.write() {
        std::hint::black_box(serde_json::to_string(&write).unwrap());
    }
    while page.letter().is_some() {}
}

fn main() {
    let mut page = Page::new(Kept::default());
    for game in ["divisions", "open-fire", "assault"] {
        let since = Instant::now();
        ask(&mut page, "GET", &format!("/api/rules/{game}"), "");
        println!("content of {game} read in {} ms", since.elapsed().as_millis());
    }
    for (game, scenario, players, games) in GAMES {
        let (since, mut actions) = (Instant::now(), 0);
        for seed in 1..=games {
            let wish = json!({"game": game, "scenario": scenario, "players": players, "seed": seed.to_string()});
            let info: Value = serde_json::from_str(&ask(&mut page, "POST", "/api/tables", &wish.to_string())).unwrap();
            let id = info["id"].as_str().unwrap().to_owned();
            page.connect(1, &format!("/api/tables/{id}/ws"), &[], MOMENT);
            while page.bot().is_some() {
                page.bot_acts(&id, MOMENT);
                drain(&mut page);
                actions += 1;
            }
            ask(&mut page, "GET", &format!("/api/tables/{id}/file?secrets=yes"), "");
            page.hang_up(1);
            ask(&mut page, "DELETE", &format!("/api/tables/{id}"), "");
            drain(&mut page);
        }
        let second = f64::from(actions) / since.elapsed().as_secs_f64();
        println!("{game} {scenario}: {games} games, {actions} actions, {second:.0} actions a second");
    }
}
