//! Terrain (FD-11): what ground, roads and hexsides cost and give, from `content/divisions/terrain.toml`.

use engine::Provenance;
pub use engine::{Cost, Halves, Points};
use serde::Deserialize;

use super::units::Class;

/// One value for each movement class.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct ByClass<T> {
    pub leg: T,
    pub tracked: T,
    pub wheeled: T,
}

impl<T: Copy> ByClass<T> {
    pub(crate) fn of(&self, class: Class) -> T {
        match class {
            Class::Leg => self.leg,
            Class::Tracked => self.tracked,
            Class::Wheeled => self.wheeled,
        }
    }
}

/// A kind of ground that fills a hex.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Terrain {
    pub id: String,
    pub name: String,
    pub look: String,
    pub cost: ByClass<Cost>,
    pub cover: i32,
    pub assault: i32,
    pub armour: i32,
    pub height: u8,
}

/// Something that runs from hex to hex or along hexsides: a road, a river.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Feature {
    pub id: String,
    pub name: String,
    pub look: String,
    pub runs: Runs,
    #[serde(default)]
    pub cost: Option<ByClass<Cost>>,
    #[serde(default)]
    pub crossing: Option<ByClass<Cost>>,
    #[serde(default)]
    pub assault: i32,
}

/// Where a feature lies.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Runs {
    /// From hex to hex.
    Through,
    /// On the side between two hexes.
    Between,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TerrainFile {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    pub(super) terrain: Vec<Terrain>,
    pub(super) feature: Vec<Feature>,
    pub(super) climb: ByClass<Cost>,
}
