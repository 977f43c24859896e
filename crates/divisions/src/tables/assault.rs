//! The close assault table (FD-14), from `content/divisions/assault.toml`.

use engine::Provenance;
use serde::Deserialize;

/// The close assault table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct AssaultTable {
    #[serde(rename = "provenance")]
    pub _provenance: Provenance,
    pub support: i32,
    pub support_limit: i32,
    pub combined_arms: i32,
    pub attackers_limit: usize,
    #[serde(rename = "row")]
    pub rows: Vec<AssaultRow>,
}

/// A row of the close assault table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct AssaultRow {
    pub from: i32,
    pub result: String,
    pub text: String,
    pub attacker: u8,
    pub defender: u8,
    pub retreat: bool,
}

impl AssaultTable {
    /// The row that a margin is read from.
    pub(crate) fn row(&self, margin: i32) -> usize {
        self.rows.iter().position(|row| margin >= row.from).unwrap_or(self.rows.len() - 1)
    }
}
