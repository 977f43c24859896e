//! Plays `assault` with bots and counts: `cargo run --release -p bots --example assault_games -- GAMES [RED BLUE
//! [SCENARIO…]]`.
//!
//! For each scenario: wins of both sides, draws, points, units lost, actions and milliseconds a game.
#![allow(clippy::unwrap_used, clippy::print_stdout)]
#![expect(clippy::disallowed_methods, clippy::disallowed_types, reason = "games are timed")]

use std::time::Instant;

use content::Files;
use engine::{Ending, Settings};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let games: u64 = arguments.first().and_then(|text| text.parse().ok()).unwrap_or(100);
    let player = |place: usize| arguments.get(place).cloned().unwrap_or_else(|| "staff-officer".to_owned());
    let players = [player(1), player(2)];
    let shelf = shelf::stock(&Files::embedded()).unwrap();
    let ruleset = shelf.ruleset("assault").unwrap();
    println!("{} against {}", players[0], players[1]);
    for info in ruleset.scenarios() {
        if arguments.len() > 3 && !arguments[3..].contains(&info.id) {
            continue;
        }
        let (mut wins, mut draws, mut actions, mut endless) = ([0u32; 2], 0u32, 0u64, 0u32);
        let mut sums = [[0i32; 2]; 2];
        let start = Instant::now();
        for seed in 0..games {
            let game = ruleset.simulate(&info.id, &Settings::default(), &players, seed).unwrap();
            actions += game.actions;
            match game.winner {
                Some(Ending::Won { seat }) => wins[seat.index()] += 1,
                Some(_) => draws += 1,
                None => endless += 1,
            }
            for (sum, (_, by_seat)) in sums.iter_mut().zip(&game.tally) {
                sum[0] += by_seat[0];
                sum[1] += by_seat[1];
            }
        }
        let each = start.elapsed().as_secs_f64() * 1000.0 / games as f64;
        let share = |count: u32| 100.0 * f64::from(count) / games as f64;
        let mean = |sum: i32| f64::from(sum) / games as f64;
        println!(
            "{:24} wins {:5.1}% {:5.1}% draws {:4.1}% points {:5.1} {:5.1} lost {:4.1} {:4.1} actions {:6.0} ms {:6.2} \
             endless {endless}",
            info.id,
            share(wins[0]),
            share(wins[1]),
            share(draws),
            mean(sums[1][0]),
            mean(sums[1][1]),
            mean(sums[0][0]),
            mean(sums[0][1]),
            actions as f64 / games as f64,
            each,
        );
    }
}
