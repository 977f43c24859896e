use std::sync::Arc;

use engine::{Printing, Shelf};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sqlx::{
    AnyConnection, AssertSqlSafe, Column, Connection, Row, ValueRef,
    any::{AnyRow, AnyTypeInfoKind},
};

use super::{
    Write, news,
    operate::{self, OperateError},
    statements, survey,
};

const FORMAT: &str = "opfire-moved-game";

/// What belongs to a game: the tables, and the column that names the game in each. The game itself is first, because
/// the others refer to it.
const TABLES: [(&str, &str); 6] =
    [("games", "id"), ("log", "game"), ("places", "game"), ("chat", "game"), ("blocks", "game"), ("calls", "game")];
/// What is only true on the server it comes from: its accounts are other people's here.
const LEFT_BEHIND: [(&str, &str); 3] = [("places", "account"), ("calls", "account"), ("calls", "worker")];

/// A game on its way from one server to another: rows as they are, keys only as they are kept.
#[derive(Serialize, Deserialize)]
struct Moved {
    format: String,
    id: String,
    /// The data files it was begun with.
    content: Option<Rows>,
    /// By table.
    rows: Vec<(String, Rows)>,
}

/// A row of any table, by its columns.
pub(super) type Fields = Map<String, Value>;
type Rows = Vec<Fields>;

/// Writes down everything that belongs to a game, for [`import`] on another server. The text holds secrets: the seed,
/// hidden units, chat.
///
/// # Errors
/// If there is no such game, or the database cannot be read.
pub async fn export(address: &str, id: &str) -> Result<String, OperateError> {
    let mut connection = operate::changer(address).await?;
    let moved = operate::transact(&mut connection, async |connection| gather(connection, id).await).await;
    connection.close().await?;
    serde_json::to_string_pretty(&moved?).map_err(|error| OperateError::Form(error.to_string()))
}

async fn gather(connection: &mut AnyConnection, id: &str) -> Result<Moved, OperateError> {
    let mut all = Vec::new();
    for (table, column) in TABLES {
        all.push((table.to_owned(), rows(connection, table, column, id).await?));
    }
    let game = all.first().and_then(|(_, games)| games.first()).ok_or_else(|| OperateError::NoGame(id.to_owned()))?;
    let content = match game.get("content").and_then(Value::as_str) {
        Some(name) => Some(rows(connection, "contents", "name", name).await?),
        None => None,
    };
    Ok(Moved { format: FORMAT.to_owned(), id: id.to_owned(), content, rows: all })
}

async fn rows(connection: &mut AnyConnection, table: &str, column: &str, name: &str) -> Result<Rows, OperateError> {
    let query = AssertSqlSafe(format!("SELECT * FROM {table} WHERE {column} = $1"));
    let found = sqlx::query(query).bind(name.to_owned()).fetch_all(connection).await?;
    found.iter().map(values).collect()
}

/// A row as it is.
pub(super) fn values(row: &AnyRow) -> Result<Fields, OperateError> {
    let value = |place: usize| -> Result<Value, sqlx::Error> {
        let raw = row.try_get_raw(place)?;
        Ok(match raw.type_info().kind() {
            _ if raw.is_null() => Value::Null,
            AnyTypeInfoKind::Text => Value::from(row.try_get::<String, _>(place)?),
            _ => Value::from(row.try_get::<i64, _>(place)?),
        })
    };
    let named = row.columns().iter().map(|column| Ok((column.name().to_owned(), value(column.ordinal())?)));
    named.collect::<Result<_, sqlx::Error>>().map_err(Into::into)
}

/// Takes in a game that another server exported, if the rules of `shelf` play it, and gives its id. It keeps its id and
/// its keys.
///
/// # Errors
/// If the text is something else, the game is here already or cannot be played, or the database cannot be written.
pub async fn import(address: &str, shelf: &Shelf, moved: &str) -> Result<String, OperateError> {
    let moved: Moved = serde_json::from_str(moved).map_err(|error| OperateError::Form(error.to_string()))?;
    if moved.format != FORMAT {
        return Err(OperateError::Form(format!("its format is \"{}\"", moved.format)));
    }
    let mut connection = operate::changer(address).await?;
    let done = operate::transact(&mut connection, async |connection| settle(connection, shelf, &moved).await).await;
    connection.close().await?;
    done.map(|()| moved.id)
}

async fn settle(connection: &mut AnyConnection, shelf: &Shelf, moved: &Moved) -> Result<(), OperateError> {
    if !rows(connection, "games", "id", &moved.id).await?.is_empty() {
        return Err(OperateError::GameExists(moved.id.clone()));
    }
    for content in moved.content.iter().flatten() {
        keep_content(connection, content).await?;
    }
    for (table, column) in TABLES {
        let found = moved.rows.iter().find(|(name, _)| name == table).map(|(_, rows)| rows.as_slice());
        for row in found.unwrap_or_default() {
            if row.get(column).and_then(Value::as_str) != Some(&moved.id) {
                return Err(OperateError::Form(format!("a row of {table} is of another game")));
            }
            let kept = row.iter().filter(|(column, _)| !LEFT_BEHIND.contains(&(table, column)));
            insert(connection, table, kept).await?;
        }
    }
    survey::try_one(connection, shelf, &moved.id).await
}

/// The name of a content is its SHA-256, so nobody can pass one off as another.
async fn keep_content(connection: &mut AnyConnection, row: &Fields) -> Result<(), OperateError> {
    let word = |column: &str| row.get(column).and_then(Value::as_str).unwrap_or_default();
    let files = serde_json::from_str(word("files")).map_err(|error| OperateError::Form(error.to_string()))?;
    let printing = Printing::new(files);
    if printing.name().to_string() != word("name") {
        return Err(OperateError::Form("its content is not what its name says".to_owned()));
    }
    let write = Write::Content { game: word("game").to_owned(), printing: Arc::new(printing) };
    Ok(statements::perform(connection, "", &write).await?)
}

/// Writes a row of another database into `table`.
pub(super) async fn insert<'a>(
    connection: &mut AnyConnection,
    table: &str,
    row: impl Iterator<Item = (&'a String, &'a Value)>,
) -> Result<(), OperateError> {
    // What is absent is left out: PostgreSQL wants to know the type even of nothing.
    let row: Vec<_> = row.filter(|(_, value)| !value.is_null()).collect();
    // Names of columns go into the statement as they are.
    let plain = |name: &str| name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
    if let Some((strange, _)) = row.iter().find(|(column, _)| !plain(column)) {
        return Err(OperateError::Form(format!("\"{strange}\" is not a column")));
    }
    let columns: Vec<&str> = row.iter().map(|(column, _)| column.as_str()).collect();
    let places: Vec<String> = (1..=row.len()).map(|place| format!("${place}")).collect();
    let statement = format!("INSERT INTO {table} ({}) VALUES ({})", columns.join(", "), places.join(", "));
    let mut query = sqlx::query(AssertSqlSafe(statement));
    for (column, value) in row {
        query = match value {
            Value::String(text) => query.bind(text.clone()),
            Value::Number(number) => query.bind(number.as_i64()),
            _ => return Err(OperateError::Form(format!("{table}.{column} is neither a text nor a number"))),
        };
    }
    query.execute(connection).await?;
    Ok(())
}

/// Throws a game away with everything that belongs to it.
///
/// # Errors
/// If there is no such game, or the database cannot be written.
pub async fn delete(address: &str, id: &str) -> Result<(), OperateError> {
    let mut connection = operate::changer(address).await?;
    let done = operate::transact(&mut connection, async |connection| {
        if rows(connection, "games", "id", id).await?.is_empty() {
            return Err(OperateError::NoGame(id.to_owned()));
        }
        let write = Write::Delete { game: id.to_owned() };
        if connection.backend_name() != "SQLite" {
            news::tell(connection, operate::OPERATOR, &[&write]).await?;
        }
        Ok(statements::perform(connection, "", &write).await?)
    });
    let done = done.await;
    connection.close().await?;
    done
}
