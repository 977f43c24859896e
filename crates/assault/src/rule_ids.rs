//! The ids of the rules, as listed in `content/assault/rules.toml`. The numbers are those of the charts and player aids.

use engine::RuleId;

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
/// Line of sight.
pub const SIGHT: RuleId = RuleId("AS-10.2");
/// Hindered sight.
pub const HINDERED: RuleId = RuleId("AS-10.3");
/// Smoke.
pub const SMOKE: RuleId = RuleId("AS-12.4.3.1.1");
