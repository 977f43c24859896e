//! Minefields, from `content/assault/minefields.toml` (AS-9.6.6).

use super::{
    chart::{Chart, Entry},
    kind::Kind,
    pool::Pool,
    units::ByTarget,
};

/// The table of minefields.
#[derive(Clone, Debug)]
pub struct Minefields {
    /// Finding a way through.
    pub scouting: Scouting,
    /// The dice of a field, by what is inside.
    pub attack: ByTarget<Pool>,
    /// Damage points for each critical that is left.
    pub critical: u8,
    /// Damage points for each damage symbol that is left.
    pub damage: u8,
}

/// The scouting roll: numbers needed, and what is added to the die.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Scouting {
    infantry: u8,
    other: u8,
    /// The field is not hidden.
    pub unhidden: i8,
    /// The unit comes into it on a fallback.
    pub fallback: i8,
}

impl Scouting {
    /// The number that a kind of unit needs.
    pub fn needed(&self, kind: Kind) -> u8 {
        match kind {
            Kind::Infantry => self.infantry,
            Kind::Gun | Kind::Vehicle => self.other,
        }
    }
}

impl Minefields {
    pub(crate) fn read(chart: &mut Chart<'_>, root: &Entry<'_>) -> Minefields {
        chart.only(root, &["scouting", "attack", "results"]);
        let scouting = chart.entry(root, "scouting");
        chart.only(&scouting, &["provenance", "infantry", "other", "unhidden", "fallback"]);
        chart.provenance(&scouting);
        let attack = chart.entry(root, "attack");
        chart.only(&attack, &["provenance", "soft", "vehicle"]);
        chart.provenance(&attack);
        let results = chart.entry(root, "results");
        chart.only(&results, &["provenance", "critical", "damage"]);
        chart.provenance(&results);
        Minefields {
            scouting: Scouting {
                infantry: chart.number(&scouting, "infantry", 1..=6).unsigned_abs(),
                other: chart.number(&scouting, "other", 1..=6).unsigned_abs(),
                unhidden: chart.number(&scouting, "unhidden", -6..=6),
                fallback: chart.number(&scouting, "fallback", -6..=6),
            },
            attack: ByTarget { soft: chart.pool(&attack, "soft"), hard: chart.pool(&attack, "vehicle") },
            critical: chart.number(&results, "critical", 0..=9).unsigned_abs(),
            damage: chart.number(&results, "damage", 0..=9).unsigned_abs(),
        }
    }
}
