//! From files to the game's box.

mod attack_words;
mod game_box;

pub use game_box::game_box;
