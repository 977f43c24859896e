use std::{
    sync::{
        Arc, Mutex as Lock, PoisonError,
        atomic::{AtomicU32, Ordering},
    },
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use engine::{ActError, Refusal, Seat, Shelf, Table, Viewer};
use tokio::sync::{Mutex, MutexGuard, watch};

use crate::{
    RequestError,
    failure::apart,
    keys::Keys,
    storage::{LogRow, SavedGame, Storage, Summary, Write},
};

const DEFAULT_PACE: u32 = 350;
const SLOWEST_PACE: u32 = 5000;

/// A table that somebody has asked for. Its game is in memory, or is read from the disk at the next look.
pub(crate) struct LiveTable {
    id: String,
    players: Vec<String>,
    keys: Keys,
    seed: u64,
    shelf: Arc<Shelf>,
    storage: Arc<Storage>,
    core: Mutex<Core>,
    news: watch::Sender<News>,
    present: watch::Sender<usize>,
    pace: AtomicU32,
    used: Lock<Instant>,
}

#[derive(Default)]
struct Core {
    /// Taken out while it is being changed and put back when the change is on the disk. So a change that fails, panics
    /// or is broken off leaves nothing behind but the need to read the game again.
    table: Option<Box<dyn Table>>,
    /// Rows in the game's log.
    entries: i64,
    /// The length of the log after every undo since this was loaded. See [`crate::desk::Desk::view`].
    cuts: Vec<u32>,
}

/// That something has changed.
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
    /// Whether the player was looking at something that is no longer so.
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

    fn refused(action: &str, error: ActError) -> NotDone {
        let text = error.to_string();
        let refusal = if let ActError::Refused(refusal) = error { Some(refusal) } else { None };
        NotDone { refusal, ..NotDone::new(action, text) }
    }
}

impl LiveTable {
    pub(crate) fn new(saved: &SavedGame, shelf: Arc<Shelf>, storage: Arc<Storage>) -> Result<LiveTable, String> {
        let players: Vec<String> = saved.seats()?.into_iter().map(|seat| seat.player).collect();
        let keys = saved.keys()?;
        if keys.len() != players.len() {
            return Err(format!("it has {} players and {} keys", players.len(), keys.len()));
        }
        Ok(LiveTable {
            id: saved.id.clone(),
            players,
            keys,
            seed: saved.seed.as_ref().and_then(|seed| seed.parse().ok()).unwrap_or_default(),
            shelf,
            storage,
            core: Mutex::default(),
            news: watch::Sender::default(),
            present: watch::Sender::default(),
            pace: AtomicU32::new(DEFAULT_PACE),
            used: Lock::new(Instant::now()),
        })
    }

    pub(crate) fn players(&self) -> &[String] {
        &self.players
    }

    pub(crate) fn keys(&self) -> &Keys {
        &self.keys
    }

    pub(crate) fn news(&self) -> watch::Receiver<News> {
        self.news.subscribe()
    }

    /// How many connections there are.
    pub(crate) fn present(&self) -> watch::Receiver<usize> {
        self.present.subscribe()
    }

    pub(crate) fn pace(&self) -> Duration {
        Duration::from_millis(self.pace.load(Ordering::Relaxed).into())
    }

    pub(crate) fn set_pace(&self, milliseconds: u32) {
        self.pace.store(milliseconds.min(SLOWEST_PACE), Ordering::Relaxed);
    }

    /// How long nobody has wanted anything from this table.
    pub(crate) fn idle(&self) -> Duration {
        self.used.lock().unwrap_or_else(PoisonError::into_inner).elapsed()
    }

    /// Counts a connection until it is dropped.
    pub(crate) fn arrive(self: &Arc<Self>) -> Presence {
        self.present.send_modify(|count| *count += 1);
        Presence(Arc::clone(self))
    }

    /// Tells all connections that the game was thrown away.
    pub(crate) fn close(&self) {
        self.news.send_modify(|news| news.gone = true);
    }

    fn announce(&self) {
        self.news.send_modify(|news| news.version += 1);
    }

    async fn lock(&self) -> MutexGuard<'_, Core> {
        *self.used.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        self.core.lock().await
    }

    /// Takes the game out of memory, or off the disk.
    async fn take(&self, core: &mut Core) -> Result<Box<dyn Table>, RequestError> {
        if let Some(table) = core.table.take() {
            return Ok(table);
        }
        let saved = self.storage.game(&self.id).await?.ok_or_else(|| RequestError::NoTable(self.id.clone()))?;
        let log = self.storage.log(&self.id).await?;
        core.entries = i64::try_from(log.len()).unwrap_or(i64::MAX);
        let (shelf, known) = (Arc::clone(&self.shelf), saved.broken.clone());
        let played = apart(move || saved.play_back(&shelf, &log)).await.map_err(|error| error.to_string());
        let (table, why) = match played.and_then(|played| played) {
            Ok(table) => (Ok(table), None),
            Err(why) => (Err(RequestError::Broken(why.clone())), Some(why)),
        };
        if why != known {
            self.storage.write(Write::Broken { game: self.id.clone(), why }).await?;
        }
        table
    }

    /// Looks at the game as it stands on the disk. The second argument of `look` is for [`crate::desk::Desk::view`].
    pub(crate) async fn read<T>(&self, look: impl FnOnce(&dyn Table, &[u32]) -> T) -> Result<T, RequestError> {
        let mut core = self.lock().await;
        let table = self.take(&mut core).await?;
        let seen = look(table.as_ref(), &core.cuts);
        core.table = Some(table);
        Ok(seen)
    }

    /// As [`LiveTable::read`], beside the requests: for questions that take long.
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
        let mut core = self.lock().await;
        let mut table = self.take_for(&mut core, seq, first).await?;
        let (rows, refused) = perform(table.as_mut(), core.entries, seat, actions);
        if rows.is_empty() {
            core.table = Some(table);
        } else {
            self.save(&mut core, table, rows).await.map_err(|error| NotDone::new(first, error.to_string()))?;
        }
        refused.map_or(Ok(()), Err)
    }

    /// Takes the last action back.
    pub(crate) async fn undo(&self, seat: Seat, seq: u32) -> Result<(), NotDone> {
        let mut core = self.lock().await;
        let mut table = self.take_for(&mut core, seq, "undo").await?;
        // When the game is over everything has been seen.
        let undone = if table.to_act().is_none() {
            Err("the game is over".to_owned())
        } else {
            table.undo(seat).map_err(|error| error.to_string())
        };
        if let Err(text) = undone {
            core.table = Some(table);
            return Err(NotDone::new("undo", text));
        }
        let by = table.seats().get(seat.index()).map(|info| info.id.clone()).unwrap_or_default();
        let row = LogRow::undo(core.entries, &by, table.hash());
        let length = table.view(Viewer::Spectator, u32::MAX).log_from;
        core.cuts.push(length);
        self.save(&mut core, table, vec![row]).await.map_err(|error| NotDone::new("undo", error.to_string()))
    }

    async fn take_for(&self, core: &mut Core, seq: u32, action: &str) -> Result<Box<dyn Table>, NotDone> {
        let table = self.take(core).await.map_err(|error| NotDone::new(action, error.to_string()))?;
        if table.seq() == seq {
            return Ok(table);
        }
        core.table = Some(table);
        Err(NotDone { stale: true, ..NotDone::new(action, "the game has gone on since you looked") })
    }

    /// Puts the game back when its new rows are on the disk, and tells everybody.
    async fn save(&self, core: &mut Core, table: Box<dyn Table>, rows: Vec<LogRow>) -> Result<(), RequestError> {
        let count = i64::try_from(rows.len()).unwrap_or(i64::MAX);
        let write = Write::Append { game: self.id.clone(), rows, summary: summary(table.as_ref()) };
        let saved = self.storage.write(write).await;
        if saved.is_ok() {
            core.table = Some(table);
            core.entries += count;
        } else {
            tracing::error!(game = self.id, "an action was not saved and is taken back: {saved:?}");
        }
        self.announce();
        Ok(saved?)
    }

    /// Whether a bot is asked.
    pub(crate) async fn bot_is_asked(&self) -> Result<bool, RequestError> {
        self.read(|table, _| self.bot(table).is_some()).await
    }

    fn bot(&self, table: &dyn Table) -> Option<(Seat, String)> {
        let seat = table.to_act()?;
        let player = self.players.get(seat.index()).filter(|player| *player != "human")?;
        Some((seat, player.clone()))
    }

    /// Lets the bot that is asked do one action.
    pub(crate) async fn bot_acts(&self) -> Result<(), RequestError> {
        let mut core = self.lock().await;
        let table = self.take(&mut core).await?;
        let Some((seat, bot)) = self.bot(table.as_ref()) else {
            core.table = Some(table);
            return Ok(());
        };
        let seed = mix(self.seed, table.seq());
        let thought = apart(move || {
            let mut table = table;
            let action = table.bot_action(&bot, seed).ok_or_else(|| format!("there is no bot \"{bot}\""))?;
            let done = table.act(seat, &action, None).map_err(|error| format!("{bot} wants {action}: {error}"))?;
            Ok((table, done))
        });
        let (table, done) = thought.await?.map_err(|error: String| RequestError::Defect(error))?;
        let row = LogRow::action(core.entries, &done);
        self.save(&mut core, table, vec![row]).await
    }
}

fn perform(table: &mut dyn Table, entries: i64, seat: Seat, actions: &[String]) -> (Vec<LogRow>, Option<NotDone>) {
    let mut rows = Vec::new();
    let matter = table.matter();
    for (entry, action) in (entries..).zip(actions) {
        match table.act(seat, action, None) {
            Ok(done) => rows.push(LogRow::action(entry, &done)),
            Err(error) => {
                take_back(table, seat, &mut rows);
                return (rows, Some(NotDone::refused(action, error)));
            }
        }
        // What cannot be taken back has told the player something, and so has a question: the rest was planned without it.
        if table.to_act() != Some(seat) || !table.can_undo(seat) || table.matter() != matter {
            break;
        }
    }
    (rows, None)
}

/// A list of actions is done whole or not begun: what was done of it could all be taken back.
fn take_back(table: &mut dyn Table, seat: Seat, rows: &mut Vec<LogRow>) {
    while !rows.is_empty() && table.undo(seat).is_ok() {
        rows.pop();
    }
}

/// How a game stands, for the list.
pub(crate) fn summary(table: &dyn Table) -> Summary {
    let scene = table.view(Viewer::Spectator, u32::MAX).scene;
    let fact = || scene.facts.first().map(|fact| format!("{} {}", fact.label, fact.value));
    let standing = scene.outcome.as_ref().map(|outcome| outcome.title.clone()).or_else(fact);
    Summary {
        touched: now(),
        moves: table.seq().into(),
        over: table.to_act().is_none(),
        standing: standing.unwrap_or_default(),
    }
}

fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
}

/// A seed for one decision of a bot: the same game at the same moment gives the same one (SplitMix64).
fn mix(seed: u64, seq: u32) -> u64 {
    let mut z = seed ^ u64::from(seq).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A connection that is there.
pub(crate) struct Presence(Arc<LiveTable>);

impl Drop for Presence {
    fn drop(&mut self) {
        self.0.present.send_modify(|count| *count -= 1);
    }
}
