//! The SQL of every write, the same for SQLite and PostgreSQL. A new column goes into a list of names, into the values
//! below it and into `read` in `storage.rs`.

use std::{collections::BTreeSet, sync::LazyLock};

use engine::Printing;
use sqlx::{
    Any, AnyConnection, AssertSqlSafe,
    any::{AnyArguments, AnyQueryResult},
    query::Query,
};

use super::{LogRow, Renewal, SavedGame, Summary, Write, people, places, rematch};
use crate::people::clock::Clock;

/// The status of a game of which only a part is written. Nobody sees it: it becomes what it is with its last part.
pub(super) const PARTIAL: &str = "partial";

const GAMES: [&str; 31] = [
    "id",
    "game",
    "scenario",
    "title",
    "seats",
    "seed",
    "keys",
    "start_hash",
    "created",
    "touched",
    "moves",
    "status",
    "standing",
    "settings",
    "revision",
    "content",
    "differs",
    "guide",
    "accepted",
    "branches",
    "branched_from",
    "fair",
    "salt",
    "asked",
    "open",
    "public",
    "doomed",
    "clock",
    "runs_out",
    "ended",
    "pace",
];
const LOG: [&str; 10] = ["game", "entry", "kind", "seat", "action", "dice", "hash", "revision", "lines", "process"];
/// The changing part of a game, after its id.
const SUMMARY: [&str; 7] = ["touched", "moves", "status", "standing", "asked", "runs_out", "clock"];
/// How many rows one statement writes, where there are many, and where there are some.
const MANY: usize = 32;
const SOME: usize = 8;

static INSERT_GAME: LazyLock<String> = LazyLock::new(|| insert("games", &GAMES, 1));
static INSERT_ROW: LazyLock<String> = LazyLock::new(|| insert("log", &LOG, 1));
static INSERT_SOME: LazyLock<String> = LazyLock::new(|| insert("log", &LOG, SOME));
static INSERT_MANY: LazyLock<String> = LazyLock::new(|| insert("log", &LOG, MANY));
static SUMMARISE: LazyLock<String> = LazyLock::new(|| summarise(1));
static SUMMARISE_SOME: LazyLock<String> = LazyLock::new(|| summarise(SOME));
static SUMMARISE_MANY: LazyLock<String> = LazyLock::new(|| summarise(MANY));

/// `INSERT INTO table (a, b) VALUES ($1, $2), ($3, $4)`.
fn insert(table: &str, columns: &[&str], rows: usize) -> String {
    format!("INSERT INTO {table} ({}) {}", columns.join(", "), values(columns.len(), rows))
}

/// `UPDATE games SET a = new.column2 FROM (VALUES ($1, $2), ($3, $4)) AS new WHERE games.id = new.column1`. A game that
/// has ended in the meantime takes nothing more, an action that waited for dice is done, and a game without a clock
/// keeps having none.
fn summarise(rows: usize) -> String {
    let set = (2..).zip(SUMMARY).map(|(place, column)| match column {
        "clock" => format!("clock = COALESCE(new.column{place}, clock)"),
        column => format!("{column} = new.column{place}"),
    });
    let set: Vec<_> = set.collect();
    let values = values(1 + SUMMARY.len(), rows);
    format!(
        "UPDATE games SET declared = NULL, {} FROM ({values}) AS new WHERE games.id = new.column1 AND ended IS NULL",
        set.join(", ")
    )
}

/// `VALUES ($1, $2), ($3, $4)`.
fn values(columns: usize, rows: usize) -> String {
    let row = |row: usize| {
        let places: Vec<_> = (1..=columns).map(|place| format!("${}", row * columns + place)).collect();
        format!("({})", places.join(", "))
    };
    let rows: Vec<_> = (0..rows).map(row).collect();
    format!("VALUES {}", rows.join(", "))
}

/// Whether these writes can be done by a few statements for all of them: what was done in so many games, each of them
/// once.
pub(super) fn are_alike(writes: &[&Write]) -> bool {
    let mut games = BTreeSet::new();
    writes.len() > 1 && writes.iter().all(|write| matches!(write, Write::Append { game, .. } if games.insert(game)))
}

/// Does all of `writes`, which are alike, inside the transaction that `connection` is in.
pub(super) async fn perform_together(
    connection: &mut AnyConnection,
    process: &str,
    writes: &[&Write],
) -> Result<(), sqlx::Error> {
    let (mut all_rows, mut summaries) = (Vec::new(), Vec::new());
    for write in writes {
        if let Write::Append { game, rows, summary } = write {
            all_rows.extend(rows.iter().map(|row| (game.as_str(), row)));
            summaries.push((game.as_str(), summary));
        }
    }
    append(connection, process, &all_rows).await?;
    note(connection, &summaries).await
}

/// Does one write of this process inside the transaction that `connection` is in.
pub(super) async fn perform(connection: &mut AnyConnection, process: &str, write: &Write) -> Result<(), sqlx::Error> {
    match write {
        Write::Create(game, rows) => {
            create(connection, game, status(&game.summary)).await?;
            append(connection, process, &of(&game.id, rows)).await
        }
        Write::Begin(game, rows) => {
            create(connection, game, PARTIAL).await?;
            append(connection, process, &of(&game.id, rows)).await
        }
        Write::More { game, rows } => append(connection, process, &of(game, rows)).await,
        Write::Append { game, rows, summary } => {
            append(connection, process, &of(game, rows)).await?;
            note(connection, &[(game, summary)]).await
        }
        Write::Broken { game, why } => {
            let query = sqlx::query("UPDATE games SET broken = $1 WHERE id = $2").bind(why.clone()).bind(game.clone());
            query.execute(connection).await.map(|_| ())
        }
        Write::Differs { game, why } => {
            let query = sqlx::query("UPDATE games SET differs = $1 WHERE id = $2").bind(why.clone()).bind(game.clone());
            query.execute(connection).await.map(|_| ())
        }
        Write::Accepted { game, seats, before } => {
            let accept = "UPDATE games SET accepted = $1 WHERE id = $2 AND COALESCE(accepted, '') = $3";
            let query = sqlx::query(accept).bind(seats.clone()).bind(game.clone());
            found(&query.bind(before.clone().unwrap_or_default()).execute(connection).await?, 1)
        }
        Write::Declared { game, held, moves, before } => {
            let declare = "UPDATE games SET declared = $1 WHERE id = $2 AND moves = $3 AND COALESCE(declared, '') = $4";
            let query = sqlx::query(declare).bind(held.clone()).bind(game.clone()).bind(*moves);
            found(&query.bind(before.clone().unwrap_or_default()).execute(connection).await?, 1)
        }
        Write::Content { game, printing } => keep_content(connection, game, printing).await,
        Write::Renew { game, renewal } => renew(connection, game, renewal).await,
        Write::Delete { game } => delete(connection, game).await,
        Write::Rematch(next) => rematch::perform(connection, next).await,
        Write::People(write) => people::perform(connection, write.clone()).await,
        Write::Places(write) => places::perform(connection, write).await,
    }
}

/// What goes with a game, and the game last.
const DELETE: [&str; 6] = [
    "DELETE FROM log WHERE game = $1",
    "DELETE FROM places WHERE game = $1",
    "DELETE FROM chat WHERE game = $1",
    "DELETE FROM blocks WHERE game = $1",
    "DELETE FROM calls WHERE game = $1",
    "DELETE FROM games WHERE id = $1",
];

pub(super) async fn delete(connection: &mut AnyConnection, game: &str) -> Result<(), sqlx::Error> {
    for delete in DELETE {
        sqlx::query(delete).bind(game.to_owned()).execute(&mut *connection).await?;
    }
    Ok(())
}

/// Whether a write of this process is there, after a commit of which nobody knows how it ended.
pub(super) async fn is_done(connection: &mut AnyConnection, process: &str, write: &Write) -> Result<bool, sqlx::Error> {
    match write {
        Write::Create(game, rows) | Write::Begin(game, rows) => match rows.last() {
            Some(row) => holds(connection, process, &game.id, row).await,
            None => is_game(connection, &game.id).await,
        },
        Write::More { game, rows } | Write::Append { game, rows, .. } => match rows.last() {
            Some(row) => holds(connection, process, game, row).await,
            None => Ok(false),
        },
        Write::Rematch(next) => is_game(connection, &next.past).await,
        Write::Accepted { game, seats, .. } => stands(connection, "accepted", game, Some(seats)).await,
        Write::Declared { game, held, .. } => stands(connection, "declared", game, held.as_deref()).await,
        // Doing these twice is the same as doing them once.
        Write::Broken { .. }
        | Write::Differs { .. }
        | Write::Content { .. }
        | Write::Renew { .. }
        | Write::Delete { .. }
        | Write::Places(_)
        | Write::People(_) => Ok(false),
    }
}

/// Removes games that were never written to their end.
pub(super) async fn clear_partial(connection: &mut AnyConnection, begun_before: i64) -> Result<(), sqlx::Error> {
    for delete in [
        "DELETE FROM log WHERE game IN (SELECT id FROM games WHERE status = $1 AND created < $2)",
        "DELETE FROM places WHERE game IN (SELECT id FROM games WHERE status = $1 AND created < $2)",
        "DELETE FROM games WHERE status = $1 AND created < $2",
    ] {
        sqlx::query(delete).bind(PARTIAL).bind(begun_before).execute(&mut *connection).await?;
    }
    Ok(())
}

async fn create(connection: &mut AnyConnection, game: &SavedGame, status: &'static str) -> Result<(), sqlx::Error> {
    let query = sqlx::query(AssertSqlSafe(INSERT_GAME.as_str()))
        .bind(game.id.clone())
        .bind(game.game.clone())
        .bind(game.scenario.clone())
        .bind(game.title.clone())
        .bind(game.seats.clone())
        .bind(game.seed.clone())
        .bind(game.keys.clone())
        .bind(game.start.clone())
        .bind(game.summary.touched)
        .bind(game.summary.touched)
        .bind(game.summary.moves)
        .bind(status)
        .bind(game.summary.standing.clone())
        .bind(game.settings.clone())
        .bind(game.revision)
        .bind(game.content.clone())
        .bind(game.differs.clone())
        .bind(game.guide.clone())
        .bind(game.accepted.clone())
        .bind(game.branches.clone())
        .bind(game.branched_from.clone())
        .bind(game.fair.clone())
        .bind(game.salt.clone())
        .bind(asked(&game.summary))
        .bind(i64::from(game.open))
        .bind(i64::from(game.public))
        .bind(game.doomed)
        .bind(game.clock.clone())
        .bind(runs_out(game))
        .bind(game.ended.clone())
        .bind(game.pace);
    query.execute(&mut *connection).await?;
    places::insert(connection, &game.id, &game.places).await
}

async fn keep_content(connection: &mut AnyConnection, game: &str, printing: &Printing) -> Result<(), sqlx::Error> {
    let files = serde_json::to_string(printing.files()).map_err(|error| sqlx::Error::Encode(error.into()))?;
    let insert = "INSERT INTO contents (name, game, files) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING";
    let query = sqlx::query(insert).bind(printing.name().to_string()).bind(game.to_owned()).bind(files);
    query.execute(connection).await.map(|_| ())
}

/// Writes new fingerprints over those of an older revision.
async fn renew(connection: &mut AnyConnection, game: &str, renewal: &Renewal) -> Result<(), sqlx::Error> {
    for (entry, hash) in &renewal.rows {
        let query = sqlx::query("UPDATE log SET hash = $1, revision = $2 WHERE game = $3 AND entry = $4")
            .bind(hash.to_string())
            .bind(renewal.revision)
            .bind(game.to_owned())
            .bind(*entry);
        query.execute(&mut *connection).await?;
    }
    let content = renewal.content.as_ref().map(|printing| printing.name().to_string());
    let query = sqlx::query("UPDATE games SET revision = $1, start_hash = $2, content = $3 WHERE id = $4")
        .bind(renewal.revision)
        .bind(renewal.start.to_string())
        .bind(content)
        .bind(game.to_owned());
    query.execute(connection).await.map(|_| ())
}

fn of<'a>(game: &'a str, rows: &'a [LogRow]) -> Vec<(&'a str, &'a LogRow)> {
    rows.iter().map(|row| (game, row)).collect()
}

async fn append(connection: &mut AnyConnection, process: &str, rows: &[(&str, &LogRow)]) -> Result<(), sqlx::Error> {
    for (sql, rows) in portions(rows, [&INSERT_MANY, &INSERT_SOME, &INSERT_ROW]) {
        let query =
            rows.iter().fold(sqlx::query(AssertSqlSafe(sql)), |query, (game, row)| bind(query, process, game, row));
        query.execute(&mut *connection).await?;
    }
    Ok(())
}

/// Notes the state of games: for the list, for clocks and for those who are called when their turn comes.
async fn note(connection: &mut AnyConnection, games: &[(&str, &Summary)]) -> Result<(), sqlx::Error> {
    for (sql, games) in portions(games, [&SUMMARISE_MANY, &SUMMARISE_SOME, &SUMMARISE]) {
        let query = games.iter().fold(sqlx::query(AssertSqlSafe(sql)), |query, (game, summary)| {
            let turn = summary.turn.clone().unwrap_or_default();
            query
                .bind((*game).to_owned())
                .bind(summary.touched)
                .bind(summary.moves)
                .bind(status(summary))
                .bind(summary.standing.clone())
                .bind(asked(summary))
                .bind(turn.runs_out)
                .bind(turn.clock)
        });
        found(&query.execute(&mut *connection).await?, games.len())?;
    }
    for (game, summary) in games {
        if let Some(moment) = summary.turn.as_ref().and_then(|turn| turn.tell_at) {
            people::turn(connection, game, asked(summary), moment).await?;
        }
    }
    Ok(())
}

/// Divides rows among statements for many, for some and for one: with only three texts each is prepared once.
fn portions<'a, T>(
    rows: &'a [T],
    [many, some, one]: [&'static LazyLock<String>; 3],
) -> impl Iterator<Item = (&'static str, &'a [T])> {
    let (by_many, rest) = rows.as_chunks::<MANY>();
    let (by_some, rest) = rest.as_chunks::<SOME>();
    let by_many = by_many.iter().map(|rows| (many.as_str(), rows.as_slice()));
    let by_some = by_some.iter().map(|rows| (some.as_str(), rows.as_slice()));
    by_many.chain(by_some).chain(rest.chunks(1).map(|rows| (one.as_str(), rows)))
}

fn bind<'q>(
    query: Query<'q, Any, AnyArguments>,
    process: &str,
    game: &str,
    row: &LogRow,
) -> Query<'q, Any, AnyArguments> {
    query
        .bind(game.to_owned())
        .bind(row.entry)
        .bind(row.kind.clone())
        .bind(row.seat.clone())
        .bind(row.action.clone())
        .bind(row.dice.clone())
        .bind(row.hash.clone())
        .bind(row.revision)
        .bind(row.lines.clone())
        .bind(process.to_owned())
}

/// A change that is made only if nobody was quicker.
pub(super) fn found(done: &AnyQueryResult, rows: usize) -> Result<(), sqlx::Error> {
    if done.rows_affected() == rows as u64 { Ok(()) } else { Err(sqlx::Error::RowNotFound) }
}

/// Whether this stands in a column of a game.
async fn stands(
    connection: &mut AnyConnection,
    column: &'static str,
    game: &str,
    value: Option<&str>,
) -> Result<bool, sqlx::Error> {
    let query = format!("SELECT COALESCE({column}, '') FROM games WHERE id = $1");
    let query = sqlx::query_scalar::<_, String>(AssertSqlSafe(query)).bind(game.to_owned());
    let found = query.fetch_optional(connection).await?;
    Ok(found.is_some_and(|found| found == value.unwrap_or_default()))
}

async fn holds(connection: &mut AnyConnection, process: &str, game: &str, row: &LogRow) -> Result<bool, sqlx::Error> {
    let query = sqlx::query_scalar::<_, i64>(
        "SELECT entry FROM log WHERE game = $1 AND entry = $2 AND hash = $3 AND process = $4",
    )
    .bind(game.to_owned())
    .bind(row.entry)
    .bind(row.hash.clone())
    .bind(process.to_owned());
    query.fetch_optional(connection).await.map(|found| found.is_some())
}

async fn is_game(connection: &mut AnyConnection, game: &str) -> Result<bool, sqlx::Error> {
    let query = sqlx::query_scalar::<_, i64>("SELECT moves FROM games WHERE id = $1").bind(game.to_owned());
    query.fetch_optional(connection).await.map(|found| found.is_some())
}

pub(super) fn asked(summary: &Summary) -> Option<i64> {
    summary.asked.map(|seat| i64::from(seat.0))
}

pub(super) fn runs_out(game: &SavedGame) -> Option<i64> {
    game.clock().as_ref().and_then(Clock::runs_out)
}

fn status(summary: &Summary) -> &'static str {
    if summary.over { "over" } else { "live" }
}
