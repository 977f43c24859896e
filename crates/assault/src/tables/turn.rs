//! The turn and what units do in it, from `content/assault/turn.toml`.

use engine::Provenance;
use serde::Deserialize;

use super::{kind::Kind, units::Experience};

/// The numbers of the turn.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TurnTables {
    /// Hexes and allowances.
    pub movement: MovementNumbers,
    /// Arcs of fire and areas of impact.
    pub facing: FacingNumbers,
    /// The initiative roll.
    pub initiative: InitiativeNumbers,
    /// Command points.
    pub planning: PlanningNumbers,
    /// Fire at movers.
    pub reaction: ReactionNumbers,
    /// Units that run.
    pub fallback: FallbackNumbers,
    /// Units that recover.
    pub rally: RallyNumbers,
    /// What suppression leaves to do.
    pub suppressed: SuppressedNumbers,
    /// Where spades are of no use.
    pub digging_in: DiggingNumbers,
    /// How long smoke stays.
    pub smoke: SmokeNumbers,
    /// Passengers of a vehicle that is lost.
    pub transport: TransportNumbers,
    /// What eliminated units are worth.
    pub victory: VictoryNumbers,
}

/// Hexes and allowances.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MovementNumbers {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    /// Units of a side in a hex.
    pub stacking: u8,
    /// A fast action has so many times the allowance.
    pub fast_times: u8,
    /// With fire before or after it, the allowance is divided by this, rounded up.
    pub firing_part: u8,
    /// What a vehicle pays for each vertex it turns off the road.
    pub turning: u8,
}

/// Arcs of fire and areas of impact.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FacingNumbers {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    /// Width of the arc of fire and of the front, in degrees.
    pub arc: u16,
    /// Width of the rear.
    pub rear: u16,
}

/// The initiative roll.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InitiativeNumbers {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    /// Added for the side with fewer units on the map.
    pub catching_up: i8,
}

/// Command points.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlanningNumbers {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    /// Points for so many parts of the units: numerator and denominator.
    pub share: [u8; 2],
}

/// Fire at movers.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReactionNumbers {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    /// Shots at one moving unit in one hex.
    pub shots: u8,
    /// Chances of an effect from which a side may have its units fire by themselves, in hundredths.
    pub chances: Vec<u8>,
    /// The one that counts where enemies may hide, until a side says something else.
    pub usual: u8,
}

/// Units that run.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FallbackNumbers {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    /// How far they run.
    pub hexes: u8,
}

/// Units that recover.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RallyNumbers {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    /// The number needed on a die.
    pub need: i8,
    /// Added for recruits.
    pub recruit: i8,
    /// Added for hardened units.
    pub hardened: i8,
    /// Added for veterans.
    pub veteran: i8,
    /// Added for elite units.
    pub elite: i8,
    /// Added beside an enemy.
    pub enemy_adjacent: i8,
    /// Added inside a building or a work.
    pub building_or_work: i8,
    /// How far a command card that rallies several units is heard.
    pub voice: u16,
}

impl RallyNumbers {
    /// What a level adds.
    pub fn of(&self, experience: Experience) -> i8 {
        match experience {
            Experience::Recruit => self.recruit,
            Experience::Regular => 0,
            Experience::Hardened => self.hardened,
            Experience::Veteran => self.veteran,
            Experience::Elite => self.elite,
        }
    }
}

/// What suppression leaves to do.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SuppressedNumbers {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    /// A suppressed vehicle attacks without its weakest die.
    pub vehicle_die_less: bool,
}

/// Where spades are of no use.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DiggingNumbers {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    /// Kinds of ground.
    pub not_in: Vec<String>,
}

/// How long smoke stays.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SmokeNumbers {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    /// A marker goes at this number or more on a die.
    pub lifts_at: u16,
}

/// Passengers of a vehicle that is lost.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TransportNumbers {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    /// Damage points that they take.
    pub damage: u8,
    /// Suppressions that they take.
    pub suppression: u8,
}

/// What eliminated units are worth.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct VictoryNumbers {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    pub infantry: i32,
    pub artillery: i32,
    pub vehicle: i32,
}

impl VictoryNumbers {
    /// What a kind of unit is worth.
    pub fn of(&self, kind: Kind) -> i32 {
        match kind {
            Kind::Infantry => self.infantry,
            Kind::Gun => self.artillery,
            Kind::Vehicle => self.vehicle,
        }
    }
}
