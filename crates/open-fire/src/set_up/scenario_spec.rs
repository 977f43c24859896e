//! The form of a set-up: what its file may say, before anything is made of it. [`scenario`](super::scenario) shows one.

use std::collections::BTreeMap;

use content::{MapSpec, Spanned};
use serde::Deserialize;

use crate::{set_up::scenario_words::AdjustmentSpec, state::roster_text::RosterSpec};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScenarioSpec {
    pub(crate) mission: Option<Spanned<String>>,
    pub(crate) ground: Option<MapSpec>,
    /// The whole map as open fields, with hexes of other terrain by its name.
    pub(crate) flat: Option<BTreeMap<String, Spanned<String>>>,
    /// Lines of a mission, as in a mission's file.
    pub(crate) briefing: Option<Spanned<String>>,
    /// Unit cards of its own.
    pub(crate) cards: Option<Spanned<String>>,
    /// Paragraphs of its own.
    pub(crate) paragraphs: Option<Spanned<String>>,
    /// What random events lead to.
    pub(crate) random_event: Option<Spanned<String>>,
    /// Activation levels by condition.
    #[serde(default)]
    pub(crate) activation: Vec<u8>,
    /// How event markers change with the conditions.
    #[serde(default)]
    pub(crate) adjust: Vec<AdjustmentSpec>,
    /// Where Germans retreat to.
    pub(crate) retreat: Option<Spanned<String>>,
    /// Vehicle quality points for the ammunition of a campaign's platoon.
    pub(crate) campaign_points: Option<u8>,
    /// What the briefing says about the platoon.
    pub(crate) muster: Option<MusterSpec>,
    /// Points for each event marker that is found.
    pub(crate) event_points: Option<i16>,
    pub(crate) platoon: Option<Spanned<String>>,
    #[serde(default = "one")]
    pub(crate) condition: u8,
    #[serde(default)]
    pub(crate) sightings: Vec<Spanned<String>>,
    #[serde(default)]
    pub(crate) round: u16,
    pub(crate) advantage: Option<Spanned<String>>,
    pub(crate) action_number: Option<u8>,
    #[serde(default = "one")]
    pub(crate) players: u8,
    #[serde(default)]
    pub(crate) options: Vec<Spanned<String>>,
    #[serde(default)]
    pub(crate) smoke: Vec<Spanned<String>>,
    #[serde(default)]
    pub(crate) minefields: Vec<Spanned<String>>,
    #[serde(default)]
    pub(crate) positions: Vec<Spanned<String>>,
    /// Where the platoon comes in and leaves; those of the mission, if it does not say.
    #[serde(default)]
    pub(crate) entry: Vec<Spanned<String>>,
    #[serde(default)]
    pub(crate) exit: Vec<Spanned<String>>,
    #[serde(default)]
    pub(crate) marker: Vec<MarkerSpec>,
    /// Points needed to win; those of the mission, if it does not say.
    pub(crate) victory: Option<i16>,
    /// A platoon that comes from an earlier mission.
    pub(crate) roster: Option<RosterSpec>,
    #[serde(default)]
    pub(crate) unit: Vec<UnitSpec>,
}

/// What the briefing says about the platoon, as in a mission's file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MusterSpec {
    #[serde(default)]
    pub(crate) only_new: bool,
    #[serde(default)]
    pub(crate) no_sample: bool,
    #[serde(default)]
    pub(crate) ammunition: u8,
    #[serde(default)]
    pub(crate) joins: Vec<Spanned<String>>,
    #[serde(default)]
    pub(crate) limits: BTreeMap<String, u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MarkerSpec {
    pub(crate) number: u8,
    pub(crate) at: Spanned<String>,
    /// What it leads to: `882`, `s1 882`, `random`, `none`.
    pub(crate) reads: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct UnitSpec {
    pub(crate) letter: Option<Spanned<String>>,
    pub(crate) card: Spanned<String>,
    pub(crate) at: Option<Spanned<String>>,
    /// The letter of what it rides on or is towed by.
    pub(crate) aboard: Option<Spanned<String>>,
    pub(crate) facing: Option<Spanned<String>>,
    pub(crate) turret: Option<Spanned<String>>,
    pub(crate) crew: Option<u8>,
    pub(crate) initiative: Option<u8>,
    #[serde(default)]
    pub(crate) commander: bool,
    pub(crate) perception: Option<u8>,
    pub(crate) weapon_skill: Option<i8>,
    pub(crate) driving_skill: Option<u8>,
    pub(crate) rounds: Option<u8>,
    #[serde(default)]
    pub(crate) closed: bool,
    #[serde(default)]
    pub(crate) defilade: bool,
    #[serde(default)]
    pub(crate) dug_in: bool,
    /// It is in a bunker that faces as it does.
    #[serde(default)]
    pub(crate) bunker: bool,
    #[serde(default)]
    pub(crate) prepared: bool,
    #[serde(default)]
    pub(crate) suppressed: bool,
    #[serde(default)]
    pub(crate) unaware: bool,
    #[serde(default)]
    pub(crate) panic: bool,
    /// How it moved: `still`, `slow` or `fast`.
    pub(crate) moved: Option<Spanned<String>>,
    /// The section it belongs to.
    pub(crate) section: Option<u8>,
    /// Turns left in this round.
    pub(crate) turns: Option<u8>,
    /// Reductions of its movement.
    #[serde(default)]
    pub(crate) mpa_lost: u8,
    /// Crew lost already.
    #[serde(default)]
    pub(crate) crew_lost: u8,
    /// A squad at half strength.
    #[serde(default)]
    pub(crate) halved: bool,
    /// It has been knocked out.
    #[serde(default)]
    pub(crate) killed: bool,
    /// A German who has been captured.
    #[serde(default)]
    pub(crate) captured: bool,
    /// The special reaction in effect.
    pub(crate) reaction: Option<char>,
    /// The paragraph a German acts by.
    pub(crate) acts: Option<Spanned<String>>,
    /// Paragraphs he acts by in special reactions.
    pub(crate) reactions: Option<BTreeMap<char, Spanned<String>>>,
    /// The Crew Rating at which he looks after himself, and what he is worth, if a card is made for him.
    pub(crate) self_preservation: Option<u8>,
    pub(crate) points: Option<i16>,
    /// Its main gun, its machinegun is knocked out.
    #[serde(default)]
    pub(crate) main_gun_out: bool,
    #[serde(default)]
    pub(crate) machinegun_out: bool,
    /// It fired in the round before.
    #[serde(default)]
    pub(crate) fired: bool,
    #[serde(default)]
    pub(crate) surrendered: bool,
}

fn one() -> u8 {
    1
}
