//! `open-fire`: a solitaire tank platoon against an enemy run by paragraphs.
//!
//! One module per section of the rulebook; `content/open-fire/rules.toml` lists the rules with their ids.
//!
//! | rule | module |
//! |---|---|
//! | OF-2.3 the map | [`country`], `ground` |
//! | OF-8, OF-9.10 line of sight, smoke in it | [`sight`] |

pub mod catalogue;
pub mod country;
mod ground;
pub mod rule_ids;
pub mod sight;

pub use catalogue::Catalogue;
pub use country::Country;

use std::sync::Arc;

use content::Files;
use engine::{MapsOnly, Problem};

/// Reads the game from its data files.
///
/// # Errors
/// Everything that is wrong with them.
pub fn game_box(files: &Files) -> Result<MapsOnly, Vec<Problem>> {
    let catalogue = Arc::new(Catalogue::read(files)?);
    Ok(MapsOnly {
        id: "open-fire",
        title: "Open Fire",
        blurb: "You lead a platoon of the 4th Armored Division across the German border, alone against an enemy who acts by \
                himself. Six missions on one map; the map and its sight are here.",
        rules: catalogue.rules.clone(),
        maps: ground::maps(files, &catalogue)?,
    })
}
