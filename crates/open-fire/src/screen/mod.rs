//! What a player sees: the scene, the question on the table, the choices with their odds, and what lies beside the map.
//! Only `rules.rs` imports anything from here.

pub(crate) mod choices;
pub(crate) mod coming_in;
pub(crate) mod debriefing;
pub(crate) mod displays;
pub(crate) mod handy;
pub(crate) mod lessons;
pub(crate) mod losses;
pub(crate) mod panels;
pub(crate) mod plan;
pub(crate) mod prompt;
pub(crate) mod scene;
pub(crate) mod threats;
pub(crate) mod waiting;
pub(crate) mod wishes;
