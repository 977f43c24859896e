//! Everything that comes in the box: so far the charts, the maps and the list of rules.

use std::sync::Arc;

use content::{Files, read_maps};
use engine::{MapsOnly, Problem};

use crate::{map::AssaultMap, set_up::attack_words::Combat, tables::Catalogue};

const FOLDER: &str = "assault/maps/";

/// Reads the game from its data files: so far its maps and what can be seen on them.
///
/// # Errors
/// Everything that is wrong with them.
pub fn game_box(files: &Files) -> Result<MapsOnly, Vec<Problem>> {
    let catalogue = Arc::new(Catalogue::read(files)?);
    let rules = catalogue.rules().to_vec();
    let attacks = Combat::new(Arc::clone(&catalogue));
    let printing = files.printing("assault");
    let maps = read_maps(files, FOLDER, move |files, path, text| {
        AssaultMap::read(files, &catalogue, path, text).map(Arc::new)
    })?;
    Ok(MapsOnly {
        id: "assault",
        title: "Assault",
        blurb: "Companies ashore in Sicily, July 1943: pools of dice, plans made in secret, walls, olive groves and smoke. So far \
                its maps are here, and everything that can be seen on them.",
        rules,
        maps,
        attacks: Some(Box::new(attacks)),
        printing,
    })
}
