use engine::{AskError, GameFileError, LookError, OpenError, Problem};
use steward::{NoBranch, SightError, Unwritten};
use thiserror::Error;

/// Why a request failed: with the same numbers as over HTTP, so that the client understands them.
#[derive(Debug, Error)]
#[error("{error}")]
pub(crate) struct Failed {
    pub(crate) status: u16,
    pub(crate) error: String,
}

impl Failed {
    fn new(status: u16, error: impl ToString) -> Failed {
        Failed { status, error: error.to_string() }
    }

    /// The request cannot be read.
    pub(crate) fn malformed(error: impl ToString) -> Failed {
        Failed::new(400, error)
    }

    /// The request can be read but makes no sense.
    pub(crate) fn unprocessable(error: impl ToString) -> Failed {
        Failed::new(422, error)
    }

    /// Not for whoever asks.
    pub(crate) fn forbidden(error: impl ToString) -> Failed {
        Failed::new(403, error)
    }

    /// There is no such thing.
    pub(crate) fn missing(error: impl ToString) -> Failed {
        Failed::new(404, error)
    }

    /// A saved game that cannot be read.
    pub(crate) fn broken(why: &str) -> Failed {
        Failed::new(409, format!("this saved game cannot be played on, and nothing of it was changed: {why}"))
    }

    /// A defect of ours.
    pub(crate) fn defect(error: impl ToString) -> Failed {
        Failed::new(500, format!("the program has made a mistake: {}", error.to_string()))
    }

    /// There is no such table.
    pub(crate) fn no_table(id: &str) -> Failed {
        Failed::missing(format!("there is no saved game \"{id}\""))
    }

    /// Content that cannot be read is a defect of ours: it is tested.
    pub(crate) fn content(problems: &[Problem]) -> Failed {
        Failed::defect(problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))
    }
}

impl From<OpenError> for Failed {
    fn from(error: OpenError) -> Failed {
        let status = match error {
            OpenError::NoGame { .. } | OpenError::NoScenario { .. } | OpenError::NoMap { .. } => 404,
            OpenError::Newer { .. } => 409,
            _ => 422,
        };
        Failed::new(status, error)
    }
}

impl From<GameFileError> for Failed {
    fn from(error: GameFileError) -> Failed {
        Failed::unprocessable(error)
    }
}

impl From<AskError> for Failed {
    fn from(error: AskError) -> Failed {
        Failed::unprocessable(error)
    }
}

impl From<LookError> for Failed {
    fn from(error: LookError) -> Failed {
        Failed::malformed(error)
    }
}

impl From<SightError> for Failed {
    fn from(error: SightError) -> Failed {
        match error {
            SightError::Unread(why) => Failed::malformed(why),
            SightError::Look(error) => error.into(),
        }
    }
}

impl From<NoBranch> for Failed {
    fn from(no: NoBranch) -> Failed {
        match no {
            NoBranch::Secret(why) => Failed::forbidden(why),
            NoBranch::TooLate(..) | NoBranch::Over => Failed::unprocessable(no),
        }
    }
}

impl From<Unwritten> for Failed {
    fn from(error: Unwritten) -> Failed {
        Failed::defect(error)
    }
}

impl From<serde_json::Error> for Failed {
    fn from(error: serde_json::Error) -> Failed {
        Failed::defect(error)
    }
}
