//! Maps and sight over the wire, with the real games.

use std::{path::Path, sync::Arc};

use crate::support::{
    client::{Socket, request},
    host::{Host, config},
};
use serde_json::{Value, json};
use tempfile::tempdir;

async fn host(folder: &Path, local: bool) -> Host {
    Host::with(config(folder, local), Arc::new(shelf::stock(&content::Files::embedded()).unwrap())).await
}

/// Two hexes of a map that are not neighbours.
fn two_hexes(board: &Value) -> (String, String) {
    let hexes = board["hexes"].as_array().unwrap();
    let id = |hex: &Value| hex["id"].as_str().unwrap().to_owned();
    (id(&hexes[0]), id(&hexes[hexes.len() / 2]))
}

#[tokio::test]
async fn every_map_on_the_shelf_is_listed_shown_drawn_and_looked_over() {
    let folder = tempdir().unwrap();
    let host = host(folder.path(), false).await;
    let games = host.get_json("/api/games").await;
    let mut maps = 0;
    for game in games.as_array().unwrap() {
        for map in game["maps"].as_array().unwrap() {
            maps += 1;
            let address = format!("/api/maps/{}/{}", game["id"].as_str().unwrap(), map["id"].as_str().unwrap());
            let sheet = host.get_json(&address).await;
            assert_eq!(&sheet["info"], map);
            assert_eq!(sheet["board"]["hexes"].as_array().unwrap().len() as u64, map["hexes"].as_u64().unwrap());
            assert!(sheet["settings"].is_array());
            let (status, svg) = host.get(&format!("{address}/map.svg")).await;
            assert_eq!(status, 200);
            assert!(svg.contains(sheet["board"]["title"].as_str().unwrap()), "{svg}");

            let (from, to) = two_hexes(&sheet["board"]);
            let look = host.get_json(&format!("{address}/look?from={from}&to={to}")).await;
            assert_eq!((&look["from"]["hex"], &look["to"]["hex"]), (&json!(from), &json!(to)));
            assert_ne!(look["summary"], "");
            let field = host.get_json(&format!("{address}/field?from={from}")).await;
            assert_eq!(field["from"], from.as_str());
            let seen = ["clear", "hindered"].iter().any(|kind| field[*kind].as_array().unwrap().contains(&json!(to)));
            assert_eq!(seen, look["verdict"] != "blocked", "{address}: a field and a look say the same: {look}");
        }
    }
    assert!(maps > 0);
}

#[tokio::test]
async fn a_sheet_says_what_a_look_may_be_asked_with() {
    let folder = tempdir().unwrap();
    let host = host(folder.path(), true).await;
    let accepts = host.get_json("/api/maps/divisions/steppe").await["accepts"].clone();
    assert_eq!((&accepts["smoke"], &accepts["facing"], &accepts["looker"]), (&json!(false), &json!([]), &json!([])));
    assert!(accepts["weather"].as_array().unwrap().contains(&json!("fog")), "{accepts}");
}

#[tokio::test]
async fn a_drawn_map_is_kept_by_whoever_has_it() {
    let folder = tempdir().unwrap();
    let host = host(folder.path(), true).await;
    let path = "/api/maps/divisions/steppe/map.svg?numbers=0";
    let first = request(host.address, "GET", path, &[], "").await;
    let tag = first.head.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap().to_owned();
    let again = request(host.address, "GET", path, &[("If-None-Match", &tag)], "").await;
    assert_eq!((again.status, again.body.as_str()), (304, ""));
}

#[tokio::test]
async fn questions_that_cannot_be_answered_get_a_reason() {
    let folder = tempdir().unwrap();
    let host = host(folder.path(), true).await;
    for (path, status, reason) in [
        ("divsions/steppe", 404, "did you mean \\\"divisions\\\"?"),
        ("divisions/step", 404, "did you mean \\\"steppe\\\"?"),
        ("divisions/step/map.svg", 404, "did you mean \\\"steppe\\\"?"),
        ("divisions/step/look?from=0101&to=0102", 404, "did you mean \\\"steppe\\\"?"),
        ("divisions/steppe/look?from=0101", 400, "say which hex: to="),
        ("divisions/steppe/look?from=0101&to=9999", 400, "9999"),
        ("divisions/steppe/look?from=0101&to=0101", 400, "both ends of the line"),
        ("divisions/steppe/look?from=0101&to=0104&wether=fog", 400, "did you mean \\\"weather\\\"?"),
        ("divisions/steppe/look?from=0101&to=0104&looker=submarine", 400, "kind of unit"),
        ("divisions/steppe/look?from=0101&to=0104&smoke=0102%3Dmuch", 400, "1010=2"),
        ("divisions/steppe/field?from=zz", 400, "zz"),
    ] {
        let (found, body) = host.get(&format!("/api/maps/{path}")).await;
        assert_eq!(found, status, "{path}: {body}");
        assert!(body.starts_with("{\"error\":") && body.contains(reason), "{path}: {body}");
    }
}

async fn ask(socket: &mut Socket, message: Value) -> Value {
    let wanted = message["type"].clone();
    socket.send(message).await;
    loop {
        let answer = socket.next().await.expect("closed");
        if answer["type"] == wanted {
            return answer;
        }
    }
}

#[tokio::test]
async fn a_seat_asks_what_its_units_see() {
    let folder = tempdir().unwrap();
    let host = host(folder.path(), false).await;
    let wish =
        json!({ "game": "divisions", "scenario": "tiger-in-the-open", "players": ["human", "human"], "seed": "7" });
    let (status, body) = host.ask("POST", "/api/tables", &wish.to_string()).await;
    assert_eq!(status, 200, "{body}");
    let table = crate::support::host::TestTable::from(&serde_json::from_str(&body).unwrap());
    let board = host.get_json(&format!("/api/tables/{}/board", table.id)).await;
    let (from, to) = two_hexes(&board);

    let mut red = host.sit(&table, &[&table.red]).await;
    let question =
        |id: u32, seat: u8, to: &str| json!({ "type": "look", "id": id, "seat": seat, "from": from, "to": to });
    let answer = ask(&mut red, question(3, 0, &to)).await;
    assert_eq!((&answer["id"], &answer["error"]), (&json!(3), &Value::Null));
    assert_eq!((&answer["look"]["from"]["hex"], &answer["look"]["to"]["hex"]), (&json!(from), &json!(to)));
    let field = ask(&mut red, json!({ "type": "field", "id": 4, "seat": 0, "from": from })).await;
    assert_eq!((&field["id"], &field["field"]["from"], &field["error"]), (&json!(4), &json!(from), &Value::Null));

    let answer = ask(&mut red, question(5, 0, "9999")).await;
    assert_eq!(answer["look"], Value::Null);
    assert!(answer["error"].as_str().unwrap().contains("9999"), "{answer}");
    let answer = ask(&mut red, question(6, 1, &to)).await;
    assert_eq!(answer["look"], Value::Null, "red may not look with blue's eyes");
    assert!(answer["error"].as_str().unwrap().contains("key of that seat"), "{answer}");
}
