//! Whoever only watches, and a host who gave a seat away: no byte that they get tells what a side may not know.

use crate::support::{
    client::Socket,
    game::WORDS,
    host::{Host, Shared},
};
use serde_json::{Value, json};
use tempfile::tempdir;

/// Red hides a word, takes a step back, hides another, peeks and rolls; blue hides a third.
async fn play_with_secrets(host: &Host, table: &Shared, blue: &str) {
    let (mut red, mut blue) = (host.connect(&table.id, &[&table.red]).await, host.connect(&table.id, &[blue]).await);
    red.view().await;
    blue.view().await;
    red.act(0, 0, &["hide 0", "step"]).await;
    red.view().await;
    red.undo(0, 2).await;
    red.view().await;
    red.act(0, 1, &["hide 3"]).await;
    red.view().await;
    red.act(0, 2, &["peek"]).await;
    red.view().await;
    red.act(0, 3, &["roll"]).await;
    red.view().await;
    blue.until(|view| view["seq"] == 4).await;
    blue.act(1, 4, &["hide 2"]).await;
    assert_eq!(blue.view().await["seq"], 5);
}

/// Asks for everything that a client can ask for about both seats, and gives all that came.
async fn ask_for_everything(host: &Host, id: &str, mut socket: Socket, keys: &[&str]) -> String {
    socket.until(|view| view["seq"] == 5).await;
    let mut asked = 0;
    for seat in 0..2 {
        let pointed = json!({ "hex": "0101" });
        for question in [
            json!({ "type": "plan", "id": 1, "seat": seat, "units": ["x"] }),
            json!({ "type": "threats", "id": 2, "seat": seat, "units": ["x"], "hex": null }),
            json!({ "type": "overlays", "id": 3, "seat": seat }),
            json!({ "type": "look", "id": 4, "seat": seat, "from": "0101", "to": "0102" }),
            json!({ "type": "field", "id": 5, "seat": seat, "from": "0101" }),
            json!({ "type": "why-not", "id": 6, "seat": seat, "pointed": pointed }),
            json!({ "type": "whole" }),
        ] {
            socket.send(question).await;
            asked += 1;
        }
    }
    for _ in 0..asked {
        socket.next().await.unwrap();
    }
    let mut got = socket.raw.clone();
    for seq in 0..=5 {
        got += &host.holding(keys).get(&format!("/api/tables/{id}/view?seq={seq}")).await.1;
    }
    for path in ["", "/view", "/sheets", "/file", "/board", "/map.svg"] {
        got += &host.holding(keys).get(&format!("/api/tables/{id}{path}")).await.1;
    }
    got
}

#[tokio::test]
async fn a_spectator_sees_only_what_all_sides_may_see() {
    let folder = tempdir().unwrap();
    let host = Host::public(folder.path()).await;
    let table = host.shared().await;
    let blue = host.claim(&table).await;
    let watcher = host.connect(&table.id, &[&table.watch]).await;
    play_with_secrets(&host, &table, &blue).await;
    let got = ask_for_everything(&host, &table.id, watcher, &[&table.watch]).await;
    assert!(got.contains("hides a word") && got.contains("\"viewer\":\"spectator\""), "{got}");
    for secret in WORDS.iter().copied().chain([table.red.as_str(), &blue, &table.host, &table.invite]) {
        assert!(!got.contains(secret), "{secret} in {got}");
    }
    assert_eq!(host.holding(&[&table.watch]).get(&format!("/api/tables/{}/file", table.id)).await.0, 403);
}

#[tokio::test]
async fn the_host_does_not_see_what_the_one_he_gave_a_seat_to_hides() {
    let folder = tempdir().unwrap();
    let host = Host::public(folder.path()).await;
    let table = host.shared().await;
    let blue = host.claim(&table).await;
    let socket = host.connect(&table.id, &[&table.host, &table.red, &table.watch]).await;
    play_with_secrets(&host, &table, &blue).await;
    let keys = [table.host.as_str(), &table.red, &table.watch];
    let got = ask_for_everything(&host, &table.id, socket, &keys).await;
    // Red has peeked at the word with which blue began; then blue has hidden another.
    assert!(got.contains(WORDS[3]) && got.contains(WORDS[1]), "red knows its own word, and what it has seen");
    for secret in [WORDS[2], blue.as_str()] {
        assert!(!got.contains(secret), "{secret} in {got}");
    }
    // With the host's key alone he is a spectator.
    let socket = host.connect(&table.id, &[&table.host]).await;
    let got = ask_for_everything(&host, &table.id, socket, &[&table.host]).await;
    for secret in WORDS {
        assert!(!got.contains(secret), "{secret} in {got}");
    }
}

#[tokio::test]
async fn a_spectator_can_do_nothing() {
    let folder = tempdir().unwrap();
    let host = Host::public(folder.path()).await;
    let table = host.shared().await;
    let mut watcher = host.connect(&table.id, &[&table.watch]).await;
    assert_eq!(watcher.next().await.unwrap()["yours"], json!([]));
    for wish in [
        json!({ "type": "act", "seat": 0, "seq": 0, "actions": ["roll"] }),
        json!({ "type": "undo", "seat": 0, "seq": 0 }),
        json!({ "type": "dice", "seq": 0, "known": 0, "faces": [1] }),
        json!({ "type": "accept" }),
    ] {
        watcher.send(wish).await;
        watcher.refused().await;
    }
    let path = |rest: &str| format!("/api/tables/{}{rest}", table.id);
    let keys = [table.watch.as_str()];
    let spectator = host.holding(&keys);
    assert_eq!(spectator.ask("DELETE", &path(""), "").await.0, 403);
    assert_eq!(spectator.ask("POST", &path("/keep"), "").await.0, 403);
    assert_eq!(spectator.ask("POST", &path("/branch"), "{\"seq\":0}").await.0, 403);
    assert_eq!(spectator.ask("POST", &path("/invitation"), "{\"place\":\"watch\"}").await.0, 403);
    assert_eq!(host.get_json(&path("")).await["seq"], 0);
}

#[tokio::test]
async fn a_spectator_does_not_set_the_pace_of_bots() {
    let folder = tempdir().unwrap();
    let host = Host::public(folder.path()).await;
    let wish = json!({ "game": "hidden", "scenario": "short", "players": ["roller", "roller"] });
    let info = host.make(&wish).await;
    let (id, key) = (info["id"].as_str().unwrap(), |place: &str| info[place].as_str().unwrap().to_owned());
    let mut maker = host.connect(id, &[&key("host")]).await;
    maker.send(json!({ "type": "pace", "milliseconds": 1500 })).await;
    let mut watcher = host.connect(id, &[&key("watch")]).await;
    watcher.view().await;
    watcher.send(json!({ "type": "pace", "milliseconds": 0 })).await;
    // The bot may have begun to wait before. After its next action it would go on without a pause.
    watcher.view().await;
    watcher.view().await;
    watcher.silence().await;
    maker.send(json!({ "type": "pace", "milliseconds": 0 })).await;
    maker.until(|view: &Value| !view["scene"]["outcome"].is_null()).await;
}
