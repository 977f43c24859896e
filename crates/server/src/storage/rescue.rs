use std::{
    collections::{BTreeMap, BTreeSet},
    fmt, fs, io,
    path::{Path, PathBuf},
    sync::Arc,
};

use engine::Printing;
use futures_util::StreamExt as _;
use serde_json::Value;
use sqlx::{
    AnyPool, AssertSqlSafe, any::AnyRow, error::DatabaseError as _, migrate::MigrateError, sqlite::SqliteError,
};

use super::{
    GAME, LOG, LogRow, SavedGame, StorageError, Write, open,
    pen::Pen,
    places, statements, text,
    transfer::{self, Fields},
};

/// What is beside games, their logs and seats: the table, and the column that names the account or the game to which
/// its rows belong. Accounts are first, because sessions refer to them.
pub(super) const BESIDE: [(&str, Option<&str>); 7] = [
    ("accounts", None),
    ("sessions", Some("account")),
    ("addresses", None),
    ("chat", Some("game")),
    ("blocks", Some("game")),
    ("calls", Some("game")),
    ("reports", None),
];

/// A damaged database file that was moved out of the way. Nothing in it was lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetAside {
    /// Where it was.
    pub from: PathBuf,
    /// Where it is now.
    pub to: PathBuf,
    /// What was wrong with it.
    pub why: String,
    /// How many of its games could be read and were taken over.
    pub rescued: usize,
    /// Those that could not.
    pub lost: Vec<String>,
    /// The tables beside the games (accounts, chat) of which only a part could be read and taken over.
    pub partial: Vec<String>,
}

impl fmt::Display for SetAside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (from, to) = (self.from.display(), self.to.display());
        writeln!(f, "{from} is damaged: {}", self.why)?;
        write!(f, "  it was kept as {to}, and a new one was begun with the {} games that could be read", self.rescued)?;
        if !self.lost.is_empty() {
            write!(f, "\n  not readable: {}", self.lost.join(", "))?;
        }
        if !self.partial.is_empty() {
            write!(f, "\n  readable in part: {}", self.partial.join(", "))?;
        }
        write!(f, "\n  `sqlite3 {to} .recover` may get more out of it")
    }
}

/// Connects. A damaged SQLite file is set aside and a fresh one begun if `aside` says so, and else left as it is.
pub(super) async fn open(address: &str, aside: bool) -> Result<(AnyPool, Option<SetAside>), StorageError> {
    let Some(path) = open::file(address)? else {
        return Ok((open::connect(address).await?, None));
    };
    open::make_place(&path)?;
    match open::connect(address).await {
        Ok(pool) => Ok((pool, None)),
        Err(error) if !is_damage(&error) => Err(error),
        Err(error) if !aside => Err(StorageError::Damaged { path, why: error.to_string() }),
        Err(error) => {
            let to = set_aside(&path).map_err(|error| place(&path, error))?;
            open::make_place(&path)?;
            let aside =
                SetAside { from: path, to, why: error.to_string(), rescued: 0, lost: Vec::new(), partial: Vec::new() };
            Ok((open::connect(address).await?, Some(aside)))
        }
    }
}

/// Copies every game that can be read from the damaged file to the new one, and what is beside the games.
pub(super) async fn take_over(pen: &mut Pen, aside: &mut SetAside) -> Result<(), StorageError> {
    // To read a database may change it: its log is worked off. So a copy is read.
    let copy = with(&aside.to, ".reading");
    copy_all(&aside.to, &copy).map_err(|error| place(&copy, error))?;
    let Found { contents, games, beside } = read_all(&copy).await;
    for suffix in ["", "-wal", "-shm"] {
        let _ = fs::remove_file(with(&copy, suffix));
    }
    for (game, printing) in contents {
        pen.commit(&[&Write::Content { game, printing }]).await.map_err(|fault| fault.error)?;
    }
    // What belongs to a game or an account that is lost goes with it.
    let mut owners = BTreeSet::new();
    for (id, read) in games {
        let Ok((game, rows)) = read else {
            aside.lost.push(id);
            continue;
        };
        let write = Write::Create(Box::new(game), rows);
        pen.commit(&[&write]).await.map_err(|fault| fault.error)?;
        owners.insert(("game", id));
        aside.rescued += 1;
    }
    for ((table, owner), Beside { mut rows, whole }) in BESIDE.into_iter().zip(beside) {
        let word = |row: &Fields, column: &str| row.get(column).and_then(Value::as_str).map(str::to_owned);
        if let Some(owner) = owner {
            rows.retain(|row| word(row, owner).is_some_and(|name| owners.contains(&(owner, name))));
        }
        let written = pen.insert(table, &rows).await;
        if let Err(error) = &written {
            tracing::error!("{table} cannot be taken over: {error}");
        } else if table == "accounts" {
            owners.extend(rows.iter().filter_map(|row| Some(("account", word(row, "name")?))));
        }
        if !whole || written.is_err() {
            aside.partial.push(table.to_owned());
        }
    }
    tracing::error!("{aside}");
    Ok(())
}

/// What can be read of a damaged file.
#[derive(Default)]
struct Found {
    contents: Vec<(String, Arc<Printing>)>,
    games: Vec<(String, Read)>,
    /// As in [`BESIDE`].
    beside: Vec<Beside>,
}

/// The rows of a table that can be read, and whether those are all.
struct Beside {
    rows: Vec<Fields>,
    whole: bool,
}

type Read = Result<(SavedGame, Vec<LogRow>), StorageError>;

async fn read_all(copy: &Path) -> Found {
    let Ok(pool) = open::readers(&super::sqlite_url(copy)).await else { return Found::default() };
    // A file of an earlier version lacks columns. If they cannot be added, its games cannot be read.
    let _ = open::migrations(false).run(&pool).await;
    let mut found = Found::default();
    for id in ids(&pool).await {
        match read_one(&pool, &id).await {
            Ok(Some(read)) => found.games.push((id, Ok(read))),
            Ok(None) => {}
            Err(error) => found.games.push((id, Err(error.into()))),
        }
    }
    found.contents = contents(&pool).await;
    for (table, _) in BESIDE {
        found.beside.push(from_both_ends(&pool, table).await);
    }
    pool.close().await;
    found
}

/// Reads a table from its start to the damage, and from its end to it.
async fn from_both_ends(pool: &AnyPool, table: &str) -> Beside {
    let (mut rows, mut whole) = (BTreeMap::new(), true);
    for order in ["ASC", "DESC"] {
        // By the number that every row has, so that no index is needed.
        let sql = format!("SELECT rowid AS row, * FROM {table} ORDER BY rowid {order}");
        let mut found = sqlx::query(AssertSqlSafe(sql)).fetch(pool);
        whole = true;
        while let Some(row) = found.next().await {
            let Some(mut row) = row.ok().and_then(|row| transfer::values(&row).ok()) else {
                whole = false;
                break;
            };
            if let Some(number) = row.remove("row").and_then(|number| number.as_i64()) {
                rows.insert(number, row);
            }
        }
        if whole {
            break;
        }
    }
    Beside { rows: rows.into_values().collect(), whole }
}

/// The contents that can be read, with the ruleset they are of.
async fn contents(pool: &AnyPool) -> Vec<(String, Arc<Printing>)> {
    let rows = sqlx::query("SELECT game, files FROM contents").fetch_all(pool).await.unwrap_or_default();
    let read = |row: &AnyRow| {
        let files = serde_json::from_str(&text(row, "files")).ok()?;
        Some((text(row, "game"), Arc::new(Printing::new(files))))
    };
    rows.iter().filter_map(read).collect()
}

async fn read_one(pool: &AnyPool, id: &str) -> Result<Option<(SavedGame, Vec<LogRow>)>, sqlx::Error> {
    let row = match game(pool, id, GAME.to_owned()).await {
        Ok(row) => row,
        Err(_) => game(pool, id, GAME.replace("WHERE id", "WHERE +id")).await?,
    };
    let Some(row) = row else { return Ok(None) };
    let rows = match log(pool, id, LOG.to_owned()).await {
        Ok(rows) => rows,
        Err(_) => log(pool, id, LOG.replace("WHERE game", "WHERE +game")).await?,
    };
    let places = places::of_game(pool, id).await?;
    Ok(Some((SavedGame { places, ..SavedGame::read(&row) }, rows.iter().map(LogRow::read).collect())))
}

// With a plus SQLite does not use the index, which may be the damaged part.
async fn game(pool: &AnyPool, id: &str, sql: String) -> Result<Option<AnyRow>, sqlx::Error> {
    sqlx::query(AssertSqlSafe(sql)).bind(id.to_owned()).bind(statements::PARTIAL).fetch_optional(pool).await
}

async fn log(pool: &AnyPool, id: &str, sql: String) -> Result<Vec<AnyRow>, sqlx::Error> {
    sqlx::query(AssertSqlSafe(sql)).bind(id.to_owned()).bind(0_i64).fetch_all(pool).await
}

/// The names of all games, from wherever they can be read.
pub(super) async fn ids(pool: &AnyPool) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for names in [
        "SELECT id FROM games ORDER BY id",
        "SELECT +id FROM games ORDER BY +title",
        "SELECT DISTINCT game FROM log ORDER BY game",
    ] {
        if let Ok(names) = sqlx::query_scalar::<_, String>(names).fetch_all(pool).await {
            found.extend(names);
        }
    }
    found
}

fn is_damage(error: &StorageError) -> bool {
    match error {
        StorageError::Damaged { .. } | StorageError::Unsound(_) => true,
        StorageError::Database(error) | StorageError::Version(MigrateError::Execute(error)) => is_corrupt(error),
        _ => false,
    }
}

/// SQLITE_CORRUPT or SQLITE_NOTADB.
pub(super) fn is_corrupt(error: &sqlx::Error) -> bool {
    let error = error.as_database_error().and_then(|error| error.try_downcast_ref::<SqliteError>());
    let code = error.and_then(|error| error.code()?.parse::<u32>().ok());
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

fn copy_all(from: &Path, to: &Path) -> io::Result<()> {
    fs::copy(from, to)?;
    if with(from, "-wal").exists() {
        fs::copy(with(from, "-wal"), with(to, "-wal"))?;
    }
    Ok(())
}

fn place(path: &Path, error: io::Error) -> StorageError {
    StorageError::Place { path: path.display().to_string(), error }
}

/// The file beside `path` whose name ends in `suffix`.
pub(super) fn with(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}
