use std::{
    collections::{BTreeMap, VecDeque},
    sync::Arc,
    time::{Duration, Instant},
};

use engine::Printing;
use tokio::{
    sync::{mpsc, oneshot},
    task::JoinHandle,
    time::sleep,
};

use crate::operator::meters::meters;

use super::{
    Heard, LogRow, PeopleWrite, PlaceWrite, Rematch, Renewal, SavedGame, StorageError, Summary, Unsaved,
    pen::{FailedAt, Fault, Pen},
};

/// How many writes may share one commit.
const TOGETHER: usize = 256;
/// How many rows of a long game are written at a time. In between come the writes of others.
const PORTION: usize = 256;
/// How often a write is tried before it is given up. After every failure the connection is a new one.
const TRIES: u32 = 3;
/// How long to wait before the next try: a database that is being started again is there in a moment.
const PAUSE: Duration = Duration::from_millis(100);

/// Something to write, all or nothing.
pub(crate) enum Write {
    /// A new game with the actions already done in it.
    Create(Box<SavedGame>, Vec<LogRow>),
    /// The first portion of a new game. Nobody sees it before its last portion, an `Append`, is there.
    Begin(Box<SavedGame>, Vec<LogRow>),
    /// A portion of a new game that is neither the first nor the last.
    More { game: String, rows: Vec<LogRow> },
    /// More was done in a game.
    Append { game: String, rows: Vec<LogRow>, summary: Summary },
    /// The record of a game does not play back, or does again.
    Broken { game: String, why: Option<String> },
    /// The record of a game and the rules part ways, or do no longer.
    Differs { game: String, why: Option<String> },
    /// The seats whose players have accepted typed dice, as JSON, and those that had before.
    Accepted { game: String, seats: String, before: Option<String> },
    /// The action that waits for dice, as JSON, after so many others, and the one that waited before.
    Declared { game: String, held: Option<String>, moves: i64, before: Option<String> },
    /// The content that games of this ruleset are begun with.
    Content { game: String, printing: Arc<Printing> },
    /// A game continues under a new revision.
    Renew { game: String, renewal: Renewal },
    /// Its owner threw a game away.
    Delete { game: String },
    /// The next game begins in the place of one that is over.
    Rematch(Box<Rematch>),
    /// Somebody sits down or has to go, or the players agree to throw their game away.
    Places(Box<PlaceWrite>),
    /// About people: clocks, talk, accounts.
    People(PeopleWrite),
}

impl Write {
    fn game(&self) -> &str {
        match self {
            Write::Create(game, _) | Write::Begin(game, _) => &game.id,
            Write::More { game, .. }
            | Write::Append { game, .. }
            | Write::Broken { game, .. }
            | Write::Differs { game, .. }
            | Write::Accepted { game, .. }
            | Write::Declared { game, .. }
            | Write::Content { game, .. }
            | Write::Renew { game, .. }
            | Write::Delete { game } => game,
            Write::Rematch(next) => &next.saved.id,
            Write::People(write) => write.game(),
            Write::Places(write) => &write.game,
        }
    }

    /// Whether a game that is there changes by it. A new game that is not saved does not exist, as its maker is told;
    /// that one is broken is found again when it is next opened.
    fn is_play(&self) -> bool {
        match self {
            Write::Append { .. } | Write::Delete { .. } => true,
            Write::Create(..)
            | Write::Begin(..)
            | Write::More { .. }
            | Write::Broken { .. }
            | Write::Differs { .. }
            | Write::Accepted { .. }
            | Write::Declared { .. }
            | Write::Content { .. }
            | Write::Renew { .. }
            | Write::Rematch(_)
            | Write::Places(_)
            | Write::People(_) => false,
        }
    }

    /// What other processes must know of it. Of a new game they hear when somebody asks for it.
    pub(super) fn news(&self) -> Option<Heard> {
        match self {
            Write::Append { game, .. } => Some(Heard::Done(game.clone())),
            Write::Accepted { game, .. } | Write::Declared { game, .. } => Some(Heard::Changed(game.clone())),
            Write::Delete { game } => Some(Heard::Gone(game.clone())),
            Write::Rematch(next) => Some(Heard::Next(next.saved.id.clone())),
            // Of keys that become hashes nobody needs to hear.
            Write::People(write) => write.news(),
            Write::Places(write) => Some(Heard::Changed(write.game.clone())).filter(|_| !write.game.is_empty()),
            Write::Create(..)
            | Write::Begin(..)
            | Write::More { .. }
            | Write::Broken { .. }
            | Write::Differs { .. }
            | Write::Content { .. }
            | Write::Renew { .. } => None,
        }
    }

    /// A long new game in portions, all else in one piece.
    fn portions(self) -> VecDeque<Write> {
        match self {
            Write::Create(game, rows) if rows.len() > PORTION => split(game, rows),
            write => [write].into(),
        }
    }
}

fn split(game: Box<SavedGame>, mut rows: Vec<LogRow>) -> VecDeque<Write> {
    let (id, summary) = (game.id.clone(), game.summary.clone());
    let mut rest = rows.split_off(PORTION);
    let mut portions = VecDeque::from([Write::Begin(game, rows)]);
    while rest.len() > PORTION {
        let after = rest.split_off(PORTION);
        portions.push_back(Write::More { game: id.clone(), rows: rest });
        rest = after;
    }
    portions.push_back(Write::Append { game: id, rows: rest, summary });
    portions
}

type Answer = oneshot::Sender<Result<(), StorageError>>;

/// The one task that writes. Writes that come in while it waits for the disk go into the next commit together, so that
/// many tables share the price of one.
#[derive(Clone)]
pub(super) struct Writer {
    queue: mpsc::Sender<Job>,
}

enum Job {
    Write(Write, Answer),
    /// Asks whether another process has written.
    Look(oneshot::Sender<bool>),
    Stop,
}

impl Writer {
    pub(super) fn start(pen: Pen) -> (Writer, JoinHandle<Result<(), Unsaved>>) {
        let (queue, jobs) = mpsc::channel(TOGETHER);
        let desk = WritingDesk { pen, long: VecDeque::new(), unsaved: BTreeMap::new() };
        (Writer { queue }, tokio::spawn(desk.run(jobs)))
    }

    pub(super) async fn write(&self, write: Write) -> Result<(), StorageError> {
        let (answer, done) = oneshot::channel();
        self.queue.send(Job::Write(write, answer)).await.map_err(|_| StorageError::Closed)?;
        done.await.map_err(|_| StorageError::Closed)?
    }

    /// Whether another process has written into a SQLite file since this was last asked.
    pub(super) async fn others_wrote(&self) -> Result<bool, StorageError> {
        let (answer, seen) = oneshot::channel();
        self.queue.send(Job::Look(answer)).await.map_err(|_| StorageError::Closed)?;
        seen.await.map_err(|_| StorageError::Closed)
    }

    /// Ends the task after everything that is queued.
    pub(super) async fn stop(&self) {
        let _ = self.queue.send(Job::Stop).await;
    }
}

/// A write, and the caller who waits for it.
struct Waiting {
    portions: VecDeque<Write>,
    /// Whether a portion is on the disk already.
    begun: bool,
    answer: Option<Answer>,
    tries: u32,
    /// Whether a commit failed of which nobody knows how it ended.
    unknown: bool,
}

impl Waiting {
    fn new(write: Write, answer: Option<Answer>) -> Waiting {
        Waiting { portions: write.portions(), begun: false, answer, tries: 0, unknown: false }
    }

    fn game(&self) -> &str {
        self.portions.front().map_or("", Write::game)
    }

    fn answer(&mut self, answer: Result<(), StorageError>) {
        // The caller may have gone.
        let _ = self.answer.take().map(|waiting| waiting.send(answer));
    }
}

struct WritingDesk {
    pen: Pen,
    /// Long games of which something is still to be written.
    long: VecDeque<Waiting>,
    /// Games whose last write failed, with the reason.
    unsaved: BTreeMap<String, String>,
}

impl WritingDesk {
    async fn run(mut self, mut jobs: mpsc::Receiver<Job>) -> Result<(), Unsaved> {
        let (mut arrived, mut looks) = (Vec::new(), Vec::new());
        let mut stop = false;
        while !(stop && self.long.is_empty()) {
            if self.long.is_empty() && jobs.recv_many(&mut arrived, TOGETHER).await == 0 {
                break;
            }
            // One portion of one long game goes with what the others have.
            let mut batch: Vec<Waiting> = self.long.pop_front().into_iter().collect();
            while arrived.len() < TOGETHER
                && let Ok(job) = jobs.try_recv()
            {
                arrived.push(job);
            }
            for job in arrived.drain(..) {
                match job {
                    Job::Write(write, answer) => batch.push(Waiting::new(write, Some(answer))),
                    Job::Look(answer) => looks.push(answer),
                    Job::Stop => stop = true,
                }
            }
            self.settle(batch).await;
            for answer in looks.drain(..) {
                // Whoever asked may have gone.
                let _ = answer.send(self.pen.others_wrote().await);
            }
        }
        self.end().await
    }

    /// Tries until everything is either on the disk or given up.
    async fn settle(&mut self, mut batch: Vec<Waiting>) {
        while !batch.is_empty() {
            if let Err(fault) = self.attempt(&mut batch).await {
                let met = matches!(fault.place, FailedAt::At(_)) && fault.error.verdict().is_some();
                if met {
                    // Another process was quicker, or has thrown the game away: nothing has failed.
                    tracing::debug!("a write has met what another process wrote ({:?}): {}", fault.place, fault.error);
                } else {
                    meters().writes_failed.inc();
                    tracing::error!("writing saved games failed ({:?}): {}", fault.place, fault.error);
                }
                if fault.place == FailedAt::Commit {
                    batch.iter_mut().for_each(|waiting| waiting.unknown = true);
                    // If it cannot be found out now, it can before the next try.
                    let _ = self.find_out(&mut batch).await;
                }
                if let FailedAt::At(place) = fault.place
                    && let Some(verdict) = fault.error.verdict()
                    && let Ok(ours) = self.is_ours(&batch[place]).await
                {
                    self.concede(batch.remove(place), ours, verdict);
                    continue;
                }
                batch = self.blame(batch, &fault);
                if !batch.is_empty() {
                    sleep(PAUSE).await;
                }
            }
        }
    }

    /// Writes the next portion of all of them in one transaction.
    async fn attempt(&mut self, batch: &mut Vec<Waiting>) -> Result<(), Fault> {
        self.find_out(batch).await.map_err(|error| Fault { place: FailedAt::Begin, error })?;
        // Two processes that write the same games wait for each other in one order, and not crosswise for ever.
        batch.sort_by(|one, other| one.game().cmp(other.game()));
        let writes: Vec<&Write> = batch.iter().filter_map(|waiting| waiting.portions.front()).collect();
        let since = Instant::now();
        self.pen.commit(&writes).await?;
        meters().committed(writes.len(), since);
        for waiting in batch.drain(..) {
            self.written(waiting);
        }
        Ok(())
    }

    /// Whether a write that met what is there has met itself: a commit whose answer was lost may come to pass after we
    /// have looked for it.
    async fn is_ours(&mut self, waiting: &Waiting) -> Result<bool, StorageError> {
        match waiting.portions.front() {
            Some(write) => self.pen.is_done(write).await,
            None => Ok(false),
        }
    }

    /// Ends a write that another process was quicker than, and that no second try can mend.
    fn concede(&mut self, mut waiting: Waiting, ours: bool, verdict: StorageError) {
        if ours {
            self.written(waiting);
        } else {
            waiting.answer(Err(verdict));
        }
    }

    /// Takes those out of the batch that are on the disk though their commit failed.
    async fn find_out(&mut self, batch: &mut Vec<Waiting>) -> Result<(), StorageError> {
        for place in (0..batch.len()).rev() {
            let waiting = &mut batch[place];
            if let Some(write) = waiting.portions.front().filter(|_| waiting.unknown) {
                let done = self.pen.is_done(write).await?;
                waiting.unknown = false;
                if done {
                    let waiting = batch.remove(place);
                    self.written(waiting);
                }
            }
        }
        Ok(())
    }

    fn written(&mut self, mut waiting: Waiting) {
        let Some(done) = waiting.portions.pop_front() else { return };
        if done.is_play() {
            self.unsaved.remove(done.game());
        }
        if waiting.portions.is_empty() {
            waiting.answer(Ok(()));
        } else {
            (waiting.begun, waiting.tries) = (true, 0);
            self.long.push_back(waiting);
        }
    }

    /// Gives up writes that have failed too often, and returns those to try again.
    fn blame(&mut self, batch: Vec<Waiting>, fault: &Fault) -> Vec<Waiting> {
        let mut again = Vec::new();
        for (place, mut waiting) in batch.into_iter().enumerate() {
            waiting.tries += u32::from(fault.place.concerns(place));
            if waiting.tries < TRIES {
                again.push(waiting);
            } else {
                self.give_up(waiting, &fault.error);
            }
        }
        again
    }

    fn give_up(&mut self, mut waiting: Waiting, error: &StorageError) {
        let why = error.reason();
        let Some(write) = waiting.portions.front() else { return };
        let game = write.game().to_owned();
        if waiting.begun {
            // A game that is only begun is of no use. If it cannot be removed now, it is at the next start.
            self.long.push_back(Waiting::new(Write::Delete { game }, None));
        } else if write.is_play() && waiting.answer.is_some() {
            self.unsaved.insert(game, why.clone());
        }
        let failed = if waiting.unknown { StorageError::Unknown(why) } else { StorageError::NotWritten(why) };
        waiting.answer(Err(failed));
    }

    async fn end(mut self) -> Result<(), Unsaved> {
        let proved = self.pen.prove().await;
        self.pen.close().await;
        let disk = proved.err().map(|error| error.to_string());
        if disk.is_none() && self.unsaved.is_empty() { Ok(()) } else { Err(Unsaved { disk, games: self.unsaved }) }
    }
}
