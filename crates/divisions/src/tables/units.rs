//! Companies (FD-1): the numbers on both sides of a counter, from `content/divisions/units.toml`.

use engine::Provenance;
use serde::Deserialize;

/// A kind of company.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kind {
    /// The name that scenarios use.
    pub id: String,
    /// The name that players read.
    pub name: String,
    /// The id of its symbol in `content/symbols.svg`.
    pub symbol: String,
    /// How it moves: terrain and weather ask for it.
    pub class: Class,
    /// What it is: close assault and command ask for it.
    pub arm: Arm,
    /// Victory points for each step destroyed.
    pub value: i32,
    /// How far a headquarters commands, in hexes.
    #[serde(default)]
    pub command: u16,
    /// The side of the counter that it starts on.
    pub full: Face,
    /// The side after the loss of a step.
    pub depleted: Face,
    /// Where each number comes from.
    pub provenance: KindProvenance,
    /// Where the printed ones stand.
    #[serde(default)]
    pub source: String,
}

/// The numbers on one side of a counter.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Face {
    /// How far it fires, in hexes; 0 if it cannot.
    pub range: u16,
    /// The green number: what a shot must reach beyond the range.
    pub defence: i32,
    /// Strength in close assault.
    pub assault: i32,
    /// Movement points of an activation.
    pub moves: u16,
}

/// Where the numbers of a kind come from.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct KindProvenance {
    pub range: Provenance,
    pub defence: Provenance,
    pub assault: Provenance,
    pub moves: Provenance,
    pub depleted: Provenance,
    pub value: Provenance,
}

/// How a company moves.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// On foot, and towed by hand.
    Leg,
    /// On tracks.
    Tracked,
    /// On wheels.
    Wheeled,
}

impl Class {
    pub(crate) const ALL: [Class; 3] = [Class::Leg, Class::Tracked, Class::Wheeled];
}

/// What a company is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Arm {
    /// Tanks and assault guns.
    Armour,
    /// Infantry and engineers.
    Infantry,
    /// Towed guns.
    Gun,
    /// A headquarters.
    Headquarters,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct KindFile {
    pub(super) kind: Vec<Kind>,
}
