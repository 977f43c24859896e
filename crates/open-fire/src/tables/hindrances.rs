//! What paragraphs put in the way (`content/open-fire/hindrances.toml`): obstacles, fog. Ours: the rulebook has none of it.

use engine::Provenance;
use serde::Deserialize;

use crate::{
    booklet::paragraphs::words::{Marker, Weather},
    tables::{cards::Class, forms::Cost, movement_costs::ByClass},
};

/// All of it.
#[derive(Copy, Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hindrances {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    road_block: ByClass,
    blown_bridge: ByClass,
    refugees: ByClass,
    weather: Sight,
    /// Names on the map.
    pub places: Places,
}

#[derive(Copy, Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sight {
    fog: u16,
    thick_fog: u16,
}

/// How texts speak of places.
#[derive(Copy, Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Places {
    /// Within this many hexes of a name on the map a place is near it.
    pub near: u16,
}

/// A step into a hex, as far as an obstacle in it is concerned.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Way {
    /// Along a road.
    pub(crate) road: bool,
    /// Over a bridge.
    pub(crate) bridge: bool,
}

impl Hindrances {
    /// What an obstacle adds to a step; nothing if it does not lie on the way.
    pub(crate) fn cost(&self, obstacle: Marker, class: Class, way: Way) -> Cost {
        let nothing = Cost(Some(0));
        match obstacle {
            Marker::RoadBlock => if way.road { self.road_block.of(class) } else { nothing },
            Marker::BlownBridge => if way.bridge { self.blown_bridge.of(class) } else { nothing },
            Marker::Refugees => self.refugees.of(class),
            Marker::Minefield
            | Marker::Smoke
            | Marker::Fence
            | Marker::ImprovedPosition
            | Marker::Bunker
            | Marker::Prisoners
            | Marker::Civilians => nothing,
        }
    }

    /// The most hexes over which anybody sees anything, if the weather limits it.
    pub(crate) fn sight(&self, weather: Weather) -> Option<u16> {
        match weather {
            Weather::Clear => None,
            Weather::Fog => Some(self.weather.fog),
            Weather::ThickFog => Some(self.weather.thick_fog),
        }
    }
}
