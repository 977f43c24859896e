//! What can be chosen when a mission is set up: the optional rules of the rulebook, as switches.

use engine::{ON, Problem, RuleId, SettingError, SettingInfo, SettingValue, Settings};

use crate::{
    booklet::{
        cartridge::Mission,
        options::{Options, Switch},
    },
    play::{
        s01_sharing::{self, MOST_PLAYERS},
        s16_campaign::{CAMPAIGN, PLATOON},
    },
    rule_ids::{self, AMMUNITION, CLOSED, HIDDEN, SHARED, TANK_MACHINEGUNS},
    state::{roster::Roster, roster_text},
    tables::display_sheet::DisplaySheet,
};

/// The setting that says how many play.
const PLAYERS: &str = "players";

/// How an optional rule is offered.
fn info(switch: Switch) -> SettingInfo {
    let (title, rule, about): (&str, RuleId, &str) = match switch {
        Switch::ClosedSight => (
            "Closed vehicles see only ahead",
            CLOSED,
            "A buttoned up vehicle sees and finds only what lies in the sixty degrees in front of its turret. So do \
             Germans.",
        ),
        Switch::AmmunitionByType => (
            "Ammunition by type",
            AMMUNITION,
            "Before the mission you choose how many AP, GP and smoke shells each gun carries; each kind runs out by \
             itself.",
        ),
        Switch::SeparateMachineguns => (
            "Separate machineguns",
            TANK_MACHINEGUNS,
            "A tank has a bow, a hull and a turret machinegun, each with its own arc, and loses them one by one.",
        ),
        Switch::HiddenTargets => (
            "Fire at hidden targets",
            HIDDEN,
            "You may fire at a target behind one hex of woods or town after a perception check. So may the Germans.",
        ),
    };
    SettingInfo::switch(switch.id(), title, about, rule)
}
/// What a mission leaves to the players, and what it demands.
pub(crate) fn offered(mission: &Mission) -> Vec<SettingInfo> {
    let switch = |switch: Switch| match mission.forced.iter().find(|(forced, _)| *forced == switch) {
        Some((_, on)) => info(switch).fixed(if *on { ON } else { engine::OFF }),
        None => info(switch),
    };
    [players()].into_iter().chain(Switch::ALL.into_iter().map(switch)).chain(campaign()).collect()
}

/// How many share the platoon (OF-1.1).
fn players() -> SettingInfo {
    let labels = ["One player", "Two players", "Three players", "Four players"];
    let value = |(players, label): (u8, &str)| SettingValue {
        value: players.to_string(),
        label: label.to_owned(),
        seats: s01_sharing::seats(players),
    };
    let values = (1..=MOST_PLAYERS).zip(labels).map(value).collect();
    let about = "Several players share the platoon, each with a section of it. You win or lose together; the points of \
        each section are counted as well.";
    SettingInfo::choice(PLAYERS, "Players", about, SHARED, values)
}

/// How many players were chosen.
pub(crate) fn chosen_players(settings: &Settings) -> u8 {
    settings.get(PLAYERS).and_then(|players| players.parse().ok()).unwrap_or(1)
}

/// A mission of a campaign, and the platoon it is played with.
fn campaign() -> [SettingInfo; 2] {
    let about = "The platoon is debriefed after the mission: its crews earn combat points, losses are replaced, and it \
        can be taken into the next mission.";
    let platoon = "The platoon that an earlier mission handed on.";
    [
        SettingInfo::switch(CAMPAIGN, "Campaign", about, rule_ids::CAMPAIGN_GAMES).handing_on(),
        SettingInfo::text(PLATOON, "The platoon", platoon, rule_ids::CAMPAIGN),
    ]
}

/// The platoon that comes from an earlier mission, if one does.
pub(crate) fn roster(sheet: &DisplaySheet, settings: &Settings) -> Result<Option<Roster>, SettingError> {
    let Some(text) = settings.get(PLATOON) else { return Ok(None) };
    let in_words = |problem: &Problem| match problem.line {
        0 => format!("{}; {}", problem.what, problem.help),
        line => format!("line {line}: {}; {}", problem.what, problem.help),
    };
    let refused = |problems: Vec<Problem>| SettingError::Text {
        name: PLATOON.to_owned(),
        problem: problems.iter().map(in_words).collect::<Vec<_>>().join("\n"),
    };
    roster_text::read(sheet, PLATOON, text).map(Some).map_err(refused)
}

/// The optional rules in force: those that the mission demands, and those that were chosen.
pub(crate) fn options(mission: &Mission, settings: &Settings) -> Options {
    let mut options = Options { soft_ground: mission.soft_ground, snow: mission.snow, ..Options::default() };
    for info in offered(mission) {
        let value = settings.get(&info.id).unwrap_or(&info.default);
        if let Some(switch) = Switch::ALL.into_iter().find(|switch| switch.id() == info.id) {
            *switch.of(&mut options) = value == ON;
        }
    }
    options.campaign = settings.get(CAMPAIGN) == Some(ON) || settings.get(PLATOON).is_some();
    options
}
