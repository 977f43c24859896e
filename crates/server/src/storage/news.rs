//! What processes that share the games tell each other. PostgreSQL carries it: a notice is part of the transaction that
//! it is about, so it comes when the rows are there, and not at all if they never are.

use sqlx::AnyConnection;
#[cfg(feature = "club")]
use sqlx::postgres::PgListener;
use tokio::{sync::mpsc, task::JoinHandle};

use super::{StorageError, Write};

/// The name under which notices are sent.
const CHANNEL: &str = "opfire";
/// A notice of PostgreSQL has less than 8000 bytes; names of games have ten.
const AT_ONCE: usize = 400;
/// How long to wait before the database is called again.
#[cfg(feature = "club")]
const PAUSE: std::time::Duration = std::time::Duration::from_millis(500);

/// What another process has done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Heard {
    /// Something was done in this game, or taken back.
    Done(String),
    /// Something else about it is new: who has accepted its terms, which action waits for dice, who sits where, that
    /// somebody has resigned.
    Changed(String),
    /// Somebody at it has said something.
    Said(String),
    /// It was thrown away.
    Gone(String),
    /// It is over, and the next one is played in its place.
    Next(String),
    /// Nobody knows: we were cut off for a while, or an operator has changed something that is no game's own.
    Perhaps,
}

impl Heard {
    fn word(&self) -> String {
        match self {
            Heard::Done(game) => format!("+{game}"),
            Heard::Changed(game) => format!("~{game}"),
            Heard::Said(game) => format!("\"{game}"),
            Heard::Gone(game) => format!("-{game}"),
            Heard::Next(game) => format!(">{game}"),
            Heard::Perhaps => "?".to_owned(),
        }
    }

    #[cfg_attr(not(feature = "club"), allow(dead_code, reason = "only PostgreSQL carries notices"))]
    fn read(word: &str) -> Option<Heard> {
        let (kind, game) = word.split_at_checked(1)?;
        match kind {
            "+" => Some(Heard::Done(game.to_owned())),
            "~" => Some(Heard::Changed(game.to_owned())),
            "\"" => Some(Heard::Said(game.to_owned())),
            "-" => Some(Heard::Gone(game.to_owned())),
            ">" => Some(Heard::Next(game.to_owned())),
            "?" => Some(Heard::Perhaps),
            // A newer version may have news that we know nothing of.
            _ => None,
        }
    }
}

/// Tells the others, in the transaction that `connection` is in.
pub(super) async fn tell(connection: &mut AnyConnection, process: &str, writes: &[&Write]) -> Result<(), sqlx::Error> {
    let news: Vec<Heard> = writes.iter().filter_map(|write| write.news()).collect();
    send(connection, process, &news).await
}

/// Sends news to the others, in the transaction that `connection` is in.
pub(super) async fn send(connection: &mut AnyConnection, process: &str, news: &[Heard]) -> Result<(), sqlx::Error> {
    let words: Vec<String> = news.iter().map(Heard::word).collect();
    for words in words.chunks(AT_ONCE) {
        let notice = format!("{process} {}", words.join(" "));
        // The function's result has no type that every database knows.
        let notify = sqlx::query("SELECT CAST(pg_notify($1, $2) AS TEXT)").bind(CHANNEL).bind(notice);
        notify.execute(&mut *connection).await?;
    }
    Ok(())
}

/// Listens to the other processes until it is aborted.
#[cfg(feature = "club")]
pub(super) async fn listen(
    address: &str,
    process: String,
) -> Result<(mpsc::UnboundedReceiver<Heard>, JoinHandle<()>), StorageError> {
    let mut listener = PgListener::connect(address).await?;
    listener.listen(CHANNEL).await?;
    let (tell, heard) = mpsc::unbounded_channel();
    let task = tokio::spawn(async move {
        loop {
            let words = match listener.try_recv().await {
                Ok(Some(notice)) => others(&process, notice.payload()),
                Ok(None) => vec![Heard::Perhaps],
                Err(error) => {
                    tracing::error!("the other processes cannot be heard at the moment: {error}");
                    tokio::time::sleep(PAUSE).await;
                    vec![Heard::Perhaps]
                }
            };
            if words.into_iter().any(|word| tell.send(word).is_err()) {
                return;
            }
        }
    });
    Ok((heard, task))
}

/// Only PostgreSQL is shared.
#[cfg(not(feature = "club"))]
pub(super) async fn listen(
    _address: &str,
    _process: String,
) -> Result<(mpsc::UnboundedReceiver<Heard>, JoinHandle<()>), StorageError> {
    Err(sqlx::Error::Configuration(crate::club::lacks("PostgreSQL").into()).into())
}

/// What a notice says, unless it is our own.
#[cfg_attr(not(feature = "club"), allow(dead_code, reason = "only PostgreSQL carries notices"))]
fn others(process: &str, notice: &str) -> Vec<Heard> {
    match notice.split_once(' ') {
        Some((from, words)) if from != process => words.split(' ').filter_map(Heard::read).collect(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Heard, others};

    #[test]
    fn a_notice_is_read_as_it_was_written_and_never_by_its_writer() {
        let news = [
            Heard::Done("abc".into()),
            Heard::Changed("def".into()),
            Heard::Said("abc".into()),
            Heard::Gone("ghi".into()),
            Heard::Next("abc".into()),
            Heard::Perhaps,
        ];
        let words: Vec<_> = news.iter().map(Heard::word).collect();
        let notice = format!("me {}", words.join(" "));
        assert_eq!(others("you", &notice), news);
        assert_eq!(others("me", &notice), []);
        assert_eq!(
            others("you", "me !new +abc"),
            [Heard::Done("abc".into())],
            "what a newer version says is passed over"
        );
        assert_eq!(others("you", ""), []);
    }
}
