//! What an operator does with the saved games beside a running server: copies them, plays them, moves and removes
//! single ones.

use std::{io, path::PathBuf};

use sqlx::{AnyConnection, Connection, Executor, Row};
use thiserror::Error;

use super::{StorageError, open};

/// The name under which an operator's command sends news to the servers.
pub(super) const OPERATOR: &str = "operator";

/// Why an operator's command was not done.
#[derive(Debug, Error)]
pub enum OperateError {
    /// The database refused.
    #[error("{0}")]
    Storage(#[from] StorageError),
    /// Only a file can be copied.
    #[error(
        "only a SQLite file can be copied by this program. PostgreSQL has its own means, which also work while servers \
         run: pg_dump --format=custom --file=games.dump DATABASE, and pg_restore to bring it back"
    )]
    NotAFile,
    /// There is no database.
    #[error("there are no saved games in {}", .0.display())]
    NoDatabase(PathBuf),
    /// Nothing is overwritten.
    #[error("{} is there already, and nothing is overwritten", .0.display())]
    Exists(PathBuf),
    /// A file cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// No such game.
    #[error("there is no saved game \"{0}\"")]
    NoGame(String),
    /// The game is there.
    #[error("there is a game \"{0}\" already: it is left as it is")]
    GameExists(String),
    /// No such account.
    #[error("there is no account \"{0}\"")]
    NoAccount(String),
    /// No such report.
    #[error("there is no report \"{0}\"")]
    NoReport(String),
    /// Not a file that `export` wrote.
    #[error("this is not a game that `opfire admin export` wrote: {0}")]
    Form(String),
    /// The game cannot be played here.
    #[error("this game cannot be played with the rules of this program, and nothing was taken in: {0}")]
    Unplayable(String),
    /// The tables of the database are not those that this program knows.
    #[error("the database has tables of version {found}, and this program knows version {known}: {remedy}")]
    Version {
        /// The newest migration that the database has seen.
        found: i64,
        /// The newest that this program knows.
        known: i64,
        /// What to do.
        remedy: &'static str,
    },
}

impl From<sqlx::Error> for OperateError {
    fn from(error: sqlx::Error) -> Self {
        OperateError::Storage(error.into())
    }
}

/// A connection that changes nothing.
pub(super) async fn reader(address: &str) -> Result<AnyConnection, OperateError> {
    sqlx::any::install_default_drivers();
    let Some(path) = open::file(address)? else {
        let mut connection = AnyConnection::connect(address).await?;
        connection
            .execute("SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            .await?;
        return Ok(connection);
    };
    if !path.is_file() {
        return Err(OperateError::NoDatabase(path));
    }
    let joint = if address.contains('?') { '&' } else { '?' };
    let mut connection = AnyConnection::connect(&format!("{address}{joint}mode=ro")).await?;
    connection.execute("PRAGMA busy_timeout = 10000").await?;
    Ok(connection)
}

/// A connection for a change of a few rows while a server may be running.
pub(super) async fn changer(address: &str) -> Result<AnyConnection, OperateError> {
    if let Some(path) = open::file(address)?.filter(|path| !path.is_file()) {
        return Err(OperateError::NoDatabase(path));
    }
    let mut connection = open::connection(address).await?;
    check_version(&mut connection).await?;
    Ok(connection)
}

/// Whether the tables are those that this program knows: it must not write into others.
async fn check_version(connection: &mut AnyConnection) -> Result<(), OperateError> {
    let query = sqlx::query("SELECT CAST(MAX(version) AS BIGINT) FROM _sqlx_migrations WHERE success");
    let found = query.fetch_one(connection).await.and_then(|row| row.try_get(0)).unwrap_or(0);
    let known = open::migrations(true).iter().map(|step| step.version).max().unwrap_or_default();
    let remedy = if found < known { "start a server of this version on it first" } else { "use the newer program" };
    if found == known { Ok(()) } else { Err(OperateError::Version { found, known, remedy }) }
}

/// Does something in a transaction of its own.
pub(super) async fn transact<T>(
    connection: &mut AnyConnection,
    work: impl AsyncFnOnce(&mut AnyConnection) -> Result<T, OperateError>,
) -> Result<T, OperateError> {
    let begin = if connection.backend_name() == "SQLite" { "BEGIN IMMEDIATE" } else { "BEGIN" };
    connection.execute(begin).await?;
    let done = work(connection).await;
    connection.execute(if done.is_ok() { "COMMIT" } else { "ROLLBACK" }).await?;
    done
}
