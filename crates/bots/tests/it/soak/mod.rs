//! Thousands of games, on all cores, each played again from what was written down of it.
#![allow(dead_code, unreachable_pub, clippy::unwrap_used, reason = "each test uses its part")]

use std::sync::atomic::{AtomicU64, Ordering};

use engine::{Compare, Ruleset, Settings, Table};

/// How many games to play: what the environment says under this name, or ten thousand.
pub fn count(name: &str) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(10_000)
}

/// Plays with the seeds 0 to `count` on all cores. What came of them is in no order.
pub fn many<T: Send>(count: u64, play: impl Fn(u64) -> T + Sync) -> Vec<T> {
    let next = AtomicU64::new(0);
    let work = || {
        let seeds = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed)).take_while(|seed| *seed < count);
        seeds.map(&play).collect::<Vec<T>>()
    };
    let workers = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect()
    })
}

/// Plays the record of a finished game again, and holds every fingerprint against it.
pub fn replay(ruleset: &dyn Ruleset, scenario: &str, players: &[String], seed: u64, table: &dyn Table) {
    let mut again = ruleset.open(scenario, &Settings::default(), players, Some(seed)).unwrap();
    let moves = &table.file().moves;
    again.play_back(moves, Compare::Fingerprints).unwrap_or_else(|error| panic!("{scenario}, seed {seed}: {error}"));
    assert_eq!(again.hash(), table.hash(), "{scenario}, seed {seed}");
}
