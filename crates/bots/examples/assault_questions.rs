//! How often a side of `assault` is asked while the other moves, under each reaction order, and what a game takes:
//! `cargo run --release -p bots --example assault_questions -- GAMES [SCENARIO…]`. The table in
//! docs/assault-scenarios.md is made with it.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use content::Files;
use engine::{Seat, Settings, Table};

/// What somebody at a screen needs for an action, and to hand it over, in seconds. Assumed, not measured.
const ACTION: f64 = 3.0;
const HAND_OVER: f64 = 6.0;
/// No game is longer.
const LONGEST: u32 = 5_000;

#[derive(Default)]
struct Sums {
    actions: u32,
    /// How often somebody else is asked than before.
    hand_overs: u32,
    /// Of these: while the other side moves a unit.
    reactions: u32,
}

/// Plays a game in which both sides give this order before they hand over. Giving it is not counted.
fn play(table: &mut dyn Table, order: Option<&str>, bot: &str, seed: u64, sums: &mut Sums) {
    let mut last: Option<(Seat, String)> = None;
    while let Some(seat) = table.to_act().filter(|_| table.seq() < LONGEST) {
        let action = table.bot_action(bot, seed ^ u64::from(table.seq())).unwrap();
        if let Some(order) = order.filter(|order| action == "done" && table.legal().iter().any(|other| other == order))
        {
            table.act(seat, order, None).unwrap();
        }
        table.act(seat, &action, None).unwrap();
        if action.starts_with("order ") {
            continue;
        }
        if let Some((_, deed)) = last.filter(|(before, _)| *before != seat) {
            sums.hand_overs += 1;
            sums.reactions += u32::from(["move", "dismount"].contains(&deed.split(' ').next().unwrap_or_default()));
        }
        sums.actions += 1;
        last = Some((seat, action));
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let games: u64 = arguments.first().and_then(|text| text.parse().ok()).unwrap_or(20);
    let shelf = shelf::stock(&Files::embedded()).unwrap();
    let ruleset = shelf.ruleset("assault").unwrap();
    let bot = ruleset.bots()[0].0;
    for info in ruleset.scenarios() {
        if arguments.len() > 1 && !arguments[1..].contains(&info.id) {
            continue;
        }
        for order in [None, Some("order ask"), Some("order fire 25"), Some("order hold")] {
            let mut sums = Sums::default();
            for seed in 0..games {
                let players = vec!["human".to_owned(); 2];
                let mut table = ruleset.open(&info.id, &Settings::default(), &players, Some(seed)).unwrap();
                play(table.as_mut(), order, bot, seed, &mut sums);
            }
            let each = |sum: u32| f64::from(sum) / games as f64;
            let minutes = (each(sums.actions) * ACTION + each(sums.hand_overs) * HAND_OVER) / 60.0;
            println!(
                "{:24} {:14} actions {:6.0} hand-overs {:5.0} asked while the other moves {:5.0} minutes {minutes:4.0}",
                info.id,
                order.unwrap_or("as the bots do"),
                each(sums.actions),
                each(sums.hand_overs),
                each(sums.reactions),
            );
        }
    }
}
