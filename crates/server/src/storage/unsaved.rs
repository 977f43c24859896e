use std::{collections::BTreeMap, fmt};

use thiserror::Error;

/// The actions that were not saved when the saved games were closed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Error)]
pub struct Unsaved {
    /// Why nothing could be written at the end. All that was acknowledged before is on the disk.
    pub disk: Option<String>,
    /// The games whose last action could not be saved and was taken back, with the reason.
    pub games: BTreeMap<String, String>,
}

impl Unsaved {
    pub(super) fn because(error: &dyn fmt::Display) -> Unsaved {
        Unsaved { disk: Some(error.to_string()), games: BTreeMap::new() }
    }
}

impl fmt::Display for Unsaved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "stopped, and not everything is saved")?;
        for (game, why) in &self.games {
            write!(f, "\n  the last action of game {game} was taken back: {why}")?;
        }
        if let Some(why) = &self.disk {
            write!(f, "\n  the saved games could not be closed: {why}")?;
            write!(f, "\n  everything before that is saved: leave all files beside the database where they are")?;
        }
        Ok(())
    }
}
