use std::{
    net::SocketAddr,
    time::{Duration, Instant},
};

use anyhow::Result;

use crate::{client::Client, host};

/// The measurements of one game at a time.
#[derive(Debug, Default)]
pub struct Measured {
    pub actions: u64,
    pub bytes: u64,
    /// From sending an action to the view of the player who did it.
    pub own: Vec<Duration>,
    /// From sending an action to the view of the opponent.
    pub other: Vec<Duration>,
}

/// A game with both its players.
pub struct Pair {
    pub clients: [Client; 2],
    chance: u64,
}

impl Pair {
    pub async fn sit(address: SocketAddr, scenario: &str, seed: u64) -> Result<Pair> {
        let laid = host::lay_out(address, scenario, seed).await?;
        let red = Client::sit(address, &laid.id, &laid.keys[0]).await?;
        let blue = Client::sit(address, &laid.id, &laid.keys[1]).await?;
        Ok(Pair { clients: [red, blue], chance: seed })
    }

    /// Does one action, if the game is not over, and waits until both have heard of it.
    pub async fn step(&mut self, measured: &mut Measured) -> Result<bool> {
        let had: u64 = self.clients.iter().map(|client| client.bytes).sum();
        let chance = &mut self.chance;
        let asked = self.clients.iter().position(|client| !client.view["scene"]["choices"][0].is_null());
        let Some((seat, action)) = asked.and_then(|seat| Some((seat, self.clients[seat].pick(chance)?))) else {
            return Ok(false);
        };
        let seq = self.clients[seat].view["seq"].as_u64().unwrap_or_default();
        let sent = Instant::now();
        self.clients[seat].act(seat, seq, &action).await?;
        let [red, blue] = &mut self.clients;
        let (own, other) = if seat == 0 { (red, blue) } else { (blue, red) };
        let (own, other) = tokio::try_join!(after(own, seq, sent), after(other, seq, sent))?;
        measured.own.push(own);
        measured.other.push(other);
        measured.actions += 1;
        measured.bytes += self.clients.iter().map(|client| client.bytes).sum::<u64>() - had;
        Ok(!self.clients[seat].over())
    }
}

/// How long it took until a client had a view later than `seq`.
async fn after(client: &mut Client, seq: u64, sent: Instant) -> Result<Duration> {
    while client.hear().await? <= seq {}
    Ok(sent.elapsed())
}

/// Plays one game after another until the time is over.
pub async fn games(
    address: SocketAddr,
    scenario: String,
    seed: u64,
    from: Instant,
    until: Instant,
) -> Result<Measured> {
    let mut measured = Measured::default();
    for round in 0..1_000 {
        let mut pair = Pair::sit(address, &scenario, seed + round * 100_000).await?;
        tokio::time::sleep_until(from.into()).await;
        while Instant::now() < until && pair.step(&mut measured).await? {}
        for client in &mut pair.clients {
            client.compare().await?;
        }
        if Instant::now() >= until {
            break;
        }
    }
    Ok(measured)
}
