//! The tables of off-board artillery, from `content/assault/artillery.toml` (AS-12.4).

use hexmap::Direction;

use super::Names;
use crate::tables::{
    chart::{Chart, Entry},
    dice::on_face,
    pool::Pool,
    symbols::Symbol,
};

/// The tables of off-board artillery.
#[derive(Clone, Debug)]
pub struct Artillery {
    /// The exploratory shell (AS-12.4.2.2).
    pub shell: ShellTable,
    /// Where a drift goes, by the D6.
    pub direction: [Direction; 6],
    /// AS-12.4.3.1.
    pub modes: Modes,
    /// AS-12.4.3.5.
    pub craters: Craters,
}

/// What an exploratory shell does, by the face of its die.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ShellTable {
    /// The die that is thrown besides the D6.
    pub die: Pool,
    critical: ShellRow,
    double: ShellRow,
    damage: ShellRow,
    suppression: ShellRow,
    blank: ShellRow,
}

/// A row of it.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct ShellRow {
    /// Hexes that the waypoint marker is shifted; none if the primary hex is confirmed.
    pub drift: u8,
    /// Dice for the coming attack at the primary hex.
    pub dice: Pool,
}

impl ShellTable {
    /// The dice that the best result adds to the attack.
    pub fn plus(&self) -> Pool {
        self.critical.dice
    }

    /// The row of a face, by its number.
    pub fn row(&self, face: u16) -> ShellRow {
        let mut symbols = on_face(face);
        match (symbols.next(), symbols.next()) {
            (None, _) => self.blank,
            (Some(Symbol::Critical), _) => self.critical,
            (Some(Symbol::Damage | Symbol::Suppression), Some(_)) => self.double,
            (Some(Symbol::Damage), None) => self.damage,
            (Some(Symbol::Suppression), None) => self.suppression,
        }
    }
}

/// How off-board artillery fires.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum FireMode {
    /// Smoke screen.
    Smoke,
    /// Suppressive fire.
    Suppressive,
    /// Fire for effect.
    Effect,
}

impl FireMode {
    /// All three.
    pub const ALL: [FireMode; 3] = [FireMode::Smoke, FireMode::Suppressive, FireMode::Effect];

    /// Its name.
    pub fn word(self) -> &'static str {
        match self {
            FireMode::Smoke => "smoke",
            FireMode::Suppressive => "suppressive",
            FireMode::Effect => "effect",
        }
    }
}

/// What each mode does.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Modes {
    smoke: Mode,
    suppressive: Mode,
    effect: Mode,
}

/// What a mode does.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Mode {
    /// Smoke markers on each hex of the impact area.
    pub smoke: u8,
    /// The battery's dice at the primary hex; none if it does not attack.
    pub primary: Option<Ring>,
    /// The battery's dice at the secondary hexes.
    pub secondary: Option<Ring>,
    /// Every symbol of the attack counts as an X.
    pub suppressive: bool,
    /// The building or work of the primary hex is shelled as well.
    pub blast: bool,
}

/// A part of the impact area (AS-12.4.3.2).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ring {
    /// The hex that was aimed at.
    Primary,
    /// Its neighbours.
    Secondary,
}

impl Ring {
    /// Both.
    pub const ALL: [Ring; 2] = [Ring::Primary, Ring::Secondary];

    /// Its name.
    pub fn word(self) -> &'static str {
        match self {
            Ring::Primary => "primary",
            Ring::Secondary => "secondary",
        }
    }
}

impl Modes {
    /// What a mode does.
    pub fn of(&self, mode: FireMode) -> Mode {
        match mode {
            FireMode::Smoke => self.smoke,
            FireMode::Suppressive => self.suppressive,
            FireMode::Effect => self.effect,
        }
    }
}

impl Mode {
    /// Which of a battery's dice are thrown at a part of the impact area.
    pub fn dice(&self, ring: Ring) -> Option<Ring> {
        match ring {
            Ring::Primary => self.primary,
            Ring::Secondary => self.secondary,
        }
    }
}

/// Which crater marker goes where (AS-12.4.3.5).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Craters {
    ground: Vec<(String, String)>,
    ways: Vec<(String, String)>,
    never: Vec<String>,
}

impl Craters {
    /// Whether a crater marker makes such ground of a hex: it is torn up already.
    pub fn are(&self, ground: &str) -> bool {
        self.ground.iter().chain(&self.ways).any(|(_, left)| left == ground)
    }

    /// The ground that a crater makes of a hex with this ground and these roads; none if no crater arises there.
    pub fn on<'w>(&self, ground: &str, ways: impl IntoIterator<Item = &'w str>) -> Option<&str> {
        let find = |list: &'_ [(String, String)], id: &str| list.iter().position(|(known, _)| known == id);
        if self.are(ground) {
            return None;
        }
        if let Some(row) = find(&self.ground, ground) {
            return Some(&self.ground[row].1);
        }
        if self.never.iter().any(|never| never == ground) {
            return None;
        }
        let row = ways.into_iter().find_map(|way| find(&self.ways, way))?;
        Some(&self.ways[row].1)
    }
}

impl Artillery {
    pub(crate) fn read(chart: &mut Chart<'_>, root: &Entry<'_>, names: &Names<'_>) -> Artillery {
        chart.only(root, &["shell", "direction", "modes", "craters"]);
        Artillery {
            shell: shell(chart, root),
            direction: direction(chart, root),
            modes: modes(chart, root),
            craters: craters(chart, root, names),
        }
    }
}

fn shell(chart: &mut Chart<'_>, root: &Entry<'_>) -> ShellTable {
    let entry = chart.entry(root, "shell");
    let rows = ["critical", "double", "damage", "suppression", "blank"];
    chart.only(&entry, &[&["provenance", "die"], &rows[..]].concat());
    chart.provenance(&entry);
    let [critical, double, damage, suppression, blank] = rows.map(|key| {
        let row = chart.entry(&entry, key);
        chart.only(&row, &["drift", "dice"]);
        ShellRow { drift: chart.number(&row, "drift", 0..=9).unsigned_abs(), dice: chart.pool(&row, "dice") }
    });
    let die = chart.pool(&entry, "die");
    if die.len() != 1 {
        chart.unless_told(&entry, "an exploratory shell has one die for its distance", "write die = { green = 1 }");
    }
    ShellTable { die, critical, double, damage, suppression, blank }
}

fn direction(chart: &mut Chart<'_>, root: &Entry<'_>) -> [Direction; 6] {
    let entry = chart.entry(root, "direction");
    chart.only(&entry, &["provenance", "faces"]);
    chart.provenance(&entry);
    let words = chart.words(&entry, "faces", &Direction::WORDS);
    let faces: Vec<Direction> = words.iter().filter_map(|word| Direction::from_word(word)).collect();
    faces.try_into().unwrap_or_else(|_| {
        chart.unless_told(&entry, "the D6 has no direction for each of its faces", "write six hexsides");
        Direction::ALL
    })
}

fn modes(chart: &mut Chart<'_>, root: &Entry<'_>) -> Modes {
    let entry = chart.entry(root, "modes");
    chart.only(&entry, &["provenance", "smoke", "suppressive", "effect"]);
    chart.provenance(&entry);
    let [smoke, suppressive, effect] = FireMode::ALL.map(|mode| {
        let row = chart.entry(&entry, mode.word());
        chart.only(&row, &["smoke", "primary", "secondary", "suppressive", "blast"]);
        let rings = [("none", None), ("primary", Some(Ring::Primary)), ("secondary", Some(Ring::Secondary))];
        Mode {
            smoke: chart.number(&row, "smoke", 0..=9).unsigned_abs(),
            primary: chart.one_of(&row, "primary", &rings).flatten(),
            secondary: chart.one_of(&row, "secondary", &rings).flatten(),
            suppressive: chart.flag(&row, "suppressive"),
            blast: chart.flag(&row, "blast"),
        }
    });
    Modes { smoke, suppressive, effect }
}

fn craters(chart: &mut Chart<'_>, root: &Entry<'_>, names: &Names<'_>) -> Craters {
    let entry = chart.entry(root, "craters");
    chart.only(&entry, &["provenance", "never", "ground", "ways"]);
    chart.provenance(&entry);
    let mut pairs = |key: &str, known: &[&str]| {
        let list = chart.entry(&entry, key);
        chart.pairs(&list, ("ground", known), ("ground", &names.grounds))
    };
    let (ground, ways) = (pairs("ground", &names.grounds), pairs("ways", &names.ways));
    Craters { ground, ways, never: chart.words(&entry, "never", &names.grounds) }
}
