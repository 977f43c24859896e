use std::{
    sync::{Arc, Weak},
    time::Duration,
};

use tokio::sync::watch;

use crate::live::{LiveTable, News};

/// Plays the seats of a table that no person sits in, for as long as the table is in memory.
pub(crate) fn attend(table: &Arc<LiveTable>) {
    if table.players().iter().any(|player| player != "human") {
        let attendant = Attendant { present: table.present(), news: table.news(), table: Arc::downgrade(table) };
        tokio::spawn(attendant.run());
    }
}

struct Attendant {
    table: Weak<LiveTable>,
    present: watch::Receiver<usize>,
    news: watch::Receiver<News>,
}

/// Why an attendant leaves its table.
struct Leave;

impl Attendant {
    async fn run(mut self) {
        while self.turn().await.is_ok() {}
    }

    async fn turn(&mut self) -> Result<(), Leave> {
        // Nothing is played unseen.
        self.present.wait_for(|count| *count > 0).await.map_err(|_| Leave)?;
        let news = self.news.borrow_and_update().version();
        let Some(pace) = self.look().await? else {
            return self.hear_more_than(news).await;
        };
        tokio::time::sleep(pace).await;
        if *self.present.borrow() == 0 {
            return Ok(());
        }
        let table = self.table.upgrade().ok_or(Leave)?;
        table.bot_acts().await.map_err(|error| {
            tracing::error!("a bot has stopped playing: {error}");
            Leave
        })
    }

    async fn hear_more_than(&mut self, known: u64) -> Result<(), Leave> {
        let news = self.news.wait_for(|news| news.version() != known || news.gone).await.map_err(|_| Leave)?;
        if news.gone { Err(Leave) } else { Ok(()) }
    }

    /// How long to wait before acting, if a bot is asked.
    async fn look(&self) -> Result<Option<Duration>, Leave> {
        let table = self.table.upgrade().ok_or(Leave)?;
        match table.bot_is_asked().await {
            Ok(asked) => Ok(asked.then(|| table.pace())),
            Err(_) => Err(Leave),
        }
    }
}
