//! Unit Data Cards (OF-2.10): what a vehicle, gun or squad can do, and where it can be hit.

use hexmap::Arc;
use serde::{Deserialize, Serialize};

use crate::tables::forms::{Cost, Span};

/// A Data Card.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// `m4a3`.
    pub id: String,
    /// What players read.
    pub name: String,
    /// The nation it belongs to; none for a bunker.
    pub nation: Option<Nation>,
    /// What it is.
    pub kind: Kind,
    /// How it moves; `None` if it does not by itself.
    pub class: Option<Class>,
    /// Movement of vehicles.
    pub mpa: Option<Mpa>,
    /// Movement points on foot.
    pub foot: Option<u8>,
    /// Rounds a Fire Action.
    pub rate: Option<Rate>,
    /// Hexsides the turret turns in a Turn; `None` without a turret.
    pub traverse: Option<u8>,
    /// Movement points for turning the vehicle one hexside.
    pub rotation: Option<Cost>,
    /// Whether it has a machinegun.
    #[serde(default)]
    pub machinegun: bool,
    /// Whether it has a main gun: a row of its own on the AP track.
    #[serde(default)]
    pub main_gun: bool,
    /// The row of the AP track for what a squad carries against tanks.
    pub anti_tank: Option<String>,
    /// General purpose offence.
    pub gp: GpOffence,
    /// General purpose defence.
    pub gp_defence: i32,
    /// What a fighter attacks with (OF-17).
    pub air: Option<Air>,
    /// What a bunker adds to the defence of the unit inside (OF-13.3).
    #[serde(default)]
    pub bunker_bonus: i32,
    /// Rounds it can carry; Germans do not count theirs.
    pub max_ammo: Option<u8>,
    /// Spaces to the right for AP fire at it.
    #[serde(default)]
    pub size: i32,
    /// Who can ride in or on it (OF-7.6).
    pub carries: Option<Carries>,
    /// Whether it can tow a gun.
    #[serde(default)]
    pub tows: bool,
    /// Whether it can only do one of the two at a time.
    #[serde(default)]
    pub carries_or_tows: bool,
    #[serde(default)]
    front: Vec<Area>,
    #[serde(default)]
    side: Vec<Area>,
    #[serde(default)]
    rear: Vec<Area>,
    /// The fields that stand in the rulebook; the rest is ours.
    #[serde(default)]
    pub printed: Vec<String>,
    /// Where.
    pub source: String,
    /// What the rest was taken from.
    pub why: String,
}

/// The nation of a unit.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Nation {
    /// The platoon's side.
    Us,
    /// The other.
    German,
}

/// The kind of a unit.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Kind {
    Tank,
    TankDestroyer,
    ArmouredCar,
    HalfTrack,
    Truck,
    Jeep,
    Gun,
    Squad,
    HalfSquad,
    TankCrew,
    Pow,
    Fighter,
    Bunker,
}

impl Kind {
    /// A tank as far as damage is concerned (OF-14): tank destroyers are.
    pub fn is_tank(self) -> bool {
        matches!(self, Kind::Tank | Kind::TankDestroyer)
    }

    /// Something with an engine.
    pub fn is_vehicle(self) -> bool {
        self.is_tank() || matches!(self, Kind::ArmouredCar | Kind::HalfTrack | Kind::Truck | Kind::Jeep)
    }

    /// Men on foot: squads, their halves, and what is treated as half a squad (OF-10, OF-12).
    pub fn is_squad(self) -> bool {
        matches!(self, Kind::Squad | Kind::HalfSquad | Kind::TankCrew | Kind::Pow)
    }

    /// Whether it can button up (OF-5.4).
    pub fn can_close(self) -> bool {
        self.is_vehicle() && !matches!(self, Kind::Truck | Kind::Jeep)
    }
}

/// How a unit moves: the columns of the Movement Point Costs Chart.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Class {
    Tank,
    HalfTrack,
    Wheeled,
    Foot,
}

impl Class {
    /// All of them.
    pub const ALL: [Class; 4] = [Class::Tank, Class::HalfTrack, Class::Wheeled, Class::Foot];
}

/// Movement Point Allowances without damage.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Mpa {
    /// The most for a slow move.
    pub slow: u8,
    /// The most for a fast one.
    pub fast: u8,
}

impl Mpa {
    /// The allowances after this many reductions; `None` once the vehicle is immobile. If `slow` is 0, every move is
    /// fast.
    pub fn reduced(self, reductions: u8) -> Option<Mpa> {
        let slow = self.slow.checked_sub(reductions)?;
        let fast = self.fast.checked_sub(reductions).filter(|&fast| fast > 0)?;
        Some(Mpa { slow, fast })
    }
}

/// Rounds a Fire Action (OF-9.11).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rate {
    /// At short range.
    pub short: u8,
    /// Beyond it.
    pub normal: u8,
}

/// General purpose offence: the two numbers of a card.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GpOffence {
    /// All weapons.
    pub all: i32,
    /// The main gun alone.
    pub main: i32,
}

impl GpOffence {
    /// What is left when only machineguns fire.
    pub fn machineguns(self) -> i32 {
        self.all - self.main
    }
}

/// What a fighter attacks with (OF-17).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Air {
    pub machineguns: i32,
    pub bombs: i32,
    pub rockets: i32,
}

/// Who can ride (OF-7.6).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Carries {
    /// A squad inside.
    Squad,
    /// Half a squad: in a jeep, or on a tank.
    HalfSquad,
}

/// A line of a hit chart: where the shell strikes, and which totals do what.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Area {
    /// `hull`; the areas stand in `damage.toml`.
    pub area: String,
    /// D100 when buttoned up.
    pub closed: Option<Span>,
    /// D100 when open.
    pub open: Option<Span>,
    /// The least total for a light penetration.
    pub light: i32,
    /// For a medium one.
    pub medium: i32,
    /// For a heavy one.
    pub heavy: i32,
    /// The total from which a hit kills; `None` if a hit here never does.
    pub killed: Option<i32>,
}

/// How bad a hit is, from best for the target to worst.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Severity {
    NoEffect,
    Light,
    Medium,
    Heavy,
    Killed,
}

impl Severity {
    /// All of them.
    pub const ALL: [Severity; 5] =
        [Severity::NoEffect, Severity::Light, Severity::Medium, Severity::Heavy, Severity::Killed];

    /// The stable name.
    pub fn name(self) -> &'static str {
        match self {
            Severity::NoEffect => "no-effect",
            Severity::Light => "light-penetration",
            Severity::Medium => "medium-penetration",
            Severity::Heavy => "heavy-penetration",
            Severity::Killed => "killed",
        }
    }

    /// As on the card.
    pub fn title(self) -> &'static str {
        match self {
            Severity::NoEffect => "No Effect",
            Severity::Light => "Light Penetration",
            Severity::Medium => "Medium Penetration",
            Severity::Heavy => "Heavy Penetration",
            Severity::Killed => "Killed",
        }
    }
}

impl Area {
    /// Reads a total down the column.
    pub fn severity(&self, total: i32) -> Severity {
        if self.killed.is_some_and(|killed| total >= killed) {
            Severity::Killed
        } else if total >= self.heavy {
            Severity::Heavy
        } else if total >= self.medium {
            Severity::Medium
        } else if total >= self.light {
            Severity::Light
        } else {
            Severity::NoEffect
        }
    }

    /// The D100 that strikes it.
    pub fn span(&self, closed: bool) -> Option<Span> {
        if closed { self.closed } else { self.open }
    }

    fn ascends(&self) -> bool {
        self.light < self.medium && self.medium < self.heavy && self.killed.is_none_or(|killed| self.heavy < killed)
    }
}

impl Card {
    /// The lines of the hit chart for a facing.
    pub fn chart(&self, facing: Arc) -> &[Area] {
        match facing {
            Arc::Front => &self.front,
            Arc::Side => &self.side,
            Arc::Rear => &self.rear,
        }
    }

    /// Whether AP fire can hurt it: it has a hit chart (OF-9).
    pub fn has_chart(&self) -> bool {
        !self.front.is_empty()
    }

    /// Wheels or tracks, as seen from the side: what a mine hits (OF-13.1).
    pub fn running_gear(&self) -> Option<&Area> {
        self.side.iter().find(|area| matches!(area.area.as_str(), "tracks" | "wheels"))
    }

    /// What is wrong with the card by itself.
    pub(crate) fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for (name, facing) in [("front", Arc::Front), ("side", Arc::Side), ("rear", Arc::Rear)] {
            let chart = self.chart(facing);
            if chart.is_empty() == self.has_chart() {
                faults.push(format!("it has a hit chart for some facings, and none for {name}"));
            }
            for (line, closed) in [("closed", true), ("open", false)] {
                let spans: Vec<Span> = chart.iter().filter_map(|area| area.span(closed)).collect();
                if !spans.is_empty() && !Span::cover(spans, 100) {
                    faults.push(format!("the {line} line of {name} does not cover 01 to 100 in order"));
                }
            }
            for area in chart.iter().filter(|area| !area.ascends()) {
                faults.push(format!("{name}, {}: light, medium, heavy and killed must rise", area.area));
            }
        }
        if self.gp.all < self.gp.main {
            faults.push("its main gun is rated above all weapons together".to_owned());
        }
        if self.mpa.is_some_and(|mpa| mpa.slow >= mpa.fast) {
            faults.push("a slow move must be shorter than a fast one".to_owned());
        }
        faults
    }
}
