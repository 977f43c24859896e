//! A game that several people play is thrown away when all of them agree, or when its host's notice has run out.

use std::{path::Path, time::Duration};

use crate::support::{
    client::request,
    host::{Host, Shared, config, database},
};
use serde_json::{Value, json};
use tempfile::tempdir;
use tokio::time::sleep;

async fn delete(host: &Host, table: &Shared, keys: &[&str]) -> (u16, Value) {
    ask(host, "DELETE", table, "", keys).await
}

async fn keep(host: &Host, table: &Shared, key: &str) -> (u16, Value) {
    ask(host, "POST", table, "/keep", &[key]).await
}

async fn ask(host: &Host, method: &str, table: &Shared, rest: &str, keys: &[&str]) -> (u16, Value) {
    let path = format!("/api/tables/{}{rest}", table.id);
    let (status, body) = host.holding(keys).ask(method, &path, "").await;
    (status, serde_json::from_str(&body).unwrap_or(Value::Null))
}

async fn status(host: &Host, table: &Shared) -> u16 {
    host.get(&format!("/api/tables/{}", table.id)).await.0
}

/// A host's notice lasts a second here.
async fn impatient(folder: &Path) -> Host {
    let mut config = config(folder, false);
    config.limits.set("delete-notice=1s").unwrap();
    Host::start(config).await
}

/// What the meter of this name says.
async fn meter(host: &Host, name: &str) -> String {
    let answer = request(host.operators, "GET", "/metrics", &[], "").await;
    answer.body.lines().filter(|line| line.starts_with(name)).collect::<Vec<_>>().join("\n")
}

#[tokio::test]
async fn a_game_that_an_operator_deletes_while_somebody_acts_is_gone_and_no_error() {
    let folder = tempdir().unwrap();
    let host = Host::public(folder.path()).await;
    let table = host.shared().await;
    let blue = host.claim(&table).await;
    let (mut red, mut other) = (host.connect(&table.id, &[&table.red]).await, host.connect(&table.id, &[&blue]).await);
    red.view().await;
    other.view().await;
    let database = server::sqlite_url(&database(folder.path()));
    server::delete(&database, &table.id).await.unwrap();
    red.act(0, 0, &["step"]).await;
    for socket in [&mut red, &mut other] {
        while socket.next().await.is_some() {}
        assert!(socket.raw.ends_with("closed 1000 this game was thrown away"), "{}", socket.raw);
    }
    assert!(!red.raw.contains("database"), "{}", red.raw);
    assert_eq!(status(&host, &table).await, 404);
    assert_eq!(meter(&host, "opfire_errors_total").await, "");
    assert_eq!(meter(&host, "opfire_writes_failed_total").await, "opfire_writes_failed_total 0");
}

#[tokio::test]
async fn a_shared_game_goes_when_all_who_sit_there_agree() {
    let folder = tempdir().unwrap();
    let host = Host::public(folder.path()).await;
    let table = host.shared().await;
    let blue = host.claim(&table).await;
    let mut red = host.connect(&table.id, &[&table.red]).await;
    red.view().await;
    for keys in [vec![], vec!["wrong"], vec![table.watch.as_str()], vec![table.invite.as_str()]] {
        assert_eq!(delete(&host, &table, &keys).await.0, 403, "{keys:?}");
    }
    let (found, info) = delete(&host, &table, &[&blue]).await;
    assert_eq!((found, &info["doomed"]), (202, &json!({ "agreed": [1], "at": null })));
    let told = red.next().await.unwrap();
    assert_eq!((&told["type"], &told["doomed"]), (&"seats".into(), &json!({ "agreed": [1], "at": null })));
    red.act(0, 0, &["step"]).await;
    assert_eq!(red.view().await["seq"], 1, "the game goes on");

    let (found, info) = keep(&host, &table, &blue).await;
    assert_eq!((found, &info["doomed"]), (200, &Value::Null));
    assert_eq!(red.next().await.unwrap()["doomed"], Value::Null);
    let (found, info) = delete(&host, &table, &[&table.red]).await;
    assert_eq!((found, &info["doomed"]["agreed"]), (202, &json!([0])), "blue no longer agrees");
    assert_eq!(red.next().await.unwrap()["type"], "seats");
    assert_eq!(delete(&host, &table, &[&blue]).await.0, 204);
    assert_eq!(red.next().await, None);
    assert!(red.raw.contains("thrown away"), "{}", red.raw);
    assert_eq!(status(&host, &table).await, 404);
}

#[tokio::test]
async fn both_keys_at_once_are_both_who_agree() {
    let folder = tempdir().unwrap();
    let host = Host::public(folder.path()).await;
    let table = host.shared().await;
    let blue = host.claim(&table).await;
    assert_eq!(delete(&host, &table, &[&table.red, &blue]).await.0, 204);
    assert_eq!(status(&host, &table).await, 404);
}

#[tokio::test]
async fn a_game_that_nobody_else_sat_down_at_goes_at_once() {
    let folder = tempdir().unwrap();
    let host = Host::public(folder.path()).await;
    for red in [true, false] {
        let table = host.shared().await;
        let key = if red { &table.red } else { &table.host };
        assert_eq!(delete(&host, &table, &[key]).await.0, 204, "{red}");
        assert_eq!(status(&host, &table).await, 404);
    }
}

#[tokio::test]
async fn the_host_alone_gives_notice_of_a_week_and_can_take_it_back() {
    let folder = tempdir().unwrap();
    let host = Host::public(folder.path()).await;
    let table = host.shared().await;
    let blue = host.claim(&table).await;
    let mut other = host.connect(&table.id, &[&blue]).await;
    other.view().await;
    let (found, info) = delete(&host, &table, &[&table.host]).await;
    assert_eq!(found, 202);
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs();
    let left = info["doomed"]["at"].as_u64().unwrap() - now;
    assert!((7 * 86_400 - 60..=7 * 86_400).contains(&left), "{left}");
    assert!(other.hear("notice").await["text"].as_str().unwrap().contains("has given notice"));
    // Nobody else can take it back, and asking again does not make it longer.
    let (_, kept) = keep(&host, &table, &blue).await;
    assert_eq!(kept["doomed"]["at"], info["doomed"]["at"]);
    sleep(Duration::from_millis(1100)).await;
    assert_eq!(delete(&host, &table, &[&table.host]).await.1["doomed"]["at"], info["doomed"]["at"]);
    let (found, kept) = keep(&host, &table, &table.host).await;
    assert_eq!((found, &kept["doomed"]), (200, &Value::Null));
}

#[tokio::test]
async fn a_game_goes_when_the_notice_has_run_out() {
    let folder = tempdir().unwrap();
    let host = impatient(folder.path()).await;
    let (table, kept, other) = (host.shared().await, host.shared().await, host.shared().await);
    for table in [&table, &kept, &other] {
        host.claim(table).await;
    }
    let mut red = host.connect(&table.id, &[&table.red]).await;
    red.view().await;
    assert_eq!(delete(&host, &kept, &[&kept.host]).await.0, 202);
    assert_eq!(keep(&host, &kept, &kept.host).await.0, 200);
    assert_eq!(delete(&host, &table, &[&table.host]).await.0, 202);
    while red.next().await.is_some() {}
    assert!(red.raw.contains("thrown away"), "{}", red.raw);
    assert_eq!(status(&host, &table).await, 404);
    assert_eq!((status(&host, &kept).await, status(&host, &other).await), (200, 200));
}

#[tokio::test]
async fn a_notice_runs_out_while_the_server_is_away() {
    let folder = tempdir().unwrap();
    let host = impatient(folder.path()).await;
    let table = host.shared().await;
    host.claim(&table).await;
    assert_eq!(delete(&host, &table, &[&table.host]).await.0, 202);
    host.stop().await;
    let host = impatient(folder.path()).await;
    for _ in 0..100 {
        if status(&host, &table).await == 404 {
            return;
        }
        sleep(Duration::from_millis(100)).await;
    }
    panic!("the game is still there");
}

#[tokio::test]
async fn a_host_does_not_get_rid_of_a_guest_and_of_the_game_at_once() {
    let folder = tempdir().unwrap();
    let host = Host::public(folder.path()).await;
    let table = host.shared().await;
    host.claim(&table).await;
    let path = format!("/api/tables/{}/invitation?place=blue", table.id);
    assert_eq!(host.holding(&[&table.host]).ask("DELETE", &path, "").await.0, 204);
    let (found, info) = delete(&host, &table, &[&table.red, &table.host]).await;
    assert_eq!(found, 202, "whoever was sent away has not agreed");
    assert!(info["doomed"]["at"].is_i64());
    assert_eq!(status(&host, &table).await, 200);
}
