use std::{
    net::{SocketAddr, TcpListener},
    process::{Child, Command, Stdio},
    time::Duration,
};

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::{sleep, timeout},
};

use crate::wish::Wish;

/// A server in a process of its own, with a database that is thrown away, or with the one that was asked for.
pub struct Host {
    pub address: SocketAddr,
    database: String,
    process: Child,
    _folder: TempDir,
}

/// A game that was laid out.
#[derive(Clone, Debug)]
pub struct Laid {
    pub id: String,
    pub keys: [String; 2],
    pub seed: u64,
}

/// Limits for strangers that this test must exceed.
const NO_LIMITS: [&str; 5] = [
    "connections=none",
    "connections-per-address=none",
    "games-per-hour=none",
    "open-games-per-address=none",
    "tables=none",
];

/// All clients come from one address, and ask as quickly as they can. Where there is a flood, each comes from one of
/// its own.
const ALL_WORK: [&str; 4] = ["--limit", "work-per-address=none", "--limit", "work-per-connection=none"];

impl Host {
    pub async fn start(wish: &Wish) -> Result<Host> {
        let folder = tempfile::tempdir()?;
        let address = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
        let file = || format!("sqlite://{}", folder.path().join("load.db").display());
        let database = wish.database.clone().unwrap_or_else(file);
        let process = Command::new(&wish.program)
            .args(["serve", "--bind", &address.to_string(), "--database", &database])
            // All clients come from one address.
            .args(if wish.flood.is_some() { ["--trusted-proxy", "127.0.0.1"].iter() } else { ALL_WORK.iter() })
            .args(NO_LIMITS.iter().flat_map(|limit| ["--limit", limit]))
            .args(&wish.rest)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .with_context(|| format!("cannot start {}", wish.program))?;
        let host = Host { address, database, process, _folder: folder };
        for _ in 0..100 {
            if TcpStream::connect(address).await.is_ok() {
                return Ok(host);
            }
            sleep(Duration::from_millis(50)).await;
        }
        bail!("the server does not answer at {address}")
    }

    pub fn pid(&self) -> u32 {
        self.process.id()
    }

    /// Where its games are, for the report.
    pub fn database(&self) -> &str {
        self.database.split(':').next().unwrap_or_default()
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Lays out a game for two people.
pub async fn lay_out(address: SocketAddr, scenario: &str, seed: u64) -> Result<Laid> {
    let wish =
        json!({ "game": "divisions", "scenario": scenario, "players": ["human", "human"], "seed": seed.to_string() });
    let info = post(address, "/api/tables", &wish.to_string()).await?;
    let text = |value: &Value| value.as_str().map(str::to_owned).with_context(|| format!("no game: {info}"));
    let keys = [text(&info["seats"][0]["key"])?, text(&info["seats"][1]["key"])?];
    Ok(Laid { id: text(&info["id"])?, keys, seed })
}

/// Lays out a game and asks for it, so that the server has it in memory.
pub async fn open(address: SocketAddr, scenario: String, seed: u64) -> Result<Laid> {
    let laid = lay_out(address, &scenario, seed).await?;
    request(address, "GET", &format!("/api/tables/{}", laid.id), "").await?;
    Ok(laid)
}

async fn post(address: SocketAddr, path: &str, body: &str) -> Result<Value> {
    request(address, "POST", path, body).await
}

async fn request(address: SocketAddr, method: &str, path: &str, body: &str) -> Result<Value> {
    let mut stream = TcpStream::connect(address).await?;
    let length = body.len();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}"
    );
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    timeout(Duration::from_secs(20), stream.read_to_string(&mut answer)).await??;
    let body = answer.split_once("\r\n\r\n").context("an answer without a body")?.1;
    serde_json::from_str(body).with_context(|| answer.clone())
}
