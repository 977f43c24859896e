//! Pairs of games that differ only in what is hidden, on real servers: every byte that a seat and a spectator get, over
//! HTTP and over the socket, is the same in both until the difference is rightfully seen. One pair for each way to hide
//! something: where units wait and what is planned (Assault), the chits in a hand (Divisions), pages that nobody has
//! read (Open Fire).

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use crate::support::{
    client::{Socket, key_header, request},
    host::{Host, config},
};
use content::Files;
use dice::Seeded;
use engine::{GameFile, Seat, Settings, Shelf, Table, Viewer};
use serde_json::{Value, json};
use server::Limits;
use tempfile::{TempDir, tempdir};

/// Now and then everything else is asked for, too.
const PAUSE: u32 = 12;

/// Somebody who looks, and what he was sent so far.
struct Eye {
    name: &'static str,
    key: String,
    socket: Socket,
    compared: usize,
}

/// One game of a pair: on the server, and the same game here, where the referee looks on.
struct Half {
    host: Host,
    _folder: TempDir,
    id: String,
    /// One for each seat, and the last for spectators.
    eyes: Vec<Eye>,
    twin: Box<dyn Table>,
    /// Words that are drawn for every game.
    drawn: Vec<String>,
}

impl Half {
    /// Brings a game to a public server of its own and sits down everywhere.
    async fn open(shelf: &Arc<Shelf>, record: &GameFile) -> Half {
        let folder = tempdir().unwrap();
        let mut public = server::Config { limits: Limits::local(), ..config(folder.path(), false) };
        for word in ["work-per-address=none", "work-per-connection=none"] {
            public.limits.set(word).unwrap();
        }
        let host = Host::with(public, Arc::clone(shelf)).await;
        let (status, body) = host.ask("POST", "/api/tables/import", &record.to_text()).await;
        assert_eq!(status, 200, "{body}");
        let info: Value = serde_json::from_str(&body).unwrap();
        let word = |value: &Value| value.as_str().unwrap().to_owned();
        let id = word(&info["id"]);
        let mut keys: Vec<String> = info["seats"].as_array().unwrap().iter().map(|seat| word(&seat["key"])).collect();
        keys.push(word(&info["watch"]));
        let mut drawn = keys.clone();
        drawn.extend([id.clone(), word(&info["host"]), host.address.to_string()]);
        let last = keys.len() - 1;
        let mut eyes = Vec::new();
        for (place, key) in keys.into_iter().enumerate() {
            let name = if place == last { "a spectator" } else { ["the first seat", "the second seat"][place] };
            let socket = host.connect(&id, &[&key]).await;
            eyes.push(Eye { name, key, socket, compared: 0 });
        }
        let twin = shelf.open_file(record).unwrap().whole().unwrap();
        Half { host, _folder: folder, id, eyes, twin, drawn }
    }

    async fn act(&mut self, seat: Seat, action: &str) {
        let seq = self.twin.seq();
        self.twin.act(seat, action, None).unwrap_or_else(|error| panic!("{seat:?} {action}: {error}"));
        self.eyes[seat.index()].socket.act(seat.0, seq.into(), &[action]).await;
        self.hear().await;
    }

    /// Everybody hears of what was done last.
    async fn hear(&mut self) {
        let seq = self.twin.seq();
        for eye in &mut self.eyes {
            while eye.socket.kept.as_ref().is_none_or(|(_, view)| view["seq"] != seq) {
                let message = eye.socket.next().await.expect("closed");
                assert_ne!(message["type"], "refused", "{}: {message}", eye.name);
            }
        }
    }

    /// What an eye was sent since it was asked last.
    fn new_bytes(&mut self, eye: usize) -> String {
        let eye = &mut self.eyes[eye];
        let new = eye.socket.raw[eye.compared..].to_owned();
        eye.compared = eye.socket.raw.len();
        self.washed(&new)
    }

    /// Without what is drawn for every game, and without the time of day.
    fn washed(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for (place, word) in self.drawn.iter().enumerate() {
            text = text.replace(word, &format!("<{place}>"));
        }
        let mut parts = text.split("\"touched\":");
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |text, part| text + "\"touched\":" + part.trim_start_matches(|c: char| c.is_ascii_digit()))
    }

    /// Everything that can be asked for, by somebody or by nobody, with the bytes that came back.
    async fn asked(&mut self, eye: usize, units: &[String]) -> Vec<String> {
        let mut answers = Vec::new();
        let some: Vec<&String> = units.iter().step_by(units.len().div_ceil(6).max(1)).collect();
        for seat in 0..self.eyes.len() - 1 {
            let mut questions = vec![
                json!({ "type": "overlays", "id": 1, "seat": seat }),
                json!({ "type": "look", "id": 2, "seat": seat, "from": "0505", "to": "0909" }),
                json!({ "type": "field", "id": 3, "seat": seat, "from": "0707" }),
                json!({ "type": "openings", "id": 4, "seat": seat, "units": [] }),
                json!({ "type": "why-not", "id": 5, "seat": seat, "pointed": { "hex": "0707" } }),
                json!({ "type": "whole" }),
            ];
            for &unit in &some {
                let units = [unit];
                questions.push(json!({ "type": "plan", "id": 6, "seat": seat, "units": units }));
                questions.push(json!({ "type": "threats", "id": 7, "seat": seat, "units": units, "hex": null }));
                questions.push(json!({ "type": "why-not", "id": 8, "seat": seat, "pointed": { "unit": unit } }));
            }
            for question in questions {
                self.eyes[eye].socket.send(question).await;
                self.eyes[eye].socket.next().await.unwrap();
            }
        }
        answers.push(self.new_bytes(eye));
        let (seq, id) = (self.twin.seq(), self.id.clone());
        let past = format!("/view?seq={}", seq / 2);
        for path in ["", "/board", "/view", &past, "/sheets", "/luck", "/file", "/map.svg"] {
            for keys in [vec![self.eyes[eye].key.as_str()], Vec::new()] {
                let (name, keys) = key_header(&keys);
                let headers: &[(&str, &str)] = if keys.is_empty() { &[] } else { &[(name, &keys)] };
                let path = format!("/api/tables/{id}{path}");
                let answer = request(self.host.address, "GET", &path, headers, "").await;
                let dated = |line: &&str| !line.to_lowercase().starts_with("date:");
                let head: Vec<&str> = answer.head.lines().filter(dated).collect();
                answers.push(self.washed(&format!("{path}\n{}\n{}", head.join("\n"), answer.body)));
            }
        }
        answers
    }

    fn counters(&self) -> Vec<engine::Counter> {
        self.twin.view(Viewer::Referee, u32::MAX).scene.counters
    }
}

/// Two games, and who may not know in what they differ.
struct Pair {
    halves: [Half; 2],
    /// The eyes that must be told the same.
    blind: Vec<usize>,
    compared: u32,
}

impl Pair {
    async fn open(shelves: [&Arc<Shelf>; 2], records: [&GameFile; 2], hiding: Option<Seat>) -> Pair {
        let halves = [Half::open(shelves[0], records[0]).await, Half::open(shelves[1], records[1]).await];
        let eyes = 0..halves[0].eyes.len();
        let blind = eyes.filter(|&eye| hiding.is_none_or(|seat| seat.index() != eye)).collect();
        let mut pair = Pair { halves, blind, compared: 0 };
        for half in &mut pair.halves {
            half.hear().await;
        }
        pair.compare("at the start");
        pair
    }

    fn asked(&self) -> Option<Seat> {
        let asked = [0, 1].map(|half: usize| self.halves[half].twin.to_act());
        assert_eq!(asked[0], asked[1], "somebody else is asked after {} actions", self.halves[0].twin.seq());
        asked[0]
    }

    async fn act(&mut self, seat: Seat, actions: [&str; 2]) {
        for (half, action) in self.halves.iter_mut().zip(actions) {
            half.act(seat, action).await;
        }
    }

    fn compare(&mut self, when: &str) {
        for eye in self.blind.clone() {
            let [one, two] = [0, 1].map(|half: usize| self.halves[half].new_bytes(eye));
            same(self.halves[0].eyes[eye].name, when, &one, &two);
        }
        self.compared += 1;
    }

    async fn compare_everything(&mut self, when: &str) {
        let units: Vec<String> = self.halves[0].counters().into_iter().map(|counter| counter.id).collect();
        for eye in self.blind.clone() {
            let one = self.halves[0].asked(eye, &units).await;
            let two = self.halves[1].asked(eye, &units).await;
            assert_eq!(one.len(), two.len());
            for (one, two) in one.iter().zip(&two) {
                same(self.halves[0].eyes[eye].name, when, one, two);
            }
        }
    }

    /// After an action that showed nothing of what is hidden.
    async fn looks_the_same(&mut self, when: &str) {
        self.compare(when);
        if self.halves[0].twin.seq().is_multiple_of(PAUSE) {
            self.compare_everything(when).await;
        }
    }
}

#[track_caller]
fn same(who: &str, when: &str, one: &str, two: &str) {
    if one == two {
        return;
    }
    let alike = one.chars().zip(two.chars()).take_while(|(one, two)| one == two).count();
    let [one, two] = [one, two].map(|text| text.chars().skip(alike.saturating_sub(200)).take(500).collect::<String>());
    panic!("{when}: {who} is sent\n{one}\nin one game and\n{two}\nin the other");
}

fn humans(seats: usize) -> Vec<String> {
    vec!["human".to_owned(); seats]
}

fn pick<'a>(from: &'a [String], choices: &mut Seeded) -> &'a str {
    &from[choices.below(from.len() as u32) as usize]
}

// Assault
// ------------------------------------------------------------------------------------------------------------------------

/// The counters of a side that its enemy does not know of.
fn concealed(twin: &dyn Table, side: Seat) -> BTreeSet<String> {
    let counters = twin.view(Viewer::Referee, u32::MAX).scene.counters;
    let mine = counters.into_iter().filter(|counter| counter.seat == side);
    let hidden = mine.filter(|counter| counter.markers.iter().any(|marker| marker.id == "concealed"));
    hidden.map(|counter| counter.id).collect()
}

/// Where the units of a side stand that everybody sees.
fn in_sight(twin: &dyn Table, side: Seat) -> BTreeMap<String, String> {
    let hidden = concealed(twin, side);
    let counters = twin.view(Viewer::Referee, u32::MAX).scene.counters.into_iter();
    let known = counters.filter(|counter| counter.seat == side && !hidden.contains(&counter.id));
    known.map(|counter| (counter.id.clone(), format!("{counter:?}"))).collect()
}

/// Sets up, the hiding side by chance, and then once more with its hidden units elsewhere.
fn two_set_ups(shelf: &Shelf, scenario: &str, hiding: Seat, seed: u64) -> Option<[Box<dyn Table>; 2]> {
    let ruleset = shelf.ruleset("assault").unwrap();
    let open = || ruleset.open(scenario, &Settings::default(), &humans(2), Some(seed)).unwrap();
    let (mut one, mut choices, mut done) = (open(), Seeded::new(seed), Vec::new());
    while let Some(seat) = one.to_act().filter(|_| one.seq() < 200) {
        let legal = one.legal();
        if legal.iter().any(|action| action.starts_with("plan ")) {
            break;
        }
        // Each unit once: units may be set up anew.
        let placed =
            |unit: &str| done.iter().any(|(_, before): &(Seat, String)| before.starts_with(&format!("place {unit} ")));
        let mut places = legal;
        places.retain(|action| {
            action.strip_prefix("place ").and_then(|at| at.split(' ').next()).is_some_and(|unit| !placed(unit))
        });
        let action = match places.is_empty() || seat != hiding {
            true => one.bot_action(ruleset.bots()[0].0, seed ^ u64::from(one.seq())).unwrap(),
            false => pick(&places, &mut choices).to_owned(),
        };
        one.act(seat, &action, None).unwrap();
        done.push((seat, action));
    }
    let hidden = concealed(one.as_ref(), hiding);
    (0..100)
        .find_map(|_| {
            let (mut two, mut moved) = (open(), false);
            for (seat, action) in &done {
                let unit = action.strip_prefix("place ").and_then(|rest| rest.split(' ').next()).unwrap_or_default();
                let form = format!("place {unit} ");
                let mut elsewhere = two.legal();
                elsewhere.retain(|other| other.starts_with(&form) && other != action);
                let moves = *seat == hiding && hidden.contains(unit) && choices.below(2) == 0 && !elsewhere.is_empty();
                let chosen = if moves { pick(&elsewhere, &mut choices) } else { action.as_str() };
                two.act(*seat, chosen, None).ok()?;
                moved |= moves;
            }
            let fits = moved
                && two.to_act() == one.to_act()
                && concealed(two.as_ref(), hiding) == hidden
                && in_sight(two.as_ref(), hiding) == in_sight(one.as_ref(), hiding);
            fits.then_some(two)
        })
        .map(|two| [one, two])
}

/// How many minefields somebody has come upon.
fn mines_known(twin: &dyn Table) -> usize {
    twin.log(Viewer::Referee, 0).iter().filter(|line| line.text.contains("minefield in")).count()
}

/// What an enemy may know of a side that hides something: it changes when something of it comes to light.
fn known(twin: &dyn Table, hiding: Seat) -> (BTreeSet<String>, usize, usize) {
    (concealed(twin, hiding), mines_known(twin), in_sight(twin, hiding).len())
}

/// What the hiding side does in each of the two games: it plans as many units, but others, and then lets everything
/// pass.
fn keeps_still(pair: &Pair, planned: &mut u32, secrets: &mut Seeded) -> [String; 2] {
    let legal = [0, 1].map(|half: usize| pair.halves[half].twin.legal());
    let plans = legal
        .each_ref()
        .map(|legal| legal.iter().filter(|action| action.starts_with("plan ")).cloned().collect::<Vec<String>>());
    if *planned < 4 && plans.iter().all(|plans| !plans.is_empty()) {
        *planned += 1;
        return plans.map(|plans| pick(&plans, secrets).to_owned());
    }
    legal.map(|legal| {
        let quiet = legal.iter().find(|action| *action == "done");
        quiet.unwrap_or_else(|| panic!("the side that hides has to show something: {legal:?}")).clone()
    })
}

/// Plays a pair until something comes to light; how many actions that were, and how many of them the hiding side was
/// asked for.
async fn plays_assault(
    shelf: &Arc<Shelf>,
    set_ups: [Box<dyn Table>; 2],
    hiding: Seat,
    order: &str,
    seed: u64,
) -> (u32, u32) {
    let records = set_ups.map(|table| table.record());
    let mut pair = Pair::open([shelf, shelf], [&records[0], &records[1]], Some(hiding)).await;
    let (mut choices, mut secrets) = (Seeded::new(!seed), Seeded::new(seed));
    let (mut planned, mut ordered, mut asked) = (0, false, 0);
    let before = pair.halves[0].twin.seq();
    for _ in 0..160 {
        let Some(seat) = pair.asked() else { break };
        let seen = [0, 1].map(|half: usize| known(pair.halves[half].twin.as_ref(), hiding));
        let turn = pair.halves[0].twin.standing();
        let actions = if seat == hiding {
            asked += 1;
            let orders = pair.halves.iter().all(|half| half.twin.legal().iter().any(|action| action == order));
            if orders && !ordered {
                ordered = true;
                [order.to_owned(), order.to_owned()]
            } else {
                keeps_still(&pair, &mut planned, &mut secrets)
            }
        } else {
            let legal = [0, 1].map(|half: usize| pair.halves[half].twin.legal());
            assert_eq!(legal[0], legal[1], "the other side may do something else");
            // It comes near, rather than ending its turns.
            let moves: Vec<String> = legal[0].iter().filter(|action| action.starts_with("move ")).cloned().collect();
            let from = if moves.is_empty() || choices.below(4) == 0 { &legal[0] } else { &moves };
            let action = pick(from, &mut choices).to_owned();
            [action.clone(), action]
        };
        pair.act(seat, [&actions[0], &actions[1]]).await;
        if pair.halves[0].twin.standing() != turn {
            planned = 0;
        }
        if [0, 1].map(|half: usize| known(pair.halves[half].twin.as_ref(), hiding)) != seen {
            break;
        }
        let when = format!("{order}, after {} actions, {seat:?} {actions:?}", pair.halves[0].twin.seq());
        pair.looks_the_same(&when).await;
        // Dice that nobody saw were more in one of them: from here on others fall.
        let fallen = [0, 1].map(|half: usize| pair.halves[half].twin.file().moves.last().map(|done| done.dice.len()));
        if fallen[0] != fallen[1] {
            break;
        }
    }
    (pair.halves[0].twin.seq() - before, asked)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn assault_tells_nothing_of_where_units_hide_and_what_is_planned() {
    let shelf = Arc::new(shelf::stock(&Files::embedded()).unwrap());
    let (mut played, mut asked) = (0, 0);
    for (scenario, hiding, order, seed) in [
        ("blue-beach", Seat(1), "order ask", 5),
        ("blue-beach", Seat(1), "order hold", 6),
        ("road-block", Seat(0), "order fire 50", 7),
        ("night-village", Seat(1), "order ask", 8),
        ("training-3-the-terraces", Seat(1), "order ask", 9),
    ] {
        let set_ups = two_set_ups(&shelf, scenario, hiding, seed).expect("nobody can hide elsewhere");
        let (actions, questions) = plays_assault(&shelf, set_ups, hiding, order, seed).await;
        played += actions;
        asked += questions;
    }
    assert!(played > 100 && asked > 20, "{played} actions, {asked} of them of the side that hides");
}

/// The comparison finds what it looks for: whoever hides his units sees where they are.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[should_panic(expected = "is sent")]
async fn the_comparison_notices_what_is_told() {
    let shelf = Arc::new(shelf::stock(&Files::embedded()).unwrap());
    let records =
        two_set_ups(&shelf, "blue-beach", Seat(1), 5).expect("nobody can hide elsewhere").map(|table| table.record());
    Pair::open([&shelf, &shelf], [&records[0], &records[1]], None).await;
}

/// And whoever is asked: an order that differs is no secret, for it says who is asked.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[should_panic(expected = "somebody else is asked")]
async fn the_comparison_notices_who_is_asked() {
    let shelf = Arc::new(shelf::stock(&Files::embedded()).unwrap());
    let records = two_set_ups(&shelf, "night-village", Seat(1), 8)
        .expect("nobody can hide elsewhere")
        .map(|table| table.record());
    let mut pair = Pair::open([&shelf, &shelf], [&records[0], &records[1]], Some(Seat(1))).await;
    let (mut planned, mut secrets, mut choices) = ([0; 2], Seeded::new(8), Seeded::new(8));
    for _ in 0..160 {
        let Some(seat) = pair.asked() else { break };
        let legal = [0, 1].map(|half: usize| pair.halves[half].twin.legal());
        let actions = if seat == Seat(1) && planned == [0; 2] && legal[0].iter().any(|action| action == "order ask") {
            planned = [9; 2];
            ["order ask".to_owned(), "order hold".to_owned()]
        } else if seat == Seat(1) {
            keeps_still(&pair, &mut planned[0], &mut secrets)
        } else {
            let moves: Vec<String> = legal[0].iter().filter(|action| action.starts_with("move ")).cloned().collect();
            let action = pick(if moves.is_empty() { &legal[0] } else { &moves }, &mut choices).to_owned();
            [action.clone(), action]
        };
        pair.act(seat, [&actions[0], &actions[1]]).await;
    }
}

// Divisions
// ----------------------------------------------------------------------------------------------------------------------

/// Two games with other chits in one side's hand, and everything else alike: dice are thrown until two such games are
/// found. From then on the same dice fall in both.
fn two_hands(shelf: &Shelf, scenario: &str, hiding: Seat) -> [GameFile; 2] {
    let ruleset = shelf.ruleset("divisions").unwrap();
    // The first draw from the cup may bring an event chit.
    let begun = |seed: u64| {
        let mut table = ruleset.open(scenario, &Settings::default(), &humans(2), Some(seed)).unwrap();
        table.act(table.to_act().unwrap(), "draw", None).unwrap();
        table
    };
    let shown = |table: &dyn Table, viewer: Viewer| serde_json::to_string(&table.view(viewer, 0)).unwrap();
    let eyes = [Viewer::Seat(hiding.other()), Viewer::Spectator];
    let told = |table: &dyn Table| {
        let name = &table.seats()[hiding.index()].name;
        table.log(Viewer::Referee, 0).iter().any(|line| line.text.contains(&format!("event chit is drawn for {name}")))
    };
    let mut one = (1..200).map(begun).find(|one| told(one.as_ref())).expect("no event chit is drawn");
    let wanted = eyes.map(|eye| shown(one.as_ref(), eye));
    let truth = shown(one.as_ref(), Viewer::Referee);
    let fits = |two: &dyn Table| {
        shown(two, Viewer::Referee) != truth
            && eyes.iter().zip(&wanted).all(|(&eye, wanted)| shown(two, eye) == *wanted)
    };
    let mut two = (1..2000).map(begun).find(|two| fits(two.as_ref())).expect("no two games differ in a hand alone");
    for table in [&mut one, &mut two] {
        table.branch(&humans(2), 1944).unwrap();
    }
    [one.record(), two.record()]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn divisions_tells_nothing_of_the_chits_in_a_hand() {
    let shelf = Arc::new(shelf::stock(&Files::embedded()).unwrap());
    let mut played = 0;
    for hiding in [Seat(0), Seat(1)] {
        let records = two_hands(&shelf, "rzhavets", hiding);
        let mut pair = Pair::open([&shelf, &shelf], [&records[0], &records[1]], Some(hiding)).await;
        let mut choices = Seeded::new(hiding.0.into());
        for _ in 0..120 {
            let Some(seat) = pair.asked() else { break };
            let legal = [0, 1].map(|half: usize| pair.halves[half].twin.legal());
            assert!(seat == hiding || legal[0] == legal[1], "the other side may do something else");
            // Without playing a chit.
            let both: Vec<String> = legal[0]
                .iter()
                .filter(|action| legal[1].contains(action) && (seat != hiding || !plays_a_chit(action)))
                .cloned()
                .collect();
            let action = pick(&both, &mut choices).to_owned();
            pair.act(seat, [&action, &action]).await;
            let when = format!("after {} actions, {seat:?} {action}", pair.halves[0].twin.seq());
            pair.looks_the_same(&when).await;
            played += 1;
        }
    }
    assert!(played > 150, "{played} actions");
}

fn plays_a_chit(action: &str) -> bool {
    action.starts_with("play ") || action.contains(" with ")
}

// Open Fire
// ----------------------------------------------------------------------------------------------------------------------

/// Plays a mission to its end as the bot would; what was done, and the pages that were read.
fn plays_mission(shelf: &Shelf, mission: &str, seed: u64) -> (Vec<(Seat, String)>, BTreeSet<String>) {
    let ruleset = shelf.ruleset("open-fire").unwrap();
    let mut table = ruleset.open(mission, &Settings::default(), &humans(1), Some(seed)).unwrap();
    let (mut done, mut read) = (Vec::new(), BTreeSet::new());
    while let Some(seat) = table.to_act().filter(|_| table.seq() < 3000) {
        let action = table.bot_action(ruleset.bots()[0].0, u64::from(table.seq())).unwrap();
        let from = table.log_len();
        table.act(seat, &action, None).unwrap();
        let pages = table.log(Viewer::Referee, from).into_iter().filter_map(|entry| entry.page);
        read.extend(pages.map(|page| page.number));
        done.push((seat, action));
    }
    (done, read)
}

/// The same booklet with other pages where nobody has read: what stood on one stands on another, or at least in other
/// words.
fn with_other_pages(files: &Files, mission: &str, read: &BTreeSet<String>, turned: usize) -> (Files, usize) {
    let path = format!("open-fire/paragraphs/{mission}.kdl");
    let text = files.get(&path).unwrap();
    let number =
        |line: &str| line.strip_prefix("paragraph ").and_then(|rest| rest.split(' ').next()).map(str::to_owned);
    // Each page without its first line, in the order of the file.
    let mut bodies: Vec<String> = Vec::new();
    let mut unread = None;
    for line in text.lines() {
        if let Some(number) = number(line) {
            unread = (!read.contains(&number)).then_some(());
            if unread.is_some() {
                bodies.push(String::new());
            }
        } else if unread.is_some() {
            *bodies.last_mut().unwrap() += &format!("{line}\n").replace("story \"", "story \"Quite otherwise. ");
            if line == "}" {
                unread = None;
            }
        }
    }
    let count = bodies.len();
    bodies.rotate_left(turned);
    let (mut other, mut bodies, mut skips) = (String::new(), bodies.into_iter(), false);
    for line in text.lines() {
        if !skips {
            other += &format!("{line}\n");
        }
        if number(line).is_some_and(|number| !read.contains(&number)) {
            other += &bodies.next().unwrap();
            skips = true;
        } else if line == "}" {
            skips = false;
        }
    }
    let mut all = files.clone();
    all.insert(path, other);
    (all, count)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn open_fire_tells_nothing_of_pages_that_nobody_has_read() {
    let files = Files::embedded();
    let one = Arc::new(shelf::stock(&files).unwrap());
    let mut all = 0;
    // The pages of some missions have their places: who acts on one of them could not on another.
    for (mission, seed, turned) in [("training", 11, 1), ("the-garage", 12, 0)] {
        let (done, read) = plays_mission(&one, mission, seed);
        let (other, unread) = with_other_pages(&files, mission, &read, turned);
        let two = Arc::new(shelf::stock(&other).unwrap());
        let begin = |shelf: &Shelf| {
            let ruleset = shelf.ruleset("open-fire").unwrap();
            let table = ruleset.open(mission, &Settings::default(), &humans(1), Some(seed)).unwrap();
            table.record()
        };
        let records = [begin(&one), begin(&two)];
        let mut pair = Pair::open([&one, &two], [&records[0], &records[1]], None).await;
        let mut played = 0;
        // The end of a mission may show everything.
        for (seat, action) in &done[..done.len() - 1] {
            pair.act(*seat, [action, action]).await;
            let when = format!("{mission}, after {} actions, {action}", pair.halves[0].twin.seq());
            pair.looks_the_same(&when).await;
            played += 1;
        }
        assert!(unread > 5 && read.len() > 2, "{mission}: {unread} pages were not read, {} were", read.len());
        all += played;
    }
    assert!(all > 100, "{all} actions");
}
