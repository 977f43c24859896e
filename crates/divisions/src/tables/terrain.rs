//! Terrain (FD-11): what ground, roads and hexsides cost and give, from `content/divisions/terrain.toml`.

use engine::Provenance;
use serde::{Deserialize, Deserializer};

use super::units::Class;

/// Half movement points: costs are kept in halves so that they stay integers.
pub type Halves = u16;

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

/// Movement points as written in a file: `1`, `1.5`, or `false` for "may not".
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Cost(pub Option<Halves>);

impl<'de> Deserialize<'de> for Cost {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Whole(u16),
            Half(f64),
            Never(bool),
        }
        let wrong = || serde::de::Error::custom("a cost is a whole or half number of movement points, or false");
        match Written::deserialize(deserializer).map_err(|_| wrong())? {
            Written::Whole(points) if points < 100 => Ok(Cost(Some(points * 2))),
            Written::Half(points) if (0.0..100.0).contains(&points) && (points * 2.0).fract() == 0.0 => {
                Ok(Cost(Some((points * 2.0) as Halves)))
            }
            Written::Never(false) => Ok(Cost(None)),
            Written::Whole(_) | Written::Half(_) | Written::Never(true) => Err(wrong()),
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

/// Half points as players write them: `2½`.
pub fn points(halves: Halves) -> String {
    match (halves / 2, halves % 2) {
        (0, 1) => "½".to_owned(),
        (whole, 1) => format!("{whole}½"),
        (whole, _) => whole.to_string(),
    }
}
