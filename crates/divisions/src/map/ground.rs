//! Maps without a game on them.

use std::sync::Arc;

use content::{FeatureKind, Files, Map, Palette, PaletteFeature, PaletteTerrain, read_map, read_maps};
use engine::{Board, Circumstances, Field, Ground, Look, LookError, MapBox, MapInfo, MapSetting, Problem, nearest};
use hexmap::{Grid, Hex};

use super::sight;
use crate::tables::{Catalogue, Class, Runs, Weather};

/// A map of the game.
pub(crate) struct DivisionsMap {
    info: MapInfo,
    map: Map,
    catalogue: Arc<Catalogue>,
}

/// The folder of the maps.
pub(crate) const FOLDER: &str = "divisions/maps/";

/// Reads all maps of the folder.
pub(crate) fn maps(files: &Files, catalogue: &Arc<Catalogue>) -> Result<MapBox, Vec<Problem>> {
    let catalogue = Arc::clone(catalogue);
    read_maps(files, FOLDER, move |files, path, text| read(files, &catalogue, path, text))
}

fn read(files: &Files, catalogue: &Arc<Catalogue>, path: &str, text: &str) -> Result<Arc<DivisionsMap>, Vec<Problem>> {
    let map = read_map(files, path, text, &catalogue.palette())?;
    let info = MapInfo {
        id: content::map_id(path).to_owned(),
        title: map.title.clone(),
        blurb: map.blurb.clone(),
        hexes: map.grid.len(),
    };
    Ok(Arc::new(DivisionsMap { info, map, catalogue: Arc::clone(catalogue) }))
}

impl Catalogue {
    /// What can be on a map.
    pub fn palette(&self) -> Palette {
        let terrain = self.terrain.iter().map(|terrain| {
            let passable = Class::ALL.into_iter().any(|class| terrain.cost.of(class).0.is_some());
            PaletteTerrain::new(&terrain.id, &terrain.look, passable)
        });
        let features = self.features.iter().map(|feature| PaletteFeature {
            id: feature.id.clone(),
            look: feature.look.clone(),
            kind: match (feature.runs, feature.look.as_str()) {
                (Runs::Through, _) if feature.cost.is_some() => FeatureKind::Way,
                (Runs::Through, _) => FeatureKind::LooseWay,
                (Runs::Between, "river" | "stream") => FeatureKind::Water,
                (Runs::Between, _) => FeatureKind::Barrier,
            },
        });
        Palette { terrain: terrain.collect(), features: features.collect() }
    }
}

impl DivisionsMap {
    /// The weather a question assumes, and nothing else: this game has no other circumstances.
    fn weather(&self, given: &Circumstances) -> Result<&Weather, LookError> {
        let unknown = |what: String, help: String| Err(LookError::Circumstance { what, help });
        let Circumstances { smoke, facing, looker, target, weather, activated } = given;
        if !smoke.is_empty() || facing.is_some() || looker.is_some() || target.is_some() || *activated {
            let help = "divisions knows no smoke on the map, facing or kind of unit: only the weather matters (FD-16)";
            return unknown("sight in divisions".to_owned(), help.to_owned());
        }
        let name = weather.as_deref().unwrap_or("clear");
        let ids = || self.catalogue.weather.iter().map(|weather| weather.id.as_str());
        match self.catalogue.weather.iter().find(|weather| weather.id == name) {
            Some(weather) => Ok(weather),
            None => {
                let near = nearest(name, ids()).map(|near| format!("did you mean \"{near}\"?"));
                let help = near.unwrap_or_else(|| format!("there is {}", ids().collect::<Vec<_>>().join(", ")));
                unknown(format!("unknown weather \"{name}\""), help)
            }
        }
    }
}

impl Ground for DivisionsMap {
    fn info(&self) -> &MapInfo {
        &self.info
    }

    fn grid(&self) -> &Grid {
        &self.map.grid
    }

    fn board(&self) -> Board {
        let id = format!("divisions-map-{}", self.info.id);
        self.map.board(id, &self.catalogue.palette(), self.catalogue.key())
    }

    fn settings(&self) -> &[MapSetting] {
        &[]
    }

    fn look(&self, from: Hex, to: Hex, given: &Circumstances) -> Result<Look, LookError> {
        Ok(sight::look(&self.map, &self.catalogue, from, to, self.weather(given)?))
    }

    fn field(&self, from: Hex, given: &Circumstances) -> Result<Field, LookError> {
        Ok(sight::field(&self.map, &self.catalogue, from, self.weather(given)?))
    }
}
