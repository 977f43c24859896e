//! The numbers that stand in no other table, from `content/divisions/limits.toml`.

use engine::Provenance;
use serde::Deserialize;

use super::terrain::Cost;

/// Numbers that stand in no table.
#[derive(Copy, Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Limits {
    #[serde(rename = "provenance")]
    pub _provenance: Provenance,
    pub stacking: usize,
    pub enemy_adjacent: Cost,
    pub dice: usize,
    pub out_of_command: u16,
}
