use std::path::PathBuf;

use engine::{LookError, OpenError, Problem};
use thiserror::Error;

/// Why a command did not do what it was asked.
#[derive(Debug, Error)]
pub(crate) enum Failure {
    /// Everything has been said already.
    #[error("")]
    Told,
    /// Wrong usage.
    #[error("{0}")]
    Usage(String),
    /// Data files with problems.
    #[error("the content has {} problems", .0.len())]
    Content(Vec<Problem>, Box<content::Files>),
    #[error("{0}")]
    Files(#[from] content::FilesError),
    #[error("{0}")]
    Open(#[from] OpenError),
    #[error("{0}")]
    Look(#[from] LookError),
    #[error("cannot {what} {path}: {error}")]
    File { what: &'static str, path: PathBuf, error: std::io::Error },
    #[error("{0}")]
    Operate(#[from] server::OperateError),
    #[error("{0}")]
    Refused(String),
}

impl Failure {
    pub(crate) fn code(&self) -> u8 {
        match self {
            Failure::Usage(_) | Failure::Look(_) => 2,
            Failure::Open(
                OpenError::NoGame { .. }
                | OpenError::NoScenario { .. }
                | OpenError::NoMap { .. }
                | OpenError::NoPlayer { .. }
                | OpenError::Setting { .. }
                | OpenError::OnlyBots { .. },
            ) => 2,
            _ => 1,
        }
    }
}
