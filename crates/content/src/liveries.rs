use std::collections::BTreeMap;

use engine::{Livery, Provenance, SeatInfo};
use serde::Deserialize;

use crate::{Files, Problems, Source};

/// Where all games find how sides look.
const PATH: &str = "liveries.toml";

/// How the sides of all games look, by the names that scenarios use.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Liveries(BTreeMap<String, Livery>);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LiveryFile {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    livery: BTreeMap<String, Livery>,
}

impl Liveries {
    /// Reads `content/liveries.toml`. No printing has it: games that were begun earlier look as games look today.
    pub fn read(files: &Files, problems: &mut Problems) -> Option<Liveries> {
        let today = Files::of_today(PATH);
        let text = files.get(PATH).or_else(|| today.get(PATH)).unwrap_or_default();
        let file: LiveryFile = problems.keep(Source::new(PATH, text).toml())?;
        Some(Liveries(file.livery))
    }

    /// The look of this name; a side of any other gets a plain one where it is drawn.
    pub fn of(&self, name: &str) -> Option<Livery> {
        self.0.get(name).cloned()
    }

    /// The same seats, each in its livery.
    #[must_use]
    pub fn dressed(&self, seats: Vec<SeatInfo>) -> Vec<SeatInfo> {
        let dress = |seat: SeatInfo| SeatInfo { livery: self.of(&seat.colours), ..seat };
        seats.into_iter().map(dress).collect()
    }
}
