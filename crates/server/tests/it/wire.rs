//! What goes over the wire for a view: whole once, then what changed.

use crate::support::{client::request, host::Host};
use serde_json::{Value, json};
use tempfile::tempdir;

const HUMANS: [&str; 2] = ["human", "human"];

/// The next message with its type.
async fn next(socket: &mut crate::support::client::Socket) -> (String, Value) {
    let message = socket.next().await.unwrap();
    (message["type"].as_str().unwrap().to_owned(), message)
}

#[tokio::test]
async fn after_the_first_view_only_changes_are_sent() {
    let folder = tempdir().unwrap();
    let host = Host::local(folder.path()).await;
    let table = host.table("short", HUMANS).await;
    let mut red = host.sit(&table, &[&table.red]).await;
    let (kind, first) = next(&mut red).await;
    assert_eq!(kind, "view");
    red.act(0, 0, &["step"]).await;
    let (kind, change) = next(&mut red).await;
    assert_eq!((kind.as_str(), &change["base"]), ("change", &first["number"]));
    assert_eq!(change["edit"]["set"]["seq"], 1);
    assert_eq!(change["edit"]["set"]["title"], Value::Null, "an unchanged field is not sent");
    assert_eq!((&change["log_from"], &change["log"][0]["text"]), (&json!(0), &json!("steps")));
    red.silence().await;
}

#[tokio::test]
async fn the_whole_view_is_sent_when_it_is_asked_for() {
    let folder = tempdir().unwrap();
    let host = Host::local(folder.path()).await;
    let table = host.table("short", HUMANS).await;
    let mut red = host.sit(&table, &[&table.red]).await;
    red.view().await;
    red.act(0, 0, &["step", "hide 2"]).await;
    let mut kept = red.view().await;
    red.send(json!({ "type": "whole" })).await;
    let (kind, whole) = next(&mut red).await;
    assert_eq!((kind.as_str(), &whole["yours"]), ("view", &json!([0])));
    assert_eq!(whole["view"]["log"].as_array().unwrap().len(), 2, "the whole log");
    kept["log"] = whole["view"]["log"].clone();
    assert_eq!(kept, whole["view"]);
    red.act(0, 2, &["roll"]).await;
    let (kind, change) = next(&mut red).await;
    assert_eq!((kind.as_str(), &change["base"]), ("change", &whole["number"]));
}

#[tokio::test]
async fn another_viewer_at_the_same_screen_gets_a_whole_view() {
    let folder = tempdir().unwrap();
    let host = Host::local(folder.path()).await;
    let table = host.table("short", HUMANS).await;
    let mut both = host.sit(&table, &[&table.red, &table.blue]).await;
    both.view().await;
    both.act(0, 0, &["step"]).await;
    assert_eq!(next(&mut both).await.0, "change");
    both.act(0, 1, &["roll"]).await;
    let (kind, message) = next(&mut both).await;
    assert_eq!((kind.as_str(), &message["view"]["viewer"]), ("view", &json!({ "seat": 1 })));
}

#[tokio::test]
async fn all_who_look_with_the_same_eyes_get_the_same() {
    let folder = tempdir().unwrap();
    let host = Host::local(folder.path()).await;
    let table = host.table("short", HUMANS).await;
    let mut one = host.sit(&table, &[&table.red]).await;
    let mut other = host.sit(&table, &[&table.red]).await;
    assert_eq!(one.view().await, other.view().await);
    for seq in 0..3 {
        one.act(0, seq, &["step"]).await;
        assert_eq!(next(&mut one).await, next(&mut other).await);
    }
    one.undo(0, 3).await;
    let (kind, change) = next(&mut one).await;
    assert_eq!((kind.as_str(), &change["log_from"], &change["log"]), ("change", &json!(2), &json!([])));
    // A client that comes later starts where the others are.
    let mut third = host.sit(&table, &[&table.red]).await;
    third.view().await;
    other.view().await;
    one.act(0, 2, &["step"]).await;
    let news = next(&mut one).await;
    assert_eq!((&news, &news), (&next(&mut other).await, &next(&mut third).await));
}

#[tokio::test]
async fn a_large_message_is_packed() {
    let folder = tempdir().unwrap();
    let host = Host::local(folder.path()).await;
    let table = host.table("long", HUMANS).await;
    let mut red = host.sit(&table, &[&table.red]).await;
    red.view().await;
    for seq in 0..80 {
        red.act(0, seq, &["hide 1"]).await;
        red.view().await;
    }
    assert_eq!(red.packed, 0, "changes are small");
    let mut again = host.sit(&table, &[&table.red]).await;
    assert_eq!(again.view().await["log"].as_array().unwrap().len(), 80);
    assert_eq!(again.packed, 1);
}

#[tokio::test]
async fn large_answers_are_packed_for_whoever_can_unpack_them() {
    let folder = tempdir().unwrap();
    let host = Host::local(folder.path()).await;
    for (path, encoding, packed) in [
        ("/assets/long-34cd.js", Some("gzip, br"), true),
        ("/assets/long-34cd.js", None, false),
        ("/assets/app-12ab.js", Some("gzip"), false),
    ] {
        let headers: Vec<_> = encoding.map(|encoding| ("Accept-Encoding", encoding)).into_iter().collect();
        let answer = request(host.address, "GET", path, &headers, "").await;
        assert_eq!(answer.status, 200);
        let head = answer.head.to_lowercase();
        assert_eq!(head.contains("content-encoding: gzip"), packed, "{path} {encoding:?}: {head}");
    }
}
