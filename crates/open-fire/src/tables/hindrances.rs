//! What paragraphs put in the way (`content/open-fire/hindrances.toml`): obstacles, fog. Ours: the rulebook has none of
//! it.

use engine::Provenance;
use serde::Deserialize;

use crate::tables::movement_costs::ByClass;

/// All of it.
#[derive(Copy, Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hindrances {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    /// What a road block adds to a step along the road into its hex.
    pub(crate) road_block: ByClass,
    /// What a blown bridge adds to a step over it.
    pub(crate) blown_bridge: ByClass,
    /// What refugees add to every step into their hex.
    pub(crate) refugees: ByClass,
    /// How far one sees.
    pub weather: Sight,
    /// Names on the map.
    pub places: Places,
    /// Ways along the road.
    pub routes: Routes,
}

/// The most hexes over which anybody sees anything.
#[derive(Copy, Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sight {
    /// In fog.
    pub fog: u16,
    /// In thick fog.
    pub thick_fog: u16,
}

/// How texts speak of places.
#[derive(Copy, Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Places {
    /// Within this many hexes of a name on the map a place is near it.
    pub near: u16,
}

/// What keeps a German on the road.
#[derive(Copy, Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Routes {
    /// How many times a step off the road counts for one who is told to go along it.
    pub off_road: u8,
}
