use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use engine::{
    ChosenSetting, Compare, Content, EndedBy, Fair, GameFile, OpenError, Opened, Replayed, ScenarioInfo, Seat,
    SeatSetup, Settings, Shelf, Table,
};

use crate::{
    RequestError,
    door::limits::{visitors::Household, warden::Warden},
    failure::apart,
    moment,
    people::{
        clock::Clock,
        keys::{self, Keys},
        places::{Credentials, HOST, Places},
        secrets::Secrets,
    },
    protocol::{BranchInfo, ClockWish, DiceFrom, FairDice, NewTable, TableInfo, TableSeat},
    storage::{
        archive::Archive,
        {self, GameEnd, Heard, PeopleWrite, SavedGame, Storage, Summary, Write},
    },
    table::{
        bot,
        live::{self, Gone, LiveTable},
        making::Making,
    },
};

/// A table that nobody has used for this long is dropped from memory.
const IDLE: Duration = Duration::from_secs(10 * 60);

/// How many games are put away at a time.
const AWAY_AT_ONCE: i64 = 1000;

/// All tables: those in use in memory, the others on disk.
pub(crate) struct Tables {
    shelf: Arc<Shelf>,
    storage: Arc<Storage>,
    warden: Arc<Warden>,
    /// Whether this is its owner's machine.
    local: bool,
    hall: Mutex<Hall>,
}

#[derive(Default)]
struct Hall {
    live: BTreeMap<String, Arc<LiveTable>>,
    /// Games that are being written or put away: nobody may open them.
    closed: BTreeSet<String>,
}

impl Tables {
    pub(crate) fn new(shelf: Arc<Shelf>, storage: Arc<Storage>, warden: Arc<Warden>, local: bool) -> Tables {
        Tables { shelf, storage, warden, local, hall: Mutex::default() }
    }

    fn hall(&self) -> MutexGuard<'_, Hall> {
        self.hall.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn shelf(&self) -> &Arc<Shelf> {
        &self.shelf
    }

    /// How many games are in memory.
    #[cfg_attr(not(feature = "club"), allow(dead_code, reason = "only metrics ask for it"))]
    pub(crate) fn in_memory(&self) -> usize {
        self.hall().live.len()
    }

    pub(crate) fn warden(&self) -> &Warden {
        &self.warden
    }

    pub(crate) fn storage(&self) -> &Storage {
        &self.storage
    }

    /// Whether this is its owner's machine.
    pub(crate) fn is_local(&self) -> bool {
        self.local
    }

    pub(crate) async fn write(&self, write: Write) -> Result<(), RequestError> {
        Ok(self.storage.write(write).await?)
    }

    /// The table named `id`. Its game is not read yet.
    pub(crate) async fn get(&self, id: &str) -> Result<Arc<LiveTable>, RequestError> {
        if let Some(table) = self.hall().live.get(id) {
            return Ok(Arc::clone(table));
        }
        let saved = self.saved(id).await?;
        let (shelf, storage, warden) = (&self.shelf, &self.storage, &self.warden);
        let table = match LiveTable::new(&saved, Arc::clone(shelf), Arc::clone(storage), Arc::clone(warden)) {
            Ok(table) => Arc::new(table),
            Err(why) => {
                if saved.broken.as_ref() != Some(&why)
                    && let Err(error) =
                        self.storage.write(Write::Broken { game: id.to_owned(), why: Some(why.clone()) }).await
                {
                    tracing::error!(game = id, "that the game is broken was not noted: {error}");
                }
                return Err(RequestError::Broken(why));
            }
        };
        let mut hall = self.hall();
        if let Some(table) = hall.live.get(id) {
            return Ok(Arc::clone(table));
        }
        if hall.closed.contains(id) {
            return Err(RequestError::NoTable(id.to_owned()));
        }
        hall.make_room(self.warden.limits().tables)?;
        hall.live.insert(id.to_owned(), Arc::clone(&table));
        bot::attend(&table);
        Ok(table)
    }

    pub(crate) async fn saved(&self, id: &str) -> Result<SavedGame, RequestError> {
        let saved = self.storage.game(id).await.map_err(live::unreadable)?;
        saved.ok_or_else(|| RequestError::NoTable(id.to_owned()))
    }

    /// Who sits at a table, as the database has it: another process may have changed it.
    pub(crate) async fn places(&self, table: &LiveTable) -> Result<Arc<Places>, RequestError> {
        let saved = self.saved(table.id()).await?;
        table.seat(Places::of(&saved).map_err(RequestError::Broken)?);
        Ok(Arc::clone(&table.places().borrow()))
    }

    /// Brings the news of a change of who sits where to a table in memory: connections whose keys are void end. To be
    /// called by whoever hears that another process has changed it, too.
    pub(crate) async fn seats_changed(&self, id: &str) -> Result<(), RequestError> {
        let Some(table) = self.hall().live.get(id).map(Arc::clone) else { return Ok(()) };
        match self.places(&table).await {
            Err(RequestError::NoTable(_)) => {
                self.forget(id);
                Ok(())
            }
            other => other.map(|_| ()),
        }
    }

    /// Tells everybody who is at a table of this process.
    pub(crate) fn tell(&self, id: &str, text: String) {
        if let Some(table) = self.hall().live.get(id) {
            table.notice(Some(text));
        }
    }

    /// Drops a game from memory that was thrown away.
    pub(crate) fn forget(&self, id: &str) {
        self.let_go(id, Gone::Deleted);
    }

    /// Drops a game from memory, and with it all who are there.
    pub(crate) fn let_go(&self, id: &str, why: Gone) {
        if let Some(table) = self.hall().live.remove(id) {
            table.close(why);
        }
    }

    /// Lets bots go on that play among themselves while nobody has to look.
    pub(crate) async fn resume_bots(&self) -> Result<(), RequestError> {
        for id in self.storage.bots_alone().await? {
            if let Err(error) = self.get(&id).await {
                tracing::error!(game = id, "bots cannot go on: {error}");
            }
        }
        Ok(())
    }

    /// The tables in memory that are to be thrown away by this moment.
    pub(crate) fn doomed_in_memory(&self, moment: i64) -> Vec<String> {
        let is_doomed = |table: &LiveTable| table.places().borrow().is_doomed_by(moment);
        self.hall().live.iter().filter(|(_, table)| is_doomed(table)).map(|(id, _)| id.clone()).collect()
    }

    /// Drops tables from memory that nobody holds and nobody has used for a while.
    pub(crate) fn sweep(&self) {
        // Users of a table get it from this map under this lock, so one that only the map holds is free.
        self.hall().live.retain(|_, table| Arc::strong_count(table) > 1 || table.idle() < IDLE);
    }

    /// Brings the tables in memory up to what another process has done, beside all else.
    pub(crate) fn hear(self: &Arc<Self>, heard: &Heard) {
        let ids = match heard {
            Heard::Done(id) | Heard::Changed(id) | Heard::Said(id) | Heard::Gone(id) | Heard::Next(id) => {
                vec![id.clone()]
            }
            Heard::Perhaps => self.hall().live.keys().cloned().collect(),
        };
        for id in ids {
            let (tables, heard) = (Arc::clone(self), heard.clone());
            tokio::spawn(async move { tables.follow(&id, &heard).await });
        }
    }

    async fn follow(&self, id: &str, heard: &Heard) {
        let Some(table) = self.hall().live.get(id).cloned() else { return };
        let there = match heard {
            Heard::Done(_) => {
                table.catch_up().await;
                true
            }
            Heard::Changed(_) => table.refresh().await,
            Heard::Said(_) => {
                table.said();
                true
            }
            Heard::Gone(_) => {
                table.close(Gone::Deleted);
                false
            }
            Heard::Next(_) => {
                table.close(Gone::Rematch);
                false
            }
            Heard::Perhaps => {
                table.catch_up().await;
                table.said();
                table.doubt_accounts();
                table.refresh().await
            }
        };
        if !there {
            self.hall().live.remove(id);
        }
    }

    /// All saved games with their keys, the last played first.
    pub(crate) async fn list(&self) -> Result<Vec<TableInfo>, RequestError> {
        Ok(self.storage.games().await?.iter().map(|saved| self.describe(saved, &Credentials::default())).collect())
    }

    /// One saved game, after trying whether it can be played on.
    pub(crate) async fn info(&self, id: &str, shown: &Credentials) -> Result<TableInfo, RequestError> {
        let tried = match self.get(id).await {
            Ok(table) => table.read(|table| table.to_act()).await,
            Err(error) => Err(error),
        };
        let (asked, broken) = match tried {
            Ok(asked) => (asked, None),
            Err(RequestError::Broken(why)) => (None, Some(why)),
            Err(error) => return Err(error),
        };
        let info = self.describe(&self.saved(id).await?, shown);
        Ok(TableInfo { asked, broken: broken.or(info.broken), ..info })
    }

    /// Lays out a new game for somebody, or for the host himself.
    pub(crate) async fn create(
        &self,
        wish: &NewTable,
        by: Option<Household>,
        account: Option<&str>,
    ) -> Result<TableInfo, RequestError> {
        self.check_size(&wish.settings)?;
        if let Some(household) = by {
            self.check_quotas(household).await?;
        }
        let table = self.lay_out(wish)?;
        let record = table.record();
        let making = Making { account: account.map(str::to_owned), ..Making::of(wish, &record.seats)? };
        self.keep(&record, table.as_ref(), None, by, making).await
    }

    fn lay_out(&self, wish: &NewTable) -> Result<Box<dyn Table>, RequestError> {
        let ruleset = self.shelf.ruleset(&wish.game)?;
        if let Some(guide) = &wish.guide {
            return Ok(ruleset.open_guide(guide)?);
        }
        let seed = match (wish.dice, &wish.seed) {
            (DiceFrom::Program, Some(seed)) => Some(
                seed.parse().map_err(|_| RequestError::Malformed(format!("the seed \"{seed}\" is not a number")))?,
            ),
            (DiceFrom::Program, None) => Some(getrandom::u64()?),
            (DiceFrom::Typed, Some(_)) => return Err(malformed("a game whose dice are typed in has no seed")),
            (DiceFrom::Typed, None) if !wish.players.iter().any(|player| player == "human") => {
                return Err(malformed("dice can only be typed in where a person sits at the table"));
            }
            (DiceFrom::Typed, None) => None,
        };
        Ok(ruleset.open(&wish.scenario, &wish.settings, &wish.players, seed)?)
    }

    /// Opens a recorded game as a new one. The caller holds a pass of the gate for imports.
    pub(crate) async fn import(&self, text: String, by: Household) -> Result<TableInfo, RequestError> {
        let file = apart(move || GameFile::parse(&text)).await??;
        self.check_size(&file.settings)?;
        let most = self.warden.limits().game_length;
        if file.moves.len() as u64 > most {
            return Err(RequestError::TooLong(most));
        }
        self.check_quotas(by).await?;
        self.check_content(&file).await?;
        let shelf = Arc::clone(&self.shelf);
        let (file, opened) =
            apart(move || (shelf.open_file(&file), file)).await.map(|(opened, file)| (file, opened))?;
        let Opened { table, replayed } = opened?;
        let record = match replayed {
            Replayed::Same | Replayed::Renewed { .. } => table.record(),
            // The rules have changed since: it is kept as it was recorded, to be looked at.
            Replayed::Differs(_, Compare::DiceAndLegality) => file,
            // Under the same rules it is the file that was changed.
            Replayed::Differs(difference, Compare::Fingerprints) => return Err(OpenError::from(difference).into()),
        };
        self.keep(&record, table.as_ref(), None, Some(by), Making::default()).await
    }

    /// Only its owner's machine reads content that it does not have: a stranger's files are not for a public server.
    async fn check_content(&self, file: &GameFile) -> Result<(), RequestError> {
        let Some(content) = file.content.as_ref().filter(|content| content.printing().is_some()) else { return Ok(()) };
        let name = content.name();
        let of_today = self.shelf.ruleset(&file.game)?.printing().name() == name;
        if self.local || of_today || self.storage.content(&name.to_string()).await?.is_some() {
            return Ok(());
        }
        Err(RequestError::Forbidden(
            "this game was begun with content that this server does not have: open it on your own machine",
        ))
    }

    fn check_size(&self, settings: &Settings) -> Result<(), RequestError> {
        let size: usize = settings.iter().map(|(name, value)| name.len() + value.len()).sum();
        let most = self.warden.limits().settings_size;
        if size as u64 > most { Err(RequestError::SettingsTooLarge(most)) } else { Ok(()) }
    }

    /// Whether one more game may be made from there.
    pub(crate) async fn check_quotas(&self, household: Household) -> Result<(), RequestError> {
        let limits = self.warden.limits();
        let full = |used: u64, most: u64, why| if used < most { Ok(()) } else { Err(RequestError::Full(why)) };
        if limits.games != u64::MAX {
            full(
                self.storage.count().await?,
                limits.games,
                "it keeps as many as its host allows. Try again in an hour",
            )?;
        }
        if limits.database_size != u64::MAX {
            let size = self.storage.size().await?;
            full(size, limits.database_size, "its disk is as full as its host allows. Try again in an hour")?;
        }
        self.warden.pay_for_game(household)?;
        self.check_open(household).await
    }

    async fn check_open(&self, household: Household) -> Result<(), RequestError> {
        let (visitors, most) = (self.warden.visitors(), self.warden.limits().open_games_per_address);
        let made = visitors.games(household);
        if (made.len() as u64) < most {
            return Ok(());
        }
        let mut over = BTreeSet::new();
        for id in made {
            if self.storage.game(&id).await?.is_none_or(|saved| saved.summary.over) {
                over.insert(id);
            }
        }
        visitors.forget(household, |game| over.contains(game));
        if (visitors.games(household).len() as u64) < most { Ok(()) } else { Err(RequestError::TooManyOpen(most)) }
    }

    /// Keeps a new game with the actions done in it; `table` shows its state, and `from` is the game it was branched
    /// from.
    pub(crate) async fn keep(
        &self,
        file: &GameFile,
        table: &dyn Table,
        from: Option<&str>,
        by: Option<Household>,
        making: Making,
    ) -> Result<TableInfo, RequestError> {
        if let Some(printing) = file.content.as_ref().and_then(Content::printing) {
            self.storage.keep_content(&file.game, printing).await?;
        }
        // Its owner's machine keeps no secrets from him.
        let secrets = if self.local { None } else { Some(Secrets::draw(&file.seats, making.claim.as_deref())?) };
        let keys = match &secrets {
            Some(_) => Keys::none(file.seats.len()),
            None => Keys::draw(file.seats.iter().map(|seat| seat.player.as_str()))?,
        };
        let places = secrets.as_ref().map(|secrets| secrets.places(&file.seats, &making, moment::now()));
        let id = keys::word(10)?;
        // Whoever chose the seed knows the dice. The server's own is promised to all who may sit down later.
        let promise = if self.local || !making.drawn { None } else { promise(&id, file)? };
        let saved = SavedGame {
            id,
            game: file.game.clone(),
            scenario: file.scenario.clone(),
            title: self.title(file),
            settings: json(&file.settings)?,
            guide: file.guide.clone(),
            branches: json(&file.branches)?,
            branched_from: from.map(str::to_owned),
            seats: json(&file.seats)?,
            seed: file.seed.clone(),
            keys: json(&keys)?,
            start: file.start.to_string(),
            revision: file.revision.into(),
            content: file.content.as_ref().map(|content| content.name().to_string()),
            summary: Summary { moves: i64::try_from(file.moves.len()).unwrap_or(i64::MAX), ..live::summary(table) },
            broken: None,
            differs: table.closed().map(|closed| closed.why.clone()),
            accepted: None,
            declared: None,
            fair: promise.as_ref().map(|promise| promise.hash.clone()),
            salt: promise.map(|promise| promise.salt),
            open: making.open,
            public: making.public,
            doomed: None,
            places: places.unwrap_or_default(),
            clock: None,
            ended: file.ended.clone(),
            pace: making.pace,
            past: None,
            promised_as: None,
        };
        let saved = with_clock(saved, making.clock.as_ref(), table)?;
        let rows = storage::rows_of(file);
        let held = secrets.as_ref().map(Secrets::keys).unwrap_or_default();
        let mut info = self.describe(&saved, &Credentials { keys: held, account: None });
        if let Some(secrets) = secrets {
            secrets.tell(&mut info);
        }
        self.storage.write(Write::Create(Box::new(saved), rows)).await?;
        if let Some(household) = by {
            self.warden.visitors().made(household, &info.id, Instant::now());
        }
        let plays_by_itself = file.seats.iter().all(|setup| setup.player != "human") && table.to_act().is_some();
        if plays_by_itself && let Err(error) = self.get(&info.id).await {
            tracing::error!(game = info.id, "bots cannot begin: {error}");
        }
        Ok(info)
    }

    /// Ends the games whose clock has run out. One that cannot be ended keeps no other from it.
    pub(crate) async fn end_by_time(&self) -> Result<(), RequestError> {
        for id in self.storage.ran_out(moment::milliseconds()).await? {
            if let Err(error) = self.end_one_by_time(&id).await {
                tracing::error!(game = id, "a game whose time is up cannot be ended: {error}");
            }
        }
        Ok(())
    }

    /// A game that is not in memory, or cannot be read, is ended without playing it.
    async fn end_one_by_time(&self, id: &str) -> Result<(), RequestError> {
        let live = || self.hall().live.get(id).cloned();
        if let Some(table) = live() {
            return match table.time_is_up().await {
                Err(RequestError::Broken(_)) => self.end_on_disk(id).await,
                done => done,
            };
        }
        let _closed = self.close(id);
        if live().is_some() { Ok(()) } else { self.end_on_disk(id).await }
    }

    async fn end_on_disk(&self, id: &str) -> Result<(), RequestError> {
        let (saved, now) = (self.saved(id).await?, moment::milliseconds());
        let (Some(clock), Ok(seats)) = (saved.clock(), saved.seats()) else { return Ok(()) };
        let Some(setup) = clock.out(now).and_then(|seat| seats.get(seat.index())) else { return Ok(()) };
        let end = GameEnd {
            game: id.to_owned(),
            ended: EndedBy::Time.written(&setup.seat),
            standing: EndedBy::Time.title(&self.seat_name(&saved, setup)),
            clock: Some(clock.stopped(now).written()),
            ran_out: clock.runs_out(),
            touched: moment::now(),
        };
        Ok(self.storage.write(Write::People(PeopleWrite::End(end))).await?)
    }

    /// Starts the clock of a table if somebody was the last to sit down. If that fails, it starts with the first
    /// action.
    pub(crate) async fn begin_clock(&self, id: &str) {
        let begun = async {
            let table = self.get(id).await?;
            self.places(&table).await?;
            table.begin_clock().await
        };
        if let Err(error) = begun.await {
            tracing::error!(game = id, "a clock could not be started: {error}");
        }
    }

    /// Lets a player with an account be told of his turns in the seats whose keys are in this answer.
    pub(crate) async fn call_account(&self, info: &TableInfo, account: &str) -> Result<(), RequestError> {
        for seat in info.seats.iter().filter(|seat| seat.yours) {
            let (game, place, number) = (info.id.clone(), seat.id.clone(), i64::from(seat.seat.0));
            let call = PeopleWrite::CallAccount { game, place, seat: number, account: account.to_owned() };
            self.storage.write(Write::People(call)).await?;
        }
        Ok(())
    }

    /// Tells everybody at a table, and those who come later: it stays in the chat.
    pub(crate) async fn tell_all(&self, id: &str, text: String) {
        let said = match self.get(id).await {
            Ok(table) => table.tell_all(&text).await,
            Err(error) => Err(error),
        };
        if let Err(error) = said {
            // What it tells of has happened all the same.
            tracing::error!(game = id, "a line for all at the table could not be said: {error}");
        }
        self.tell(id, text);
    }

    /// Whether the player of a seat is connected to this process.
    pub(crate) fn is_there(&self, id: &str, seat: Option<Seat>) -> bool {
        let table = self.hall().live.get(id).cloned();
        table.zip(seat).is_some_and(|(table, seat)| table.is_there(seat))
    }

    /// What is known of a game without opening it.
    pub(crate) async fn summary(&self, id: &str) -> Result<TableInfo, RequestError> {
        Ok(self.describe(&self.saved(id).await?, &Credentials::default()))
    }

    /// Keeps everybody from a game until the guard is dropped.
    fn close(&self, id: &str) -> Closed<'_> {
        self.hall().closed.insert(id.to_owned());
        Closed { tables: self, id: id.to_owned() }
    }

    /// Archives the games that nobody has played for this long, and says how many there were.
    pub(crate) async fn put_away(&self, after: Duration, archive: &Archive) -> Result<usize, RequestError> {
        let moment = moment::now().saturating_sub(i64::try_from(after.as_secs()).unwrap_or(i64::MAX));
        let mut count = 0;
        for id in self.storage.untouched_since(moment, AWAY_AT_ONCE).await? {
            // Somebody may be looking at it: another time, then.
            let closed = self.close(&id);
            if !self.hall().live.contains_key(&id) {
                self.put_one_away(&id, archive).await?;
                count += 1;
            }
            drop(closed);
        }
        Ok(count)
    }

    /// A game leaves the database only when its file is on the disk.
    async fn put_one_away(&self, id: &str, archive: &Archive) -> Result<(), RequestError> {
        let text = self.salvage(id).await?;
        let (archive, name) = (archive.clone(), id.to_owned());
        let added = apart(move || archive.add(&name, &text)).await?;
        added.map_err(|error| RequestError::Defect(format!("the archive cannot be written: {error}")))?;
        Ok(self.storage.write(Write::Delete { game: id.to_owned() }).await?)
    }

    fn title(&self, file: &GameFile) -> String {
        let ruleset = self.shelf.ruleset(&file.game).ok();
        let scenarios = ruleset.map(engine::Ruleset::scenarios).unwrap_or_default();
        let scenario = scenarios.into_iter().find(|info| info.id == file.scenario);
        scenario.map_or_else(|| file.scenario.clone(), |info| info.title.clone())
    }

    /// The record of a finished game, for those who may look at it; for the owner of the machine also that of a broken
    /// one, as far as it can be read.
    pub(crate) async fn file(&self, id: &str, shown: &Credentials, secrets: bool) -> Result<String, RequestError> {
        let saved = self.saved(id).await?;
        // The file of a game that goes on holds its dice and all that is hidden: for whoever plays alone, and asks for
        // just that.
        let live = secrets && (self.local || plays_alone(&saved, shown)?);
        if !self.local {
            let holder = Places::of(&saved).map_err(RequestError::Broken)?.holder(shown)?;
            if holder.is_nobody() && !saved.public {
                return Err(RequestError::Forbidden("the file of this game is for those who have a key of it"));
            }
        }
        let read = match self.get(id).await {
            Ok(table) => {
                let may = move |table: &dyn Table| table.closed().is_none() && (live || table.to_act().is_none());
                table.read(move |table| may(table).then(|| table.record())).await
            }
            Err(error) => Err(error),
        };
        match read {
            Ok(Some(record)) => Ok(GameFile { fair: saved.fair(), ..record }.to_text()),
            Ok(None) if saved.summary.over => self.salvage(id).await,
            Ok(None) => Err(RequestError::Forbidden(
                "the file of a game holds its secrets and its dice: you can have it when the game is over, or before \
                 if nobody else plays",
            )),
            Err(RequestError::Broken(_)) if self.local => self.salvage(id).await,
            Err(error) => Err(error),
        }
    }

    /// The file of a game as it was recorded, without playing it.
    async fn salvage(&self, id: &str) -> Result<String, RequestError> {
        let whole = self.storage.whole(id).await.map_err(live::unreadable)?;
        let (saved, log) = whole.ok_or_else(|| RequestError::NoTable(id.to_owned()))?;
        let printing = storage::printing(&self.storage, &self.shelf, &saved).await?;
        Ok(saved.salvage(printing, &log))
    }

    /// What a visitor with these credentials may know of a game. The owner of the machine has all its keys.
    pub(crate) fn describe(&self, saved: &SavedGame, shown: &Credentials) -> TableInfo {
        let keys = saved.keys().ok().filter(|_| self.local);
        let places = Places::of(saved).ok();
        let holder = places.as_ref().map(|places| places.holder_of_some(shown)).unwrap_or_default();
        let seats = saved.seats().unwrap_or_default();
        let seats = (0..).map(Seat).zip(seats).map(|(seat, setup)| {
            let key = keys.as_ref().and_then(|keys| keys.of(seat)).map(str::to_owned);
            TableSeat {
                seat,
                name: self.seat_name(saved, &setup),
                id: setup.seat,
                player: setup.player,
                invite: None,
                who: places.as_ref().and_then(|places| places.who(seat)).map(str::to_owned),
                claimed: places.as_ref().is_some_and(|places| places.is_claimed(seat)),
                yours: key.is_some() || holder.seats.contains(&seat),
                key,
            }
        });
        TableInfo {
            id: saved.id.clone(),
            game: saved.game.clone(),
            scenario: saved.scenario.clone(),
            title: saved.title.clone(),
            settings: self.settings(saved),
            guide: saved.guide.clone(),
            dice: if saved.seed.is_none() { DiceFrom::Typed } else { DiceFrom::Program },
            branch: self.branch_of(saved, self.local || !holder.is_nobody()),
            seats: seats.collect(),
            seq: u32::try_from(saved.summary.moves).unwrap_or_default(),
            touched: saved.summary.touched,
            over: saved.summary.over,
            standing: saved.summary.standing.clone(),
            broken: saved.broken.clone(),
            differs: saved.differs.clone(),
            fair: fair_dice(saved),
            open: saved.open,
            public: saved.public,
            host: None,
            watch: None,
            asked: saved.summary.asked,
            doomed: places.as_ref().and_then(Places::doom),
            is_host: holder.host,
            clock: saved.clock().map(|clock| clock.info(moment::milliseconds())),
            again: places.as_ref().map(Places::again).unwrap_or_default(),
            past: saved.past.clone().filter(|_| self.local || !holder.is_nobody()),
            hosted_by: saved.places.iter().find(|row| row.place == HOST).and_then(|row| row.name.clone()),
        }
    }

    /// Where the game was branched off. Ids of games are for those who play them.
    fn branch_of(&self, saved: &SavedGame, with_ids: bool) -> Option<BranchInfo> {
        let branch = saved.branches().unwrap_or_default().pop()?;
        Some(BranchInfo { of: saved.branched_from.clone().filter(|_| with_ids), after: branch.after })
    }

    /// What the seat with this id is called.
    pub(crate) fn name_of_place(&self, saved: &SavedGame, place: &str) -> String {
        self.seat_name(saved, &SeatSetup { seat: place.to_owned(), player: String::new() })
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

impl Hall {
    /// Drops the table that was idle longest of those that nobody holds, if there are `most` in memory.
    fn make_room(&mut self, most: u64) -> Result<(), RequestError> {
        if (self.live.len() as u64) < most {
            return Ok(());
        }
        let free = self.live.iter().filter(|(_, table)| Arc::strong_count(table) == 1);
        let idlest = free.max_by_key(|(_, table)| table.idle()).map(|(id, _)| id.clone());
        let idlest = idlest.ok_or(RequestError::Busy("all tables of this server are in use"))?;
        self.live.remove(&idlest);
        Ok(())
    }
}

/// A game that nobody may open at this moment.
struct Closed<'a> {
    tables: &'a Tables,
    id: String,
}

impl Drop for Closed<'_> {
    fn drop(&mut self) {
        self.tables.hall().closed.remove(&self.id);
    }
}

/// Gives a new game its clock. It runs at once if nobody is missing.
pub(crate) fn with_clock(
    saved: SavedGame,
    wish: Option<&ClockWish>,
    table: &dyn Table,
) -> Result<SavedGame, RequestError> {
    let Some(wish) = wish else { return Ok(saved) };
    let players: Vec<String> = table.file().seats.iter().map(|setup| setup.player.clone()).collect();
    let clock = Clock::new(wish, &players).map_err(RequestError::Unprocessable)?;
    let places = Places::of(&saved).map_err(RequestError::Defect)?;
    let missing = places.sitting().iter().any(|sitting| !sitting.claimed);
    // Where dice are typed, people have to accept that first.
    let waits = missing || saved.seed.is_none();
    let clock = if waits { clock } else { clock.begin(table.to_act(), moment::milliseconds()) };
    Ok(SavedGame { clock: Some(clock.written()), ..saved })
}

/// The promise that the dice of a game are those of the seed it has now.
pub(crate) fn promise(id: &str, file: &GameFile) -> Result<Option<Fair>, RequestError> {
    let Some(seed) = file.last_seed()? else { return Ok(None) };
    Ok(Some(Fair::promise(id, seed, &keys::secret()?)))
}

/// What everybody may know of the promise: the seed when the game is over.
fn fair_dice(saved: &SavedGame) -> Option<FairDice> {
    let (hash, table) = (saved.fair.clone()?, saved.promised_as().to_owned());
    if !saved.summary.over {
        return Some(FairDice { hash, table, seed: None, salt: None });
    }
    let last = saved.branches().unwrap_or_default().pop();
    let seed = last.map_or_else(|| saved.seed.clone(), |branch| branch.seed);
    Some(FairDice { hash, table, seed, salt: saved.salt.clone() })
}

fn malformed(why: &str) -> RequestError {
    RequestError::Malformed(why.to_owned())
}

pub(crate) fn json(value: &impl serde::Serialize) -> Result<String, RequestError> {
    serde_json::to_string(value).map_err(|error| RequestError::Defect(error.to_string()))
}

/// Whether all seats of a game that people play are held with these credentials.
fn plays_alone(saved: &SavedGame, shown: &Credentials) -> Result<bool, RequestError> {
    let holder = Places::of(saved).map_err(RequestError::Broken)?.holder(shown)?;
    let seats = saved.seats().map_err(RequestError::Broken)?;
    let people = (0..).map(Seat).zip(&seats).filter(|(_, setup)| setup.player == "human");
    Ok(!holder.seats.is_empty() && people.into_iter().all(|(seat, _)| holder.seats.contains(&seat)))
}
