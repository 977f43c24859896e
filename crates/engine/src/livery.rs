//! How a side looks. Content says it; every screen and picture draws by it.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A side's colours, as `#rrggbb`, and its sign besides them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export)]
pub struct Livery {
    /// Whose colours it takes in palettes that have only two.
    pub camp: Camp,
    /// What tells it apart where colours do not.
    pub band: Band,
    /// The counter.
    pub base: String,
    /// Its darker edge and its band.
    pub deep: String,
    /// Print on the counter.
    pub ink: String,
    /// For words on the dark table.
    pub bright: String,
    /// On a drawn picture; no screen needs it.
    #[serde(skip_serializing)]
    #[ts(skip)]
    pub picture: Inks,
}

/// The two camps of a palette for eyes that see fewer colours.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export)]
pub enum Camp {
    /// The one.
    First,
    /// The other.
    Second,
}

/// The sign of a side: on its counters, and as a small flag.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export)]
pub enum Band {
    /// One broad bar.
    Bar,
    /// Slanting lines.
    Hatch,
    /// A row of dots.
    Dots,
    /// Lines across.
    Rungs,
    /// Two thin bars.
    Twin,
    /// A cross.
    Cross,
}

/// The inks of one side's counters on a picture.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Inks {
    /// The counter.
    pub face: String,
    /// Its upper edge.
    pub light: String,
    /// Its lower edge.
    pub edge: String,
    /// What is printed on it.
    pub ink: String,
}
