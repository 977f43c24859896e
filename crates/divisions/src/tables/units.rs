//! Companies (FD-1): the numbers on both sides of a counter, from `content/divisions/units.toml`.

use engine::Provenance;
use serde::Deserialize;

/// A kind of company.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kind {
    /// Names it in scenarios.
    pub id: String,
    /// What players read.
    pub name: String,
    /// Which symbol is drawn.
    pub symbol: String,
    /// How it moves.
    pub class: Class,
    /// What it is.
    pub arm: Arm,
    /// Victory points for each step destroyed.
    pub value: i32,
    /// How far a headquarters commands, in hexes.
    #[serde(default)]
    pub command: u16,
    /// The side it starts on.
    pub full: Face,
    /// The other side.
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
    /// Direct fire range.
    pub range: u16,
    /// The green number.
    pub defence: i32,
    /// Strength in close assault.
    pub assault: i32,
    /// Movement points.
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
