//! The rows of `places`: what is read of them, and every change. A change that several may want at once is conditional;
//! whoever wants it looks afterwards whether it is there.

use std::collections::BTreeMap;

use sqlx::{
    Any, AnyConnection, AnyPool, AssertSqlSafe, Row,
    any::{AnyArguments, AnyRow},
    query::Query,
};

use super::{GAME, SavedGame, Storage, StorageError, number, optional, people, read, statements, text};
use crate::people::places::Place;

const OF_GAME: &str = "SELECT game, place, invite, key, name, account, claimed, guest, agreed, again FROM places WHERE \
    game = $1 ORDER BY place";
const ALL: &str =
    "SELECT game, place, invite, key, name, account, claimed, guest, agreed, again FROM places ORDER BY game, place";
const INSERT: &str = "INSERT INTO places (game, place, invite, key, name, account, claimed, guest, agreed) \
                      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";

/// The places of a game.
pub(super) async fn of_game(pool: &AnyPool, game: &str) -> Result<Vec<Place>, sqlx::Error> {
    let rows = read::fetch(pool, || sqlx::query(OF_GAME).bind(game.to_owned())).await?;
    Ok(rows.iter().map(Place::read).collect())
}

/// The places of all games.
pub(super) async fn all(pool: &AnyPool) -> Result<BTreeMap<String, Vec<Place>>, sqlx::Error> {
    Ok(by_game(&read::fetch(pool, || sqlx::query(ALL)).await?))
}

fn by_game(rows: &[AnyRow]) -> BTreeMap<String, Vec<Place>> {
    let mut places: BTreeMap<String, Vec<Place>> = BTreeMap::new();
    for row in rows {
        places.entry(text(row, "game")).or_default().push(Place::read(row));
    }
    places
}

/// Adds the places of a new game.
pub(super) async fn insert(connection: &mut AnyConnection, game: &str, places: &[Place]) -> Result<(), sqlx::Error> {
    for place in places {
        bind(sqlx::query(INSERT), game, place).execute(&mut *connection).await?;
    }
    Ok(())
}

fn bind<'q>(query: Query<'q, Any, AnyArguments>, game: &str, place: &Place) -> Query<'q, Any, AnyArguments> {
    query
        .bind(game.to_owned())
        .bind(place.place.clone())
        .bind(place.invite.clone())
        .bind(place.key.clone())
        .bind(place.name.clone())
        .bind(place.account.clone())
        .bind(place.claimed)
        .bind(i64::from(place.guest))
        .bind(place.agreed)
}

impl Place {
    fn read(row: &AnyRow) -> Place {
        let words = |column| row.try_get(column).unwrap_or_default();
        Place {
            place: text(row, "place"),
            invite: words("invite"),
            key: words("key"),
            name: words("name"),
            account: words("account"),
            claimed: number(row, "claimed"),
            guest: number(row, "guest") == 1,
            agreed: optional(row, "agreed"),
            again: optional(row, "again"),
        }
    }
}

/// A change of who sits where.
pub(crate) struct PlaceWrite {
    pub(crate) game: String,
    pub(crate) change: PlaceChange,
}

/// What changes. Secrets come as hashes, times in seconds since 1970.
pub(crate) enum PlaceChange {
    /// Somebody sits down with this invitation, or without one at an open table.
    Claim { place: String, invite: Option<String>, key: String, name: Option<String>, account: Option<String>, at: i64 },
    /// A seat gets another invitation, or none; whoever sits there has to go.
    Reissue { place: String, invite: Option<String> },
    /// Spectators get another key, or none.
    Watch { key: Option<String> },
    /// The players of these seats agree that the game goes. The host agrees for the seats that he took when he made it,
    /// and gives notice until then.
    Delete { agreed: Vec<String>, notice: Option<i64>, now: i64 },
    /// They no longer do; the host takes back everything he said.
    Keep { places: Vec<String>, host: bool, now: i64 },
    /// The game goes, if its time has come.
    Expire { now: i64 },
    /// The players of these seats want to play again.
    Again { places: Vec<String>, now: i64 },
    /// Somebody does not: nobody is waited for any more.
    NotAgain,
    /// Keys of earlier versions become hashes.
    Hash(Vec<Hashed>),
}

/// A game whose keys can be read.
pub(crate) struct Hashed {
    pub(crate) game: String,
    /// The keys as they are.
    pub(crate) before: String,
    /// What stands there instead.
    pub(crate) after: String,
    pub(crate) places: Vec<Place>,
}

const CLAIM: &str = "UPDATE places SET key = $1, name = $2, account = $3, claimed = $4, guest = 1, invite = NULL, \
    agreed = NULL, again = NULL WHERE game = $5 AND place = $6 AND claimed = 0";
const INVITED: &str = " AND invite = $7";
const OPEN: &str =
    " AND invite IS NOT NULL AND EXISTS (SELECT 1 FROM games WHERE games.id = places.game AND games.open = 1)";
const REISSUE: &str = "UPDATE places SET invite = $1, key = NULL, name = NULL, account = NULL, claimed = 0, agreed = \
    NULL, again = NULL WHERE game = $2 AND place = $3";
const WATCH: &str = "UPDATE places SET key = $1 WHERE game = $2 AND place = 'watch'";
const AGREE: &str = "UPDATE places SET agreed = $1 WHERE game = $2 AND place = $3 AND claimed > 0 AND agreed IS NULL";
/// For the seats that the maker took himself.
const AGREE_AS_HOST: &str =
    "UPDATE places SET agreed = $1 WHERE game = $2 AND claimed > 0 AND guest = 0 AND agreed IS NULL";
/// A guest whom the host has sent away has not agreed: he must have the time to look at what is his as well.
const ALL_AGREE: &str = "UPDATE games SET doomed = $1 WHERE id = $2 AND NOT EXISTS \
     (SELECT 1 FROM places WHERE places.game = games.id AND (claimed > 0 OR guest = 1) AND agreed IS NULL)";
const NOTICE: &str = "UPDATE games SET doomed = $1 WHERE id = $2 AND doomed IS NULL";
const IS_DUE: &str = "SELECT id FROM games WHERE id = $1 AND doomed <= $2";
const DISAGREE: &str = "UPDATE places SET agreed = NULL WHERE game = $1 AND place = $2";
const DISAGREE_AS_HOST: &str = "UPDATE places SET agreed = NULL WHERE game = $1 AND guest = 0";
const NO_NOTICE: &str = "UPDATE games SET doomed = NULL WHERE id = $1 AND doomed > $2";
const AGAIN: &str = "UPDATE places SET again = $1 WHERE game = $2 AND place = $3 AND claimed > 0 AND again IS NULL \
     AND EXISTS (SELECT 1 FROM games WHERE games.id = places.game AND games.status = 'over')";
const NOT_AGAIN: &str = "UPDATE places SET again = NULL WHERE game = $1";
const KEEP_PLACE: &str = " ON CONFLICT (game, place) DO NOTHING";

/// Makes a change inside the transaction that `connection` is in.
pub(super) async fn perform(connection: &mut AnyConnection, write: &PlaceWrite) -> Result<(), sqlx::Error> {
    let game = || write.game.clone();
    match &write.change {
        PlaceChange::Claim { place, invite, key, name, account, at } => {
            let sql = format!("{CLAIM}{}", if invite.is_some() { INVITED } else { OPEN });
            let query = sqlx::query(AssertSqlSafe(sql))
                .bind(key.clone())
                .bind(name.clone())
                .bind(account.clone())
                .bind(*at)
                .bind(game())
                .bind(place.clone());
            let query = if let Some(invite) = invite { query.bind(invite.clone()) } else { query };
            query.execute(connection).await.map(|_| ())
        }
        PlaceChange::Reissue { place, invite } => {
            let query = sqlx::query(REISSUE).bind(invite.clone()).bind(game()).bind(place.clone());
            query.execute(&mut *connection).await?;
            people::leave(connection, &write.game, place).await
        }
        PlaceChange::Watch { key } => {
            sqlx::query(WATCH).bind(key.clone()).bind(game()).execute(connection).await.map(|_| ())
        }
        PlaceChange::Delete { agreed, notice, now } => {
            for place in agreed {
                sqlx::query(AGREE).bind(*now).bind(game()).bind(place.clone()).execute(&mut *connection).await?;
            }
            if notice.is_some() {
                sqlx::query(AGREE_AS_HOST).bind(*now).bind(game()).execute(&mut *connection).await?;
            }
            sqlx::query(ALL_AGREE).bind(*now).bind(game()).execute(&mut *connection).await?;
            if let Some(at) = notice {
                sqlx::query(NOTICE).bind(*at).bind(game()).execute(&mut *connection).await?;
            }
            expire(connection, &write.game, *now).await
        }
        PlaceChange::Keep { places, host, now } => {
            for place in places {
                sqlx::query(DISAGREE).bind(game()).bind(place.clone()).execute(&mut *connection).await?;
            }
            if *host {
                sqlx::query(DISAGREE_AS_HOST).bind(game()).execute(&mut *connection).await?;
                sqlx::query(NO_NOTICE).bind(game()).bind(*now).execute(&mut *connection).await?;
            }
            Ok(())
        }
        PlaceChange::Expire { now } => expire(connection, &write.game, *now).await,
        PlaceChange::Again { places, now } => {
            for place in places {
                sqlx::query(AGAIN).bind(*now).bind(game()).bind(place.clone()).execute(&mut *connection).await?;
            }
            Ok(())
        }
        PlaceChange::NotAgain => sqlx::query(NOT_AGAIN).bind(game()).execute(connection).await.map(|_| ()),
        PlaceChange::Hash(games) => {
            for hashed in games {
                hash(connection, hashed).await?;
            }
            Ok(())
        }
    }
}

async fn expire(connection: &mut AnyConnection, game: &str, now: i64) -> Result<(), sqlx::Error> {
    let due = sqlx::query(IS_DUE).bind(game.to_owned()).bind(now).fetch_optional(&mut *connection).await?;
    if due.is_some() { statements::delete(connection, game).await } else { Ok(()) }
}

/// Another process may do the same at the same time.
async fn hash(connection: &mut AnyConnection, hashed: &Hashed) -> Result<(), sqlx::Error> {
    for place in &hashed.places {
        let sql = format!("{INSERT}{KEEP_PLACE}");
        bind(sqlx::query(AssertSqlSafe(sql)), &hashed.game, place).execute(&mut *connection).await?;
    }
    let query = sqlx::query("UPDATE games SET keys = $1 WHERE id = $2 AND keys = $3")
        .bind(hashed.after.clone())
        .bind(hashed.game.clone())
        .bind(hashed.before.clone());
    query.execute(connection).await.map(|_| ())
}

/// Open tables with a free seat. One that is closed by its host has no invitation.
const OPEN_TABLES: &str = "SELECT id FROM games WHERE open = 1 AND status = 'live' AND EXISTS \
     (SELECT 1 FROM places WHERE places.game = games.id AND claimed = 0 AND invite IS NOT NULL) \
     ORDER BY created DESC, id LIMIT $1";
const PUBLIC_GAMES: &str =
    "SELECT id FROM games WHERE public = 1 AND status = 'over' ORDER BY touched DESC, id LIMIT $1";
const DOOMED: &str = "SELECT id FROM games WHERE doomed <= $1";
const WITH_KEYS: &str =
    "SELECT id, created, seats, keys FROM games WHERE id > $1 AND keys LIKE '%\"%' ORDER BY id LIMIT $2";
/// How many games have their keys hashed at a time.
const HASHED_AT_ONCE: i64 = 256;

impl Storage {
    /// Open tables with a free seat, the newest first.
    pub(crate) async fn open_tables(&self, most: i64) -> Result<Vec<SavedGame>, StorageError> {
        self.listed(OPEN_TABLES, most).await
    }

    /// Finished games that anybody may look at, the last played first.
    pub(crate) async fn public_games(&self, most: i64) -> Result<Vec<SavedGame>, StorageError> {
        self.listed(PUBLIC_GAMES, most).await
    }

    async fn listed(&self, sql: &'static str, most: i64) -> Result<Vec<SavedGame>, StorageError> {
        let rows = read::fetch(&self.pool, || sqlx::query(sql).bind(most)).await?;
        let ids: Vec<String> = rows.iter().map(|row| text(row, "id")).collect();
        let mut games = self.games_named(&ids.iter().map(String::as_str).collect::<Vec<_>>()).await?;
        games.sort_by_key(|game| ids.iter().position(|id| *id == game.id));
        Ok(games)
    }

    /// Those of these games that there are, in no order.
    pub(crate) async fn games_named(&self, ids: &[&str]) -> Result<Vec<SavedGame>, StorageError> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let many =
            |from: usize| (from..from + ids.len()).map(|place| format!("${place}")).collect::<Vec<_>>().join(", ");
        let games = GAME.replace("id = $1 AND status <> $2", &format!("status <> $1 AND id IN ({})", many(2)));
        let games = read::fetch(&self.pool, || {
            let query = sqlx::query(AssertSqlSafe(games.clone())).bind(statements::PARTIAL);
            ids.iter().fold(query, |query, id| query.bind((*id).to_owned()))
        });
        let games = games.await?;
        let places = OF_GAME.replace("game = $1", &format!("game IN ({})", many(1)));
        let places = read::fetch(&self.pool, || {
            ids.iter().fold(sqlx::query(AssertSqlSafe(places.clone())), |query, id| query.bind((*id).to_owned()))
        });
        let mut places = by_game(&places.await?);
        let with_places = |row| {
            let game = SavedGame::read(row);
            SavedGame { places: places.remove(&game.id).unwrap_or_default(), ..game }
        };
        Ok(games.iter().map(with_places).collect())
    }

    /// The games that are to be thrown away by this moment.
    pub(crate) async fn doomed_by(&self, moment: i64) -> Result<Vec<String>, StorageError> {
        let rows = read::fetch(&self.pool, || sqlx::query(DOOMED).bind(moment)).await?;
        Ok(rows.iter().map(|row| text(row, "id")).collect())
    }

    /// Some games after `id` whose keys can be read in the database, with the moment at which they were made.
    pub(crate) async fn with_keys(&self, id: &str) -> Result<Vec<(String, i64, String, String)>, StorageError> {
        let query = || sqlx::query(WITH_KEYS).bind(id.to_owned()).bind(HASHED_AT_ONCE);
        let rows = read::fetch(&self.pool, query).await?;
        let game = |row: &AnyRow| (text(row, "id"), number(row, "created"), text(row, "seats"), text(row, "keys"));
        Ok(rows.iter().map(game).collect())
    }

    /// Leaves nothing in the log of writes that is no longer in the database. It is tidied anyway when the server ends.
    pub(crate) async fn tidy(&self) {
        if let Ok(mut connection) = self.pool.acquire().await
            && connection.backend_name() == "SQLite"
            && let Err(error) = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&mut *connection).await
        {
            tracing::warn!("the log of writes could not be emptied: {error}");
        }
    }
}
