use serde::Serialize;
use thiserror::Error;
use ts_rs::TS;

use crate::RuleId;

/// A ruleset's own, typed reason for a refusal.
pub trait Cited: std::error::Error {
    /// The rule that forbids the action.
    fn rule(&self) -> RuleId;
    /// A stable name for this kind of refusal, for programs.
    fn code(&self) -> &'static str;
}

/// Why an action was refused, in a form that can leave the ruleset.
#[derive(Clone, Debug, PartialEq, Eq, Error, Serialize, TS)]
#[error("{text} ({rule})")]
#[ts(export)]
pub struct Refusal {
    /// The rule that forbids it.
    pub rule: RuleId,
    /// A stable name for this kind of refusal.
    pub code: &'static str,
    /// What is wrong, for players.
    pub text: String,
}

impl<E: Cited> From<&E> for Refusal {
    fn from(error: &E) -> Refusal {
        Refusal { rule: error.rule(), code: error.code(), text: error.to_string() }
    }
}
