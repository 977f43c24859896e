//! What is saved: restarts, kills, damage, game files.

use std::{
    io::{Seek, SeekFrom, Write},
    path::Path,
    process::Command,
    time::Duration,
};

use crate::support::host::{Host, TestTable, config, database};
use serde_json::json;
use server::{Config, Server};
use sqlx::{AnyPool, Row};
use tempfile::tempdir;

const HUMANS: [&str; 2] = ["human", "human"];

async fn open_database(folder: &Path) -> AnyPool {
    sqlx::any::install_default_drivers();
    AnyPool::connect(&server::sqlite_url(&database(folder))).await.unwrap()
}

/// Seat, action, dice and fingerprint of every row of a game's log.
async fn rows(folder: &Path, table: &TestTable) -> Vec<[String; 4]> {
    let pool = open_database(folder).await;
    let query =
        sqlx::query("SELECT kind, action, dice, hash FROM log WHERE game = $1 ORDER BY entry").bind(table.id.clone());
    let rows = query.fetch_all(&pool).await.unwrap();
    pool.close().await;
    rows.iter().map(|row| std::array::from_fn(|column| row.get(column))).collect()
}

async fn tamper(folder: &Path, sql: &'static str, table: &TestTable) {
    let pool = open_database(folder).await;
    sqlx::query(sql).bind(table.id.clone()).execute(&pool).await.unwrap();
    pool.close().await;
}

/// Steps, hides, takes that back, rolls.
async fn play_a_little(host: &Host, table: &TestTable) {
    let mut both = host.sit(table, &[&table.red, &table.blue]).await;
    both.view().await;
    both.act(0, 0, &["step", "hide 2"]).await;
    both.view().await;
    both.undo(0, 2).await;
    both.view().await;
    both.act(0, 1, &["roll"]).await;
    both.view().await;
}

#[tokio::test]
async fn a_restart_goes_on_where_it_was() {
    let folder = tempdir().unwrap();
    let host = Host::local(folder.path()).await;
    let table = host.table("short", HUMANS).await;
    play_a_little(&host, &table).await;
    let mut blue = host.sit(&table, &[&table.blue]).await;
    let before = blue.view().await;
    host.stop().await;
    assert_eq!(blue.next().await, None);
    assert!(blue.raw.contains("closed 1001 the server is shutting down"), "{}", blue.raw);
    assert!(!database(folder.path()).with_extension("db-wal").exists(), "one tidy file is left");

    let rows = rows(folder.path(), &table).await;
    assert_eq!(rows.iter().map(|row| row[0].as_str()).collect::<Vec<_>>(), ["action", "action", "undo", "action"]);
    assert_eq!(rows[2][3], rows[0][3], "the fingerprint after undo is the one before");

    let host = Host::local(folder.path()).await;
    let mut blue = host.sit(&table, &[&table.blue]).await;
    assert_eq!(blue.view().await, before);
    blue.act(1, 2, &["step"]).await;
    assert_eq!(blue.view().await["seq"], 3);
}

#[tokio::test]
async fn settings_stay_with_the_game() {
    let folder = tempdir().unwrap();
    let host = Host::local(folder.path()).await;
    let wish = |settings| json!({ "game": "hidden", "scenario": "short", "settings": settings, "players": HUMANS });
    let opened = |answer: &str| serde_json::from_str::<serde_json::Value>(answer).unwrap();
    let (status, answer) = host.ask("POST", "/api/tables", &wish(json!({ "longer": "on" })).to_string()).await;
    assert_eq!(status, 200, "{answer}");
    let info = opened(&answer);
    let settings = json!([{ "id": "longer", "title": "Longer", "value": "on", "rule": "T-1" }]);
    assert_eq!(info["settings"], settings);
    for (settings, part) in [
        (json!({ "longr": "on" }), "did you mean \\\"longer\\\"?"),
        (json!({ "longer": "of" }), "did you mean \\\"off\\\"?"),
    ] {
        let (status, answer) = host.ask("POST", "/api/tables", &wish(settings).to_string()).await;
        assert!(status == 422 && answer.contains(part), "{status} {answer}");
    }
    let (status, _) = host.ask("POST", "/api/tables", &wish(json!({ "longer": true })).to_string()).await;
    assert!((400..500).contains(&status));
    host.stop().await;

    // A fresh server lists it and plays on with it.
    let host = Host::local(folder.path()).await;
    assert_eq!(host.get_json("/api/tables").await[0]["settings"], settings);
    let id = info["id"].as_str().unwrap();
    let view = host.get_json(&format!("/api/tables/{id}/view?seq=0")).await;
    assert!(view["scene"]["facts"].to_string().contains("Longer: on"), "{view}");
    host.stop().await;

    // The server reports what it can no longer read, and nothing else suffers.
    let table = TestTable { id: id.to_owned(), red: String::new(), blue: String::new() };
    tamper(folder.path(), "UPDATE games SET settings = '{\"longer\":' WHERE id = $1", &table).await;
    let host = Host::local(folder.path()).await;
    let info = host.get_json(&format!("/api/tables/{id}")).await;
    assert!(info["broken"].as_str().unwrap().contains("its settings cannot be read"), "{info}");
}

#[tokio::test]
async fn a_bot_that_was_asked_goes_on_after_a_restart() {
    let folder = tempdir().unwrap();
    let host = Host::local(folder.path()).await;
    let table = host.table("short", ["human", "roller"]).await;
    let mut red = host.sit(&table, &[&table.red]).await;
    red.send(json!({ "type": "pace", "milliseconds": 5000 })).await;
    red.view().await;
    red.act(0, 0, &["roll"]).await;
    red.view().await;
    host.kill();
    let host = Host::local(folder.path()).await;
    let mut red = host.sit(&table, &[&table.red]).await;
    assert_eq!(red.until(|view| view["scene"]["prompt"]["seat"] == 0).await["seq"], 3);
}

/// Not a test: the server that the next test kills.
#[tokio::test]
#[ignore = "run by another test in a process of its own"]
async fn a_server_to_be_killed() {
    let folder = std::env::var("OPFIRE_TEST_FOLDER").expect("started by another test");
    let host = Host::local(Path::new(&folder)).await;
    std::fs::write(Path::new(&folder).join("starting"), host.address.to_string()).unwrap();
    std::fs::rename(Path::new(&folder).join("starting"), Path::new(&folder).join("address")).unwrap();
    tokio::time::sleep(Duration::from_secs(60)).await;
}

#[tokio::test]
async fn whatever_was_announced_survives_kill_9() {
    let folder = tempdir().unwrap();
    let (table, address) = {
        let host = Host::local(folder.path()).await;
        let table = host.table("long", ["roller", "roller"]).await;
        host.stop().await;
        (table, folder.path().join("address"))
    };
    let mut last = 0;
    for _ in 0..3 {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "keep::a_server_to_be_killed", "--ignored"])
            .env("OPFIRE_TEST_FOLDER", folder.path())
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        while !address.exists() {
            assert!(child.try_wait().unwrap().is_none(), "the server ended before it could be killed");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        let at = std::fs::read_to_string(&address).unwrap().parse().unwrap();
        std::fs::remove_file(&address).unwrap();
        let mut onlooker = crate::support::client::Socket::open(at, &table.id, &[]).await.unwrap();
        let first = onlooker.view().await["seq"].as_u64().unwrap();
        assert!(first >= last, "{last} actions were announced and {first} are left");
        onlooker.send(json!({ "type": "pace", "milliseconds": 0 })).await;
        last = onlooker.until(|view| view["seq"].as_u64().unwrap() >= first + 25).await["seq"].as_u64().unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let host = Host::local(folder.path()).await;
    let info = host.get_json(&format!("/api/tables/{}", table.id)).await;
    assert!(info["broken"].is_null() && info["seq"].as_u64().unwrap() >= last, "{info}");
}

#[tokio::test]
async fn a_damaged_game_is_set_aside_and_the_others_go_on() {
    let folder = tempdir().unwrap();
    for (sql, reason) in [
        ("UPDATE log SET dice = '[1,' WHERE entry = 3 AND game = $1", "its dice cannot be read"),
        ("DELETE FROM log WHERE entry = 1 AND game = $1", "entry 1 of its record is missing"),
        ("DELETE FROM log WHERE entry = 3 AND game = $1", "holds 1 actions where 2 were saved"),
        ("UPDATE games SET scenario = 'lost' WHERE id = $1", "no scenario \"lost\""),
        ("UPDATE games SET keys = '[\"a' WHERE id = $1", "its keys cannot be read"),
        ("UPDATE games SET seats = '{' WHERE id = $1", "its players cannot be read"),
        ("UPDATE games SET moves = 'many' WHERE id = $1", "where -1 were saved"),
    ] {
        let host = Host::local(folder.path()).await;
        let (table, other) = (host.table("short", HUMANS).await, host.table("short", HUMANS).await);
        play_a_little(&host, &table).await;
        host.stop().await;
        tamper(folder.path(), sql, &table).await;
        let damaged = rows(folder.path(), &table).await;

        let host = Host::local(folder.path()).await;
        let path = format!("/api/tables/{}", table.id);
        let info = host.get_json(&path).await;
        assert!(info["broken"].as_str().unwrap_or("it is not").contains(reason), "{sql}: {info}");
        let list = host.get_json("/api/tables").await;
        let listed = list.as_array().unwrap().iter().find(|info| info["id"] == table.id.as_str()).unwrap();
        assert_eq!(listed["broken"], info["broken"]);
        assert!(crate::support::client::Socket::open(host.address, &table.id, &[&table.red]).await.is_err());
        let (status, failure) = host.get(&format!("{path}/board")).await;
        assert!(status == 409 && failure.contains("nothing of it was changed"), "{failure}");
        let (status, file) = host.get(&format!("{path}/file")).await;
        assert!(status == 200 && file.contains("opfire-"), "{sql}: {file}");
        play_a_little(&host, &other).await;
        host.stop().await;
        assert_eq!(rows(folder.path(), &table).await, damaged, "{sql}: untouched");
    }
}

#[tokio::test]
async fn a_game_that_plays_back_again_is_no_longer_broken() {
    let folder = tempdir().unwrap();
    let host = Host::local(folder.path()).await;
    let table = host.table("short", HUMANS).await;
    let path = format!("/api/tables/{}", table.id);
    tamper(folder.path(), "UPDATE games SET scenario = 'lost' WHERE id = $1", &table).await;
    assert!(host.get_json(&path).await["broken"].is_string());
    tamper(folder.path(), "UPDATE games SET scenario = 'short' WHERE id = $1", &table).await;
    assert!(host.get_json(&path).await["broken"].is_null());
}

/// A server that may set a damaged file aside.
async fn setting_aside(folder: &Path) -> Host {
    Host::start(Config { set_damaged_aside: true, ..config(folder, true) }).await
}

/// Asserts that a server does not start, and returns the reason.
async fn refused(folder: &Path) -> String {
    let opened = Server::open(config(folder, false), crate::support::game::shelf()).await;
    opened.err().expect("it starts").to_string()
}

/// The pages of a tree, by the name of its table or index.
async fn pages(folder: &Path, tree: &'static str) -> Vec<u64> {
    let pool = open_database(folder).await;
    let query = sqlx::query_scalar::<_, i64>("SELECT pageno FROM dbstat WHERE name = $1 AND pagetype = 'leaf'");
    let pages = query.bind(tree).fetch_all(&pool).await.unwrap();
    pool.close().await;
    pages.into_iter().map(|page| u64::try_from(page).unwrap()).collect()
}

fn spoil(path: &Path, page: u64) {
    let mut file = std::fs::OpenOptions::new().write(true).open(path).unwrap();
    file.seek(SeekFrom::Start((page - 1) * 4096)).unwrap();
    file.write_all(&[0xa5; 4096]).unwrap();
}

#[tokio::test]
async fn a_damaged_database_is_refused_and_left_alone() {
    let folder = tempdir().unwrap();
    let path = database(folder.path());
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    let damage = b"this is no database, and it is long enough to be seen as something else".repeat(40);
    std::fs::write(&path, &damage).unwrap();
    let why = refused(folder.path()).await;
    assert!(why.contains("opfire.db is damaged") && why.contains("--set-damaged-aside"), "{why}");
    assert_eq!(std::fs::read(&path).unwrap(), damage);

    let host = setting_aside(folder.path()).await;
    let aside = host.aside.clone().expect("the file was set aside");
    assert!(aside.to.to_string_lossy().ends_with("opfire.db.broken-1"), "{aside}");
    assert_eq!((std::fs::read(&aside.to).unwrap(), aside.rescued), (damage, 0));
    let table = host.table("short", HUMANS).await;
    play_a_little(&host, &table).await;
}

#[tokio::test]
async fn a_bad_page_of_any_tree_is_found_at_the_start_and_readable_games_are_taken_over() {
    for tree in ["games", "log", "sqlite_autoindex_games_1", "sqlite_autoindex_log_1", "games_touched"] {
        let folder = tempdir().unwrap();
        let path = database(folder.path());
        let host = Host::local(folder.path()).await;
        let mut tables = Vec::new();
        for _ in 0..40 {
            tables.push(host.table("short", HUMANS).await);
            play_a_little(&host, tables.last().unwrap()).await;
        }
        host.stop().await;
        let pages = pages(folder.path(), tree).await;
        spoil(&path, *pages.last().unwrap());
        let bytes = std::fs::read(&path).unwrap();
        let why = refused(folder.path()).await;
        assert!(why.contains("is damaged"), "{tree}: {why}");
        assert_eq!(std::fs::read(&path).unwrap(), bytes, "{tree}: nothing was changed");

        let host = setting_aside(folder.path()).await;
        let aside = host.aside.clone().expect("the file was set aside");
        assert_eq!(std::fs::read(&aside.to).unwrap(), bytes, "{tree}");
        assert_eq!(aside.rescued + aside.lost.len(), 40, "{tree}: {aside}");
        if ["games", "log"].contains(&tree) {
            assert!(aside.rescued > 0 && !aside.lost.is_empty(), "{tree}: {aside}");
        } else {
            assert_eq!(aside.rescued, 40, "{tree}: only an index is lost, and no game needs it");
        }
        let whole = tables.iter().filter(|table| !aside.lost.contains(&table.id));
        for table in whole {
            let info = host.get_json(&format!("/api/tables/{}", table.id)).await;
            assert!(info["broken"].is_null() && info["seq"] == 2, "{tree}: {info}");
        }
        assert_eq!(host.get_json("/api/tables").await.as_array().unwrap().len(), aside.rescued);
    }
}

/// Whatever `sql` counts.
async fn count(folder: &Path, sql: &'static str) -> i64 {
    let pool = open_database(folder).await;
    let count = sqlx::query_scalar(sql).fetch_one(&pool).await.unwrap();
    pool.close().await;
    count
}

const MANY_LINES: &str = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 600) \
                          INSERT INTO chat (game, number, mark, place, name, at, text) \
                          SELECT $1, i, 'mark ' || i, 'red', 'Anna', 7, 'line ' || i FROM n";

#[tokio::test]
async fn what_was_said_and_who_has_an_account_is_taken_over_from_a_damaged_file() {
    for tree in ["games_touched", "chat"] {
        let folder = tempdir().unwrap();
        let host = Host::public(folder.path()).await;
        let wish = json!({ "game": "hidden", "scenario": "short", "players": HUMANS, "name": "Anna" });
        let table = TestTable::from(&host.make(&wish).await);
        let account = json!({ "name": "Anna", "password": "correct horse battery" }).to_string();
        assert_eq!(host.ask("POST", "/api/account", &account).await.0, 201);
        host.stop().await;
        tamper(folder.path(), MANY_LINES, &table).await;
        for sql in [
            "INSERT INTO blocks (game, place, blocked) VALUES ($1, 'red', 'blue')",
            "INSERT INTO calls (game, place, seat, email) VALUES ($1, 'blue', 1, 'b@play.example')",
            "INSERT INTO addresses (email, token, asked, wanted) VALUES ('b@play.example', $1, 7, 0)",
            "INSERT INTO reports (id, game, number, place, name, text, reporter, why, at) \
             VALUES ('r', $1, 3, 'red', 'Anna', 'line 3', 'blue', 'rude', 7)",
        ] {
            tamper(folder.path(), sql, &table).await;
        }
        let pages = pages(folder.path(), tree).await;
        spoil(&database(folder.path()), pages[pages.len() / 2]);

        let host = Host::start(Config { set_damaged_aside: true, ..config(folder.path(), false) }).await;
        let aside = host.aside.clone().expect("the file was set aside");
        assert_eq!((aside.rescued, aside.lost.len()), (1, 0), "{tree}: {aside}");
        assert_eq!(host.ask("POST", "/api/session", &account).await.0, 200, "{tree}: Anna logs in");
        let mut red = host.sit(&table, &[&table.red]).await;
        red.view().await;
        assert_eq!(red.hear("chat").await["lines"].as_array().unwrap().last().unwrap()["text"], "line 600", "{tree}");
        host.stop().await;

        // The session of the registration, and the one of the log-in.
        for (sql, found) in [
            ("SELECT COUNT(*) FROM sessions", 2),
            ("SELECT COUNT(*) FROM blocks WHERE blocked = 'blue'", 1),
            ("SELECT COUNT(*) FROM calls WHERE email = 'b@play.example' AND seat = 1", 1),
            ("SELECT COUNT(*) FROM addresses WHERE wanted = 0", 1),
            ("SELECT COUNT(*) FROM reports WHERE why = 'rude' AND settled = 0", 1),
            ("SELECT COUNT(*) FROM chat WHERE number IN (1, 600) AND text LIKE 'line %'", 2),
        ] {
            assert_eq!(count(folder.path(), sql).await, found, "{tree}: {sql}");
        }
        let lines = count(folder.path(), "SELECT COUNT(*) FROM chat").await;
        if tree == "chat" {
            assert!((500..600).contains(&lines), "only what was on the bad page is gone: {lines}");
            assert!(aside.partial == ["chat"] && aside.to_string().contains("readable in part: chat"), "{aside}");
        } else {
            assert!(lines == 600 && aside.partial.is_empty(), "{lines}: {aside}");
        }
    }
}

#[tokio::test]
async fn a_page_that_goes_bad_while_the_server_runs_is_reported_for_the_game_on_it() {
    for tree in ["games", "log"] {
        let folder = tempdir().unwrap();
        let path = database(folder.path());
        let host = Host::local(folder.path()).await;
        let mut tables = Vec::new();
        for _ in 0..40 {
            tables.push(host.table("short", HUMANS).await);
            play_a_little(&host, tables.last().unwrap()).await;
        }
        host.stop().await;
        let pages = pages(folder.path(), tree).await;
        let host = Host::local(folder.path()).await;
        spoil(&path, *pages.last().unwrap());
        let (mut good, mut bad) = (0, 0);
        for table in &tables {
            let (status, body) = host.get(&format!("/api/tables/{}/board", table.id)).await;
            match status {
                200 => good += 1,
                409 => {
                    assert!(body.contains("is damaged where this game is"), "{body}");
                    bad += 1;
                }
                _ => panic!("{tree}: {status} {body}"),
            }
        }
        assert!(good > 0 && bad > 0, "{tree}: {good} {bad}");
        let list = host.get_json("/api/tables").await;
        assert_eq!(list.as_array().unwrap().len(), 40, "{tree}");
        assert_eq!(host.get("/api/tables/nobodyhasit/board").await.0, 404);
    }
}

#[tokio::test]
async fn a_second_server_on_the_same_file_is_turned_away() {
    let folder = tempdir().unwrap();
    let host = Host::local(folder.path()).await;
    // It signs before it answers anybody.
    host.get_json("/api/tables").await;
    let why = refused(folder.path()).await;
    let (process, address) = (std::process::id(), host.address);
    assert!(why.contains(&format!("in use by process {process} at http://{address}")), "{why}");
    host.stop().await;
    Host::local(folder.path()).await;
}

#[tokio::test]
async fn an_action_that_cannot_be_saved_is_not_done() {
    let folder = tempdir().unwrap();
    let host = Host::local(folder.path()).await;
    let table = host.table("short", HUMANS).await;
    let mut red = host.sit(&table, &[&table.red]).await;
    red.view().await;
    tamper(
        folder.path(),
        "CREATE TRIGGER full BEFORE INSERT ON log BEGIN SELECT RAISE(ABORT, 'disk full'); END",
        &table,
    )
    .await;
    red.act(0, 0, &["step"]).await;
    let messages = [red.next().await.unwrap(), red.next().await.unwrap()];
    let refused = messages.iter().find(|message| message["type"] == "refused").unwrap();
    assert!(refused["text"].as_str().unwrap().contains("disk full"), "{refused}");
    let change = messages.iter().find(|message| message["type"] == "change").unwrap();
    assert_eq!(change["edit"], json!({ "set": {} }), "nothing has changed");
    tamper(folder.path(), "DROP TRIGGER full", &table).await;
    red.act(0, 0, &["step"]).await;
    assert_eq!(red.view().await["seq"], 1);
}

#[tokio::test]
async fn game_files_come_in_if_they_play_back() {
    let folder = tempdir().unwrap();
    let host = Host::local(folder.path()).await;
    let table = host.table("short", HUMANS).await;
    let mut both = host.sit(&table, &[&table.red, &table.blue]).await;
    both.view().await;
    for seq in 0..6 {
        both.act(u8::try_from(seq % 2).unwrap(), seq, &["roll"]).await;
        both.view().await;
    }
    let file = host.get(&format!("/api/tables/{}/file", table.id)).await.1;

    // A game that was not over.
    let mut shorter = engine::GameFile::parse(&file).unwrap();
    shorter.moves.truncate(3);
    let (status, body) = host.ask("POST", "/api/tables/import", &shorter.to_text()).await;
    assert_eq!(status, 200, "{body}");
    let copy = TestTable::from(&serde_json::from_str(&body).unwrap());
    assert_ne!((&copy.id, &copy.red), (&table.id, &table.red));
    let mut blue = host.sit(&copy, &[&copy.blue]).await;
    assert_eq!(blue.view().await["seq"], 3);
    blue.act(1, 3, &["roll"]).await;
    assert_eq!(blue.view().await["seq"], 4);

    let mut edited = engine::GameFile::parse(&file).unwrap();
    edited.moves[3].dice = vec![edited.moves[3].dice[0] % 6 + 1];
    for (text, status, reason) in [
        (edited.to_text().as_str(), 422, "action 4, \\\"roll\\\": the file says the dice fell"),
        (&file[..file.len() / 2], 422, "not a readable game file"),
        ("{}", 422, "not an opfire game file"),
        ("", 422, "not a readable game file"),
        (&" ".repeat(9_000_000), 413, "at most 8192 kB"),
    ] {
        let (found, body) = host.ask("POST", "/api/tables/import", text).await;
        assert_eq!(found, status, "{body}");
        assert!(body.contains(reason), "{body}");
    }
    assert_eq!(host.get_json("/api/tables").await.as_array().unwrap().len(), 2);
}

#[cfg(unix)]
#[tokio::test]
async fn only_their_owner_can_read_saved_games() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempdir().unwrap();
    let host = Host::start(config(folder.path(), true)).await;
    host.stop().await;
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let path = database(folder.path());
    assert_eq!((mode(path.parent().unwrap()), mode(&path)), (0o700, 0o600));
}
