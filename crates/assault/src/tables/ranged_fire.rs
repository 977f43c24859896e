//! The tables of the ranged fire aid, from `content/assault/ranged-fire.toml` (AS-10.5, AS-10.9).

use engine::Provenance;
use serde::Deserialize;

use super::{kind::Kind, pool::Pool};

/// The tables of ranged fire.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RangedFireTables {
    /// AS-10.9.5.
    pub modification: Modification,
    /// AS-10.5.
    pub spotting: SpottingTable,
    /// What is added to a spotting roll.
    pub spotting_modifiers: SpottingModifiers,
    /// Single dice.
    pub dice: SingleDice,
}

/// Dice for the defender by the attacker's fire status.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Modification {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    firing: ModificationRow,
    turret_fire: ModificationRow,
    moving: ModificationRow,
}

#[derive(Copy, Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ModificationRow {
    plain: Pool,
    fast: Pool,
    not_spotted: Pool,
    not_spotted_fast: Pool,
}

/// The mark of a unit that fires (AS-10.9.4).
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum FireStatus {
    /// It only fires.
    #[default]
    Firing,
    /// Outside its arc.
    TurretFire,
    /// After moving.
    MoveAndFire,
    /// Before moving.
    FireAndMove,
}

impl FireStatus {
    /// All of them.
    pub const ALL: [FireStatus; 4] =
        [FireStatus::Firing, FireStatus::TurretFire, FireStatus::MoveAndFire, FireStatus::FireAndMove];

    /// Whether it moves in the same activation.
    pub fn moves(self) -> bool {
        match self {
            FireStatus::Firing | FireStatus::TurretFire => false,
            FireStatus::MoveAndFire | FireStatus::FireAndMove => true,
        }
    }

    /// Its name.
    pub fn word(self) -> &'static str {
        match self {
            FireStatus::Firing => "firing",
            FireStatus::TurretFire => "turret-fire",
            FireStatus::MoveAndFire => "move-and-fire",
            FireStatus::FireAndMove => "fire-and-move",
        }
    }

    /// The same as people say it.
    pub fn spoken(self) -> &'static str {
        match self {
            FireStatus::Firing => "firing",
            FireStatus::TurretFire => "turret fire",
            FireStatus::MoveAndFire => "move and fire",
            FireStatus::FireAndMove => "fire and move",
        }
    }
}

impl Modification {
    /// What the defender gains: for the attacker's status, against a fast vehicle or anything else, spotted or not.
    pub fn dice(&self, status: FireStatus, fast_vehicle: bool, spotted: bool) -> Pool {
        let row = match status {
            FireStatus::Firing => self.firing,
            FireStatus::TurretFire => self.turret_fire,
            FireStatus::MoveAndFire | FireStatus::FireAndMove => self.moving,
        };
        match (fast_vehicle, spotted) {
            (false, true) => row.plain,
            (true, true) => row.fast,
            (false, false) => row.not_spotted,
            (true, false) => row.not_spotted_fast,
        }
    }
}

/// The spotting roll table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpottingTable {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    infantry: SpottingRow,
    artillery: SpottingRow,
    vehicle: SpottingRow,
}

#[derive(Copy, Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SpottingRow {
    in_arc: Needed,
    out_of_arc: Needed,
}

#[derive(Copy, Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Needed {
    plain: u8,
    bonus: u8,
}

impl SpottingTable {
    /// The number that a kind of unit needs on a die; `None` if it needs no roll.
    pub fn needed(&self, kind: Kind, in_arc: bool, terrain_bonus: bool) -> Option<u8> {
        let row = match kind {
            Kind::Infantry => self.infantry,
            Kind::Gun => self.artillery,
            Kind::Vehicle => self.vehicle,
        };
        let needed = if in_arc { row.in_arc } else { row.out_of_arc };
        Some(if terrain_bonus { needed.bonus } else { needed.plain }).filter(|&number| number > 0)
    }
}

/// What is added to a spotting roll.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpottingModifiers {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    /// One or more hindrances in the line.
    pub hindered_sight: i8,
    /// The target is marked hide action, hidden or ambush.
    pub hidden: i8,
    /// Reaction fire at a target that follows a covered trail.
    pub covered_trail: i8,
    /// The optional rule for night.
    pub night: i8,
}

/// Dice that come one at a time.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SingleDice {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    /// Hardened units and better when they defend, veterans and better when they attack.
    pub experience: Pool,
    /// A fire support unit.
    pub joint_fire: Pool,
    /// A dug-in defender.
    pub dug_in: Pool,
    /// A suppressed defender, infantry or artillery.
    pub suppressed: Pool,
    /// A defender marked hidden or hide action.
    pub hidden: Pool,
}
