use std::{
    num::NonZero,
    panic::{self, AssertUnwindSafe},
    sync::Arc,
    thread,
};

use engine::{Printing, Ruleset, Shelf};
use serde::Serialize;
use sqlx::{AnyConnection, Connection, Executor};
use tokio::task::JoinSet;

use super::{
    LogRow, Reopened, SavedGame, Unopened,
    operate::{self, OperateError},
    text,
};

/// What came out when all live games were played with the rules of today.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Survey {
    /// How many were played.
    pub played: usize,
    /// How many of them were begun under older rules or with other content and can be continued all the same.
    pub renewed: usize,
    /// Those that cannot be continued.
    pub differing: Vec<Differing>,
}

/// A live game that could not be continued.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Differing {
    /// The game's id.
    pub id: String,
    /// Its ruleset.
    pub game: String,
    /// Its scenario.
    pub scenario: String,
    /// The first action that differs, counted from 1; absent if it cannot be read at all.
    pub number: Option<u32>,
    /// That action.
    pub action: Option<String>,
    /// The rule that differs, if it can be named.
    pub rule: Option<String>,
    /// What differs.
    pub why: String,
    /// Whether the program that serves it has said so before: then nothing gets worse.
    pub known: bool,
}

impl Survey {
    /// Those that the program which serves them now can continue, and this one cannot.
    pub fn news(&self) -> impl Iterator<Item = &Differing> {
        self.differing.iter().filter(|game| !game.known)
    }
}

const LIVE: &str = "SELECT id FROM games WHERE status = 'live' ORDER BY id";
// All columns: those that a later version adds are not there yet, and need not be.
const GAME: &str = "SELECT * FROM games WHERE id = $1";
const LOG: &str = "SELECT * FROM log WHERE game = $1 ORDER BY entry";
const CONTENT: &str = "SELECT files FROM contents WHERE name = $1";

/// Plays every live game of a database with the rules of `shelf`. Nothing is changed, and servers may go on meanwhile.
///
/// # Errors
/// If the database cannot be read.
pub async fn survey(address: &str, shelf: &Arc<Shelf>) -> Result<Survey, OperateError> {
    let mut connection = operate::reader(address).await?;
    let ids: Vec<String> = sqlx::query_scalar(LIVE).fetch_all(&mut connection).await?;
    let most = thread::available_parallelism().map_or(1, NonZero::get);
    let (mut survey, mut playing) = (Survey::default(), JoinSet::new());
    for id in ids {
        let Some((saved, printing, log)) = read(&mut connection, shelf, &id).await? else { continue };
        if playing.len() >= most {
            survey.add(playing.join_next().await);
        }
        let shelf = Arc::clone(shelf);
        playing.spawn_blocking(move || play(&shelf, &saved, printing, &log));
    }
    while !playing.is_empty() {
        survey.add(playing.join_next().await);
    }
    connection.close().await?;
    survey.differing.sort_by(|one, other| one.id.cmp(&other.id));
    Ok(survey)
}

/// A game and its record at the same moment; nothing if it is gone or over by now.
async fn read(connection: &mut AnyConnection, shelf: &Shelf, id: &str) -> Result<Option<Found>, OperateError> {
    connection.execute("BEGIN").await?;
    let found = look(connection, shelf, id).await?;
    connection.execute("COMMIT").await?;
    // Games that are over are played no more.
    Ok(found.filter(|(saved, ..)| !saved.summary.over))
}

type Found = (SavedGame, Option<Arc<Printing>>, Vec<LogRow>);

/// A game and its record, inside a transaction.
async fn look(connection: &mut AnyConnection, shelf: &Shelf, id: &str) -> Result<Option<Found>, OperateError> {
    let game = sqlx::query(GAME).bind(id.to_owned()).fetch_optional(&mut *connection).await?;
    let rows = sqlx::query(LOG).bind(id.to_owned()).fetch_all(&mut *connection).await?;
    let saved = game.as_ref().map(SavedGame::read).map(completed);
    let printing = match &saved {
        Some(saved) => printing(connection, shelf, saved).await?,
        None => None,
    };
    let log = rows.iter().map(LogRow::read).map(|row| LogRow { revision: row.revision.max(1), ..row });
    Ok(saved.map(|saved| (saved, printing, log.collect())))
}

/// What the columns hold that an older database does not have.
fn completed(saved: SavedGame) -> SavedGame {
    let or = |text: String, usual: &str| if text.is_empty() { usual.to_owned() } else { text };
    SavedGame {
        settings: or(saved.settings, "{}"),
        branches: or(saved.branches, "[]"),
        revision: saved.revision.max(1),
        ..saved
    }
}

async fn printing(
    connection: &mut AnyConnection,
    shelf: &Shelf,
    saved: &SavedGame,
) -> Result<Option<Arc<Printing>>, OperateError> {
    let Some(name) = &saved.content else { return Ok(None) };
    let of_today = shelf.ruleset(&saved.game).map(Ruleset::printing).ok();
    if let Some(printing) = of_today.filter(|printing| printing.name().to_string() == *name) {
        return Ok(Some(Arc::clone(printing)));
    }
    let row = sqlx::query(CONTENT).bind(name.clone()).fetch_optional(connection).await?;
    let printing = row.and_then(|row| serde_json::from_str(&text(&row, "files")).ok()).map(Printing::new);
    Ok(printing.filter(|printing| printing.name().to_string() == *name).map(Arc::new))
}

/// Plays a game inside the transaction in which it was written, and refuses one that cannot be continued.
pub(super) async fn try_one(connection: &mut AnyConnection, shelf: &Shelf, id: &str) -> Result<(), OperateError> {
    let found = look(connection, shelf, id).await?;
    let (saved, printing, log) = found.ok_or_else(|| OperateError::Form(format!("there is no game {id} in it")))?;
    match play(shelf, &saved, printing, &log) {
        Played::Differs(differing) if !differing.known => Err(OperateError::Unplayable(differing.why)),
        Played::Same | Played::Renewed | Played::Differs(_) => Ok(()),
    }
}

/// How a game came out.
enum Played {
    Same,
    Renewed,
    Differs(Box<Differing>),
}

fn play(shelf: &Shelf, saved: &SavedGame, printing: Option<Arc<Printing>>, log: &[LogRow]) -> Played {
    let differing = |why: String| Differing {
        id: saved.id.clone(),
        game: saved.game.clone(),
        scenario: saved.scenario.clone(),
        number: None,
        action: None,
        rule: None,
        why,
        known: saved.differs.is_some() || saved.broken.is_some(),
    };
    // A defect of the rules must not keep the other games from being played.
    let played = panic::catch_unwind(AssertUnwindSafe(|| saved.play_back(shelf, printing, log)));
    let played = played.unwrap_or_else(|_| Err(Unopened::Broken("the rules panic at it".to_owned())));
    match played {
        Ok(Reopened { table, differs: Some(why), .. }) => {
            let closed = table.closed();
            Played::Differs(Box::new(Differing {
                number: closed.map(|closed| closed.number),
                action: closed.map(|closed| closed.action.clone()),
                rule: closed.and_then(|closed| closed.rule.clone()),
                ..differing(why)
            }))
        }
        Ok(Reopened { renewal: Some(_), .. }) => Played::Renewed,
        Ok(Reopened { renewal: None, .. }) => Played::Same,
        Err(Unopened::Newer(error)) => Played::Differs(Box::new(differing(error.to_string()))),
        Err(Unopened::Broken(why)) => Played::Differs(Box::new(differing(why))),
    }
}

impl Survey {
    fn add(&mut self, played: Option<Result<Played, tokio::task::JoinError>>) {
        let Some(played) = played else { return };
        self.played += 1;
        match played {
            Ok(Played::Same) => {}
            Ok(Played::Renewed) => self.renewed += 1,
            Ok(Played::Differs(differing)) => self.differing.push(*differing),
            // `play` catches panics of the rules: this is the end of the runtime.
            Err(error) => tracing::error!("a game was not played: {error}"),
        }
    }
}
