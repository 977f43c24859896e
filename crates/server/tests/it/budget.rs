//! How much work one visitor may cause, and that others are served meanwhile. Nothing here looks at a clock: what was
//! worked out is counted.

use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use crate::support::{
    client::{HttpAnswer, Socket, request},
    host::{Host, config},
};
use serde_json::{Value, json};
use server::Config;
use tempfile::tempdir;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    task::JoinSet,
    time::timeout,
};

const HUMANS: [&str; 2] = ["human", "human"];
/// As many as the flood of an audit.
const FLOOD: u64 = 60;

/// With these limits, behind a proxy that says who asks.
fn limited(folder: &Path, limits: &[&str]) -> Config {
    let mut config = config(folder, false);
    config.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
    for word in limits {
        config.limits.set(word).unwrap();
    }
    config
}

async fn get(host: &Host, path: &str, from: &str) -> HttpAnswer {
    request(host.address, "GET", path, &[("X-Forwarded-For", from)], "").await
}

/// What a meter says, by its name and label.
async fn meter(host: &Host, name: &str) -> u64 {
    let answer = request(host.operators, "GET", "/metrics", &[], "").await;
    let line = answer.body.lines().find_map(|line| line.strip_prefix(name));
    line.map_or(0, |value| value.trim().parse().unwrap())
}

async fn asked(host: &Host) -> (u64, u64) {
    let of = async |kind: &str| meter(host, &format!("opfire_questions_total{{kind=\"{kind}\"}}")).await;
    (of("worked-out").await, of("known").await)
}

async fn overlays(socket: &mut Socket, id: u64, seat: u8) -> Value {
    socket.send(json!({ "type": "overlays", "id": id, "seat": seat })).await;
    let answer = socket.hear("overlays").await;
    assert_eq!(answer["id"], id);
    answer["overlays"].clone()
}

#[tokio::test]
async fn what_sixty_ask_is_worked_out_once_for_those_who_know_the_same() {
    let folder = tempdir().unwrap();
    let host = Host::public(folder.path()).await;
    let table = host.table("short", HUMANS).await;
    let mut red = host.sit(&table, &[&table.red]).await;
    red.view().await;
    let mut flood = JoinSet::new();
    for id in 0..FLOOD - 1 {
        let mut other = host.sit(&table, &[&table.red]).await;
        flood.spawn(async move { overlays(&mut other, id, 0).await });
    }
    let seen = overlays(&mut red, 7, 0).await;
    while let Some(answer) = flood.join_next().await {
        assert_eq!(answer.unwrap(), seen);
    }
    assert_eq!(asked(&host).await, (1, FLOOD - 1));
    let mut blue = host.sit(&table, &[&table.blue]).await;
    blue.view().await;
    assert_ne!(overlays(&mut blue, 1, 1).await, seen, "another side knows something else");
    assert_eq!(asked(&host).await, (2, FLOOD - 1));
    red.act(0, 0, &["hide 2"]).await;
    red.view().await;
    assert_ne!(overlays(&mut red, 8, 0).await, seen, "the game has gone on");
    assert_eq!(asked(&host).await, (3, FLOOD - 1));
}

#[tokio::test]
async fn a_picture_is_drawn_once_however_often_it_is_asked_for() {
    let folder = tempdir().unwrap();
    let drawn = Arc::new(AtomicUsize::new(0));
    let mut config = config(folder.path(), false);
    let count = Arc::clone(&drawn);
    config.map = Arc::new(move |board| {
        count.fetch_add(1, Ordering::SeqCst);
        format!("<svg><title>{}</title>{}</svg>", board.title, "<path d=\"M0 0\"/>".repeat(4000))
    });
    let host = Host::start(config).await;
    let (one, other) = (host.table("short", HUMANS).await, host.table("long", HUMANS).await);
    let mut flood = JoinSet::new();
    for _ in 0..8 {
        let (at, path) = (host.address, format!("/api/tables/{}/map.svg", one.id));
        flood.spawn(async move {
            let ask = format!("GET {path} HTTP/1.1\r\nHost: {at}\r\nAccept-Encoding: gzip\r\n");
            let asks = format!("{ask}\r\n").repeat(7) + &format!("{ask}Connection: close\r\n\r\n");
            let mut stream = TcpStream::connect(at).await.unwrap();
            stream.write_all(asks.as_bytes()).await.unwrap();
            let mut bytes = Vec::new();
            timeout(Duration::from_secs(20), stream.read_to_end(&mut bytes)).await.unwrap().unwrap();
            String::from_utf8_lossy(&bytes).matches("HTTP/1.1 200 OK").count()
        });
    }
    while let Some(answered) = flood.join_next().await {
        assert_eq!(answered.unwrap(), 8);
    }
    assert_eq!(host.get(&format!("/api/tables/{}/map.svg", other.id)).await.0, 200);
    assert_eq!(drawn.load(Ordering::SeqCst), 1, "both games are on the same map");
    assert_eq!(host.get(&format!("/api/tables/{}/map.svg?numbers=0", one.id)).await.0, 200);
    assert_eq!(drawn.load(Ordering::SeqCst), 2);
}

#[tokio::test]
async fn an_address_that_asks_for_too_much_is_told_when_to_ask_again_and_others_are_served() {
    let folder = tempdir().unwrap();
    // A millisecond of work a second, and ten to begin with: twenty requests.
    let host = Host::start(limited(folder.path(), &["work-per-address=1"])).await;
    let mut flood = JoinSet::new();
    for _ in 0..FLOOD {
        let at = host.address;
        flood.spawn(async move { request(at, "GET", "/api/games", &[("X-Forwarded-For", "192.0.2.7")], "").await });
    }
    let mut refused = 0;
    while let Some(answer) = flood.join_next().await {
        let answer = answer.unwrap();
        if answer.status == 200 {
            continue;
        }
        assert_eq!(answer.status, 429, "{}", answer.body);
        let head = answer.head.to_lowercase();
        let after = head.lines().find_map(|line| line.strip_prefix("retry-after: ")).unwrap();
        assert!((1..=30).contains(&after.parse::<u64>().unwrap()), "{head}");
        assert!(answer.body.contains("try again in"), "{}", answer.body);
        refused += 1;
    }
    assert!(refused > 0 && refused < FLOOD, "{refused}");
    assert_eq!(meter(&host, "opfire_budgets_spent_total").await, refused);
    for _ in 0..5 {
        assert_eq!(get(&host, "/api/games", "192.0.2.8").await.status, 200, "somebody else");
    }
}

#[tokio::test]
async fn a_connection_that_asks_for_too_much_is_not_heard_for_a_while_and_others_are() {
    let folder = tempdir().unwrap();
    let mut config = config(folder.path(), false);
    config.limits.set("work-per-connection=2").unwrap();
    let host = Host::start(config).await;
    let table = host.table("short", HUMANS).await;
    let (mut greedy, mut other) = (host.sit(&table, &[&table.red]).await, host.sit(&table, &[&table.red]).await);
    for socket in [&mut greedy, &mut other] {
        socket.view().await;
    }
    for id in 0..300 {
        greedy.send(json!({ "type": "field", "id": id, "seat": 0, "from": format!("{id:04}") })).await;
    }
    let later = greedy.hear("later").await;
    assert!((1..=30).contains(&later["seconds"].as_u64().unwrap()), "{later}");
    assert!(later["text"].as_str().unwrap().contains("try again in"), "{later}");
    assert!(later["id"].as_u64().unwrap() < 300);
    // What is sent to it is not held up, and nobody else is refused anything.
    overlays(&mut other, 1, 0).await;
    other.act(0, 0, &["step"]).await;
    other.hear("change").await;
    greedy.hear("change").await;
}

#[tokio::test]
async fn an_action_of_somebody_who_asked_for_too_much_is_refused_in_words() {
    let folder = tempdir().unwrap();
    let mut config = config(folder.path(), false);
    config.limits.set("work-per-connection=2").unwrap();
    let host = Host::start(config).await;
    let table = host.table("short", HUMANS).await;
    let mut red = host.sit(&table, &[&table.red]).await;
    red.view().await;
    for _ in 0..300 {
        red.act(0, 99, &["step"]).await;
    }
    loop {
        let refused = red.hear("refused").await;
        if refused["text"].as_str().unwrap().contains("try again in") {
            assert_eq!(refused["action"], "step");
            return;
        }
    }
}

#[tokio::test]
async fn a_list_of_units_names_each_once_and_not_too_many() {
    let folder = tempdir().unwrap();
    let host = Host::public(folder.path()).await;
    let table = host.table("short", HUMANS).await;
    let mut red = host.sit(&table, &[&table.red]).await;
    red.view().await;
    let mut plan = async |units: Vec<String>| {
        red.send(json!({ "type": "plan", "id": 1, "seat": 0, "units": units })).await;
        red.hear("plan").await["plan"].clone()
    };
    assert_eq!(plan(vec!["a".to_owned(); 3000]).await["units"], json!(["a"]));
    let many = |count: u32| (0..count).map(|number| number.to_string()).collect();
    assert_eq!(plan(many(60)).await["units"].as_array().unwrap().len(), 60);
    assert_eq!(plan(many(61)).await, Value::Null);
}
