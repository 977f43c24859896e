use std::{io::Read, net::SocketAddr};

use anyhow::{Context, Result, bail};
use flate2::read::DeflateDecoder;
use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use tokio::net::TcpStream;
use tokio_tungstenite::{
    WebSocketStream, client_async_with_config,
    tungstenite::{Message, client::IntoClientRequest, protocol::WebSocketConfig},
};

use crate::{
    check::Heard,
    glance::{Glance, Told},
};

/// A player at a table: it knows what a bot needs, and notes what it hears, to be checked when the clock has stopped.
pub struct Client {
    stream: WebSocketStream<TcpStream>,
    /// The number of the view it has.
    number: u64,
    pub glance: Glance,
    /// Received so far.
    pub bytes: u64,
    pub heard: Heard,
}

impl Client {
    /// As if it came through a proxy, from an address of its own.
    pub async fn sit(address: SocketAddr, table: &str, key: &str, from: &str) -> Result<Client> {
        let mut request = format!("ws://{address}/api/tables/{table}/ws").into_client_request()?;
        request.headers_mut().insert("Opfire-Key", key.parse()?);
        request.headers_mut().insert("X-Forwarded-For", from.parse()?);
        let config = WebSocketConfig::default().read_buffer_size(4 * 1024);
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let (stream, _) = client_async_with_config(request, stream, Some(config)).await?;
        let mut client = Client { stream, number: 0, glance: Glance::default(), bytes: 0, heard: Heard::default() };
        client.hear().await?;
        Ok(client)
    }

    /// Waits for the next view and returns its `seq`.
    pub async fn hear(&mut self) -> Result<u64> {
        loop {
            match self.stream.next().await.context("the server hung up")?? {
                Message::Text(text) => {
                    self.bytes += text.len() as u64;
                    self.understand(text.as_str())?;
                    break;
                }
                Message::Binary(packed) => {
                    self.bytes += packed.len() as u64;
                    let mut text = String::new();
                    DeflateDecoder::new(packed.as_ref()).read_to_string(&mut text)?;
                    self.understand(&text)?;
                    break;
                }
                Message::Close(frame) => bail!("the server hung up: {frame:?}"),
                _ => {}
            }
        }
        Ok(self.glance.seq)
    }

    fn understand(&mut self, text: &str) -> Result<()> {
        let told: Told<'_> = serde_json::from_str(text).with_context(|| text.to_owned())?;
        let number = told.number.unwrap_or_default();
        match told.kind {
            "view" => self.glance.see(told.view.context("no view")?),
            "change" => {
                let (base, had) = (told.base, self.number);
                anyhow::ensure!(base == Some(had), "a difference to view {base:?}, and {had} is there");
                self.glance.change(told.edit.context("no edit")?)?;
            }
            "refused" => bail!("refused: {:?}", told.text),
            // Chat, clocks, notices: nothing that a bot acts on.
            _ => return Ok(()),
        }
        self.number = number;
        self.heard.note(text);
        Ok(())
    }

    /// Something at random that may be done now.
    pub fn pick(&self, chance: &mut u64) -> Option<String> {
        let actions = &self.glance.actions;
        let place = next(chance).checked_rem(actions.len() as u64)?;
        actions.get(usize::try_from(place).ok()?).cloned()
    }

    pub async fn act(&mut self, seat: usize, seq: u64, action: &str) -> Result<()> {
        let message = json!({ "type": "act", "seq": seq, "seat": seat, "actions": [action] });
        Ok(self.stream.send(Message::text(message.to_string())).await?)
    }

    /// Asks for the whole view, which ends what is to be checked, and leaves.
    pub async fn leave(mut self) -> Result<Heard> {
        self.stream.send(Message::text(r#"{"type":"whole"}"#)).await?;
        self.hear().await?;
        let _ = self.stream.close(None).await;
        Ok(self.heard)
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
