//! What is dug and built: the Fortification Chart, from `content/assault/fortifications.toml`.

use engine::Provenance;
use serde::Deserialize;

use super::{
    catalogue::{ByMovement, Cost, Damage},
    kind::Kind,
    pool::Pool,
};

/// A row of the Fortification Chart.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fortification {
    /// The name that set-ups use.
    pub id: String,
    /// The name that players read.
    pub name: String,
    /// The id of its symbol in `content/symbols.svg`; if it is empty, the name is shown.
    #[serde(default)]
    pub symbol: String,
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
    pub front: Pool,
    pub flank: Pool,
    pub rear: Pool,
    pub above: Pool,
}

/// The side on which a unit is hit (AS-10.9.3).
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Area {
    #[default]
    Front,
    Flank,
    Rear,
    Above,
}

impl Area {
    /// All of them.
    pub const ALL: [Area; 4] = [Area::Front, Area::Flank, Area::Rear, Area::Above];

    /// Its name.
    pub fn word(self) -> &'static str {
        match self {
            Area::Front => "front",
            Area::Flank => "flank",
            Area::Rear => "rear",
            Area::Above => "above",
        }
    }
}

impl BySide {
    /// The dice on one side.
    pub fn on(&self, area: Area) -> Pool {
        match area {
            Area::Front => self.front,
            Area::Flank => self.flank,
            Area::Rear => self.rear,
            Area::Above => self.above,
        }
    }

    /// The dice on the weakest side.
    pub fn weakest(&self) -> Pool {
        Area::ALL.map(|area| self.on(area)).into_iter().min_by_key(|dice| dice.worth()).unwrap_or_default()
    }
}

impl CrewDefence {
    /// What a kind of unit has inside; vehicles nothing.
    pub fn of(&self, kind: Kind, area: Area) -> Pool {
        match kind {
            Kind::Infantry => self.infantry.on(area),
            Kind::Gun => self.artillery.on(area),
            Kind::Vehicle => Pool::NONE,
        }
    }
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
