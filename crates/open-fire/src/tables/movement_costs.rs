//! The Movement Point Costs Chart (OF-7.5), with defilade (OF-7.3) and the Perception Check modifications of terrain
//! (OF-5.3).

use engine::Provenance;
use serde::Deserialize;

use crate::tables::{
    cards::Class,
    forms::{Cost, Halves},
};

/// The chart.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MovementChart {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    #[serde(rename = "terrain")]
    terrain: Vec<TerrainCosts>,
    #[serde(rename = "road")]
    roads: Vec<FeatureCosts>,
    #[serde(rename = "crossing")]
    crossings: Vec<FeatureCosts>,
    extra: Extra,
}

/// One cost for each class of movement.
#[derive(Copy, Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ByClass {
    tank: Cost,
    half_track: Cost,
    wheeled: Cost,
    foot: Cost,
}

impl ByClass {
    pub(crate) fn of(self, class: Class) -> Cost {
        match class {
            Class::Tank => self.tank,
            Class::HalfTrack => self.half_track,
            Class::Wheeled => self.wheeled,
            Class::Foot => self.foot,
        }
    }
}

/// A terrain of the chart.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct TerrainCosts {
    id: String,
    cost: ByClass,
    soft: ByClass,
    defilade: Cost,
    perception: i32,
}

/// A hexside feature of the chart.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct FeatureCosts {
    id: String,
    cost: ByClass,
    soft: ByClass,
}

#[derive(Copy, Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Extra {
    up: ByClass,
    down: ByClass,
    smoke: ByClass,
    snow: ByClass,
    smoke_perception: i32,
}

/// A step into a hex, as far as it matters to what it costs.
#[derive(Copy, Clone, Debug)]
pub struct Entry<'a> {
    /// The terrain of the hex entered.
    pub terrain: &'a str,
    /// What runs along or over the hexside: roads, bridges, water, ridges.
    pub hexside: &'a [&'a str],
    /// Levels climbed; negative downwards.
    pub climb: i8,
    /// There is smoke in the hex.
    pub smoke: bool,
    /// The ground is soft (Mission 5).
    pub soft: bool,
    /// Snow lies (Mission 6).
    pub snow: bool,
}

impl<'a> Entry<'a> {
    /// A step over a featureless hexside on the level, in dry weather.
    pub fn plain(terrain: &'a str) -> Entry<'a> {
        Entry { terrain, hexside: &[], climb: 0, smoke: false, soft: false, snow: false }
    }
}

impl MovementChart {
    /// What a step costs; `None` if it may not be made.
    pub fn cost(&self, class: Class, entry: &Entry<'_>) -> Option<Halves> {
        let row = |costs: ByClass, soft: ByClass| if entry.soft { soft.of(class) } else { costs.of(class) };
        let smoke = if entry.smoke { self.extra.smoke.of(class) } else { Cost(Some(0)) };
        let road = self.roads.iter().filter(|road| entry.hexside.contains(&road.id.as_str()));
        // The best of the roads: a bridge lies on a road of its own.
        if let Some(road) = road.map(|road| row(road.cost, road.soft)).min_by_key(|cost| cost.0.unwrap_or(Halves::MAX))
        {
            return road.plus(smoke).0;
        }
        let terrain = self.terrain.iter().find(|terrain| terrain.id == entry.terrain)?;
        let crossed = self.crossings.iter().filter(|crossing| entry.hexside.contains(&crossing.id.as_str()));
        let climbed = if entry.climb > 0 { self.extra.up } else { self.extra.down }.of(class);
        let mut cost = row(terrain.cost, terrain.soft).plus(smoke);
        cost = crossed.fold(cost, |cost, crossing| cost.plus(row(crossing.cost, crossing.soft)));
        cost = (0..entry.climb.unsigned_abs()).fold(cost, |cost, _| cost.plus(climbed));
        if entry.snow { cost.plus(self.extra.snow.of(class)).0 } else { cost.0 }
    }

    /// What smoke in the hex adds to every step into it.
    pub(crate) fn in_smoke(&self, class: Class) -> Cost {
        self.extra.smoke.of(class)
    }

    /// Whether a hexside counts as a road (Mission 6).
    pub fn is_road(&self, hexside: &[&str]) -> bool {
        self.roads.iter().any(|road| hexside.contains(&road.id.as_str()))
    }

    /// What defilade costs in a terrain; `None` if it is not allowed there (OF-7.3).
    pub fn defilade(&self, terrain: &str) -> Option<Halves> {
        self.terrain.iter().find(|costs| costs.id == terrain)?.defilade.0
    }

    /// What a terrain adds to a Perception Check about a hex of it.
    pub fn perception(&self, terrain: &str, smoke: bool) -> i32 {
        let ground = self.terrain.iter().find(|costs| costs.id == terrain).map_or(0, |costs| costs.perception);
        ground + if smoke { self.extra.smoke_perception } else { 0 }
    }

    pub(crate) fn terrain_ids(&self) -> impl Iterator<Item = &str> + Clone {
        self.terrain.iter().map(|terrain| terrain.id.as_str())
    }

    pub(crate) fn feature_ids(&self) -> impl Iterator<Item = &str> + Clone {
        self.roads.iter().chain(&self.crossings).map(|feature| feature.id.as_str())
    }
}
