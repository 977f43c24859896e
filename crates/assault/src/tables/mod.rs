//! The charts, read from `content/assault/` and checked. Knows neither maps nor games.

pub mod abilities;
pub mod catalogue;
pub mod close_combat;
pub mod dice;
pub mod fortification;
mod kind;
pub mod pool;
pub mod ranged_fire;
pub mod symbols;
pub mod units;

pub use catalogue::Catalogue;
pub use kind::Kind;
