//! Several servers on one PostgreSQL: what one does the others show, and of two who do the same one wins.

use std::{collections::BTreeSet, path::Path};

use crate::support::{
    client::{Socket, log},
    host::{self, Host, TestTable},
    postgres::Postgres,
};
use serde_json::{Value, json};
use server::Config;
use tempfile::{TempDir, tempdir};

const HUMANS: [&str; 2] = ["human", "human"];

/// Two servers that share their games.
struct Pair {
    postgres: Postgres,
    one: Host,
    other: Host,
    folder: TempDir,
}

fn config(folder: &Path, database: &str) -> Config {
    Config { database: database.to_owned(), ..host::config(folder, false) }
}

async fn pair() -> Pair {
    let (postgres, folder) = (Postgres::start(), tempdir().unwrap());
    let database = postgres.database();
    let one = Host::start(config(folder.path(), &database)).await;
    let other = Host::start(config(folder.path(), &database)).await;
    Pair { postgres, one, other, folder }
}

async fn sit(host: &Host, table: &TestTable, keys: &[&str]) -> Socket {
    let mut socket = host.sit(table, keys).await;
    socket.view().await;
    socket
}

#[tokio::test]
async fn what_is_done_at_one_server_is_seen_at_the_other() {
    let pair = pair().await;
    let table = pair.one.table("short", HUMANS).await;
    let mut red = sit(&pair.one, &table, &[&table.red]).await;
    let mut blue = sit(&pair.other, &table, &[&table.blue]).await;

    red.act(0, 0, &["step"]).await;
    let (seen, other) = (red.view().await, blue.view().await);
    assert_eq!((&seen["seq"], log(&seen)), (&json!(1), vec!["steps"]));
    assert_eq!((&other["seq"], log(&other)), (&json!(1), vec!["steps"]));
    red.undo(0, 1).await;
    assert_eq!((red.view().await["seq"].clone(), blue.view().await["seq"].clone()), (json!(0), json!(0)));
    red.act(0, 0, &["hide 2"]).await;
    assert_eq!(log(&red.view().await), ["hides the word numbat"]);
    assert_eq!(log(&blue.view().await), ["hides a word"], "a secret stays one on the way");
    red.act(0, 1, &["roll"]).await;
    red.view().await;
    assert_eq!(blue.view().await["seq"], 2);
    blue.act(1, 2, &["roll"]).await;
    assert_eq!((blue.view().await["seq"].clone(), red.view().await["seq"].clone()), (json!(3), json!(3)));
    assert!(!blue.raw.contains("numbat"), "{}", blue.raw);
}

#[tokio::test]
async fn of_two_who_act_at_once_one_wins_and_the_other_is_told() {
    let pair = pair().await;
    let table = pair.one.table("long", HUMANS).await;
    let keys = [table.red.as_str(), table.blue.as_str()];
    let mut here = sit(&pair.one, &table, &keys).await;
    let mut there = sit(&pair.other, &table, &keys).await;
    let mut refused = 0;
    for round in 0..40 {
        let seat = u8::try_from(round % 2).unwrap();
        tokio::join!(here.act(seat, round, &["roll"]), there.act(seat, round, &["roll"]));
        for socket in [&mut here, &mut there] {
            refused += u32::from(was_refused(socket, round + 1).await);
        }
    }
    assert_eq!(refused, 40, "one of the two, every time");
    let count = pair.postgres.run("games0", "SELECT count(*) || ' ' || max(entry) FROM log");
    assert_eq!(count, "40 39");
}

/// Whether the last action of this client was refused. A question that it asks next is answered after that.
async fn was_refused(socket: &mut Socket, seq: u64) -> bool {
    socket.send(json!({ "type": "overlays", "id": seq, "seat": 0 })).await;
    let (mut refused, mut answered) = (false, false);
    while !answered || socket.kept.as_ref().unwrap().1["seq"] != seq {
        let message = socket.next().await.expect("closed");
        if message["type"] == "refused" {
            assert_eq!(message["text"], "the game has gone on since you looked", "{message}");
            refused = true;
        }
        answered |= message["type"] == "overlays" && message["id"] == seq;
    }
    refused
}

#[tokio::test]
async fn a_game_that_is_thrown_away_at_one_server_ends_at_the_other() {
    let pair = pair().await;
    let table = pair.one.table("short", HUMANS).await;
    let mut blue = sit(&pair.other, &table, &[&table.blue]).await;
    let both = [table.red.as_str(), &table.blue];
    assert_eq!(pair.one.holding(&both).ask("DELETE", &format!("/api/tables/{}", table.id), "").await.0, 204);
    assert!(blue.next().await.is_none());
    assert!(blue.raw.contains("closed"), "{}", blue.raw);
    assert_eq!(pair.other.get(&format!("/api/tables/{}", table.id)).await.0, 404);
}

#[tokio::test]
async fn another_server_moves_the_bot_when_the_one_that_did_has_died() {
    let Pair { one, other, postgres, folder } = pair().await;
    let table = one.table("long", ["human", "roller"]).await;
    let mut here = sit(&one, &table, &[&table.red]).await;
    let mut there = sit(&other, &table, &[&table.red]).await;
    here.send(json!({ "type": "pace", "milliseconds": 0 })).await;
    there.send(json!({ "type": "pace", "milliseconds": 0 })).await;
    let mut done = 0;
    done = rolled(&mut here, done).await;
    there.until(|view| view["seq"] == done).await;
    let keeper = || postgres.run("games0", "SELECT process FROM keepers");
    let before = keeper();
    // One of the two may not have been the keeper; then it is the other, and a third takes over when that one dies.
    one.kill();
    done = rolled(&mut there, done).await;
    let third = Host::start(config(folder.path(), &postgres.address("games0"))).await;
    let mut last = sit(&third, &table, &[&table.red]).await;
    other.kill();
    rolled(&mut last, done).await;
    assert_ne!(keeper(), before, "somebody else moves the bot now");
}

/// Rolls, lets the bot do its turn, and says how many actions there are then.
async fn rolled(player: &mut Socket, done: u64) -> u64 {
    player.act(0, done, &["roll"]).await;
    let view =
        player.until(|view| view["seq"].as_u64().unwrap() > done + 1 && view["scene"]["prompt"]["seat"] == 0).await;
    view["seq"].as_u64().unwrap()
}

#[tokio::test]
async fn dice_are_declared_at_one_server_and_typed_at_the_other() {
    let pair = pair().await;
    let wish = json!({ "game": "hidden", "scenario": "short", "players": HUMANS, "dice": "typed" });
    let (status, body) = pair.one.ask("POST", "/api/tables", &wish.to_string()).await;
    assert_eq!(status, 200, "{body}");
    let table = TestTable::from(&serde_json::from_str::<Value>(&body).unwrap());
    let mut red = sit(&pair.one, &table, &[&table.red]).await;
    let mut blue = sit(&pair.other, &table, &[&table.blue]).await;
    for socket in [&mut red, &mut blue] {
        socket.send(json!({ "type": "accept" })).await;
    }
    for socket in [&mut red, &mut blue] {
        told(socket, |message| message["type"] == "terms" && message["waiting"] == json!([])).await;
    }
    red.act(0, 0, &["roll"]).await;
    told(&mut blue, |_| false).await;
    assert_eq!(blue.kept.as_ref().unwrap().1["dice"]["needed"]["next"]["what"], "roll");
    blue.send(json!({ "type": "dice", "seq": 0, "known": 0, "faces": [4] })).await;
    told(&mut red, |_| false).await;
    told(&mut blue, |_| false).await;
    let rolled = pair.postgres.run("games0", "SELECT dice FROM log");
    assert_eq!(rolled, "[4]");
}

/// Listens until `wanted` comes, or until the view asks for dice or has none to ask for any more.
async fn told(socket: &mut Socket, wanted: impl Fn(&Value) -> bool) {
    let asks = |socket: &Socket| {
        let view = &socket.kept.as_ref().unwrap().1;
        (view["dice"].is_null(), view["seq"].clone())
    };
    let before = asks(socket);
    loop {
        let message = socket.next().await.expect("closed");
        if wanted(&message) || asks(socket) != before {
            return;
        }
    }
}

#[tokio::test]
async fn a_server_that_was_cut_off_catches_up() {
    let pair = pair().await;
    let table = pair.one.table("long", HUMANS).await;
    let keys = [table.red.as_str(), table.blue.as_str()];
    let mut here = sit(&pair.one, &table, &keys).await;
    let mut there = sit(&pair.other, &table, &keys).await;
    here.act(0, 0, &["roll"]).await;
    there.until(|view| view["seq"] == 1).await;
    // All connections of both are cut, those that listen too.
    let cut = "SELECT count(pg_terminate_backend(pid)) > 0 FROM pg_stat_activity WHERE datname = 'games0' AND pid <> \
        pg_backend_pid()";
    assert_eq!(pair.postgres.run("games0", cut), "t");
    here.until(|view| view["seq"] == 1).await;
    here.act(1, 1, &["roll"]).await;
    here.until(|view| view["seq"] == 2).await;
    there.until(|view| view["seq"] == 2).await;
}

#[tokio::test]
async fn both_databases_have_the_same_tables() {
    let (postgres, folder) = (Postgres::start(), tempdir().unwrap());
    Host::start(config(folder.path(), &postgres.database())).await.stop().await;
    Host::public(folder.path()).await.stop().await;
    let shared = postgres.run(
        "games0",
        "SELECT table_name || '.' || column_name || ' ' || is_nullable FROM \
        information_schema.columns WHERE table_schema = 'public'",
    );
    let shared: BTreeSet<String> = shared.lines().map(str::to_owned).collect();
    let own = columns(&server::sqlite_url(&host::database(folder.path()))).await;
    assert!(own.len() > 30, "{own:?}");
    assert_eq!(own.difference(&shared).collect::<Vec<_>>(), Vec::<&String>::new(), "only in SQLite");
    let ours = |column: &&String| !column.starts_with("_sqlx");
    assert_eq!(shared.difference(&own).filter(ours).collect::<Vec<_>>(), Vec::<&String>::new(), "only in PostgreSQL");
}

async fn columns(database: &str) -> BTreeSet<String> {
    use sqlx::{Connection, Row};
    let mut connection = sqlx::SqliteConnection::connect(database).await.unwrap();
    let list = "SELECT m.name || '.' || p.name || ' ' || CASE WHEN p.\"notnull\" THEN 'NO' ELSE 'YES' END \
                FROM sqlite_master m, pragma_table_info(m.name) p WHERE m.type = 'table' AND m.name NOT LIKE '_sqlx%'";
    let rows = sqlx::query(list).fetch_all(&mut connection).await.unwrap();
    rows.iter().map(|row| row.get(0)).collect()
}
