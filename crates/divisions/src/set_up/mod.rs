//! From files to a game laid out (FD-19).

mod attack_words;
mod game_box;
mod places;
mod scenario;
mod spec;

pub use game_box::{REVISION, game_box};
pub use scenario::read_scenario;
