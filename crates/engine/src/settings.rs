//! Settings of a game: what a scenario leaves to those who set it up, and what they chose. They are part of the game
//! for ever.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use ts_rs::TS;

use crate::{Fact, RuleId, SeatInfo, nearest, suggestion};

/// The value of a switch that is on.
pub const ON: &str = "on";
/// The value of a switch that is off.
pub const OFF: &str = "off";

/// Something about a scenario that can be chosen when a game is set up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct SettingInfo {
    /// Its name in files and commands: `closed-sight`.
    pub id: String,
    /// What players read: "Closed vehicles see only ahead".
    pub title: String,
    /// What it changes, in a sentence or two.
    pub about: String,
    /// The rule behind it.
    pub rule: RuleId,
    /// What can be chosen.
    pub kind: SettingKind,
    /// The value if nobody chooses.
    pub default: String,
    /// Whether the scenario leaves no choice: the value is always `default`.
    pub fixed: bool,
    /// Whether a game with this setting hands something on to the next when it is over.
    pub hands_on: bool,
}

/// What can be chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[ts(export)]
pub enum SettingKind {
    /// `on` or `off`.
    Switch,
    /// One of these.
    Choice {
        /// In the order in which they are offered.
        values: Vec<SettingValue>,
    },
    /// Any text the ruleset can read. Made by programs: a set-up screen does not show it.
    Text,
}

/// One of several values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct SettingValue {
    /// The value as files and commands write it: `2`.
    pub value: String,
    /// What players read: "Two players".
    pub label: String,
    /// Who plays with this value; empty if it does not change who plays.
    pub seats: Vec<SeatInfo>,
}

/// A setting that is not as it usually is, for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct ChosenSetting {
    /// Its name.
    pub id: String,
    /// "Closed vehicles see only ahead".
    pub title: String,
    /// "on".
    pub value: String,
    /// The rule behind it.
    pub rule: String,
}

/// The values chosen, by the names of the settings. A setting that is missing has the scenario's default.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[ts(export, type = "Record<string, string>")]
pub struct Settings(BTreeMap<String, String>);

/// Why settings cannot be played with.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SettingError {
    /// The scenario has no such setting.
    #[error("there is no setting \"{name}\"{}", hint(.nearest, .known))]
    Unknown {
        /// What was asked for.
        name: String,
        /// The nearest there is.
        nearest: Option<String>,
        /// All there are.
        known: Vec<String>,
    },
    /// The setting has no such value.
    #[error("the setting {name} cannot be \"{value}\"{}", hint(.nearest, .known))]
    Value {
        /// The setting.
        name: String,
        /// What was asked for.
        value: String,
        /// The nearest there is.
        nearest: Option<String>,
        /// All there are.
        known: Vec<String>,
    },
    /// The scenario leaves no choice.
    #[error("the setting {name} is always \"{fixed}\" in this scenario")]
    Fixed {
        /// The setting.
        name: String,
        /// What it is.
        fixed: String,
    },
    /// The ruleset cannot read the text.
    #[error("the setting {name} cannot be used: {problem}")]
    Text {
        /// The setting.
        name: String,
        /// What is wrong with it.
        problem: String,
    },
    /// Not of the form `name=value`.
    #[error("\"{0}\" sets nothing: write it as name=value, as in closed-sight=on")]
    Form(String),
    /// The same setting with two values.
    #[error("the setting {0} is given twice")]
    Twice(String),
}

fn hint(nearest: &Option<String>, known: &[String]) -> String {
    match nearest {
        Some(near) => suggestion(Some(near)),
        None if known.is_empty() => ": this scenario has none".to_owned(),
        None => format!(": there are {}", known.join(", ")),
    }
}

impl SettingInfo {
    /// A switch that is off if nobody says.
    pub fn switch(id: &str, title: &str, about: &str, rule: RuleId) -> SettingInfo {
        SettingInfo {
            id: id.to_owned(),
            title: title.to_owned(),
            about: about.to_owned(),
            rule,
            kind: SettingKind::Switch,
            default: OFF.to_owned(),
            fixed: false,
            hands_on: false,
        }
    }

    /// One of several values; the first of them if nobody says.
    pub fn choice(id: &str, title: &str, about: &str, rule: RuleId, values: Vec<SettingValue>) -> SettingInfo {
        let default = values.first().map(|first| first.value.clone()).unwrap_or_default();
        SettingInfo { kind: SettingKind::Choice { values }, default, ..SettingInfo::switch(id, title, about, rule) }
    }

    /// A text that programs write; empty if nobody does.
    pub fn text(id: &str, title: &str, about: &str, rule: RuleId) -> SettingInfo {
        let switch = SettingInfo::switch(id, title, about, rule);
        SettingInfo { kind: SettingKind::Text, default: String::new(), ..switch }
    }

    /// The same with the scenario's own value, which nobody may change.
    #[must_use]
    pub fn fixed(self, value: &str) -> SettingInfo {
        SettingInfo { default: value.to_owned(), fixed: true, ..self }
    }

    /// The same for a setting that makes a game hand something on when it is over.
    #[must_use]
    pub fn handing_on(self) -> SettingInfo {
        SettingInfo { hands_on: true, ..self }
    }

    /// The values it can have; `None` if it takes any text.
    pub fn values(&self) -> Option<Vec<&str>> {
        match &self.kind {
            SettingKind::Switch => Some(vec![OFF, ON]),
            SettingKind::Choice { values } => Some(values.iter().map(|known| known.value.as_str()).collect()),
            SettingKind::Text => None,
        }
    }

    /// What players read for a value.
    pub fn label<'a>(&'a self, value: &'a str) -> &'a str {
        let SettingKind::Choice { values } = &self.kind else { return value };
        values.iter().find(|known| known.value == value).map_or(value, |known| &known.label)
    }

    fn check(&self, value: &str) -> Result<(), SettingError> {
        if value == self.default {
            return Ok(());
        }
        let name = self.id.clone();
        if let Some(known) = self.values().filter(|known| !known.contains(&value)) {
            let nearest = nearest(value, known.iter().copied());
            let known = known.into_iter().map(str::to_owned).collect();
            return Err(SettingError::Value { name, value: value.to_owned(), nearest, known });
        }
        if self.fixed { Err(SettingError::Fixed { name, fixed: self.default.clone() }) } else { Ok(()) }
    }
}

impl Settings {
    /// Whether everything is as the scenario has it.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What was chosen for a setting.
    pub fn get(&self, id: &str) -> Option<&str> {
        self.0.get(id).map(String::as_str)
    }

    /// Chooses a value.
    pub fn set(&mut self, id: impl Into<String>, value: impl Into<String>) {
        self.0.insert(id.into(), value.into());
    }

    /// What was chosen, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(id, value)| (id.as_str(), value.as_str()))
    }

    /// Reads `name=value` as often as it is given.
    ///
    /// # Errors
    /// If one is not of that form, or a name is given twice.
    pub fn read<'a>(given: impl IntoIterator<Item = &'a str>) -> Result<Settings, SettingError> {
        let mut settings = Settings::default();
        for word in given {
            let (name, value) = word.split_once('=').ok_or_else(|| SettingError::Form(word.to_owned()))?;
            if settings.get(name).is_some() {
                return Err(SettingError::Twice(name.to_owned()));
            }
            settings.set(name, value);
        }
        Ok(settings)
    }

    /// The settings as they are kept, if a scenario that offers `offered` can be played with them: without those that
    /// are as the scenario has them anyway.
    ///
    /// # Errors
    /// The first name or value that the scenario does not have.
    pub fn checked(&self, offered: &[SettingInfo]) -> Result<Settings, SettingError> {
        let mut kept = Settings::default();
        for (name, value) in self.iter() {
            let Some(info) = offered.iter().find(|info| info.id == name) else {
                let known: Vec<String> = offered.iter().map(|info| info.id.clone()).collect();
                let nearest = nearest(name, known.iter().map(String::as_str));
                return Err(SettingError::Unknown { name: name.to_owned(), nearest, known });
            };
            info.check(value)?;
            if value != info.default {
                kept.set(name, value);
            }
        }
        Ok(kept)
    }

    /// The settings that differ from the usual ones, in words: those that were chosen, and those the scenario itself
    /// demands.
    pub fn chosen(&self, offered: &[SettingInfo]) -> Vec<ChosenSetting> {
        let shown = offered.iter().filter(|info| info.kind != SettingKind::Text);
        let chosen = shown.filter_map(|info| {
            let value = self.get(&info.id).or(info.fixed.then_some(info.default.as_str()))?;
            let label = info.label(value).to_owned();
            Some(ChosenSetting {
                id: info.id.clone(),
                title: info.title.clone(),
                value: label,
                rule: info.rule.to_string(),
            })
        });
        chosen.collect()
    }

    /// The same as a fact for the top of the screen; none if everything is as usual.
    pub(crate) fn fact(&self, offered: &[SettingInfo]) -> Option<Fact> {
        let chosen = self.chosen(offered);
        let in_words = |one: &ChosenSetting| format!("{}: {} ({})", one.title, one.value, one.rule);
        let detail = chosen.iter().map(in_words).collect::<Vec<_>>().join("; ");
        let value = chosen.len().to_string();
        (!chosen.is_empty()).then(|| Fact { label: "Optional rules".to_owned(), value, detail })
    }
}
