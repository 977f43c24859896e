//! Games on disk: one row a game, one row for everything that was done in it, never changed afterwards.
//!
//! May not know who asks, nor what is in memory: neither a table nor the door.

mod address;
pub(crate) mod archive;
mod backup;
mod beside;
mod lock;
mod news;
mod open;
mod operate;
mod pen;
mod people;
mod ping;
mod places;
mod read;
mod record;
mod rematch;
mod reopen;
mod rescue;
mod statements;
mod survey;
#[cfg(test)]
mod tests;
mod transfer;
mod unsaved;
mod watch;
mod writer;

use std::{
    collections::BTreeSet,
    net::SocketAddr,
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use engine::{Printing, PrintingName, Ruleset, Seat, Shelf};
use sqlx::{AnyConnection, AnyPool, Connection, Row, any::AnyRow};
use thiserror::Error;
use tokio::{sync::mpsc, task::JoinHandle};

pub use self::{
    address::without_password,
    backup::{Backup, backup},
    open::sqlite_url,
    operate::OperateError,
    rescue::SetAside,
    survey::{Differing, Survey, survey},
    transfer::{delete, export, import},
    unsaved::Unsaved,
    watch::{Complaint, ban, reports, settle},
};
use self::{lock::Lock, pen::Pen, writer::Writer};
pub(crate) use self::{
    news::Heard,
    people::{Account, Call, ChatLine, GameEnd, NewReport, PeopleWrite, Turn},
    places::{Hashed, PlaceChange, PlaceWrite},
    record::{LogRow, SavedGame, Summary},
    rematch::{Move, Rematch},
    reopen::{Renewal, Reopened, Unopened, rows_of},
    writer::Write,
};
use crate::people::keys;

/// Why games could not be read or written.
#[derive(Debug, Error)]
pub enum StorageError {
    /// The database refused.
    #[error("the database of saved games: {0}")]
    Database(#[from] sqlx::Error),
    /// The database has tables of another version.
    #[error("the database of saved games was made by another version of this program: {0}")]
    Version(#[from] sqlx::migrate::MigrateError),
    /// The database's folder or file cannot be made.
    #[error("cannot use {path} for saved games: {error}")]
    Place {
        /// The path of the database.
        path: String,
        /// Why.
        error: std::io::Error,
    },
    /// The file has bad pages.
    #[error("{0}")]
    Unsound(String),
    /// The file is damaged and was left as it is.
    #[error(
        "{} is damaged: {why}\n  \
         Nothing was changed. Put a copy that is whole in its place; or start once with --set-damaged-aside, which \
         keeps the file, begins a new one and takes over every game that can still be read. \
         `sqlite3 {} .recover` may get more out of it.",
        path.display(), path.display()
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// Another server has the file.
    #[error("the saved games in {} are in use by {by}: stop that one first, or keep games elsewhere", path.display())]
    Taken {
        /// The file.
        path: PathBuf,
        /// The process that uses it.
        by: String,
    },
    /// The process cannot be given a name.
    #[error("this machine has no random numbers: {0}")]
    Chance(getrandom::Error),
    /// A committed write cannot be seen through another connection.
    #[error("the database of saved games takes writes but does not keep them")]
    Unproven,
    /// A write was given up.
    #[error("this could not be saved, and nothing of it was kept: {0}")]
    NotWritten(String),
    /// A write was given up at its very end.
    #[error("it is not known whether this was saved: look again in a while. {0}")]
    Unknown(String),
    /// Another process has written this number.
    #[error("the game has gone on since you looked")]
    Overtaken,
    /// Another process has thrown the game away.
    #[error("this game was thrown away")]
    Gone,
    /// The server is shutting down.
    #[error("the database of saved games is closed")]
    Closed,
}

/// The saved games.
pub(crate) struct Storage {
    pool: AnyPool,
    /// The name of this process among those that share the games.
    process: String,
    /// Whether there may be others.
    shared: bool,
    writer: Writer,
    /// What the others tell.
    heard: Mutex<Option<mpsc::UnboundedReceiver<Heard>>>,
    ends: Mutex<Option<Ends>>,
    /// The contents that are known to be kept.
    contents: Mutex<BTreeSet<PrintingName>>,
}

/// How many rows get new fingerprints at a time, so that others are not kept waiting.
const RENEWED_AT_ONCE: usize = 256;

/// The parts that are closed last.
struct Ends {
    task: JoinHandle<Result<(), Unsaved>>,
    /// A connection that does nothing. While it is open SQLite neither removes its log of writes nor reads it again, so
    /// a write that was given up does not come back when the last of the others is closed.
    anchor: AnyConnection,
    lock: Option<Lock>,
    listening: JoinHandle<()>,
}

const GAME: &str = "SELECT id, game, scenario, settings, title, seats, seed, keys, start_hash, touched, moves, status, \
    standing, broken, revision, content, differs, guide, accepted, branches, branched_from, fair, salt, asked, open, \
    public, doomed, declared, clock, ended, pace, past, promised_as FROM games WHERE id = $1 AND status <> $2";
const NEWEST: &str = "SELECT id, game, scenario, settings, title, seats, seed, keys, start_hash, touched, moves, \
    status, standing, broken, revision, content, differs, guide, accepted, branches, branched_from, fair, salt, asked, \
    open, public, doomed, declared, clock, ended, pace, past, promised_as FROM games WHERE status <> $1 ORDER BY \
    touched DESC, created DESC, id";
const LOG: &str = "SELECT entry, kind, seat, action, dice, hash, revision, lines FROM log WHERE game = $1 AND entry >= \
    $2 ORDER BY entry";

/// For how long a process has the right to move the bots of a game.
pub(crate) const LEASE: Duration = Duration::from_secs(6);

/// By the database's clock: those of several machines differ.
const KEEP: &str = "INSERT INTO keepers (game, process, until) \
                    VALUES ($1, $2, CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT) + $3) \
                    ON CONFLICT (game) DO UPDATE SET process = excluded.process, until = excluded.until \
                    WHERE keepers.process = excluded.process OR keepers.until < excluded.until - $3";

const CONTENT: &str = "SELECT files FROM contents WHERE name = $1";

impl Storage {
    /// Opens the database, making it if there is none. A damaged file is set aside if `aside` says so.
    pub(crate) async fn open(address: &str, aside: bool) -> Result<(Storage, Option<SetAside>), StorageError> {
        let lock = open::file(address)?
            .map(|path| {
                open::make_place(&path)?;
                Lock::take(&path)
            })
            .transpose()?;
        let (pool, mut aside) = rescue::open(address, aside).await?;
        let mut anchor = open::connection(address).await?;
        sqlx::query(pen::TURN).fetch_one(&mut anchor).await?;
        let process = keys::word(10).map_err(StorageError::Chance)?;
        // Where there is one process only, its name says nothing.
        let name = if open::is_shared(address) { process.as_str() } else { "" };
        let mut pen = Pen::open(address, name, pool.clone()).await?;
        if let Some(aside) = &mut aside {
            rescue::take_over(&mut pen, aside).await?;
        }
        let shared = open::is_shared(address);
        let (writer, task) = Writer::start(pen);
        let (heard, listening) =
            if shared { news::listen(address, process.clone()).await? } else { beside::watch(writer.clone()) };
        let ends = Mutex::new(Some(Ends { task, anchor, lock, listening }));
        let heard = Mutex::new(Some(heard));
        Ok((Storage { pool, process, shared, writer, heard, ends, contents: Mutex::default() }, aside))
    }

    /// What other processes do. The first who asks gets it.
    pub(crate) fn heard(&self) -> Option<mpsc::UnboundedReceiver<Heard>> {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Takes or keeps the right to move the bots of a game for [`LEASE`], and says whether this process has it. It
    /// falls to another one when this one does not come back for it.
    pub(crate) async fn keep_bots(&self, game: &str) -> Result<bool, StorageError> {
        if !self.shared {
            return Ok(true);
        }
        let query = sqlx::query(KEEP)
            .bind(game.to_owned())
            .bind(self.process.clone())
            .bind(i64::try_from(LEASE.as_millis()).unwrap_or(i64::MAX));
        Ok(query.execute(&self.pool).await?.rows_affected() == 1)
    }

    /// Notes where the server can be reached, for another one that wants the same file.
    pub(crate) fn serves_at(&self, address: SocketAddr) {
        let ends = self.ends.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(lock) = ends.as_ref().and_then(|ends| ends.lock.as_ref()) {
            lock.at(address);
        }
    }

    /// All games, the last played first. Those that cannot be read are listed with the reason.
    pub(crate) async fn games(&self) -> Result<Vec<SavedGame>, StorageError> {
        match read::fetch(&self.pool, || sqlx::query(NEWEST).bind(statements::PARTIAL)).await {
            Ok(rows) => {
                let mut places = places::all(&self.pool).await?;
                let with_places = |game: SavedGame| {
                    let places = places.remove(&game.id).unwrap_or_default();
                    SavedGame { places, ..game }
                };
                Ok(rows.iter().map(SavedGame::read).map(with_places).collect())
            }
            Err(error) if rescue::is_corrupt(&error) => Ok(self.readable_games().await),
            Err(error) => Err(error.into()),
        }
    }

    async fn readable_games(&self) -> Vec<SavedGame> {
        let mut games = Vec::new();
        for id in rescue::ids(&self.pool).await {
            match self.game(&id).await {
                Ok(game) => games.extend(game),
                Err(error) => games.push(SavedGame::unreadable(id, &error)),
            }
        }
        games.sort_by_key(|game| std::cmp::Reverse(game.summary.touched));
        games
    }

    /// One game.
    pub(crate) async fn game(&self, id: &str) -> Result<Option<SavedGame>, StorageError> {
        let query = || sqlx::query(GAME).bind(id.to_owned()).bind(statements::PARTIAL);
        let Some(game) = read::fetch(&self.pool, query).await?.first().map(SavedGame::read) else { return Ok(None) };
        Ok(Some(SavedGame { places: places::of_game(&self.pool, id).await?, ..game }))
    }

    /// What was done in a game from an entry on.
    pub(crate) async fn log_from(&self, id: &str, entry: i64) -> Result<Vec<LogRow>, StorageError> {
        let rows = read::fetch(&self.pool, || sqlx::query(LOG).bind(id.to_owned()).bind(entry)).await?;
        Ok(rows.iter().map(LogRow::read).collect())
    }

    /// One game with all that was done in it, both as they were at the same moment.
    pub(crate) async fn whole(&self, id: &str) -> Result<Option<(SavedGame, Vec<LogRow>)>, StorageError> {
        let game = || sqlx::query(GAME).bind(id.to_owned()).bind(statements::PARTIAL);
        let log = || sqlx::query(LOG).bind(id.to_owned()).bind(0_i64);
        let (games, rows) = read::fetch_both(&self.pool, game, log).await?;
        let Some(game) = games.first().map(SavedGame::read) else { return Ok(None) };
        let game = SavedGame { places: places::of_game(&self.pool, id).await?, ..game };
        Ok(Some((game, rows.iter().map(LogRow::read).collect())))
    }

    /// The content named `name`.
    pub(crate) async fn content(&self, name: &str) -> Result<Option<Arc<Printing>>, StorageError> {
        let rows = read::fetch(&self.pool, || sqlx::query(CONTENT).bind(name.to_owned())).await?;
        let printing = rows.first().and_then(|row| serde_json::from_str(&text(row, "files")).ok()).map(Printing::new);
        // One that was damaged has another name now.
        Ok(printing.filter(|printing| printing.name().to_string() == name).map(Arc::new))
    }

    /// Keeps the content that a game is begun with, once.
    pub(crate) async fn keep_content(&self, game: &str, printing: &Arc<Printing>) -> Result<(), StorageError> {
        let known =
            |kept: &Mutex<BTreeSet<PrintingName>>| kept.lock().is_ok_and(|kept| kept.contains(&printing.name()));
        if known(&self.contents) {
            return Ok(());
        }
        self.write(Write::Content { game: game.to_owned(), printing: Arc::clone(printing) }).await?;
        if let Ok(mut kept) = self.contents.lock() {
            kept.insert(printing.name());
        }
        Ok(())
    }

    /// Writes the new fingerprints of a game that continues under a new revision, a part at a time.
    pub(crate) async fn renew(&self, id: &str, game: &str, renewal: &Renewal) -> Result<(), StorageError> {
        if let Some(printing) = &renewal.content {
            self.keep_content(game, printing).await?;
        }
        let whole = renewal.rows.as_slice();
        let parts = whole.chunks(RENEWED_AT_ONCE).chain(whole.is_empty().then_some(whole));
        for rows in parts {
            let renewal = Renewal { rows: rows.to_vec(), ..renewal.clone() };
            self.write(Write::Renew { game: id.to_owned(), renewal }).await?;
        }
        Ok(())
    }

    /// Writes; when this returns it is on the disk.
    pub(crate) async fn write(&self, write: Write) -> Result<(), StorageError> {
        self.writer.write(write).await
    }

    /// Ends all work and leaves one tidy file. Says what could not be saved.
    pub(crate) async fn close(&self) -> Result<(), Unsaved> {
        self.writer.stop().await;
        let ends = self.ends.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(Ends { task, anchor, lock, listening }) = ends else { return Ok(()) };
        listening.abort();
        let written = task.await.unwrap_or_else(|error| Err(Unsaved::because(&error)));
        self.pool.close().await;
        let closed = anchor.close().await.map_err(|error| Unsaved::because(&error));
        drop(lock);
        written.and(closed)
    }
}

impl StorageError {
    /// What the disk or the database said, without our own words around it.
    pub(crate) fn reason(&self) -> String {
        match self {
            StorageError::Database(sqlx::Error::Database(error)) => error.message().to_owned(),
            StorageError::NotWritten(why) | StorageError::Unknown(why) => why.clone(),
            other => other.to_string(),
        }
    }

    /// What a write has met that no second try can mend.
    fn verdict(&self) -> Option<StorageError> {
        let error = match self {
            StorageError::Database(sqlx::Error::RowNotFound) => return Some(StorageError::Overtaken),
            StorageError::Database(sqlx::Error::Database(error)) => error,
            _ => return None,
        };
        if error.is_unique_violation() {
            Some(StorageError::Overtaken)
        } else if error.is_foreign_key_violation() {
            Some(StorageError::Gone)
        } else {
            None
        }
    }

    /// Whether a page of the file is bad: then some games can be read and others not.
    pub(crate) fn is_damage(&self) -> bool {
        matches!(self, StorageError::Database(error) if rescue::is_corrupt(error))
    }
}

impl SavedGame {
    /// Stands in the list for a game whose row is damaged.
    fn unreadable(id: String, error: &StorageError) -> SavedGame {
        let none = String::new;
        SavedGame {
            title: id.clone(),
            id,
            game: none(),
            scenario: none(),
            settings: none(),
            seats: none(),
            seed: None,
            keys: none(),
            start: none(),
            revision: 0,
            content: None,
            summary: Summary { touched: 0, moves: 0, over: false, standing: none(), asked: None, turn: None },
            broken: Some(error.to_string()),
            differs: None,
            guide: None,
            accepted: None,
            branches: none(),
            branched_from: None,
            declared: None,
            fair: None,
            salt: None,
            open: false,
            public: false,
            doomed: None,
            places: Vec::new(),
            clock: None,
            ended: None,
            pace: None,
            past: None,
            promised_as: None,
        }
    }

    /// Reads a row, of which one damaged column must not hide the others: it is found when the game is played back.
    fn read(row: &AnyRow) -> SavedGame {
        SavedGame {
            id: text(row, "id"),
            game: text(row, "game"),
            scenario: text(row, "scenario"),
            title: text(row, "title"),
            settings: text(row, "settings"),
            seats: text(row, "seats"),
            seed: row.try_get("seed").unwrap_or_else(|_| Some("unreadable".to_owned())),
            keys: text(row, "keys"),
            start: text(row, "start_hash"),
            summary: Summary {
                touched: number(row, "touched"),
                moves: number(row, "moves"),
                over: text(row, "status") == "over",
                standing: text(row, "standing"),
                asked: optional(row, "asked").and_then(|seat| u8::try_from(seat).ok()).map(Seat),
                turn: None,
            },
            revision: number(row, "revision"),
            content: row.try_get("content").unwrap_or_default(),
            broken: row.try_get("broken").unwrap_or_default(),
            differs: row.try_get("differs").unwrap_or_default(),
            guide: row.try_get("guide").unwrap_or_default(),
            accepted: row.try_get("accepted").unwrap_or_default(),
            branches: text(row, "branches"),
            branched_from: row.try_get("branched_from").unwrap_or_default(),
            declared: row.try_get("declared").unwrap_or_default(),
            fair: row.try_get("fair").unwrap_or_default(),
            salt: row.try_get("salt").unwrap_or_default(),
            open: number(row, "open") == 1,
            public: number(row, "public") == 1,
            doomed: optional(row, "doomed"),
            places: Vec::new(),
            clock: row.try_get("clock").unwrap_or_default(),
            ended: row.try_get("ended").unwrap_or_default(),
            pace: optional(row, "pace"),
            past: row.try_get("past").unwrap_or_default(),
            promised_as: row.try_get("promised_as").unwrap_or_default(),
        }
    }
}

impl LogRow {
    fn read(row: &AnyRow) -> LogRow {
        LogRow {
            entry: number(row, "entry"),
            kind: text(row, "kind"),
            seat: text(row, "seat"),
            action: text(row, "action"),
            dice: text(row, "dice"),
            hash: text(row, "hash"),
            revision: number(row, "revision"),
            lines: text(row, "lines"),
        }
    }
}

fn text(row: &AnyRow, column: &str) -> String {
    row.try_get(column).unwrap_or_default()
}

fn number(row: &AnyRow, column: &str) -> i64 {
    row.try_get(column).unwrap_or(-1)
}

fn optional(row: &AnyRow, column: &str) -> Option<i64> {
    row.try_get(column).unwrap_or_default()
}

impl Storage {
    /// How many games there are.
    pub(crate) async fn count(&self) -> Result<u64, StorageError> {
        let count: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM games").fetch_one(&self.pool).await?;
        Ok(u64::try_from(count).unwrap_or_default())
    }

    /// How many bytes they take, not counting freed pages.
    pub(crate) async fn size(&self) -> Result<u64, StorageError> {
        let size = if self.shared { SHARED_SIZE } else { SIZE };
        let size: i64 = sqlx::query_scalar(size).fetch_one(&self.pool).await?;
        Ok(u64::try_from(size).unwrap_or_default())
    }

    /// Unfinished games that bots play among themselves and that nobody has to look at.
    pub(crate) async fn bots_alone(&self) -> Result<Vec<String>, StorageError> {
        let rows = read::fetch(&self.pool, || sqlx::query(BOTS_ALONE)).await?;
        Ok(rows.iter().map(|row| text(row, "id")).collect())
    }

    /// The games that were last played before `moment` (seconds since 1970), the longest forgotten first, `most` at a
    /// time.
    pub(crate) async fn untouched_since(&self, moment: i64, most: i64) -> Result<Vec<String>, StorageError> {
        let query = sqlx::query("SELECT id FROM games WHERE touched < $1 ORDER BY touched LIMIT $2");
        let rows = query.bind(moment).bind(most).fetch_all(&self.pool).await?;
        Ok(rows.iter().map(|row| text(row, "id")).collect())
    }
}

const SIZE: &str = "SELECT (page_count - freelist_count) * page_size \
                    FROM pragma_page_count(), pragma_freelist_count(), pragma_page_size()";

const BOTS_ALONE: &str = "SELECT id FROM games WHERE status = 'live' AND pace = 0 AND seats NOT LIKE '%\"human\"%' AND \
    broken IS NULL AND differs IS NULL ORDER BY touched DESC LIMIT 100";

const SHARED_SIZE: &str = "SELECT pg_database_size(current_database())";

/// The content that a game was begun with: the shelf's, or as it is kept.
pub(crate) async fn printing(
    storage: &Storage,
    shelf: &Shelf,
    saved: &SavedGame,
) -> Result<Option<Arc<Printing>>, StorageError> {
    let Some(name) = &saved.content else { return Ok(None) };
    let of_today = shelf.ruleset(&saved.game).map(Ruleset::printing).ok();
    match of_today.filter(|printing| printing.name().to_string() == *name) {
        Some(printing) => Ok(Some(Arc::clone(printing))),
        None => storage.content(name).await,
    }
}
