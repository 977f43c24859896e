use std::time::{Duration, Instant};

use axum::{
    Json,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use engine::{AskError, GameFileError, LookError, OpenError};
use steward::Unwritten;
use thiserror::Error;

use crate::{StorageError, door::limits::purse::Payer, operator::meters::meters, protocol::Failure};

/// Why a request failed.
#[derive(Debug, Error)]
pub enum RequestError {
    /// The request itself is wrong.
    #[error("{0}")]
    Malformed(String),
    /// The request can be read but makes no sense.
    #[error("{0}")]
    Unprocessable(String),
    /// A game whose attacks cannot be asked about.
    #[error("{0} has no attacks that can be asked about")]
    NoAid(String),
    /// Too many bytes.
    #[error("that is too much: at most {} kB are taken here", .0 / 1024)]
    TooLarge(usize),
    /// Not for this caller.
    #[error("{0}")]
    Forbidden(&'static str),
    /// Somebody else was quicker.
    #[error("{0}")]
    Conflict(&'static str),
    /// No such address.
    #[error("there is nothing at {0}")]
    NoRoute(String),
    /// No such table.
    #[error("there is no saved game \"{0}\"")]
    NoTable(String),
    /// The game cannot be opened.
    #[error("{0}")]
    Open(#[from] OpenError),
    /// A question about sight that cannot be answered.
    #[error("{0}")]
    Look(#[from] LookError),
    /// Not a game file.
    #[error("{0}")]
    File(#[from] GameFileError),
    /// The saved game does not come out as recorded.
    #[error("this saved game cannot be played on, and nothing of it was changed: {0}")]
    Broken(String),
    /// The body of a request came too slowly.
    #[error("the request did not arrive in time")]
    TooSlow,
    /// The machine has enough to do.
    #[error("{0}: try again in a few seconds")]
    Busy(&'static str),
    /// Somebody has enough connections.
    #[error("there are {0} connections from your address already, and that is the limit: close some and try again")]
    Crowded(u64),
    /// Somebody has made enough games for now.
    #[error("{most} games an hour can be made from one address: try again in {}", in_words(*.wait))]
    TooManyGames {
        /// The limit.
        most: u64,
        /// How long until the next attempt may succeed.
        wait: Duration,
    },
    /// Somebody has enough games.
    #[error("{0} open games of one day are the limit for one address: end or throw away some, or try again tomorrow")]
    TooManyOpen(u64),
    /// There is no room for more games.
    #[error("this server has no room for more games: {0}")]
    Full(&'static str),
    /// A game with more actions than are kept.
    #[error(
        "a game has {0} actions at most on this server, those taken back included, and this one would have more: \
         it can be looked at, but not played on"
    )]
    TooLong(u64),
    /// More was chosen at the set-up than is kept.
    #[error("what is chosen for a game, a platoon's text included, may have {0} bytes at most, and this has more")]
    SettingsTooLarge(u64),
    /// Something was done often enough for now.
    #[error("{most} {what} in an hour: try again in {}", in_words(*.wait))]
    TooOften {
        /// The limit.
        most: u64,
        /// Of what.
        what: &'static str,
        /// How long until the next attempt may succeed.
        wait: Duration,
    },
    /// Somebody has had as much worked out as he may for now.
    #[error("your address or connection has asked for more than its share of work: try again in {}", in_words(whole(*.0)))]
    Spent(Duration),
    /// Somebody has to log in first, or has failed to.
    #[error("{0}")]
    LoggedOut(&'static str),
    /// Reading or writing failed.
    #[error("{0}")]
    Storage(#[from] StorageError),
    /// A defect of ours.
    #[error("the program has made a mistake: {0}")]
    Defect(String),
}

impl RequestError {
    fn status(&self) -> StatusCode {
        match self {
            RequestError::Malformed(_) | RequestError::Look(_) => StatusCode::BAD_REQUEST,
            RequestError::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            RequestError::Forbidden(_) => StatusCode::FORBIDDEN,
            RequestError::Unprocessable(_) => StatusCode::UNPROCESSABLE_ENTITY,
            RequestError::NoRoute(_) | RequestError::NoTable(_) | RequestError::NoAid(_) => StatusCode::NOT_FOUND,
            RequestError::Open(OpenError::NoGame { .. } | OpenError::NoScenario { .. } | OpenError::NoMap { .. }) => {
                StatusCode::NOT_FOUND
            }
            RequestError::Open(OpenError::Newer { .. }) => StatusCode::CONFLICT,
            RequestError::Open(_) | RequestError::File(_) => StatusCode::UNPROCESSABLE_ENTITY,
            RequestError::Broken(_) | RequestError::Conflict(_) => StatusCode::CONFLICT,
            RequestError::TooSlow => StatusCode::REQUEST_TIMEOUT,
            RequestError::Busy(_) => StatusCode::SERVICE_UNAVAILABLE,
            RequestError::Crowded(_) | RequestError::TooManyGames { .. } | RequestError::TooManyOpen(_) => {
                StatusCode::TOO_MANY_REQUESTS
            }
            RequestError::TooOften { .. } | RequestError::Spent(_) => StatusCode::TOO_MANY_REQUESTS,
            RequestError::LoggedOut(_) => StatusCode::UNAUTHORIZED,
            RequestError::Full(_) => StatusCode::INSUFFICIENT_STORAGE,
            RequestError::TooLong(_) | RequestError::SettingsTooLarge(_) => StatusCode::UNPROCESSABLE_ENTITY,
            // Somebody else was quicker: nothing has failed.
            RequestError::Storage(StorageError::Gone) => StatusCode::NOT_FOUND,
            RequestError::Storage(StorageError::Overtaken) => StatusCode::CONFLICT,
            RequestError::Storage(_) | RequestError::Defect(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// After how many seconds it may be tried again.
    pub(crate) fn retry_after(&self) -> Option<u64> {
        match self {
            RequestError::Busy(_) | RequestError::Crowded(_) => Some(5),
            RequestError::TooManyGames { wait, .. } | RequestError::TooOften { wait, .. } => {
                Some(wait.as_secs().max(1))
            }
            RequestError::Spent(wait) => Some(seconds(*wait)),
            RequestError::TooManyOpen(_) => Some(24 * 3600),
            RequestError::Full(_) => Some(3600),
            _ => None,
        }
    }
}

/// Whole seconds, after which the time is over.
pub(crate) fn seconds(time: Duration) -> u64 {
    time.as_secs() + u64::from(time.subsec_nanos() > 0)
}

fn whole(time: Duration) -> Duration {
    Duration::from_secs(seconds(time))
}

fn in_words(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 0..100 => format!("{} seconds", seconds.max(1)),
        seconds => format!("{} minutes", seconds.div_ceil(60)),
    }
}

impl IntoResponse for RequestError {
    fn into_response(self) -> Response {
        self.answer()
    }
}

impl RequestError {
    pub(crate) fn answer(&self) -> Response {
        let status = self.status();
        if status == StatusCode::INTERNAL_SERVER_ERROR {
            meters().error(if matches!(self, RequestError::Storage(_)) { "storage" } else { "defect" });
            tracing::error!("{self}");
        }
        let mut response = (status, Json(Failure { error: self.to_string() })).into_response();
        if let Some(seconds) = self.retry_after() {
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        response
    }
}

impl From<AskError> for RequestError {
    fn from(error: AskError) -> Self {
        RequestError::Unprocessable(error.to_string())
    }
}

impl From<Unwritten> for RequestError {
    fn from(error: Unwritten) -> Self {
        RequestError::Defect(error.to_string())
    }
}

impl From<getrandom::Error> for RequestError {
    fn from(error: getrandom::Error) -> Self {
        RequestError::Defect(format!("the system gives no random numbers: {error}"))
    }
}

/// Runs something that takes long, or might panic, beside the requests. Whoever asks for it pays, even if he does not
/// wait for the answer.
pub(crate) async fn apart<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, RequestError> {
    let payer = Payer::now();
    let work = move || {
        let since = Instant::now();
        let done = work();
        payer.inspect(|payer| payer.spend(since.elapsed()));
        done
    };
    tokio::task::spawn_blocking(work).await.map_err(|error| RequestError::Defect(error.to_string()))
}

#[cfg(test)]
mod tests {
    use std::{
        sync::Arc,
        thread,
        time::{Duration, Instant},
    };

    use tokio::time::{sleep, timeout};

    use super::apart;
    use crate::door::limits::purse::{Payer, Purse};

    #[tokio::test]
    async fn who_goes_away_pays_all_the_same() {
        let purse = || Arc::new(Purse::new(1, Instant::now()));
        let payer = Payer { address: purse(), connection: purse() };
        let work = payer.clone().pays(apart(|| thread::sleep(Duration::from_millis(50))));
        assert!(timeout(Duration::from_millis(1), work).await.is_err(), "he does not wait for it");
        while payer.wait().is_zero() {
            sleep(Duration::from_millis(5)).await;
        }
        assert!(!payer.address.is_full(Instant::now()) && !payer.connection.is_full(Instant::now()));
    }
}
