//! The ids of the rules, as listed in `content/assault/rules.toml`. The numbers are those of the charts and player
//! aids.

use engine::RuleId;

/// Abilities on unit cards.
pub const ABILITIES: RuleId = RuleId("AS-4.2");
/// Experience of units.
pub const EXPERIENCE: RuleId = RuleId("AS-4.2.3");
/// The turn and its phases.
pub const TURN: RuleId = RuleId("AS-5");
/// Initiative.
pub const INITIATIVE: RuleId = RuleId("AS-5.1");
/// Command points.
pub const PLANNING: RuleId = RuleId("AS-6");
/// The support phase.
pub const SUPPORT: RuleId = RuleId("AS-7");
/// Command cards.
pub const COMMAND_CARDS: RuleId = RuleId("AS-8.3");
/// The action phase.
pub const ACTIONS: RuleId = RuleId("AS-9");
/// Movement.
pub const MOVEMENT: RuleId = RuleId("AS-9.1");
/// Fast and delayed action, fire with movement.
pub const FAST_ACTION: RuleId = RuleId("AS-9.2");
/// Terrain.
pub const TERRAIN: RuleId = RuleId("AS-9.6");
/// Hills.
pub const HILLS: RuleId = RuleId("AS-9.6.1");
/// Single-storey buildings.
pub const LOW_HOUSES: RuleId = RuleId("AS-9.6.2.1");
/// Multi-storey and large buildings.
pub const TALL_HOUSES: RuleId = RuleId("AS-9.6.2.2");
/// Stone walls.
pub const STONE_WALLS: RuleId = RuleId("AS-9.6.3.2.1");
/// Steep slopes.
pub const STEEP_SLOPES: RuleId = RuleId("AS-9.6.5.2");
/// Minefields.
pub const MINEFIELDS: RuleId = RuleId("AS-9.6.6");
/// Hiding and ambushes.
pub const HIDING: RuleId = RuleId("AS-9.12.1");
/// The attacker's steps.
pub const ATTACK_STEPS: RuleId = RuleId("AS-10.1");
/// Line of sight.
pub const SIGHT: RuleId = RuleId("AS-10.2");
/// Hindered sight.
pub const HINDERED: RuleId = RuleId("AS-10.3");
/// Spotting.
pub const SPOTTING: RuleId = RuleId("AS-10.5");
/// Arcs of fire.
pub const ARC: RuleId = RuleId("AS-10.6");
/// Results of attacks.
pub const RESULTS: RuleId = RuleId("AS-10.7.2");
/// Half strength.
pub const HALF_STRENGTH: RuleId = RuleId("AS-10.8.1");
/// Joint fire.
pub const JOINT_FIRE: RuleId = RuleId("AS-10.8.4");
/// The terrain bonus of a target.
pub const TERRAIN_BONUS: RuleId = RuleId("AS-10.9.1");
/// Where a target is hit.
pub const IMPACT: RuleId = RuleId("AS-10.9.3");
/// The attacker's fire status.
pub const FIRE_STATUS: RuleId = RuleId("AS-10.9.4");
/// Reaction fire.
pub const REACTION: RuleId = RuleId("AS-10.10");
/// Close combat.
pub const CLOSE_COMBAT: RuleId = RuleId("AS-11");
/// Support units in close combat.
pub const SUPPORT_UNITS: RuleId = RuleId("AS-11.1.1.1");
/// Attack dice in close combat.
pub const ATTACK_IN_COMBAT: RuleId = RuleId("AS-11.1.2");
/// Defence dice in close combat.
pub const DEFENCE_IN_COMBAT: RuleId = RuleId("AS-11.1.3");
/// Where a unit is hit in close combat.
pub const AREA_OF_ATTACK: RuleId = RuleId("AS-11.3");
/// Tactical air support.
pub const AIR_SUPPORT: RuleId = RuleId("AS-12.3");
/// AA fire.
pub const AA_FIRE: RuleId = RuleId("AS-12.3.5");
/// Spotting from the air.
pub const AIR_SPOTTING: RuleId = RuleId("AS-12.3.6.1");
/// Accuracy of air attacks.
pub const ACCURACY: RuleId = RuleId("AS-12.3.6.2");
/// Off-board artillery.
pub const OFF_BOARD: RuleId = RuleId("AS-12.4");
/// Exploratory shells.
pub const SHELLS: RuleId = RuleId("AS-12.4.2.2");
/// Fire modes of off-board artillery.
pub const FIRE_MODES: RuleId = RuleId("AS-12.4.3.1");
/// Smoke.
pub const SMOKE: RuleId = RuleId("AS-12.4.3.1.1");
/// Craters.
pub const CRATERS: RuleId = RuleId("AS-12.4.3.5");
/// Collapse of buildings and works.
pub const COLLAPSE: RuleId = RuleId("AS-12.5");
/// Status of units.
pub const DEFENDER_STATUS: RuleId = RuleId("AS-13.1");
/// The organization phase.
pub const ORGANIZATION: RuleId = RuleId("AS-14");
/// Fallback.
pub const FALLBACK: RuleId = RuleId("AS-14.3");
/// Victory.
pub const VICTORY: RuleId = RuleId("AS-15");
/// Set-up.
pub const SET_UP: RuleId = RuleId("AS-16");
