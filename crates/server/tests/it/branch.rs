//! "What if": who may branch a game from which moment, and what comes of it.

use std::path::Path;

use crate::support::{
    game::{self, Later, WORDS, revised},
    host::{Host, TestTable, config},
};
use engine::{GameFile, Replayed};
use serde_json::{Value, json};
use tempfile::tempdir;

const HUMANS: [&str; 2] = ["human", "human"];
const ALONE: [&str; 2] = ["human", "roller"];

/// Everybody rolls until the game of six rolls is over.
async fn play_out(host: &Host, table: &TestTable) {
    let mut both = host.sit(table, &[&table.red, &table.blue]).await;
    let mut seq = both.view().await["seq"].as_u64().unwrap();
    while seq < 6 {
        both.act(u8::from(seq % 2 == 1), seq, &["roll"]).await;
        both.view().await;
        seq += 1;
    }
}

async fn ask(host: &Host, table: &TestTable, keys: &[&str], wish: Value) -> (u16, Value) {
    let path = format!("/api/tables/{}/branch", table.id);
    let (status, body) = host.holding(keys).ask("POST", &path, &wish.to_string()).await;
    (status, serde_json::from_str(&body).unwrap())
}

async fn branch(host: &Host, table: &TestTable, keys: &[&str], wish: Value) -> (TestTable, Value) {
    let (status, info) = ask(host, table, keys, wish).await;
    assert_eq!(status, 200, "{info}");
    (TestTable::from(&info), info)
}

async fn file(host: &Host, table: &TestTable) -> GameFile {
    let (status, text) = host.get(&format!("/api/tables/{}/file", table.id)).await;
    assert_eq!(status, 200, "{text}");
    GameFile::parse(&text).unwrap()
}

fn dice(file: &GameFile) -> Vec<u16> {
    file.moves.iter().flat_map(|done| done.dice.clone()).collect()
}

#[tokio::test]
async fn a_finished_game_is_played_on_from_any_moment_with_other_dice() {
    let folder = tempdir().unwrap();
    let host = Host::local(folder.path()).await;
    let old = host.table("short", HUMANS).await;
    play_out(&host, &old).await;
    let before = file(&host, &old).await;
    let mut differ = false;
    for seq in 0..6u32 {
        let (new, info) = branch(&host, &old, &[&old.red], json!({ "seq": seq })).await;
        assert_ne!(new.id, old.id);
        assert_eq!((&info["seq"], &info["over"]), (&seq.into(), &false.into()));
        assert_eq!(info["branch"], json!({ "of": old.id, "after": seq }));
        play_out(&host, &new).await;
        let after = file(&host, &new).await;
        assert_eq!(after.moves[..seq as usize], before.moves[..seq as usize]);
        differ |= dice(&after)[seq as usize..] != dice(&before)[seq as usize..];
        assert_eq!(after.branches.len(), 1);
        let opened = game::shelf().open_file(&after).unwrap();
        assert!(matches!(opened.replayed, Replayed::Same), "{:?}", opened.replayed);
        // And its file comes in as a game that says where it was branched.
        let (status, body) = host.ask("POST", "/api/tables/import", &after.to_text()).await;
        assert_eq!(status, 200, "{body}");
        let imported: Value = serde_json::from_str(&body).unwrap();
        assert_eq!(imported["branch"], json!({ "of": null, "after": seq }));
    }
    assert!(differ, "new dice fall");
    assert_eq!(file(&host, &old).await, before, "the old game is as it was");
    let (status, refused) = ask(&host, &old, &[&old.red], json!({ "seq": 6 })).await;
    assert!(status == 422 && refused["error"].as_str().unwrap().contains("over at this moment"), "{refused}");
    let (status, refused) = ask(&host, &old, &[&old.red], json!({ "seq": 7 })).await;
    assert!(status == 422 && refused["error"].as_str().unwrap().contains("has 6 actions"), "{refused}");
}

#[tokio::test]
async fn a_branch_is_a_game_of_its_own_with_its_own_secrets() {
    let folder = tempdir().unwrap();
    let host = Host::local(folder.path()).await;
    let old = host.table("short", HUMANS).await;
    play_out(&host, &old).await;
    let (new, _) = branch(&host, &old, &[&old.red], json!({ "seq": 3 })).await;
    assert!(new.red != old.red && !new.red.is_empty() && !new.blue.is_empty(), "new keys");
    let mut blue = host.sit(&new, &[&new.blue]).await;
    let view = blue.view().await;
    assert_eq!(view["seq"], 3);
    assert!(
        blue.raw.contains(WORDS[1]) && !blue.raw.contains(WORDS[0]),
        "what red hides is hidden again: {}",
        blue.raw
    );
    let (status, _) = host.get(&format!("/api/tables/{}/file", new.id)).await;
    assert_eq!(status, 403, "its file is to be had when it is over");
    let (status, refused) = ask(&host, &new, &[&new.blue], json!({ "seq": 2 })).await;
    assert!(status == 403 && refused["error"].as_str().unwrap().contains("more than one person"), "{refused}");
}

#[tokio::test]
async fn a_branch_survives_a_restart_a_new_revision_and_is_branched_again() {
    let folder = tempdir().unwrap();
    let host = Host::local(folder.path()).await;
    let old = host.table("short", HUMANS).await;
    play_out(&host, &old).await;
    let (new, _) = branch(&host, &old, &[&old.blue], json!({ "seq": 2 })).await;
    let mut both = host.sit(&new, &[&new.red, &new.blue]).await;
    both.view().await;
    both.act(0, 2, &["roll"]).await;
    both.view().await;
    host.stop().await;

    let host = Host::with(config(folder.path(), true), revised(2, Later::OtherState, "6")).await;
    let info = host.get_json(&format!("/api/tables/{}", new.id)).await;
    assert_eq!((&info["differs"], &info["broken"], &info["seq"]), (&Value::Null, &Value::Null, &3.into()), "{info}");
    assert_eq!(info["branch"], json!({ "of": old.id, "after": 2 }));
    play_out(&host, &new).await;
    let first = file(&host, &new).await;
    let (second, info) = branch(&host, &new, &[], json!({ "seq": 4 })).await;
    assert_eq!(info["branch"], json!({ "of": new.id, "after": 4 }));
    host.stop().await;
    let host = Host::with(config(folder.path(), true), revised(2, Later::OtherState, "6")).await;
    play_out(&host, &second).await;
    let second = file(&host, &second).await;
    assert_eq!(second.branches.iter().map(|branch| branch.after).collect::<Vec<_>>(), [2, 4]);
    assert_eq!(second.moves[..4], first.moves[..4]);
}

#[tokio::test]
async fn somebody_alone_against_bots_may_while_he_plays_and_only_in_his_own_seat() {
    let folder = tempdir().unwrap();
    let host = Host::local(folder.path()).await;
    let live = host.table("short", ALONE).await;
    let mut red = host.sit(&live, &[&live.red]).await;
    red.view().await;
    red.act(0, 0, &["step", "roll"]).await;
    red.until(|view| view["seq"].as_u64() >= Some(4)).await;
    let (new, info) = branch(&host, &live, &[&live.red], json!({ "seq": 2 })).await;
    assert_eq!(info["seats"][1]["player"], "roller", "the same players");
    let mut again = host.sit(&new, &[&new.red]).await;
    // The bot plays on by itself.
    let view = again.until(|view| view["seq"].as_u64() >= Some(4)).await;
    assert!(view["scene"]["choices"].as_array().unwrap().iter().any(|choice| choice["action"] == "roll"), "{view}");

    for (keys, wish, why) in [
        (vec![], json!({ "seq": 2 }), "only its player"),
        (vec![live.red.as_str()], json!({ "seq": 2, "players": ["human", "human"] }), "in the seat that you have"),
        (vec![live.red.as_str()], json!({ "seq": 2, "players": ["roller", "human"] }), "in the seat that you have"),
        (vec![live.red.as_str()], json!({ "seq": 2, "players": ["roller", "roller"] }), "in the seat that you have"),
        (vec!["wrong"], json!({ "seq": 2 }), "opens no seat"),
    ] {
        let (status, refused) = ask(&host, &live, &keys, wish).await;
        assert!(status == 403 && refused["error"].as_str().unwrap().contains(why), "{status} {refused}");
    }
    let (status, refused) = ask(&host, &live, &[&live.red], json!({ "seq": 400 })).await;
    assert_eq!(status, 422, "a moment that has not come: {refused}");
    let (status, refused) = ask(&host, &live, &[&live.red], json!({ "seq": 2, "players": ["human", "nobody"] })).await;
    assert!(status == 422 && refused["error"].as_str().unwrap().contains("nobody"), "{refused}");
}

#[tokio::test]
async fn a_live_game_of_two_persons_is_never_branched() {
    let folder = tempdir().unwrap();
    let host = Host::local(folder.path()).await;
    let live = host.table("short", HUMANS).await;
    for keys in [vec![live.red.as_str()], vec![live.red.as_str(), live.blue.as_str()], vec![]] {
        let (status, refused) = ask(&host, &live, &keys, json!({ "seq": 0 })).await;
        assert!(status == 403 && refused["error"].as_str().unwrap().contains("more than one person"), "{refused}");
    }
    assert_eq!(host.get_json("/api/tables").await.as_array().unwrap().len(), 1, "no game was made");
}

#[tokio::test]
async fn on_a_public_server_it_takes_a_key_and_a_place() {
    let folder = tempdir().unwrap();
    let host = limited(folder.path(), "games=3").await;
    let old = host.table("short", HUMANS).await;
    play_out(&host, &old).await;
    let (status, refused) = ask(&host, &old, &[], json!({ "seq": 2 })).await;
    assert!(status == 403 && refused["error"].as_str().unwrap().contains("with the key of a seat"), "{refused}");
    let (new, made) = branch(&host, &old, &[&old.red], json!({ "seq": 2, "players": ["roller", "human"] })).await;
    assert_eq!(made["branch"]["of"], old.id.as_str());
    let info = host.get_json(&format!("/api/tables/{}", new.id)).await;
    assert_eq!(info["branch"], json!({ "of": null, "after": 2 }), "not everybody is told the other game's name");
    assert!(new.red.is_empty() && !new.blue.is_empty());
    branch(&host, &old, &[&old.red], json!({ "seq": 2 })).await;
    let (status, full) = ask(&host, &old, &[&old.red], json!({ "seq": 2 })).await;
    assert_eq!(status, 507, "branches count like other games: {full}");
}

async fn limited(folder: &Path, limit: &str) -> Host {
    let mut config = config(folder, false);
    config.limits.set(limit).unwrap();
    Host::start(config).await
}

#[tokio::test]
async fn what_is_no_wish_is_answered_with_a_reason() {
    let folder = tempdir().unwrap();
    let host = Host::local(folder.path()).await;
    let table = host.table("short", ALONE).await;
    for (path, body, status) in [
        (format!("/api/tables/{}/branch", table.id), "{}", 400),
        (format!("/api/tables/{}/branch", table.id), "no", 400),
        ("/api/tables/nowhere/branch".to_owned(), "{\"seq\":1}", 404),
    ] {
        let (found, body) = host.ask("POST", &path, body).await;
        assert!(found == status && body.contains("error"), "{path}: {found} {body}");
    }
}
