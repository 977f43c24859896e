use std::{
    collections::VecDeque,
    net::SocketAddr,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use anyhow::Result;

use crate::{
    check::Heard,
    client::Client,
    host::{self, Laid},
};

/// The measurements of the games that two clients played.
#[derive(Debug, Default)]
pub struct Measured {
    pub actions: u64,
    pub bytes: u64,
    /// From sending an action to the view of the player who did it.
    pub own: Vec<Duration>,
    /// From sending an action to the view of the opponent.
    pub other: Vec<Duration>,
    pub heard: Vec<Heard>,
}

/// A game with both its players.
pub struct Pair {
    pub clients: [Client; 2],
    chance: u64,
}

impl Pair {
    pub async fn sit(address: SocketAddr, laid: &Laid) -> Result<Pair> {
        let from = |seat: u64| {
            let number = 2 * laid.seed + seat;
            format!("10.{}.{}.{}", (number >> 16) & 255, (number >> 8) & 255, number & 255)
        };
        let red = Client::sit(address, &laid.id, &laid.keys[0], &from(0)).await?;
        let blue = Client::sit(address, &laid.id, &laid.keys[1], &from(1)).await?;
        Ok(Pair { clients: [red, blue], chance: laid.seed })
    }

    /// Does one action, if the game is not over, and waits until both have heard of it.
    pub async fn step(&mut self, measured: &mut Measured) -> Result<bool> {
        let had: u64 = self.clients.iter().map(|client| client.bytes).sum();
        let chance = &mut self.chance;
        let asked = self.clients.iter().position(|client| !client.glance.actions.is_empty());
        let Some((seat, action)) = asked.and_then(|seat| Some((seat, self.clients[seat].pick(chance)?))) else {
            return Ok(false);
        };
        let seq = self.clients[seat].glance.seq;
        let sent = Instant::now();
        self.clients[seat].act(seat, seq, &action).await?;
        let [red, blue] = &mut self.clients;
        let (own, other) = if seat == 0 { (red, blue) } else { (blue, red) };
        let (own, other) = tokio::try_join!(after(own, seq, sent), after(other, seq, sent))?;
        measured.own.push(own);
        measured.other.push(other);
        measured.actions += 1;
        measured.bytes += self.clients.iter().map(|client| client.bytes).sum::<u64>() - had;
        Ok(!self.clients[seat].glance.over)
    }

    async fn leave(self, measured: &mut Measured) -> Result<()> {
        for client in self.clients {
            measured.heard.push(client.leave().await?);
        }
        Ok(())
    }
}

/// How long it took until a client had a view later than `seq`.
async fn after(client: &mut Client, seq: u64, sent: Instant) -> Result<Duration> {
    while client.hear().await? <= seq {}
    Ok(sent.elapsed())
}

/// Games that were laid out and that nobody plays yet.
#[derive(Clone, Debug)]
pub struct Pile {
    address: SocketAddr,
    scenario: String,
    games: Arc<Mutex<VecDeque<Laid>>>,
}

impl Pile {
    pub fn new(address: SocketAddr, scenario: &str, games: Vec<Laid>) -> Pile {
        Pile { address, scenario: scenario.to_owned(), games: Arc::new(Mutex::new(games.into())) }
    }

    /// The next game, or a new one when there are no more.
    async fn take(&self, seed: u64) -> Result<Laid> {
        let laid = self.games.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        match laid {
            Some(laid) => Ok(laid),
            None => host::lay_out(self.address, &self.scenario, seed).await,
        }
    }

    /// Plays one game after another until the time is over.
    pub async fn play(self, number: u64, from: Instant, until: Instant) -> Result<Measured> {
        let mut measured = Measured::default();
        for round in 1..1_000 {
            let laid = self.take(number + round * 1_000_000).await?;
            let mut pair = Pair::sit(self.address, &laid).await?;
            tokio::time::sleep_until(from.into()).await;
            while Instant::now() < until && pair.step(&mut measured).await? {}
            pair.leave(&mut measured).await?;
            if Instant::now() >= until {
                break;
            }
        }
        Ok(measured)
    }
}
