//! What one client hears and says.

use axum::extract::ws::close_code;

use super::{Connection, End, NO_VOICE};
use crate::{
    RequestError,
    door::limits::ledger::Toll,
    people::{chat::TABLE, places::HOST},
    protocol::ToClient,
    table::live::Speaker,
};

impl Connection {
    /// Where this client sits for the chat: in its first seat, or as the host. Spectators have no place.
    fn place(&self) -> Option<String> {
        match self.holder.seats.first() {
            Some(&seat) => self.table.places().borrow().id(seat).map(str::to_owned),
            None => self.holder.host.then(|| HOST.to_owned()),
        }
    }

    async fn speaker(&mut self) -> Option<Speaker> {
        let place = self.place()?;
        let name = self.table.places().borrow().row(&place).and_then(|row| row.name.clone());
        if place == HOST {
            return Some(Speaker { place: TABLE.to_owned(), name: name.unwrap_or_else(|| "Host".to_owned()) });
        }
        let name = match name {
            Some(name) => name,
            None => self.table.seat_name(&place).await,
        };
        Some(Speaker { place, name })
    }

    /// Sends what was said before this client came, if anything was.
    pub(super) async fn tell_first_lines(&mut self) -> Result<(), End> {
        if let Some(place) = self.place() {
            self.blocked = self.table.blocked(&place).await.map_err(unreadable)?;
        }
        self.tell_lines(true).await
    }

    /// Sends what was said since, or all of it.
    pub(super) async fn tell_lines(&mut self, all: bool) -> Result<(), End> {
        let after = if all { 0 } else { self.read_to };
        let (lines, last) = self.table.lines(after, &self.blocked).await.map_err(unreadable)?;
        let first = all && self.read_to == 0;
        self.read_to = last;
        // A client whose player hears nobody has to know that, or it could not offer to hear them again.
        if lines.is_empty() && (!all || (first && self.blocked.is_empty())) {
            return Ok(());
        }
        let blocked = self.blocked.clone();
        self.tell(&ToClient::Chat { lines, all, blocked }).await
    }

    pub(super) async fn say(&mut self, text: &str) -> Result<(), End> {
        let Some(speaker) = self.speaker().await else { return self.refuse("say", NO_VOICE).await };
        if let Err(error) = self.table.warden().pay(self.household, Toll::Lines) {
            return self.refuse("say", error.to_string()).await;
        }
        let said = self.table.say(&speaker, text).await;
        self.report(said).await
    }

    pub(super) async fn block(&mut self, blocked: &str, on: bool) -> Result<(), End> {
        let Some(place) = self.place() else { return self.refuse("block", NO_VOICE).await };
        if let Err(error) = self.table.block(&place, blocked, on).await {
            return self.refuse("block", error.to_string()).await;
        }
        self.blocked = self.table.blocked(&place).await.map_err(unreadable)?;
        // The client forgets what it no longer hears, or hears what it missed.
        self.read_to = self.read_to.max(1);
        self.tell_lines(true).await
    }

    pub(super) async fn report_line(&mut self, number: i64, why: &str) -> Result<(), End> {
        let Some(place) = self.place() else { return self.refuse("report", NO_VOICE).await };
        match self.table.report(&place, number, why).await {
            Ok(()) => self.tell(&ToClient::Reported { number }).await,
            refused => self.report(refused).await,
        }
    }
}

#[expect(clippy::needless_pass_by_value, reason = "for map_err")]
fn unreadable(error: RequestError) -> End {
    tracing::error!("what was said cannot be read: {error}");
    End::Close(close_code::ERROR, "this game cannot be read")
}
