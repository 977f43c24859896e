//! The rules of play: a module or folder for each section of the rulebook, in its order.

pub(crate) mod arrival;
pub(crate) mod eyewitness;
pub mod missions;
pub(crate) mod notation;
pub(crate) mod offers;
pub mod refusal;
pub mod s01_sharing;
pub(crate) mod s02_men;
pub mod s02_ratings;
pub(crate) mod s02_unit_cards;
pub mod s04_generation;
pub mod s05_operations;
pub mod s06_rounds;
pub mod s07_movement;
pub mod s08_sight;
pub mod s09_fire;
pub mod s10_squads;
pub mod s11_assault;
pub mod s12_crews;
pub mod s14_damage;
pub mod s15_awards;
pub mod s15_points;
pub mod s15_victory;
pub mod s16_campaign;
pub mod s17_fighters;
pub mod s18_hidden;
