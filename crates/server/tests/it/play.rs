//! Playing over the wire: acting, undo, refusals, hot seat, bots, and what must stay hidden.

use crate::support::{client::log, host::Host};
use serde_json::json;
use tempfile::tempdir;

const HUMANS: [&str; 2] = ["human", "human"];

#[tokio::test]
async fn games_are_listed_and_laid_out() {
    let folder = tempdir().unwrap();
    let host = Host::local(folder.path()).await;
    let games = host.get_json("/api/games").await;
    assert_eq!(games[0]["id"], "hidden");
    assert_eq!(games[0]["bots"][0]["id"], "roller");
    assert_eq!(games[0]["scenarios"][0]["title"], "A short game");
    assert_eq!(host.get_json("/api/rules/hidden").await[0]["id"], "T-1");

    let older = host.table("short", HUMANS).await;
    let table = host.table("short", ["human", "roller"]).await;
    assert_ne!(older.red, older.blue);
    assert_eq!(table.blue, "", "a bot needs no key");
    let list = host.get_json("/api/tables").await;
    assert_eq!(list.as_array().unwrap().len(), 2);
    let info = host.get_json(&format!("/api/tables/{}", table.id)).await;
    assert_eq!(info["seats"][0]["key"], table.red, "the owner of the machine has all keys");
    assert_eq!((&info["title"], &info["standing"]), (&json!("A short game"), &json!("Roll 0")));
    assert_eq!(host.get_json(&format!("/api/tables/{}/board", table.id)).await["id"], "bare");
}

#[tokio::test]
async fn wrong_wishes_are_answered_with_a_reason() {
    let folder = tempdir().unwrap();
    let host = Host::local(folder.path()).await;
    for (wish, status, reason) in [
        (json!({ "game": "hiden", "scenario": "short", "players": HUMANS }), 404, "did you mean \\\"hidden\\\"?"),
        (json!({ "game": "hidden", "scenario": "shirt", "players": HUMANS }), 404, "did you mean \\\"short\\\"?"),
        (json!({ "game": "hidden", "scenario": "short", "players": ["human"] }), 422, "has 2 seats, but 1 players"),
        (json!({ "game": "hidden", "scenario": "short", "players": ["human", "hal"] }), 422, "no player \\\"hal\\\""),
        (json!({ "game": "hidden", "scenario": "short", "players": HUMANS, "seed": "x" }), 400, "is not a number"),
        (json!({ "game": "hidden" }), 400, "missing field"),
    ] {
        let (found, body) = host.ask("POST", "/api/tables", &wish.to_string()).await;
        assert_eq!(found, status, "{wish}: {body}");
        assert!(body.starts_with("{\"error\":") && body.contains(reason), "{wish}: {body}");
    }
    assert_eq!(host.get("/api/tables/nothing").await.0, 404);
}

#[tokio::test]
async fn a_seat_acts_and_everybody_hears_of_it() {
    let folder = tempdir().unwrap();
    let host = Host::local(folder.path()).await;
    let table = host.table("short", HUMANS).await;
    let mut red = host.sit(&table, &[&table.red]).await;
    let mut blue = host.sit(&table, &[&table.blue]).await;
    let first = red.next().await.unwrap();
    assert_eq!((&first["yours"], &first["players"]), (&json!([0]), &json!(["human", "human"])));
    assert_eq!(first["view"]["viewer"], json!({ "seat": 0 }));
    assert_eq!(blue.view().await["scene"]["choices"], json!([]), "it is not blue's turn");

    red.act(0, 0, &["step"]).await;
    let (seen, other) = (red.view().await, blue.view().await);
    assert_eq!((&seen["seq"], &other["seq"]), (&json!(1), &json!(1)));
    assert_eq!(log(&seen), ["steps"]);

    red.act(0, 1, &["roll"]).await;
    let seen = red.view().await;
    assert_eq!(seen["log_from"], 1, "only what is new");
    assert!(log(&seen)[0].starts_with("rolls"));
    assert_eq!(host.get_json(&format!("/api/tables/{}", table.id)).await["standing"], "Roll 1");
}

#[tokio::test]
async fn refusals_name_the_rule_and_change_nothing() {
    let folder = tempdir().unwrap();
    let host = Host::local(folder.path()).await;
    let table = host.table("short", HUMANS).await;
    let mut red = host.sit(&table, &[&table.red]).await;
    let mut blue = host.sit(&table, &[&table.blue]).await;
    red.view().await;
    blue.view().await;

    blue.act(1, 0, &["step"]).await;
    assert!(blue.refused().await["text"].as_str().unwrap().contains("not Blue's turn"));
    blue.act(0, 0, &["step"]).await;
    assert!(blue.refused().await["text"].as_str().unwrap().contains("do not hold the key"));
    red.act(0, 0, &["fly"]).await;
    assert!(red.refused().await["text"].as_str().unwrap().contains("cannot read the action"));
    red.act(0, 7, &["step"]).await;
    assert!(red.refused().await["text"].as_str().unwrap().contains("has gone on"));
    assert_eq!(red.view().await["seq"], 0, "a fresh view for whoever looked at an old one");
    red.send(json!({ "type": "dance" })).await;
    assert!(red.refused().await["text"].as_str().unwrap().contains("cannot be read"));
    red.undo(0, 0).await;
    assert!(red.refused().await["text"].as_str().unwrap().contains("nothing can be taken back"));

    // The fourth is refused, so none is done: a list is carried out whole or not begun.
    red.act(0, 0, &["step", "step", "step", "step"]).await;
    let refused = red.refused().await;
    assert_eq!((&refused["action"], &refused["refusal"]["rule"]), (&json!("step"), &json!("T-2")));
    red.act(0, 0, &["step", "step", "step"]).await;
    assert_eq!(red.view().await["seq"], 3);
    let heard = blue.view().await;
    assert_eq!((&heard["seq"], log(&heard).len()), (&json!(3), 3), "the first thing blue hears of");
}

#[tokio::test]
async fn a_list_of_actions_ends_without_a_word_where_another_matter_comes_up() {
    let folder = tempdir().unwrap();
    let host = Host::local(folder.path()).await;
    let table = host.table("short", HUMANS).await;
    let mut red = host.sit(&table, &[&table.red]).await;
    red.view().await;
    // The last word is another matter (see the game); the fourth step would be refused.
    red.act(0, 0, &["step", "hide 3", "step", "step", "step"]).await;
    assert_eq!(red.view().await["seq"], 2);
    red.silence().await;
}

#[tokio::test]
async fn a_list_of_actions_stops_at_dice_and_at_what_is_revealed() {
    let folder = tempdir().unwrap();
    let host = Host::local(folder.path()).await;
    let table = host.table("short", HUMANS).await;
    let mut red = host.sit(&table, &[&table.red]).await;
    red.view().await;
    red.act(0, 0, &["step", "peek", "step", "roll"]).await;
    assert_eq!(red.view().await["seq"], 2, "what was seen may change the plan");
    red.act(0, 2, &["step", "roll", "step"]).await;
    let view = red.view().await;
    assert_eq!((&view["seq"], &view["scene"]["prompt"]["seat"]), (&json!(4), &json!(1)));
    red.silence().await;
}

#[tokio::test]
async fn undo_takes_log_lines_back() {
    let folder = tempdir().unwrap();
    let host = Host::local(folder.path()).await;
    let table = host.table("short", HUMANS).await;
    let mut red = host.sit(&table, &[&table.red]).await;
    let mut blue = host.sit(&table, &[&table.blue]).await;
    red.view().await;
    red.act(0, 0, &["step", "hide 2"]).await;
    let view = red.view().await;
    assert_eq!((&view["can_undo"], log(&view).len()), (&json!(true), 2));
    red.undo(0, 2).await;
    let view = red.view().await;
    assert_eq!((&view["seq"], &view["log_from"], log(&view).len()), (&json!(1), &json!(1), 0));
    red.act(0, 1, &["peek"]).await;
    let view = red.view().await;
    assert_eq!((&view["log_from"], &view["can_undo"]), (&json!(1), &json!(false)));
    red.undo(0, 2).await;
    red.refused().await;
    // However many views blue has missed: what it keeps and what it gets make up the log.
    let mut lines: Vec<String> = Vec::new();
    loop {
        let view = blue.view().await;
        lines.truncate(usize::try_from(view["log_from"].as_u64().unwrap()).unwrap());
        lines.extend(log(&view).into_iter().map(str::to_owned));
        if view["seq"] == 2 && lines.len() == 2 && lines[1] == "peeks" {
            break;
        }
    }
    assert_eq!(lines, ["steps", "peeks"]);
}

#[tokio::test]
async fn a_hot_seat_turns_with_the_turn() {
    let folder = tempdir().unwrap();
    let host = Host::local(folder.path()).await;
    let table = host.table("short", HUMANS).await;
    let mut both = host.sit(&table, &[&table.red, &table.blue]).await;
    assert_eq!(both.view().await["viewer"], json!({ "seat": 0 }));
    both.act(0, 0, &["hide 2", "roll"]).await;
    let view = both.view().await;
    assert_eq!((&view["viewer"], &view["log_from"]), (&json!({ "seat": 1 }), &json!(0)));
    assert_eq!(log(&view)[0], "hides a word", "the log starts again without the other's secrets");
    both.act(1, 2, &["roll"]).await;
    assert_eq!(log(&both.view().await)[0], "hides the word numbat");
}

#[tokio::test]
async fn a_bot_with_a_defect_is_told_to_the_table() {
    let folder = tempdir().unwrap();
    let host = Host::local(folder.path()).await;
    let table = host.table("short", ["human", "stumbler"]).await;
    let mut red = host.sit(&table, &[&table.red]).await;
    red.view().await;
    red.act(0, 0, &["roll"]).await;
    red.view().await;
    let notice = red.next().await.unwrap();
    assert_eq!(notice["type"], "notice");
    assert!(
        notice["text"].as_str().unwrap().starts_with("The bot has stopped: the program has made a mistake"),
        "{notice}"
    );
    red.silence().await;
}

#[tokio::test]
async fn a_bot_answers_and_rests_when_nobody_looks() {
    let folder = tempdir().unwrap();
    let host = Host::local(folder.path()).await;
    let table = host.table("short", ["human", "roller"]).await;
    let mut red = host.sit(&table, &[&table.red]).await;
    red.send(json!({ "type": "pace", "milliseconds": 40 })).await;
    red.view().await;
    red.act(0, 0, &["roll"]).await;
    let mut seen = Vec::new();
    red.until(|view| view["scene"]["prompt"]["seat"] == 0).await;
    for part in red.raw.split("\"seq\":").skip(1) {
        seen.push(part.as_bytes()[0]);
    }
    assert!(seen.contains(&b'2') && seen.contains(&b'3'), "each step of the bot is shown: {seen:?}");

    red.send(json!({ "type": "pace", "milliseconds": 300 })).await;
    red.act(0, 3, &["roll"]).await;
    red.view().await;
    drop(red);
    tokio::time::sleep(std::time::Duration::from_millis(900)).await;
    assert_eq!(host.get_json(&format!("/api/tables/{}", table.id)).await["seq"], 4, "nothing is played unseen");
    let mut red = host.sit(&table, &[&table.red]).await;
    assert_eq!(red.until(|view| view["scene"]["prompt"]["seat"] == 0).await["seq"], 6);
}

#[tokio::test]
async fn two_bots_play_for_an_onlooker() {
    let folder = tempdir().unwrap();
    let host = Host::local(folder.path()).await;
    let table = host.table("short", ["roller", "roller"]).await;
    let mut onlooker = host.sit(&table, &[]).await;
    onlooker.send(json!({ "type": "pace", "milliseconds": 0 })).await;
    assert_eq!(onlooker.view().await["viewer"], "spectator");
    let end = onlooker.until(|view| !view["scene"]["outcome"].is_null()).await;
    assert_eq!((&end["seq"], &end["viewer"], &end["log_from"]), (&json!(12), &json!("referee"), &json!(0)));
    let info = host.get_json(&format!("/api/tables/{}", table.id)).await;
    assert_eq!((&info["over"], &info["standing"]), (&json!(true), &json!("Somebody has won")));
}

#[tokio::test]
async fn what_a_seat_may_not_know_is_in_no_byte_it_gets() {
    let folder = tempdir().unwrap();
    let host = Host::public(folder.path()).await;
    let table = host.table("short", HUMANS).await;
    let mut red = host.sit(&table, &[&table.red]).await;
    let mut blue = host.sit(&table, &[&table.blue]).await;
    red.view().await;
    blue.view().await;
    red.act(0, 0, &["hide 2", "step"]).await;
    red.view().await;
    red.undo(0, 2).await;
    red.view().await;
    red.act(0, 1, &["peek"]).await;
    red.view().await;
    red.act(0, 2, &["roll"]).await;
    red.view().await;
    blue.send(json!({ "type": "plan", "id": 1, "seat": 0, "units": ["x"] })).await;
    blue.send(json!({ "type": "overlays", "id": 2, "seat": 0 })).await;
    blue.send(json!({ "type": "overlays", "id": 3, "seat": 1 })).await;
    let mut answers = Vec::new();
    while answers.len() < 3 {
        let message = blue.next().await.unwrap();
        if message["type"] != "view" && message["type"] != "change" {
            answers.push(message);
        }
    }
    assert_eq!(answers[0]["plan"], json!(null), "blue may not ask for red");
    assert_eq!(answers[1]["overlays"], json!([]));
    assert!(answers[2].to_string().contains("okapi"), "blue knows its own word");

    let mut got = blue.raw;
    for seq in 0..=3 {
        let path = format!("/api/tables/{}/view?seq={seq}", table.id);
        got += &host.holding(&[&table.blue]).get(&path).await.1;
        assert_eq!(host.get(&path).await.0, 403);
    }
    let (status, file) = host.holding(&[&table.blue]).get(&format!("/api/tables/{}/file", table.id)).await;
    assert_eq!(status, 403, "{file}");
    got += &file;
    for path in ["", "/board", "/map.svg", "/view", "/file"] {
        got += &host.get(&format!("/api/tables/{}{path}", table.id)).await.1;
    }
    got += &host.get("/api/tables").await.1;
    for secret in ["quagga", "numbat", "8675309424242", &table.red] {
        assert!(!got.contains(secret), "{secret} in {got}");
    }
    assert!(red.raw.contains("okapi"), "red has peeked");
}

#[tokio::test]
async fn the_past_is_shown_and_everything_when_it_is_over() {
    let folder = tempdir().unwrap();
    let host = Host::local(folder.path()).await;
    let table = host.table("short", HUMANS).await;
    let mut both = host.sit(&table, &[&table.red, &table.blue]).await;
    both.view().await;
    for seq in 0..6 {
        both.act(u8::try_from(seq % 2).unwrap(), seq, &["roll"]).await;
        if seq == 3 {
            let keys = [table.red.as_str(), &table.blue];
            let past = host.holding(&keys).get_json(&format!("/api/tables/{}/view?seq=1", table.id)).await;
            assert_eq!((&past["seq"], &past["viewer"]), (&json!(1), &json!({ "seat": 1 })));
            assert_eq!((log(&past).len(), &past["scene"]["choices"]), (1, &json!([])));
        }
        both.view().await;
    }
    let past = host.get_json(&format!("/api/tables/{}/view?seq=2", table.id)).await;
    assert_eq!(past["viewer"], "referee");
    both.undo(0, 6).await;
    assert!(both.refused().await["text"].as_str().unwrap().contains("over"));
    let (status, file) = host.get(&format!("/api/tables/{}/file", table.id)).await;
    assert_eq!(status, 200);
    assert!(engine::GameFile::parse(&file).is_ok());
}

#[tokio::test]
async fn a_public_server_keeps_keys_to_their_owners() {
    let folder = tempdir().unwrap();
    let host = Host::public(folder.path()).await;
    let table = host.table("short", HUMANS).await;
    assert_eq!(host.get_json("/api/tables").await, json!([]));
    let info = host.get_json(&format!("/api/tables/{}", table.id)).await;
    assert_eq!(info["seats"][0]["key"], json!(null));
    for keys in [vec![], vec!["wrong"], vec![table.red.as_str(), "wrong"]] {
        assert!(crate::support::client::Socket::open(host.address, &table.id, &keys).await.is_err(), "{keys:?}");
    }
}

#[tokio::test]
async fn a_game_is_thrown_away_only_with_a_key() {
    let folder = tempdir().unwrap();
    let host = Host::local(folder.path()).await;
    let table = host.table("short", HUMANS).await;
    let mut blue = host.sit(&table, &[&table.blue]).await;
    blue.view().await;
    let path = format!("/api/tables/{}", table.id);
    assert_eq!(host.ask("DELETE", &path, "").await.0, 403);
    assert_eq!(host.holding(&["wrong"]).ask("DELETE", &path, "").await.0, 403);
    assert_eq!(host.holding(&[&table.red]).ask("DELETE", &path, "").await.0, 204);
    assert_eq!(blue.next().await, None);
    assert!(blue.raw.contains("thrown away"), "{}", blue.raw);
    assert_eq!(host.get(&path).await.0, 404);

    let bots = host.table("short", ["roller", "roller"]).await;
    assert_eq!(host.ask("DELETE", &format!("/api/tables/{}", bots.id), "").await.0, 204);
}
