use sqlx::{Any, AnyPool, Transaction};
use tokio::{
    sync::{mpsc, oneshot},
    task::JoinHandle,
};

use super::{LogRow, SavedGame, StorageError, Summary};

/// How many writes may share one commit.
const TOGETHER: usize = 256;

/// Something to be written, all of it or nothing.
pub(crate) enum Write {
    /// A new game with what was done in it already.
    Create(Box<SavedGame>, Vec<LogRow>),
    /// More was done in a game.
    Append { game: String, rows: Vec<LogRow>, summary: Summary },
    /// The record of a game does not play back, or does again.
    Broken { game: String, why: Option<String> },
    /// Its owner threw a game away.
    Delete { game: String },
}

type Answer = oneshot::Sender<Result<(), StorageError>>;

/// The one task that writes. Writes that come in while it waits for the disk go into the next commit together, so that
/// many tables share the price of one.
pub(super) struct Writer {
    queue: mpsc::Sender<Job>,
}

enum Job {
    Write(Write, Answer),
    Stop,
}

impl Writer {
    pub(super) fn start(pool: AnyPool) -> (Writer, JoinHandle<()>) {
        let (queue, jobs) = mpsc::channel(TOGETHER);
        (Writer { queue }, tokio::spawn(run(pool, jobs)))
    }

    pub(super) async fn write(&self, write: Write) -> Result<(), StorageError> {
        let (answer, done) = oneshot::channel();
        self.queue.send(Job::Write(write, answer)).await.map_err(|_| StorageError::Closed)?;
        done.await.map_err(|_| StorageError::Closed)?
    }

    /// Ends the task after everything that is queued.
    pub(super) async fn stop(&self) {
        let _ = self.queue.send(Job::Stop).await;
    }
}

async fn run(pool: AnyPool, mut jobs: mpsc::Receiver<Job>) {
    let mut waiting = Vec::new();
    while jobs.recv_many(&mut waiting, TOGETHER).await > 0 {
        let mut stop = false;
        let mut batch = Vec::new();
        for job in waiting.drain(..) {
            match job {
                Job::Write(write, answer) => batch.push((write, answer)),
                Job::Stop => stop = true,
            }
        }
        settle(&pool, batch).await;
        if stop {
            return;
        }
    }
}

async fn settle(pool: &AnyPool, batch: Vec<(Write, Answer)>) {
    if batch.len() > 1 && commit(pool, batch.iter().map(|(write, _)| write)).await.is_ok() {
        for (_, answer) in batch {
            let _ = answer.send(Ok(()));
        }
        return;
    }
    // One of them is at fault, or there is only one: each by itself.
    for (write, answer) in batch {
        let _ = answer.send(commit(pool, std::iter::once(&write)).await);
    }
}

async fn commit<'a>(pool: &AnyPool, writes: impl Iterator<Item = &'a Write>) -> Result<(), StorageError> {
    let mut transaction = pool.begin().await?;
    for write in writes {
        perform(&mut transaction, write).await?;
    }
    Ok(transaction.commit().await?)
}

async fn perform(transaction: &mut Transaction<'_, Any>, write: &Write) -> Result<(), sqlx::Error> {
    match write {
        Write::Create(game, rows) => {
            create(transaction, game).await?;
            append(transaction, &game.id, rows).await
        }
        Write::Append { game, rows, summary } => {
            append(transaction, game, rows).await?;
            summarise(transaction, game, summary).await
        }
        Write::Broken { game, why } => {
            let query = sqlx::query("UPDATE games SET broken = $1 WHERE id = $2").bind(why.clone()).bind(game.clone());
            query.execute(&mut **transaction).await.map(|_| ())
        }
        Write::Delete { game } => {
            for delete in ["DELETE FROM log WHERE game = $1", "DELETE FROM games WHERE id = $1"] {
                sqlx::query(delete).bind(game.clone()).execute(&mut **transaction).await?;
            }
            Ok(())
        }
    }
}

async fn create(transaction: &mut Transaction<'_, Any>, game: &SavedGame) -> Result<(), sqlx::Error> {
    let insert = "INSERT INTO games (id, game, scenario, title, seats, seed, keys, start_hash, created, touched, moves, \
                  status, standing, settings) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)";
    let query = sqlx::query(insert)
        .bind(game.id.clone())
        .bind(game.game.clone())
        .bind(game.scenario.clone())
        .bind(game.title.clone())
        .bind(game.seats.clone())
        .bind(game.seed.clone())
        .bind(game.keys.clone())
        .bind(game.start.clone())
        .bind(game.summary.touched)
        .bind(game.summary.touched)
        .bind(game.summary.moves)
        .bind(status(&game.summary))
        .bind(game.summary.standing.clone())
        .bind(game.settings.clone());
    query.execute(&mut **transaction).await.map(|_| ())
}

async fn append(transaction: &mut Transaction<'_, Any>, game: &str, rows: &[LogRow]) -> Result<(), sqlx::Error> {
    let insert = "INSERT INTO log (game, entry, kind, seat, action, dice, hash) VALUES ($1, $2, $3, $4, $5, $6, $7)";
    for row in rows {
        let query = sqlx::query(insert)
            .bind(game.to_owned())
            .bind(row.entry)
            .bind(row.kind.clone())
            .bind(row.seat.clone())
            .bind(row.action.clone())
            .bind(row.dice.clone())
            .bind(row.hash.clone());
        query.execute(&mut **transaction).await?;
    }
    Ok(())
}

async fn summarise(transaction: &mut Transaction<'_, Any>, game: &str, summary: &Summary) -> Result<(), sqlx::Error> {
    let update = "UPDATE games SET touched = $1, moves = $2, status = $3, standing = $4 WHERE id = $5";
    let query = sqlx::query(update)
        .bind(summary.touched)
        .bind(summary.moves)
        .bind(status(summary))
        .bind(summary.standing.clone())
        .bind(game.to_owned());
    query.execute(&mut **transaction).await.map(|_| ())
}

fn status(summary: &Summary) -> &'static str {
    if summary.over { "over" } else { "live" }
}
