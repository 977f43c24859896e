use std::{
    fmt, fs, io,
    path::{Path, PathBuf},
};

use sqlx::{AnyPool, migrate::MigrateError};

use super::{StorageError, open};

/// A database file that could not be read and was put out of the way. Nothing of it was lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetAside {
    /// Where it was.
    pub from: PathBuf,
    /// Where it is now.
    pub to: PathBuf,
    /// What was wrong with it.
    pub why: String,
}

impl fmt::Display for SetAside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (from, to) = (self.from.display(), self.to.display());
        write!(
            f,
            "{from} is damaged ({}). It was kept as {to} and an empty one was started; \
             `sqlite3 {to} .recover` may get games out of it.",
            self.why
        )
    }
}

/// Connects; sets a damaged SQLite file aside and starts a fresh one.
pub(super) async fn open(address: &str) -> Result<(AnyPool, Option<SetAside>), StorageError> {
    let Some(path) = open::file(address)? else {
        return Ok((open::connect(address).await?, None));
    };
    open::make_place(&path)?;
    match open::connect(address).await {
        Ok(pool) => Ok((pool, None)),
        Err(error) if is_damage(&error) => {
            let to =
                set_aside(&path).map_err(|error| StorageError::Place { path: path.display().to_string(), error })?;
            let aside = SetAside { from: path.clone(), to, why: error.to_string() };
            tracing::error!("{aside}");
            open::make_place(&path)?;
            Ok((open::connect(address).await?, Some(aside)))
        }
        Err(error) => Err(error),
    }
}

fn is_damage(error: &StorageError) -> bool {
    match error {
        StorageError::Damaged(_) => true,
        StorageError::Database(error) | StorageError::Version(MigrateError::Execute(error)) => is_corrupt(error),
        _ => false,
    }
}

/// SQLITE_CORRUPT or SQLITE_NOTADB.
fn is_corrupt(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(|error| error.code()?.parse::<u32>().ok());
    matches!(code.map(|code| code & 0xff), Some(11 | 26))
}

fn set_aside(path: &Path) -> io::Result<PathBuf> {
    let to = (1u32..).map(|number| with(path, &format!(".broken-{number}"))).find(|to| !to.exists());
    let to = to.ok_or_else(|| io::Error::other("too many damaged files are kept already"))?;
    fs::rename(path, &to)?;
    for suffix in ["-wal", "-shm"] {
        let beside = with(path, suffix);
        if beside.exists() {
            fs::rename(beside, with(&to, suffix))?;
        }
    }
    Ok(to)
}

fn with(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}
