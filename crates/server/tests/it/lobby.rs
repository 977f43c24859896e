//! What anybody may see, and one's own games.

use crate::support::{
    client::Socket,
    host::{Host, Shared},
};
use serde_json::{Value, json};
use tempfile::tempdir;

async fn listed(host: &Host, list: &str) -> Vec<String> {
    let lobby = host.get_json("/api/lobby").await;
    lobby[list].as_array().unwrap().iter().map(|info| info["id"].as_str().unwrap().to_owned()).collect()
}

async fn play_out(host: &Host, table: &Shared, blue: &str) {
    let mut both = host.connect(&table.id, &[&table.red, blue]).await;
    both.view().await;
    for seq in 0..6 {
        both.act(u8::from(seq % 2 == 1), seq, &["roll"]).await;
        both.view().await;
    }
}

#[tokio::test]
async fn an_open_table_is_listed_until_its_seats_are_taken() {
    let folder = tempdir().unwrap();
    let host = Host::public(folder.path()).await;
    let closed = host.shared().await;
    let first = host.shared_with(json!({ "open": true })).await;
    let (_, lobby) = host.get("/api/lobby").await;
    for secret in [&first.red, &first.invite, &first.host, &first.watch, &closed.id] {
        assert!(!lobby.contains(secret.as_str()), "{lobby}");
    }
    assert_eq!(listed(&host, "open").await, [first.id.as_str()]);
    let path = format!("/api/tables/{}/claim", first.id);
    let claimed = host.post(&path, &json!({ "seat": "blue", "name": "Passer-by" })).await;
    assert_eq!(claimed["info"]["seats"][1]["who"], "Passer-by");
    assert!(listed(&host, "open").await.is_empty());
    let path = format!("/api/tables/{}/claim", closed.id);
    assert_eq!(host.ask("POST", &path, "{\"seat\":\"blue\"}").await.0, 403, "not an open table");
}

#[tokio::test]
async fn a_finished_game_is_for_those_with_a_key_or_for_all_if_its_host_chose_so() {
    let folder = tempdir().unwrap();
    let host = Host::public(folder.path()).await;
    for public in [false, true] {
        let table = host.shared_with(json!({ "public": public })).await;
        let blue = host.claim(&table).await;
        let (open, shut) = (200, if public { 200 } else { 403 });
        assert!(Socket::open(host.address, &table.id, &[]).await.is_err(), "nobody looks at a game that goes on");
        assert_eq!(host.get(&format!("/api/tables/{}/view", table.id)).await.0, 403);
        play_out(&host, &table, &blue).await;
        for path in ["/view", "/view?seq=2", "/sheets", "/file"] {
            let path = format!("/api/tables/{}{path}", table.id);
            assert_eq!(host.get(&path).await.0, shut, "{path}");
            for key in [&table.red, &blue, &table.watch, &table.host] {
                assert_eq!(host.holding(&[key]).get(&path).await.0, open, "{path}");
            }
            assert_eq!(host.holding(&["wrong"]).get(&path).await.0, 403, "{path}");
        }
        assert_eq!(Socket::open(host.address, &table.id, &[]).await.is_ok(), public);
        assert_eq!(listed(&host, "finished").await.contains(&table.id), public);
    }
}

#[tokio::test]
async fn the_lobby_lists_fifty_tables_the_newest_first() {
    let folder = tempdir().unwrap();
    let mut config = crate::support::host::config(folder.path(), false);
    config.limits = server::Limits::local();
    let host = Host::start(config).await;
    for _ in 0..53 {
        host.shared_with(json!({ "open": true })).await;
    }
    assert_eq!(listed(&host, "open").await.len(), 50);
    // Times are in seconds: the next one is newer than all of them.
    tokio::time::sleep(std::time::Duration::from_millis(1100)).await;
    let newest = host.shared_with(json!({ "open": true })).await;
    assert_eq!(listed(&host, "open").await[0], newest.id);
}

#[tokio::test]
async fn ones_own_games_say_whose_turn_it_is() {
    let folder = tempdir().unwrap();
    let host = Host::public(folder.path()).await;
    let (mine, other, gone) = (host.shared().await, host.shared().await, host.shared().await);
    let blue = host.claim(&mine).await;
    host.holding(&[&gone.host]).ask("DELETE", &format!("/api/tables/{}", gone.id), "").await;
    let rings = json!({ "keys": [
        { "id": mine.id, "keys": [blue, "void"] },
        { "id": other.id, "keys": ["wrong"] },
        { "id": gone.id, "keys": [gone.red] },
        { "id": "nothing", "keys": [] },
    ]});
    let games = host.post("/api/mine", &rings).await;
    assert_eq!(games.as_array().unwrap().len(), 1, "{games}");
    let game = &games[0];
    assert_eq!((&game["id"], &game["asked"], &game["is_host"]), (&mine.id.as_str().into(), &0.into(), &false.into()));
    assert_eq!((&game["seats"][0]["yours"], &game["seats"][1]["yours"]), (&false.into(), &true.into()));
    let mut red = host.connect(&mine.id, &[&mine.red]).await;
    red.view().await;
    red.act(0, 0, &["roll"]).await;
    red.view().await;
    assert_eq!(host.post("/api/mine", &rings).await[0]["asked"], 1, "it is blue's turn");
    let text = games.to_string();
    assert!(!text.contains(&mine.red) && !text.contains(&blue), "keys are not told again: {text}");

    assert_eq!(host.post("/api/mine", &json!({})).await, json!([]));
    let rings = |count: usize| {
        let ring = |number: usize| json!({ "id": format!("game{number}"), "keys": [mine.red] });
        json!({ "keys": (0..count).map(ring).collect::<Vec<Value>>() })
    };
    assert_eq!(host.post("/api/mine", &rings(200)).await, json!([]));
    assert_eq!(host.ask("POST", "/api/mine", &rings(201).to_string()).await.0, 422);
}

#[tokio::test]
async fn one_visitor_cannot_sit_down_at_all_open_tables() {
    let folder = tempdir().unwrap();
    let mut config = crate::support::host::config(folder.path(), false);
    config.limits.set("games-per-hour=3").unwrap();
    let host = Host::start(config).await;
    let first = host.shared_with(json!({ "open": true })).await;
    let second = host.shared_with(json!({ "open": true })).await;
    let claim = async |table: &Shared, wish: Value| {
        host.ask("POST", &format!("/api/tables/{}/claim", table.id), &wish.to_string()).await.0
    };
    assert_eq!(claim(&first, json!({ "seat": "blue" })).await, 200, "the third of this hour");
    assert_eq!(claim(&second, json!({ "seat": "blue" })).await, 429);
    assert_eq!(claim(&second, json!({ "seat": "blue", "invite": second.invite })).await, 200, "a link is a link");
}
