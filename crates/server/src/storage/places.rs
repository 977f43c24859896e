//! The rows of `places`.

use std::collections::BTreeMap;

use sqlx::{AnyConnection, AnyPool, Row, any::AnyRow};

use super::{number, optional, read, text};
use crate::places::Place;

const OF_GAME: &str =
    "SELECT game, place, invite, key, name, account, claimed, guest, agreed FROM places WHERE game = $1 ORDER BY place";
const ALL: &str =
    "SELECT game, place, invite, key, name, account, claimed, guest, agreed FROM places ORDER BY game, place";
const INSERT: &str = "INSERT INTO places (game, place, invite, key, name, account, claimed, guest, agreed) \
                      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";

/// The places of a game.
pub(super) async fn of_game(pool: &AnyPool, game: &str) -> Result<Vec<Place>, sqlx::Error> {
    let rows = read::fetch(pool, || sqlx::query(OF_GAME).bind(game.to_owned())).await?;
    Ok(rows.iter().map(Place::read).collect())
}

/// The places of all games.
pub(super) async fn all(pool: &AnyPool) -> Result<BTreeMap<String, Vec<Place>>, sqlx::Error> {
    let mut places: BTreeMap<String, Vec<Place>> = BTreeMap::new();
    for row in &read::fetch(pool, || sqlx::query(ALL)).await? {
        places.entry(text(row, "game")).or_default().push(Place::read(row));
    }
    Ok(places)
}

/// Adds the places of a new game.
pub(super) async fn insert(connection: &mut AnyConnection, game: &str, places: &[Place]) -> Result<(), sqlx::Error> {
    for place in places {
        let query = sqlx::query(INSERT)
            .bind(game.to_owned())
            .bind(place.place.clone())
            .bind(place.invite.clone())
            .bind(place.key.clone())
            .bind(place.name.clone())
            .bind(place.account.clone())
            .bind(place.claimed)
            .bind(i64::from(place.guest))
            .bind(place.agreed);
        query.execute(&mut *connection).await?;
    }
    Ok(())
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
        }
    }
}
