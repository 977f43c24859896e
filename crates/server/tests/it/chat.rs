//! What players say to each other, and whom they do not want to hear.

use crate::support::{
    client::Socket,
    host::{Host, TestTable, config, database},
};
use serde_json::{Value, json};
use sqlx::{Connection, Row};
use tempfile::tempdir;

const HUMANS: [&str; 2] = ["human", "human"];

/// A table with the keys of spectators and of the host.
struct Club {
    table: TestTable,
    watch: String,
    host: String,
}

async fn club(host: &Host) -> Club {
    let wish = json!({ "game": "hidden", "scenario": "short", "players": HUMANS, "name": "Anna" });
    let (status, body) = host.ask("POST", "/api/tables", &wish.to_string()).await;
    assert_eq!(status, 200, "{body}");
    let info: Value = serde_json::from_str(&body).unwrap();
    let word = |field: &str| info[field].as_str().unwrap().to_owned();
    Club { table: TestTable::from(&info), watch: word("watch"), host: word("host") }
}

async fn sit(host: &Host, table: &TestTable, key: &str) -> Socket {
    let mut socket = host.sit(table, &[key]).await;
    socket.view().await;
    socket
}

async fn chat(socket: &mut Socket) -> Value {
    let message = socket.next().await.expect("closed");
    assert_eq!(message["type"], "chat", "{message}");
    message
}

async fn say(socket: &mut Socket, text: &str) {
    socket.send(json!({ "type": "say", "text": text })).await;
}

fn texts(message: &Value) -> Vec<&str> {
    message["lines"].as_array().unwrap().iter().map(|line| line["text"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn all_hear_what_is_said_and_those_who_come_later_too() {
    let folder = tempdir().unwrap();
    let host = Host::public(folder.path()).await;
    let Club { table, watch, host: key } = club(&host).await;
    let mut red = sit(&host, &table, &table.red).await;
    let mut blue = sit(&host, &table, &table.blue).await;
    say(&mut red, " Good luck! ").await;
    for socket in [&mut red, &mut blue] {
        let heard = chat(socket).await;
        let line = &heard["lines"][0];
        assert_eq!((&heard["all"], &line["number"], &line["text"]), (&json!(false), &json!(1), &json!("Good luck!")));
        assert_eq!((&line["place"], &line["name"]), (&json!("red"), &json!("Anna")));
        assert!(line["at"].as_i64().unwrap() > 1_600_000_000);
    }
    let mut master = sit(&host, &table, &key).await;
    assert_eq!(texts(&chat(&mut master).await), ["Good luck!"]);
    say(&mut master, "Welcome").await;
    assert_eq!(chat(&mut master).await["lines"][0]["place"], "table", "the host has no seat of his own");
    host.stop().await;

    let host = Host::public(folder.path()).await;
    let mut watcher = sit(&host, &table, &watch).await;
    let all = chat(&mut watcher).await;
    assert_eq!((texts(&all), &all["all"]), (vec!["Good luck!", "Welcome"], &json!(true)));
    say(&mut watcher, "May I?").await;
    assert!(watcher.refused().await["text"].as_str().unwrap().contains("spectators listen"));
    for wish in
        [json!({ "type": "block", "place": "red", "on": true }), json!({ "type": "report", "number": 1, "why": "x" })]
    {
        watcher.send(wish).await;
        watcher.refused().await;
    }
}

#[tokio::test]
async fn whoever_is_blocked_is_not_heard() {
    let folder = tempdir().unwrap();
    let host = Host::public(folder.path()).await;
    let table = club(&host).await.table;
    let mut red = sit(&host, &table, &table.red).await;
    let mut blue = sit(&host, &table, &table.blue).await;
    say(&mut red, "first").await;
    chat(&mut red).await;
    chat(&mut blue).await;
    blue.send(json!({ "type": "block", "place": "red", "on": true })).await;
    let all = chat(&mut blue).await;
    assert_eq!((texts(&all), &all["all"], &all["blocked"]), (vec![], &json!(true), &json!(["red"])));
    say(&mut red, "insult").await;
    assert_eq!(texts(&chat(&mut red).await), ["insult"], "the one who is blocked does not notice");
    say(&mut blue, "peace").await;
    assert_eq!(texts(&chat(&mut blue).await), ["peace"]);
    assert!(!blue.raw.contains("insult"), "{}", blue.raw);
    drop(blue);
    let mut blue = sit(&host, &table, &table.blue).await;
    assert_eq!(texts(&chat(&mut blue).await), ["peace"], "and after coming back");
    blue.send(json!({ "type": "block", "place": "red", "on": false })).await;
    assert_eq!(texts(&chat(&mut blue).await), ["first", "insult", "peace"]);
    blue.send(json!({ "type": "block", "place": "nobody", "on": true })).await;
    assert!(blue.refused().await["text"].as_str().unwrap().contains("nobody sits there"));
}

#[tokio::test]
async fn lines_have_a_length_and_so_many_a_minute_are_enough() {
    let folder = tempdir().unwrap();
    let mut config = config(folder.path(), false);
    config.limits.set("lines-per-minute=3").unwrap();
    config.limits.set("lines-per-hour=6").unwrap();
    let host = Host::start(config).await;
    let table = club(&host).await.table;
    let mut red = sit(&host, &table, &table.red).await;
    for text in ["", " \n ", "x".repeat(501).as_str()] {
        say(&mut red, text).await;
        red.refused().await;
    }
    for _ in 0..2 {
        say(&mut red, &"x".repeat(500)).await;
        chat(&mut red).await;
    }
    say(&mut red, "third").await;
    let third = red.next().await.unwrap();
    assert_eq!(third["type"], "chat", "{third}");
    say(&mut red, "fourth").await;
    assert!(
        red.refused().await["text"].as_str().unwrap().contains("from one address"),
        "six attempts from one address"
    );
    host.stop().await;

    let host = Host::start({
        let mut config = crate::support::host::config(folder.path(), false);
        config.limits.set("lines-per-minute=3").unwrap();
        config
    })
    .await;
    let mut red = sit(&host, &table, &table.red).await;
    chat(&mut red).await;
    say(&mut red, "fourth").await;
    assert!(red.refused().await["text"].as_str().unwrap().contains("3 lines a minute"), "a restart forgives nothing");
    let mut blue = sit(&host, &table, &table.blue).await;
    chat(&mut blue).await;
    say(&mut blue, "each seat has its own").await;
    chat(&mut blue).await;
}

#[tokio::test]
async fn a_reported_line_is_kept_for_the_operator() {
    let folder = tempdir().unwrap();
    let mut config = config(folder.path(), false);
    config.limits.set("reports-per-hour=1").unwrap();
    let host = Host::start(config).await;
    let table = club(&host).await.table;
    let mut red = sit(&host, &table, &table.red).await;
    let mut blue = sit(&host, &table, &table.blue).await;
    say(&mut red, "something ugly").await;
    chat(&mut blue).await;
    blue.send(json!({ "type": "report", "number": 7, "why": "x" })).await;
    assert!(blue.refused().await["text"].as_str().unwrap().contains("no such line"));
    blue.send(json!({ "type": "report", "number": 1, "why": "he insults me" })).await;
    assert_eq!(blue.next().await.unwrap(), json!({ "type": "reported", "number": 1 }));
    blue.send(json!({ "type": "report", "number": 1, "why": "again" })).await;
    assert!(blue.refused().await["text"].as_str().unwrap().contains("reports an hour"));
    let both = [table.red.as_str(), &table.blue];
    let (status, _) = host.holding(&both).ask("DELETE", &format!("/api/tables/{}", table.id), "").await;
    assert_eq!(status, 204);
    host.stop().await;

    let mut connection = sqlx::SqliteConnection::connect(&server::sqlite_url(&database(folder.path()))).await.unwrap();
    let row = sqlx::query("SELECT * FROM reports").fetch_one(&mut connection).await.unwrap();
    let field = |name: &str| row.get::<String, _>(name);
    assert_eq!(
        (field("game"), field("text"), field("place")),
        (table.id.clone(), "something ugly".into(), "red".into())
    );
    assert_eq!((field("reporter"), field("why")), ("blue".into(), "he insults me".into()));
    let lines: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM chat").fetch_one(&mut connection).await.unwrap();
    assert_eq!(lines, 0, "what was said went with the game, and the report stayed");
}
