//! What strangers can use of the server: actions, replays, imports, games.

use std::{path::Path, sync::atomic::Ordering, time::Duration};

use crate::support::{
    client::{HttpAnswer, log, request},
    game::{self, HELD},
    host::{Host, TestTable, config},
};
use engine::{Settings, Table};
use serde_json::{Value, json};
use tempfile::tempdir;
use tokio::task::JoinSet;

const HUMANS: [&str; 2] = ["human", "human"];

/// A public server with these limits.
async fn limited(folder: &Path, limits: &[&str]) -> Host {
    let mut config = config(folder, false);
    for word in limits {
        config.limits.set(word).unwrap();
    }
    Host::start(config).await
}

/// A recorded game of this many actions: words are hidden, with a roll after every ten.
fn recorded(scenario: &str, actions: usize) -> Box<dyn Table> {
    let players = HUMANS.map(str::to_owned);
    let shelf = game::shelf();
    let mut table = shelf.ruleset("hidden").unwrap().open(scenario, &Settings::default(), &players, Some(7)).unwrap();
    for number in 0..actions {
        let action = if number % 11 == 10 { "roll".to_owned() } else { format!("hide {}", number % 4) };
        let seat = table.to_act().unwrap();
        table.act(seat, &action, None).unwrap();
    }
    table
}

async fn import(host: &Host, table: &dyn Table) -> TestTable {
    let (status, body) = host.ask("POST", "/api/tables/import", &table.file().to_text()).await;
    assert_eq!(status, 200, "{body}");
    TestTable::from(&serde_json::from_str(&body).unwrap())
}

fn is_busy(answer: &HttpAnswer) -> bool {
    assert!(answer.status == 200 || answer.status == 503, "{} {}", answer.status, answer.body);
    if answer.status == 503 {
        assert!(answer.head.to_lowercase().contains("\r\nretry-after: "), "{}", answer.head);
        let failure: Value = serde_json::from_str(&answer.body).unwrap();
        assert!(failure["error"].as_str().unwrap().contains("try again"), "{failure}");
    }
    answer.status == 503
}

async fn create(host: &Host, headers: &[(&str, &str)]) -> HttpAnswer {
    let wish = json!({ "game": "hidden", "scenario": "short", "players": HUMANS });
    request(host.address, "POST", "/api/tables", headers, &wish.to_string()).await
}

/// Asks for an earlier moment of a game.
fn look_back(host: &Host, table: &TestTable, seq: u32) -> impl Future<Output = HttpAnswer> + use<> {
    let (at, path) = (host.address, format!("/api/tables/{}/view?seq={seq}", table.id));
    let key = table.red.clone();
    async move { request(at, "GET", &path, &[("Opfire-Key", &key)], "").await }
}

fn error(answer: &HttpAnswer) -> String {
    let failure: Value = serde_json::from_str(&answer.body).unwrap_or_else(|_| panic!("{}", answer.body));
    failure["error"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn many_moments_of_a_long_game_are_looked_at_at_once() {
    let folder = tempdir().unwrap();
    let host = limited(folder.path(), &["game-length=4000", "replays=2", "waiting=64"]).await;
    let recorded = recorded("long", 4000);
    let table = import(&host, recorded.as_ref()).await;
    let mut views = JoinSet::new();
    for number in 0..40u32 {
        let view = look_back(&host, &table, number * 100);
        views.spawn(async move { (number * 100, view.await) });
    }
    while let Some(answered) = views.join_next().await {
        let (seq, answer) = answered.unwrap();
        assert_eq!(answer.status, 200, "{}", answer.body);
        let view: Value = serde_json::from_str(&answer.body).unwrap();
        assert_eq!((view["seq"].as_u64(), &view["can_undo"]), (Some(seq.into()), &json!(false)));
        assert_eq!(log(&view).len(), seq as usize);
        let then = recorded.rewound(seq).view(engine::Viewer::Seat(engine::Seat(0)), 0);
        let seen: Vec<&str> = then.log.iter().map(|entry| entry.text.as_str()).collect();
        assert_eq!(log(&view), seen, "red reads what red could read, at {seq}");
    }
}

#[tokio::test]
async fn replays_wait_for_each_other_and_hold_up_nobody_else() {
    let folder = tempdir().unwrap();
    let host = limited(folder.path(), &["replays=1", "waiting=1", "waiting-time=1h"]).await;
    let table = import(&host, recorded("slow", 5).as_ref()).await;
    let mut red = host.sit(&table, &[&table.red]).await;
    red.view().await;

    HELD.store(true, Ordering::SeqCst);
    let mut views = JoinSet::new();
    for _ in 0..10 {
        views.spawn(look_back(&host, &table, 3));
    }
    for _ in 0..8 {
        assert!(is_busy(&views.join_next().await.unwrap().unwrap()), "one is played back, one waits");
    }
    red.act(0, 5, &["step"]).await;
    assert_eq!(red.view().await["seq"], 6, "the game itself goes on");
    let other = host.table("short", HUMANS).await;
    assert_eq!(host.sit(&other, &[&other.red]).await.view().await["seq"], 0, "and the others, too");
    HELD.store(false, Ordering::SeqCst);
    for _ in 0..2 {
        let answer = views.join_next().await.unwrap().unwrap();
        assert!(!is_busy(&answer));
        assert_eq!(serde_json::from_str::<Value>(&answer.body).unwrap()["seq"], 3);
    }
}

#[tokio::test]
async fn imports_wait_for_each_other_and_hold_up_nobody_else() {
    let folder = tempdir().unwrap();
    let host = limited(folder.path(), &["imports=1", "waiting=1", "waiting-time=1h"]).await;
    let text = recorded("slow", 5).file().to_text();
    HELD.store(true, Ordering::SeqCst);
    let mut imports = JoinSet::new();
    for _ in 0..6 {
        let (at, text) = (host.address, text.clone());
        imports.spawn(async move { request(at, "POST", "/api/tables/import", &[], &text).await });
    }
    for _ in 0..4 {
        assert!(is_busy(&imports.join_next().await.unwrap().unwrap()));
    }
    let other = host.table("short", HUMANS).await;
    let mut red = host.sit(&other, &[&other.red]).await;
    red.view().await;
    red.act(0, 0, &["step"]).await;
    assert_eq!(red.view().await["seq"], 1);
    HELD.store(false, Ordering::SeqCst);
    for _ in 0..2 {
        assert!(!is_busy(&imports.join_next().await.unwrap().unwrap()));
    }
}

#[tokio::test]
async fn a_game_that_is_not_in_memory_waits_its_turn_to_be_read() {
    let folder = tempdir().unwrap();
    let host = limited(folder.path(), &[]).await;
    let tables = [import(&host, recorded("slow", 5).as_ref()).await, import(&host, recorded("slow", 5).as_ref()).await];
    let last = import(&host, recorded("slow", 5).as_ref()).await;
    host.stop().await;
    let host = limited(folder.path(), &["replays=1", "waiting=1", "waiting-time=1h"]).await;
    HELD.store(true, Ordering::SeqCst);
    let mut boards = JoinSet::new();
    for id in tables.iter().map(|table| &table.id).chain([&last.id]) {
        let (at, path) = (host.address, format!("/api/tables/{id}/board"));
        boards.spawn(async move { request(at, "GET", &path, &[], "").await });
    }
    assert!(is_busy(&boards.join_next().await.unwrap().unwrap()));
    HELD.store(false, Ordering::SeqCst);
    assert!(!is_busy(&boards.join_next().await.unwrap().unwrap()));
    assert!(!is_busy(&boards.join_next().await.unwrap().unwrap()));
}

#[tokio::test]
async fn a_message_has_so_many_actions() {
    let folder = tempdir().unwrap();
    let host = limited(folder.path(), &["actions-per-message=5"]).await;
    let table = host.table("short", HUMANS).await;
    let mut red = host.sit(&table, &[&table.red]).await;
    red.view().await;
    red.act(0, 0, &["hide 1"; 6]).await;
    let text = red.refused().await["text"].to_string();
    assert!(text.contains("5 actions can be sent in one message"), "{text}");
    red.act(0, 0, &["hide 1"; 5]).await;
    assert_eq!(red.view().await["seq"], 5);
}

#[tokio::test]
async fn a_game_has_so_many_actions_and_those_taken_back_count() {
    let folder = tempdir().unwrap();
    let host = limited(folder.path(), &["game-length=6"]).await;
    let table = host.table("short", HUMANS).await;
    let mut red = host.sit(&table, &[&table.red]).await;
    red.view().await;
    red.act(0, 0, &["hide 1", "hide 2", "hide 3"]).await;
    red.view().await;
    red.undo(0, 3).await;
    red.view().await;
    red.act(0, 2, &["step", "step", "step"]).await;
    let text = red.refused().await["text"].to_string();
    assert!(text.contains("6 actions at most") && text.contains("can be looked at"), "{text}");
    red.act(0, 2, &["step", "step"]).await;
    assert_eq!(red.view().await["seq"], 4);
    red.undo(0, 4).await;
    assert!(red.refused().await["text"].as_str().unwrap().contains("6 actions at most"));
    host.stop().await;

    // Also when it is read again, and as a file.
    let host = limited(folder.path(), &["game-length=6"]).await;
    let mut red = host.sit(&table, &[&table.red]).await;
    assert_eq!(red.view().await["seq"], 4);
    red.act(0, 4, &["step"]).await;
    red.refused().await;
    let (status, body) = host.ask("POST", "/api/tables/import", &recorded("long", 7).file().to_text()).await;
    assert!(status == 422 && body.contains("6 actions at most"), "{status} {body}");
    import(&host, recorded("long", 6).as_ref()).await;
}

#[tokio::test]
async fn bots_stop_there_too() {
    let folder = tempdir().unwrap();
    let host = limited(folder.path(), &["game-length=3"]).await;
    let table = host.table("short", ["human", "roller"]).await;
    let mut red = host.sit(&table, &[&table.red]).await;
    red.view().await;
    red.send(json!({ "type": "pace", "milliseconds": 0 })).await;
    red.act(0, 0, &["step", "roll"]).await;
    let view = red.until(|view| view["seq"] == 3).await;
    assert_eq!(view["scene"]["prompt"]["seat"], 1, "the bot has stepped and would roll");
    let notice = red.next().await.unwrap();
    assert!(notice["type"] == "notice" && notice["text"].as_str().unwrap().contains("3 actions at most"), "{notice}");
    red.silence().await;
}

#[tokio::test]
async fn so_many_games_an_hour_are_made_from_one_address() {
    let folder = tempdir().unwrap();
    let host = limited(folder.path(), &["games-per-hour=3"]).await;
    import(&host, recorded("long", 3).as_ref()).await;
    for _ in 0..2 {
        assert_eq!(create(&host, &[]).await.status, 200);
    }
    let answer = create(&host, &[]).await;
    assert_eq!(answer.status, 429);
    assert!(error(&answer).contains("3 games an hour") && error(&answer).contains("minutes"), "{}", answer.body);
    let head = answer.head.to_lowercase();
    let wait = head.lines().find_map(|line| line.strip_prefix("retry-after: ")).unwrap();
    assert!((1..=1200).contains(&wait.parse::<u32>().unwrap()), "{wait}");
    let (status, _) = host.ask("POST", "/api/tables/import", &recorded("long", 3).file().to_text()).await;
    assert_eq!(status, 429);
    // What a stranger says about himself does not count.
    assert_eq!(create(&host, &[("X-Forwarded-For", "203.0.113.9")]).await.status, 429);
}

#[tokio::test]
async fn so_many_games_are_open_from_one_address() {
    let folder = tempdir().unwrap();
    let host = limited(folder.path(), &["open-games-per-address=2"]).await;
    let table = host.table("short", HUMANS).await;
    host.table("short", HUMANS).await;
    let answer = create(&host, &[]).await;
    assert!(answer.status == 429 && error(&answer).contains("2 open games"), "{}", answer.body);
    let both = [table.red.as_str(), &table.blue];
    let (status, _) = host.holding(&both).ask("DELETE", &format!("/api/tables/{}", table.id), "").await;
    assert_eq!(status, 204);
    assert_eq!(create(&host, &[]).await.status, 200);
    assert_eq!(create(&host, &[]).await.status, 429);
}

#[tokio::test]
async fn a_server_takes_so_many_games_in_all() {
    let folder = tempdir().unwrap();
    let host = limited(folder.path(), &["games=2"]).await;
    host.table("short", HUMANS).await;
    let table = host.table("short", HUMANS).await;
    let answer = create(&host, &[]).await;
    assert_eq!(answer.status, 507);
    assert!(
        error(&answer).contains("no room for more games") && error(&answer).contains("Try again"),
        "{}",
        answer.body
    );
    let mut red = host.sit(&table, &[&table.red]).await;
    red.view().await;
    red.act(0, 0, &["step"]).await;
    assert_eq!(red.view().await["seq"], 1, "the games that are there go on");
    host.stop().await;
    let host = limited(folder.path(), &["database-size=1kB"]).await;
    assert_eq!(create(&host, &[]).await.status, 507);
    host.stop().await;
    let host = limited(folder.path(), &["database-size=10MB"]).await;
    assert_eq!(create(&host, &[]).await.status, 200);
}

#[tokio::test]
async fn what_is_chosen_for_a_game_has_a_size() {
    let folder = tempdir().unwrap();
    let host = limited(folder.path(), &["settings-size=7B"]).await;
    let wish = json!({ "game": "hidden", "scenario": "short", "settings": { "longer": "on" }, "players": HUMANS });
    let (status, body) = host.ask("POST", "/api/tables", &wish.to_string()).await;
    assert!(status == 422 && body.contains("7 bytes at most"), "{status} {body}");
    let mut file = recorded("short", 1).file().clone();
    file.settings.set("longer", "on");
    let (status, body) = host.ask("POST", "/api/tables/import", &file.to_text()).await;
    assert!(status == 422 && body.contains("7 bytes at most"), "{status} {body}");
}

#[tokio::test]
async fn only_so_many_tables_are_in_memory() {
    let folder = tempdir().unwrap();
    let host = limited(folder.path(), &["tables=2"]).await;
    let [a, b, c] =
        [host.table("short", HUMANS).await, host.table("short", HUMANS).await, host.table("short", HUMANS).await];
    for table in [&a, &b, &c, &a] {
        let board = host.get(&format!("/api/tables/{}/board", table.id)).await;
        assert_eq!(board.0, 200, "those that nobody holds make room");
    }
    let mut sockets = Vec::new();
    for table in [&a, &b] {
        sockets.push(host.sit(table, &[&table.red]).await);
        sockets.last_mut().unwrap().view().await;
    }
    let (status, body) = host.get(&format!("/api/tables/{}/board", c.id)).await;
    assert!(status == 503 && body.contains("all tables"), "{status} {body}");
    drop(sockets);
    for _ in 0..100 {
        if host.get(&format!("/api/tables/{}/board", c.id)).await.0 == 200 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("nobody holds the tables, and there is still no room");
}

#[tokio::test]
async fn one_s_own_machine_has_no_quota() {
    let folder = tempdir().unwrap();
    let host = Host::local(folder.path()).await;
    for _ in 0..80 {
        assert_eq!(create(&host, &[]).await.status, 200);
    }
}
