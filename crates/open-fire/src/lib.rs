//! `open-fire`: a solitaire tank platoon against an enemy run by paragraphs.
//!
//! One module per section of the rulebook; `content/open-fire/rules.toml` lists the rules with their ids.
//!
//! | rule | module |
//! |---|---|
//! | OF-1.1 shared platoons | [`sections`] |
//! | OF-2.1, OF-2.6 unit cards | [`unit_cards`] |
//! | OF-2.2 missions and their cartridge | [`cartridge`] |
//! | OF-2.3 the map | [`country`], `ground` |
//! | OF-2.7, OF-5.1 the paragraphs | [`paragraphs`] |
//! | OF-2.4 counters | [`counters`] |
//! | OF-2.8 the tables of the Display Sheet | [`display_sheet`], [`tables`] |
//! | OF-2.9, OF-5.3 dice and checks | [`checks`] |
//! | OF-2.10 data cards | [`cards`] |
//! | OF-4 platoon generation: its tables | [`platoon_tables`] |
//! | OF-6.1 the Action Round Track | [`ar_track`] |
//! | OF-7.5 movement costs | [`movement_costs`], [`step_costs`] |
//! | OF-7.8 accidents | [`accidents`] |
//! | OF-8, OF-9.10 line of sight, smoke in it | [`sight`] |
//! | OF-9.1, OF-9.2 AP and GP fire | [`ap_fire`], [`gp_fire`] |
//! | OF-11 close assault | [`close_assault`] |
//! | OF-13.1 minefields | [`minefields`] |
//! | OF-14 damage, crew reductions | [`damage`], [`crew_reduction`] |
//!
//! Those are the tables and what can be asked of them without a game. The course of play:
//!
//! | rule | module |
//! |---|---|
//! | OF-3 course of play | `play`, from an action to its rule; [`state`], [`units`] |
//! | OF-4 platoon generation | [`generation`] |
//! | OF-5 operations, event markers, checks | `operations`, `markers` |
//! | OF-5.1 reading a paragraph | [`reading`] |
//! | OF-6.1, OF-6.3 to OF-6.5 rounds, command, panic, awareness | `rounds`, `command` |
//! | OF-6.2, OF-6.6 activation | `activation` |
//! | OF-6.7 a US unit's turn | `turns` |
//! | OF-6.8 a German's turn: column, orders, way, target | `german_turns`, `german_orders`, [`routes`], `targets` |
//! | OF-7 movement, how far, passengers | `movement`, `allowances`, `transport` |
//! | OF-8.3, OF-8.4 who sees whom as things stand | `seeing` |
//! | OF-9, OF-10, OF-11, OF-12, OF-17, OF-18 fire, squads, assault, capture, crews, fighters, hidden targets | `fire` and its folder |
//! | OF-13, OF-14 mines, damage as it befalls a unit | `wounds` |
//! | OF-15 victory | `victory` |
//! | OF-1.2, OF-16 the campaign | [`campaign`] |

pub mod booklet;
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
