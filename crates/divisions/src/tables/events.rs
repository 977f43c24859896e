//! Event chits (FD-15), from `content/divisions/events.toml`.

use engine::Provenance;
use serde::Deserialize;

/// A kind of event chit.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Event {
    pub id: String,
    pub name: String,
    pub text: String,
    pub when: When,
    #[serde(default)]
    pub effect: Option<Effect>,
    pub value: i32,
}

/// When an event chit may be played.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum When {
    OwnShot,
    EnemyShot,
    OwnAssault,
    EnemyAssault,
    Activation,
}

/// What an event chit played in an activation does.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    /// More movement points.
    March,
    /// A depleted company is made full.
    Rebuild,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EventFile {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    pub(super) event: Vec<Event>,
}
