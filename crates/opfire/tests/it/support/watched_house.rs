//! The real program on that disk, and players who note everything they were told is done.

use std::{
    collections::BTreeMap,
    io::{BufRead, BufReader, Read},
    net::SocketAddr,
    path::Path,
    process::{Child, ChildStdout, Command, Stdio},
};

use serde_json::{Value, json};

use crate::support::{
    client::{self, Socket},
    disk::Disk,
};

const UNKNOWN: &str = "not known whether";

/// A running `opfire play`.
pub struct House {
    pub address: SocketAddr,
    child: Child,
    stdout: BufReader<ChildStdout>,
    complaints: Option<std::thread::JoinHandle<String>>,
}

/// How a program ended.
pub struct Ended {
    pub code: Option<i32>,
    pub said: String,
}

impl House {
    /// Starts the program with its games in `data`, on a disk of its own or on the usual one.
    pub fn open(data: &Path, disk: Option<&Disk>) -> House {
        House::try_open(data, disk).unwrap_or_else(|ended| panic!("the program does not start: {}", ended.said))
    }

    /// As [`House::open`], where it may be refused.
    pub fn try_open(data: &Path, disk: Option<&Disk>) -> Result<House, Ended> {
        let mut command = Command::new(env!("CARGO_BIN_EXE_opfire"));
        command.args(["play", "--no-open", "--port", "0", "--data"]).arg(data);
        command.env_remove("OPFIRE_CONTENT").env("RUST_LOG", "error");
        if let Some(disk) = disk {
            disk.under(&mut command);
        }
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        let address = line.trim().trim_start_matches("opfire is at http://").trim_end_matches('/').parse();
        // What nobody reads would stop the program one day.
        let mut complaints = child.stderr.take().unwrap();
        let complaints = std::thread::spawn(move || {
            let mut said = String::new();
            let _ = complaints.read_to_string(&mut said);
            said
        });
        let Ok(address) = address else {
            let code = child.wait().unwrap().code();
            return Err(Ended { code, said: line + &complaints.join().unwrap() });
        };
        Ok(House { address, child, stdout, complaints: Some(complaints) })
    }

    /// Asks the program to stop.
    pub fn stop(mut self) -> Ended {
        let killed = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status().unwrap();
        assert!(killed.success());
        let code = self.child.wait().unwrap().code();
        let mut said = String::new();
        self.stdout.read_to_string(&mut said).unwrap();
        said += &self.complaints.take().unwrap().join().unwrap();
        Ended { code, said }
    }

    /// Ends the program where it stands.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    pub async fn ask(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        let answer = client::request(self.address, method, path, &[], body).await;
        (answer.status, answer.body)
    }

    pub async fn get(&self, path: &str) -> Value {
        let (status, body) = self.ask("GET", path, "").await;
        assert_eq!(status, 200, "{path}: {body}");
        serde_json::from_str(&body).unwrap()
    }
}

impl Drop for House {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Everything that was acknowledged: by game, the log lines of its actions.
#[derive(Default)]
pub struct Ledger {
    games: BTreeMap<String, Acknowledged>,
    /// How many wishes were not fulfilled.
    pub refused: usize,
    /// How many new games may or may not be there, as was said.
    unknown: usize,
}

#[derive(Default)]
struct Acknowledged {
    /// Whether one more action may be there, as was said.
    unknown: bool,
    seq: u64,
    log: Vec<String>,
}

impl Ledger {
    pub fn games(&self) -> usize {
        self.games.len()
    }

    pub fn actions(&self) -> u64 {
        self.games.values().map(|game| game.seq).sum()
    }

    /// A new game; nothing if it is refused.
    pub async fn create(&mut self, house: &House, players: [&str; 2]) -> Option<Player> {
        let wish = json!({ "game": "divisions", "scenario": "tiger-in-the-open", "players": players, "seed": "7" });
        let (status, body) = house.ask("POST", "/api/tables", &wish.to_string()).await;
        if status != 200 {
            assert_eq!(status, 500, "{body}");
            self.refused += 1;
            self.unknown += usize::from(body.contains(UNKNOWN));
            return None;
        }
        let info: Value = serde_json::from_str(&body).unwrap();
        let id = info["id"].as_str().unwrap().to_owned();
        let keys = info["seats"].as_array().unwrap().iter().filter_map(|seat| seat["key"].as_str().map(str::to_owned));
        self.games.insert(id.clone(), Acknowledged::default());
        Some(Player { id, keys: keys.collect(), socket: None, view: Value::Null })
    }

    /// Compares with what a program without faults finds: all that was acknowledged is there, every game can be opened,
    /// and there is no game that nobody was told of.
    pub async fn compare(&self, house: &House) {
        let list = house.get("/api/tables").await;
        let listed: BTreeMap<&str, &Value> =
            list.as_array().unwrap().iter().map(|info| (info["id"].as_str().unwrap(), info)).collect();
        let lost: Vec<_> = self.games.keys().filter(|id| !listed.contains_key(id.as_str())).collect();
        assert!(lost.is_empty(), "{} of {} acknowledged games are lost", lost.len(), self.games.len());
        assert!(listed.len() <= self.games.len() + self.unknown, "there are games nobody was told of");
        for (id, acknowledged) in &self.games {
            let info = house.get(&format!("/api/tables/{id}")).await;
            assert!(info["broken"].is_null(), "{info}");
            let (seq, known) = (info["seq"].as_u64().unwrap(), acknowledged.seq);
            assert!(
                (known..=known + u64::from(acknowledged.unknown)).contains(&seq),
                "{id}: {known} actions, not {seq}"
            );
            let view = house.get(&format!("/api/tables/{id}/view?seq={known}")).await;
            assert_eq!(client::log(&view), acknowledged.log, "{id}");
        }
    }
}

/// Somebody who plays all human seats of a game.
pub struct Player {
    pub id: String,
    keys: Vec<String>,
    socket: Option<Socket>,
    pub view: Value,
}

impl Player {
    async fn sit(&mut self, house: &House, ledger: &mut Ledger) {
        if self.socket.is_none() {
            let keys: Vec<&str> = self.keys.iter().map(String::as_str).collect();
            self.socket = Some(Socket::open(house.address, &self.id, &keys).await.unwrap());
            self.hear(ledger).await;
        }
    }

    /// How long bots wait.
    pub async fn pace(&mut self, house: &House, ledger: &mut Ledger, milliseconds: u32) {
        self.sit(house, ledger).await;
        self.socket.as_mut().unwrap().send(json!({ "type": "pace", "milliseconds": milliseconds })).await;
    }

    /// Whether somebody at this screen is asked.
    pub fn is_asked(&self) -> bool {
        !self.view["scene"]["choices"].as_array().unwrap().is_empty()
    }

    /// The next message. A view acknowledges everything up to it.
    pub async fn hear(&mut self, ledger: &mut Ledger) -> Value {
        let Some(message) = self.socket.as_mut().unwrap().next().await else {
            panic!("{} was cut off: {}", self.id, self.socket.as_ref().unwrap().raw);
        };
        if message["type"] == "view" || message["type"] == "change" {
            self.view = self.socket.as_ref().and_then(|socket| socket.kept.clone()).unwrap().1;
            let known = ledger.games.get_mut(&self.id).unwrap();
            assert!(self.view["seq"].as_u64().unwrap() >= known.seq, "{} goes back", self.id);
            known.seq = self.view["seq"].as_u64().unwrap();
            known.log.truncate(usize::try_from(self.view["log_from"].as_u64().unwrap()).unwrap());
            known.log.extend(client::log(&self.view).into_iter().map(str::to_owned));
        }
        message
    }

    /// Does something that is offered, and says whether it was done.
    pub async fn act(&mut self, house: &House, ledger: &mut Ledger) -> bool {
        self.sit(house, ledger).await;
        let seq = self.view["seq"].as_u64().unwrap();
        let choices = self.view["scene"]["choices"].as_array().unwrap();
        assert!(!choices.is_empty(), "{}", self.view["scene"]["prompt"]);
        let choice = &choices[usize::try_from(seq * 7 + 3).unwrap() % choices.len()];
        let seat = u8::try_from(self.view["scene"]["prompt"]["seat"].as_u64().unwrap()).unwrap();
        let action = choice["action"].as_str().unwrap().to_owned();
        self.socket.as_mut().unwrap().act(seat, seq, &[&action]).await;
        loop {
            let message = self.hear(ledger).await;
            if message["type"] == "refused" {
                ledger.refused += 1;
                ledger.games.get_mut(&self.id).unwrap().unknown = message["text"].as_str().unwrap().contains(UNKNOWN);
                return false;
            }
            if self.view["seq"].as_u64().unwrap() > seq {
                ledger.games.get_mut(&self.id).unwrap().unknown = false;
                return true;
            }
        }
    }
}
