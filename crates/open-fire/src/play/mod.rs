//! The rules of play: a module or folder for each section of the rulebook, in its order.

pub mod action;
pub(crate) mod notation;
pub mod refusal;
pub mod s01_sharing;
pub mod s02_ratings;
pub(crate) mod s03_course;
pub mod s04_generation;
pub(crate) mod s05_operations;
pub mod s06_rounds;
pub(crate) mod s07_movement;
pub(crate) mod s08_sight;
pub(crate) mod s09_fire;
pub(crate) mod s10_squads;
pub(crate) mod s11_assault;
pub(crate) mod s12_crews;
pub(crate) mod s14_damage;
pub(crate) mod s15_victory;
pub mod s16_campaign;
pub(crate) mod s17_fighters;
pub(crate) mod s18_hidden;
