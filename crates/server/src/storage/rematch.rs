//! The next game at a table, in the place of the one that is over. That one is moved: it gets an id of its own, with
//! its log and with the keys that opened it. Links, keys and what was said stay where they are.

use sqlx::{AnyConnection, AssertSqlSafe};

use super::{SavedGame, people, statements};

/// A new game in the place of one that is over.
pub(crate) struct Rematch {
    /// The new game, under the id of the table.
    pub(crate) saved: SavedGame,
    /// The id that the old one gets.
    pub(crate) past: String,
    /// Who sits where now: from which seat to which, with its number.
    pub(crate) moves: Vec<Move>,
    /// When the player who begins is told, if he is not there, in milliseconds since 1970.
    pub(crate) tell_at: i64,
}

/// A player changes seats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Move {
    pub(crate) from: String,
    pub(crate) to: String,
    pub(crate) seat: i64,
}

/// What the old game keeps, besides its id and what says how it came to it.
const KEPT: &str = "game, scenario, title, seats, seed, keys, start_hash, created, touched, moves, status, standing, \
    settings, revision, content, differs, guide, accepted, branches, branched_from, fair, salt, asked, public, clock, \
    ended, broken, pace, past";
const REPLACE: &str = "UPDATE games SET seats = $1, seed = $2, start_hash = $3, created = $4, touched = $5, moves = 0, \
    status = 'live', standing = $6, revision = $7, content = $8, fair = $9, salt = $10, asked = $11, clock = $12, \
    runs_out = $13, past = $14, branches = $15, open = 0, differs = NULL, guide = NULL, accepted = NULL, declared = \
    NULL, branched_from = NULL, doomed = NULL, ended = NULL, broken = NULL, promised_as = NULL WHERE id = $16";
/// Nobody else may be there when somebody changes seats, so all get up first.
const GET_UP: [&str; 4] = [
    "UPDATE places SET place = $1 WHERE game = $2 AND place = $3",
    "UPDATE calls SET place = $1 WHERE game = $2 AND place = $3",
    "UPDATE blocks SET place = $1 WHERE game = $2 AND place = $3",
    "UPDATE blocks SET blocked = $1 WHERE game = $2 AND blocked = $3",
];
const CHAT: &str = "UPDATE chat SET place = $1 WHERE game = $2 AND place = $3";

/// Does it inside the transaction that `connection` is in. Of several processes that want it one does it: the others
/// find no game that is over.
pub(super) async fn perform(connection: &mut AnyConnection, rematch: &Rematch) -> Result<(), sqlx::Error> {
    let Rematch { saved, past, moves, tell_at } = rematch;
    let id = || saved.id.clone();
    let copy = format!(
        "INSERT INTO games (id, promised_as, {KEPT}) SELECT CAST($1 AS TEXT), COALESCE(promised_as, id), {KEPT} FROM \
         games WHERE id = $2 AND status = 'over'"
    );
    let copied = sqlx::query(AssertSqlSafe(copy)).bind(past.clone()).bind(id()).execute(&mut *connection).await?;
    statements::found(&copied, 1)?;
    for sql in [
        "UPDATE log SET game = $1 WHERE game = $2",
        "INSERT INTO places (game, place, key, name, account, claimed, guest) \
         SELECT CAST($1 AS TEXT), place, key, name, account, claimed, guest FROM places WHERE game = $2",
        "UPDATE games SET branched_from = $1 WHERE branched_from = $2",
    ] {
        sqlx::query(sql).bind(past.clone()).bind(id()).execute(&mut *connection).await?;
    }
    change_seats(connection, &saved.id, moves).await?;
    for sql in ["UPDATE places SET again = NULL, agreed = NULL WHERE game = $1", "DELETE FROM keepers WHERE game = $1"]
    {
        sqlx::query(sql).bind(id()).execute(&mut *connection).await?;
    }
    replace(connection, saved, past).await?;
    people::turn(connection, &saved.id, statements::asked(&saved.summary), *tell_at).await
}

async fn change_seats(connection: &mut AnyConnection, game: &str, moves: &[Move]) -> Result<(), sqlx::Error> {
    let standing = |seat: &str| format!("~{seat}");
    for Move { from, to, .. } in moves {
        for sql in GET_UP.iter().chain([&CHAT]) {
            let query = sqlx::query(*sql).bind(standing(to)).bind(game.to_owned()).bind(from.clone());
            query.execute(&mut *connection).await?;
        }
    }
    for Move { to, seat, .. } in moves {
        for sql in GET_UP.iter().chain([&CHAT]) {
            let query = sqlx::query(*sql).bind(to.clone()).bind(game.to_owned()).bind(standing(to));
            query.execute(&mut *connection).await?;
        }
        let query = sqlx::query("UPDATE calls SET seat = $1 WHERE game = $2 AND place = $3").bind(*seat);
        query.bind(game.to_owned()).bind(to.clone()).execute(&mut *connection).await?;
    }
    Ok(())
}

async fn replace(connection: &mut AnyConnection, saved: &SavedGame, past: &str) -> Result<(), sqlx::Error> {
    let query = sqlx::query(REPLACE)
        .bind(saved.seats.clone())
        .bind(saved.seed.clone())
        .bind(saved.start.clone())
        .bind(saved.summary.touched)
        .bind(saved.summary.touched)
        .bind(saved.summary.standing.clone())
        .bind(saved.revision)
        .bind(saved.content.clone())
        .bind(saved.fair.clone())
        .bind(saved.salt.clone())
        .bind(statements::asked(&saved.summary))
        .bind(saved.clock.clone())
        .bind(statements::runs_out(saved))
        .bind(past.to_owned())
        .bind(saved.branches.clone())
        .bind(saved.id.clone());
    query.execute(connection).await.map(|_| ())
}
