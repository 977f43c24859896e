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
    #[serde(deserialize_with = "engine::figure")]
    pub stacking: usize,
    #[serde(deserialize_with = "engine::figure")]
    pub enemy_adjacent: Cost,
    #[serde(deserialize_with = "engine::figure")]
    pub dice: usize,
    #[serde(deserialize_with = "engine::figure")]
    pub out_of_command: u16,
    /// Games begun before this line was written have none in their printing.
    #[serde(default = "one_point", deserialize_with = "engine::figure")]
    pub by_road: Cost,
}

fn one_point() -> Cost {
    Cost(Some(2))
}
