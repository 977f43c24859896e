//! Support from outside the map and what blast does: `air-support.toml`, `artillery.toml`, `collapse.toml` and the
//! cards of `support.toml` in `content/assault/` (AS-12.3, AS-12.4, AS-12.5).

pub mod air;
pub mod artillery;
pub mod cards;
pub mod collapse;

use content::{Files, Problems};

use self::{
    air::AirSupport,
    artillery::Artillery,
    cards::{Aircraft, Battery, Cards},
    collapse::CollapseTables,
};
use super::{
    catalogue::{Feature, Terrain},
    chart::{Chart, Entry},
    dice::CombatDice,
    fortification::Fortification,
    symbols::Symbols,
};

/// Aircraft, batteries and their tables.
#[derive(Clone, Debug)]
pub struct Support {
    /// AS-12.3.
    pub air: AirSupport,
    /// AS-12.4.
    pub artillery: Artillery,
    /// AS-12.5.
    pub collapse: CollapseTables,
    /// The cards of aircraft.
    pub aircraft: Vec<Aircraft>,
    /// The cards of batteries and ships.
    pub batteries: Vec<Battery>,
}

/// What the tables of support may name.
pub(crate) struct Names<'a> {
    pub(crate) grounds: Vec<&'a str>,
    pub(crate) ways: Vec<&'a str>,
    pub(crate) works: Vec<&'a str>,
}

impl<'a> Names<'a> {
    pub(crate) fn of(grounds: &'a [Terrain], features: &'a [Feature], works: &'a [Fortification]) -> Names<'a> {
        let ways = features.iter().filter(|feature| feature.cost.is_some());
        Names {
            grounds: grounds.iter().map(|ground| ground.id.as_str()).collect(),
            ways: ways.map(|feature| feature.id.as_str()).collect(),
            works: works.iter().map(|work| work.id.as_str()).collect(),
        }
    }

    /// Two lists of names as one.
    pub(crate) fn both(one: &[&'a str], other: &[&'a str]) -> Vec<&'a str> {
        one.iter().chain(other).copied().collect()
    }
}

impl Support {
    /// Reads the four files.
    pub(crate) fn read(
        files: &Files,
        dice: &CombatDice,
        names: &Names<'_>,
        problems: &mut Problems,
    ) -> Option<Support> {
        let air = Chart::read(files, "air-support", dice, problems, |chart, root| AirSupport::read(chart, root, names));
        let artillery =
            Chart::read(files, "artillery", dice, problems, |chart, root| Artillery::read(chart, root, names));
        let collapse =
            Chart::read(files, "collapse", dice, problems, |chart, root| CollapseTables::read(chart, root, names));
        let cards = Chart::read(files, "support", dice, problems, Cards::read);
        let Cards { aircraft, batteries } = cards?;
        Some(Support { air: air?, artillery: artillery?, collapse: collapse?, aircraft, batteries })
    }

    /// An aircraft by its id.
    pub fn aircraft(&self, id: &str) -> Option<&Aircraft> {
        self.aircraft.iter().find(|card| card.id == id)
    }

    /// A battery by its id.
    pub fn battery(&self, id: &str) -> Option<&Battery> {
        self.batteries.iter().find(|card| card.id == id)
    }
}

/// A table with a row for each strength of result: only the strongest symbols left are read (AS-12.3.5, AS-12.5).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct ByStrongest<T> {
    pub critical: T,
    pub two_damage: T,
    pub one_damage: T,
    pub suppression: T,
}

impl<T: Copy> ByStrongest<T> {
    /// Reads its rows.
    pub(crate) fn read(
        chart: &mut Chart<'_>,
        entry: &Entry<'_>,
        mut row: impl FnMut(&mut Chart<'_>, &Entry<'_>, &str) -> T,
    ) -> ByStrongest<T> {
        chart.only(entry, &["provenance", "critical", "two_damage", "one_damage", "suppression"]);
        chart.provenance(entry);
        ByStrongest {
            critical: row(chart, entry, "critical"),
            two_damage: row(chart, entry, "two_damage"),
            one_damage: row(chart, entry, "one_damage"),
            suppression: row(chart, entry, "suppression"),
        }
    }

    /// The row of what is left; none if that is nothing.
    pub fn of(&self, left: Symbols) -> Option<T> {
        match left {
            Symbols { critical: 1.., .. } => Some(self.critical),
            Symbols { critical: 0, damage: 2.., .. } => Some(self.two_damage),
            Symbols { critical: 0, damage: 1, .. } => Some(self.one_damage),
            Symbols { critical: 0, damage: 0, suppression: 1.. } => Some(self.suppression),
            Symbols { critical: 0, damage: 0, suppression: 0 } => None,
        }
    }
}
