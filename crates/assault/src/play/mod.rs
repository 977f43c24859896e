//! The rules, one module for each section of the aids.
//!
//! | rule | module |
//! |---|---|
//! | AS-9.6 damage to vehicles from terrain | [`s09_terrain_damage`] |
//! | AS-9.6.6 minefields | [`s09_minefields`] |
//! | AS-10.1 to AS-10.9 ranged fire, step by step, and spotting | [`s10_ranged_fire`] |
//! | AS-10.7 results, comparison rolls, critical hits | [`s10_results`] |
//! | AS-12.3 tactical air support | [`s12_3_air_support`] |
//! | AS-12.4 off-board artillery | [`s12_4_off_board`] |
//! | AS-12.5 collapse of buildings and works | [`s12_5_collapse`] |

mod counting;
mod d6;
pub mod s09_minefields;
pub mod s09_terrain_damage;
pub mod s10_ranged_fire;
pub mod s10_results;
pub mod s12_3_air_support;
pub mod s12_4_off_board;
pub mod s12_5_collapse;

#[cfg(test)]
mod hazard_tests;
#[cfg(test)]
mod off_board_tests;
#[cfg(test)]
mod tests;
