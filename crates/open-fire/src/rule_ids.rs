//! The ids of the rules, as listed in `content/open-fire/rules.toml`: the numbers are those of the rulebook's sections.

use engine::RuleId;

/// The map.
pub const MAP: RuleId = RuleId("OF-2.3");
/// Line of sight.
pub const SIGHT: RuleId = RuleId("OF-8");
/// Tracing the line.
pub const TRACING: RuleId = RuleId("OF-8.1");
/// Blocking terrain.
pub const BLOCKING: RuleId = RuleId("OF-8.2");
/// Seen on activation.
pub const ACTIVATED: RuleId = RuleId("OF-8.3");
/// Closed vehicles see ahead only.
pub const CLOSED: RuleId = RuleId("OF-8.4");
/// Where section 8 is silent.
pub const DOUBTFUL: RuleId = RuleId("OF-8.5");
/// Smoke.
pub const SMOKE: RuleId = RuleId("OF-9.10");
