//! What a player sees: the scene, the question on the table, the choices with their odds, and what lies beside the map. Only `rules.rs`
//! imports anything from here.

mod choice_groups;
pub(crate) mod choices;
mod debriefing;
pub(crate) mod displays;
mod lessons;
mod panels;
pub(crate) mod plan;
mod prompt;
pub(crate) mod scene;
