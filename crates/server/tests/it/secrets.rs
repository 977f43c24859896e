//! Whole missions over real sockets: no byte that leaves the server tells what a player has not read yet. What is
//! secret is taken from the data files by their words, not by the code that reads them in play.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use crate::support::{
    client::Socket,
    host::{Host, config},
};
use aho_corasick::AhoCorasick;
use content::Files;
use engine::{Settings, Shelf, Table, Viewer};
use serde_json::json;
use server::Limits;
use tempfile::tempdir;

const GAME: &str = "open-fire";
/// Longer than every play of the bot with this seed.
const LONGEST: u32 = 3_000;
/// Now and then everything else is asked for, too.
const PAUSE: u32 = 50;

/// Our own content; or that of a folder, for designers who want to try theirs.
fn files() -> Files {
    std::env::var_os("OPFIRE_CONTENT")
        .map_or_else(Files::embedded, |folder| Files::from_folder(folder.as_ref()).unwrap())
}

/// A paragraph as it stands in its file.
#[derive(Default)]
struct Page {
    /// Its texts, as they would stand in a message; of one with open places, the longest part between them.
    texts: Vec<String>,
    /// Everything in it that looks like the number of a paragraph, or of a card.
    words: BTreeSet<String>,
}

struct Booklet {
    pages: BTreeMap<String, Page>,
    /// Cards of Germans, each with its name if nothing else is called so.
    cards: BTreeMap<String, Option<String>>,
    /// What the notes on each card speak of: whoever has the card before him reads them.
    notes: BTreeMap<String, BTreeSet<String>>,
    /// All that is secret before anything has been read, and what finds it.
    everything: Vec<String>,
    finder: AhoCorasick,
}

impl Booklet {
    fn read(files: &Files) -> Booklet {
        let below = |folder: &str| files.below(folder).map(|(_, text)| text.to_owned()).collect::<Vec<_>>();
        // What everybody may read: the files of the missions, which hold briefings and lessons.
        let open = json(&below("open-fire/missions/").concat().split_whitespace().collect::<Vec<_>>().join(" "));
        let (mut pages, mut cards, mut notes) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        for text in below("open-fire/paragraphs/") {
            for block in blocks(&text, "paragraph ") {
                let number = block.split_whitespace().nth(1).unwrap().to_owned();
                let mut texts = texts(&block);
                texts.retain(|text| !open.contains(text.as_str()));
                pages.insert(number, Page { texts, words: words(&block) });
            }
        }
        for block in below("open-fire/unit-cards/").iter().flat_map(|text| blocks(text, "card ")) {
            let id = block.split_whitespace().nth(1).unwrap().to_owned();
            let name = block.split("name \"").nth(1).and_then(|rest| rest.split('"').next()).unwrap().to_owned();
            if id.starts_with("GE") {
                notes.insert(id.clone(), block.split("notes {").skip(1).flat_map(words).collect());
                cards.insert(id, name);
            }
        }
        // A short name is a type that others have, too, and the story may use it.
        let told = |name: &str| pages.values().flat_map(|page: &Page| &page.texts).any(|text| text.contains(name));
        let only = |name: &String| cards.values().filter(|other| *other == name).count() == 1;
        let secret = |name: &String| name.contains(' ') && only(name) && !told(name) && !open.contains(name.as_str());
        let cards = cards.iter().map(|(id, name)| (id.clone(), Some(json(name)).filter(|_| secret(name)))).collect();
        let nothing_sought = AhoCorasick::new([""; 0]).unwrap();
        let mut booklet = Booklet { pages, cards, notes, everything: Vec::new(), finder: nothing_sought };
        booklet.everything = booklet.secrets(&BTreeSet::new());
        booklet.finder = AhoCorasick::new(&booklet.everything).unwrap();
        booklet
    }

    /// What must not be in a message while only these pages have been read.
    fn secrets(&self, read: &BTreeSet<String>) -> Vec<String> {
        let known: Vec<&Page> = read.iter().filter_map(|number| self.pages.get(number)).collect();
        let texts: BTreeSet<&String> = known.iter().flat_map(|page| &page.texts).collect();
        let told = |text: &String| texts.contains(text);
        let mut spoken: BTreeSet<&String> = known.iter().flat_map(|page| &page.words).collect();
        let laid: Vec<&String> = self.notes.keys().filter(|card| spoken.contains(card)).collect();
        spoken.extend(laid.into_iter().flat_map(|card| &self.notes[card]));
        let named = |word: &String| spoken.contains(word);
        let mut secrets = Vec::new();
        for (number, page) in self.pages.iter().filter(|(number, _)| !read.contains(*number)) {
            secrets.extend(page.texts.iter().filter(|text| !told(text)).cloned());
            if !named(number) {
                secrets.extend([format!("Paragraph {number}"), format!("see {number}"), format!("\"{number}\"")]);
            }
        }
        for (card, name) in self.cards.iter().filter(|(card, _)| !named(card)) {
            secrets.extend([format!("\"{card}\""), format!("{card} "), format!("{card},")]);
            secrets.extend(name.clone());
        }
        secrets
    }
}

/// The parts of a file that begin with this word at the edge of the page.
fn blocks(text: &str, word: &str) -> Vec<String> {
    let mut blocks: Vec<String> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        if !line.starts_with([' ', '\t', '}']) && !line.is_empty() {
            inside = line.starts_with(word);
            if inside {
                blocks.push(String::new());
            }
        }
        if inside && !line.trim_start().starts_with("//") {
            let block = blocks.last_mut().unwrap();
            block.push_str(line);
            block.push('\n');
        }
    }
    blocks
}

/// Everything in quotes that is long enough to be found.
fn texts(block: &str) -> Vec<String> {
    let mut texts = Vec::new();
    let mut rest = block;
    while let Some(start) = rest.find('"') {
        let long = rest[start..].starts_with("\"\"\"");
        let (inside, after) = if long {
            rest[start + 3..].split_once("\"\"\"").unwrap()
        } else {
            let from = &rest[start + 1..];
            let end = from.match_indices('"').find(|(at, _)| !from[..*at].ends_with('\\')).unwrap().0;
            (&from[..end], &from[end + 1..])
        };
        let plain = inside.replace("\\\"", "\"").split_whitespace().collect::<Vec<_>>().join(" ");
        let part = plain.split(['{', '}']).step_by(2).max_by_key(|part| part.len()).unwrap().trim().to_owned();
        if part.len() >= 12 && part.contains(' ') && part.chars().any(char::is_lowercase) {
            texts.push(json(&part));
        }
        rest = after;
    }
    texts
}

fn words(block: &str) -> BTreeSet<String> {
    block.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// A text as it stands in a message.
fn json(text: &str) -> String {
    serde_json::to_string(text).unwrap().trim_matches('"').to_owned()
}

/// A game on the server, and the same game here, where a bot plays it.
struct Play<'a> {
    host: &'a Host,
    booklet: &'a Booklet,
    id: String,
    key: String,
    player: Socket,
    /// How much of what came has been searched.
    searched: usize,
    twin: Box<dyn Table>,
    bot: &'static str,
    read: BTreeSet<String>,
    /// What must not be told, since so many pages have been read.
    sought: (usize, BTreeSet<String>),
}

impl<'a> Play<'a> {
    async fn begin(host: &'a Host, booklet: &'a Booklet, shelf: &Shelf, mission: &str) -> Play<'a> {
        let seed = 11;
        let wish = json!({ "game": GAME, "scenario": mission, "players": ["human"], "seed": seed.to_string() });
        let (status, body) = host.ask("POST", "/api/tables", &wish.to_string()).await;
        assert_eq!(status, 200, "{body}");
        let info: serde_json::Value = serde_json::from_str(&body).unwrap();
        let (id, key) = (info["id"].as_str().unwrap().to_owned(), info["seats"][0]["key"].as_str().unwrap().to_owned());
        let player = Socket::open(host.address, &id, &[&key]).await.unwrap();
        let ruleset = shelf.ruleset(GAME).unwrap();
        let twin = ruleset.open(mission, &Settings::default(), &["human".to_owned()], Some(seed)).unwrap();
        let bot = ruleset.bots()[0].0;
        let read = BTreeSet::new();
        let sought = (0, booklet.secrets(&read).into_iter().collect());
        let mut play = Play { host, booklet, id, key, player, searched: 0, twin, bot, read, sought };
        play.search(&body);
        play.player.view().await;
        play.search_new();
        play
    }

    /// Plays to the end; says how many paragraphs were read.
    async fn plays_out(mut self) -> usize {
        while let Some(seat) = self.twin.to_act().filter(|_| self.twin.seq() < LONGEST) {
            let seq = self.twin.seq();
            let action = self.twin.bot_action(self.bot, u64::from(seq)).unwrap();
            let log = self.twin.log_len();
            self.twin.act(seat, &action, None).unwrap();
            let lines = self.twin.log(Viewer::Referee, log);
            self.read.extend(lines.into_iter().filter_map(|entry| entry.page).map(|page| page.number));
            self.player.act(0, seq.into(), &[&action]).await;
            let view = self.player.view().await;
            assert_eq!(view["seq"], seq + 1, "the server plays the same game");
            // When the mission is over, everything may be seen.
            if self.twin.to_act().is_some() {
                self.search_new();
                if seq.is_multiple_of(PAUSE) {
                    self.ask_for_everything().await;
                }
            }
        }
        assert!(self.twin.to_act().is_none(), "the mission was not played to its end");
        self.read.len()
    }

    /// Everything else that a client can ask for.
    async fn ask_for_everything(&mut self) {
        let units: Vec<String> =
            self.twin.view(Viewer::Referee, u32::MAX).scene.counters.into_iter().map(|counter| counter.id).collect();
        for (question, answer) in [
            (json!({ "type": "plan", "id": 1, "seat": 0, "units": units }), "plan"),
            (json!({ "type": "overlays", "id": 2, "seat": 0 }), "overlays"),
            (json!({ "type": "whole" }), "view"),
        ] {
            self.player.send(question).await;
            let message = self.player.next().await.unwrap();
            assert!(message["type"] == answer || message["type"] == "refused", "{message}");
        }
        self.search_new();
        let id = self.id.clone();
        let key = self.key.clone();
        for path in ["", "/board", "/file", "/sheets", "/view", "/view?seq=3"] {
            for keys in [&[][..], &[key.as_str()]] {
                let (_, body) = self.host.holding(keys).get(&format!("/api/tables/{id}{path}")).await;
                self.search(&body);
            }
        }
    }

    fn search_new(&mut self) {
        let new = self.player.raw[self.searched..].to_owned();
        self.search(&new);
        self.searched = self.player.raw.len();
    }

    /// Looks for everything at once, as there are thousands of texts, and leaves out what has been read since.
    #[track_caller]
    fn search(&mut self, sent: &str) {
        if self.sought.0 != self.read.len() {
            self.sought = (self.read.len(), self.booklet.secrets(&self.read).into_iter().collect());
        }
        for found in self.booklet.finder.find_overlapping_iter(sent) {
            let (at, secret) = (found.start(), &self.booklet.everything[found.pattern()]);
            // "see 141" is no part of "see 1413", which is a hex.
            let longer = sent[found.end()..].starts_with(|next: char| next.is_ascii_digit());
            if longer || !self.sought.1.contains(secret) {
                continue;
            }
            let start = sent[..at].char_indices().rev().take(200).last().map_or(0, |(place, _)| place);
            let around: String = sent[start..].chars().take(400).collect();
            panic!("after {} actions \"{secret}\" is told:\n{around}", self.twin.seq());
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_message_tells_what_has_not_been_read() {
    let folder = tempdir().unwrap();
    let files = files();
    let shelf = Arc::new(shelf::stock(&files).unwrap());
    let booklet = Booklet::read(&files);
    assert!(booklet.pages.len() > 50 && booklet.pages["101"].texts.len() == 1, "the files are read");
    let public = server::Config { limits: Limits::local(), ..config(folder.path(), false) };
    let host = Host::with(public, Arc::clone(&shelf)).await;
    let (_, games) = host.get("/api/games").await;
    let told = booklet.everything.iter().find(|secret| games.contains(secret.as_str()));
    assert_eq!(told, None, "on the start page");
    for mission in shelf.ruleset(GAME).unwrap().scenarios() {
        let read = Play::begin(&host, &booklet, &shelf, &mission.id).await.plays_out().await;
        assert!(read > 2, "{}: only {read} paragraphs were read", mission.id);
    }
}

/// The search finds what it looks for: with nothing counted as read, the first page is a secret that is told.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[should_panic(expected = "is told")]
async fn the_search_notices_what_is_told() {
    let folder = tempdir().unwrap();
    let files = files();
    let shelf = Arc::new(shelf::stock(&files).unwrap());
    let booklet = Booklet::read(&files);
    let host = Host::with(config(folder.path(), true), Arc::clone(&shelf)).await;
    let mut play = Play::begin(&host, &booklet, &shelf, "training").await;
    let action = play.twin.legal().into_iter().find(|action| action == "generate sample").unwrap();
    play.player.act(0, 0, &[&action]).await;
    play.player.view().await;
    play.search_new();
}
