//! `divisions`: companies, an HQ chit cup and direct ranged fire.
//!
//! One module per section of the rules; `content/divisions/rules.toml` lists them with their ids.
//!
//! | folder | what is in it | knows |
//! |---|---|---|
//! | [`tables`] | counters and cards | nothing else |
//! | [`map`] | country, sight, costs | tables |
//! | [`state`] | the game as it is laid out and as it stands, and all faults it can have | tables, map |
//! | [`play`] | the rules, in their order | tables, map, state |
//! | [`course`] | which rule handles an action, whose turn it is, what follows by itself | all above |
//! | `screen` | prompts, counters, panels, plans, shadings; only `rules.rs` imports it | all above |
//! | `set_up` | scenario files, the game's box | tables, map, state; play for the first state and the odds of bots |
//!
//! | rule | module |
//! |---|---|
//! | FD-1 companies | [`play::s01_companies`], `tables/units.rs` |
//! | FD-2 what a shot needs | [`play::s02_fire_needs`] |
//! | FD-3 resolving a shot | [`play::s03_direct_fire`] |
//! | FD-4 opportunity fire | [`play::s04_opportunity_fire`] |
//! | FD-5 pins | `play/s05_pins.rs` |
//! | FD-6 fire of the active side | `play/s06_fire_phase.rs` |
//! | FD-7 the tally | `play/s07_tally.rs` |
//! | FD-8 turns, the cup, the phases of an activation | `course/cup.rs`, `course/phases.rs` |
//! | FD-9 headquarters and command | `play/s09_command.rs` |
//! | FD-10 movement | [`play::s10_movement`], `play/s10_march.rs` |
//! | FD-11 terrain | [`play::s11_terrain`], `tables/terrain.rs`, `map/costs.rs` |
//! | FD-12 stacking | [`play::s12_stacking`] |
//! | FD-13 line of sight | `map/sight.rs` |
//! | FD-14 close assault | [`play::s14_close_assault`], `tables/assault.rs` |
//! | FD-15 event chits | `play/s15_hands.rs`, `play/s15_event_chits.rs`, `tables/events.rs` |
//! | FD-16 weather and night | [`play::s16_weather`], `tables/weather.rs` |
//! | FD-17 reinforcements | `play/s17_reinforcements.rs` |
//! | FD-18 victory | [`play::s18_victory`] |
//! | FD-19 set-up | `set_up/scenario.rs`, [`state::faults`], `play/s19_set_up.rs` |
//!
//! What belongs to all actions alike is beside the sections: [`course::action`], `play/notation.rs`, [`play::refusal`],
//! and `course/done.rs` for the action that ends whatever is going on.

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
pub use set_up::{REVISION, game_box, read_scenario};
pub use state::{Ask, Divisions, State, Unit, UnitSet};
pub use tables::Catalogue;

#[cfg(test)]
mod tests;
