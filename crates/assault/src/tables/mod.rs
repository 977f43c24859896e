//! The charts, read from `content/assault/` and checked. Knows neither maps nor games.

pub mod catalogue;
pub mod fortification;
mod kind;

pub use catalogue::Catalogue;
pub use kind::Kind;
