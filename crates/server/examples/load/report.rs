use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use tokio::{task::JoinSet, time::timeout};

use crate::{
    host::Host,
    play::{self, Measured, Pair},
    wish::Wish,
};

/// Plays for a while and says how fast it went.
pub async fn speed(host: &Host, wish: &Wish) -> Result<()> {
    // Until then all have sat down.
    let from = Instant::now() + Duration::from_millis(500 + 10 * wish.clients as u64);
    let until = from + Duration::from_secs(wish.seconds);
    let mut games = JoinSet::new();
    for seed in 0..wish.clients as u64 / 2 {
        games.spawn(play::games(host.address, wish.scenario.clone(), seed, from, until));
    }
    tokio::time::sleep_until(from.into()).await;
    let before = host.processor()?;
    tokio::time::sleep_until(until.into()).await;
    let used = host.processor()? - before;
    let mut all = Measured::default();
    let patience = Duration::from_secs(60);
    while let Some(measured) = timeout(patience, games.join_next()).await.context("games that do not end")? {
        let measured = measured??;
        all.actions += measured.actions;
        all.bytes += measured.bytes;
        all.own.extend(measured.own);
        all.other.extend(measured.other);
    }
    println!("{} clients, {}, {} s", wish.clients, wish.scenario, wish.seconds);
    println!("  actions a second       {:>9.0}", all.actions as f64 / wish.seconds as f64);
    println!("  bytes sent an action   {:>9.0}", all.bytes as f64 / all.actions as f64);
    println!("  processor an action    {:>9.3} ms (the server's)", used / all.actions as f64);
    println!("  to one's own view      {}", percentiles(&mut all.own));
    println!("  to the opponent's view {}", percentiles(&mut all.other));
    println!("  memory of the server   {:>9.0} kB", host.memory()?);
    Ok(())
}

fn percentiles(all: &mut [Duration]) -> String {
    all.sort_unstable();
    let at = |per_mille: usize| all.get(all.len() * per_mille / 1000).map_or(0.0, |time| time.as_secs_f64() * 1000.0);
    format!("p50 {:.2} ms, p99 {:.2} ms, longest {:.2} ms", at(500), at(990), at(999).max(at(990)))
}

/// Opens many games and says what each takes.
pub async fn memory(host: &Host, wish: &Wish) -> Result<()> {
    // The first few bring the maps and tables that all share.
    let mut pairs = vec![sat(host, wish, 0, 0).await?];
    let before = host.memory()?;
    for seed in 1..=wish.open as u64 {
        pairs.push(sat(host, wish, seed, 0).await?);
    }
    let fresh = host.memory()?;
    println!("{} games of {} with both players there", wish.open, wish.scenario);
    println!("  fresh                  {:>9.1} kB each", (fresh - before) / wish.open as f64);
    let mut measured = Measured::default();
    for pair in &mut pairs {
        for _ in 0..wish.actions {
            pair.step(&mut measured).await?;
        }
    }
    let played = host.memory()?;
    println!("  after {:>4} actions     {:>9.1} kB each", wish.actions, (played - before) / wish.open as f64);
    // Two pings later the server has forgotten what nobody asks for; the clients are still there.
    tokio::time::sleep(Duration::from_secs(45)).await;
    println!("  at rest                {:>9.1} kB each", (host.memory()? - before) / wish.open as f64);
    println!("  the server in all      {:>9.0} kB", host.memory()?);
    Ok(())
}

async fn sat(host: &Host, wish: &Wish, seed: u64, actions: usize) -> Result<Pair> {
    let mut pair = Pair::sit(host.address, &wish.scenario, seed).await?;
    for _ in 0..actions {
        pair.step(&mut Measured::default()).await?;
    }
    Ok(pair)
}
