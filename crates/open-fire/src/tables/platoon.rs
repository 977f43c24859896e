//! The tables of platoon generation (OF-4), the limits of the campaign (OF-16.3) and the platoon that comes with the
//! game.

use engine::Provenance;
use serde::{Deserialize, Serialize};

use crate::tables::{crew_reduction::Characteristics, forms::Span};

/// All of them.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlatoonTables {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    quality: Quality,
    /// What crews cost.
    #[serde(rename = "crew")]
    pub crews: Vec<CrewCost>,
    /// What vehicles cost.
    #[serde(rename = "vehicle")]
    pub vehicles: Vec<VehicleCost>,
    /// What ammunition costs.
    pub ammunition: AmmunitionCost,
    characteristics: CharacteristicTables,
    /// Improving crews.
    pub campaign: Campaign,
    /// The pre-generated platoon.
    pub sample: Sample,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Quality {
    platoon: [i32; 10],
    vehicles: [[i32; 10]; 10],
}

/// A line of the crew costs.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CrewCost {
    /// Platoon Quality Points.
    pub cost: i32,
    /// Its Initiative.
    pub initiative: u8,
    /// With a commander.
    #[serde(default)]
    pub commander: bool,
    /// Its Crew Rating.
    pub size: u8,
}

/// A line of the vehicle costs.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VehicleCost {
    /// Vehicle Quality Points.
    pub cost: i32,
    /// The Data Card.
    pub card: String,
}

/// What ammunition costs.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AmmunitionCost {
    /// Rounds for a Vehicle Quality Point.
    pub rounds: u8,
    /// The same for captured vehicles (OF-16.5).
    pub captured_rounds: u8,
    /// Boxes on the record sheet.
    pub most: u8,
    /// The most rounds for its bazooka that a squad carries.
    #[serde(default = "squad_rounds", deserialize_with = "engine::figure")]
    pub squad: u8,
    /// Shells that a US crew finds in a captured vehicle (OF-11.2).
    #[serde(default = "found_rounds", deserialize_with = "engine::figure")]
    pub found: u8,
}

/// What a squad carries by tables that do not say.
fn squad_rounds() -> u8 {
    10
}

/// What lies in a captured vehicle by tables that do not say.
fn found_rounds() -> u8 {
    12
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CharacteristicTables {
    perception: [[i32; 6]; 10],
    weapon_skill: [[i32; 6]; 10],
    driving_skill: [[i32; 6]; 10],
}

/// What Combat Points do (OF-16.3).
#[derive(Copy, Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Campaign {
    /// Spent at a time.
    pub combat_points: u8,
    /// No rating rises above this.
    pub most: CrewRatings,
    /// What a rating rises by.
    pub adds: CrewRatings,
    /// The die that raises Initiative when that is tried; any other raises Perception.
    pub initiative_die: Span,
    /// Combat Points for each crew that survives a mission that was won (OF-16.2).
    pub points_if_won: u8,
    /// The same for one that was lost.
    pub points_if_lost: u8,
    /// The most a crew gets for one mission.
    pub most_awarded: u8,
    /// By how much a captured vehicle reduces the Crew Rating on its first mission, its second and so on (OF-16.5).
    pub strange_vehicle: [u8; 3],
    /// What deeds suggest.
    pub deeds: DeedPoints,
}

/// Combat Points that deeds suggest to the player, who deals as he sees fit (OF-16.2).
#[derive(Copy, Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct DeedPoints {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    pub killed: i32,
    pub finished: i32,
    pub captured: i32,
    pub damaged: i32,
    pub gave_turn: i32,
    pub panicked: i32,
}

impl Campaign {
    /// By how much the Crew Rating is reduced in a captured vehicle that has served on this many missions.
    pub fn strangeness(&self, served: u8) -> u8 {
        self.strange_vehicle.get(usize::from(served)).copied().unwrap_or(0)
    }
}

/// One of the four characteristics that combat points raise.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Characteristic {
    /// Initiative.
    Initiative,
    /// Perception.
    Perception,
    /// Weapon skill.
    WeaponSkill,
    /// Driving skill.
    DrivingSkill,
}

impl Characteristic {
    /// All, in the order of the record sheet.
    pub const ALL: [Characteristic; 4] = [
        Characteristic::Initiative,
        Characteristic::Perception,
        Characteristic::WeaponSkill,
        Characteristic::DrivingSkill,
    ];

    /// The word in notation.
    pub fn word(self) -> &'static str {
        match self {
            Characteristic::Initiative => "initiative",
            Characteristic::Perception => "perception",
            Characteristic::WeaponSkill => "weapon-skill",
            Characteristic::DrivingSkill => "driving-skill",
        }
    }

    /// What players read.
    pub fn title(self) -> &'static str {
        match self {
            Characteristic::Initiative => "initiative",
            Characteristic::Perception => "perception",
            Characteristic::WeaponSkill => "weapon skill",
            Characteristic::DrivingSkill => "driving skill",
        }
    }
}

/// Characteristics and the Crew Rating.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct CrewRatings {
    pub initiative: i32,
    pub perception: i32,
    pub weapon_skill: i32,
    pub driving_skill: i32,
    pub crew: i32,
}

impl CrewRatings {
    /// One of the four characteristics.
    pub fn of(&self, what: Characteristic) -> i32 {
        match what {
            Characteristic::Initiative => self.initiative,
            Characteristic::Perception => self.perception,
            Characteristic::WeaponSkill => self.weapon_skill,
            Characteristic::DrivingSkill => self.driving_skill,
        }
    }
}

/// The pre-generated platoon.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sample {
    /// Platoon Quality Points it was bought with.
    pub platoon_points: i32,
    /// Vehicle Quality Points it was bought with.
    pub vehicle_points: i32,
    /// Its units.
    #[serde(rename = "unit")]
    pub units: Vec<SampleUnit>,
}

/// A unit of the pre-generated platoon.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct SampleUnit {
    pub letter: String,
    pub card: String,
    #[serde(default)]
    pub commander: bool,
    pub crew: u8,
    pub initiative: u8,
    pub perception: u8,
    pub weapon_skill: i8,
    pub driving_skill: u8,
}

/// A face of a ten-sided die as a place in a table.
fn row(die: u16) -> usize {
    usize::from(die.clamp(1, 10)) - 1
}

impl PlatoonTables {
    /// Platoon Quality Points and Vehicle Quality Points for the two dice.
    pub fn quality(&self, platoon_die: u16, vehicle_die: u16) -> (i32, i32) {
        (self.quality.platoon[row(platoon_die)], self.quality.vehicles[row(platoon_die)][row(vehicle_die)])
    }

    /// A crew's characteristics by its Initiative and the dice for perception, weapon skill and driving skill.
    pub fn characteristics(&self, initiative: u8, perception: u16, weapon: u16, driving: u16) -> Characteristics {
        let column = usize::from(initiative).min(5);
        Characteristics {
            initiative: i32::from(initiative),
            perception: self.characteristics.perception[row(perception)][column],
            weapon_skill: self.characteristics.weapon_skill[row(weapon)][column],
            driving_skill: self.characteristics.driving_skill[row(driving)][column],
        }
    }

    /// What a crew costs; `None` if no such crew can be bought.
    pub fn crew_cost(&self, initiative: u8, commander: bool) -> Option<i32> {
        let found = self.crews.iter().find(|crew| crew.initiative == initiative && crew.commander == commander);
        found.map(|crew| crew.cost)
    }

    /// What a vehicle costs; `None` if it cannot be bought.
    pub fn vehicle_cost(&self, card: &str) -> Option<i32> {
        self.vehicles.iter().find(|vehicle| vehicle.card == card).map(|vehicle| vehicle.cost)
    }
}
