//! Servers behind the proxies of docs/hosting.md, which are real and have the texts of that page.

use std::{collections::BTreeSet, net::SocketAddr};

use serde_json::{Value, json};
use tempfile::tempdir;

use crate::support::{
    client::Socket,
    house::{self, House},
    postgres,
    proxy::{Proxy, noted, printed},
};

/// Proxies speak to servers from 127.0.0.1; visitors are on this machine as well, and come from elsewhere.
const ANN: [u8; 4] = [127, 0, 0, 9];
const BOB: [u8; 4] = [127, 0, 0, 10];

const OPTIONS: [&str; 4] = ["--trusted-proxy", "127.0.0.1", "--host", "play.example"];

fn head(request: &str, name: &str, more: &str) -> String {
    format!("{request} HTTP/1.1\r\nHost: {name}\r\nOrigin: https://{name}\r\nConnection: close{more}")
}

fn wish() -> String {
    let players = ["human", "human"];
    json!({ "game": "divisions", "scenario": "tiger-in-the-open", "settings": {}, "players": players }).to_string()
}

/// The game in an answer.
fn table(answer: &str) -> Value {
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    serde_json::from_str(&answer[answer.find('{').unwrap()..=answer.rfind('}').unwrap()]).unwrap()
}

/// Everything that a player needs of a proxy. Gives the key that was shown.
async fn lets_players_through(proxy: &Proxy) -> String {
    let page = proxy.ask(ANN, &head("GET /", "play.example", ""), "").await;
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("<title>"), "{page}");
    let make = head("POST /api/tables", "play.example", "");
    let made = table(&proxy.ask(ANN, &make, &wish()).await);
    // It is the visitor who is counted, not the proxy; what a visitor says of himself does not count.
    let lie = head("POST /api/tables", "play.example", "\r\nX-Forwarded-For: 203.0.113.7");
    let again = proxy.ask(ANN, &lie, &wish()).await;
    assert!(again.starts_with("HTTP/1.1 429") && again.to_lowercase().contains("retry-after"), "{again}");
    table(&proxy.ask(BOB, &make, &wish()).await);
    // The proxy has one site, which it shows under every name here: the server knows better.
    let other = proxy.ask(ANN, &head("GET /api/games", "evil.example", ""), "").await;
    assert!(other.starts_with("HTTP/1.1 403") && other.contains("--host"), "{other}");

    let (id, key) = (made["id"].as_str().unwrap(), made["seats"][0]["key"].as_str().unwrap());
    let viewed = head(&format!("GET /api/tables/{id}/view"), "play.example", &format!("\r\nOpfire-Key: {key}"));
    let viewed = proxy.ask(ANN, &viewed, "").await;
    assert!(viewed.starts_with("HTTP/1.1 200"), "{viewed}");
    let headers = [("Host", "play.example"), ("Origin", "https://play.example")];
    let mut socket = Socket::open_with(proxy.address, id, &[key], &headers).await.unwrap();
    assert_eq!(socket.view().await["seq"], 0);
    key.to_owned()
}

#[tokio::test]
async fn the_nginx_of_the_page_on_hosting_lets_players_through() {
    let folder = tempdir().unwrap();
    let house = House::serve(folder.path(), &[&OPTIONS[..], &["--limit", "games-per-hour=1"]].concat(), "warn");
    let proxy = Proxy::nginx(folder.path(), &format!("http://{}", house.address), "");
    let key = lets_players_through(&proxy).await;
    // A WebSocket is noted when it has ended.
    let log = noted(folder.path(), "/ws ");
    assert!(log.contains("/view ") && !log.contains(&key), "nginx has written a key down: {log}");
}

#[tokio::test]
async fn the_caddy_of_the_page_on_hosting_lets_players_through() {
    let folder = tempdir().unwrap();
    let house = House::serve(folder.path(), &[&OPTIONS[..], &["--limit", "games-per-hour=1"]].concat(), "warn");
    lets_players_through(&Proxy::caddy(folder.path(), house.address)).await;
}

/// Asks for a game through a proxy, and gives the process that answers.
async fn answers(proxy: &Proxy, visitor: [u8; 4], id: &str) -> SocketAddr {
    let answer = proxy.ask(visitor, &head(&format!("GET /api/tables/{id}"), "play.example", ""), "").await;
    assert_eq!(table(&answer)["id"], id);
    process(&answer)
}

/// The process that has answered, of those that were tried.
fn process(answer: &str) -> SocketAddr {
    let tried = answer.lines().find_map(|line| line.strip_prefix("X-Process: ")).unwrap_or_else(|| panic!("{answer}"));
    tried.rsplit(", ").next().unwrap().parse().unwrap()
}

#[tokio::test]
async fn the_nginx_before_several_processes_keeps_a_game_at_one_and_finds_the_other_when_it_dies() {
    let (folder, postgres) = (tempdir().unwrap(), postgres::Postgres::start());
    let database = postgres.database();
    let mut houses = vec![House::at(&database, &OPTIONS, "warn"), House::at(&database, &OPTIONS, "warn")];
    let upstream = printed("map $request_uri $game")
        .replace("10.0.0.11:7944", &houses[0].address.to_string())
        .replace("10.0.0.12:7944", &houses[1].address.to_string());
    // So that we see who answers.
    let more = format!("{upstream}\nadd_header X-Process $upstream_addr always;");
    let proxy = Proxy::nginx(folder.path(), "http://opfire", &more);

    let mut games = Vec::new();
    for game in 0..16 {
        let made = proxy.ask([127, 0, 0, 20 + game], &head("POST /api/tables", "play.example", ""), &wish()).await;
        let made = table(&made);
        let id = made["id"].as_str().unwrap().to_owned();
        let at = answers(&proxy, ANN, &id).await;
        for visitor in [ANN, BOB] {
            assert_eq!(answers(&proxy, visitor, &id).await, at, "{id}: whoever asks");
        }
        games.push((id, house::keys(&made), at));
    }
    let used: BTreeSet<SocketAddr> = games.iter().map(|(_, _, at)| *at).collect();
    assert_eq!(used.len(), 2, "both have something to do");

    let (id, keys, at) = &games[0];
    let headers = [("Host", "play.example"), ("Origin", "https://play.example")];
    let sit = async || Socket::open_with(proxy.address, id, &[&keys[0], &keys[1]], &headers).await.unwrap();
    let mut socket = sit().await;
    let view = socket.view().await;
    // Without a word.
    let dead = houses.iter().position(|house| house.address == *at).unwrap();
    drop(houses.remove(dead));
    assert_eq!(socket.next().await, None);
    let mut socket = sit().await;
    let again = socket.view().await;
    assert_eq!((&again["seq"], &again["scene"]), (&view["seq"], &view["scene"]));
    let choice = again["scene"]["choices"][0]["action"].as_str().unwrap();
    let seat = u8::try_from(again["scene"]["prompt"]["seat"].as_u64().unwrap()).unwrap();
    socket.act(seat, 0, &[choice]).await;
    socket.until(|view| view["seq"] == 1).await;
    for (id, _, _) in &games {
        assert_eq!(answers(&proxy, BOB, id).await, houses[0].address, "{id}");
    }
    table(&proxy.ask(ANN, &head("POST /api/tables", "play.example", ""), &wish()).await);
}
