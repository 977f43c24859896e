//! Decorations: what a crew of a campaign gets for a mission. All of them ours.

use engine::Provenance;
use serde::Deserialize;

/// The list.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Decorations {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    /// Its rows; of those for the same thing the first that applies counts.
    #[serde(rename = "decoration")]
    rows: Vec<Decoration>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Decoration {
    name: String,
    deed: Merit,
    least: usize,
}

/// What a decoration is given for.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Merit {
    /// Germans knocked out or captured.
    KnockedOut,
    /// Men who were hit.
    Wounded,
}

impl Decorations {
    /// What a crew gets for so many of these in a mission.
    pub fn given_for(&self, merit: Merit, count: usize) -> Option<&str> {
        self.rows.iter().find(|row| row.deed == merit && count >= row.least).map(|row| row.name.as_str())
    }
}
