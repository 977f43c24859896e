//! Who sits where, at several servers on one PostgreSQL.

use crate::support::{
    host::{self, Host},
    postgres::Postgres,
};
use futures_util::future::join_all;
use serde_json::json;
use server::Config;
use tempfile::{TempDir, tempdir};

/// Two servers that share their games.
struct Pair {
    one: Host,
    other: Host,
    _postgres: Postgres,
    _folder: TempDir,
}

async fn pair() -> Pair {
    let (postgres, folder) = (Postgres::start(), tempdir().unwrap());
    let config = Config { database: postgres.database(), ..host::config(folder.path(), false) };
    let (one, other) = (Host::start(config.clone()).await, Host::start(config).await);
    Pair { one, other, _postgres: postgres, _folder: folder }
}

#[tokio::test]
async fn of_many_who_claim_at_two_servers_one_sits_down() {
    let pair = pair().await;
    for open in [false, true] {
        let table = pair.one.shared_with(json!({ "open": open })).await;
        let (path, invite) = (format!("/api/tables/{}/claim", table.id), (!open).then_some(&table.invite));
        let wish = json!({ "seat": "blue", "invite": invite }).to_string();
        let servers = (0..12).map(|number| if number % 2 == 0 { &pair.one } else { &pair.other });
        let answers = join_all(servers.map(|server| server.ask("POST", &path, &wish))).await;
        let won = answers.iter().filter(|(status, _)| *status == 200).count();
        let lost = answers.iter().filter(|(status, _)| *status == 409).count();
        assert_eq!((won, lost), (1, 11), "{answers:?}");
    }
}

#[tokio::test]
async fn a_seat_that_is_given_away_at_one_server_is_closed_at_the_other() {
    let pair = pair().await;
    let table = pair.one.shared().await;
    let key = pair.other.claim(&table).await;
    let mut red = pair.other.connect(&table.id, &[&table.red]).await;
    let mut blue = pair.other.connect(&table.id, &[&key]).await;
    red.view().await;
    blue.view().await;
    let path = format!("/api/tables/{}/invitation", table.id);
    pair.one.holding(&[&table.host]).post(&path, &json!({ "place": "blue" })).await;
    while blue.next().await.is_some() {}
    assert!(blue.raw.contains("the host has made your key void"), "{}", blue.raw);
    let (seats, said) = red.hear_both("seats", "chat").await;
    assert_eq!(seats["seats"][1]["claimed"], false);
    assert_eq!(said["lines"][0]["text"], "The host has given the seat of Blue away.");
}

#[tokio::test]
async fn players_at_two_servers_agree_to_throw_their_game_away() {
    let pair = pair().await;
    let table = pair.one.shared().await;
    let key = pair.other.claim(&table).await;
    let mut blue = pair.other.connect(&table.id, &[&key]).await;
    blue.view().await;
    let path = format!("/api/tables/{}", table.id);
    assert_eq!(pair.one.holding(&[&table.red]).ask("DELETE", &path, "").await.0, 202);
    assert_eq!(blue.hear("seats").await["doomed"], json!({ "agreed": [0], "at": null }));
    assert_eq!(pair.one.holding(&[&key]).ask("DELETE", &path, "").await.0, 204);
    while blue.next().await.is_some() {}
    assert!(blue.raw.contains("thrown away"), "{}", blue.raw);
    assert_eq!(pair.other.holding(&[&key]).get(&path).await.0, 404);
}
