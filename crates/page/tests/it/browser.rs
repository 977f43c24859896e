//! A browser without a browser: what the worker of a page does, with a store that is a map.

use std::collections::BTreeMap;

use page::{Answer, Brought, Kept, Moment, Page, Request, Row, Write};
use serde_json::{Value, json};

/// What a browser keeps.
#[derive(Clone, Default)]
pub(crate) struct Store {
    pub(crate) rows: BTreeMap<String, Value>,
    pub(crate) moves: BTreeMap<(String, u32), Value>,
    pub(crate) printings: BTreeMap<String, Value>,
}

pub(crate) struct Browser {
    pub(crate) page: Page,
    pub(crate) store: Store,
    /// What each screen was told.
    pub(crate) heard: BTreeMap<u32, Vec<Value>>,
    now: u64,
}

impl Browser {
    pub(crate) fn new() -> Browser {
        Browser::with(Store::default())
    }

    /// The page is opened, perhaps again, with what was kept.
    pub(crate) fn with(store: Store) -> Browser {
        let rows: Vec<Row> = store.rows.values().map(|row| serde_json::from_value(row.clone()).unwrap()).collect();
        let kept = Kept { rows, printings: store.printings.keys().cloned().collect() };
        Browser { page: Page::new(kept), store, heard: BTreeMap::new(), now: 1_000_000 }
    }

    fn moment(&mut self) -> Moment {
        self.now += 1000;
        Moment { now: self.now, chance: self.now }
    }

    fn bring(&mut self, address: &str) {
        let Some(wanted) = self.page.wants(address) else { return };
        let of_game = self.store.moves.iter().filter(|((id, _), _)| *id == wanted.id);
        let moves = of_game.map(|(_, done)| serde_json::from_value(done.clone()).unwrap()).collect();
        let files = wanted.printing.map(|name| serde_json::from_value(self.store.printings[&name].clone()).unwrap());
        let moment = self.moment();
        self.page.bring(&wanted.id, Brought { moves, files }, moment);
    }

    fn finish(&mut self) {
        while let Some(write) = self.page.write() {
            match write {
                Write::Row { id, row } => drop(self.store.rows.insert(id, json!(row))),
                Write::Moves { id, from, moves } => {
                    self.store.moves.retain(|(known, number), _| *known != id || *number < from);
                    let numbered = (from..).zip(moves).map(|(number, done)| ((id.clone(), number), json!(done)));
                    self.store.moves.extend(numbered);
                }
                Write::Printing { name, files } => drop(self.store.printings.insert(name, json!(files))),
                Write::Gone { id } => {
                    self.store.rows.remove(&id);
                    self.store.moves.retain(|(known, _), _| *known != id);
                }
            }
        }
        while let Some((screen, message)) = self.page.letter() {
            self.heard.entry(screen).or_default().push(serde_json::from_str(&message).unwrap());
        }
    }

    pub(crate) fn ask(&mut self, method: &str, address: &str, keys: &[&str], body: &Value) -> Answer {
        self.bring(address);
        let body = body.as_str().map_or_else(|| body.to_string(), str::to_owned);
        let keys = keys.iter().map(|&key| key.to_owned()).collect();
        let moment = self.moment();
        let request = Request { method: method.to_owned(), address: address.to_owned(), keys, body };
        let answer = self.page.answer(&request, moment);
        self.finish();
        answer
    }

    pub(crate) fn get(&mut self, address: &str) -> Value {
        let answer = self.ask("GET", address, &[], &Value::Null);
        assert_eq!(answer.status, 200, "{address}: {}", answer.body);
        serde_json::from_str(&answer.body).unwrap()
    }

    /// A new game; its id.
    pub(crate) fn create(&mut self, wish: &Value) -> String {
        let answer = self.ask("POST", "/api/tables", &[], wish);
        assert_eq!(answer.status, 200, "{}", answer.body);
        serde_json::from_str::<Value>(&answer.body).unwrap()["id"].as_str().unwrap().to_owned()
    }

    pub(crate) fn connect(&mut self, screen: u32, id: &str, keys: &[&str]) -> Option<String> {
        let address = format!("/api/tables/{id}/ws");
        self.bring(&address);
        let keys: Vec<String> = keys.iter().map(|&key| key.to_owned()).collect();
        let moment = self.moment();
        let why = self.page.connect(screen, &address, &keys, moment);
        self.finish();
        why
    }

    pub(crate) fn say(&mut self, screen: u32, message: &Value) {
        let moment = self.moment();
        self.page.hear(screen, &message.to_string(), moment);
        self.finish();
    }

    /// Lets bots act until none is asked, or so many times.
    pub(crate) fn let_bots_act(&mut self, most: u32) -> u32 {
        for count in 0..most {
            let Some(id) = self.page.bot().map(|(id, _)| id.to_owned()) else { return count };
            let moment = self.moment();
            self.page.bot_acts(&id, moment);
            self.finish();
        }
        most
    }

    /// The whole view that a screen would get now.
    pub(crate) fn view(&mut self, screen: u32) -> Value {
        self.say(screen, &json!({"type": "whole"}));
        let last = self.heard[&screen].iter().rev().find(|message| message["type"] == "view");
        last.unwrap()["view"].clone()
    }

    /// Does the first thing that a view offers, and lets bots answer. Says whether there was something.
    pub(crate) fn act(&mut self, screen: u32, place: usize) -> bool {
        self.let_bots_act(5000);
        let view = self.view(screen);
        let (seat, choices) = (view["scene"]["prompt"]["seat"].clone(), view["scene"]["choices"].as_array().unwrap());
        if seat.is_null() || choices.is_empty() {
            return false;
        }
        let action = choices[place % choices.len()]["action"].clone();
        self.say(screen, &json!({"type": "act", "seq": view["seq"], "seat": seat, "actions": [action]}));
        true
    }
}
