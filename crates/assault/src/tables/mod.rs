//! The charts, read from `content/assault/` and checked. Knows neither maps nor games.

pub mod abilities;
pub mod catalogue;
mod chart;
#[cfg(test)]
mod chart_tests;
pub mod close_combat;
pub mod command_cards;
pub mod dice;
pub mod formations;
pub mod fortification;
mod kind;
pub mod minefields;
pub mod pool;
pub mod ranged_fire;
pub mod support;
pub mod symbols;
pub mod terrain_damage;
pub mod turn;
pub mod units;

pub use catalogue::Catalogue;
pub use kind::Kind;
