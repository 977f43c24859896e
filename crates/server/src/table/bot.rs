use std::{
    sync::{Arc, Weak},
    time::Duration,
};

use steward::Unseen;
use tokio::sync::watch;

use crate::{
    RequestError, StorageError,
    storage::LEASE,
    table::live::{LiveTable, News},
};

/// How long a bot waits after the first failure; it waits twice as long after each further one.
const FIRST_PAUSE: Duration = Duration::from_millis(500);
/// How long bots among themselves wait for somebody who wants to watch them from the beginning.
const ARRIVAL: Duration = Duration::from_secs(10);
const LONGEST_PAUSE: Duration = Duration::from_secs(30);

/// Plays the seats of a table that no person sits in, for as long as the table is in memory.
pub(crate) fn attend(table: &Arc<LiveTable>) {
    if table.players().iter().any(|player| player != "human") {
        let attendant = Attendant {
            present: table.present(),
            news: table.news(),
            table: Arc::downgrade(table),
            pause: FIRST_PAUSE,
            unseen: table.tempo().unseen(table.players()),
        };
        tokio::spawn(attendant.run());
    }
}

struct Attendant {
    table: Weak<LiveTable>,
    present: watch::Receiver<usize>,
    news: watch::Receiver<News>,
    /// How long to wait after the next failure.
    pause: Duration,
    unseen: Unseen,
}

/// Why an attendant leaves its table.
struct Leave;

impl Attendant {
    async fn run(mut self) {
        while self.turn().await.is_ok() {}
    }

    async fn turn(&mut self) -> Result<(), Leave> {
        self.wait_for_somebody().await?;
        let news = self.news.borrow_and_update().version();
        let done = match self.look().await? {
            Ok(None) => {
                self.rest()?;
                return self.hear_more_than(news).await;
            }
            Ok(Some(pace)) => {
                // Held meanwhile: a table that plays by itself is not idle.
                let _held = self.table.upgrade();
                tokio::time::sleep(pace).await;
                self.act().await?
            }
            Err(error) => Err(error),
        };
        match done {
            Ok(()) => {
                self.pause = FIRST_PAUSE;
                self.table.upgrade().ok_or(Leave)?.notice(None);
                Ok(())
            }
            Err(error) => self.fail(&error).await,
        }
    }

    async fn wait_for_somebody(&mut self) -> Result<(), Leave> {
        let somebody = self.present.wait_for(|count| *count > 0);
        match self.unseen {
            Unseen::Nothing => somebody.await.map(|_| ()).map_err(|_| Leave),
            Unseen::Soon => {
                if let Ok(Err(_)) = tokio::time::timeout(ARRIVAL, somebody).await {
                    return Err(Leave);
                }
                self.unseen = Unseen::All;
                Ok(())
            }
            Unseen::All => Ok(()),
        }
    }

    /// Nothing is asked of a bot. A game that was played unseen, and is over, need not stay in memory.
    fn rest(&self) -> Result<(), Leave> {
        if *self.present.borrow() == 0 {
            self.table.upgrade().ok_or(Leave)?.put_away_if_over();
        }
        Ok(())
    }

    /// Lets the bot act, if anybody is still there.
    async fn act(&self) -> Result<Result<(), RequestError>, Leave> {
        if self.unseen == Unseen::Nothing && *self.present.borrow() == 0 {
            return Ok(Ok(()));
        }
        let table = self.table.upgrade().ok_or(Leave)?;
        match table.keeps_bots().await {
            Ok(true) => Ok(table.bot_acts().await),
            Ok(false) => {
                drop(table);
                // Another process moves them. Should it die, its right ends.
                tokio::time::sleep(LEASE / 4).await;
                Ok(Ok(()))
            }
            Err(error) => Ok(Err(error)),
        }
    }

    /// Tells the table, and waits: for the disk a while, with a defect of ours until somebody has done something.
    async fn fail(&mut self, error: &RequestError) -> Result<(), Leave> {
        if matches!(error, RequestError::NoTable(_) | RequestError::Storage(StorageError::Gone)) {
            // The game was thrown away while it thought.
            return Err(Leave);
        }
        tracing::error!("a bot could not act: {error}");
        match error {
            RequestError::Storage(error) => {
                let why = error.reason();
                self.tell(format!("The bot's last move could not be saved; trying again. ({why})"))?;
                tokio::time::sleep(self.pause).await;
                self.pause = LONGEST_PAUSE.min(self.pause * 2);
                Ok(())
            }
            _ => {
                self.tell(format!("The bot has stopped: {error}"))?;
                let news = self.news.borrow_and_update().version();
                self.hear_more_than(news).await
            }
        }
    }

    fn tell(&self, text: String) -> Result<(), Leave> {
        self.table.upgrade().ok_or(Leave)?.notice(Some(text));
        Ok(())
    }

    async fn hear_more_than(&mut self, known: u64) -> Result<(), Leave> {
        let news =
            self.news.wait_for(|news| news.version() != known || news.gone.is_some()).await.map_err(|_| Leave)?;
        if news.gone.is_some() { Err(Leave) } else { Ok(()) }
    }

    /// How long to wait before acting, if a bot is asked.
    async fn look(&self) -> Result<Result<Option<Duration>, RequestError>, Leave> {
        let table = self.table.upgrade().ok_or(Leave)?;
        Ok(table.bot_is_asked().await.map(|asked| asked.then(|| Duration::from_millis(table.tempo().pause().into()))))
    }
}
