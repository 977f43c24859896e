//! How quickly bots play, and for whom.

use std::time::Duration;

use crate::support::host::Host;
use serde_json::{Value, json};
use tempfile::tempdir;
use tokio::time::sleep;

/// Waits for a game to end without sitting at its table. Asking for it keeps it in memory, as asking does.
async fn until_over(host: &Host, id: &str) -> Value {
    for _ in 0..800 {
        let info = host.get_json(&format!("/api/tables/{id}")).await;
        if info["over"] == true {
            return info;
        }
        sleep(Duration::from_millis(50)).await;
    }
    panic!("the game does not end")
}

fn wish(scenario: &str, players: [&str; 2], pace: &str) -> Value {
    json!({ "game": "hidden", "scenario": scenario, "players": players, "pace": pace })
}

#[tokio::test]
async fn bots_that_wait_for_nobody_play_a_whole_game_unseen() {
    let folder = tempdir().unwrap();
    let host = Host::public(folder.path()).await;
    // 800 actions: at the pace of a screen they would take five minutes.
    let info = host.make(&wish("long", ["roller", "roller"], "none")).await;
    let info = until_over(&host, info["id"].as_str().unwrap()).await;
    assert_eq!(info["seq"], 800, "{info}");
}

#[tokio::test]
async fn bots_that_wait_for_nobody_go_on_after_a_restart() {
    let folder = tempdir().unwrap();
    let host = Host::public(folder.path()).await;
    let info = host.make(&wish("long", ["roller", "roller"], "none")).await;
    host.stop().await;
    let host = Host::public(folder.path()).await;
    until_over(&host, info["id"].as_str().unwrap()).await;
}

#[tokio::test]
async fn a_screen_does_not_slow_down_bots_that_wait_for_nobody() {
    let folder = tempdir().unwrap();
    let host = Host::public(folder.path()).await;
    let info = host.make(&wish("long", ["human", "roller"], "none")).await;
    let mut red = host.connect(info["id"].as_str().unwrap(), &[info["seats"][0]["key"].as_str().unwrap()]).await;
    red.view().await;
    red.send(json!({ "type": "pace", "milliseconds": 5000 })).await;
    for turn in 0..20 {
        red.act(0, turn * 3, &["roll"]).await;
        red.until(|view| view["seq"] == turn * 3 + 3).await;
    }
}

/// Nobody sits there and nobody has come to watch: after a while they begin all the same, at the pace of a screen.
#[tokio::test]
async fn bots_alone_play_on_though_nobody_has_come() {
    let folder = tempdir().unwrap();
    let host = Host::public(folder.path()).await;
    let info = host.make(&wish("short", ["roller", "roller"], "screen")).await;
    until_over(&host, info["id"].as_str().unwrap()).await;
}

#[tokio::test]
async fn a_pace_that_is_none_is_refused_in_words() {
    let folder = tempdir().unwrap();
    let host = Host::public(folder.path()).await;
    let wish = wish("long", ["roller", "roller"], "quick").to_string();
    let (status, body) = host.ask("POST", "/api/tables", &wish).await;
    assert!(status == 400 && body.contains("expected `screen` or `none`"), "{body}");
}
