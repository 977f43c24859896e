//! What an operator does about players: reads what they reported, and shuts people out.

use serde::Serialize;
use sqlx::{Connection, Row, any::AnyRow};

use super::{
    Heard, news, number,
    operate::{self, OperateError},
    text,
};

/// A line of chat that a player showed to the operator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Complaint {
    /// Names the report.
    pub id: String,
    /// The game.
    pub game: String,
    /// When it was reported, in seconds since 1970.
    pub at: i64,
    /// The seat that said it.
    pub place: String,
    /// The name of the speaker.
    pub name: String,
    /// His account, if he has one: that is what can be banned.
    pub account: Option<String>,
    /// What was said.
    pub text: String,
    /// The seat that reports it.
    pub reporter: String,
    /// Why.
    pub why: String,
    /// Whether the operator is done with it.
    pub settled: bool,
}

const REPORTS: &str = "SELECT id, game, at, place, name, account, text, reporter, why, settled FROM reports \
                       WHERE settled <= $1 ORDER BY settled, at, id";

/// What players reported, the oldest first; what is settled too, if `all` says so.
///
/// # Errors
/// If the database cannot be read.
pub async fn reports(address: &str, all: bool) -> Result<Vec<Complaint>, OperateError> {
    let mut connection = operate::reader(address).await?;
    let rows = sqlx::query(REPORTS).bind(i64::from(all)).fetch_all(&mut connection).await?;
    connection.close().await?;
    Ok(rows.iter().map(read).collect())
}

fn read(row: &AnyRow) -> Complaint {
    Complaint {
        id: text(row, "id"),
        game: text(row, "game"),
        at: number(row, "at"),
        place: text(row, "place"),
        name: text(row, "name"),
        account: row.try_get("account").unwrap_or_default(),
        text: text(row, "text"),
        reporter: text(row, "reporter"),
        why: text(row, "why"),
        settled: number(row, "settled") != 0,
    }
}

/// Puts a report away.
///
/// # Errors
/// If there is no such report, or the database cannot be written.
pub async fn settle(address: &str, id: &str) -> Result<(), OperateError> {
    let changed = change(address, &["UPDATE reports SET settled = 1 WHERE id = $1"], id, &[]).await?;
    if changed == 0 { Err(OperateError::NoReport(id.to_owned())) } else { Ok(()) }
}

/// Shuts the owner of an account out, on all his devices, or lets him in again.
///
/// # Errors
/// If there is no such account, or the database cannot be written.
pub async fn ban(address: &str, account: &str, banned: bool) -> Result<(), OperateError> {
    const BAN: [&str; 2] =
        ["UPDATE accounts SET banned = 1 WHERE name = $1", "DELETE FROM sessions WHERE account = $1"];
    const UNBAN: [&str; 1] = ["UPDATE accounts SET banned = 0 WHERE name = $1"];
    // Who sits at a table is to go: servers look when they hear that something has changed.
    let (statements, news): (&[&'static str], &[Heard]) =
        if banned { (&BAN, &[Heard::Perhaps]) } else { (&UNBAN, &[]) };
    let changed = change(address, statements, &account.to_lowercase(), news).await?;
    if changed == 0 { Err(OperateError::NoAccount(account.to_owned())) } else { Ok(()) }
}

/// Does these in one transaction, tells the servers, and says how many rows the first changed.
async fn change(address: &str, statements: &[&'static str], name: &str, news: &[Heard]) -> Result<u64, OperateError> {
    let mut connection = operate::changer(address).await?;
    let changed = operate::transact(&mut connection, async |connection| {
        let mut first = None;
        for statement in statements {
            let done = sqlx::query(*statement).bind(name.to_owned()).execute(&mut *connection).await?;
            first = first.or(Some(done.rows_affected()));
        }
        // Of a file they notice it themselves.
        if connection.backend_name() != "SQLite" {
            news::send(connection, operate::OPERATOR, news).await?;
        }
        Ok(first.unwrap_or_default())
    });
    let changed = changed.await;
    connection.close().await?;
    changed
}
