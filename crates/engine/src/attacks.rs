//! Attacks asked about in words: on the command line, by the companion, in rule cases.

use std::collections::BTreeMap;

use dice::Dice;
use serde::Serialize;
use thiserror::Error;

use crate::{Forecast, Refusal, Resolution, RuleId, did_you_mean};

/// A kind of attack that can be asked about.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// `ap`.
    pub name: &'static str,
    /// What it is, in one line.
    pub about: &'static str,
    /// What can be said about it.
    pub flags: &'static [Flag],
}

/// Something that can be said about an attack: `--range 6`, `--closed`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Flag {
    /// `range`.
    pub name: &'static str,
    /// The placeholder for its value in the help; `None` for a flag without a value.
    pub value: Option<&'static str>,
    /// What it means.
    pub about: &'static str,
}

/// The words of a question about an attack, checked against its [`Form`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    said: BTreeMap<&'static str, String>,
}

/// How an attack came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolved {
    /// The rule that decided it.
    pub rule: RuleId,
    /// The whole resolution, with modifiers and dice.
    pub resolution: Resolution,
    /// What it means for the target, in a few words.
    pub text: String,
}

/// A die with symbols on its faces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SymbolDie {
    /// Its colour.
    pub colour: String,
    /// The symbols of each face.
    pub faces: Vec<Vec<String>>,
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
    fn forms(&self) -> &'static [Form];

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

impl Form {
    /// The form among `forms` with this name.
    ///
    /// # Errors
    /// If there is none.
    pub fn named(forms: &'static [Form], name: &str) -> Result<&'static Form, AskError> {
        let names = || forms.iter().map(|form| form.name);
        forms.iter().find(|form| form.name == name).ok_or_else(|| AskError::unknown("attack", name, names()))
    }

    /// The form that is meant where none is named: the only one that knows everything that is said.
    ///
    /// # Errors
    /// If nothing is said, or no form or more than one knows all of it.
    pub fn meant<'a>(
        forms: &'static [Form],
        words: impl IntoIterator<Item = &'a str>,
    ) -> Result<&'static Form, AskError> {
        let names = words.into_iter().filter_map(|word| word.strip_prefix("--"));
        let names: Vec<&str> = names.map(|name| name.split('=').next().unwrap_or(name)).collect();
        let mut fitting = forms.iter().filter(|form| names.iter().all(|name| form.knows(name)));
        match (fitting.next(), fitting.next()) {
            (Some(only), None) => return Ok(only),
            (Some(_), Some(_)) => {
                let all: Vec<&str> = forms.iter().map(|form| form.name).collect();
                return Err(AskError::Words(format!("say which attack: {}", all.join(", "))));
            }
            (None, _) => {}
        }
        let known = forms.iter().flat_map(|form| form.flags).map(|flag| flag.name);
        if let Some(unknown) = names.iter().find(|name| !forms.iter().any(|form| form.knows(name))) {
            return Err(AskError::unknown("word", unknown, known).with_dashes());
        }
        let first = names.first().copied().unwrap_or_default();
        let apart = |name: &&&str| !forms.iter().any(|form| form.knows(first) && form.knows(name));
        let other = names.iter().find(apart).or(names.last()).copied().unwrap_or_default();
        Err(AskError::Words(format!("--{other} cannot be used with --{first}")))
    }

    fn knows(&self, name: &str) -> bool {
        self.flags.iter().any(|flag| flag.name == name)
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
            let known = form.flags.iter().map(|flag| flag.name);
            let flag = form.flags.iter().find(|flag| flag.name == name);
            let flag = flag.ok_or_else(|| AskError::unknown("word", name, known).with_dashes())?;
            let value = match (flag.value, given) {
                (None, Some(_)) => return Err(AskError::Words(format!("--{name} takes no value"))),
                (None, None) => String::new(),
                (Some(_), Some(value)) => value.to_owned(),
                (Some(value), None) => match words.next() {
                    Some(word) if !word.starts_with("--") => word.to_owned(),
                    _ => return Err(AskError::Words(format!("--{name} needs a value: {value}"))),
                },
            };
            if read.said.insert(flag.name, value).is_some() {
                return Err(AskError::Words(format!("--{name} is given twice")));
            }
        }
        Ok(read)
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

    fn with_dashes(self) -> AskError {
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
