//! Attacks asked about in words: on the command line, by the companion, in rule cases.

use std::collections::BTreeMap;

use dice::Dice;
use serde::Serialize;
use thiserror::Error;
use ts_rs::TS;

use crate::{Flag, Forecast, Form, Refusal, Resolution, RuleId, did_you_mean};

/// The words of a question about an attack, checked against its [`Form`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    said: BTreeMap<&'static str, String>,
}

/// How an attack came out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct Resolved {
    /// The rule that decided it.
    pub rule: RuleId,
    /// The whole resolution, with modifiers and dice.
    pub resolution: Resolution,
    /// What it means for the target, in a few words.
    pub text: String,
    /// What comes of it, one after the other: critical hits, damage, fallback.
    pub follow_ons: Vec<FollowOn>,
}

/// Something that comes of an attack, and by which rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct FollowOn {
    /// The rule behind it.
    pub rule: RuleId,
    /// What happens, in a sentence.
    pub text: String,
}

/// A die with symbols on its faces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SymbolDie {
    /// Its colour.
    pub colour: String,
    /// The symbols of each face.
    pub faces: Vec<Vec<String>>,
    /// The number of each face, as it is typed and recorded.
    #[serde(skip)]
    pub values: Vec<u16>,
}

/// Why a question about an attack has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AskError {
    /// It cannot be understood.
    #[error("{0}")]
    Words(String),
    /// The rules do not allow the attack.
    #[error("{0}")]
    Refused(Refusal),
}

/// The attacks of a ruleset, for people who have no game on the table.
pub trait Attacks: Send + Sync {
    /// Its kinds of attack.
    fn forms(&self) -> &[Form];

    /// Its dice with symbols, if it has any.
    fn dice(&self) -> Vec<SymbolDie> {
        Vec::new()
    }

    /// The exact odds.
    ///
    /// # Errors
    /// If something is missing or makes no sense, or the rules do not allow it.
    fn forecast(&self, form: &str, words: &Words) -> Result<Forecast, AskError>;

    /// The attack with these dice.
    ///
    /// # Errors
    /// As [`Attacks::forecast`].
    fn resolve(&self, form: &str, words: &Words, dice: &mut dyn Dice) -> Result<Resolved, AskError>;
}

impl Resolved {
    /// A result that nothing follows from.
    pub fn new(rule: RuleId, resolution: Resolution, text: impl Into<String>) -> Resolved {
        Resolved { rule, resolution, text: text.into(), follow_ons: Vec::new() }
    }

    /// What came before everything else, in a sentence.
    #[must_use]
    pub fn before(mut self, rule: RuleId, text: impl Into<String>) -> Resolved {
        self.follow_ons.insert(0, FollowOn { rule, text: text.into() });
        self
    }

    /// What comes of it next, in a sentence.
    #[must_use]
    pub fn then(mut self, rule: RuleId, text: impl Into<String>) -> Resolved {
        self.follow_ons.push(FollowOn { rule, text: text.into() });
        self
    }
}

impl Words {
    /// Reads `--name value`, `--name=value` and `--name`.
    ///
    /// # Errors
    /// If a name is unknown or given twice, or a value is missing.
    pub fn read<'a>(form: &Form, words: impl IntoIterator<Item = &'a str>) -> Result<Words, AskError> {
        let mut read = Words::default();
        let mut words = words.into_iter();
        while let Some(word) = words.next() {
            let named = word.strip_prefix("--").ok_or_else(|| {
                AskError::Words(format!("\"{word}\" has no name: describe an attack with --name or --name value"))
            })?;
            let (name, given) = match named.split_once('=') {
                Some((name, value)) => (name, Some(value)),
                None => (named, None),
            };
            let flag = form.flag(name)?;
            let next = match (flag.value, given) {
                (Some(_), None) => words.next().filter(|word| !word.starts_with("--")),
                _ => given,
            };
            read.add(flag, next)?;
        }
        Ok(read)
    }

    /// What is said, by name; a flag without a value has none.
    ///
    /// # Errors
    /// As [`Words::read`].
    pub fn said<'a>(
        form: &Form,
        said: impl IntoIterator<Item = (&'a str, Option<&'a str>)>,
    ) -> Result<Words, AskError> {
        let mut words = Words::default();
        for (name, value) in said {
            words.add(form.flag(name)?, value)?;
        }
        Ok(words)
    }

    fn add(&mut self, flag: &Flag, given: Option<&str>) -> Result<(), AskError> {
        let name = flag.name;
        let value = match (flag.value, given) {
            (None, Some(_)) => return Err(AskError::Words(format!("--{name} takes no value"))),
            (None, None) => String::new(),
            (Some(_), Some(value)) => value.to_owned(),
            (Some(value), None) => return Err(AskError::Words(format!("--{name} needs a value: {value}"))),
        };
        match self.said.insert(name, value) {
            Some(_) => Err(AskError::Words(format!("--{name} is given twice"))),
            None => Ok(()),
        }
    }

    /// Whether a flag was given.
    pub fn has(&self, name: &str) -> bool {
        self.said.contains_key(name)
    }

    /// A value, if it was given.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.said.get(name).map(String::as_str)
    }

    /// A value that must be given.
    ///
    /// # Errors
    /// If it was not.
    pub fn need(&self, name: &str) -> Result<&str, AskError> {
        self.get(name).ok_or_else(|| AskError::Words(format!("--{name} is missing")))
    }

    /// A number within bounds, if it was given.
    ///
    /// # Errors
    /// If it is not a number, or out of bounds.
    pub fn number(&self, name: &str, least: i32, most: i32) -> Result<Option<i32>, AskError> {
        let Some(value) = self.get(name) else { return Ok(None) };
        match value.parse() {
            Ok(number) if (least..=most).contains(&number) => Ok(Some(number)),
            _ => Err(AskError::Words(format!("--{name} {value}: give a whole number from {least} to {most}"))),
        }
    }

    /// Which of `known` was named, if any was.
    ///
    /// # Errors
    /// If it is none of them.
    pub fn one_of<'a>(
        &self,
        name: &str,
        known: impl IntoIterator<Item = &'a str> + Clone,
    ) -> Result<Option<&'a str>, AskError> {
        let Some(value) = self.get(name) else { return Ok(None) };
        match known.clone().into_iter().find(|candidate| *candidate == value) {
            Some(found) => Ok(Some(found)),
            None => Err(AskError::unknown(name, value, known)),
        }
    }
}

impl AskError {
    /// A name that is not known, with the nearest that is.
    pub fn unknown<'a>(what: &str, name: &str, known: impl IntoIterator<Item = &'a str> + Clone) -> AskError {
        let hint = did_you_mean(name, known);
        AskError::Words(format!("unknown {what} \"{name}\": {hint}"))
    }

    pub(crate) fn with_dashes(self) -> AskError {
        match self {
            AskError::Words(text) => AskError::Words(text.replace("unknown word \"", "unknown word \"--")),
            refused => refused,
        }
    }
}

impl From<Refusal> for AskError {
    fn from(refusal: Refusal) -> AskError {
        AskError::Refused(refusal)
    }
}
