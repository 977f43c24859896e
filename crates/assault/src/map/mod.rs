//! The country: what can be seen across it, its key, and maps without a game on them. Knows no state.

pub(crate) mod costs;
pub(crate) mod ground;
mod key;
pub mod sight;

pub use ground::AssaultMap;
