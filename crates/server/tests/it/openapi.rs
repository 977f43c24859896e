//! Asks a public server everything that its own description (`/api/openapi.json`) says can be asked, rightly and
//! wrongly, over HTTP and over WebSockets. No answer may be a fault of the server, none may be missing, and every one
//! must fit the description.
//!
//! The default run is short and always the same. A long one, other every time:
//! `OPFIRE_FUZZ_SEED=$RANDOM OPFIRE_FUZZ_REQUESTS=200000 cargo nextest run --release -p server -E "test(/^openapi/)"`

mod chance;
mod schema;

use std::{sync::Arc, time::Duration};

use crate::support::{
    client::with_keys,
    host::{Host, config},
};
use chance::Chance;
use content::Files;
use flate2::read::DeflateDecoder;
use futures_util::{SinkExt, StreamExt};
use schema::Description;
use serde_json::{Value, json};
use tempfile::tempdir;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};
use tokio_tungstenite::tungstenite::{Bytes, Message};

fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().map_or(usual, |text| text.parse().unwrap())
}

const PASSWORD: &str = "correct horse battery";

/// A public server with all games, few limits, and some tables that are known.
struct Fuzzed {
    host: Host,
    description: Description,
    /// Words that mean something: ids, keys, names of games, maps and seats.
    words: Vec<String>,
    tables: Vec<Value>,
    /// What `/api/games` lists.
    games: Value,
    _folder: tempfile::TempDir,
}

impl Fuzzed {
    async fn new() -> Fuzzed {
        let folder = tempdir().unwrap();
        let mut config = config(folder.path(), false);
        for limit in [
            "games-per-hour=none",
            "open-games-per-address=none",
            "waiting-time=60s",
            "accounts-per-hour=20",
            "logins-per-hour=none",
            "wrong-passwords-per-hour=none",
        ] {
            config.limits.set(limit).unwrap();
        }
        let shelf = Arc::new(shelf::stock(&Files::embedded()).unwrap_or_else(|problems| panic!("{problems:?}")));
        let host = Host::with(config, shelf).await;
        let description = Description::new(host.get_json("/api/openapi.json").await);
        let mut fuzzed =
            Fuzzed { host, description, words: Vec::new(), tables: Vec::new(), games: Value::Null, _folder: folder };
        fuzzed.gather().await;
        fuzzed
    }

    /// Learns names from what the server lists, and makes tables.
    async fn gather(&mut self) {
        self.games = self.host.get_json("/api/games").await;
        for game in self.games.as_array().unwrap() {
            self.words.push(game["id"].as_str().unwrap().to_owned());
            for kind in ["scenarios", "maps", "bots", "guides"] {
                let named = game[kind].as_array().unwrap().iter().filter_map(|one| one["id"].as_str());
                self.words.extend(named.take(3).map(str::to_owned));
            }
        }
        self.words.extend(
            ["human", "host", "watch", "german", "soviet", "0101", "0304", "woods.svg", "1"].map(str::to_owned),
        );
        for more in
            [json!({}), json!({ "claim": ["german"], "open": true, "public": true }), json!({ "dice": "typed" })]
        {
            let mut wish =
                json!({ "game": "divisions", "scenario": "tiger-in-the-open", "players": ["human", "human"] });
            wish.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            let (status, body) = self.host.ask("POST", "/api/tables", &wish.to_string()).await;
            assert_eq!(status, 200, "{body}");
            self.learn(serde_json::from_str(&body).unwrap());
        }
    }

    /// Remembers a table with what opens it.
    fn learn(&mut self, info: Value) {
        let seats = info["seats"].as_array().into_iter().flatten();
        let secrets = seats.flat_map(|seat| [&seat["key"], &seat["invite"], &seat["id"]]);
        let words = secrets.chain([&info["id"], &info["host"], &info["watch"]]).filter_map(Value::as_str);
        self.words.extend(words.map(str::to_owned));
        self.tables.push(info);
        // Old ones have been thrown away by now.
        if self.tables.len() > 12 {
            self.tables.remove(0);
        }
    }

    /// What stands for a name in an address: often something that is there.
    fn named(&self, name: &str, game: &Value, chance: &mut Chance) -> String {
        let of = |kind: &str, chance: &mut Chance| {
            let known = game[kind].as_array().filter(|known| !known.is_empty())?;
            chance.pick(known)["id"].as_str().map(str::to_owned)
        };
        let known = match name {
            _ if chance.one_in(4) => None,
            "game" => game["id"].as_str().map(str::to_owned),
            "map" => of("maps", chance),
            "scenario" => of("scenarios", chance),
            "look" => Some("woods.svg".to_owned()),
            "id" => chance.pick(&self.tables)["id"].as_str().map(str::to_owned),
            _ => None,
        };
        known.unwrap_or_else(|| self.word(chance))
    }

    /// A body that makes sense at this table.
    fn sensible(&self, path: &str, table: &Value, chance: &mut Chance) -> Option<Value> {
        let seats = table["seats"].as_array()?;
        let invited = seats.iter().find(|seat| seat["invite"].is_string());
        let seat = invited.unwrap_or_else(|| chance.pick(seats));
        match path {
            "/api/tables" => {
                let game = chance.pick(self.games.as_array()?);
                let scenario = chance.pick(game["scenarios"].as_array()?);
                let players = vec!["human"; scenario["seats"].as_array()?.len()];
                let mut wish = json!({ "game": game["id"], "scenario": scenario["id"], "players": players });
                if chance.one_in(2) {
                    wish["claim"] = json!([scenario["seats"][0]["id"]]);
                    wish["open"] = json!(chance.one_in(2));
                }
                Some(wish)
            }
            "/api/tables/{id}/claim" => Some(json!({ "seat": seat["id"], "invite": seat["invite"], "name": "Ann" })),
            "/api/tables/{id}/invitation" => Some(json!({ "place": seat["id"] })),
            "/api/account" if chance.one_in(2) => Some(json!({})),
            "/api/account" => Some(json!({ "name": format!("ann{}", chance.below(30)), "password": PASSWORD })),
            "/api/session" => Some(json!({ "name": format!("ann{}", chance.below(30)), "password": PASSWORD })),
            "/api/tables/{id}/notify" => Some(json!({})),
            "/api/mine" => Some(json!({ "keys": [{ "id": table["id"], "keys": [table["host"], seat["key"]] }] })),
            _ => None,
        }
    }

    /// Words as a header lists them, some as a WebSocket shows keys.
    fn list(&self, chance: &mut Chance) -> String {
        let count = if chance.one_in(20) { 300 } else { chance.below(4) };
        let words = (0..count).map(|_| {
            let before = *chance.pick(&["", "", "opfire.key.", "opfire.v1"]);
            let word = if count > 4 { chance.pick(&self.words).clone() } else { self.word(chance) };
            format!("{before}{}", chance::in_header(&word))
        });
        words.collect::<Vec<_>>().join(", ")
    }

    fn word(&self, chance: &mut Chance) -> String {
        if chance.one_in(4) { chance.nonsense() } else { chance.pick(&self.words).clone() }
    }
}

/// Sends a request and gives everything that comes back.
async fn exchange(host: &Host, request: &[u8]) -> Vec<u8> {
    let mut stream = TcpStream::connect(host.address).await.unwrap();
    // The server may answer and hang up before it has read all of it.
    let _ = stream.write_all(request).await;
    let mut bytes = Vec::new();
    let read = timeout(Duration::from_secs(90), stream.read_to_end(&mut bytes)).await;
    read.unwrap_or_else(|_| panic!("no answer to {}", String::from_utf8_lossy(&request[..request.len().min(500)])))
        .ok();
    bytes
}

/// The status, the media type and the body of an answer.
fn taken_apart(bytes: &[u8]) -> Option<(u16, String, Vec<u8>)> {
    let place = bytes.windows(4).position(|four| four == b"\r\n\r\n")?;
    let head = String::from_utf8_lossy(&bytes[..place]).to_lowercase();
    let status = head.split(' ').nth(1)?.parse().ok()?;
    let mime = head.lines().find_map(|line| line.strip_prefix("content-type: ")).unwrap_or_default();
    Some((status, mime.split(';').next().unwrap_or_default().to_owned(), bytes[place + 4..].to_vec()))
}

#[tokio::test]
async fn no_request_makes_the_server_err() {
    let mut fuzzed = Fuzzed::new().await;
    let mut chance = Chance::new(number("OPFIRE_FUZZ_SEED", 14));
    let operations = fuzzed.description.operations();
    assert!(operations.len() > 30);
    let mut done = vec![0_u32; operations.len()];
    let mut session = String::new();
    for round in 0..number("OPFIRE_FUZZ_REQUESTS", 5000) {
        let place = usize::try_from(round).unwrap() % operations.len();
        let operation = &operations[place];
        let mut path = operation.path.clone();
        let game = chance.pick(fuzzed.games.as_array().unwrap()).clone();
        while let Some((before, rest)) = path.split_once('{') {
            let (name, after) = rest.split_once('}').unwrap();
            path = format!("{before}{}{after}", chance::escaped(&fuzzed.named(name, &game, &mut chance)));
        }
        let mut query: Vec<String> = Vec::new();
        for parameter in &operation.query {
            for _ in 0..chance.below(3) {
                let value = if chance.one_in(3) { chance.number() } else { fuzzed.word(&mut chance) };
                query.push(format!("{parameter}={}", chance::escaped(&value)));
            }
        }
        let mut shown = String::new();
        for header in &operation.headers {
            for _ in 0..chance.below(3) {
                shown += &format!("{header}: {}\r\n", fuzzed.list(&mut chance));
            }
        }
        if chance.one_in(20) {
            query.push(chance::escaped(&chance.nonsense()));
        }
        if chance.one_in(2) && operation.query.iter().any(|name| name == "from") {
            query = vec!["from=0303".to_owned(), "to=0606".to_owned()];
        }
        // Rightly, as far as a stranger can know what is right: the game, its host's key, its seats' keys.
        let table = chance.pick(&fuzzed.tables).clone();
        if chance.one_in(2) && operation.path.contains("{id}") {
            path = operation.path.replace("{id}", table["id"].as_str().unwrap());
            let mut keys = vec![&table["host"], &table["watch"]];
            keys.extend(table["seats"].as_array().unwrap().iter().map(|seat| &seat["key"]));
            query.clear();
            let keys = keys.into_iter().filter_map(Value::as_str).filter(|_| !chance.one_in(3));
            let keys: Vec<&str> = keys.collect();
            shown = format!("Opfire-Key: {}\r\n", keys.join(", "));
            // As old clients do it.
            if chance.one_in(4) {
                shown.clear();
                query.extend(keys.iter().map(|key| format!("key={key}")));
            }
            if operation.query.iter().any(|name| name == "place") {
                query
                    .push(format!("place={}", chance.pick(table["seats"].as_array().unwrap())["id"].as_str().unwrap()));
            }
        }
        let mut body = match &operation.body {
            Some(schema) => {
                let sensible = fuzzed.sensible(&operation.path, &table, &mut chance).filter(|_| !chance.one_in(3));
                let value = match sensible {
                    Some(value) => value,
                    None => fuzzed.description.make(schema, &mut chance, &fuzzed.words, 0),
                };
                let value = if chance.one_in(3) { chance.spoilt(value) } else { value };
                value.to_string().into_bytes()
            }
            None => Vec::new(),
        };
        if chance.one_in(25) {
            body = chance.bytes();
        }
        let method = if chance.one_in(30) { chance.method() } else { operation.method.as_str() };
        let query = if query.is_empty() { String::new() } else { format!("?{}", query.join("&")) };
        let head = format!(
            "{method} {path}{query} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Length: {}\r\n{shown}{}\r\n",
            fuzzed.host.address,
            body.len(),
            if chance.one_in(2) { session.clone() } else { chance.header() },
        );
        let mut request = head.clone().into_bytes();
        request.extend_from_slice(&body);
        let answer = exchange(&fuzzed.host, &request).await;
        let told = || {
            format!(
                "{head}{}\n=> {}",
                String::from_utf8_lossy(&body),
                String::from_utf8_lossy(&answer[..answer.len().min(2000)])
            )
        };
        let (status, mime, content) = taken_apart(&answer).unwrap_or_else(|| panic!("no answer: {}", told()));
        assert!(
            status < 500 || ((status == 503 || status == 507) && answer.windows(7).any(|part| part == b"\"error\"")),
            "{}",
            told()
        );
        if method == operation.method {
            let fits = fuzzed.description.answer_fits(operation, status, &mime, &content);
            fits.unwrap_or_else(|why| panic!("{why}: {}", told()));
        } else if method != "HEAD" && method != "OPTIONS" {
            // Another method may be one that is described, too.
            assert!(status < 500, "{}", told());
        }
        // A session that was given is used from then on.
        let text = String::from_utf8_lossy(&answer);
        if let Some(cookie) = text.split("set-cookie: ").nth(1).filter(|_| status < 300 && method == "POST") {
            session = format!("Cookie: {}\r\n", cookie.split(';').next().unwrap());
        }
        done[place] += u32::from(status < 300);
        if status == 200 && method == "POST" && path == "/api/tables" {
            fuzzed.learn(serde_json::from_slice(&content).unwrap());
        }
    }
    // A fuzzer that is always turned away finds nothing.
    let never: Vec<String> = operations
        .iter()
        .zip(&done)
        .filter(|(operation, done)| **done == 0 && !SELDOM.contains(&operation.path.as_str()))
        .map(|(operation, _)| format!("{} {}", operation.method, operation.path))
        .collect();
    assert!(never.is_empty(), "never answered well: {never:?}");
    let (status, body) = fuzzed.host.get("/ready").await;
    assert_eq!(status, 200, "{body}");
}

/// What chance cannot do: a recorded game, a game that is over, a WebSocket without its handshake, a question of an
/// aid, the word in a mail.
const SELDOM: [&str; 8] = [
    "/api/address",
    "/api/tables/import",
    "/api/tables/{id}/file",
    "/api/tables/{id}/ws",
    "/api/tables/{id}/branch",
    "/api/tables/{id}/rematch",
    "/api/aids/{game}/odds",
    "/api/aids/{game}/resolve",
];

#[tokio::test]
async fn no_message_makes_a_table_err() {
    let fuzzed = Fuzzed::new().await;
    let mut chance = Chance::new(number("OPFIRE_FUZZ_SEED", 14));
    let (to_server, to_client) =
        (json!({ "$ref": "#/components/schemas/ToServer" }), json!({ "$ref": "#/components/schemas/ToClient" }));
    let (mut viewed, mut refused) = (0, 0);
    for round in 0..number("OPFIRE_FUZZ_REQUESTS", 5000).div_ceil(100) {
        let table = &fuzzed.tables[usize::try_from(round).unwrap() % fuzzed.tables.len()];
        let seats = table["seats"].as_array().unwrap().iter().filter_map(|seat| seat["key"].as_str());
        let url = format!("ws://{}/api/tables/{}/ws", fuzzed.host.address, table["id"].as_str().unwrap());
        let request = with_keys(&url, &seats.collect::<Vec<_>>()).unwrap();
        let (mut socket, _) = tokio_tungstenite::connect_async(request).await.unwrap();
        let mut words = fuzzed.words.clone();
        for _ in 0..50 {
            let mut value = fuzzed.description.make(&to_server, &mut chance, &words, 0);
            if chance.one_in(3) {
                value = chance.spoilt(value);
            }
            let message = match chance.below(12) {
                0 => Message::binary(chance.bytes()),
                1 => Message::text(chance.nonsense()),
                2 => Message::Ping(Bytes::from(vec![7; chance.below(100)])),
                _ => Message::text(value.to_string()),
            };
            // What is larger ends the connection, as another test says.
            if message.len() > 60_000 {
                continue;
            }
            let told = format!("{message:?}");
            socket.send(message).await.unwrap();
            socket.send(Message::text(r#"{"type":"whole"}"#)).await.unwrap();
            // Everything up to the whole view that was asked for.
            loop {
                let heard = timeout(Duration::from_secs(60), socket.next())
                    .await
                    .unwrap_or_else(|_| panic!("no answer to {told}"));
                let text = match heard
                    .unwrap_or_else(|| panic!("cut off after {told}"))
                    .unwrap_or_else(|error| panic!("{error} after {told}"))
                {
                    Message::Text(text) => text.as_bytes().to_vec(),
                    Message::Binary(packed) => {
                        let mut text = Vec::new();
                        std::io::Read::read_to_end(&mut DeflateDecoder::new(packed.as_ref()), &mut text).unwrap();
                        text
                    }
                    Message::Close(frame) => panic!("closed ({frame:?}) after {told}"),
                    _ => continue,
                };
                let heard: Value = serde_json::from_slice(&text).unwrap();
                fuzzed.description.fits(&to_client, &heard).unwrap_or_else(|why| panic!("{why}: {heard} after {told}"));
                let kind = heard["type"].as_str().unwrap();
                refused += u32::from(kind == "refused");
                if kind == "view" {
                    viewed += 1;
                    let choices = heard["view"]["scene"]["choices"]
                        .as_array()
                        .unwrap()
                        .iter()
                        .filter_map(|choice| choice["action"].as_str());
                    words = fuzzed.words.clone();
                    words.extend(choices.take(40).map(str::to_owned));
                    break;
                }
                assert!(!heard.to_string().contains("made a mistake"), "{heard} after {told}");
            }
        }
        let _ = socket.close(None).await;
    }
    assert!(viewed > 100 && refused > 100, "{viewed} views, {refused} refusals");
}

/// The fuzzer itself: answers that do not fit are noticed.
#[tokio::test]
async fn answers_that_do_not_fit_are_noticed() {
    let fuzzed = Fuzzed::new().await;
    let table = json!({ "$ref": "#/components/schemas/TableInfo" });
    let good = fuzzed.tables[0].clone();
    fuzzed.description.fits(&table, &good).unwrap();
    for (field, wrong) in
        [("id", json!(7)), ("seats", json!({})), ("seq", json!("3")), ("over", Value::Null), ("dice", json!("loaded"))]
    {
        let mut spoilt = good.clone();
        spoilt[field] = wrong;
        assert!(fuzzed.description.fits(&table, &spoilt).is_err(), "{field}");
        spoilt.as_object_mut().unwrap().remove(field);
        assert!(fuzzed.description.fits(&table, &spoilt).is_err(), "without {field}");
    }
    let mut more = good;
    more["secret"] = json!("told");
    assert!(fuzzed.description.fits(&table, &more).is_err(), "what is not described must not be there");
    let operations = fuzzed.description.operations();
    let info = operations.iter().find(|one| one.method == "GET" && one.path == "/api/tables/{id}").unwrap();
    assert!(fuzzed.description.answer_fits(info, 500, "application/json", b"{\"error\":\"x\"}").is_err());
    assert!(fuzzed.description.answer_fits(info, 404, "text/plain", b"gone").is_err());
    assert!(fuzzed.description.answer_fits(info, 404, "application/json", b"{\"error\":\"x\"}").is_ok());
}
