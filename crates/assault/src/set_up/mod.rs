//! From files to a game laid out (AS-16).

mod attack_words;
mod game_box;
mod scenario;
mod settings;
mod spec;

pub use game_box::{REVISION, game_box};
pub use scenario::read_scenario;
