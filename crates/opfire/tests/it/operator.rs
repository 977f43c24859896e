//! What an operator does with a server: certificates, signals, logs, copies, moves. The real program, as it is started.

use std::{collections::BTreeSet, fs, path::Path, time::Duration};

use serde_json::{Value, json};
use tempfile::tempdir;
use tokio::time::{sleep, timeout};

use crate::support::{
    client::{self, Socket},
    house::{self, House, opfire},
    postgres,
    secure::Certificate,
};

const PASSWORD: &str = house::PASSWORD;
const HUMANS: [&str; 2] = ["human", "human"];

/// Does something at a table until `count` actions were done, and gives what was seen last.
async fn play(house: &House, table: &Value, count: u64) -> Value {
    let keys = house::keys(table);
    let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
    let mut socket = Socket::open(house.address, table["id"].as_str().unwrap(), &keys).await.unwrap();
    let mut view = socket.view().await;
    let until = view["seq"].as_u64().unwrap() + count;
    while view["seq"].as_u64().unwrap() < until && view["scene"]["outcome"].is_null() {
        view = act(&mut socket, &view).await;
    }
    view
}

/// Does one of the things that are offered.
async fn act(socket: &mut Socket, view: &Value) -> Value {
    let mut view = view.clone();
    // A bot may be thinking.
    while view["scene"]["choices"].as_array().unwrap().is_empty() {
        view = socket.view().await;
        if !view["scene"]["outcome"].is_null() {
            return view;
        }
    }
    let seq = view["seq"].as_u64().unwrap();
    let choices = view["scene"]["choices"].as_array().unwrap();
    let choice = &choices[usize::try_from(seq * 7 + 3).unwrap() % choices.len()];
    let seat = u8::try_from(view["scene"]["prompt"]["seat"].as_u64().unwrap()).unwrap();
    let action = choice["action"].as_str().unwrap().to_owned();
    socket.act(seat, seq, &[&action]).await;
    socket.until(|view| view["seq"].as_u64().unwrap() > seq).await
}

#[tokio::test]
async fn a_new_certificate_is_taken_on_a_hangup_and_a_wrong_one_is_not() {
    let folder = tempdir().unwrap();
    let (own, next) = (Certificate::new(folder.path(), "own"), Certificate::new(folder.path(), "next"));
    let (certificate, key) = (own.certificate.display().to_string(), own.key.display().to_string());
    let house = House::serve(folder.path(), &["--tls-cert", &certificate, "--tls-key", &key], "info");
    assert!(house.page.starts_with("https://"), "{}", house.page);
    let answers = async |made: &Certificate| made.ask(house.address, "GET", "/health", "").await.is_ok();
    assert!(answers(&own).await && !answers(&next).await);

    fs::copy(&next.certificate, &own.certificate).unwrap();
    house.signal("HUP");
    house.logged(&own.key.display().to_string()).await;
    assert!(answers(&own).await, "its certificate and key do not fit: it keeps what it has");

    fs::copy(&next.key, &own.key).unwrap();
    house.signal("HUP");
    house.logged("the certificate was read again").await;
    assert!(answers(&next).await && !answers(&own).await);
    assert_eq!(house.stop().0, Some(0));
}

#[tokio::test]
async fn a_server_without_a_certificate_outlives_a_hangup() {
    let folder = tempdir().unwrap();
    let house = House::serve(folder.path(), &[], "info");
    assert_eq!(house.ask("GET", "/health", "").await.0, 200);
    house.signal("HUP");
    house.logged("there is no certificate to be read again").await;
    assert_eq!(house.ask("GET", "/health", "").await.0, 200, "the unit's reload sends it to every server");
    assert_eq!(house.stop().0, Some(0));
}

#[test]
fn certificate_and_key_come_together_and_a_wrong_file_is_named() {
    let folder = tempdir().unwrap();
    let out = opfire(&["serve", "--tls-cert", "own.pem"]);
    assert!(out.code == Some(2) && out.said.contains("--tls-key"), "{}", out.said);
    let missing = folder.path().join("nothing.pem").display().to_string();
    let database = format!("sqlite://{}/games.db", folder.path().display());
    let serve =
        ["serve", "--bind", "127.0.0.1:0", "--database", &database, "--tls-cert", &missing, "--tls-key", &missing];
    let out = opfire(&serve);
    assert!(out.code == Some(1) && out.said.contains(&missing), "{}", out.said);
}

#[tokio::test]
async fn a_server_that_is_asked_to_stop_says_so_first_and_keeps_everything() {
    let folder = tempdir().unwrap();
    let house = House::serve(folder.path(), &["--metrics", "127.0.0.1:0", "--drain", "1500ms"], "warn");
    let table = house.create(HUMANS).await;
    let view = play(&house, &table, 5).await;
    let keys = house::keys(&table);
    let id = table["id"].as_str().unwrap();
    let mut socket = Socket::open(house.address, id, &[&keys[0], &keys[1]]).await.unwrap();
    let mut seen = socket.view().await;
    assert_eq!(seen["seq"], view["seq"]);
    assert_eq!(house.ask("GET", "/ready", "").await.0, 200);

    house.signal("TERM");
    let leaving = async || house.ask("GET", "/ready", "").await;
    while leaving().await.0 == 200 {
        sleep(Duration::from_millis(10)).await;
    }
    assert!(leaving().await.1.contains("shutting down"));
    assert_eq!(house.ask("GET", "/health", "").await.0, 200, "alive it is");
    let watched = client::request(house.operators.unwrap(), "GET", "/ready", &[], "").await;
    assert_eq!(watched.status, 503);
    // Until a balancer has noticed, everything works.
    seen = act(&mut socket, &seen).await;
    assert_eq!(timeout(Duration::from_secs(20), socket.next()).await.expect("it does not close"), None);
    assert!(
        socket.raw.ends_with("closed 1001 the server is shutting down"),
        "{}",
        &socket.raw[socket.raw.len() - 80..]
    );
    let (code, said) = house.ended();
    assert!(code == Some(0) && said.contains("stopped, every game is saved"), "{said}");

    let house = House::serve(folder.path(), &[], "warn");
    let mut socket = Socket::open(house.address, id, &[&keys[0], &keys[1]]).await.unwrap();
    let again = socket.view().await;
    assert_eq!((&again["seq"], &again["scene"]), (&seen["seq"], &seen["scene"]));
}

/// Everything in an answer that opens something.
fn secrets(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                match value {
                    Value::String(secret)
                        if ["key", "invite", "host", "watch", "seed", "salt"].contains(&name.as_str()) =>
                    {
                        found.insert(secret.clone());
                    }
                    _ => secrets(value, found),
                }
            }
        }
        Value::Array(values) => values.iter().for_each(|value| secrets(value, found)),
        _ => {}
    }
}

/// It may be the right one of another game.
const WRONG_KEY: &str = "abcdefghijkmnpqrstuvwxyz23";

#[tokio::test]
async fn nothing_secret_is_logged_however_much_is_logged() {
    for form in ["json", "text"] {
        let folder = tempdir().unwrap();
        let house = House::serve(folder.path(), &["--log", form, "--metrics", "127.0.0.1:0"], "trace");
        let mut found = BTreeSet::from([PASSWORD, "ann@example.org", WRONG_KEY].map(str::to_owned));
        found.insert(house.register("Ann").await);
        for players in [HUMANS, ["human", "heuristic"]] {
            let table = house.create(players).await;
            secrets(&table, &mut found);
            play(&house, &table, 6).await;
            let (id, key) = (table["id"].as_str().unwrap(), &house::keys(&table)[0]);
            for path in ["", "/view", "/sheets", "/file", "/nothing"] {
                house.ask_with(key, "GET", &format!("/api/tables/{id}{path}?seq=2"), "").await;
                // As old clients do it.
                house.ask("GET", &format!("/api/tables/{id}{path}?key={key}&seq=2"), "").await;
            }
            // Where much is wrong, much could be said: a key that is none, too many of them, a handshake that is none.
            for shown in [format!("ñandú {key}"), format!("{key}, {key}\u{202e}")] {
                assert_eq!(house.ask_with(&shown, "GET", &format!("/api/tables/{id}/view"), "").await.0, 403);
            }
            let crowd = vec![("Opfire-Key", key.as_str()); 200];
            assert_eq!(client::request(house.address, "GET", "/api/games", &crowd, "").await.status, 431);
            let offered = format!("opfire.key.{key}");
            let half = [("Upgrade", "websocket"), ("Sec-WebSocket-Protocol", offered.as_str())];
            let answer = client::request(house.address, "GET", &format!("/api/tables/{id}/ws"), &half, "").await;
            assert!(answer.status == 400 && !answer.body.contains(key), "{}", answer.body);
            let mut socket = Socket::open(house.address, id, &[key]).await.unwrap();
            socket.view().await;
            socket.send(json!({ "type": "act", "seat": 0, "seq": 99, "actions": ["nonsense"] })).await;
            socket.send(json!({ "type": "nonsense", "key": key })).await;
            socket.refused().await;
            house.ask_with(key, "POST", &format!("/api/tables/{id}/branch"), "{").await;
            house.ask_with(WRONG_KEY, "DELETE", &format!("/api/tables/{id}"), "").await;
        }
        assert!(found.len() >= 6, "{found:?}");
        let (code, said) = house.stop();
        assert_eq!(code, Some(0), "{said}");
        let lines: Vec<&str> = said.lines().filter(|line| line.contains("answered")).collect();
        assert!(lines.len() > 10, "requests are noted: {said}");
        if form == "json" {
            let noted: Value = serde_json::from_str(lines[0]).unwrap();
            assert!(noted["route"].is_string() && noted["status"].is_number() && noted["level"] == "DEBUG", "{noted}");
        }
        for secret in found {
            assert!(!said.contains(&secret), "{secret} is in the log:\n{said}");
        }
        assert!(!said.contains("127.0.0.1"), "addresses of players are not logged:\n{said}");
    }
}

/// The games in a database and how many actions each has.
async fn games(database: &Path) -> Vec<(String, u64)> {
    let all = opfire(&["replay", "--all", "--json", "--database", &server::sqlite_url(database)]);
    assert_eq!(all.code, Some(0), "{}", all.said);
    let survey: Value = serde_json::from_str(&all.said).unwrap();
    vec![("played".to_owned(), survey["played"].as_u64().unwrap())]
}

#[tokio::test]
async fn a_copy_made_while_the_server_writes_holds_what_was_acknowledged_before() {
    let folder = tempdir().unwrap();
    let house = House::serve(folder.path(), &[], "warn");
    let database = format!("sqlite://{}/games.db", folder.path().display());
    let mut tables = Vec::new();
    for _ in 0..4 {
        tables.push(house.create(HUMANS).await);
    }
    for round in 0..3_u64 {
        let copy = folder.path().join(format!("copy-{round}.db"));
        let path = copy.display().to_string();
        let args = ["backup", "--database", &database, "-o", &path];
        let before: Vec<u64> = house.seqs(&tables).await;
        let copying = tokio::task::spawn_blocking({
            let args = args.map(str::to_owned);
            move || opfire(&args.each_ref().map(String::as_str))
        });
        // Somebody plays all the time.
        while !copying.is_finished() {
            for table in &tables {
                play(&house, table, 1).await;
            }
        }
        let out = copying.await.unwrap();
        assert!(out.code == Some(0) && out.said.contains("4 games"), "{}", out.said);
        assert_eq!(games(&copy).await, [("played".to_owned(), 4)], "every game of the copy plays back");
        let again = opfire(&args);
        assert!(again.code == Some(1) && again.said.contains("nothing is overwritten"), "{}", again.said);

        let other = tempdir().unwrap();
        fs::copy(&copy, other.path().join("games.db")).unwrap();
        let restored = House::serve(other.path(), &[], "warn");
        let (found, after) = (restored.seqs(&tables).await, house.seqs(&tables).await);
        for ((before, found), after) in before.iter().zip(&found).zip(&after) {
            assert!(before <= found && found <= after, "{before} {found} {after}");
        }
    }
    let out = opfire(&["backup", "--database", "postgres://me@db.example/games", "-o", "x"]);
    assert!(out.code == Some(1) && out.said.contains("pg_dump"), "{}", out.said);
    let out = opfire(&["backup", "--database", "sqlite:///nowhere/games.db", "-o", "x"]);
    assert!(out.code == Some(1) && out.said.contains("no saved games in /nowhere/games.db"), "{}", out.said);
    assert!(!Path::new("x").exists());
}

#[tokio::test]
async fn all_live_games_are_played_and_those_that_differ_are_named() {
    let folder = tempdir().unwrap();
    let database = folder.path().join("games.db");
    let house = House::serve(folder.path(), &[], "warn");
    let mut tables = Vec::new();
    for count in [3, 4, 5] {
        let table = house.create(HUMANS).await;
        play(&house, &table, count).await;
        tables.push(table["id"].as_str().unwrap().to_owned());
    }
    let url = server::sqlite_url(&database);
    // While the server runs.
    let out = opfire(&["replay", "--all", "--database", &url]);
    assert!(out.code == Some(0) && out.said.contains("3 live games played: 0 differ"), "{}", out.said);
    assert_eq!(house.stop().0, Some(0));

    house::spoil(&url, &format!("UPDATE log SET action = 'fly' WHERE game = '{}' AND entry = 2", tables[1])).await;
    house::spoil(&url, &format!("UPDATE games SET seats = '{{' WHERE id = '{}'", tables[2])).await;
    let before = fs::read(&database).unwrap();
    let out = opfire(&["replay", "--all", "--database", &url]);
    assert_eq!(out.code, Some(1), "{}", out.said);
    let line = |id: &str| out.said.lines().find(|line| line.starts_with(id)).unwrap_or_default().to_owned();
    assert!(line(&tables[1]).contains("divisions tiger-in-the-open, action 3 (fly):"), "{}", out.said);
    assert!(line(&tables[2]).contains("players cannot be read"), "{}", out.said);
    assert_eq!(line(&tables[0]), "");
    assert!(out.said.contains("3 live games played: 2 differ"), "{}", out.said);

    let out = opfire(&["replay", "--all", "--json", "--database", &url]);
    let survey: Value = serde_json::from_str(&out.said).unwrap();
    assert_eq!((out.code, survey["played"].as_u64()), (Some(1), Some(3)));
    let differing = survey["differing"].as_array().unwrap();
    let one = differing.iter().find(|game| game["id"] == tables[1].as_str()).unwrap();
    assert_eq!((one["number"].as_u64(), &one["known"], differing.len()), (Some(3), &json!(false), 2));
    assert_eq!(fs::read(&database).unwrap(), before, "nothing is changed");
    // What was said before is no news.
    house::spoil(&url, "UPDATE games SET broken = 'known' WHERE seats = '{'").await;
    house::spoil(&url, &format!("UPDATE games SET differs = 'known' WHERE id = '{}'", tables[1])).await;
    let out = opfire(&["replay", "--all", "--database", &url]);
    assert!(out.code == Some(0) && out.said.contains("0 differ, 2 were known to differ"), "{}", out.said);
}

#[tokio::test]
async fn a_game_moves_to_another_server_with_its_keys() {
    let (here, there) = (tempdir().unwrap(), tempdir().unwrap());
    let url = |folder: &Path| server::sqlite_url(&folder.join("games.db"));
    let house = House::serve(here.path(), &[], "warn");
    let (table, other) = (house.create(HUMANS).await, house.create(HUMANS).await);
    let view = play(&house, &table, 6).await;
    let id = table["id"].as_str().unwrap();
    let file = here.path().join("moved.json").display().to_string();
    let admin = |folder: &Path, words: &[&str]| {
        let url = url(folder);
        let mut args = vec!["admin", "--database", &url];
        args.extend(words);
        opfire(&args)
    };
    let out = admin(here.path(), &["export", id, "-o", &file]);
    assert_eq!(out.code, Some(0), "{}", out.said);
    assert!(admin(here.path(), &["export", id, "-o", &file]).said.contains("exists"), "nothing is overwritten");
    let out = admin(here.path(), &["import", &file]);
    assert!(out.code == Some(1) && out.said.contains("already"), "{}", out.said);

    // The other server is there, and has never heard of it.
    let second = House::serve(there.path(), &[], "warn");
    let out = admin(there.path(), &["import", &file]);
    assert!(out.code == Some(0) && out.said.contains(id), "{}", out.said);
    let keys = house::keys(&table);
    let mut socket = Socket::open(second.address, id, &[&keys[0], &keys[1]]).await.unwrap();
    let moved = socket.view().await;
    assert_eq!(
        (&moved["seq"], &moved["scene"], client::log(&moved)),
        (&view["seq"], &view["scene"], client::log(&moved))
    );
    act(&mut socket, &moved).await;

    let out = admin(here.path(), &["delete", id]);
    assert_eq!(out.code, Some(0), "{}", out.said);
    assert!(admin(here.path(), &["delete", id]).said.contains("no saved game"));
    assert_eq!(house.stop().0, Some(0));
    let house = House::serve(here.path(), &[], "warn");
    assert_eq!(house.ask("GET", &format!("/api/tables/{id}"), "").await.0, 404);
    assert_eq!(house.ask("GET", &format!("/api/tables/{}", other["id"].as_str().unwrap()), "").await.0, 200);

    // What somebody changed on the way is not taken in.
    let text = fs::read_to_string(&file).unwrap();
    let mut spoilt: Value = serde_json::from_str(&text).unwrap();
    let log = spoilt["rows"].as_array_mut().unwrap().iter_mut().find(|table| table[0] == "log").unwrap();
    log[1][2]["action"] = json!("fly");
    let file = here.path().join("spoilt.json").display().to_string();
    fs::write(&file, spoilt.to_string()).unwrap();
    let out = admin(here.path(), &["import", &file]);
    assert!(out.code == Some(1) && out.said.contains("nothing was taken in"), "{}", out.said);
    assert_eq!(house.ask("GET", &format!("/api/tables/{id}"), "").await.0, 404);
    fs::write(&file, text.replace("\"games\"", "\"writer\"")).unwrap();
    assert_eq!(admin(here.path(), &["import", &file]).code, Some(1));
    fs::write(&file, "{}").unwrap();
    assert!(admin(here.path(), &["import", &file]).said.contains("not a game that"));
}

#[tokio::test]
async fn an_operator_reads_what_is_reported_and_shuts_people_out() {
    let folder = tempdir().unwrap();
    let url = server::sqlite_url(&folder.path().join("games.db"));
    let admin = |words: &[&str]| {
        let mut args = vec!["admin", "--database", &url];
        args.extend(words);
        opfire(&args)
    };
    let house = House::serve(folder.path(), &[], "warn");
    let cookie = house.register("Ann").await;
    let table = house.create(HUMANS).await;
    let keys = house::keys(&table);
    let mut socket = Socket::open(house.address, table["id"].as_str().unwrap(), &[&keys[0], &keys[1]]).await.unwrap();
    socket.view().await;
    socket.send(json!({ "type": "say", "text": "You cheat!" })).await;
    let chat = socket.hear("chat").await;
    let number = chat["lines"][0]["number"].clone();
    socket.send(json!({ "type": "report", "number": number, "why": "he insults me" })).await;
    socket.hear("reported").await;

    let out = admin(&["reports"]);
    assert!(
        out.code == Some(0) && out.said.contains("You cheat!") && out.said.contains("he insults me"),
        "{}",
        out.said
    );
    let listed: Value = serde_json::from_str(&admin(&["reports", "--json"]).said).unwrap();
    let id = listed[0]["id"].as_str().unwrap();
    assert_eq!(listed[0]["game"], table["id"]);
    assert_eq!(admin(&["settle", id]).code, Some(0));
    assert!(admin(&["reports"]).said.contains("0 reports"));
    assert!(admin(&["reports", "--all"]).said.contains("You cheat!"));
    assert!(admin(&["settle", "nothing"]).said.contains("no report"));

    let asked = async || {
        let header = format!("opfire={cookie}");
        client::request(house.address, "GET", "/api/account", &[("Cookie", &header)], "").await.status
    };
    let log_in = async || {
        let login = json!({ "name": "ann", "password": PASSWORD }).to_string();
        house.ask("POST", "/api/session", &login).await.0
    };
    assert_eq!((asked().await, log_in().await), (200, 200));
    assert_eq!(admin(&["ban", "Ann"]).code, Some(0));
    assert_eq!((asked().await, log_in().await), (401, 403), "out on all devices, at once");
    assert_eq!(admin(&["unban", "ann"]).code, Some(0));
    assert_eq!((asked().await, log_in().await), (401, 200));
    assert!(admin(&["ban", "nobody"]).said.contains("no account"));
}

/// Why a connection is closed, which must be soon.
async fn last_words(socket: &mut Socket) -> String {
    let closed = async { while socket.next().await.is_some() {} };
    timeout(Duration::from_secs(5), closed).await.expect("nobody tells him");
    socket.raw[socket.raw.rfind("closed 1").unwrap()..].to_owned()
}

/// A game is deleted and an account closed beside a server: those who sit there hear of it soon, and nobody else
/// notices anything.
async fn are_told(database: &str) {
    let house = House::at(database, &[], "warn");
    let admin = |words: [&str; 2]| {
        let out = opfire(&["admin", "--database", database, words[0], words[1]]);
        assert_eq!(out.code, Some(0), "{}", out.said);
    };
    let cookie = format!("opfire={}", house.register("Ann").await);
    let wish = json!({ "game": "divisions", "scenario": "tiger-in-the-open", "players": HUMANS }).to_string();
    let made = client::request(house.address, "POST", "/api/tables", &[("Cookie", &cookie)], &wish).await;
    let (of_ann, gone): (Value, Value) = (serde_json::from_str(&made.body).unwrap(), house.create(HUMANS).await);
    let (id, keys) = (of_ann["id"].as_str().unwrap(), house::keys(&of_ann));
    let mut ann = Socket::open_with(house.address, id, &[], &[("Cookie", &cookie)]).await.unwrap();
    let mut other = Socket::open(house.address, id, &[&keys[0], &keys[1]]).await.unwrap();
    let id = gone["id"].as_str().unwrap();
    let mut left = Socket::open(house.address, id, &[&house::keys(&gone)[0]]).await.unwrap();
    for socket in [&mut ann, &mut left] {
        socket.view().await;
    }
    let view = other.view().await;

    admin(["delete", id]);
    assert_eq!(last_words(&mut left).await, "closed 1000 this game was thrown away");
    assert_eq!(house.ask("GET", &format!("/api/tables/{id}"), "").await.0, 404);
    // Ann still sits at her table.
    ann.send(json!({ "type": "whole" })).await;
    ann.view().await;

    admin(["ban", "Ann"]);
    assert_eq!(last_words(&mut ann).await, "closed 1008 the operator of this server has closed this account");
    // Whoever sits there by a key plays on.
    act(&mut other, &view).await;
    assert_eq!(house.stop().0, Some(0));
}

#[tokio::test]
async fn those_who_sit_at_a_table_hear_what_an_operator_does_on_sqlite() {
    let folder = tempdir().unwrap();
    are_told(&server::sqlite_url(&folder.path().join("games.db"))).await;
}

#[tokio::test]
async fn those_who_sit_at_a_table_hear_what_an_operator_does_on_postgresql() {
    let postgres = postgres::Postgres::start();
    are_told(&postgres.database()).await;
}

#[tokio::test]
async fn the_operators_commands_work_on_postgresql_too() {
    let postgres = postgres::Postgres::start();
    let (here, there) = (postgres.database(), postgres.database());
    let house = House::at(&here, &[], "warn");
    let second = House::at(&there, &[], "warn");
    let (table, other) = (house.create(HUMANS).await, house.create(HUMANS).await);
    let view = play(&house, &table, 4).await;
    play(&house, &other, 4).await;
    let (id, keys) = (table["id"].as_str().unwrap(), house::keys(&table));
    let run = |url: &str, words: &[&str]| {
        let mut args = words.to_vec();
        args.extend(["--database", url]);
        opfire(&args)
    };
    let out = run(&here, &["replay", "--all"]);
    assert!(out.code == Some(0) && out.said.contains("2 live games played: 0 differ"), "{}", out.said);
    postgres.run(
        "games0",
        &format!("UPDATE log SET action = 'fly' WHERE game = '{}' AND entry = 1", other["id"].as_str().unwrap()),
    );
    let out = run(&here, &["replay", "--all"]);
    assert!(out.code == Some(1) && out.said.contains("action 2 (fly)"), "{}", out.said);

    let folder = tempdir().unwrap();
    let file = folder.path().join("moved.json").display().to_string();
    let out = run(&here, &["admin", "export", id, "-o", &file]);
    assert_eq!(out.code, Some(0), "{}", out.said);
    let out = run(&there, &["admin", "import", &file]);
    assert_eq!(out.code, Some(0), "{}", out.said);
    let mut socket = Socket::open(second.address, id, &[&keys[0], &keys[1]]).await.unwrap();
    let moved = socket.view().await;
    assert_eq!((&moved["seq"], &moved["scene"]), (&view["seq"], &view["scene"]));
    act(&mut socket, &moved).await;

    // The server hears of it at once.
    let mut left = Socket::open(house.address, id, &[&keys[0]]).await.unwrap();
    left.view().await;
    let out = run(&here, &["admin", "delete", id]);
    assert_eq!(out.code, Some(0), "{}", out.said);
    assert_eq!(left.next().await, None);
    assert!(left.raw.contains("this game was thrown away"), "{}", left.raw);
    assert_eq!(house.ask("GET", &format!("/api/tables/{id}"), "").await.0, 404);
    assert!(run(&here, &["admin", "reports"]).said.contains("0 reports"));
    assert!(run(&here, &["admin", "ban", "nobody"]).said.contains("no account"));
}
