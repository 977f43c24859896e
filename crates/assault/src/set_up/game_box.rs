//! Everything that comes in the box: so far the charts, the maps and the list of rules.

use std::sync::Arc;

use content::{Files, map_files};
use engine::{Ground, MapBox, MapsOnly, Problem};

use crate::{map::AssaultMap, tables::Catalogue};

const FOLDER: &str = "assault/maps/";

/// Reads the game from its data files: so far its maps and what can be seen on them.
///
/// # Errors
/// Everything that is wrong with them.
pub fn game_box(files: &Files) -> Result<MapsOnly, Vec<Problem>> {
    let catalogue = Arc::new(Catalogue::read(files)?);
    let mut maps: Vec<Arc<dyn Ground>> = Vec::new();
    let mut problems = Vec::new();
    for (path, text) in map_files(files, FOLDER) {
        match AssaultMap::read(files, &catalogue, path, text) {
            Ok(map) => maps.push(Arc::new(map)),
            Err(found) => problems.extend(found),
        }
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let rules = catalogue.rules().to_vec();
    let printing = files.printing("assault");
    let files = files.clone();
    let read = move |file: &str, text: &str| {
        Ok(Arc::new(AssaultMap::read(&files, &catalogue, file, text)?) as Arc<dyn Ground>)
    };
    Ok(MapsOnly {
        id: "assault",
        title: "Assault",
        blurb: "Companies ashore in Sicily, July 1943: pools of dice, plans made in secret, walls, olive groves and smoke. So far \
                its maps are here, and everything that can be seen on them.",
        rules,
        maps: MapBox { maps, read: Box::new(read) },
        attacks: None,
        printing,
    })
}
