//! `assault`: two-player company actions with dice pools.
//!
//! One module per section of the rules; `content/assault/rules.toml` lists them with their ids. So far maps and sight:
//!
//! | rule | module |
//! |---|---|
//! | AS-9.6 terrain and the sections below it | [`catalogue`], [`fortification`] |
//! | AS-10.2, AS-10.3, AS-12.4.3.1.1 line of sight, hindrances, smoke; what AS-9.6.1 to AS-9.6.5.2 do to it | [`sight`] |

pub mod catalogue;
pub mod fortification;
mod ground;
mod key;
mod kind;
pub mod rule_ids;
pub mod sight;

pub use catalogue::Catalogue;
pub use ground::{AssaultMap, game_box};
pub use kind::Kind;
pub use sight::{Conditions, Prepared, Sight};

#[cfg(test)]
mod tests;
