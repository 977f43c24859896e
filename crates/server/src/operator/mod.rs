//! What an operator sees: whether the server is well, and what it does.
//!
//! May not know who plays what: nothing here names a person, a key or a game.

pub(crate) mod health;
#[cfg(feature = "club")]
pub(crate) mod meters;
#[cfg(not(feature = "club"))]
#[path = "unmetered.rs"]
pub(crate) mod meters;
#[cfg(feature = "club")]
mod metrics;
