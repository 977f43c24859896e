//! The tables of tactical air support, from `content/assault/air-support.toml` (AS-12.3).

use super::{ByStrongest, Names};
use crate::tables::{
    chart::{Chart, Entry},
    pool::Pool,
};

/// The tables of tactical air support.
#[derive(Clone, Debug)]
pub struct AirSupport {
    /// What AA fire does (AS-12.3.5).
    pub aa_results: ByStrongest<AaEffect>,
    /// What an aircraft that is hit once adds to its accuracy roll.
    pub inaccurate: i8,
    /// AS-12.3.6.1.
    pub spotting: AirSpottingTable,
    /// AS-12.3.6.2.
    pub accuracy: AccuracyTable,
    /// What a target gains by a plus of that table.
    pub accuracy_die: Pool,
    /// An accuracy roll of this or less endangers the aircraft's own side.
    pub friendly_fire: i8,
}

/// What AA fire does to an aircraft.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum AaEffect {
    /// It does not attack, and its card leaves the game.
    Crash,
    /// It does not attack, and its card is discarded.
    DrivenOff,
    /// It attacks, less accurately.
    Inaccurate,
    /// It does not attack, and its card goes back to the hand, for the next turn.
    TurnsAway,
}

impl AaEffect {
    /// All of them, with their names in files and results.
    pub const NAMED: [(&'static str, AaEffect); 4] = [
        ("crash", AaEffect::Crash),
        ("driven-off", AaEffect::DrivenOff),
        ("inaccurate", AaEffect::Inaccurate),
        ("turns-away", AaEffect::TurnsAway),
    ];

    /// Its name.
    pub fn word(self) -> &'static str {
        match self {
            AaEffect::Crash => "crash",
            AaEffect::DrivenOff => "driven-off",
            AaEffect::Inaccurate => "inaccurate",
            AaEffect::TurnsAway => "turns-away",
        }
    }

    /// Whether the aircraft does not attack in this run.
    pub fn keeps_off(self) -> bool {
        match self {
            AaEffect::Crash | AaEffect::DrivenOff | AaEffect::TurnsAway => true,
            AaEffect::Inaccurate => false,
        }
    }
}

/// What a spotting roll adds to the accuracy roll, for each face.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AirSpottingTable {
    plain: [i8; 6],
    bonus: [i8; 6],
    /// Grounds and roads in which vehicles are seen without a roll.
    pub automatic: Vec<String>,
}

impl AirSpottingTable {
    /// What a roll adds to the accuracy roll; results beyond the table use its ends.
    pub fn accuracy(&self, roll: i8, terrain_bonus: bool) -> i8 {
        let row = if terrain_bonus { self.bonus } else { self.plain };
        at(row, roll)
    }
}

/// Whether a target gains a die, by its mark, for each face.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct AccuracyTable {
    fast_action: [i8; 6],
    move_and_fire: [i8; 6],
    turret_fire: [i8; 6],
    firing: [i8; 6],
    fire_and_move: [i8; 6],
    other: [i8; 6],
}

/// A column of the accuracy table: the mark of the target.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum AirColumn {
    FastAction,
    MoveAndFire,
    TurretFire,
    Firing,
    FireAndMove,
    #[default]
    Other,
}

impl AirColumn {
    /// All of them, in the order of the table.
    pub const ALL: [AirColumn; 6] = [
        AirColumn::FastAction,
        AirColumn::MoveAndFire,
        AirColumn::TurretFire,
        AirColumn::Firing,
        AirColumn::FireAndMove,
        AirColumn::Other,
    ];

    /// Its name.
    pub fn word(self) -> &'static str {
        match self {
            AirColumn::FastAction => "fast-action",
            AirColumn::MoveAndFire => "move-and-fire",
            AirColumn::TurretFire => "turret-fire",
            AirColumn::Firing => "firing",
            AirColumn::FireAndMove => "fire-and-move",
            AirColumn::Other => "other",
        }
    }
}

impl AccuracyTable {
    /// Whether a roll gives the target a die; results beyond the table use its ends.
    pub fn plus(&self, column: AirColumn, roll: i8) -> bool {
        let row = match column {
            AirColumn::FastAction => self.fast_action,
            AirColumn::MoveAndFire => self.move_and_fire,
            AirColumn::TurretFire => self.turret_fire,
            AirColumn::Firing => self.firing,
            AirColumn::FireAndMove => self.fire_and_move,
            AirColumn::Other => self.other,
        };
        at(row, roll) > 0
    }
}

/// The cell of a roll.
fn at(row: [i8; 6], roll: i8) -> i8 {
    row[usize::from(roll.clamp(1, 6).unsigned_abs()) - 1]
}

impl AirSupport {
    pub(crate) fn read(chart: &mut Chart<'_>, root: &Entry<'_>, names: &Names<'_>) -> AirSupport {
        chart.only(root, &["aa_results", "inaccurate", "spotting", "accuracy", "accuracy_die", "friendly_fire"]);
        let aa_results = chart.entry(root, "aa_results");
        let aa_results = ByStrongest::read(chart, &aa_results, |chart, entry, key| {
            chart.one_of(entry, key, &AaEffect::NAMED).unwrap_or(AaEffect::TurnsAway)
        });
        let mut only = |key: &str, field: &str| {
            let entry = chart.entry(root, key);
            chart.only(&entry, &["provenance", field]);
            chart.provenance(&entry);
            entry
        };
        let (inaccurate, die) = (only("inaccurate", "accuracy"), only("accuracy_die", "dice"));
        let friendly_fire = only("friendly_fire", "at_most");
        AirSupport {
            aa_results,
            inaccurate: chart.number(&inaccurate, "accuracy", -6..=6),
            spotting: spotting(chart, root, names),
            accuracy: accuracy(chart, root),
            accuracy_die: chart.pool(&die, "dice"),
            friendly_fire: chart.number(&friendly_fire, "at_most", -9..=9),
        }
    }
}

fn spotting(chart: &mut Chart<'_>, root: &Entry<'_>, names: &Names<'_>) -> AirSpottingTable {
    let entry = chart.entry(root, "spotting");
    chart.only(&entry, &["provenance", "plain", "bonus", "automatic"]);
    chart.provenance(&entry);
    AirSpottingTable {
        plain: chart.six(&entry, "plain", -6..=6),
        bonus: chart.six(&entry, "bonus", -6..=6),
        automatic: chart.words(&entry, "automatic", &Names::both(&names.grounds, &names.ways)),
    }
}

fn accuracy(chart: &mut Chart<'_>, root: &Entry<'_>) -> AccuracyTable {
    let entry = chart.entry(root, "accuracy");
    let columns = ["fast_action", "move_and_fire", "turret_fire", "firing", "fire_and_move", "other"];
    chart.only(&entry, &[&["provenance"], &columns[..]].concat());
    chart.provenance(&entry);
    let [fast_action, move_and_fire, turret_fire, firing, fire_and_move, other] =
        columns.map(|column| chart.six(&entry, column, 0..=1));
    AccuracyTable { fast_action, move_and_fire, turret_fire, firing, fire_and_move, other }
}
