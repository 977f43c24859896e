//! Keeping up with other processes that serve the same game.

use std::{sync::PoisonError, time::Instant};

use engine::{Compare, Seat, Table};
use steward::Terms;
use tokio::sync::watch;

use super::{Gone, LiveTable, taken::Taken};
use crate::{
    RequestError,
    people::places::Places,
    storage::{LEASE, LogRow},
};

impl LiveTable {
    /// Does what was done in another process. What cannot be done on top of the game in memory is read from the disk at
    /// the next look.
    pub(crate) async fn catch_up(&self) {
        let mut core = self.core.lock().await;
        if let Some(table) = core.table.take() {
            let mut taken = Taken::new(&mut core, table);
            // Until what was done is known the game may be behind the disk.
            taken.change();
            match self.storage.log_from(&self.id, taken.core.entries).await {
                // Our own news, or news of what was read with the game.
                Ok(rows) if rows.is_empty() => {
                    taken.is_saved();
                    return;
                }
                Ok(rows) => {
                    if follow(&mut taken, &rows).is_some() {
                        taken.core.held = None;
                        taken.is_saved();
                    }
                    self.read_clock().await;
                }
                Err(error) => tracing::error!(game = self.id, "what another process did cannot be read: {error}"),
            }
        }
        self.announce(&mut core);
    }

    /// The clock after what another process did.
    async fn read_clock(&self) {
        if self.clock.is_none() {
            return;
        }
        match self.storage.game(&self.id).await {
            Ok(saved) => self.show_clock(saved.and_then(|saved| saved.clock())),
            Err(error) => tracing::error!(game = self.id, "the clock cannot be read: {error}"),
        }
    }

    /// Reads again what is not in the log, and says whether the game is still there.
    pub(crate) async fn refresh(&self) -> bool {
        let mut core = self.core.lock().await;
        match self.storage.game(&self.id).await {
            Ok(Some(saved)) => {
                match Places::of(&saved) {
                    Ok(places) => self.seat(places),
                    Err(why) => tracing::error!(game = self.id, "who sits there cannot be read: {why}"),
                }
                if let Some(terms) = &self.terms {
                    terms.send_replace(Terms::new(&self.players, &saved.accepted()));
                }
                self.show_clock(saved.clock());
                let ended = core.table.as_ref().is_some_and(|table| table.ended().is_none()) && saved.ended.is_some();
                if saved.declared() != core.held || ended {
                    // It is read again with the action that waits for dice, or as it ended.
                    core.table = None;
                }
            }
            Ok(None) => {
                self.close(Gone::Deleted);
                return false;
            }
            Err(error) => tracing::error!(game = self.id, "what another process changed cannot be read: {error}"),
        }
        self.announce(&mut core);
        true
    }

    /// Lets every connection look whether its account was closed.
    pub(crate) fn doubt_accounts(&self) {
        self.bans.send_replace(());
    }

    /// The news that somebody may have been shut out.
    pub(crate) fn bans(&self) -> watch::Receiver<()> {
        self.bans.subscribe()
    }

    /// Whether the operator has closed this account.
    pub(crate) async fn is_shut_out(&self, account: &str) -> bool {
        match self.storage.account(account).await {
            Ok(found) => found.is_none_or(|account| account.banned),
            Err(error) => {
                tracing::error!(game = self.id, "whether an account was closed cannot be read: {error}");
                false
            }
        }
    }

    /// Whether this process moves the bots of the game.
    pub(crate) async fn keeps_bots(&self) -> Result<bool, RequestError> {
        let now = Instant::now();
        let until = *self.keeps_bots.lock().unwrap_or_else(PoisonError::into_inner);
        if until.is_some_and(|until| now < until) {
            return Ok(true);
        }
        let keeps = self.storage.keep_bots(&self.id).await?;
        // Renewed when half of it is over, so that it does not run out while a bot thinks.
        let until = keeps.then(|| now + LEASE / 2);
        *self.keeps_bots.lock().unwrap_or_else(PoisonError::into_inner) = until;
        Ok(keeps)
    }
}

/// Does the rows that another process has written. Nothing comes of it if they do not fit: another version of the rules
/// may have written them.
fn follow(taken: &mut Taken<'_>, rows: &[LogRow]) -> Option<()> {
    for row in rows {
        if row.entry != taken.core.entries || row.revision != i64::from(taken.look().file().revision) {
            return None;
        }
        match row.recorded_action().ok()? {
            Some(done) => taken.change().play_back(std::slice::from_ref(&done), Compare::Fingerprints).ok()?,
            None => {
                let seat = seat_of(taken.look(), &row.seat)?;
                taken.change().undo(seat).ok()?;
                let length = taken.look().log_len();
                taken.core.gallery.cut(length);
            }
        }
        taken.core.entries += 1;
    }
    Some(())
}

fn seat_of(table: &dyn Table, id: &str) -> Option<Seat> {
    table.seats().iter().find(|info| info.id == id).map(|info| info.seat)
}
