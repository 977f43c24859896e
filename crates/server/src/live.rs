mod follow;
mod people;

use std::{
    sync::{
        Arc, Mutex as Lock, PoisonError,
        atomic::{AtomicU32, Ordering},
    },
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use axum::extract::ws::Utf8Bytes;
use engine::{ActError, Cast, Declared, Ended, EndedBy, Held, Refusal, Seat, Shelf, Table, decision_seed};
use tokio::sync::{Mutex, MutexGuard, watch};

use crate::{
    RequestError, StorageError,
    clock::Clock,
    desk::Desk,
    failure::apart,
    meters::meters,
    places::Places,
    shown::Gallery,
    storage::{self, LogRow, Reopened, SavedGame, Storage, Summary, Unopened, Write},
    terms::Terms,
    warden::Warden,
};

use self::people::Sitting;
pub(crate) use self::people::{Speaker, milliseconds};

const DEFAULT_PACE: u32 = 350;
const SLOWEST_PACE: u32 = 5000;
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
    pace: AtomicU32,
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
}

#[derive(Default)]
struct Core {
    /// Taken out while it is being changed and put back when the change is on the disk. So a change that fails, panics
    /// or is broken off leaves nothing behind but the need to read the game again.
    table: Option<Box<dyn Table>>,
    /// Rows in the game's log.
    entries: i64,
    gallery: Gallery,
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
    /// The game was thrown away.
    pub(crate) gone: bool,
}

/// Why something was not done.
#[derive(Debug)]
pub(crate) struct NotDone {
    pub(crate) action: String,
    pub(crate) text: String,
    pub(crate) refusal: Option<Refusal>,
    /// Whether the player was looking at an old view.
    pub(crate) stale: bool,
}

impl News {
    pub(crate) fn version(self) -> u64 {
        self.version
    }
}

impl NotDone {
    fn new(action: &str, text: impl Into<String>) -> NotDone {
        NotDone { action: action.to_owned(), text: text.into(), refusal: None, stale: false }
    }

    /// What was done in memory only, and what of it the player is told. Somebody who was overtaken looked at an old view.
    fn unsaved(action: &str, error: &RequestError) -> NotDone {
        let stale = matches!(error, RequestError::Storage(StorageError::Overtaken));
        NotDone { stale, ..NotDone::new(action, error.to_string()) }
    }

    fn refused(action: &str, error: ActError) -> NotDone {
        let text = error.to_string();
        let refusal = if let ActError::Refused(refusal) = error { Some(refusal) } else { None };
        NotDone { refusal, ..NotDone::new(action, text) }
    }
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
            pace: AtomicU32::new(DEFAULT_PACE),
            used: Lock::new(Instant::now()),
            keeps_bots: Lock::default(),
            places,
            clock: saved.clock().map(watch::Sender::new),
            chat: watch::Sender::default(),
            bans: watch::Sender::default(),
            sitting: Lock::default(),
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

    pub(crate) fn pace(&self) -> Duration {
        Duration::from_millis(self.pace.load(Ordering::Relaxed).into())
    }

    pub(crate) fn set_pace(&self, milliseconds: u32) {
        self.pace.store(milliseconds.min(SLOWEST_PACE), Ordering::Relaxed);
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

    /// Lets a finished game go when nobody looks at it any more: its log is long, and whoever comes back reads it from the disk.
    fn put_away_if_over(&self) {
        if let Ok(mut core) = self.core.try_lock() {
            core.table.take_if(|table| table.to_act().is_none());
        }
    }

    /// Tells all connections that the game was thrown away.
    pub(crate) fn close(&self) {
        self.news.send_modify(|news| news.gone = true);
    }

    /// Tells everybody that the game is not as it was.
    fn announce(&self, core: &mut Core) {
        self.news.send_modify(|news| news.version += 1);
        core.gallery.outdate(self.news.borrow().version);
    }

    async fn lock(&self) -> MutexGuard<'_, Core> {
        *self.used.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        self.core.lock().await
    }

    /// Takes the game out of memory, or off the disk.
    async fn take(&self, core: &mut Core) -> Result<Box<dyn Table>, RequestError> {
        let table = match core.table.take() {
            Some(table) => table,
            // Apart: it is rare, and every connection would hold the room that it takes.
            None => Box::pin(self.open(core)).await?,
        };
        (core.asked, core.next_clock) = (table.to_act(), None);
        Ok(table)
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
        let table = self.take(&mut core).await?;
        let seen = look(table.as_ref());
        core.table = Some(table);
        Ok(seen)
    }

    /// What brings a connection to the newest view; nothing if it has it.
    pub(crate) async fn show(&self, desk: &mut Desk) -> Result<Option<Utf8Bytes>, RequestError> {
        let mut core = self.lock().await;
        let table = self.take(&mut core).await?;
        let message = desk.next(table.as_ref(), &mut core.gallery, &self.players);
        core.table = Some(table);
        message
    }

    /// As [`LiveTable::read`], but off the threads that serve requests: for questions that take long.
    pub(crate) async fn study<T: Send + 'static>(
        &self,
        look: impl FnOnce(&dyn Table) -> T + Send + 'static,
    ) -> Result<T, RequestError> {
        let mut core = self.lock().await;
        let table = self.take(&mut core).await?;
        let (table, seen) = apart(move || {
            let seen = look(table.as_ref());
            (table, seen)
        })
        .await?;
        core.table = Some(table);
        Ok(seen)
    }

    /// Does `actions` one after the other as long as `seat` is asked about the same matter and could still take them back.
    /// If one of them is refused none of them is done. What was done is on the disk when this returns.
    pub(crate) async fn act(&self, seat: Seat, seq: u32, actions: &[String]) -> Result<(), NotDone> {
        let first = actions.first().map_or("", String::as_str);
        let most = self.warden.limits().actions_per_message;
        if actions.len() as u64 > most {
            return Err(NotDone::new(first, format!("{most} actions can be sent in one message, and these are more")));
        }
        let mut core = self.lock().await;
        let mut table = self.take_for(&mut core, seq, first).await?;
        if let Err(error) = self.check_length(&core, actions.len()) {
            core.table = Some(table);
            return Err(NotDone::new(first, error.to_string()));
        }
        let seed = match self.check_terms(table.as_ref()).and_then(|()| self.blind_seed()) {
            Ok(seed) => seed,
            Err(why) => {
                core.table = Some(table);
                return Err(NotDone::new(first, why));
            }
        };
        let (rows, refused) = perform(table.as_mut(), core.entries, seat, actions, seed);
        let saved = if rows.is_empty() {
            self.put_back(&mut core, table).await
        } else {
            self.save(&mut core, table, rows).await
        };
        saved.map_err(|error| NotDone::unsaved(first, &error))?;
        refused.map_or(Ok(()), Err)
    }

    /// Puts a game back in which nothing was done that belongs in its log; perhaps an action was declared.
    async fn put_back(&self, core: &mut Core, table: Box<dyn Table>) -> Result<(), RequestError> {
        let held = table.declared().map(Declared::held).cloned();
        if held == core.held {
            core.table = Some(table);
            return Ok(());
        }
        let written = |held: &Option<Held>| held.as_ref().map(|held| serde_json::json!(held).to_string());
        let (game, moves, before) = (self.id.clone(), table.seq().into(), written(&core.held));
        let saved = self.storage.write(Write::Declared { game, held: written(&held), moves, before }).await;
        if saved.is_ok() {
            (core.table, core.held) = (Some(table), held);
        }
        self.announce(core);
        Ok(saved?)
    }

    /// Whether all players have accepted typed dice, where they are typed.
    fn check_terms(&self, table: &dyn Table) -> Result<(), String> {
        let waiting = self.waiting();
        let names = table.seats().iter().filter(|info| waiting.contains(&info.seat)).map(|info| info.name.as_str());
        let names: Vec<&str> = names.collect();
        if names.is_empty() {
            return Ok(());
        }
        Err(format!("dice are typed in at this table: {} must accept that first", names.join(" and ")))
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

    /// Takes the dice that people threw for the declared action, or throws them itself, and does the action when they were the last.
    /// `known` is how many faces the person who typed them knew of.
    pub(crate) async fn throw(&self, seq: u32, known: u32, faces: Option<&[u16]>) -> Result<(), NotDone> {
        let mut core = self.lock().await;
        let mut table = self.take_for(&mut core, seq, DICE).await?;
        let cast = match (table.declared().map(Declared::known), faces) {
            (Some(now), _) if now != known => Err(NotDone { stale: true, ..NotDone::new(DICE, TYPED_ALREADY) }),
            (_, Some(faces)) => Ok(Cast::Typed(faces)),
            (_, None) => self.blind_seed().map(Cast::Seed).map_err(|why| NotDone::new(DICE, why)),
        };
        let thrown = match cast {
            Ok(cast) => table.throw(cast).map_err(|error| NotDone::refused(DICE, error)),
            Err(why) => Err(why),
        };
        match thrown {
            Ok(Some(_)) => {
                let row = LogRow::latest(core.entries, table.as_ref());
                let saved = self.save(&mut core, table, row.into_iter().collect()).await;
                saved.map_err(|error| NotDone::unsaved(DICE, &error))
            }
            Ok(None) => self.put_back(&mut core, table).await.map_err(|error| NotDone::unsaved(DICE, &error)),
            Err(why) => {
                core.table = Some(table);
                Err(why)
            }
        }
    }

    /// Takes the last action back.
    pub(crate) async fn undo(&self, seat: Seat, seq: u32) -> Result<(), NotDone> {
        let mut core = self.lock().await;
        let mut table = self.take_for(&mut core, seq, "undo").await?;
        // When the game is over everything has been seen.
        let undone = if table.to_act().is_none() {
            Err("the game is over".to_owned())
        } else if let Err(error) = self.check_length(&core, 1) {
            Err(error.to_string())
        } else if let Err(why) = self.clock_back(&mut core, seat) {
            Err(why)
        } else {
            table.undo(seat).map_err(|error| error.to_string())
        };
        if let Err(text) = undone {
            core.table = Some(table);
            return Err(NotDone::new("undo", text));
        }
        let by = table.seats().get(seat.index()).map(|info| info.id.clone()).unwrap_or_default();
        let row = LogRow::undo(core.entries, &by, table.as_ref());
        core.gallery.cut(table.log_len());
        self.save(&mut core, table, vec![row]).await.map_err(|error| NotDone::unsaved("undo", &error))
    }

    /// Whether this many more rows of this game can be kept.
    fn check_length(&self, core: &Core, more: usize) -> Result<(), RequestError> {
        let most = self.warden.limits().game_length;
        let rows = u64::try_from(core.entries).unwrap_or_default().saturating_add(more as u64);
        if rows > most { Err(RequestError::TooLong(most)) } else { Ok(()) }
    }

    async fn take_for(&self, core: &mut Core, seq: u32, action: &str) -> Result<Box<dyn Table>, NotDone> {
        let table = self.take(core).await.map_err(|error| NotDone::new(action, error.to_string()))?;
        if let Some(seat) = self.out_of_time() {
            let ended = Ended { seat, by: EndedBy::Time };
            let why = ended.title(table.seats());
            self.end(core, table, ended).await.map_err(|error| NotDone::new(action, error.to_string()))?;
            return Err(NotDone::new(action, why));
        }
        if table.seq() == seq {
            return Ok(table);
        }
        core.table = Some(table);
        Err(NotDone { stale: true, ..NotDone::new(action, "the game has gone on since you looked") })
    }

    /// Puts the game back when its new rows are on the disk, and tells everybody.
    async fn save(&self, core: &mut Core, table: Box<dyn Table>, rows: Vec<LogRow>) -> Result<(), RequestError> {
        let count = i64::try_from(rows.len()).unwrap_or(i64::MAX);
        let (turn, clock) = self.turn(core, table.as_ref());
        let summary = Summary { turn: Some(turn), ..summary(table.as_ref()) };
        let saved = self.storage.write(Write::Append { game: self.id.clone(), rows, summary }).await;
        if saved.is_ok() {
            self.show_clock(clock);
            core.held = None;
            core.table = Some(table);
            core.entries += count;
            meters().actions_done.inc_by(u64::try_from(count).unwrap_or_default());
        } else if !matches!(saved, Err(StorageError::Overtaken)) {
            tracing::error!(game = self.id, "an action was not saved and is taken back: {saved:?}");
        }
        self.announce(core);
        Ok(saved?)
    }

    /// Whether a bot is asked.
    pub(crate) async fn bot_is_asked(&self) -> Result<bool, RequestError> {
        self.read(|table| self.bot(table).is_some()).await
    }

    fn bot(&self, table: &dyn Table) -> Option<(Seat, String)> {
        let can_act = table.closed().is_none() && table.declared().is_none() && self.waiting().is_empty();
        let seat = table.to_act().filter(|_| can_act)?;
        let player = self.players.get(seat.index()).filter(|player| *player != "human")?;
        Some((seat, player.clone()))
    }

    /// Lets the bot that is asked do one action.
    pub(crate) async fn bot_acts(&self) -> Result<(), RequestError> {
        let _thinking = self.warden.bots.acquire().await.ok();
        let mut core = self.lock().await;
        let table = self.take(&mut core).await?;
        let Some((seat, bot)) = self.bot(table.as_ref()) else {
            core.table = Some(table);
            return Ok(());
        };
        if let Err(error) = self.check_length(&core, 1) {
            core.table = Some(table);
            return Err(error);
        }
        let seed = table.file().seed_at(table.seq()).ok().flatten().unwrap_or_default();
        let seed = decision_seed(seed, table.seq());
        let blind = match self.blind_seed() {
            Ok(seed) => seed,
            Err(why) => {
                core.table = Some(table);
                return Err(RequestError::Defect(why));
            }
        };
        let since = Instant::now();
        let thought = apart(move || {
            let mut table = table;
            let action = table.bot_action(&bot, seed).ok_or_else(|| format!("there is no bot \"{bot}\""))?;
            let done = table.declare(seat, &action, blind).map_err(|error| format!("{bot} wants {action}: {error}"))?;
            Ok((table, done))
        });
        let thought = thought.await;
        meters().thought(since);
        let (table, done) = thought?.map_err(|error: String| RequestError::Defect(error))?;
        let saved = if done.is_none() {
            self.put_back(&mut core, table).await
        } else {
            let row = LogRow::latest(core.entries, table.as_ref());
            self.save(&mut core, table, row.into_iter().collect()).await
        };
        match saved {
            // Somebody at another process was quicker, or another process moved the bot.
            Err(RequestError::Storage(StorageError::Overtaken)) => Ok(()),
            saved => saved,
        }
    }
}

fn perform(
    table: &mut dyn Table,
    entries: i64,
    seat: Seat,
    actions: &[String],
    seed: u64,
) -> (Vec<LogRow>, Option<NotDone>) {
    let mut rows = Vec::new();
    let matter = table.matter();
    for (entry, action) in (entries..).zip(actions) {
        match table.declare(seat, action, seed) {
            // Its dice are asked for: the rest was planned without them.
            Ok(None) => break,
            Ok(Some(_)) => rows.extend(LogRow::latest(entry, table)),
            Err(error) => {
                take_back(table, seat, &mut rows);
                return (rows, Some(NotDone::refused(action, error)));
            }
        }
        // An action that cannot be taken back has told the player something new, and so has a question: the rest was planned without it.
        if table.to_act() != Some(seat) || !table.can_undo(seat) || table.matter() != matter {
            break;
        }
    }
    (rows, None)
}

/// A bad page of the file concerns the game that is on it; the others go on.
pub(crate) fn unreadable(error: StorageError) -> RequestError {
    if error.is_damage() {
        RequestError::Broken(format!("the file of saved games is damaged where this game is. {error}"))
    } else {
        error.into()
    }
}

/// A list of actions is done as a whole or not at all: every action done so far could be taken back.
fn take_back(table: &mut dyn Table, seat: Seat, rows: &mut Vec<LogRow>) {
    while !rows.is_empty() && table.undo(seat).is_ok() {
        rows.pop();
    }
}

/// The state of a game, for the list.
pub(crate) fn summary(table: &dyn Table) -> Summary {
    let asked = table.to_act();
    Summary {
        touched: now(),
        moves: table.seq().into(),
        over: asked.is_none(),
        standing: table.standing(),
        asked,
        turn: None,
    }
}

pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
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
