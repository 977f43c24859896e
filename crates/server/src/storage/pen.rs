use sqlx::{AnyConnection, AnyPool, Connection};

use super::{
    StorageError, Write, news, open,
    operate::{self, OperateError},
    read, statements,
    transfer::{self, Fields},
};
use crate::moment;

/// A game that was begun so many seconds ago and is not whole will never be.
const ABANDONED: i64 = 3600;

/// The one connection that writes. It belongs to no pool and counts no transactions: `BEGIN` and `COMMIT` are
/// statements like any other. Whatever error it sees, it is closed, and another one is opened that proves itself first.
///
/// Why: SQLite takes a transaction back by itself when the disk is full or fails. A driver that still believes
/// in the transaction turns every later commit into the end of a savepoint, and all is lost at the next start.
pub(super) struct Pen {
    address: String,
    /// The name of this process among those that share the games.
    process: String,
    readers: AnyPool,
    connection: Option<AnyConnection>,
    /// What SQLite counted when this connection last asked. It counts what all others write, and not what this one
    /// does.
    version: Option<i64>,
}

/// Why a transaction was not done.
pub(super) struct Fault {
    pub(super) place: FailedAt,
    pub(super) error: StorageError,
}

/// Where a transaction failed.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum FailedAt {
    /// Before anything was written.
    Begin,
    /// At this write; nothing is written.
    At(usize),
    /// At a statement for several of them; nothing is written.
    Together,
    /// At the end. It may be written or not.
    Commit,
}

impl FailedAt {
    /// Whether it may be the fault of this write.
    pub(super) fn concerns(self, write: usize) -> bool {
        match self {
            FailedAt::Begin | FailedAt::Together | FailedAt::Commit => true,
            FailedAt::At(place) => place == write,
        }
    }

    fn fault(self, error: impl Into<StorageError>) -> Fault {
        Fault { place: self, error: error.into() }
    }
}

impl Pen {
    /// Opens the connection. What is read to prove it is read through `readers`.
    pub(super) async fn open(address: &str, process: &str, readers: AnyPool) -> Result<Pen, StorageError> {
        let mut pen =
            Pen { address: address.to_owned(), process: process.to_owned(), readers, connection: None, version: None };
        let mut connection = pen.take().await?;
        let cleared = clear(&mut connection, open::is_shared(address)).await;
        pen.put_back(connection, cleared).await?;
        Ok(pen)
    }

    /// Does all of `writes` in one transaction, or nothing.
    pub(super) async fn commit(&mut self, writes: &[&Write]) -> Result<(), Fault> {
        let mut connection = self.take().await.map_err(|error| FailedAt::Begin.fault(error))?;
        let mut done = transact(&mut connection, &self.process, writes, statements::are_alike(writes)).await;
        if matches!(&done, Err(fault) if fault.place == FailedAt::Together) {
            // One by one it comes out which of them is at fault.
            discard(connection).await;
            connection = self.take().await.map_err(|error| FailedAt::Begin.fault(error))?;
            done = transact(&mut connection, &self.process, writes, false).await;
        }
        self.put_back(connection, done).await
    }

    /// Writes rows of another database into `table`, all of them or none.
    pub(super) async fn insert(&mut self, table: &str, rows: &[Fields]) -> Result<(), OperateError> {
        let mut connection = self.take().await?;
        let done = operate::transact(&mut connection, async |connection| {
            for row in rows {
                transfer::insert(connection, table, row.iter()).await?;
            }
            Ok(())
        });
        let done = done.await;
        self.put_back(connection, done).await
    }

    /// Whether a write is on the disk.
    pub(super) async fn is_done(&mut self, write: &Write) -> Result<bool, StorageError> {
        let mut connection = self.take().await?;
        let found = statements::is_done(&mut connection, &self.process, write).await;
        Ok(self.put_back(connection, found).await?)
    }

    /// Whether another process has written into the file since this was last asked. This is the one connection of ours
    /// that writes, so whoever else did is a stranger. After the connection was replaced nobody knows, and the answer
    /// is yes.
    pub(super) async fn others_wrote(&mut self) -> bool {
        // No new one is opened for that: it would have to write to prove itself.
        let Some(mut connection) = self.connection.take() else { return false };
        let asked = sqlx::query_scalar("PRAGMA data_version").fetch_one(&mut connection).await;
        match self.put_back(connection, asked).await {
            Ok(now) => self.version.replace(now) != Some(now),
            Err(error) => {
                tracing::warn!("whether anybody else has written into the saved games is not known: {error}");
                false
            }
        }
    }

    /// Proves that the connection, or a new one, can write.
    pub(super) async fn prove(&mut self) -> Result<(), StorageError> {
        let mut connection = self.take().await?;
        let proved = prove(&mut connection, &self.readers).await;
        self.put_back(connection, proved).await
    }

    pub(super) async fn close(&mut self) {
        if let Some(connection) = self.connection.take() {
            discard(connection).await;
        }
    }

    /// The connection, or a new one. It is out of our hands until it is put back: work that is broken off leaves none.
    async fn take(&mut self) -> Result<AnyConnection, StorageError> {
        if let Some(connection) = self.connection.take() {
            return Ok(connection);
        }
        self.version = None;
        let mut connection = open::connection(&self.address).await?;
        match prove(&mut connection, &self.readers).await {
            Ok(()) => Ok(connection),
            Err(error) => {
                discard(connection).await;
                Err(error)
            }
        }
    }

    async fn put_back<T, E>(&mut self, connection: AnyConnection, done: Result<T, E>) -> Result<T, E> {
        match done {
            Ok(_) => self.connection = Some(connection),
            Err(_) => discard(connection).await,
        }
        done
    }
}

/// Closes a connection, and with it any transaction it may be in.
async fn discard(connection: AnyConnection) {
    if let Err(error) = connection.close().await {
        tracing::warn!("closing the connection to the saved games: {error}");
    }
}

async fn transact(
    connection: &mut AnyConnection,
    process: &str,
    writes: &[&Write],
    together: bool,
) -> Result<(), Fault> {
    begin(connection).await.map_err(|error| FailedAt::Begin.fault(error))?;
    if together {
        statements::perform_together(connection, process, writes)
            .await
            .map_err(|error| FailedAt::Together.fault(error))?;
    } else {
        for (place, write) in writes.iter().enumerate() {
            statements::perform(connection, process, write).await.map_err(|error| FailedAt::At(place).fault(error))?;
        }
    }
    if !is_sqlite(connection) {
        news::tell(connection, process, writes).await.map_err(|error| FailedAt::Begin.fault(error))?;
    }
    end(connection).await.map_err(|error| FailedAt::Commit.fault(error))
}

/// Removes games that were never written to their end. Another process may be writing one just now: an old one it is
/// not.
async fn clear(connection: &mut AnyConnection, shared: bool) -> Result<(), StorageError> {
    let before = if shared { moment::now() - ABANDONED } else { i64::MAX };
    begin(connection).await?;
    statements::clear_partial(connection, before).await?;
    Ok(end(connection).await?)
}

/// Writes, commits, and looks through another connection whether that is there. A connection inside some transaction
/// of its own sees its writes; nobody else does.
pub(super) async fn prove(connection: &mut AnyConnection, readers: &AnyPool) -> Result<(), StorageError> {
    begin(connection).await?;
    sqlx::query("UPDATE writer SET turn = turn + 1").execute(&mut *connection).await?;
    let turn: i64 = sqlx::query_scalar(TURN).fetch_one(&mut *connection).await?;
    end(connection).await?;
    let rows = read::fetch(readers, || sqlx::query(TURN)).await?;
    let seen = rows.first().map(|row| sqlx::Row::try_get::<i64, _>(row, 0)).transpose()?;
    // Another process may have gone on counting in the meantime.
    if seen >= Some(turn) { Ok(()) } else { Err(StorageError::Unproven) }
}

pub(super) const TURN: &str = "SELECT turn FROM writer";

async fn begin(connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
    // SQLite: takes the right to write at once, so that a transaction cannot fail half-way for lack of it.
    let begin = if is_sqlite(connection) { "BEGIN IMMEDIATE" } else { "BEGIN" };
    sqlx::query(begin).execute(connection).await.map(|_| ())
}

fn is_sqlite(connection: &AnyConnection) -> bool {
    connection.backend_name() == "SQLite"
}

async fn end(connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
    sqlx::query("COMMIT").execute(connection).await.map(|_| ())
}
