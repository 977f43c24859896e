//! From data files to a game that can begin: the game box, missions and set-ups, settings, and attacks asked about in
//! words.

pub mod attack_words;
pub mod game_box;
pub(crate) mod scenario;
pub(crate) mod scenario_faults;
pub(crate) mod scenario_spec;
pub(crate) mod scenario_units;
pub(crate) mod scenario_words;
pub mod settings;
