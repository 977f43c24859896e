use std::{
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result};
use tokio::{task::JoinSet, time::timeout};

use crate::{
    check::{Checked, Heard},
    host::{Host, Laid},
    machine::{Used, memory},
    play::{Measured, Pair, Pile},
    wish::Wish,
};

/// How many games are laid out at the same time.
const AT_ONCE: usize = 16;

/// Opens games, plays some of them for a while and says how fast that went.
pub async fn speed(host: &Host, wish: &Wish) -> Result<()> {
    let pairs = wish.clients / 2;
    let open = wish.open.max(pairs);
    // The first brings the maps and tables that all share.
    lay_out(host, wish, 0..1).await?;
    let empty = memory(host.pid())?;
    let laid = lay_out(host, wish, 1..1 + open as u64).await?;
    let fresh = memory(host.pid())?;

    // Until then all have sat down.
    let from = Instant::now() + Duration::from_millis(500 + 10 * wish.clients as u64);
    let until = from + Duration::from_secs(wish.seconds);
    let pile = Pile::new(host.address, &wish.scenario, laid);
    let mut games = JoinSet::new();
    for number in 0..pairs as u64 {
        games.spawn(pile.clone().play(number, from, until));
    }
    tokio::time::sleep_until(from.into()).await;
    let before = Used::so_far(host.pid())?;
    tokio::time::sleep_until(until.into()).await;
    let used = Used::so_far(host.pid())?.since(before);
    let played = memory(host.pid())?;
    let mut all = Measured::default();
    let patience = Duration::from_secs(60);
    while let Some(measured) = timeout(patience, games.join_next()).await.context("games that do not end")? {
        let measured = measured??;
        all.actions += measured.actions;
        all.bytes += measured.bytes;
        all.own.extend(measured.own);
        all.other.extend(measured.other);
        all.heard.extend(measured.heard);
    }
    let (seconds, actions) = (wish.seconds as f64, all.actions as f64);
    let cores = thread::available_parallelism()?.get() as f64;
    let each = |time: f64| time / actions;
    println!("{open} open games of {}, {} clients, {seconds} s, {}", wish.scenario, wish.clients, host.database());
    println!("  actions a second       {:>9.0}", actions / seconds);
    println!("  bytes sent an action   {:>9.0}", all.bytes as f64 / actions);
    println!(
        "  processor an action    {:>9.3} ms the server's, {:.3} ms the clients'",
        each(used.server),
        each(used.clients)
    );
    println!(
        "  that is, {cores} cores      {:>9.0} a second if they did nothing else; {:.0} % of their time went to others",
        cores * 1000.0 / each(used.server + used.clients),
        100.0 * used.others() / (seconds * 1000.0 * cores),
    );
    println!("  to one's own view      {}", percentiles(&mut all.own));
    println!("  to the opponent's view {}", percentiles(&mut all.other));
    println!(
        "  memory of a game       {:>9.1} kB fresh, {:.1} kB after this",
        (fresh - empty) / open as f64,
        (played - empty) / open as f64
    );
    println!("  memory of the server   {:>9.0} kB", played);
    let checked = check(&all.heard)?;
    println!(
        "  checked                {:>9} clients, {} differences: they make the whole views; {} heard too much to check",
        checked.clients, checked.differences, checked.cut
    );
    Ok(())
}

pub async fn lay_out(host: &Host, wish: &Wish, seeds: std::ops::Range<u64>) -> Result<Vec<Laid>> {
    let mut laid = Vec::new();
    let mut under_way = JoinSet::new();
    for seed in seeds {
        if under_way.len() == AT_ONCE
            && let Some(done) = under_way.join_next().await
        {
            laid.push(done??);
        }
        under_way.spawn(crate::host::open(host.address, wish.scenario.clone(), seed));
    }
    while let Some(done) = under_way.join_next().await {
        laid.push(done??);
    }
    Ok(laid)
}

/// Checks what all clients heard, on all cores.
fn check(heard: &[Heard]) -> Result<Checked> {
    let cores = thread::available_parallelism()?.get();
    let part = heard.len().div_ceil(cores).max(1);
    let check = |part: &[Heard]| -> Result<Checked> {
        let mut checked = Checked::default();
        part.iter().try_for_each(|heard| heard.check(&mut checked))?;
        Ok(checked)
    };
    let parts = thread::scope(|scope| {
        let parts: Vec<_> = heard.chunks(part).map(|part| scope.spawn(move || check(part))).collect();
        parts.into_iter().map(thread::ScopedJoinHandle::join).collect::<Vec<_>>()
    });
    let mut all = Checked::default();
    for part in parts {
        let part = part.map_err(|_| anyhow::anyhow!("checking panicked"))??;
        all.clients += part.clients;
        all.differences += part.differences;
        all.cut += part.cut;
    }
    Ok(all)
}

pub fn percentiles(all: &mut [Duration]) -> String {
    all.sort_unstable();
    let at = |per_mille: usize| all.get(all.len() * per_mille / 1000).map_or(0.0, |time| time.as_secs_f64() * 1000.0);
    format!("p50 {:.2} ms, p99 {:.2} ms, longest {:.2} ms", at(500), at(990), at(999).max(at(990)))
}

/// Seats both players of many games and says what each game takes.
pub async fn seated(host: &Host, wish: &Wish) -> Result<()> {
    let kept = |before: f64| -> Result<f64> { Ok((memory(host.pid())? - before) / wish.seated as f64) };
    // The first brings the maps and tables that all share.
    let first = lay_out(host, wish, 0..1).await?;
    let _first = Pair::sit(host.address, &first[0]).await?;
    let before = memory(host.pid())?;
    let laid = lay_out(host, wish, 1..1 + wish.seated as u64).await?;
    println!("{} games of {} with both players there", wish.seated, wish.scenario);
    println!("  before they sit down   {:>9.1} kB each", kept(before)?);
    let mut pairs = Vec::new();
    for laid in &laid {
        pairs.push(Pair::sit(host.address, laid).await?);
    }
    println!("  fresh                  {:>9.1} kB each", kept(before)?);
    let mut measured = Measured::default();
    // One after the other, as among people: everybody thinks for a while before he acts again.
    for _ in 0..wish.actions {
        for pair in &mut pairs {
            pair.step(&mut measured).await?;
        }
    }
    println!("  after {:>4} actions     {:>9.1} kB each", wish.actions, kept(before)?);
    // Two pings later the server has forgotten what nobody asks for; the clients are still there.
    tokio::time::sleep(Duration::from_secs(45)).await;
    println!("  at rest                {:>9.1} kB each", kept(before)?);
    println!("  the server in all      {:>9.0} kB", memory(host.pid())?);
    Ok(())
}
