use std::{
    fmt::Write as _,
    fs, io,
    path::{Path, PathBuf},
    str::FromStr,
    time::Duration,
};

use sqlx::{
    AnyConnection, AnyPool, Connection, Executor, SqlSafeStr,
    any::AnyPoolOptions,
    migrate::{Migration, MigrationType, Migrator},
    sqlite::SqliteConnectOptions,
};

use super::{StorageError, address};
use crate::club;

/// The steps to today's tables, with what each adds, in order. They are written out because sqlx's macro, which would
/// read the folder, brings a second build of the databases' drivers. None is ever changed: databases remember their
/// text.
const STEPS: [(&str, &str); 14] = [
    ("games", include_str!("../../migrations/0001_games.sql")),
    ("settings", include_str!("../../migrations/0002_settings.sql")),
    ("revisions", include_str!("../../migrations/0003_revisions.sql")),
    ("writer", include_str!("../../migrations/0004_writer.sql")),
    ("guides", include_str!("../../migrations/0005_guides.sql")),
    ("accepted", include_str!("../../migrations/0006_accepted.sql")),
    ("branches", include_str!("../../migrations/0007_branches.sql")),
    ("processes", include_str!("../../migrations/0008_processes.sql")),
    ("places", include_str!("../../migrations/0009_places.sql")),
    ("clocks", include_str!("../../migrations/0010_clocks.sql")),
    ("accounts", include_str!("../../migrations/0011_accounts.sql")),
    ("chat", include_str!("../../migrations/0012_chat.sql")),
    ("addresses", include_str!("../../migrations/0013_addresses.sql")),
    ("rematches", include_str!("../../migrations/0014_rematches.sql")),
];

/// The steps to today's tables. Where several processes share them, one of an older version may start after a newer one
/// has added a column; it does not mind, because columns are only ever added.
pub(super) fn migrations(shared: bool) -> Migrator {
    let step = |(version, (what, sql)): (i64, (&'static str, &'static str))| {
        Migration::new(version, what.into(), MigrationType::Simple, sql.into_sql_str(), false)
    };
    let mut migrations = Migrator::with_migrations((1..).zip(STEPS).map(step).collect());
    migrations.set_ignore_missing(shared);
    migrations
}

/// Whether the address is one of PostgreSQL, where several processes may serve the same games.
pub(super) fn is_shared(address: &str) -> bool {
    ["postgres:", "postgresql:"].iter().any(|scheme| address.starts_with(scheme))
}

/// Every commit reaches the disk before it is acknowledged; readers do not wait for the writer; what is overwritten is
/// gone.
const SQLITE: &str = "PRAGMA busy_timeout = 10000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA \
    foreign_keys = ON; PRAGMA secure_delete = FAST;";

/// The address of a SQLite file, for [`crate::Config::database`].
pub fn sqlite_url(path: &Path) -> String {
    let mut url = String::from("sqlite://");
    for byte in path.to_string_lossy().replace('\\', "/").bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b':' => url.push(char::from(byte)),
            _ => {
                let _ = write!(url, "%{byte:02X}");
            }
        }
    }
    url
}

/// The file behind a SQLite address; nothing for another database.
pub(super) fn file(address: &str) -> Result<Option<PathBuf>, StorageError> {
    if is_shared(address) && !club::IS_BUILT_IN {
        let error = io::Error::other(club::lacks("PostgreSQL"));
        return Err(StorageError::Place { path: address::without_password(address), error });
    }
    if is_shared(address) {
        return Ok(None);
    }
    if !address.starts_with("sqlite:") {
        let error = io::Error::other("write sqlite:///path/opfire.db, or postgres://user@host/name");
        return Err(StorageError::Place { path: address::without_password(address), error });
    }
    if address.contains(":memory:") || address.contains("mode=memory") {
        let error = io::Error::other("every connection would have games of its own; name a file");
        return Err(StorageError::Place { path: address.to_owned(), error });
    }
    Ok(Some(SqliteConnectOptions::from_str(address)?.get_filename().to_owned()))
}

/// One connection.
pub(super) async fn connection(address: &str) -> Result<AnyConnection, StorageError> {
    sqlx::any::install_default_drivers();
    let mut connection = AnyConnection::connect(address).await?;
    if let Err(error) = prepare(&mut connection).await {
        let _ = connection.close().await;
        return Err(error.into());
    }
    Ok(connection)
}

async fn prepare(connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
    if connection.backend_name() == "SQLite" {
        connection.execute(SQLITE).await?;
    }
    Ok(())
}

/// Connects those who read, and brings the tables up to date.
pub(super) async fn connect(address: &str) -> Result<AnyPool, StorageError> {
    if address.starts_with("sqlite:") {
        check(address).await?;
    }
    let pool = readers(address).await?;
    if let Err(error) = migrations(is_shared(address)).run(&pool).await {
        pool.close().await;
        return Err(error.into());
    }
    Ok(pool)
}

pub(super) async fn readers(address: &str) -> Result<AnyPool, sqlx::Error> {
    sqlx::any::install_default_drivers();
    let options = AnyPoolOptions::new()
        .max_connections(8)
        .acquire_timeout(Duration::from_secs(15))
        .after_connect(|connection, _| Box::pin(prepare(connection)));
    options.connect(address).await
}

/// Looks for damage. By itself, because a pool would try again and again until its time is up.
async fn check(address: &str) -> Result<(), StorageError> {
    let mut connection = connection(address).await?;
    let checked = look_over(&mut connection).await;
    let closed = connection.close().await;
    let verdict = checked?;
    closed?;
    if verdict == "ok" { Ok(()) } else { Err(StorageError::Unsound(verdict)) }
}

/// `quick_check` reads every page, but does not compare indexes with their tables. For the list of games that is done
/// too: a game that its index does not know would not exist. In a log it is found when the game is played back.
async fn look_over(connection: &mut AnyConnection) -> Result<String, sqlx::Error> {
    let pages: String = sqlx::query_scalar("PRAGMA quick_check(1)").fetch_one(&mut *connection).await?;
    let tables =
        sqlx::query("SELECT name FROM sqlite_master WHERE name = 'games'").fetch_optional(&mut *connection).await?;
    if pages != "ok" || tables.is_none() {
        return Ok(pages);
    }
    sqlx::query_scalar("PRAGMA integrity_check(games)").fetch_one(connection).await
}

/// Makes the folder and an empty file that only their owner may read, where there are none yet.
pub(super) fn make_place(path: &Path) -> Result<(), StorageError> {
    let made = path.parent().map_or(Ok(()), make_folder).and_then(|()| make_file(path));
    made.map_err(|error| StorageError::Place { path: path.display().to_string(), error })
}

fn make_folder(folder: &Path) -> io::Result<()> {
    if folder.as_os_str().is_empty() || folder.exists() {
        return Ok(());
    }
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

fn make_file(path: &Path) -> io::Result<()> {
    let mut options = fs::OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(|_| ())
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use super::STEPS;

    #[test]
    fn every_step_of_the_folder_is_taken_in_order() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
        let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        let listed = (1..).zip(STEPS).map(|(number, (name, sql))| (format!("{number:04}_{name}"), sql.to_owned()));
        let there = files
            .iter()
            .map(|file| (file.file_stem().unwrap().to_string_lossy().into_owned(), fs::read_to_string(file).unwrap()));
        assert_eq!(listed.collect::<Vec<_>>(), there.collect::<Vec<_>>());
    }
}
