use thiserror::Error;

use crate::{ActError, Line, StateHash};

/// How closely a record is held against the rules when it is played again.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Compare {
    /// It was played under these rules and this content: everything must come out to the bit.
    Fingerprints,
    /// It was played under an older revision, which may have written its states otherwise: the same dice must fall, and
    /// every action must still be legal.
    DiceAndLegality,
}

/// Where a record and the rules part ways.
#[derive(Debug, Error)]
pub enum VerifyError {
    /// The scenario is not the one that was played.
    #[error(
        "the set-up of {game} {scenario} is not the one this game was played with (fingerprint {found}, the file says \
         {expected})"
    )]
    Start {
        /// The ruleset.
        game: String,
        /// The scenario.
        scenario: String,
        /// What the file says.
        expected: StateHash,
        /// What the set-up gives.
        found: StateHash,
    },
    /// The seed gives other dice.
    #[error("action {number}, \"{action}\": the file says the dice fell {found:?}, the seed gives {expected:?}")]
    Dice {
        /// Counted from 1.
        number: usize,
        /// The action.
        action: String,
        /// The rule that throws otherwise, as far as the log tells.
        rule: Option<String>,
        /// What the seed gives.
        expected: Vec<u16>,
        /// What the file says.
        found: Vec<u16>,
    },
    /// The action leads elsewhere.
    #[error("action {number}, \"{action}\": the state afterwards is {found}, the file says {expected}")]
    Hash {
        /// Counted from 1.
        number: usize,
        /// The action.
        action: String,
        /// The rule that comes out otherwise, as far as the log tells.
        rule: Option<String>,
        /// What the file says.
        expected: StateHash,
        /// What the rules give.
        found: StateHash,
    },
    /// Somebody acts who does not sit at this table.
    #[error("action {number}, \"{action}\": there is no side \"{by}\" in this scenario")]
    NoSeat {
        /// Counted from 1.
        number: usize,
        /// The action.
        action: String,
        /// The seat that did it, according to the record.
        by: String,
    },
    /// The action cannot be done.
    #[error("action {number}, \"{action}\": {error}")]
    Action {
        /// Counted from 1.
        number: usize,
        /// The action.
        action: String,
        /// Why.
        error: ActError,
    },
}

impl VerifyError {
    /// The first action that differs, counted from 1.
    pub fn number(&self) -> usize {
        match self {
            VerifyError::Start { .. } => 1,
            VerifyError::Dice { number, .. }
            | VerifyError::Hash { number, .. }
            | VerifyError::NoSeat { number, .. }
            | VerifyError::Action { number, .. } => *number,
        }
    }

    /// The rule that differs, if it can be named.
    pub fn rule(&self) -> Option<&str> {
        match self {
            VerifyError::Dice { rule, .. } | VerifyError::Hash { rule, .. } => rule.as_deref(),
            VerifyError::Action { error: ActError::Refused(refusal), .. } => Some(refusal.rule.0),
            VerifyError::Start { .. } | VerifyError::NoSeat { .. } | VerifyError::Action { .. } => None,
        }
    }
}

/// The rule of the first line that was written otherwise, or of the last one if all are the same. Nothing if no lines
/// were recorded.
pub(crate) fn differing_rule(recorded: &[Line], written: &[Line]) -> Option<String> {
    if recorded.is_empty() {
        return None;
    }
    let other = written.iter().zip(recorded).find(|(written, recorded)| written != recorded);
    let longer = || written.get(recorded.len()).or_else(|| recorded.get(written.len()));
    let first = other.map(|(written, _)| written).or_else(longer).or(written.last());
    first.map(|line| line.rule.clone())
}
