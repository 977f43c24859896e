//! The rules, one module for each section of the aids.
//!
//! | rule | module |
//! |---|---|
//! | AS-10.1 to AS-10.9 ranged fire, step by step, and spotting | [`s10_ranged_fire`] |
//! | AS-10.7 results, comparison rolls, critical hits | [`s10_results`] |
//! | AS-11 close combat, round by round | [`s11_close_combat`] |

mod counting;
pub mod s10_ranged_fire;
pub mod s10_results;
pub mod s11_close_combat;

#[cfg(test)]
mod tests;
