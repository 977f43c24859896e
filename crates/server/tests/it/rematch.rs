//! Playing again at the same table: both are asked, the sides change, links and keys stay.

use crate::support::{
    client::Socket,
    host::{Host, Shared},
};
use serde_json::{Value, json};
use tempfile::{TempDir, tempdir};

struct Played {
    _folder: TempDir,
    host: Host,
    table: Shared,
    /// Bob's key.
    bob: String,
    ann: Socket,
    bobs: Socket,
    watcher: Socket,
}

/// A game that Ann, as red, has resigned, with everybody still there.
async fn resigned(more: Value) -> Played {
    let folder = tempdir().unwrap();
    let host = Host::public(folder.path()).await;
    let table = host.shared_with(more).await;
    let bob = host.claim(&table).await;
    let mut sockets = Vec::new();
    for key in [&table.red, &bob, &table.watch] {
        let mut socket = host.connect(&table.id, &[key]).await;
        socket.view().await;
        sockets.push(socket);
    }
    let [mut ann, mut bobs, mut watcher] = <[Socket; 3]>::try_from(sockets).ok().unwrap();
    ann.act(0, 0, &["hide 2"]).await;
    seen(&mut ann, |view| view["seq"] == 1).await;
    ann.send(json!({ "type": "resign", "seat": 0 })).await;
    for socket in [&mut ann, &mut bobs, &mut watcher] {
        let view = seen(socket, |view| view["scene"]["outcome"].is_object()).await;
        let outcome = &view["scene"]["outcome"];
        assert_eq!(outcome["ending"], json!({ "type": "won", "seat": 1 }), "{outcome}");
        assert!(outcome["text"].as_str().unwrap().contains("Blue has won"), "{outcome}");
    }
    Played { _folder: folder, host, table, bob, ann, bobs, watcher }
}

impl Played {
    async fn again(&self, method: &str, keys: &[&str]) -> (u16, Value) {
        let path = format!("/api/tables/{}/rematch", self.table.id);
        let (status, body) = self.host.holding(keys).ask(method, &path, "").await;
        (status, serde_json::from_str(&body).unwrap_or(Value::Null))
    }
}

/// The view when it is as it should be, whatever else is told meanwhile.
async fn seen(socket: &mut Socket, wanted: impl Fn(&Value) -> bool) -> Value {
    loop {
        if let Some((_, view)) = socket.kept.as_ref().filter(|(_, view)| wanted(view)) {
            return view.clone();
        }
        socket.next().await.expect("closed");
    }
}

async fn said(socket: &mut Socket, words: &str) {
    loop {
        let chat = socket.hear("chat").await;
        let lines = chat["lines"].as_array().unwrap();
        if lines.iter().any(|line| line["text"].as_str().unwrap().contains(words)) {
            return;
        }
    }
}

#[tokio::test]
async fn both_are_asked_the_sides_change_and_links_and_keys_stay() {
    let mut played = resigned(json!({})).await;
    let (id, ann, bob) = (played.table.id.clone(), played.table.red.clone(), played.bob.clone());
    let (status, info) = played.again("POST", &[&ann]).await;
    assert_eq!((status, &info["again"], &info["over"]), (200, &json!([0]), &json!(true)), "{info}");
    assert_eq!(played.bobs.hear("seats").await["again"], json!([0]), "Bob is asked");
    said(&mut played.bobs, "Ann wants to play again").await;
    let before = info["fair"].clone();
    let (status, info) = played.again("POST", &[&bob]).await;
    assert_eq!((status, &info["over"], &info["seq"], &info["again"]), (200, &json!(false), &json!(0), &json!([])));
    assert_eq!(info["id"], json!(id), "the same place");
    let names = |info: &Value| [info["seats"][0]["who"].clone(), info["seats"][1]["who"].clone()];
    assert_eq!(names(&info), [json!("Bob"), json!("Ann")], "the sides have changed");
    assert_ne!(info["fair"]["hash"], before["hash"], "other dice, promised anew");
    for socket in [&mut played.ann, &mut played.bobs, &mut played.watcher] {
        socket.hear("next-game").await;
        assert!(socket.next().await.is_none());
        assert!(socket.raw.contains("closed 1001"), "{}", socket.raw);
    }

    let mut sockets = Vec::new();
    for (key, yours) in [(&bob, json!([0])), (&ann, json!([1])), (&played.table.watch, json!([]))] {
        let mut socket = played.host.connect(&id, &[key]).await;
        let first = socket.next().await.unwrap();
        assert_eq!((&first["yours"], &first["view"]["seq"]), (&yours, &json!(0)));
        sockets.push(socket);
    }
    sockets[0].act(0, 0, &["step"]).await;
    for socket in &mut sockets {
        assert_eq!(seen(socket, |view| view["seq"] == 1).await["seq"], 1, "it is played on");
    }
    assert_eq!(played.again("POST", &[&ann]).await.0, 409, "this one is not over");

    let past = info["past"].as_str().unwrap();
    let (status, old) = played.host.holding(&[&ann]).get(&format!("/api/tables/{past}")).await;
    let old: Value = serde_json::from_str(&old).unwrap();
    assert_eq!((status, &old["over"], &old["seq"]), (200, &json!(true), &json!(1)), "{old}");
    assert_eq!((names(&old), &old["seats"][0]["yours"]), ([json!("Ann"), json!("Bob")], &json!(true)));
    assert_eq!((&old["fair"]["table"], &old["fair"]["hash"]), (&json!(id), &before["hash"]), "the promise still holds");
    let (status, file) = played.host.holding(&[&bob]).get(&format!("/api/tables/{past}/file")).await;
    let file: Value = serde_json::from_str(&file).unwrap();
    assert_eq!((status, &file["fair"]["table"], &file["ended"]), (200, &json!(id), &json!("resigned:red")), "{file}");
    let (status, _) = played.host.get(&format!("/api/tables/{past}/view?seq=1")).await;
    assert_eq!(status, 403, "the old game is for those who have a key of it");
}

#[tokio::test]
async fn who_does_not_want_to_says_so_and_all_hear_it() {
    let mut played = resigned(json!({})).await;
    let (ann, bob) = (played.table.red.clone(), played.bob.clone());
    played.again("POST", &[&ann]).await;
    let (status, info) = played.again("DELETE", &[&bob]).await;
    assert_eq!((status, &info["again"]), (200, &json!([])));
    said(&mut played.ann, "Bob does not want to play again").await;
    let (status, info) = played.again("POST", &[&bob]).await;
    assert_eq!((status, &info["over"], &info["again"]), (200, &json!(true), &json!([1])), "Ann is asked anew");
    let (status, info) = played.again("POST", &[&ann]).await;
    assert_eq!((status, &info["over"]), (200, &json!(false)));
}

#[tokio::test]
async fn only_players_of_a_game_that_is_over_play_again() {
    let played = resigned(json!({})).await;
    for keys in [vec![], vec![played.table.watch.as_str()], vec![played.table.host.as_str()], vec!["wrong"]] {
        assert_eq!(played.again("POST", &keys).await.0, 403, "{keys:?}");
        assert_eq!(played.again("DELETE", &keys).await.0, 403, "{keys:?}");
    }
    let running = played.host.shared().await;
    let path = format!("/api/tables/{}/rematch", running.id);
    assert_eq!(played.host.holding(&[&running.red]).ask("POST", &path, "").await.0, 409);
    let alone = played.host.table("short", ["human", "human"]).await;
    let mut both = played.host.sit(&alone, &[&alone.red, &alone.blue]).await;
    both.view().await;
    both.send(json!({ "type": "resign", "seat": 0 })).await;
    seen(&mut both, |view| view["scene"]["outcome"].is_object()).await;
    let path = format!("/api/tables/{}/rematch", alone.id);
    let (status, why) = played.host.holding(&[&alone.red, &alone.blue]).ask("POST", &path, "").await;
    assert!(status == 422 && why.contains("nobody else"), "{why}");
}

#[tokio::test]
async fn clocks_begin_anew_and_what_was_said_stays() {
    let mut played = resigned(json!({ "clock": { "seconds": 600, "increment": 5 } })).await;
    let (ann, bob) = (played.table.red.clone(), played.bob.clone());
    played.ann.send(json!({ "type": "say", "text": "well played" })).await;
    said(&mut played.bobs, "well played").await;
    played.again("POST", &[&bob]).await;
    let (_, info) = played.again("POST", &[&ann]).await;
    let clock = &info["clock"];
    assert_eq!((&clock["seconds"], &clock["running"], &clock["left"][1]), (&json!(600), &json!(0), &json!(600_000)));
    let mut anns = played.host.connect(&played.table.id, &[&ann]).await;
    let chat = anns.hear("chat").await;
    let line = chat["lines"].as_array().unwrap().iter().find(|line| line["text"] == "well played").unwrap();
    assert_eq!((&line["name"], &line["place"]), (&json!("Ann"), &json!("blue")), "it is still hers");
}

#[tokio::test]
async fn the_next_game_is_there_after_a_restart() {
    let folder = tempdir().unwrap();
    let host = Host::public(folder.path()).await;
    let table = host.shared().await;
    let bob = host.claim(&table).await;
    let mut ann = host.connect(&table.id, &[&table.red]).await;
    ann.view().await;
    ann.send(json!({ "type": "resign", "seat": 0 })).await;
    seen(&mut ann, |view| view["scene"]["outcome"].is_object()).await;
    let path = format!("/api/tables/{}/rematch", table.id);
    host.holding(&[&bob]).post(&path, &json!({})).await;
    host.stop().await;
    let host = Host::public(folder.path()).await;
    let info = host.holding(&[&table.red]).post(&path, &json!({})).await;
    assert_eq!(info["over"], false, "{info}");
    host.stop().await;
    let host = Host::public(folder.path()).await;
    let mut bobs = host.connect(&table.id, &[&bob]).await;
    assert_eq!(bobs.next().await.unwrap()["yours"], json!([0]));
    bobs.act(0, 0, &["step"]).await;
    seen(&mut bobs, |view| view["seq"] == 1).await;
}
