//! Maps without a game on them: the map room and `opfire los`.

use std::sync::Arc;

use content::{Files, map_id, read_map, read_maps};
use engine::{
    Board, Circumstances, Field, Ground, Look, LookError, MapBox, MapInfo, MapSetting, OverlayHex, Problem, Terrain,
};
use hexmap::{Direction, Grid, Hex};

use crate::{
    map::country::Country,
    tables::catalogue::{Catalogue, Kind, SetUp, Sight},
};

pub(crate) const FOLDER: &str = "open-fire/maps/";

/// A map in the map room.
struct CountryMap {
    info: MapInfo,
    settings: Vec<MapSetting>,
    country: Country,
}

/// Reads all maps.
pub(crate) fn maps(files: &Files, catalogue: &Arc<Catalogue>) -> Result<MapBox, Vec<Problem>> {
    let catalogue = Arc::clone(catalogue);
    read_maps(files, FOLDER, move |files, path, text| read(files, &catalogue, path, text))
}

fn read(files: &Files, catalogue: &Arc<Catalogue>, path: &str, text: &str) -> Result<Arc<CountryMap>, Vec<Problem>> {
    let map = read_map(files, path, text, &catalogue.palette())?;
    let id = map_id(path).to_owned();
    let set_ups = &catalogue.set_ups;
    let settings = if set_ups.map == id { set_ups.missions.iter().map(setting).collect() } else { Vec::new() };
    let info = MapInfo { id, title: map.title.clone(), blurb: map.blurb.clone(), hexes: map.grid.len() };
    Ok(Arc::new(CountryMap { info, settings, country: Country::new(map, Arc::clone(catalogue)) }))
}

fn setting(mission: &SetUp) -> MapSetting {
    let marker = |(number, hex): (usize, &String)| OverlayHex { hex: hex.clone(), level: 3, label: number.to_string() };
    MapSetting {
        id: format!("mission-{}", mission.number),
        title: format!("Mission {}: {}", mission.number, mission.title),
        north: mission.north,
        markers: (1..).zip(&mission.markers).map(marker).collect(),
    }
}

/// What a question assumes, as far as this game knows it.
struct Given {
    smoke: Vec<Hex>,
    facing: Option<Direction>,
    activated: bool,
}

/// What a facing is called where no mission says which way north is.
const fn printed(facing: Direction) -> &'static str {
    match facing {
        Direction::N => "the top of the map",
        Direction::NE => "the upper right",
        Direction::SE => "the lower right",
        Direction::S => "the bottom of the map",
        Direction::SW => "the lower left",
        Direction::NW => "the upper left",
    }
}

impl CountryMap {
    fn given(&self, given: &Circumstances) -> Result<Given, LookError> {
        let grid = self.country.grid();
        let Circumstances { smoke, facing, looker, target, weather, activated } = given;
        if looker.is_some() || target.is_some() || weather.is_some() {
            return Err(LookError::Circumstance {
                what: "sight in open-fire".to_owned(),
                help: "kinds of unit and weather do not change it; smoke, the facing of a closed vehicle and a fresh \
                       activation do (OF-8)"
                    .to_owned(),
            });
        }
        let mut hexes = Vec::new();
        for (hex, markers) in smoke {
            let hex = grid.parse(hex)?;
            if *markers > 0 {
                hexes.push(hex);
            }
        }
        let facing = facing.as_deref().map(|name| {
            name.to_ascii_uppercase().parse::<Direction>().map_err(|error| LookError::Circumstance {
                what: error.to_string(),
                help: "a closed vehicle faces n, ne, se, s, sw or nw".to_owned(),
            })
        });
        Ok(Given { smoke: hexes, facing: facing.transpose()?, activated: *activated })
    }
}

impl Ground for CountryMap {
    fn info(&self) -> &MapInfo {
        &self.info
    }

    fn grid(&self) -> &Grid {
        self.country.grid()
    }

    fn board(&self) -> Board {
        let catalogue = &self.country.catalogue;
        self.country.map.board(format!("open-fire-{}", self.info.id), &catalogue.palette(), catalogue.key())
    }

    fn settings(&self) -> &[MapSetting] {
        &self.settings
    }

    fn look(&self, from: Hex, to: Hex, given: &Circumstances) -> Result<Look, LookError> {
        let Given { smoke, facing, activated } = self.given(given)?;
        let looks = facing.map(|facing| (facing, printed(facing)));
        Ok(self.country.look_at(from, to, &smoke, looks, activated))
    }

    fn field(&self, from: Hex, given: &Circumstances) -> Result<Field, LookError> {
        let Given { smoke, facing, .. } = self.given(given)?;
        Ok(self.country.field_of(from, &smoke, facing))
    }
}

impl Catalogue {
    /// The key: what can be on a map, and what it does to sight.
    pub(crate) fn key(&self) -> Vec<Terrain> {
        let terrain = self.terrain.iter().map(|terrain| {
            let mut effects = Vec::new();
            if terrain.sight == Sight::Cover {
                effects.push("Sight may end in it but not pass through (OF-8.2)".to_owned());
            }
            if terrain.town {
                effects.push("Units in it are seen only from adjacent hexes".to_owned());
            }
            Terrain { key: terrain.id.clone(), name: terrain.name.clone(), look: terrain.look.clone(), effects }
        });
        let features = self.features.iter().map(|feature| Terrain {
            key: feature.id.clone(),
            name: feature.name.clone(),
            look: feature.look.clone(),
            effects: if feature.kind == Kind::Step {
                vec!["Hides what lies below it from above (OF-8.2)".to_owned()]
            } else {
                Vec::new()
            },
        });
        terrain.chain(features).collect()
    }
}
