use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, de::Error};
use ts_rs::TS;

/// The id of a rule, as in `FD-3`: in code, refusals, log lines, docs and tests.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, TS)]
#[ts(export, type = "string")]
pub struct RuleId(pub &'static str);

impl fmt::Display for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// Where a rule, table or number comes from.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export)]
pub enum Provenance {
    /// A source prints it.
    Printed,
    /// It follows from printed facts.
    Derived,
    /// The source lacks it and we designed it.
    Ours,
}

impl fmt::Display for Provenance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Provenance::Printed => "printed",
            Provenance::Derived => "derived",
            Provenance::Ours => "ours",
        })
    }
}

/// Reads a number of a table: plain, so that the provenance of the table holds for it, or with its own, as in `{ ours =
/// 1 }`.
///
/// # Errors
/// If it is neither.
pub fn figure<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<T, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Written<T> {
        Plain(T),
        Marked(Marked<T>),
    }
    #[derive(Deserialize)]
    #[serde(rename_all = "kebab-case")]
    enum Marked<T> {
        Printed(T),
        Derived(T),
        Ours(T),
    }
    match Written::deserialize(deserializer) {
        Ok(Written::Plain(number)) => Ok(number),
        Ok(Written::Marked(Marked::Printed(number) | Marked::Derived(number) | Marked::Ours(number))) => Ok(number),
        Err(_) => Err(D::Error::custom("this is a number, or one with a provenance of its own, as in { ours = 1 }")),
    }
}

/// One line of a ruleset's list of rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct RuleEntry {
    /// `FD-3`.
    pub id: String,
    /// What players call it.
    pub title: String,
    /// The section that prints it, or what it was derived from.
    pub source: String,
    /// Printed, derived or ours.
    pub provenance: Provenance,
    /// Our own explanation, one paragraph.
    pub text: String,
    /// Why there is nothing to enforce, where the section only tells or recommends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub narrative: Option<String>,
    /// The rules that together cover it, if the section is a heading or repeats others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub covered_by: Vec<String>,
}
