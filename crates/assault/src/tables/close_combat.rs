//! The numbers of close combat, from `content/assault/close-combat.toml` (AS-11).

use engine::Provenance;
use serde::Deserialize;

use super::{fortification::Area, pool::Pool};

/// The numbers of close combat.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CloseCombatTables {
    /// How long it lasts.
    pub rounds: CombatRounds,
    /// Single dice.
    pub dice: CombatSingleDice,
    /// Dice that are thrown again.
    pub again: CombatAgain,
    /// Where a unit is hit.
    pub area: CombatArea,
}

/// How long close combat lasts.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CombatRounds {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    /// Rounds at most.
    pub most: u8,
}

/// Dice that come one at a time.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CombatSingleDice {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    /// Veterans and better when they attack, hardened units and better when they defend.
    pub experience: Pool,
    /// The assaulter's defence in the first round, in place of terrain.
    pub assaulter_first_round: Pool,
}

/// How many dice that show nothing are thrown again.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CombatAgain {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    /// By a side that is supported, in the first round.
    pub support: u8,
    /// By the assaulter of a unit that is outflanked, in the first round.
    pub outflanked: u8,
    /// By the assaulter of an immobilised vehicle, in every round.
    pub immobilised: u8,
}

/// Where a unit is hit.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CombatArea {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    /// The assaulter in the first round.
    pub assaulter_first_round: Area,
    /// Either side in later rounds.
    pub later: Area,
    /// An immobilised vehicle in any round.
    pub immobilised: Area,
}
