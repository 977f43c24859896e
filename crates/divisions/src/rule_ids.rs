//! The ids of the rules, as listed in `content/divisions/rules.toml`. FD-1 to FD-7 follow the printed example.

use engine::RuleId;

/// Units: range, defence, two sides.
pub const UNITS: RuleId = RuleId("FD-1");
/// What a direct fire attack needs: range, sight, clear weather.
pub const FIRE_NEEDS: RuleId = RuleId("FD-2");
/// How a direct fire attack is resolved.
pub const FIRE: RuleId = RuleId("FD-3");
/// Opportunity fire.
pub const OPPORTUNITY_FIRE: RuleId = RuleId("FD-4");
/// Pins.
pub const PINS: RuleId = RuleId("FD-5");
/// Direct fire in one's own activation.
pub const FIRE_PHASE: RuleId = RuleId("FD-6");
/// The tally of steps lost.
pub const TALLY: RuleId = RuleId("FD-7");
/// Turns and the chit cup.
pub const CUP: RuleId = RuleId("FD-8");
/// Headquarters and command.
pub const COMMAND: RuleId = RuleId("FD-9");
/// Movement.
pub const MOVEMENT: RuleId = RuleId("FD-10");
/// Terrain.
pub const TERRAIN: RuleId = RuleId("FD-11");
/// Stacking.
pub const STACKING: RuleId = RuleId("FD-12");
/// Line of sight.
pub const SIGHT: RuleId = RuleId("FD-13");
/// Close assault.
pub const ASSAULT: RuleId = RuleId("FD-14");
/// Event chits.
pub const EVENTS: RuleId = RuleId("FD-15");
/// Weather and night.
pub const WEATHER: RuleId = RuleId("FD-16");
/// Reinforcements.
pub const REINFORCEMENTS: RuleId = RuleId("FD-17");
/// Victory.
pub const VICTORY: RuleId = RuleId("FD-18");
/// Set-up.
pub const SET_UP: RuleId = RuleId("FD-19");
