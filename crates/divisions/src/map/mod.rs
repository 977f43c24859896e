//! The country: sight across it, its key, and maps without a game on them. Knows no state.

pub(crate) mod costs;
pub(crate) mod ground;
mod key;
pub(crate) mod sight;
