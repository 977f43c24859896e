use std::{
    fs::{self, File, OpenOptions},
    io,
    path::Path,
};

use sqlx::Connection;

use super::{open, operate, operate::OperateError, rescue::with, sqlite_url};

/// A copy of all saved games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backup {
    /// How many games are in it.
    pub games: u64,
    /// How large it is.
    pub bytes: u64,
}

/// Copies a SQLite database to a new file, as it is at one moment, while a server may be writing to it. When this
/// returns the copy is on the disk and was looked over.
///
/// # Errors
/// If the database is not a file, the copy exists already, or the disk fails. What was begun of the copy is then
/// removed.
pub async fn backup(address: &str, to: &Path) -> Result<Backup, OperateError> {
    if open::file(address)?.is_none() {
        return Err(OperateError::NotAFile);
    }
    let mut from = operate::reader(address).await?;
    reserve(to)?;
    let copied = sqlx::query("VACUUM INTO $1").bind(to.to_string_lossy().into_owned()).execute(&mut from).await;
    let _ = from.close().await;
    let checked = match copied {
        Ok(_) => look_over(to).await,
        Err(error) => Err(error.into()),
    };
    if checked.is_err() {
        for suffix in ["", "-journal", "-wal", "-shm"] {
            let _ = fs::remove_file(with(to, suffix));
        }
    }
    checked
}

/// An empty file, for its owner only, where nothing was.
fn reserve(path: &Path) -> Result<(), OperateError> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(|_| ()).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => OperateError::Exists(path.to_owned()),
        _ => unusable(path, error),
    })
}

async fn look_over(path: &Path) -> Result<Backup, OperateError> {
    let kept = keep(path).map_err(|error| unusable(path, error))?;
    let mut copy = operate::reader(&sqlite_url(path)).await?;
    let verdict: String = sqlx::query_scalar("PRAGMA integrity_check(1)").fetch_one(&mut copy).await?;
    let games: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM games").fetch_one(&mut copy).await?;
    copy.close().await?;
    if verdict == "ok" {
        Ok(Backup { games: u64::try_from(games).unwrap_or_default(), bytes: kept })
    } else {
        Err(unusable(path, io::Error::other(verdict)))
    }
}

/// Waits until the file and its name are on the disk, and says how large it is.
fn keep(path: &Path) -> io::Result<u64> {
    let file = File::open(path)?;
    file.sync_all()?;
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        File::open(folder)?.sync_all()?;
    }
    Ok(file.metadata()?.len())
}

fn unusable(path: &Path, error: io::Error) -> OperateError {
    OperateError::File { path: path.to_owned(), error }
}
