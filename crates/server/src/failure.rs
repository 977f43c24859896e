use axum::{
    Json,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use engine::{GameFileError, LookError, OpenError};
use thiserror::Error;

use crate::{StorageError, protocol::Failure};

/// Why a request failed.
#[derive(Debug, Error)]
pub enum RequestError {
    /// The request itself is wrong.
    #[error("{0}")]
    Malformed(String),
    /// Too many bytes.
    #[error("that is too much: at most {} kB are taken here", .0 / 1024)]
    TooLarge(usize),
    /// Not for this caller.
    #[error("{0}")]
    Forbidden(&'static str),
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
            RequestError::NoRoute(_) | RequestError::NoTable(_) => StatusCode::NOT_FOUND,
            RequestError::Open(OpenError::NoGame { .. } | OpenError::NoScenario { .. } | OpenError::NoMap { .. }) => {
                StatusCode::NOT_FOUND
            }
            RequestError::Open(_) | RequestError::File(_) => StatusCode::UNPROCESSABLE_ENTITY,
            RequestError::Broken(_) => StatusCode::CONFLICT,
            RequestError::Storage(_) | RequestError::Defect(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl IntoResponse for RequestError {
    fn into_response(self) -> Response {
        let status = self.status();
        if status.is_server_error() {
            tracing::error!("{self}");
        }
        (status, Json(Failure { error: self.to_string() })).into_response()
    }
}

impl From<getrandom::Error> for RequestError {
    fn from(error: getrandom::Error) -> Self {
        RequestError::Defect(format!("the system gives no random numbers: {error}"))
    }
}

/// Runs something that takes long, or might panic, beside the requests.
pub(crate) async fn apart<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, RequestError> {
    tokio::task::spawn_blocking(work).await.map_err(|error| RequestError::Defect(error.to_string()))
}
