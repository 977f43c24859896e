//! What is printed on the cards and on the Display Sheet, and what can be worked out from it without a game.
//!
//! Nothing here knows a state. A shot, an assault or a mine is asked about with everything that decides it, and answers
//! with its odds or, given dice, with its result: play, `opfire odds`, `opfire resolve` and the rule cases all ask the
//! same functions.

pub mod accidents;
pub mod ap_fire;
pub mod ar_track;
pub mod cards;
pub mod catalogue;
pub mod checks;
pub mod close_assault;
pub mod counters;
pub mod crew_reduction;
pub mod damage;
pub mod decorations;
pub mod display_sheet;
pub mod fire_refusal;
pub mod forms;
pub mod gp_fire;
pub mod hindrances;
pub mod limits;
pub mod minefields;
pub mod movement_costs;
pub mod names;
pub mod platoon;
pub mod symbols;
