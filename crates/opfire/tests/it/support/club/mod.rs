//! A club: several processes of the real program on one PostgreSQL, and pairs of players who note everything they were
//! told is done.

pub mod wire;

use std::{
    collections::BTreeMap,
    io::{BufRead, BufReader},
    mem,
    net::SocketAddr,
    process::{Child, Command, Stdio},
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use tokio::time::sleep;

use crate::support::{
    client::{self, Socket},
    postgres::Postgres,
};

/// A running `opfire serve`.
pub struct Process {
    pub address: SocketAddr,
    child: Child,
}

impl Process {
    pub fn start(database: &str) -> Process {
        Process::of(env!("CARGO_BIN_EXE_opfire"), database)
    }

    /// Of a program that may be another version.
    pub fn of(program: &str, database: &str) -> Process {
        let mut command = Command::new(program);
        command.args(["serve", "--bind", "127.0.0.1:0", "--database", database]);
        for limit in ["games-per-hour=none", "open-games-per-address=none", "connections-per-address=none"] {
            command.args(["--limit", limit]);
        }
        command.env_remove("OPFIRE_CONTENT").env("RUST_LOG", "off");
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::inherit()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().trim_start_matches("opfire is at http://").trim_end_matches('/').parse();
        Process { address: address.unwrap_or_else(|_| panic!("the program does not start: {line}")), child }
    }
}

impl Drop for Process {
    /// Where it stands: nobody says good-bye.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The addresses that a load balancer would have.
pub type Addresses = Arc<Mutex<Vec<SocketAddr>>>;

/// A game whose two players sit at different processes.
pub struct Match {
    id: String,
    keys: [String; 2],
    sockets: [Option<Socket>; 2],
    /// What is done, in order: what was acknowledged, or one of those that were sent and never answered.
    pub done: Vec<Vec<String>>,
    /// What was sent and never answered: one of them may still come to pass, as long as nothing else takes its number.
    pending: Vec<String>,
    /// How often a player had to sit down again.
    pub returns: usize,
    /// How often something was not saved, as was said.
    pub refused: usize,
    chance: u64,
}

impl Match {
    pub async fn begin(addresses: &Addresses, chance: u64) -> Match {
        let wish = json!({ "game": "divisions", "scenario": "tiger-in-the-open", "players": ["human", "human"] });
        loop {
            if let Some((200, body)) = ask(any(addresses, chance), "POST", "/api/tables", &wish.to_string()).await {
                let info: Value = serde_json::from_str(&body).unwrap();
                let key = |seat: usize| info["seats"][seat]["key"].as_str().unwrap().to_owned();
                let id = info["id"].as_str().unwrap().to_owned();
                return Match {
                    id,
                    keys: [key(0), key(1)],
                    sockets: [None, None],
                    done: Vec::new(),
                    pending: Vec::new(),
                    returns: 0,
                    refused: 0,
                    chance,
                };
            }
            sleep(Duration::from_millis(50)).await;
        }
    }

    pub fn id(&self) -> &str {
        &self.id
    }

    /// Plays until `until`; gives up after a minute without an action that was done.
    pub async fn play(&mut self, addresses: &Addresses, until: impl Fn(&Match) -> bool) {
        let mut since = Instant::now();
        while !until(self) {
            let done = self.done.len();
            if self.step(addresses).await.is_none() {
                sleep(Duration::from_millis(20)).await;
            }
            if self.done.len() > done {
                since = Instant::now();
            }
            assert!(since.elapsed() < Duration::from_secs(60), "{} stands still after {done} actions", self.id);
            if self.is_over() {
                return;
            }
        }
    }

    fn is_over(&self) -> bool {
        self.sockets
            .iter()
            .flatten()
            .any(|socket| socket.kept.as_ref().is_some_and(|(_, view)| !view["scene"]["outcome"].is_null()))
    }

    /// One action of the player who is asked; nothing if a connection was lost on the way.
    async fn step(&mut self, addresses: &Addresses) -> Option<()> {
        self.sit(0, addresses).await?;
        self.sit(1, addresses).await?;
        for seat in [0, 1] {
            self.settle(seat);
            self.hear(seat, self.done.len() as u64).await?;
        }
        let known = self.done.len() as u64;
        let view = &self.sockets[0].as_ref()?.kept.as_ref()?.1;
        let asked = usize::try_from(view["scene"]["prompt"]["seat"].as_u64()?).ok()?;
        let view = self.sockets[asked].as_ref()?.kept.as_ref()?.1.clone();
        let choices = view["scene"]["choices"].as_array()?;
        self.chance = self.chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let action = choices[usize::try_from(self.chance >> 33).ok()? % choices.len()]["action"].as_str()?.to_owned();
        let before = self.refused;
        let sent = json!({ "type": "act", "seat": asked, "seq": known, "actions": [action] });
        if self.sockets[asked].as_mut()?.try_send(sent).await.is_none() {
            self.sockets[asked] = None;
            self.pending.push(action);
            return None;
        }
        if self.hear(asked, known + 1).await.is_some() && self.refused == before {
            self.pending.clear();
            self.done.push(vec![action]);
            return Some(());
        }
        // Refused, or cut off: whether it was done is seen by looking again.
        for seat in [0, 1] {
            self.sockets[seat] = None;
        }
        loop {
            if self.sit(0, addresses).await.is_some() {
                let now = self.sockets[0].as_ref()?.kept.as_ref()?.1["seq"].as_u64()?;
                assert!(
                    now == known || now == known + 1,
                    "{}: {known} actions were done, and {now} are there",
                    self.id
                );
                self.pending.push(action);
                self.settle(0);
                return Some(());
            }
            sleep(Duration::from_millis(20)).await;
        }
    }

    /// Takes what was sent and never answered for done when it is there.
    fn settle(&mut self, seat: usize) {
        let view = self.sockets[seat].as_ref().and_then(|socket| socket.kept.as_ref()).map(|(_, view)| &view["seq"]);
        if view.and_then(Value::as_u64) == Some(self.done.len() as u64 + 1) && !self.pending.is_empty() {
            self.done.push(mem::take(&mut self.pending));
        }
    }

    async fn sit(&mut self, seat: usize, addresses: &Addresses) -> Option<()> {
        if self.sockets[seat].is_some() {
            return Some(());
        }
        self.chance = self.chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let address = any(addresses, self.chance >> 33);
        let mut socket = Socket::open(address, &self.id, &[&self.keys[seat]]).await.ok()?;
        while socket.kept.is_none() {
            socket.next_if_any().await?;
        }
        self.returns += 1;
        self.sockets[seat] = Some(socket);
        Some(())
    }

    /// Listens until the player knows `seq` actions.
    async fn hear(&mut self, seat: usize, seq: u64) -> Option<()> {
        loop {
            if self.done.len() as u64 == seq {
                self.settle(seat);
                if self.done.len() as u64 > seq {
                    return None;
                }
            }
            let socket = self.sockets[seat].as_mut()?;
            let now = socket.kept.as_ref()?.1["seq"].as_u64()?;
            assert!(now <= seq, "{}: {now} actions where {seq} were done", self.id);
            if now == seq {
                return Some(());
            }
            match socket.next_if_any().await {
                Some(message) if message["type"] == "refused" => {
                    self.refused += 1;
                    return None;
                }
                Some(_) => {}
                None => {
                    self.sockets[seat] = None;
                    return None;
                }
            }
        }
    }
}

fn any(addresses: &Addresses, chance: u64) -> SocketAddr {
    let addresses = addresses.lock().unwrap();
    addresses[usize::try_from(chance).unwrap_or_default() % addresses.len()]
}

async fn ask(address: SocketAddr, method: &str, path: &str, body: &str) -> Option<(u16, String)> {
    let answer = client::try_request(address, method, path, &[], body).await?;
    Some((answer.status, answer.body))
}

/// That the log of every game holds exactly what was acknowledged, in order, once. What was never answered may be there
/// or not.
pub fn compare(postgres: &Postgres, database: &str, played: &[Match]) {
    let rows = postgres.run(database, "SELECT game, entry, action FROM log ORDER BY game, entry");
    let mut found: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for row in rows.lines() {
        let [game, entry, action] = row.splitn(3, '|').collect::<Vec<_>>().try_into().unwrap();
        let actions = found.entry(game).or_default();
        assert_eq!(entry, actions.len().to_string(), "{game}");
        actions.push(action);
    }
    for game in played {
        let actions = found.get(game.id()).cloned().unwrap_or_default();
        let may_be: Vec<_> = game.done.iter().chain((!game.pending.is_empty()).then_some(&game.pending)).collect();
        let count = actions.len();
        assert!((game.done.len()..=may_be.len()).contains(&count), "{}: {} and {count}", game.id(), game.done.len());
        for (action, done) in actions.iter().zip(may_be) {
            assert!(done.iter().any(|done| done == action), "{}: {action} where {done:?} was done", game.id());
        }
    }
}
