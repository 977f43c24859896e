//! What is dug and built: the Fortification Chart, from `content/assault/fortifications.toml`.

use engine::Provenance;
use serde::Deserialize;

use super::catalogue::{ByMovement, Cost, Damage, Dice};

/// A row of the Fortification Chart.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fortification {
    /// The name that set-ups use.
    pub id: String,
    /// The name that players read.
    pub name: String,
    /// Where it stands in the charts.
    pub source: String,
    /// Added to the cost of the hex.
    pub cost: ByMovement<Cost>,
    /// Who risks damage beyond what the hex already holds.
    #[serde(default)]
    pub damage: Damage,
    /// The units that can end a move inside.
    pub holds: Vec<Crew>,
    /// The units that may be placed inside before the game.
    #[serde(default)]
    pub set_up: Vec<Crew>,
    /// What a collapse leaves.
    #[serde(default)]
    pub collapses: Option<String>,
    /// Dice by who is inside and the side that is hit.
    pub defence: CrewDefence,
    /// What else a player should know.
    #[serde(default)]
    pub notes: Vec<String>,
}

/// A kind of unit that can be inside.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Crew {
    Infantry,
    Artillery,
}

/// Dice for those inside.
#[derive(Copy, Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[allow(missing_docs)]
pub struct CrewDefence {
    pub infantry: BySide,
    pub artillery: BySide,
}

/// Dice by the side that is hit.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[allow(missing_docs)]
pub struct BySide {
    pub front: Dice,
    pub flank: Dice,
    pub rear: Dice,
    pub above: Dice,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FortificationFile {
    #[serde(rename = "provenance")]
    _provenance: FortificationProvenance,
    pub(crate) fortification: Vec<Fortification>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "read so that a file cannot leave it out")]
struct FortificationProvenance {
    cost: Provenance,
    damage: Provenance,
    holds: Provenance,
    collapses: Provenance,
    defence: Provenance,
}
