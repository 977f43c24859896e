//! Players that are not people.
//!
//! A bot gets what its seat may know and the list of legal actions, nothing else.

pub mod divisions_player;
pub mod open_fire_player;
mod picker;
mod random;

pub use divisions_player::Heuristic;
pub use open_fire_player::PlatoonLeader;
pub use random::Random;
