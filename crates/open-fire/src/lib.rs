//! `open-fire`: a solitaire tank platoon against an enemy run by paragraphs.
//!
//! `content/open-fire/rules.toml` lists the rules with their ids. Knowledge flows one way; a test
//! (`crates/opfire/tests/it/layers.rs`) fails where it does not:
//!
//! ```text
//! tables ◄── map ◄──┐
//!    ▲              ├── state ◄── play ◄─► reading ◄── course ◄── screen ◄── rules.rs
//!    └── booklet ◄──┘                └───────────────────└── set_up
//! ```
//!
//! | folder | what is in it |
//! |---|---|
//! | [`tables`] | what is printed on cards and on the Display Sheet, and what follows from it without a game: the odds of a shot, a mine, an accident |
//! | [`map`] | the ground: sight over it and the cost of crossing it |
//! | [`booklet`] | paragraphs, unit cards and missions as they are written |
//! | [`state`] | everything that changes in a mission, all faults it can have as play begins ([`state::faults`]), and [`OpenFire`], everything that does not change |
//! | [`play`] | the rules of play, a module or folder for each section of the rulebook |
//! | [`reading`] | carries paragraphs out |
//! | [`course`] | which rule handles an action, what may be done in each frame, and what follows by itself |
//! | `screen` | what a player sees |
//! | [`set_up`] | from data files to a game that can begin |
//!
//! The rules are free functions over [`Ask`](state::laid_out::Ask) (the mission and its state) or
//! [`Act`](state::laid_out::Act) (the same with dice and a journal). Which rule is where:
//!
//! | rule | module |
//! |---|---|
//! | OF-1.1 shared platoons | [`play::s01_sharing`], [`course::sharing`] |
//! | OF-1.2, OF-16 the campaign | [`play::s16_campaign`], [`state::campaign`], [`state::roster`] |
//! | OF-2.1, OF-2.6 unit cards | [`booklet::unit_cards`] |
//! | OF-2.2 missions and their cartridge | [`booklet::cartridge`] |
//! | OF-2.3 the map | [`map::country`] |
//! | OF-2.4 counters | [`tables::counters`] |
//! | OF-2.7, OF-5.1 the paragraphs: their language, and reading them | [`booklet::paragraphs`], [`reading`] |
//! | OF-2.8 the tables of the Display Sheet | [`tables::display_sheet`] |
//! | OF-2.9, OF-5.3 dice and checks | [`tables::checks`] |
//! | OF-2.10 data cards | [`tables::cards`] |
//! | OF-2.11 ratings as losses leave them | [`play::s02_ratings`] |
//! | OF-3 course of play, from an action to its rule | [`course`], [`course::action`] |
//! | OF-4 platoon generation; names; what a briefing says about it | [`play::s04_generation`], [`tables::platoon`]; [`state::names`]; [`booklet::muster`] |
//! | OF-5 operations, event markers, random determination | [`play::s05_operations`] |
//! | OF-6.1, OF-6.3 to OF-6.5 rounds, the track, command, panic, awareness | [`play::s06_rounds`], [`tables::ar_track`] |
//! | OF-6.2, OF-6.6 activation | `play::s06_rounds::activation` |
//! | OF-6.7 a US unit's turn, and what interrupts it | [`play::s06_rounds::turns`], [`play::s05_operations::sightings`] |
//! | OF-6.8 a German's turn: column, orders, way | `play::s06_rounds::german_turns`, `german_orders`, `routes` |
//! | OF-7 movement, how far, passengers; its costs | [`play::s07_movement`], [`play::s07_movement::movements`], [`play::s07_movement::transport`], [`tables::movement_costs`], [`map::step_costs`] |
//! | OF-7.8 accidents | [`tables::accidents`] |
//! | OF-8 line of sight over the ground, and as things stand | [`map::sight`], [`play::s08_sight`] |
//! | OF-9 fire: the tables, and fire in a game | [`tables::ap_fire`], [`tables::gp_fire`], [`play::s09_fire`] |
//! | OF-10 squads | [`play::s10_squads`] |
//! | OF-11 assault, capture, prisoners | [`tables::close_assault`], [`play::s11_assault`] |
//! | OF-12 crews on foot | [`play::s12_crews`] |
//! | OF-13.1 minefields | [`tables::minefields`], [`play::s14_damage`] |
//! | OF-14 damage: what a hit does, and what becomes of the unit | [`tables::damage`], [`tables::crew_reduction`], [`play::s14_damage`] |
//! | OF-15 victory | [`play::s15_victory`], [`play::s15_points`], [`play::s15_awards`] |
//! | OF-17 fighters, shells from off the map | [`play::s17_fighters`] |
//! | OF-18 hidden targets | [`play::s18_hidden`] |

pub mod booklet;
pub mod course;
pub mod map;
pub mod play;
pub mod reading;
pub mod rule_ids;
mod rules;
mod screen;
pub mod set_up;
pub mod state;
pub mod tables;

pub use map::country::Country;
pub use set_up::game_box::{REVISION, game_box};
pub use state::laid_out::OpenFire;
pub use tables::catalogue::Catalogue;
