//! Clocks and resigning: games that end without their rules.

use std::{sync::Arc, time::Duration};

use crate::support::{
    client::Socket,
    game::WORDS,
    host::{Host, TestTable, config},
};
use content::Files;
use serde_json::{Value, json};
use tempfile::tempdir;

const HUMANS: [&str; 2] = ["human", "human"];

async fn timed(host: &Host, players: [&str; 2], seconds: i64, increment: i64) -> TestTable {
    let clock = json!({ "seconds": seconds, "increment": increment });
    let wish = json!({ "game": "hidden", "scenario": "short", "players": players, "clock": clock });
    let (status, body) = host.ask("POST", "/api/tables", &wish.to_string()).await;
    assert_eq!(status, 200, "{body}");
    TestTable::from(&serde_json::from_str(&body).unwrap())
}

/// The next message of a kind; others may come between.
async fn hear(socket: &mut Socket, kind: &str) -> Value {
    loop {
        let message = socket.next().await.expect("closed");
        if message["type"] == kind {
            return message;
        }
    }
}

/// Messages until the view says that the game is over.
async fn over(socket: &mut Socket) -> Value {
    loop {
        let view = socket.kept.clone().map(|(_, view)| view).unwrap_or_default();
        if !view["scene"]["outcome"].is_null() {
            return view;
        }
        socket.next().await.expect("closed");
    }
}

#[tokio::test]
async fn the_clock_of_the_one_who_is_asked_runs() {
    let folder = tempdir().unwrap();
    let host = Host::public(folder.path()).await;
    let table = timed(&host, HUMANS, 86_400, 3_600).await;
    let mut red = host.sit(&table, &[&table.red]).await;
    let clock = hear(&mut red, "clock").await;
    assert_eq!((&clock["running"], &clock["left"][1]), (&json!(0), &json!(86_400_000)));
    assert!(clock["left"][0].as_i64().unwrap() <= 86_400_000 && clock["at"].as_i64().unwrap() > 1_600_000_000_000);
    red.act(0, 0, &["step"]).await;
    let clock = hear(&mut red, "clock").await;
    assert_eq!(clock["running"], 0);
    assert!(clock["left"][0].as_i64().unwrap() <= 86_400_000, "no increment without handing over: {clock}");
    red.act(0, 1, &["roll"]).await;
    let clock = hear(&mut red, "clock").await;
    assert_eq!(clock["running"], 1);
    assert!(clock["left"][0].as_i64().unwrap() > 86_400_000, "the increment: {clock}");
    host.stop().await;

    let host = Host::public(folder.path()).await;
    let info = host.holding(&[&table.red]).get_json(&format!("/api/tables/{}", table.id)).await;
    assert_eq!(info["clock"]["running"], 1, "it went on while the server was away");
    let mut blue = host.sit(&table, &[&table.blue]).await;
    assert_eq!(hear(&mut blue, "clock").await["left"][0], clock["left"][0]);
    blue.act(1, 2, &["roll"]).await;
    assert_eq!(hear(&mut blue, "clock").await["running"], 0);
}

/// In Assault both sides plan at once: only the clock of the side with the initiative runs until it has planned.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_plans_beside_the_other_neither_pays_nor_starts_a_clock() {
    let folder = tempdir().unwrap();
    let shelf = Arc::new(shelf::stock(&Files::embedded()).unwrap());
    let host = Host::with(config(folder.path(), false), shelf).await;
    let clock = json!({ "seconds": 86_400, "increment": 3_600 });
    let wish = json!({ "game": "assault", "scenario": "training-1-the-farm", "players": HUMANS, "clock": clock });
    let (status, body) = host.ask("POST", "/api/tables", &wish.to_string()).await;
    assert_eq!(status, 200, "{body}");
    let table = TestTable::from(&serde_json::from_str(&body).unwrap());
    let path = format!("/api/tables/{}", table.id);
    let keys = [table.red.as_str()];
    let visitor = host.holding(&keys);
    let mut sockets = [host.sit(&table, &[&table.red]).await, host.sit(&table, &[&table.blue]).await];
    sockets[0].act(0, 0, &["draw"]).await;
    seen(&mut sockets[0], 1).await;
    // The dice say who has the initiative.
    let first = visitor.get_json(&path).await["asked"].as_u64().unwrap();
    let (seat, socket) = (1 - first, &mut sockets[1 - first as usize]);
    let view = seen(socket, 1).await;
    let mut words = view["scene"]["choices"].as_array().unwrap().iter().filter_map(|choice| choice["action"].as_str());
    let plan = words.find(|action| action.starts_with("plan ")).unwrap();
    let left = visitor.get_json(&path).await["clock"]["left"][seat as usize].clone();
    socket.act(seat as u8, 1, &[plan]).await;
    socket.send(json!({ "type": "undo", "seat": seat, "seq": 2 })).await;
    socket.act(seat as u8, 1, &[plan]).await;
    socket.act(seat as u8, 2, &["done"]).await;
    seen(socket, 3).await;
    let info = visitor.get_json(&path).await;
    assert_eq!((&info["asked"], &info["clock"]["running"]), (&json!(first), &json!(first)));
    assert_eq!(info["clock"]["left"][seat as usize], left);
}

/// The view after so many actions.
async fn seen(socket: &mut Socket, seq: u32) -> Value {
    loop {
        if let Some((_, view)) = socket.kept.as_ref().filter(|(_, view)| view["seq"] == seq) {
            return view.clone();
        }
        let message = socket.next().await.expect("closed");
        assert_ne!(message["type"], "refused", "{message}");
    }
}

#[tokio::test]
async fn bots_have_no_clock_and_a_table_need_not_have_one() {
    let folder = tempdir().unwrap();
    let host = Host::public(folder.path()).await;
    let table = timed(&host, ["human", "roller"], 3_600, 0).await;
    let mut red = host.sit(&table, &[&table.red]).await;
    assert_eq!(hear(&mut red, "clock").await["left"][1], Value::Null);
    let table = host.table("short", HUMANS).await;
    let mut red = host.sit(&table, &[&table.red]).await;
    red.view().await;
    red.silence().await;
    assert_eq!(host.get_json(&format!("/api/tables/{}", table.id)).await["clock"], Value::Null);
    let wish =
        json!({ "game": "hidden", "scenario": "short", "players": HUMANS, "clock": { "seconds": 0, "increment": 0 } });
    let (status, body) = host.ask("POST", "/api/tables", &wish.to_string()).await;
    assert!(status == 422 && body.contains("between"), "{status} {body}");
}

#[tokio::test]
async fn a_game_ends_when_time_is_up() {
    let folder = tempdir().unwrap();
    let host = Host::public(folder.path()).await;
    let table = timed(&host, HUMANS, 1, 0).await;
    let mut red = host.sit(&table, &[&table.red]).await;
    let mut blue = host.sit(&table, &[&table.blue]).await;
    for socket in [&mut red, &mut blue] {
        let view = over(socket).await;
        let outcome = &view["scene"]["outcome"];
        assert!(outcome["title"].as_str().unwrap().ends_with("has run out of time"), "{outcome}");
        assert_eq!(outcome["ending"], json!({ "type": "won", "seat": 1 }));
        assert_eq!((&view["viewer"], &view["scene"]["prompt"]["seat"]), (&json!("referee"), &Value::Null));
        assert!(WORDS[..2].iter().all(|word| view.to_string().contains(word)), "everything is shown: {view}");
    }
    red.act(0, 0, &["step"]).await;
    assert!(hear(&mut red, "refused").await["text"].as_str().unwrap().contains("over"));
    let path = format!("/api/tables/{}", table.id);
    let info = host.holding(&[&table.red]).get_json(&path).await;
    assert_eq!((&info["over"], &info["asked"], &info["clock"]["running"]), (&json!(true), &Value::Null, &Value::Null));
    assert_eq!(info["clock"]["left"][0], 0);
    assert!(info["standing"].as_str().unwrap().ends_with("has run out of time"), "{info}");
    host.stop().await;

    let host = Host::public(folder.path()).await;
    let mut red = host.sit(&table, &[&table.red]).await;
    assert_eq!(over(&mut red).await["viewer"], "referee", "it stays over");
    red.act(0, 0, &["step"]).await;
    hear(&mut red, "refused").await;
}

#[tokio::test]
async fn nobody_has_to_look_for_time_to_be_up() {
    let folder = tempdir().unwrap();
    let host = Host::local(folder.path()).await;
    let table = timed(&host, HUMANS, 1, 0).await;
    // The list does not open games.
    for _ in 0..200 {
        let list = host.get_json("/api/tables").await;
        if list[0]["over"] == true {
            assert!(list[0]["standing"].as_str().unwrap().ends_with("has run out of time"), "{list}");
            let mut red = host.sit(&table, &[&table.red]).await;
            assert!(!over(&mut red).await["scene"]["outcome"].is_null());
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the game does not end");
}

#[tokio::test]
async fn a_player_resigns_whoever_is_asked() {
    let folder = tempdir().unwrap();
    let host = Host::public(folder.path()).await;
    let table = host.table("short", HUMANS).await;
    let mut red = host.sit(&table, &[&table.red]).await;
    let mut blue = host.sit(&table, &[&table.blue]).await;
    red.view().await;
    blue.view().await;
    blue.send(json!({ "type": "resign", "seat": 0 })).await;
    assert!(blue.refused().await["text"].as_str().unwrap().contains("key of that seat"));
    red.act(0, 0, &["step"]).await;
    red.view().await;
    blue.view().await;
    blue.send(json!({ "type": "resign", "seat": 1 })).await;
    for socket in [&mut red, &mut blue] {
        let outcome = over(socket).await["scene"]["outcome"].clone();
        assert!(outcome["title"].as_str().unwrap().ends_with("has resigned"), "{outcome}");
        assert_eq!(outcome["ending"], json!({ "type": "won", "seat": 0 }));
    }
    for message in [json!({ "type": "resign", "seat": 0 }), json!({ "type": "undo", "seat": 0, "seq": 1 })] {
        red.send(message).await;
        assert!(red.refused().await["text"].as_str().unwrap().contains("over"));
    }
    let file = host.holding(&[&table.red]).get(&format!("/api/tables/{}/file", table.id)).await;
    assert_eq!(file.0, 200, "a game that is over gives its file: {}", file.1);
    assert!(file.1.contains("\"ended\": \"resigned:blue\""), "{}", file.1);
    let (status, imported) = host.ask("POST", "/api/tables/import", &file.1).await;
    let imported: Value = serde_json::from_str(&imported).unwrap();
    assert_eq!((status, &imported["over"]), (200, &json!(true)), "{imported}");
    assert!(imported["standing"].as_str().unwrap().ends_with("has resigned"), "{imported}");
    host.stop().await;

    let host = Host::public(folder.path()).await;
    let mut red = host.sit(&table, &[&table.red]).await;
    assert_eq!(over(&mut red).await["seq"], 1, "it stays over");
    let branch = json!({ "seq": 1 }).to_string();
    let path = format!("/api/tables/{}/branch", table.id);
    let (status, body) = host.holding(&[&table.red]).ask("POST", &path, &branch).await;
    assert_eq!(status, 200, "one can play on from there: {body}");
    assert_eq!(serde_json::from_str::<Value>(&body).unwrap()["over"], false);
}

#[tokio::test]
async fn bots_stop_when_a_player_has_resigned() {
    let folder = tempdir().unwrap();
    let host = Host::public(folder.path()).await;
    let table = host.table("short", ["human", "roller"]).await;
    let mut red = host.sit(&table, &[&table.red]).await;
    red.view().await;
    red.send(json!({ "type": "pace", "milliseconds": 5000 })).await;
    red.act(0, 0, &["roll"]).await;
    red.view().await;
    red.send(json!({ "type": "resign", "seat": 0 })).await;
    assert_eq!(over(&mut red).await["seq"], 1);
    red.silence().await;
}

#[tokio::test]
async fn the_clock_stands_until_the_last_player_has_sat_down() {
    let folder = tempdir().unwrap();
    let host = Host::public(folder.path()).await;
    let wish = json!({
        "game": "hidden", "scenario": "short", "players": HUMANS, "claim": ["red"], "clock": { "seconds": 3600, "increment": 60 }
    });
    let (status, body) = host.ask("POST", "/api/tables", &wish.to_string()).await;
    assert_eq!(status, 200, "{body}");
    let info: Value = serde_json::from_str(&body).unwrap();
    let table = TestTable::from(&info);
    let mut red = host.sit(&table, &[&table.red]).await;
    let clock = hear(&mut red, "clock").await;
    assert_eq!((&clock["running"], &clock["left"]), (&Value::Null, &json!([3_600_000, 3_600_000])));
    red.act(0, 0, &["step"]).await;
    let clock = hear(&mut red, "clock").await;
    assert_eq!((&clock["running"], &clock["left"]), (&Value::Null, &json!([3_600_000, 3_600_000])), "nobody pays yet");
    let claim = json!({ "seat": "blue", "invite": info["seats"][1]["invite"] }).to_string();
    let (status, body) = host.ask("POST", &format!("/api/tables/{}/claim", table.id), &claim).await;
    assert_eq!(status, 200, "{body}");
    assert_eq!(hear(&mut red, "clock").await["running"], 0, "now it runs");
}
