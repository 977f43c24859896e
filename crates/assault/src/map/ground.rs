//! Maps without a game on them.

use std::sync::Arc;

use content::{Files, Map, Source, read_map};
use engine::{Board, Circumstances, Field, Ground, Look, LookError, MapInfo, MapSetting, Problem};
use hexmap::{Grid, Hex};

use super::sight::{Conditions, Sight};
use crate::tables::{Catalogue, Kind};

/// A map of the game.
pub struct AssaultMap {
    info: MapInfo,
    sight: Sight,
}

impl AssaultMap {
    /// Reads a map.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn read(files: &Files, catalogue: &Arc<Catalogue>, path: &str, text: &str) -> Result<AssaultMap, Vec<Problem>> {
        let map = read_map(files, path, text, &catalogue.palette())?;
        let problems = check_buildings(&map, catalogue, &Source::new(path, text));
        if !problems.is_empty() {
            return Err(problems);
        }
        let info = MapInfo {
            id: content::map_id(path).to_owned(),
            title: map.title.clone(),
            blurb: map.blurb.clone(),
            hexes: map.grid.len(),
        };
        Ok(AssaultMap { info, sight: Sight::new(map, Arc::clone(catalogue)) })
    }

    /// What is seen on it.
    pub fn sight(&self) -> &Sight {
        &self.sight
    }

    /// What a question assumes besides the map.
    ///
    /// # Errors
    /// A circumstance that the game does not know.
    pub fn conditions(&self, given: &Circumstances) -> Result<Conditions, LookError> {
        let Circumstances { smoke, facing, looker, target, weather, activated } = given;
        let unknown = |what: &str, help: &str| {
            let help = format!("{help}; assault knows smoke and the kinds infantry, gun and vehicle");
            Err(LookError::Circumstance { what: what.to_owned(), help })
        };
        if facing.is_some() {
            return unknown("a facing", "arcs of fire decide who may attack, not who sees");
        }
        if weather.is_some() {
            return unknown("weather", "every fight is by clear daylight");
        }
        if *activated {
            return unknown("an activated target", "whether a target is spotted is not a question of sight");
        }
        let grid = self.sight.grid();
        let smoke = smoke.iter().map(|(hex, markers)| Ok((grid.parse(hex)?, *markers)));
        let (looker, target) = (Kind::read(looker.as_deref())?, Kind::read(target.as_deref())?);
        Ok(Conditions { looker, target, smoke: smoke.collect::<Result<_, LookError>>()?, changed: Vec::new() })
    }
}

/// A large building covers two or more hexes (AS-9.6.2.2).
pub(crate) fn check_buildings(map: &Map, catalogue: &Catalogue, source: &Source<'_>) -> Vec<Problem> {
    let terrain = |hex: Hex| map.terrain[hex.index()];
    let alone = |hex: &Hex| {
        let spans = catalogue.terrain[terrain(*hex)].spans;
        spans && !map.grid.neighbours(*hex).any(|(_, next)| terrain(next) == terrain(*hex))
    };
    let problem = |hex: Hex| {
        let what = format!("the large building in {} stands alone", map.grid.label(hex));
        source.whole(what, "it covers two or more hexes: add one, or use multi-storey")
    };
    map.grid.hexes().filter(alone).map(problem).collect()
}

impl Ground for AssaultMap {
    fn info(&self) -> &MapInfo {
        &self.info
    }

    fn grid(&self) -> &Grid {
        self.sight.grid()
    }

    fn board(&self) -> Board {
        let Sight { map, catalogue, .. } = &self.sight;
        map.board(format!("assault-map-{}", self.info.id), &catalogue.palette(), catalogue.key())
    }

    fn settings(&self) -> &[MapSetting] {
        &[]
    }

    fn look(&self, from: Hex, to: Hex, given: &Circumstances) -> Result<Look, LookError> {
        Ok(self.sight.look(from, to, &self.conditions(given)?))
    }

    fn field(&self, from: Hex, given: &Circumstances) -> Result<Field, LookError> {
        Ok(self.sight.field(from, &self.conditions(given)?))
    }
}
