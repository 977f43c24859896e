//! Blast against buildings and works, from `content/assault/collapse.toml` (AS-12.5).

use super::{ByStrongest, Names};
use crate::tables::{
    chart::{Chart, Entry},
    pool::Pool,
    units::RangeFactor,
};

/// The tables of collapse.
#[derive(Clone, Debug)]
pub struct CollapseTables {
    /// What blast does.
    pub results: ByStrongest<BlastEffect>,
    /// Dice of buildings and works, by id.
    resistance: Vec<(String, Pool)>,
    /// What is left of buildings.
    buildings: Vec<(String, String)>,
    /// Mortars, artillery and vehicles use their blast value up to this range factor.
    pub range: RangeFactor,
}

/// What blast does to a structure and to the units in its hex.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BlastEffect {
    /// The structure falls.
    pub collapses: bool,
    /// What becomes of everybody in the hex.
    pub units: OnUnits,
}

/// What becomes of everybody in the hex.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum OnUnits {
    /// They are flipped to half strength.
    HalfStrength,
    /// They take one damage point.
    Damage,
    /// They fall back.
    FallBack,
    /// They are suppressed.
    Suppressed,
}

impl OnUnits {
    /// All of them, with their names in files and results.
    pub const NAMED: [(&'static str, OnUnits); 4] = [
        ("half-strength", OnUnits::HalfStrength),
        ("damage", OnUnits::Damage),
        ("fallback", OnUnits::FallBack),
        ("suppressed", OnUnits::Suppressed),
    ];

    /// Its name.
    pub fn word(self) -> &'static str {
        match self {
            OnUnits::HalfStrength => "half-strength",
            OnUnits::Damage => "damage",
            OnUnits::FallBack => "fallback",
            OnUnits::Suppressed => "suppressed",
        }
    }
}

impl CollapseTables {
    /// The dice of a building or work; none if it cannot collapse.
    pub fn resistance(&self, id: &str) -> Option<Pool> {
        self.resistance.iter().find(|(known, _)| known == id).map(|(_, dice)| *dice)
    }

    /// The ground that a collapsed building leaves.
    pub fn ruins(&self, building: &str) -> Option<&str> {
        self.buildings.iter().find(|(known, _)| known == building).map(|(_, left)| left.as_str())
    }

    /// Everything that can collapse, by id.
    pub fn structures(&self) -> impl Iterator<Item = &str> + Clone {
        self.resistance.iter().map(|(id, _)| id.as_str())
    }

    pub(crate) fn read(chart: &mut Chart<'_>, root: &Entry<'_>, names: &Names<'_>) -> CollapseTables {
        chart.only(root, &["results", "resistance", "buildings", "use"]);
        let results = chart.entry(root, "results");
        let results = ByStrongest::read(chart, &results, |chart, entry, key| {
            let row = chart.entry(entry, key);
            chart.only(&row, &["collapses", "units"]);
            BlastEffect {
                collapses: chart.flag(&row, "collapses"),
                units: chart.one_of(&row, "units", &OnUnits::NAMED).unwrap_or(OnUnits::Suppressed),
            }
        });
        let entry = chart.entry(root, "resistance");
        chart.provenance(&entry);
        let structures = Names::both(&names.grounds, &names.works);
        let mut resistance: Vec<(String, Pool)> = Vec::new();
        for name in entry.names() {
            chart.known(name, "building or work", &structures);
            resistance.push((name.get_ref().clone(), chart.pool(&entry, name.get_ref())));
        }
        let buildings = chart.entry(root, "buildings");
        chart.provenance(&buildings);
        let who = chart.entry(root, "use");
        chart.only(&who, &["provenance", "range"]);
        chart.provenance(&who);
        let ranges = RangeFactor::ALL.map(|range| (range.word(), range));
        CollapseTables {
            results,
            resistance,
            buildings: chart.pairs(&buildings, ("ground", &names.grounds), ("ground", &names.grounds)),
            range: chart.one_of(&who, "range", &ranges).unwrap_or(RangeFactor::Close),
        }
    }
}
