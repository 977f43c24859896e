use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use engine::{ChosenSetting, GameFile, ScenarioInfo, Seat, SeatSetup, Shelf, Table};

use crate::{
    RequestError, bot,
    failure::apart,
    keys::{self, Keys},
    live::{self, LiveTable},
    protocol::{NewTable, TableInfo, TableSeat},
    storage::{LogRow, SavedGame, Storage, Write},
};

/// A table that nobody has used for this long is dropped from memory.
const IDLE: Duration = Duration::from_secs(10 * 60);

/// All tables: those in use in memory, the others on disk.
pub(crate) struct Tables {
    shelf: Arc<Shelf>,
    storage: Arc<Storage>,
    live: Mutex<BTreeMap<String, Arc<LiveTable>>>,
}

impl Tables {
    pub(crate) fn new(shelf: Arc<Shelf>, storage: Arc<Storage>) -> Tables {
        Tables { shelf, storage, live: Mutex::default() }
    }

    fn live(&self) -> MutexGuard<'_, BTreeMap<String, Arc<LiveTable>>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn shelf(&self) -> &Arc<Shelf> {
        &self.shelf
    }

    /// The table named `id`. Its game is not read yet.
    pub(crate) async fn get(&self, id: &str) -> Result<Arc<LiveTable>, RequestError> {
        if let Some(table) = self.live().get(id) {
            return Ok(Arc::clone(table));
        }
        let saved = self.saved(id).await?;
        let table = match LiveTable::new(&saved, Arc::clone(&self.shelf), Arc::clone(&self.storage)) {
            Ok(table) => Arc::new(table),
            Err(why) => {
                if saved.broken.as_ref() != Some(&why) {
                    self.storage.write(Write::Broken { game: id.to_owned(), why: Some(why.clone()) }).await?;
                }
                return Err(RequestError::Broken(why));
            }
        };
        let mut live = self.live();
        if let Some(table) = live.get(id) {
            return Ok(Arc::clone(table));
        }
        live.insert(id.to_owned(), Arc::clone(&table));
        bot::attend(&table);
        Ok(table)
    }

    async fn saved(&self, id: &str) -> Result<SavedGame, RequestError> {
        self.storage.game(id).await?.ok_or_else(|| RequestError::NoTable(id.to_owned()))
    }

    /// Drops tables from memory that nobody holds and nobody has used for a while.
    pub(crate) fn sweep(&self) {
        // Whoever uses a table got it from this map under this lock, so one that only the map holds is free.
        self.live().retain(|_, table| Arc::strong_count(table) > 1 || table.idle() < IDLE);
    }

    /// All saved games with their keys, the last played first.
    pub(crate) async fn list(&self) -> Result<Vec<TableInfo>, RequestError> {
        Ok(self.storage.games().await?.iter().map(|saved| self.describe(saved, true)).collect())
    }

    /// One saved game, after trying whether it can be played on.
    pub(crate) async fn info(&self, id: &str, with_keys: bool) -> Result<TableInfo, RequestError> {
        let tried = match self.get(id).await {
            Ok(table) => table.read(|_| ()).await,
            Err(error) => Err(error),
        };
        match tried {
            Ok(()) | Err(RequestError::Broken(_)) => Ok(self.describe(&self.saved(id).await?, with_keys)),
            Err(error) => Err(error),
        }
    }

    /// Lays out a new game.
    pub(crate) async fn create(&self, wish: &NewTable) -> Result<TableInfo, RequestError> {
        let seed = match &wish.seed {
            Some(seed) => {
                seed.parse().map_err(|_| RequestError::Malformed(format!("the seed \"{seed}\" is no number")))?
            }
            None => getrandom::u64()?,
        };
        let table = self.shelf.ruleset(&wish.game)?.open(&wish.scenario, &wish.settings, &wish.players, Some(seed))?;
        self.keep(table.as_ref()).await
    }

    /// Opens a recorded game as a new one.
    pub(crate) async fn import(&self, text: &str) -> Result<TableInfo, RequestError> {
        let file = GameFile::parse(text)?;
        let shelf = Arc::clone(&self.shelf);
        let table = apart(move || shelf.open_file(&file)).await??;
        self.keep(table.as_ref()).await
    }

    async fn keep(&self, table: &dyn Table) -> Result<TableInfo, RequestError> {
        let file = table.file();
        let keys = Keys::draw(file.seats.iter().map(|seat| seat.player.as_str()))?;
        let saved = SavedGame {
            id: keys::word(10)?,
            game: file.game.clone(),
            scenario: file.scenario.clone(),
            title: self.title(file),
            settings: json(&file.settings)?,
            seats: json(&file.seats)?,
            seed: file.seed.clone(),
            keys: json(&keys)?,
            start: file.start.to_string(),
            summary: live::summary(table),
            broken: None,
        };
        let rows = (0..).zip(&file.moves).map(|(entry, done)| LogRow::action(entry, done)).collect();
        let info = self.describe(&saved, true);
        self.storage.write(Write::Create(Box::new(saved), rows)).await?;
        Ok(info)
    }

    fn title(&self, file: &GameFile) -> String {
        let ruleset = self.shelf.ruleset(&file.game).ok();
        let scenarios = ruleset.map(engine::Ruleset::scenarios).unwrap_or_default();
        let scenario = scenarios.into_iter().find(|info| info.id == file.scenario);
        scenario.map_or_else(|| file.scenario.clone(), |info| info.title.clone())
    }

    /// Throws a game away for whoever holds one of its keys; one that has no keys for whoever owns the machine.
    pub(crate) async fn delete(&self, id: &str, given: &[String], local: bool) -> Result<(), RequestError> {
        let keys = self.saved(id).await?.keys();
        let allowed = match &keys {
            Ok(keys) if keys.is_empty() => local,
            Ok(keys) => given.iter().any(|key| keys.seat(key).is_some()),
            Err(_) => local,
        };
        if !allowed {
            return Err(RequestError::Forbidden("only a player of this game can throw it away: a key is needed"));
        }
        self.storage.write(Write::Delete { game: id.to_owned() }).await?;
        if let Some(table) = self.live().remove(id) {
            table.close();
        }
        Ok(())
    }

    /// The record of a game that is over; of a broken one, as far as it can be read, for whoever owns the machine.
    pub(crate) async fn file(&self, id: &str, local: bool) -> Result<String, RequestError> {
        let read = match self.get(id).await {
            Ok(table) => table.read(|table| table.to_act().is_none().then(|| table.file().to_text())).await,
            Err(error) => Err(error),
        };
        match read {
            Ok(Some(text)) => Ok(text),
            Ok(None) => Err(RequestError::Forbidden(
                "the file of a game holds its hidden things and its dice: it is given out when the game is over",
            )),
            Err(RequestError::Broken(_)) if local => Ok(self.saved(id).await?.salvage(&self.storage.log(id).await?)),
            Err(error) => Err(error),
        }
    }

    fn describe(&self, saved: &SavedGame, with_keys: bool) -> TableInfo {
        let keys = saved.keys().ok().filter(|_| with_keys);
        let seats = saved.seats().unwrap_or_default();
        let seats = (0..).map(Seat).zip(seats).map(|(seat, setup)| TableSeat {
            seat,
            name: self.seat_name(saved, &setup),
            id: setup.seat,
            player: setup.player,
            key: keys.as_ref().and_then(|keys| keys.of(seat)).map(str::to_owned),
        });
        TableInfo {
            id: saved.id.clone(),
            game: saved.game.clone(),
            scenario: saved.scenario.clone(),
            title: saved.title.clone(),
            settings: self.settings(saved),
            seats: seats.collect(),
            seq: u32::try_from(saved.summary.moves).unwrap_or_default(),
            touched: saved.summary.touched,
            over: saved.summary.over,
            standing: saved.summary.standing.clone(),
            broken: saved.broken.clone(),
        }
    }

    fn seat_name(&self, saved: &SavedGame, setup: &SeatSetup) -> String {
        let settings = saved.settings().unwrap_or_default();
        let seats = self.scenario(saved).map(|info| info.seats_with(&settings)).unwrap_or_default();
        let seat = seats.iter().find(|info| info.id == setup.seat);
        seat.map_or_else(|| setup.seat.clone(), |info| info.name.clone())
    }

    fn settings(&self, saved: &SavedGame) -> Vec<ChosenSetting> {
        let offered = self.scenario(saved).map(|info| info.settings.as_slice()).unwrap_or_default();
        saved.settings().unwrap_or_default().chosen(offered)
    }

    fn scenario(&self, saved: &SavedGame) -> Option<&ScenarioInfo> {
        let scenarios = self.shelf.ruleset(&saved.game).map(engine::Ruleset::scenarios).unwrap_or_default();
        scenarios.into_iter().find(|info| info.id == saved.scenario)
    }
}

fn json(value: &impl serde::Serialize) -> Result<String, RequestError> {
    serde_json::to_string(value).map_err(|error| RequestError::Defect(error.to_string()))
}
