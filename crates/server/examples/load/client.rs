use std::{io::Read, net::SocketAddr};

use anyhow::{Context, Result, bail};
use flate2::read::DeflateDecoder;
use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use serde_json::{Value, json};
use server::difference::Edit;
use tokio::net::TcpStream;
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream,
    tungstenite::{Message, protocol::WebSocketConfig},
};

/// A player at a table, with the view it has.
pub struct Client {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// The number of the view; servers from before there were differences give none.
    number: Option<u64>,
    pub view: Value,
    /// Received so far.
    pub bytes: u64,
}

/// What the server says, as far as it matters here.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
enum Told {
    View { number: Option<u64>, view: Value },
    Change { number: u64, base: u64, edit: Edit },
    Refused { text: String },
}

impl Client {
    pub async fn sit(address: SocketAddr, table: &str, key: &str) -> Result<Client> {
        let url = format!("ws://{address}/api/tables/{table}/ws?key={key}");
        let config = WebSocketConfig::default().read_buffer_size(8 * 1024);
        let (stream, _) = tokio_tungstenite::connect_async_with_config(url, Some(config), true).await?;
        let mut client = Client { stream, number: None, view: Value::Null, bytes: 0 };
        client.hear().await?;
        Ok(client)
    }

    /// Waits for the next view and returns its `seq`.
    pub async fn hear(&mut self) -> Result<u64> {
        let message = loop {
            match self.stream.next().await.context("the server hung up")?? {
                Message::Text(text) => {
                    self.bytes += text.len() as u64;
                    break serde_json::from_str(&text)?;
                }
                Message::Binary(packed) => {
                    self.bytes += packed.len() as u64;
                    let mut text = String::new();
                    DeflateDecoder::new(packed.as_ref()).read_to_string(&mut text)?;
                    break serde_json::from_str(&text)?;
                }
                Message::Close(frame) => bail!("the server hung up: {frame:?}"),
                _ => {}
            }
        };
        match message {
            Told::View { number, view } => (self.number, self.view) = (number, view),
            Told::Change { number, base, edit } => {
                anyhow::ensure!(
                    self.number == Some(base),
                    "a difference to view {base}, and {:?} is there",
                    self.number
                );
                edit.apply(&mut self.view)?;
                self.number = Some(number);
            }
            Told::Refused { text } => bail!("refused: {text}"),
        }
        self.view["seq"].as_u64().context("a view without seq")
    }

    /// Whether the game is over.
    pub fn over(&self) -> bool {
        !self.view["scene"]["outcome"].is_null()
    }

    /// Something at random that may be done now.
    pub fn pick(&self, chance: &mut u64) -> Option<String> {
        let choices = self.view["scene"]["choices"].as_array().filter(|choices| !choices.is_empty())?;
        let place = usize::try_from(next(chance) % choices.len() as u64).ok()?;
        choices[place]["action"].as_str().map(str::to_owned)
    }

    pub async fn act(&mut self, seat: usize, seq: u64, action: &str) -> Result<()> {
        self.send(&json!({ "type": "act", "seq": seq, "seat": seat, "actions": [action] })).await
    }

    async fn send(&mut self, message: &Value) -> Result<()> {
        Ok(self.stream.send(Message::text(message.to_string())).await?)
    }

    /// Asks for the whole view and compares it with the one that was kept.
    pub async fn compare(&mut self) -> Result<()> {
        if self.number.is_none() {
            return Ok(());
        }
        let mut kept = self.view.take();
        self.send(&json!({ "type": "whole" })).await?;
        self.hear().await?;
        let mut sent = self.view.clone();
        for view in [&mut kept, &mut sent] {
            (view["log"], view["log_from"]) = (Value::Null, Value::Null);
        }
        anyhow::ensure!(kept == sent, "the view that was kept is not the whole one");
        Ok(())
    }
}

/// SplitMix64.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
