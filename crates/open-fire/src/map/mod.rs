//! The ground (OF-2.3): what it costs to cross and how far one sees over it, without anybody on it.

pub mod country;
pub(crate) mod ground;
pub mod sight;
pub mod step_costs;
