//! Connections that mean no good, or are too many; and who is at the other end of one.

use std::{net::SocketAddr, path::Path, time::Duration};

use crate::support::{
    client::{HttpAnswer, Socket, request},
    host::{Host, config},
};
use serde_json::{Value, json};
use server::{ClientFile, Config};
use tempfile::tempdir;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
    time::{sleep, timeout},
};

const HUMANS: [&str; 2] = ["human", "human"];

fn limited(folder: &Path, limits: &[&str]) -> Config {
    let mut config = config(folder, false);
    for word in limits {
        config.limits.set(word).unwrap();
    }
    config
}

/// Connects and says only so much.
async fn say(at: SocketAddr, bytes: &str) -> TcpStream {
    let mut stream = TcpStream::connect(at).await.unwrap();
    stream.write_all(bytes.as_bytes()).await.unwrap();
    stream
}

/// Everything the server says until it hangs up.
async fn rest(stream: &mut TcpStream) -> Vec<u8> {
    let mut bytes = Vec::new();
    let read = timeout(Duration::from_secs(20), stream.read_to_end(&mut bytes)).await;
    // Whether it hangs up politely is not the question.
    let _ = read.expect("the server does not hang up");
    bytes
}

fn refusal(answer: &HttpAnswer, status: u16) -> String {
    assert_eq!(answer.status, status, "{}", answer.body);
    assert!(answer.head.to_lowercase().contains("\r\nretry-after: "), "{}", answer.head);
    let failure: Value = serde_json::from_str(&answer.body).unwrap();
    failure["error"].as_str().unwrap().to_owned()
}

/// Asks until the server has noticed that somebody has gone.
async fn until_served(at: SocketAddr) {
    for _ in 0..200 {
        let mut stream = say(at, &format!("GET /api/games HTTP/1.1\r\nHost: {at}\r\nConnection: close\r\n\r\n")).await;
        if rest(&mut stream).await.starts_with(b"HTTP/1.1 200") {
            return;
        }
        sleep(Duration::from_millis(50)).await;
    }
    panic!("places are not given back");
}

async fn create(at: SocketAddr, forwarded: &str) -> HttpAnswer {
    let wish = json!({ "game": "hidden", "scenario": "short", "players": HUMANS });
    request(at, "POST", "/api/tables", &[("X-Forwarded-For", forwarded)], &wish.to_string()).await
}

#[tokio::test]
async fn unfinished_requests_are_hung_up_on_and_others_served_meanwhile() {
    let folder = tempdir().unwrap();
    let host = Host::start(limited(folder.path(), &["request-time=400ms", "connections=60"])).await;
    let at = host.address;
    let mut slow = Vec::new();
    for _ in 0..10 {
        slow.push(say(at, "").await);
        slow.push(say(at, "GET / HTTP/1.1\r\nHo").await);
        slow.push(say(at, "POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n").await);
        // A whole request, and then nothing more.
        slow.push(say(at, &format!("GET /api/games HTTP/1.1\r\nHost: {at}\r\n\r\n")).await);
    }
    assert_eq!(request(at, "GET", "/api/games", &[], "").await.status, 200);
    for (number, stream) in slow.iter_mut().enumerate() {
        let said = rest(stream).await;
        assert_eq!(said.starts_with(b"HTTP/1.1 200"), number % 4 == 3, "{}", String::from_utf8_lossy(&said));
    }
    // A head that comes by drops is not finished either.
    let mut stream = say(at, "GET / HTTP/1.1\r\n").await;
    let dropping = async {
        while stream.write_all(b"X-Drop: 1\r\n").await.is_ok() {
            sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(Duration::from_secs(20), dropping).await.expect("the server goes on listening");
}

#[tokio::test]
async fn the_head_of_a_request_has_64_kb_and_not_a_byte_more() {
    const MOST: usize = 64 * 1024;
    let folder = tempdir().unwrap();
    let host = Host::start(limited(folder.path(), &[])).await;
    let head = |length: usize| {
        let begins = format!("GET /api/games HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nX-Long: ", host.address);
        let long = "x".repeat(length - begins.len() - 4);
        format!("{begins}{long}\r\n\r\n")
    };
    for (length, status) in [(MOST, 200), (MOST + 1, 431), (MOST + 8000, 431), (2 * MOST, 431)] {
        let head = head(length);
        assert_eq!(head.len(), length);
        for piece in [length, 5000] {
            let mut stream = TcpStream::connect(host.address).await.unwrap();
            for part in head.as_bytes().chunks(piece) {
                // It may have read enough.
                if stream.write_all(part).await.is_err() {
                    break;
                }
                sleep(Duration::from_millis(1)).await;
            }
            let said = String::from_utf8_lossy(&rest(&mut stream).await).into_owned();
            assert!(said.starts_with(&format!("HTTP/1.1 {status}")), "{length} by {piece}: {said}");
        }
    }
}

#[tokio::test]
async fn who_sends_too_much_can_finish_and_reads_why_it_was_refused() {
    let folder = tempdir().unwrap();
    let host = Host::start(limited(folder.path(), &[])).await;
    let length = 40_000_000;
    for connection in ["close", "keep-alive"] {
        let head = format!(
            "POST /api/tables/import HTTP/1.1\r\nHost: {}\r\nConnection: {connection}\r\nContent-Length: {length}\r\n\r\n",
            host.address
        );
        let mut stream = say(host.address, &head).await;
        stream.write_all(&vec![b' '; length]).await.expect("the connection is reset while somebody sends");
        let said = String::from_utf8(rest(&mut stream).await).unwrap();
        assert!(said.starts_with("HTTP/1.1 413") && said.contains("at most 8192 kB"), "{said}");
    }
}

#[tokio::test]
async fn a_body_that_does_not_come_is_not_waited_for() {
    let folder = tempdir().unwrap();
    let host = Host::start(limited(folder.path(), &["body-time=200ms"])).await;
    for path in ["/api/tables", "/api/tables/import"] {
        let head = format!("POST {path} HTTP/1.1\r\nHost: {}\r\nContent-Length: 100\r\n\r\n{{\"game\"", host.address);
        let mut stream = say(host.address, &head).await;
        let said = String::from_utf8(rest(&mut stream).await).unwrap();
        assert!(said.starts_with("HTTP/1.1 408") && said.contains(r#"{"error":"#), "{said}");
    }
}

#[tokio::test]
async fn an_answer_that_is_not_taken_is_not_kept() {
    const SIZE: usize = 24 << 20;
    let folder = tempdir().unwrap();
    let mut config = limited(folder.path(), &["answer-time=300ms", "connections=1"]);
    config.client =
        std::sync::Arc::new(|_| Some(ClientFile { bytes: vec![b'x'; SIZE].into(), mime: "text/plain".into() }));
    let host = Host::start(config).await;
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(16 * 1024).unwrap();
    let mut stream = socket.connect(host.address).await.unwrap();
    stream.write_all(format!("GET /assets/big HTTP/1.1\r\nHost: {}\r\n\r\n", host.address).as_bytes()).await.unwrap();
    // There is one place: others get in when the server has given up.
    until_served(host.address).await;
    assert!(rest(&mut stream).await.len() < SIZE);
}

#[tokio::test]
async fn one_address_has_so_many_connections() {
    let folder = tempdir().unwrap();
    let host = Host::start(limited(folder.path(), &["connections-per-address=5"])).await;
    let at = host.address;
    let table = host.table("short", HUMANS).await;
    // The request's own connection has to be noticed as ended, and WebSockets count.
    until_served(at).await;
    let mut held = Vec::new();
    for _ in 0..3 {
        held.push(say(at, "GET").await);
    }
    let sockets = [host.sit(&table, &[&table.red]).await, host.sit(&table, &[&table.blue]).await];
    let text = refusal(&request(at, "GET", "/api/games", &[], "").await, 429);
    assert!(text.contains("5 connections from your address"), "{text}");
    assert!(Socket::open(at, &table.id, &[&table.red]).await.is_err());
    drop(sockets);
    until_served(at).await;
    drop(held);
}

#[tokio::test]
async fn a_server_has_so_many_connections() {
    let folder = tempdir().unwrap();
    let host = Host::start(limited(folder.path(), &["connections=5"])).await;
    let mut held = Vec::new();
    for _ in 0..5 {
        held.push(say(host.address, "GET").await);
    }
    let text = refusal(&request(host.address, "GET", "/api/games", &[], "").await, 503);
    assert!(text.contains("as many connections as it can take"), "{text}");
    // Many more at once are refused or hung up on, and nothing else happens.
    for _ in 0..100 {
        held.push(say(host.address, "GET").await);
    }
    drop(held);
    until_served(host.address).await;
}

#[tokio::test]
async fn a_trusted_proxy_says_who_asks() {
    let folder = tempdir().unwrap();
    let mut config = limited(folder.path(), &["games-per-hour=1", "connections-per-address=1"]);
    config.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()];
    let host = Host::start(config).await;
    let at = host.address;
    let (one, other) = ("203.0.113.1", "203.0.113.2");
    let first = create(at, one).await;
    assert_eq!(first.status, 200, "{}", first.body);
    assert_eq!(create(at, one).await.status, 429);
    assert_eq!(create(at, &format!("{other}, {one}")).await.status, 429, "the last one counts");
    assert_eq!(create(at, &format!("{one}, {other}")).await.status, 200);

    // The proxy's own connections are not counted; those of each visitor are.
    let info: Value = serde_json::from_str(&first.body).unwrap();
    let (id, key) = (info["id"].as_str().unwrap(), info["seats"][0]["key"].as_str().unwrap());
    let sit = async |who| Socket::open_with(at, id, &[key], &[("X-Forwarded-For", who)]).await;
    let seated = sit(one).await.unwrap();
    assert!(sit(one).await.is_err());
    let _other = sit(other).await.unwrap();
    drop(seated);
    for _ in 0..200 {
        if sit(one).await.is_ok() {
            return;
        }
        sleep(Duration::from_millis(50)).await;
    }
    panic!("a visitor's place is not given back");
}

#[tokio::test]
async fn a_server_behind_a_proxy_on_its_own_machine_answers_to_the_proxy_s_name() {
    let folder = tempdir().unwrap();
    let mut config = limited(folder.path(), &[]);
    let status = async |config| {
        let host = Host::start(config).await;
        let headers = [("Host", "play.example"), ("Origin", "https://play.example")];
        let wish = json!({ "game": "hidden", "scenario": "short", "players": HUMANS }).to_string();
        let answer = request(host.address, "POST", "/api/tables", &headers, &wish).await;
        host.stop().await;
        answer.status
    };
    assert_eq!(status(config.clone()).await, 403);
    config.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
    assert_eq!(status(config.clone()).await, 200);
    // If the server was given names, a proxy's name must be one of them.
    config.hosts = vec!["opfire.club".to_owned()];
    assert_eq!(status(config.clone()).await, 403);
    config.hosts.push("play.example".to_owned());
    assert_eq!(status(config).await, 200);
}

#[tokio::test]
async fn a_request_that_has_begun_is_answered_when_the_server_stops() {
    let folder = tempdir().unwrap();
    let host = Host::start(limited(folder.path(), &[])).await;
    let wish = json!({ "game": "hidden", "scenario": "short", "players": HUMANS }).to_string();
    let (half, rest_of_it) = wish.split_at(10);
    let (at, length) = (host.address, wish.len());
    let head =
        format!("POST /api/tables HTTP/1.1\r\nHost: {at}\r\nExpect: 100-continue\r\nContent-Length: {length}\r\n\r\n");
    let mut stream = say(at, &head).await;
    let mut wanted = [0; 25];
    stream.read_exact(&mut wanted).await.unwrap();
    assert_eq!(&wanted, b"HTTP/1.1 100 Continue\r\n\r\n");
    stream.write_all(half.as_bytes()).await.unwrap();
    let mut idle = say(at, "").await;
    let stopping = tokio::spawn(host.stop());
    assert_eq!(rest(&mut idle).await, b"", "whoever asks for nothing is sent away");
    stream.write_all(rest_of_it.as_bytes()).await.unwrap();
    let said = String::from_utf8(rest(&mut stream).await).unwrap();
    assert!(said.starts_with("HTTP/1.1 200"), "{said}");
    stopping.await.unwrap();
}
