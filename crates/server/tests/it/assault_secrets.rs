//! A game of `assault` over real sockets, with two players: no byte that leaves the server tells a side what only the
//! other knows. What is secret is taken from what the referee sees and from the data files, not from the code that
//! hides it.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use crate::support::{
    client::Socket,
    host::{Host, config},
};
use content::Files;
use engine::{Counter, Seat, Settings, Table, Viewer};
use serde_json::{Value, json};
use server::Limits;
use tempfile::tempdir;

const GAME: &str = "assault";
/// Hidden units, hidden mines, command cards, drawn formations and units that come later.
const SCENARIO: &str = "blue-beach";
/// Enough for several turns.
const ACTIONS: u32 = 450;
const SEED: u64 = 5;
/// Now and then everything else is asked for, too.
const PAUSE: u32 = 40;
/// The side that knows of the mines, and where they are.
const MINERS: Seat = Seat(1);
const MINES: [&str; 4] = ["0711", "0811", "1311", "1411"];

/// What one side must not be told.
struct Listener {
    seat: Seat,
    key: String,
    socket: Socket,
    searched: usize,
    /// Units that it has met, by id, with their names.
    met: BTreeSet<String>,
    /// Command cards that it has had or seen played, by name.
    cards: BTreeSet<String>,
    /// Mined hexes that it knows of.
    mined: BTreeSet<&'static str>,
}

/// The game as the referee sees it.
struct Truth {
    twin: Box<dyn Table>,
    /// Every command card: its id and its name.
    cards: BTreeMap<String, String>,
    /// Names of unit cards that more than one nation has.
    shared_names: BTreeSet<String>,
}

impl Truth {
    /// Whether somebody still draws formations or sets up.
    fn is_setting_up(&self) -> bool {
        self.twin.legal().iter().any(|action| action == "draw" || action.starts_with("place"))
    }

    fn counters(&self) -> Vec<Counter> {
        self.twin.view(Viewer::Referee, u32::MAX).scene.counters
    }

    /// Units that a side other than their own does not know of.
    fn is_unknown(&self, counter: &Counter) -> bool {
        self.is_setting_up() || counter.markers.iter().any(|marker| marker.id == "concealed")
    }
}

impl Listener {
    async fn open(host: &Host, table: &str, seat: Seat, key: String) -> Listener {
        let mut socket = Socket::open(host.address, table, &[&key]).await.unwrap();
        socket.view().await;
        let (met, cards, mined) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        Listener { seat, key, socket, searched: 0, met, cards, mined }
    }

    /// Takes in what has become known.
    fn learn(&mut self, truth: &Truth, action: &str) {
        for counter in truth.counters() {
            if self.seat == counter.seat || !truth.is_unknown(&counter) {
                self.met.insert(counter.id);
            }
        }
        let referee = truth.twin.view(Viewer::Referee, u32::MAX);
        let hands = referee.scene.panels.iter().filter(|panel| panel.id == "hands").flat_map(|panel| &panel.rows);
        self.cards.extend(hands.filter(|row| row.private && row.seat == Some(self.seat)).map(|row| row.label.clone()));
        // Whoever declares an attack is named, before the dice fall.
        let mut words = action.split(' ');
        if matches!(words.next(), Some("fire" | "join" | "assault")) {
            self.met.extend(words.next().map(str::to_owned));
        }
        if let Some(played) = action.strip_prefix("play ") {
            self.cards.insert(truth.cards[played.split(' ').next().unwrap()].clone());
        }
        for hex in MINES {
            let told = format!("minefield in {hex}");
            if self.seat == MINERS || truth.twin.log(Viewer::Referee, 0).iter().any(|line| line.text.contains(&told)) {
                self.mined.insert(hex);
            }
        }
    }

    /// What must not be told now.
    fn secrets(&self, truth: &Truth) -> Vec<String> {
        let mut secrets = Vec::new();
        for counter in truth.counters() {
            if self.seat != counter.seat && !self.met.contains(&counter.id) {
                secrets.push(counter.id);
                // Both sides have observers: such a name tells nothing.
                let plain = counter.name.trim_end_matches(|c: char| c.is_ascii_digit() || c == ' ').to_owned();
                secrets.extend((!truth.shared_names.contains(&plain)).then_some(counter.name));
            }
        }
        secrets.extend(truth.cards.values().filter(|name| !self.cards.contains(*name)).cloned());
        secrets.extend(MINES.iter().filter(|hex| !self.mined.contains(*hex)).map(|hex| format!("minefield in {hex}")));
        secrets
    }

    #[track_caller]
    fn search(&self, truth: &Truth, sent: &str) {
        for secret in self.secrets(truth) {
            let mut found = sent.match_indices(&secret).map(|(at, _)| (at, at + secret.len()));
            // "squad-1" is no part of "squad-12", nor of "other-squad-1".
            let whole = |&(at, end): &(usize, usize)| {
                !sent[end..].starts_with(char::is_alphanumeric)
                    && !sent[..at].ends_with(|c: char| c.is_alphanumeric() || c == '-')
            };
            if let Some((at, _)) = found.find(whole) {
                let start = sent[..at].char_indices().rev().take(200).last().map_or(0, |(place, _)| place);
                let around: String = sent[start..].chars().take(400).collect();
                panic!("after {} actions seat {:?} is told \"{secret}\":\n{around}", truth.twin.seq(), self.seat);
            }
        }
    }

    fn search_new(&mut self, truth: &Truth) {
        let new = self.socket.raw[self.searched..].to_owned();
        self.search(truth, &new);
        self.searched = self.socket.raw.len();
        self.look_at_the_view();
    }

    /// Plans and mines are no texts that could be searched for: they are looked for where they would be shown.
    fn look_at_the_view(&self) {
        let (_, view) = self.socket.kept.clone().unwrap();
        for counter in view["scene"]["counters"].as_array().unwrap() {
            let own = counter["seat"] == json!(self.seat);
            let planned = counter["markers"].as_array().unwrap().iter().any(|marker| marker["id"] == "planned");
            assert!(own || !planned, "{:?} sees the plan of {}", self.seat, counter["id"]);
        }
        for mark in view["scene"]["marks"].as_array().unwrap() {
            let hex = mark["hex"].as_str().unwrap_or_default();
            let known = self.mined.contains(hex);
            assert!(mark["kind"] != "minefield" || known, "{:?} sees mines in {hex}", self.seat);
        }
    }

    /// Everything else that a client can ask for.
    async fn ask_for_everything(&mut self, host: &Host, table: &str, truth: &Truth) {
        let units: Vec<String> = truth.counters().into_iter().map(|counter| counter.id).collect();
        for unit in units {
            // The question names a secret; the answer must not.
            self.ask(json!({ "type": "plan", "id": 1, "seat": self.seat, "units": [unit] })).await;
        }
        self.ask(json!({ "type": "overlays", "id": 2, "seat": self.seat })).await;
        self.ask(json!({ "type": "whole" })).await;
        self.search_new(truth);
        for path in ["", "/board", "/file", "/view", "/sheets"] {
            for keys in [&[][..], &[self.key.as_str()]] {
                let (_, body) = host.holding(keys).get(&format!("/api/tables/{table}{path}")).await;
                self.search(truth, &body);
            }
        }
    }

    async fn ask(&mut self, question: Value) {
        self.socket.send(question).await;
        self.socket.next().await.unwrap();
    }
}

fn command_cards(files: &Files) -> BTreeMap<String, String> {
    let text = files.get("assault/command-cards.toml").unwrap();
    let value = |block: &str, name: &str| {
        let line = block.lines().find_map(|line| line.strip_prefix(&format!("{name} = \""))).unwrap();
        line.split('"').next().unwrap().to_owned()
    };
    text.split("[[card]]").skip(1).map(|block| (value(block, "id"), value(block, "name"))).collect()
}

fn shared_names(files: &Files) -> BTreeSet<String> {
    let text = files.get("assault/units.toml").unwrap();
    let mut seen = BTreeSet::new();
    let names = text.lines().filter_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'));
    names.filter(|name| !seen.insert(*name)).map(str::to_owned).collect()
}

async fn begin(host: &Host) -> (String, [String; 2]) {
    let wish = json!({ "game": GAME, "scenario": SCENARIO, "players": ["human", "human"], "seed": SEED.to_string() });
    let (status, body) = host.ask("POST", "/api/tables", &wish.to_string()).await;
    assert_eq!(status, 200, "{body}");
    let info: Value = serde_json::from_str(&body).unwrap();
    let key = |seat: usize| info["seats"][seat]["key"].as_str().unwrap().to_owned();
    (info["id"].as_str().unwrap().to_owned(), [key(0), key(1)])
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_message_tells_a_side_what_only_the_other_knows() {
    let folder = tempdir().unwrap();
    let files = Files::embedded();
    let shelf = Arc::new(shelf::stock(&files).unwrap());
    let public = server::Config { limits: Limits::local(), ..config(folder.path(), false) };
    let host = Host::with(public, Arc::clone(&shelf)).await;
    let (id, keys) = begin(&host).await;
    let ruleset = shelf.ruleset(GAME).unwrap();
    let humans = ["human".to_owned(), "human".to_owned()];
    let twin = ruleset.open(SCENARIO, &Settings::default(), &humans, Some(SEED)).unwrap();
    let cards = command_cards(&files);
    assert!(cards.len() > 24, "the cards are read");
    let mut truth = Truth { twin, cards, shared_names: shared_names(&files) };
    let mut listeners = Vec::new();
    for (seat, key) in [Seat(0), Seat(1)].into_iter().zip(keys) {
        listeners.push(Listener::open(&host, &id, seat, key).await);
    }
    let (mut kept, mut played) = (0, 0);
    while let Some(seat) = truth.twin.to_act().filter(|_| truth.twin.seq() < ACTIONS) {
        let seq = truth.twin.seq();
        let action = truth.twin.bot_action(ruleset.bots()[0].0, u64::from(seq)).unwrap();
        truth.twin.act(seat, &action, None).unwrap();
        played += u32::from(action.starts_with("play "));
        listeners[seat.index()].socket.act(seat.index() as u8, seq.into(), &[&action]).await;
        for listener in &mut listeners {
            let view = listener.socket.view().await;
            assert_eq!(view["seq"], seq + 1, "the server plays the same game");
            listener.learn(&truth, &action);
            kept += listener.secrets(&truth).len();
            listener.search_new(&truth);
            if seq.is_multiple_of(PAUSE) {
                listener.ask_for_everything(&host, &id, &truth).await;
            }
        }
    }
    assert!(kept > 10_000 && played > 0, "{kept} secrets were looked for, {played} cards were played");
}

/// The search finds what it looks for: a side that has met nobody is told secrets as soon as the enemy is on the map.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[should_panic(expected = "is told")]
async fn the_search_notices_what_is_told() {
    let folder = tempdir().unwrap();
    let files = Files::embedded();
    let shelf = Arc::new(shelf::stock(&files).unwrap());
    let host = Host::with(config(folder.path(), true), Arc::clone(&shelf)).await;
    let (id, keys) = begin(&host).await;
    let ruleset = shelf.ruleset(GAME).unwrap();
    let humans = ["human".to_owned(), "human".to_owned()];
    let twin = ruleset.open(SCENARIO, &Settings::default(), &humans, Some(SEED)).unwrap();
    let mut truth = Truth { twin, cards: command_cards(&files), shared_names: shared_names(&files) };
    let mut players = Vec::new();
    for (seat, key) in [Seat(0), Seat(1)].into_iter().zip(keys) {
        players.push(Listener::open(&host, &id, seat, key).await);
    }
    while truth.twin.seq() < ACTIONS {
        let (seq, seat) = (truth.twin.seq(), truth.twin.to_act().unwrap());
        let action = truth.twin.bot_action(ruleset.bots()[0].0, u64::from(seq)).unwrap();
        truth.twin.act(seat, &action, None).unwrap();
        players[seat.index()].socket.act(seat.index() as u8, seq.into(), &[&action]).await;
        for player in &mut players {
            player.socket.view().await;
            // Nothing is learnt.
            if truth.is_setting_up() {
                continue;
            }
            player.search_new(&truth);
        }
    }
}
