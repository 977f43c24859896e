use std::{
    net::SocketAddr,
    str::FromStr,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};
use futures_util::{SinkExt, StreamExt};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    task::JoinSet,
    time::{timeout, timeout_at},
};
use tokio_tungstenite::{
    client_async,
    tungstenite::{Message, client::IntoClientRequest},
};

use crate::{
    host::{Host, Laid},
    machine::Used,
    play::{Measured, Pile},
    report::{lay_out, percentiles},
    wish::Wish,
};

/// As many as the default limits allow an address, nearly.
const CONNECTIONS: usize = 60;
/// How many questions or requests are sent before the first answer is waited for.
const AHEAD: usize = 16;
/// Where the flood comes from.
const FROM: &str = "192.0.2.7";

/// What is asked for.
#[derive(Copy, Clone, Debug)]
pub enum Kind {
    Overlays,
    Fields,
    Whole,
    Map,
    Assets,
}

impl FromStr for Kind {
    type Err = anyhow::Error;

    fn from_str(word: &str) -> Result<Kind> {
        Ok(match word {
            "overlays" => Kind::Overlays,
            "fields" => Kind::Fields,
            "whole" => Kind::Whole,
            "map" => Kind::Map,
            "assets" => Kind::Assets,
            _ => bail!("a flood is of overlays, fields, whole, map or assets, not of \"{word}\""),
        })
    }
}

/// What the flood got.
#[derive(Debug, Default)]
struct Got {
    answers: AtomicU64,
    refused: AtomicU64,
}

/// Measures players alone, and then beside a flood.
pub async fn measure(host: &Host, wish: &Wish, kind: Kind) -> Result<()> {
    let pairs = wish.clients / 2;
    let laid = lay_out(host, wish, 0..2 * pairs as u64 + 1).await?;
    let (target, laid) = laid.split_first().context("no game")?;
    println!("{} clients of {}, {} s each time, {}", wish.clients, wish.scenario, wish.seconds, host.database());
    let (calm, flooded) = laid.split_at(pairs);
    play(host, wish, calm, "alone").await?;
    let got = Arc::new(Got::default());
    let (address, target, seen) = (host.address, target.clone(), Arc::clone(&got));
    // In a thread of its own, which ends with the program: it is not to take the time of those who are measured.
    thread::spawn(move || flood(address, &target, kind, &seen));
    play(host, wish, flooded, &format!("beside {CONNECTIONS} connections that ask for {kind:?}")).await?;
    let count = |number: &AtomicU64| number.load(Ordering::Relaxed);
    println!("  the flood got          {:>9} answers and {} refusals", count(&got.answers), count(&got.refused));
    Ok(())
}

fn flood(address: SocketAddr, target: &Laid, kind: Kind, got: &Arc<Got>) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let mut flood = JoinSet::new();
    for number in 0..CONNECTIONS {
        let (target, got) = (target.clone(), Arc::clone(got));
        let one = async move {
            // Whoever is hung up on comes again.
            loop {
                let done = match kind {
                    Kind::Map => requests(address, &format!("/api/tables/{}/map.svg", target.id), &got).await,
                    Kind::Assets => requests(address, "/", &got).await,
                    Kind::Overlays | Kind::Fields | Kind::Whole => {
                        questions(address, &target, kind, number, &got).await
                    }
                };
                if done.is_err() {
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
            }
        };
        flood.spawn_on(one, runtime.handle());
    }
    runtime.block_on(std::future::pending())
}

async fn play(host: &Host, wish: &Wish, laid: &[Laid], how: &str) -> Result<()> {
    let from = Instant::now() + Duration::from_millis(500 + 10 * wish.clients as u64);
    let until = from + Duration::from_secs(wish.seconds);
    let pile = Pile::new(host.address, &wish.scenario, laid.to_vec());
    let mut games = JoinSet::new();
    for number in 0..laid.len() as u64 {
        games.spawn(pile.clone().play(number, from, until));
    }
    tokio::time::sleep_until(from.into()).await;
    let before = Used::so_far(host.pid())?;
    tokio::time::sleep_until(until.into()).await;
    let used = Used::so_far(host.pid())?.since(before);
    let mut all = Measured::default();
    while let Some(measured) =
        timeout(Duration::from_secs(60), games.join_next()).await.context("games that do not end")?
    {
        let measured = measured??;
        all.actions += measured.actions;
        all.own.extend(measured.own);
        all.other.extend(measured.other);
    }
    println!("{how}");
    println!("  actions a second       {:>9.0}", all.actions as f64 / wish.seconds as f64);
    println!("  to one's own view      {}", percentiles(&mut all.own));
    println!("  to the opponent's view {}", percentiles(&mut all.other));
    println!("  processor of the server {:>8.2} cores", used.server / (1000.0 * wish.seconds as f64));
    Ok(())
}

/// Sends requests one behind the other, and reads what comes.
async fn requests(address: SocketAddr, path: &str, got: &Got) -> Result<()> {
    let ask =
        format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nAccept-Encoding: gzip\r\nX-Forwarded-For: {FROM}\r\n\r\n");
    let (mut reader, mut writer) = TcpStream::connect(address).await?.into_split();
    let writing = tokio::spawn(async move { while writer.write_all(ask.repeat(AHEAD).as_bytes()).await.is_ok() {} });
    let mut room = vec![0; 256 * 1024];
    let read = loop {
        match reader.read(&mut room).await {
            Ok(0) | Err(_) => break anyhow::anyhow!("hung up"),
            Ok(length) => {
                let text = String::from_utf8_lossy(&room[..length]);
                got.answers.fetch_add(text.matches("HTTP/1.1 200").count() as u64, Ordering::Relaxed);
                got.refused.fetch_add(text.matches("HTTP/1.1 429").count() as u64, Ordering::Relaxed);
            }
        }
    };
    writing.abort();
    Err(read)
}

/// Asks questions at a table, several before the first answer comes.
async fn questions(address: SocketAddr, table: &Laid, kind: Kind, number: usize, got: &Got) -> Result<()> {
    let mut request = format!("ws://{address}/api/tables/{}/ws", table.id).into_client_request()?;
    request.headers_mut().insert("Opfire-Key", table.keys[0].parse()?);
    request.headers_mut().insert("X-Forwarded-For", FROM.parse()?);
    let (stream, _) = client_async(request, TcpStream::connect(address).await?).await?;
    let (mut sink, mut stream) = stream.split();
    let mut id = 0;
    loop {
        for _ in 0..AHEAD {
            id += 1;
            // Another hex each time.
            let hex = format!("{:02}{:02}", 1 + (id + number) % 20, 1 + (id / 20) % 15);
            let ask = match kind {
                Kind::Fields => format!(r#"{{"type":"field","id":{id},"seat":0,"from":"{hex}"}}"#),
                Kind::Whole => r#"{"type":"whole"}"#.to_owned(),
                Kind::Overlays | Kind::Map | Kind::Assets => format!(r#"{{"type":"overlays","id":{id},"seat":0}}"#),
            };
            sink.send(Message::text(ask)).await?;
        }
        // As many answers as there are within a moment: one that is not heard gets none.
        let until = tokio::time::Instant::now() + Duration::from_millis(200);
        for _ in 0..AHEAD {
            let Ok(message) = timeout_at(until, stream.next()).await else { break };
            let message = message.context("hung up")??;
            let put_off = |text: &str| text.contains(r#""type":"later""#) || text.contains("try again in");
            let late = matches!(&message, Message::Text(text) if put_off(text));
            if late { &got.refused } else { &got.answers }.fetch_add(1, Ordering::Relaxed);
        }
    }
}
