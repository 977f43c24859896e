//! How terrain immobilises vehicles, from `content/assault/terrain-damage.toml` (AS-9.6).

use super::chart::{Chart, Entry};

/// Parts of the number at which, or below, a vehicle is immobilised.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct TerrainDamage {
    /// A hex with a mark.
    pub marked: u8,
    /// Each plus of a hexside or a work.
    pub plus: u8,
    /// A fast action into a risk.
    pub fast_action: u8,
}

impl TerrainDamage {
    pub(crate) fn read(chart: &mut Chart<'_>, root: &Entry<'_>) -> TerrainDamage {
        chart.only(root, &["risk"]);
        let risk = chart.entry(root, "risk");
        chart.only(&risk, &["provenance", "marked", "plus", "fast_action"]);
        chart.provenance(&risk);
        let mut number = |key: &str| chart.number(&risk, key, 0..=6).unsigned_abs();
        TerrainDamage { marked: number("marked"), plus: number("plus"), fast_action: number("fast_action") }
    }
}
