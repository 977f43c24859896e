//! Clients that keep every byte they get.

use std::{io::Read, net::SocketAddr, time::Duration};

use flate2::read::DeflateDecoder;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use steward::difference::Edit;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream,
    tungstenite::{self, Message, client::IntoClientRequest, handshake::client::Request},
};

pub struct HttpAnswer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

/// One request over a connection of its own. `headers` may replace `Host`.
pub async fn request(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> HttpAnswer {
    try_request(address, method, path, headers, body).await.expect("no answer")
}

/// As [`request`], where the server may be gone.
pub async fn try_request(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> Option<HttpAnswer> {
    let mut stream = TcpStream::connect(address).await.ok()?;
    let mut head = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\nContent-Length: {}\r\n", body.len());
    if !headers.iter().any(|(name, _)| *name == "Host") {
        head += &format!("Host: {address}\r\n");
    }
    for (name, value) in headers {
        head += &format!("{name}: {value}\r\n");
    }
    // The server may answer and hang up before it has read a body that is too large.
    let _ = stream.write_all(format!("{head}\r\n{body}").as_bytes()).await;
    let mut bytes = Vec::new();
    let _ = timeout(Duration::from_secs(10), stream.read_to_end(&mut bytes)).await;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let (head, body) = text.split_once("\r\n\r\n")?;
    let status = head.split(' ').nth(1)?.parse().ok()?;
    Some(HttpAnswer { status, head: head.to_owned(), body: body.to_owned() })
}

/// The header that shows these keys.
pub fn key_header(keys: &[&str]) -> (&'static str, String) {
    ("Opfire-Key", keys.join(", "))
}

/// A request for a WebSocket that shows these keys as a browser does.
pub fn with_keys(url: &str, keys: &[&str]) -> Result<Request, tungstenite::Error> {
    let mut request = url.into_client_request()?;
    if !keys.is_empty() {
        let offered = keys.iter().map(|key| format!(", opfire.key.{key}"));
        let protocols = format!("opfire.v1{}", offered.collect::<String>());
        request.headers_mut().insert("Sec-WebSocket-Protocol", protocols.parse().unwrap());
    }
    Ok(request)
}

pub struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// Everything received, unpacked.
    pub raw: String,
    /// How many messages came packed.
    pub packed: usize,
    /// The last view with its number, kept by making the changes that come.
    pub kept: Option<(Value, Value)>,
}

impl Socket {
    pub async fn open(address: SocketAddr, table: &str, keys: &[&str]) -> Result<Socket, tungstenite::Error> {
        Socket::open_from(address, table, keys, None).await
    }

    pub async fn open_from(
        address: SocketAddr,
        table: &str,
        keys: &[&str],
        origin: Option<&str>,
    ) -> Result<Socket, tungstenite::Error> {
        let origin: Vec<_> = origin.map(|origin| ("Origin", origin)).into_iter().collect();
        Socket::open_with(address, table, keys, &origin).await
    }

    /// With more headers.
    pub async fn open_with(
        address: SocketAddr,
        table: &str,
        keys: &[&str],
        headers: &[(&'static str, &str)],
    ) -> Result<Socket, tungstenite::Error> {
        let mut request = with_keys(&format!("ws://{address}/api/tables/{table}/ws"), keys)?;
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().unwrap());
        }
        let (stream, _) = tokio_tungstenite::connect_async(request).await?;
        Ok(Socket { stream, raw: String::new(), packed: 0, kept: None })
    }

    /// The next message; `None` when the connection was closed.
    pub async fn next(&mut self) -> Option<Value> {
        loop {
            let message = timeout(Duration::from_secs(10), self.stream.next()).await.expect("the server says nothing");
            match message {
                Some(Ok(Message::Text(text))) => return Some(self.take(&text)),
                Some(Ok(Message::Binary(packed))) => {
                    self.packed += 1;
                    let mut text = String::new();
                    DeflateDecoder::new(packed.as_ref()).read_to_string(&mut text).unwrap();
                    return Some(self.take(&text));
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(Message::Close(Some(frame)))) => {
                    self.raw.push_str(&format!("closed {} {}", frame.code, frame.reason));
                    return None;
                }
                _ => return None,
            }
        }
    }

    /// As [`Socket::next`], where the server may be gone.
    pub async fn next_if_any(&mut self) -> Option<Value> {
        loop {
            match timeout(Duration::from_secs(10), self.stream.next()).await.ok()?? {
                Ok(Message::Text(text)) => return Some(self.take(&text)),
                Ok(Message::Binary(packed)) => {
                    let mut text = String::new();
                    DeflateDecoder::new(packed.as_ref()).read_to_string(&mut text).ok()?;
                    return Some(self.take(&text));
                }
                Ok(Message::Ping(_) | Message::Pong(_)) => {}
                _ => return None,
            }
        }
    }

    fn take(&mut self, text: &str) -> Value {
        self.raw.push_str(text);
        let message: Value = serde_json::from_str(text).unwrap();
        match message["type"].as_str() {
            Some("view") => self.kept = Some((message["number"].clone(), message["view"].clone())),
            Some("change") => {
                let (number, mut view) = self.kept.take().unwrap();
                assert_eq!(message["base"], number, "a change of a view that this client has not");
                serde_json::from_value::<Edit>(message["edit"].clone()).unwrap().apply(&mut view).unwrap();
                (view["log"], view["log_from"]) = (message["log"].clone(), message["log_from"].clone());
                self.kept = Some((message["number"].clone(), view));
            }
            _ => {}
        }
        message
    }

    /// The view after the next message, which must be one or change it.
    pub async fn view(&mut self) -> Value {
        let message = self.next().await.expect("closed");
        assert!(message["type"] == "view" || message["type"] == "change", "{message}");
        self.kept.clone().unwrap().1
    }

    /// The next message of this kind; those before it are passed over.
    pub async fn hear(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().await.expect("closed");
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// The next messages of these two kinds, whichever comes first.
    pub async fn hear_both(&mut self, one: &str, other: &str) -> (Value, Value) {
        let (mut first, mut second) = (None, None);
        while first.is_none() || second.is_none() {
            let message = self.next().await.expect("closed");
            if message["type"] == one {
                first = Some(message);
            } else if message["type"] == other {
                second = Some(message);
            }
        }
        (first.unwrap(), second.unwrap())
    }

    /// The next message, which must be a refusal.
    pub async fn refused(&mut self) -> Value {
        let message = self.next().await.expect("closed");
        assert_eq!(message["type"], "refused", "{message}");
        message
    }

    /// Views until one satisfies `wanted`.
    pub async fn until(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let view = self.view().await;
            if wanted(&view) {
                return view;
            }
        }
    }

    /// Asserts that nothing comes for a while.
    pub async fn silence(&mut self) {
        let message = async {
            loop {
                match self.stream.next().await {
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                    other => return other,
                }
            }
        };
        let waited = timeout(Duration::from_millis(300), message).await;
        assert!(waited.is_err(), "{waited:?}");
    }

    pub async fn send(&mut self, message: Value) {
        self.stream.send(Message::text(message.to_string())).await.unwrap();
    }

    /// As [`Socket::send`], where the server may be gone.
    pub async fn try_send(&mut self, message: Value) -> Option<()> {
        self.stream.send(Message::text(message.to_string())).await.ok()
    }

    pub async fn act(&mut self, seat: u8, seq: u64, actions: &[&str]) {
        self.send(json!({ "type": "act", "seat": seat, "seq": seq, "actions": actions })).await;
    }

    pub async fn undo(&mut self, seat: u8, seq: u64) {
        self.send(json!({ "type": "undo", "seat": seat, "seq": seq })).await;
    }
}

/// The text of a view's log lines.
pub fn log(view: &Value) -> Vec<&str> {
    view["log"].as_array().unwrap().iter().map(|entry| entry["text"].as_str().unwrap()).collect()
}
