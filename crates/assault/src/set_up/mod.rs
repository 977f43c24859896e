//! From files to the game's box.

mod game_box;

pub use game_box::game_box;
