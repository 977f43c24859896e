//! The rules, one module for each section of the aids.
//!
//! | rule | module |
//! |---|---|
//! | AS-10.1 to AS-10.9 ranged fire, step by step, and spotting | [`s10_ranged_fire`] |
//! | AS-10.7 results, comparison rolls, critical hits | [`s10_results`] |

mod counting;
pub mod s10_ranged_fire;
pub mod s10_results;

#[cfg(test)]
mod tests;
