//! Keys of games that were made before keys were hashed, or on the machine of a player whose server is now a public
//! one.

use engine::SeatSetup;

use crate::{
    RequestError,
    people::{
        keys::{self, Keys},
        places::Place,
    },
    storage::{Hashed, PlaceChange, PlaceWrite, Write},
    table::tables::Tables,
};

impl Tables {
    /// Writes hashes over all keys that could be read in the database of a public server.
    pub(crate) async fn hash_keys(&self) -> Result<(), RequestError> {
        if self.is_local() {
            return Ok(());
        }
        let (mut last, mut count) = (String::new(), 0);
        loop {
            let games = self.storage().with_keys(&last).await?;
            let Some((id, ..)) = games.last() else { break };
            last.clone_from(id);
            let hashed: Vec<Hashed> = games.into_iter().filter_map(hashed).collect();
            count += hashed.len();
            let write = PlaceWrite { game: String::new(), change: PlaceChange::Hash(hashed) };
            self.write(Write::Places(Box::new(write))).await?;
        }
        if count > 0 {
            self.storage().tidy().await;
            tracing::info!("the keys of {count} games were hashed");
        }
        Ok(())
    }
}

/// A game with hashes instead of its keys; nothing if its row is damaged.
fn hashed((game, created, seats, before): (String, i64, String, String)) -> Option<Hashed> {
    let seats: Vec<SeatSetup> = serde_json::from_str(&seats).ok()?;
    let known: Vec<Option<String>> = serde_json::from_str(&before).ok()?;
    let place = |(setup, key): (&SeatSetup, Option<String>)| {
        let key = Some(keys::hash(&key?));
        Some(Place { place: setup.seat.clone(), key, claimed: created.max(1), ..Place::default() })
    };
    let places = seats.iter().zip(known).filter_map(place).collect();
    let after = serde_json::to_string(&Keys::none(seats.len())).ok()?;
    Some(Hashed { game, before, after, places })
}
