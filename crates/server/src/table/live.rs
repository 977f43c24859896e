mod follow;
mod people;
mod taken;

use std::{
    sync::{Arc, Mutex as Lock, PoisonError},
    time::{Duration, Instant},
};

use engine::{Cast, Declared, Ended, EndedBy, Held, Seat, Shelf, Table};
use steward::{Desk, Due, Gallery, NotDone, Question, Tempo, Terms, bot_asked, bot_decides, carry_out};
use tokio::sync::{Mutex, MutexGuard, OnceCell, watch};

use crate::{
    RequestError, StorageError,
    door::limits::{gate::Pass, purse, warden::Warden},
    failure::apart,
    moment,
    operator::meters::meters,
    people::{clock::Clock, keys, places::Places},
    storage::{self, LogRow, Reopened, SavedGame, Storage, Summary, Unopened, Write},
    table::answers::{Answer, Answers},
};

pub(crate) use self::people::Speaker;
use self::{people::Sitting, taken::Taken};

/// What a refusal of dice is about.
const DICE: &str = "dice";
const TYPED_ALREADY: &str = "somebody else has typed these dice already";

/// A table that somebody has asked for. Its game is in memory, or is read from the disk at the next look.
pub(crate) struct LiveTable {
    id: String,
    players: Vec<String>,
    shelf: Arc<Shelf>,
    storage: Arc<Storage>,
    warden: Arc<Warden>,
    core: Mutex<Core>,
    news: watch::Sender<News>,
    present: watch::Sender<usize>,
    notice: watch::Sender<Option<String>>,
    /// What has to be accepted, where people throw the dice.
    terms: Option<watch::Sender<Terms>>,
    /// How quickly its bots act.
    tempo: Lock<Tempo>,
    used: Lock<Instant>,
    /// Until when this process moves the bots.
    keeps_bots: Lock<Option<Instant>>,
    /// Who sits where, as it was last read.
    places: watch::Sender<Arc<Places>>,
    /// How much time players have, where that matters.
    clock: Option<watch::Sender<Clock>>,
    /// Counts what is said.
    chat: watch::Sender<u64>,
    /// A mark that the operator may have shut somebody out.
    bans: watch::Sender<()>,
    /// Who is connected.
    sitting: Lock<Sitting>,
    /// Names its map.
    ground: OnceCell<String>,
}

#[derive(Default)]
struct Core {
    /// Taken out while it is being changed and put back when the change is on the disk (see [`Taken`]). So a change
    /// that fails, panics or is broken off leaves nothing behind but the need to read the game again.
    table: Option<Box<dyn Table>>,
    /// Rows in the game's log.
    entries: i64,
    gallery: Gallery,
    /// What was asked about the game as it is now.
    answers: Answers,
    /// The action that waits for dice in the game as it is on the disk.
    held: Option<Held>,
    /// Who was asked before the change that is being made.
    asked: Option<Seat>,
    /// The clock after the change that is being made, if it is not simply that time has passed.
    next_clock: Option<Clock>,
}

/// Why a game could not be played back, or why it cannot be continued, when it was last opened.
type Standing = (Option<String>, Option<String>);

/// The news that something has changed.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct News {
    version: u64,
    /// Set when there is nothing more to come.
    pub(crate) gone: Option<Gone>,
}

/// Why a table is left.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Gone {
    /// The game was thrown away.
    Deleted,
    /// The next game begins in its place.
    Rematch,
}

impl News {
    pub(crate) fn version(self) -> u64 {
        self.version
    }
}

/// What was done in memory only, and what of it the player is told. Somebody who was overtaken looked at an old view.
fn unsaved(action: &str, error: &RequestError) -> NotDone {
    let stale = matches!(error, RequestError::Storage(StorageError::Overtaken));
    NotDone { stale, ..NotDone::new(action, error.to_string()) }
}

impl LiveTable {
    pub(crate) fn new(
        saved: &SavedGame,
        shelf: Arc<Shelf>,
        storage: Arc<Storage>,
        warden: Arc<Warden>,
    ) -> Result<LiveTable, String> {
        let players: Vec<String> = saved.seats()?.into_iter().map(|seat| seat.player).collect();
        let places = watch::Sender::new(Arc::new(Places::of(saved)?));
        let terms = saved.seed.is_none().then(|| watch::Sender::new(Terms::new(&players, &saved.accepted())));
        Ok(LiveTable {
            id: saved.id.clone(),
            terms,
            players,
            shelf,
            storage,
            warden,
            core: Mutex::default(),
            news: watch::Sender::default(),
            present: watch::Sender::default(),
            notice: watch::Sender::default(),
            tempo: Lock::new(Tempo::new(saved.pace == Some(0))),
            used: Lock::new(Instant::now()),
            keeps_bots: Lock::default(),
            places,
            clock: saved.clock().map(watch::Sender::new),
            chat: watch::Sender::default(),
            bans: watch::Sender::default(),
            sitting: Lock::default(),
            ground: OnceCell::new(),
        })
    }

    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    pub(crate) fn players(&self) -> &[String] {
        &self.players
    }

    /// Who sits where, and the news of it.
    pub(crate) fn places(&self) -> watch::Receiver<Arc<Places>> {
        self.places.subscribe()
    }

    /// Notes who sits where now. Connections whose keys no longer fit end.
    pub(crate) fn seat(&self, places: Places) {
        self.places.send_if_modified(|known| {
            let changed = **known != places;
            if changed {
                *known = Arc::new(places);
            }
            changed
        });
    }

    pub(crate) fn news(&self) -> watch::Receiver<News> {
        self.news.subscribe()
    }

    /// How many connections there are.
    pub(crate) fn present(&self) -> watch::Receiver<usize> {
        self.present.subscribe()
    }

    /// What everybody at the table should know, as long as it is true.
    pub(crate) fn notices(&self) -> watch::Receiver<Option<String>> {
        self.notice.subscribe()
    }

    pub(crate) fn notice(&self, text: Option<String>) {
        self.notice.send_if_modified(|notice| {
            let changed = *notice != text;
            *notice = text;
            changed
        });
    }

    /// Who has accepted that dice are typed; nobody is asked where the program throws them.
    pub(crate) fn terms(&self) -> Option<watch::Receiver<Terms>> {
        self.terms.as_ref().map(watch::Sender::subscribe)
    }

    /// The seats that have still to accept typed dice.
    fn waiting(&self) -> Vec<Seat> {
        self.terms.as_ref().map(|terms| terms.borrow().waiting()).unwrap_or_default()
    }

    /// How quickly its bots act.
    pub(crate) fn tempo(&self) -> Tempo {
        *self.tempo.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A screen wishes that its bots wait so long between actions.
    pub(crate) fn set_pace(&self, milliseconds: u32) {
        self.tempo.lock().unwrap_or_else(PoisonError::into_inner).wish(milliseconds);
    }

    /// How long this table has been idle.
    pub(crate) fn idle(&self) -> Duration {
        self.used.lock().unwrap_or_else(PoisonError::into_inner).elapsed()
    }

    /// Counts a connection until it is dropped.
    pub(crate) fn arrive(self: &Arc<Self>) -> Presence {
        self.present.send_modify(|count| *count += 1);
        Presence(Arc::clone(self))
    }

    /// Lets a finished game go when nobody looks at it any more: its log is long, and whoever comes back reads it from
    /// the disk.
    pub(crate) fn put_away_if_over(&self) {
        if let Ok(mut core) = self.core.try_lock() {
            core.table.take_if(|table| table.to_act().is_none());
        }
    }

    /// Tells all connections that there is nothing more to come.
    pub(crate) fn close(&self, why: Gone) {
        self.news.send_modify(|news| news.gone = Some(why));
    }

    /// Tells everybody that the game is not as it was.
    fn announce(&self, core: &mut Core) {
        self.news.send_modify(|news| news.version += 1);
        core.gallery.outdate(self.news.borrow().version);
        core.answers.forget();
    }

    async fn lock(&self) -> MutexGuard<'_, Core> {
        *self.used.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        self.core.lock().await
    }

    /// Takes the game out of memory, or off the disk.
    async fn take<'c>(&self, core: &'c mut Core) -> Result<Taken<'c>, RequestError> {
        let table = match core.table.take() {
            Some(table) => table,
            // Apart: it is rare, and every connection would hold the room that it takes.
            None => Box::pin(self.open(core)).await?,
        };
        (core.asked, core.next_clock) = (table.to_act(), None);
        Ok(Taken::new(core, table))
    }

    async fn open(&self, core: &mut Core) -> Result<Box<dyn Table>, RequestError> {
        let _pass = self.warden.opening.enter().await?;
        let whole = self.storage.whole(&self.id).await.map_err(unreadable)?;
        let (saved, log) = whole.ok_or_else(|| RequestError::NoTable(self.id.clone()))?;
        core.held = saved.declared();
        core.entries = i64::try_from(log.len()).unwrap_or(i64::MAX);
        let printing = storage::printing(&self.storage, &self.shelf, &saved).await?;
        let (shelf, known) = (Arc::clone(&self.shelf), (saved.broken.clone(), saved.differs.clone()));
        let (game, row) = (saved.game.clone(), saved.clone());
        let played = apart(move || saved.play_back(&shelf, printing, &log)).await;
        let played = played.unwrap_or_else(|panic| Err(Unopened::Broken(panic.to_string())));
        match played {
            Ok(Reopened { mut table, renewal, differs }) => {
                if let Some(held) = &core.held {
                    table.resume(held);
                }
                self.resume_people(&row, table.as_mut());
                if let Some(renewal) = renewal {
                    self.note(self.storage.renew(&self.id, &game, &renewal).await);
                }
                self.note_standing(known, None, differs).await;
                Ok(table)
            }
            Err(Unopened::Newer(error)) => Err(error.into()),
            Err(Unopened::Broken(why)) => {
                self.note_standing(known, Some(why.clone()), None).await;
                Err(RequestError::Broken(why))
            }
        }
    }

    /// Writes down whether the game plays back, if that is news.
    async fn note_standing(&self, known: Standing, broken: Option<String>, differs: Option<String>) {
        let game = || self.id.clone();
        if broken != known.0 {
            self.note(self.storage.write(Write::Broken { game: game(), why: broken }).await);
        }
        if differs != known.1 {
            self.note(self.storage.write(Write::Differs { game: game(), why: differs }).await);
        }
    }

    /// A finding that cannot be written down now comes up again next time; it must not keep anybody from reading.
    fn note(&self, written: Result<(), StorageError>) {
        if let Err(error) = written {
            tracing::error!(game = self.id, "a finding about the game could not be noted: {error}");
        }
    }

    /// Looks at the game as it is on the disk.
    pub(crate) async fn read<T>(&self, look: impl FnOnce(&dyn Table) -> T) -> Result<T, RequestError> {
        let mut core = self.lock().await;
        let taken = self.take(&mut core).await?;
        Ok(look(taken.look()))
    }

    /// What brings a connection to the newest view; nothing if it has it.
    pub(crate) async fn show(&self, desk: &mut Desk) -> Result<Option<String>, RequestError> {
        let mut core = self.lock().await;
        let mut taken = self.take(&mut core).await?;
        let (table, gallery) = taken.look_and_show();
        Ok(match desk.next(table, gallery, moment::steady())? {
            Due::Nothing => None,
            Due::Change(text) => Some(text.to_string()),
            Due::Whole(shown) => Some(purse::paid(|| desk.whole(table, &shown, &self.players))?),
        })
    }

    /// As [`LiveTable::read`], but off the threads that serve requests: for questions that take long.
    pub(crate) async fn study<T: Send + 'static>(
        &self,
        look: impl FnOnce(&dyn Table) -> T + Send + 'static,
    ) -> Result<T, RequestError> {
        let mut core = self.lock().await;
        self.study_it(&mut core, look).await
    }

    async fn study_it<T: Send + 'static>(
        &self,
        core: &mut Core,
        look: impl FnOnce(&dyn Table) -> T + Send + 'static,
    ) -> Result<T, RequestError> {
        self.take(core).await?.study(look).await
    }

    /// A place among those who have questions worked out, and the game. Whoever waits for the one does not hold the
    /// other: neither does a slow table keep other tables' questions waiting, nor do they keep its players from acting.
    async fn turn_to_ask(&self) -> Result<(Pass, MutexGuard<'_, Core>), RequestError> {
        loop {
            drop(self.lock().await);
            let pass = self.warden.asking.enter_in_turn().await?;
            if let Ok(core) = self.core.try_lock() {
                return Ok((pass, core));
            }
        }
    }

    /// As [`LiveTable::study`], in one's turn.
    pub(crate) async fn study_in_turn<T: Send + 'static>(
        &self,
        look: impl FnOnce(&dyn Table) -> T + Send + 'static,
    ) -> Result<T, RequestError> {
        let (_pass, mut core) = self.turn_to_ask().await?;
        self.study_it(&mut core, look).await
    }

    /// Names the map of the game: the same for all games on the same one, with the same hexes.
    pub(crate) async fn ground(&self) -> Result<&str, RequestError> {
        let name = |table: &dyn Table| serde_json::to_string(&table.board()).map(|board| keys::hash(&board));
        let named = self.ground.get_or_try_init(async || {
            let named = self.study_in_turn(name).await?;
            named.map_err(|error| RequestError::Defect(error.to_string()))
        });
        let named = named.await;
        named.map(String::as_str)
    }

    /// The answer to a question about `seat`; nothing for somebody who may not ask it. It is worked out once for all
    /// who know the same, until the game goes on.
    pub(crate) async fn ask(
        &self,
        desk: &Desk,
        seat: Seat,
        question: &Question,
    ) -> Result<Option<Arc<Answer>>, RequestError> {
        let mut core = self.lock().await;
        let viewer = desk.asks_for(self.take(&mut core).await?.look(), seat, question);
        let Some(viewer) = viewer else { return Ok(None) };
        if let Some(known) = core.answers.find(viewer, question) {
            meters().asked("known");
            return Ok(Some(known));
        }
        drop(core);
        self.work_out(desk, seat, question).await
    }

    async fn work_out(
        &self,
        desk: &Desk,
        seat: Seat,
        question: &Question,
    ) -> Result<Option<Arc<Answer>>, RequestError> {
        let (_pass, mut core) = self.turn_to_ask().await?;
        // It may have gone on, or somebody else may have asked the same.
        let viewer = desk.asks_for(self.take(&mut core).await?.look(), seat, question);
        let Some(viewer) = viewer else { return Ok(None) };
        if let Some(known) = core.answers.find(viewer, question) {
            meters().asked("known");
            return Ok(Some(known));
        }
        meters().asked("worked-out");
        let asked = question.clone();
        let answer = move |table: &dyn Table| Answer::new(&asked, &asked.answered(0, table, viewer));
        let answer = self.study_it(&mut core, answer).await?;
        let answer = Arc::new(answer?);
        core.answers.keep(viewer, question.clone(), Arc::clone(&answer));
        Ok(Some(answer))
    }

    /// Lets answers go that are kept for whoever asks the same. Somebody who holds the game will do it himself, or ask
    /// again.
    pub(crate) fn forget_answers(&self) {
        if let Ok(mut core) = self.core.try_lock() {
            core.answers.forget();
        }
    }

    /// Does `actions` one after the other as long as `seat` is asked about the same matter and could still take them
    /// back. If one of them is refused none of them is done. What was done is on the disk when this returns.
    pub(crate) async fn act(&self, seat: Seat, seq: u32, actions: &[String]) -> Result<(), NotDone> {
        let first = actions.first().map_or("", String::as_str);
        let most = self.warden.limits().actions_per_message;
        if actions.len() as u64 > most {
            return Err(NotDone::new(first, format!("{most} actions can be sent in one message, and these are more")));
        }
        let mut core = self.lock().await;
        let mut taken = self.take_for(&mut core, seq, first).await?;
        self.check_length(taken.core, actions.len()).map_err(|error| NotDone::new(first, error.to_string()))?;
        let seed = self.check_terms(taken.look()).and_then(|()| self.blind_seed());
        let seed = seed.map_err(|why| NotDone::new(first, why))?;
        let entries = taken.core.entries;
        let mut entries = entries..;
        let row = |table: &dyn Table| LogRow::latest(entries.next()?, table);
        let (rows, refused) = carry_out(taken.change(), seat, actions, seed, row);
        let rows: Vec<LogRow> = rows.into_iter().flatten().collect();
        let saved = if rows.is_empty() { self.put_back(taken).await } else { self.save(taken, rows).await };
        saved.map_err(|error| unsaved(first, &error))?;
        refused.map_or(Ok(()), Err)
    }

    /// Puts a game back in which nothing was done that belongs in its log; perhaps an action was declared.
    async fn put_back(&self, mut taken: Taken<'_>) -> Result<(), RequestError> {
        let held = taken.look().declared().map(Declared::held).cloned();
        if held == taken.core.held {
            taken.is_saved();
            return Ok(());
        }
        let written = |held: &Option<Held>| held.as_ref().map(|held| serde_json::json!(held).to_string());
        let (game, moves, before) = (self.id.clone(), taken.look().seq().into(), written(&taken.core.held));
        let saved = self.storage.write(Write::Declared { game, held: written(&held), moves, before }).await;
        if saved.is_ok() {
            taken.core.held = held;
            taken.is_saved();
        }
        self.announce(taken.core);
        Ok(saved?)
    }

    /// Whether all players have accepted typed dice, where they are typed.
    fn check_terms(&self, table: &dyn Table) -> Result<(), String> {
        self.terms.as_ref().map_or(Ok(()), |terms| terms.borrow().check(table))
    }

    /// A seed for throws that nobody may see, where people throw the others.
    fn blind_seed(&self) -> Result<u64, String> {
        if self.terms.is_none() {
            return Ok(0);
        }
        getrandom::u64().map_err(|error| format!("this machine has no random numbers: {error}"))
    }

    /// Accepts typed dice for these seats.
    pub(crate) async fn accept(&self, seats: &[Seat]) -> Result<(), NotDone> {
        let Some(terms) = &self.terms else {
            return Err(NotDone::new("accept", "the program throws the dice of this game"));
        };
        let mut core = self.lock().await;
        let failed = |error: StorageError| NotDone::new("accept", error.to_string());
        let accepted = loop {
            // Somebody may accept at another process in the same moment: what is there counts.
            let before =
                self.storage.game(&self.id).await.map_err(failed)?.ok_or(StorageError::Gone).map_err(failed)?;
            let accepted = Terms::new(&self.players, &before.accepted()).accepted_by(seats);
            let written = serde_json::json!(accepted.accepted()).to_string();
            let write = Write::Accepted { game: self.id.clone(), seats: written, before: before.accepted };
            match self.storage.write(write).await {
                Err(StorageError::Overtaken) => {}
                saved => break saved.map(|()| accepted).map_err(failed)?,
            }
        };
        terms.send_replace(accepted);
        // A bot may be waiting for it.
        self.announce(&mut core);
        drop(core);
        self.begin_clock().await.map_err(|error| NotDone::new("accept", error.to_string()))
    }

    /// Takes the dice that people threw for the declared action, or throws them itself, and does the action when they
    /// were the last. `known` is how many faces the person who typed them knew of.
    pub(crate) async fn throw(&self, seq: u32, known: u32, faces: Option<&[u16]>) -> Result<(), NotDone> {
        let mut core = self.lock().await;
        let mut taken = self.take_for(&mut core, seq, DICE).await?;
        let cast = match (taken.look().declared().map(Declared::known), faces) {
            (Some(now), _) if now != known => Err(NotDone::stale(DICE, TYPED_ALREADY)),
            (_, Some(faces)) => Ok(Cast::Typed(faces)),
            (_, None) => self.blind_seed().map(Cast::Seed).map_err(|why| NotDone::new(DICE, why)),
        };
        let cast = cast?;
        let thrown = match taken.change().throw(cast) {
            Ok(thrown) => thrown,
            Err(error) => {
                // Dice that do not fit change nothing.
                taken.is_saved();
                return Err(NotDone::refused(DICE, error));
            }
        };
        let saved = if thrown.is_some() {
            let row = LogRow::latest(taken.core.entries, taken.look());
            self.save(taken, row.into_iter().collect()).await
        } else {
            self.put_back(taken).await
        };
        saved.map_err(|error| unsaved(DICE, &error))
    }

    /// Takes the last action back.
    pub(crate) async fn undo(&self, seat: Seat, seq: u32) -> Result<(), NotDone> {
        let mut core = self.lock().await;
        let mut taken = self.take_for(&mut core, seq, "undo").await?;
        let refused = |text: String| NotDone::new("undo", text);
        // When the game is over everything has been seen.
        if taken.look().to_act().is_none() {
            return Err(refused("the game is over".to_owned()));
        }
        self.check_length(taken.core, 1).map_err(|error| refused(error.to_string()))?;
        self.clock_back(&mut taken, seat).map_err(refused)?;
        if let Err(error) = taken.change().undo(seat) {
            taken.is_saved();
            return Err(refused(error.to_string()));
        }
        let table = taken.look();
        let by = table.seats().get(seat.index()).map(|info| info.id.clone()).unwrap_or_default();
        let (row, length) = (LogRow::undo(taken.core.entries, &by, table), table.log_len());
        taken.core.gallery.cut(length);
        self.save(taken, vec![row]).await.map_err(|error| unsaved("undo", &error))
    }

    /// Whether this many more rows of this game can be kept.
    fn check_length(&self, core: &Core, more: usize) -> Result<(), RequestError> {
        let most = self.warden.limits().game_length;
        let rows = u64::try_from(core.entries).unwrap_or_default().saturating_add(more as u64);
        if rows > most { Err(RequestError::TooLong(most)) } else { Ok(()) }
    }

    async fn take_for<'c>(&self, core: &'c mut Core, seq: u32, action: &str) -> Result<Taken<'c>, NotDone> {
        let taken = self.take(core).await.map_err(|error| NotDone::new(action, error.to_string()))?;
        if let Some(seat) = self.out_of_time() {
            let ended = Ended { seat, by: EndedBy::Time };
            let why = ended.title(taken.look().seats());
            self.end(taken, ended).await.map_err(|error| NotDone::new(action, error.to_string()))?;
            return Err(NotDone::new(action, why));
        }
        if taken.look().still_stands(seq) {
            return Ok(taken);
        }
        Err(NotDone::stale(action, "the game has gone on since you looked"))
    }

    /// Puts the game back when its new rows are on the disk, and tells everybody.
    async fn save(&self, mut taken: Taken<'_>, rows: Vec<LogRow>) -> Result<(), RequestError> {
        let count = i64::try_from(rows.len()).unwrap_or(i64::MAX);
        let (turn, clock) = self.turn(&mut taken);
        let summary = Summary { turn: Some(turn), ..summary(taken.look()) };
        let saved = self.storage.write(Write::Append { game: self.id.clone(), rows, summary }).await;
        if saved.is_ok() {
            self.show_clock(clock);
            taken.core.held = None;
            taken.core.entries += count;
            taken.is_saved();
            meters().actions_done.inc_by(u64::try_from(count).unwrap_or_default());
        } else {
            self.note_unsaved(&saved);
        }
        self.announce(taken.core);
        Ok(saved?)
    }

    /// Somebody else may have been quicker, or has thrown the game away, and then all who are here go: that is no
    /// fault.
    fn note_unsaved(&self, saved: &Result<(), StorageError>) {
        match saved {
            Ok(()) | Err(StorageError::Overtaken) => {}
            Err(StorageError::Gone) => self.close(Gone::Deleted),
            Err(error) => {
                tracing::error!(game = self.id, "an action was not saved and is taken back: {error:?}");
            }
        }
    }

    /// Whether a bot is asked.
    pub(crate) async fn bot_is_asked(&self) -> Result<bool, RequestError> {
        self.read(|table| self.bot(table).is_some()).await
    }

    fn bot(&self, table: &dyn Table) -> Option<(Seat, &str)> {
        let terms = self.terms.as_ref().map(|terms| terms.borrow());
        bot_asked(table, &self.players, terms.as_deref())
    }

    /// Lets the bot that is asked do one action.
    pub(crate) async fn bot_acts(&self) -> Result<(), RequestError> {
        let _thinking = self.warden.bots.acquire().await.ok();
        let mut core = self.lock().await;
        let mut taken = self.take(&mut core).await?;
        let Some((seat, bot)) = self.bot(taken.look()) else { return Ok(()) };
        self.check_length(taken.core, 1)?;
        let blind = self.blind_seed().map_err(RequestError::Defect)?;
        let since = Instant::now();
        let bot = bot.to_owned();
        let thought = taken.change_apart(move |table| bot_decides(table, seat, &bot, blind));
        let thought = thought.await;
        meters().thought(since);
        let done = thought?.map_err(|error: String| RequestError::Defect(error))?;
        let saved = if done {
            let row = LogRow::latest(taken.core.entries, taken.look());
            self.save(taken, row.into_iter().collect()).await
        } else {
            self.put_back(taken).await
        };
        match saved {
            // Somebody at another process was quicker, or another process moved the bot.
            Err(RequestError::Storage(StorageError::Overtaken)) => Ok(()),
            saved => saved,
        }
    }
}

/// A bad page of the file concerns the game that is on it; the others go on.
pub(crate) fn unreadable(error: StorageError) -> RequestError {
    if error.is_damage() {
        RequestError::Broken(format!("the file of saved games is damaged where this game is. {error}"))
    } else {
        error.into()
    }
}

/// The state of a game, for the list.
pub(crate) fn summary(table: &dyn Table) -> Summary {
    let asked = table.to_act();
    Summary {
        touched: moment::now(),
        moves: table.seq().into(),
        over: asked.is_none(),
        standing: table.standing(),
        asked,
        turn: None,
    }
}

/// A connection that is there.
pub(crate) struct Presence(Arc<LiveTable>);

impl Drop for Presence {
    fn drop(&mut self) {
        self.0.present.send_modify(|count| *count -= 1);
        if *self.0.present.borrow() == 0 {
            self.0.put_away_if_over();
        }
    }
}
