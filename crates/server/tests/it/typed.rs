//! Tables where people throw the dice and type them: who accepts it, what is asked of whom, and what nobody may know.

use crate::support::{
    client::Socket,
    host::{Host, TestTable},
};
use serde_json::{Value, json};
use tempfile::tempdir;

async fn made(host: &Host, wish: Value) -> (u16, Value) {
    let (status, body) = host.ask("POST", "/api/tables", &wish.to_string()).await;
    (status, serde_json::from_str(&body).unwrap())
}

fn typed(players: [&str; 2]) -> Value {
    json!({ "game": "hidden", "scenario": "short", "players": players, "dice": "typed" })
}

async fn table(host: &Host, players: [&str; 2]) -> TestTable {
    let (status, info) = made(host, typed(players)).await;
    assert_eq!((status, &info["dice"]), (200, &json!("typed")), "{info}");
    TestTable::from(&info)
}

/// Sits down, and takes in the first view and the terms.
async fn sit(host: &Host, table: &TestTable, keys: &[&str]) -> (Socket, Value, Value) {
    let mut socket = host.sit(table, keys).await;
    let view = socket.view().await;
    let terms = socket.next().await.unwrap();
    assert_eq!(terms["type"], "terms", "{terms}");
    (socket, view, terms)
}

/// Two people who have accepted, each at a screen of their own.
async fn agreed(host: &Host) -> (TestTable, Socket, Socket) {
    let table = table(host, ["human", "human"]).await;
    let mut both = sit(host, &table, &[&table.red, &table.blue]).await.0;
    accept(&mut both).await;
    let red = sit(host, &table, &[&table.red]).await.0;
    let blue = sit(host, &table, &[&table.blue]).await.0;
    (table, red, blue)
}

async fn accept(socket: &mut Socket) {
    socket.send(json!({ "type": "accept" })).await;
    // The news and the terms come in either order.
    for _ in 0..2 {
        let message = socket.next().await.unwrap();
        assert!(message["type"] == "terms" || message["type"] == "change", "{message}");
    }
}

async fn throw(socket: &mut Socket, seq: u64, known: u64, faces: Value) {
    socket.send(json!({ "type": "dice", "seq": seq, "known": known, "faces": faces })).await;
}

fn asked(view: &Value) -> (&str, usize, u64) {
    let dice = &view["dice"];
    let next = &dice["needed"]["next"];
    (next["what"].as_str().unwrap(), next["dice"].as_array().unwrap().len(), dice["known"].as_u64().unwrap())
}

#[tokio::test]
async fn a_table_says_who_throws_its_dice() {
    let folder = tempdir().unwrap();
    let host = Host::local(folder.path()).await;
    let (_, usual) =
        made(&host, json!({ "game": "hidden", "scenario": "short", "players": ["human", "roller"] })).await;
    assert_eq!(usual["dice"], "program");
    let (status, refused) = made(
        &host,
        json!({ "game": "hidden", "scenario": "short", "players": ["human", "human"], "dice": "typed", "seed": "7" }),
    )
    .await;
    assert_eq!((status, refused["error"].as_str()), (400, Some("a game whose dice are typed in has no seed")));
    let (status, refused) = made(&host, typed(["roller", "roller"])).await;
    assert_eq!(
        (status, refused["error"].as_str()),
        (400, Some("dice can only be typed in where a person sits at the table"))
    );
    let info = table(&host, ["human", "roller"]).await;
    assert_eq!(host.get_json(&format!("/api/tables/{}", info.id)).await["dice"], "typed");
    // Where the program throws the dice there is nothing to accept and nothing to type.
    let seeded = host.table("short", ["human", "human"]).await;
    let mut red = host.sit(&seeded, &[&seeded.red]).await;
    red.view().await;
    red.silence().await;
    red.send(json!({ "type": "accept" })).await;
    assert_eq!(red.refused().await["text"], "the program throws the dice of this game");
    throw(&mut red, 0, 0, json!([3])).await;
    assert_eq!(red.refused().await["text"], "no dice are asked for");
}

#[tokio::test]
async fn nobody_acts_before_every_person_has_accepted() {
    let folder = tempdir().unwrap();
    let host = Host::local(folder.path()).await;
    let table = table(&host, ["human", "human"]).await;
    let (mut red, _, terms) = sit(&host, &table, &[&table.red]).await;
    let (mut blue, _, _) = sit(&host, &table, &[&table.blue]).await;
    assert_eq!((&terms["accepted"], &terms["waiting"]), (&json!([]), &json!([0, 1])));
    red.act(0, 0, &["step"]).await;
    let why = red.refused().await;
    assert_eq!(why["text"], "dice are typed in at this table: Red and Blue must accept that first");
    accept(&mut red).await;
    let heard = [blue.next().await.unwrap(), blue.next().await.unwrap()];
    assert!(heard.iter().any(|message| message["type"] == "terms" && message["waiting"] == json!([1])), "{heard:?}");
    red.act(0, 0, &["step"]).await;
    assert_eq!(red.refused().await["text"], "dice are typed in at this table: Blue must accept that first");
    // It is kept over the end of the server.
    drop((red, blue));
    host.stop().await;
    let host = Host::local(folder.path()).await;
    let (mut blue, _, terms) = sit(&host, &table, &[&table.blue]).await;
    assert_eq!((&terms["accepted"], &terms["waiting"]), (&json!([0]), &json!([1])));
    accept(&mut blue).await;
    let (mut red, _, terms) = sit(&host, &table, &[&table.red]).await;
    assert_eq!(terms["waiting"], json!([]));
    red.act(0, 0, &["step"]).await;
    assert_eq!(red.view().await["seq"], 1);
}

#[tokio::test]
async fn a_shared_screen_accepts_for_all_and_against_a_bot_nobody_is_asked() {
    let folder = tempdir().unwrap();
    let host = Host::local(folder.path()).await;
    let hot_seat = table(&host, ["human", "human"]).await;
    let mut both = sit(&host, &hot_seat, &[&hot_seat.red, &hot_seat.blue]).await.0;
    accept(&mut both).await;
    both.act(0, 0, &["step"]).await;
    assert_eq!(both.view().await["seq"], 1);
    let alone = table(&host, ["human", "roller"]).await;
    let (mut red, _, terms) = sit(&host, &alone, &[&alone.red]).await;
    assert_eq!((&terms["accepted"], &terms["waiting"]), (&json!([0]), &json!([])));
    red.act(0, 0, &["step"]).await;
    assert_eq!(red.view().await["seq"], 1);
}

#[tokio::test]
async fn a_declared_action_waits_for_dice_from_any_seat_and_nothing_else_is_done() {
    let folder = tempdir().unwrap();
    let host = Host::local(folder.path()).await;
    let (table, mut red, mut blue) = agreed(&host).await;
    red.act(0, 0, &["step"]).await;
    red.view().await;
    blue.view().await;
    red.act(0, 1, &["duel"]).await;
    for socket in [&mut red, &mut blue] {
        let view = socket.view().await;
        assert_eq!((view["seq"].as_u64(), asked(&view)), (Some(1), ("the duel", 2, 0)), "nothing is done yet");
        assert_eq!((&view["dice"]["seat"], &view["dice"]["deed"]["label"]), (&json!(0), &json!("duel")));
        assert_eq!((&view["scene"]["choices"], &view["can_undo"]), (&json!([]), &json!(false)));
    }
    // Nothing else, and no way back.
    red.act(0, 1, &["roll"]).await;
    assert_eq!(red.refused().await["text"], "an action is declared and waits for its dice: throw them first");
    red.undo(0, 1).await;
    let why = red.refused().await;
    assert!(why["text"].as_str().unwrap().starts_with("an action is declared"), "{why}");
    // Wrong dice are told what was wanted, and nothing is lost.
    for (faces, text) in [
        (json!([7, 1]), "7 is not on the die for the duel (it has 6 sides)"),
        (json!([4]), "the duel: 2 dice are thrown, and 1 die was typed"),
        (json!([4, 4, 4]), "the duel: 2 dice are thrown, and 3 dice were typed"),
    ] {
        throw(&mut red, 1, 0, faces).await;
        assert_eq!(red.refused().await["text"], text);
    }
    // The other seat may type, too. The word is drawn out of sight, and the last shot is asked for.
    throw(&mut blue, 1, 0, json!([4, 5])).await;
    for socket in [&mut red, &mut blue] {
        let view = socket.view().await;
        assert_eq!((view["seq"].as_u64(), asked(&view)), (Some(1), ("the last shot", 1, 2)));
        assert_eq!(view["dice"]["needed"]["throws"][0]["faces"], json!([4, 5]));
    }
    // Somebody who was slower is told, and looks again.
    throw(&mut red, 1, 0, json!([1, 1])).await;
    assert_eq!(red.refused().await["text"], "somebody else has typed these dice already");
    assert_eq!(asked(&red.view().await).2, 2);
    // A declared action outlives a lost connection.
    drop((red, blue));
    let (mut red, view, _) = sit(&host, &table, &[&table.red]).await;
    assert_eq!(asked(&view), ("the last shot", 1, 2));
    throw(&mut red, 1, 2, json!([6])).await;
    let view = red.view().await;
    assert_eq!((&view["seq"], &view["dice"]), (&json!(2), &Value::Null));
    // And whoever holds no seat has no dice.
    let mut nobody = sit(&host, &table, &[]).await.0;
    throw(&mut nobody, 2, 0, json!([6])).await;
    assert_eq!(nobody.refused().await["text"], "only somebody with a seat at this table can type its dice");
}

#[tokio::test]
async fn what_a_seat_may_not_know_is_neither_declared_nor_thrown_before_it() {
    let folder = tempdir().unwrap();
    let host = Host::local(folder.path()).await;
    let (_, mut red, mut blue) = agreed(&host).await;
    // Red bets on his own word, which blue does not know.
    red.act(0, 0, &["bet 0"]).await;
    let (mine, theirs) = (red.view().await, blue.view().await);
    assert_eq!(mine["dice"]["deed"]["label"], "bet 0");
    assert_eq!((asked(&theirs), &theirs["dice"]["deed"]), (("the bet", 1, 0), &Value::Null));
    throw(&mut red, 0, 0, json!([2])).await;
    red.view().await;
    blue.view().await;
    // A word is drawn while more dice are asked for: red may read it already, blue not.
    red.act(0, 1, &["duel"]).await;
    red.view().await;
    blue.view().await;
    throw(&mut red, 1, 0, json!([4, 4])).await;
    let (mine, theirs) = (red.view().await, blue.view().await);
    let so_far = |view: &Value| view["dice"]["so_far"][0].as_str().unwrap().to_owned();
    assert!(so_far(&mine).starts_with("duels and draws "), "{}", so_far(&mine));
    assert_eq!(so_far(&theirs), "duels");
    throw(&mut red, 1, 2, json!([4])).await;
    blue.view().await;
    for word in ["quagga", "numbat", "dugong", "bet 0"] {
        assert!(!blue.raw.contains(word), "blue was told {word}");
    }
}

#[tokio::test]
async fn several_actions_stop_at_the_first_that_needs_dice() {
    let folder = tempdir().unwrap();
    let host = Host::local(folder.path()).await;
    let (_, mut red, _blue) = agreed(&host).await;
    red.act(0, 0, &["step", "step", "duel", "step"]).await;
    let view = red.view().await;
    assert_eq!((view["seq"].as_u64(), asked(&view).0), (Some(2), "the duel"));
    throw(&mut red, 2, 0, json!([1, 1])).await;
    let view = red.view().await;
    assert_eq!((&view["seq"], &view["dice"]), (&json!(3), &Value::Null), "the rest was planned without the dice");
}

#[tokio::test]
async fn the_program_throws_one_if_asked_to_and_a_person_throws_for_the_bot() {
    let folder = tempdir().unwrap();
    let host = Host::local(folder.path()).await;
    let table = table(&host, ["human", "roller"]).await;
    let mut red = sit(&host, &table, &[&table.red]).await.0;
    red.send(json!({ "type": "pace", "milliseconds": 0 })).await;
    red.act(0, 0, &["roll"]).await;
    assert_eq!(asked(&red.view().await), ("roll", 1, 0));
    throw(&mut red, 0, 0, Value::Null).await;
    // The bot steps by itself; its roll is asked for, and waits.
    let view = red.until(|view| !view["dice"].is_null()).await;
    assert_eq!((&view["seq"], &view["dice"]["seat"], asked(&view).0), (&json!(2), &json!(1), "roll"));
    assert_eq!(view["dice"]["deed"]["label"], "roll");
    red.silence().await;
    throw(&mut red, 2, 0, json!([5])).await;
    let view = red.view().await;
    assert_eq!((&view["seq"], &view["dice"]), (&json!(3), &Value::Null));
}

#[tokio::test]
async fn a_restart_keeps_what_was_declared_and_a_finished_game_can_be_taken_along() {
    let folder = tempdir().unwrap();
    let host = Host::local(folder.path()).await;
    let (table, mut red, _) = agreed(&host).await;
    red.act(0, 0, &["roll"]).await;
    red.view().await;
    drop(red);
    host.stop().await;
    let host = Host::local(folder.path()).await;
    let (mut both, view, _) = sit(&host, &table, &[&table.red, &table.blue]).await;
    assert_eq!((&view["seq"], asked(&view)), (&json!(0), ("roll", 1, 0)));
    for seq in 0..6 {
        if seq > 0 {
            both.act(u8::try_from(seq % 2).unwrap(), seq, &["roll"]).await;
            both.view().await;
        }
        throw(&mut both, seq, 0, json!([seq % 6 + 1])).await;
        both.view().await;
    }
    let (status, file) = host.get(&format!("/api/tables/{}/file", table.id)).await;
    assert_eq!(status, 200, "{file}");
    assert_eq!(serde_json::from_str::<Value>(&file).unwrap()["seed"], Value::Null);
    let (status, again) = host.ask("POST", "/api/tables/import", &file).await;
    assert_eq!(status, 200, "{again}");
    let again: Value = serde_json::from_str(&again).unwrap();
    assert_eq!((&again["dice"], &again["seq"], &again["over"]), (&json!("typed"), &json!(6), &json!(true)));
}
