//! HTTPS and WSS by certificate files.

use std::{fs, net::SocketAddr, path::Path, time::Duration};

use crate::support::{
    client::{request, with_keys},
    game,
    host::{Host, config},
    secure::Certificate,
};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use server::{Config, Server, TlsFiles};
use tempfile::tempdir;
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};
use tokio_tungstenite::{WebSocketStream, tungstenite::Message};

fn secure(folder: &Path, made: &Certificate, limits: &[&str]) -> Config {
    let mut config = config(folder, false);
    config.tls = Some(TlsFiles { certificate: made.certificate.clone(), key: made.key.clone() });
    for word in limits {
        config.limits.set(word).unwrap();
    }
    config
}

/// Everything the server says until it hangs up, which it must.
async fn rest(stream: &mut TcpStream) -> Vec<u8> {
    let mut bytes = Vec::new();
    let _ =
        timeout(Duration::from_secs(20), stream.read_to_end(&mut bytes)).await.expect("the server does not hang up");
    bytes
}

/// The next message.
async fn hear<S>(socket: &mut WebSocketStream<S>) -> Value
where
    S: AsyncRead + AsyncWrite + Unpin,
{
    loop {
        if let Message::Text(text) = socket.next().await.unwrap().unwrap() {
            return serde_json::from_str(&text).unwrap();
        }
    }
}

#[tokio::test]
async fn a_game_is_played_over_https_and_wss() {
    let folder = tempdir().unwrap();
    let made = Certificate::new(folder.path(), "own");
    let host = Host::start(secure(folder.path(), &made, &[])).await;
    let wish = json!({ "game": "hidden", "scenario": "short", "players": ["human", "human"], "seed": "8" });
    let answer = made.ask(host.address, "POST", "/api/tables", &wish.to_string()).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(answer.to_lowercase().contains("\r\nx-content-type-options: nosniff"), "{answer}");
    assert!(answer.to_lowercase().contains("\r\nstrict-transport-security: max-age="), "{answer}");
    let info: Value = serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap();
    let (id, key) = (info["id"].as_str().unwrap(), info["seats"][0]["key"].as_str().unwrap());

    let stream = made.connect(host.address).await.unwrap();
    let request = with_keys(&format!("wss://localhost:{}/api/tables/{id}/ws", host.address.port()), &[key]).unwrap();
    let (mut socket, _) = tokio_tungstenite::client_async(request, stream).await.unwrap();
    let first = hear(&mut socket).await;
    assert_eq!((first["type"].as_str(), first["view"]["seq"].as_u64()), (Some("view"), Some(0)));
    let act = json!({ "type": "act", "seat": 0, "seq": 0, "actions": ["step"] });
    socket.send(Message::text(act.to_string())).await.unwrap();
    let change = hear(&mut socket).await;
    assert_eq!(change["type"], "change", "{change}");
    let _ = socket.close(None).await;
    host.stop().await;
}

#[tokio::test]
async fn who_does_not_shake_hands_is_hung_up_on_and_counts_meanwhile() {
    let folder = tempdir().unwrap();
    let made = Certificate::new(folder.path(), "own");
    let limits = ["request-time=500ms", "connections-per-address=3"];
    let host = Host::start(secure(folder.path(), &made, &limits)).await;
    let connect = async |at: SocketAddr| TcpStream::connect(at).await.unwrap();
    let mut silent = [connect(host.address).await, connect(host.address).await, connect(host.address).await];
    // The fourth is told over TLS why it is not let in.
    let answer = made.ask(host.address, "GET", "/api/games", "").await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 429") && answer.contains("3 connections from your address"), "{answer}");
    for stream in &mut silent {
        assert_eq!(rest(stream).await, b"");
    }
    // Plain HTTP is no handshake: it gets an alert of TLS, not an answer.
    let mut plain = connect(host.address).await;
    plain.write_all(format!("GET / HTTP/1.1\r\nHost: {}\r\n\r\n", host.address).as_bytes()).await.unwrap();
    assert!(!rest(&mut plain).await.starts_with(b"HTTP"));
    let answer = made.ask(host.address, "GET", "/api/games", "").await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    let metrics = request(host.operators, "GET", "/metrics", &[], "").await.body;
    assert!(metrics.contains("opfire_handshakes_failed_total 4"), "{metrics}");
}

#[tokio::test]
async fn a_file_that_cannot_be_used_is_named() {
    let folder = tempdir().unwrap();
    let (made, other) = (Certificate::new(folder.path(), "own"), Certificate::new(folder.path(), "other"));
    let (certificate, key) = (&made.certificate, &made.key);
    let [nothing, words, torn] = ["nothing.pem", "words.pem", "torn.pem"].map(|name| folder.path().join(name));
    fs::write(&words, "this is no certificate").unwrap();
    fs::write(&torn, "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n").unwrap();
    for (certificate, key, named, told) in [
        (&nothing, key, &nothing, "cannot read"),
        (certificate, &nothing, &nothing, "cannot read"),
        (&words, key, &words, "holds no certificate"),
        (certificate, &words, &words, "holds no private key"),
        (certificate, certificate, certificate, "holds no private key"),
        (&torn, key, &torn, "cannot be used"),
        (certificate, &other.key, &other.key, "is not that of the certificate in"),
    ] {
        let mut config = config(folder.path(), false);
        config.tls = Some(TlsFiles { certificate: certificate.clone(), key: key.clone() });
        let error = Server::open(config, game::shelf()).await.err().expect(told).to_string();
        assert!(error.contains(&named.display().to_string()) && error.contains(told), "{error}");
    }
    assert!(!crate::support::host::database(folder.path()).exists(), "nothing was opened before");
}
