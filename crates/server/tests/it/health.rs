//! What an operator reads off a server.

use crate::support::{
    client::request,
    host::{Host, config, database},
};
use tempfile::tempdir;

const HUMANS: [&str; 2] = ["human", "human"];

/// The value of a meter, labels and all.
fn value(metrics: &str, name: &str) -> f64 {
    let line = metrics.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("{name} is not in {metrics}")).parse().unwrap()
}

#[tokio::test]
async fn a_server_says_that_it_is_alive_and_ready_under_any_name() {
    let folder = tempdir().unwrap();
    let mut config = config(folder.path(), false);
    config.hosts = vec!["play.example".to_owned()];
    let host = Host::start(config).await;
    for at in [host.address, host.operators] {
        for (path, said) in [("/health", r#"{"status":"alive"}"#), ("/ready", r#"{"status":"ready"}"#)] {
            let answer = request(at, "GET", path, &[("Host", "10.0.0.7:7944")], "").await;
            assert_eq!((answer.status, answer.body.as_str()), (200, said), "{path}");
        }
    }
    let other = request(host.address, "GET", "/api/games", &[("Host", "10.0.0.7:7944")], "").await;
    assert_eq!(other.status, 403, "all else needs the right name");
    // Strangers do not see the operator's figures.
    let outside = request(host.address, "GET", "/metrics", &[], "").await;
    assert!(!outside.body.contains("opfire_connections"), "{}", outside.body);
}

#[tokio::test]
async fn a_server_whose_database_does_not_answer_is_not_ready_and_still_alive() {
    let folder = tempdir().unwrap();
    let host = Host::local(folder.path()).await;
    assert_eq!(host.get("/ready").await.0, 200);
    // What it asks for is no longer there.
    let sqlite = sqlx_url(&database(folder.path()));
    sqlx::any::install_default_drivers();
    let mut connection = <sqlx::AnyConnection as sqlx::Connection>::connect(&sqlite).await.unwrap();
    sqlx::Executor::execute(&mut connection, "ALTER TABLE writer RENAME TO hidden").await.unwrap();
    let mut answer = host.get("/ready").await;
    // An answer of the database counts for a moment.
    for _ in 0..400 {
        if answer.0 != 200 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        answer = host.get("/ready").await;
    }
    assert_eq!((answer.0, answer.1.as_str()), (503, r#"{"error":"the database does not answer"}"#));
    assert_eq!(host.get("/health").await.0, 200);
}

fn sqlx_url(path: &std::path::Path) -> String {
    server::sqlite_url(path)
}

#[tokio::test]
async fn the_meters_count_what_happens() {
    let folder = tempdir().unwrap();
    let host = Host::public(folder.path()).await;
    let table = host.table("short", HUMANS).await;
    let mut red = host.sit(&table, &[&table.red]).await;
    red.view().await;
    red.act(0, 0, &["step"]).await;
    red.view().await;
    red.act(0, 1, &["fly"]).await;
    red.refused().await;
    let bots = host.table("short", ["human", "roller"]).await;
    let mut one = host.sit(&bots, &[&bots.red]).await;
    one.view().await;
    one.send(serde_json::json!({ "type": "pace", "milliseconds": 0 })).await;
    one.act(0, 0, &["roll"]).await;
    one.until(|view| view["seq"].as_u64() == Some(3)).await;
    assert_eq!(host.get("/api/nothing").await.0, 404);

    let answer = request(host.operators, "GET", "/metrics", &[], "").await;
    assert_eq!(answer.status, 200);
    assert!(answer.head.contains("application/openmetrics-text"), "{}", answer.head);
    let metrics = answer.body;
    let of = |name: &str| value(&metrics, name);
    assert_eq!(of("opfire_sockets"), 2.0);
    assert!(of("opfire_connections") >= 2.0);
    assert_eq!(of("opfire_tables"), 2.0);
    assert_eq!(of("opfire_actions_total{outcome=\"done\"}"), 4.0);
    assert_eq!(of("opfire_actions_total{outcome=\"refused\"}"), 1.0);
    assert_eq!(of("opfire_requests_total{status=\"101\"}"), 2.0);
    assert_eq!(of("opfire_requests_total{status=\"404\"}"), 1.0);
    assert_eq!(of("opfire_bot_seconds_count"), 2.0);
    // Two games, their content, four actions.
    assert!(of("opfire_writes_total") >= 7.0);
    assert!(of("opfire_commit_seconds_count") >= 1.0 && of("opfire_commit_seconds_count") <= of("opfire_writes_total"));
    assert!(of("opfire_read_seconds_count") >= 4.0);
    assert_eq!(of("opfire_gate{gate=\"opening\",place=\"waiting\"}"), 0.0);
    assert!(of("opfire_resident_memory_bytes") > 1e6);
    assert!(metrics.ends_with("# EOF\n"));
}
