//! `assault`: two-player company actions with dice pools.
//!
//! One module per section of the rules; `content/assault/rules.toml` lists them with their ids. The folders are those
//! of every ruleset: `tables/`, `map/`, `state/`, `play/`, `course/`, `screen/` and `set_up/`. In `play/`, what needs
//! only cards and circumstances is counted apart from what happens on the board, so that the aid, the command line and
//! the game run the same code. `course/` says whose turn it is and what follows by itself; rules do not know it.
//!
//! | rule | module |
//! |---|---|
//! | AS-9.6 terrain and the sections below it | [`tables::catalogue`], [`tables::fortification`] |
//! | combat dice, pools, symbols | [`tables::dice`], [`tables::pool`], [`tables::symbols`] |
//! | AS-4.2 unit cards and their abilities | [`tables::units`], [`tables::abilities`] |
//! | AS-10.1 to AS-10.9 ranged fire, step by step | [`play::s10_ranged_fire`] |
//! | AS-10.7 results, critical hits | [`play::s10_results`] |
//! | AS-11 close combat | [`play::s11_close_combat`] |
//! | AS-10.2, AS-10.3, AS-12.4.3.1.1 line of sight, hindrances, smoke; what AS-9.6.1 to AS-9.6.5.2 do to it | [`map::sight`] |

pub mod course;
pub mod map;
pub mod play;
pub mod rule_ids;
mod rules;
mod screen;
mod set_up;
pub mod state;
pub mod tables;

pub use course::action::Action;
pub use map::{
    AssaultMap,
    sight::{Conditions, Prepared, Sight},
};
pub use set_up::{REVISION, game_box, read_scenario};
pub use state::{Assault, State};
pub use tables::{Catalogue, Kind};

#[cfg(test)]
mod tests;
