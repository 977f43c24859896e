//! The modules of the rules as settings: basic rules always hold, a scenario says which others it is made with, and
//! players may choose otherwise.

use engine::{OFF, ON, RuleId, SettingInfo, Settings};

use crate::{
    rule_ids::{COMMAND_CARDS, HIDING, MINEFIELDS, SPOTTING, SUPPORT},
    state::{Module, Modules},
};

/// A module as a switch; the scenario's own choice is its usual value.
fn info(module: Module, on: bool) -> SettingInfo {
    let (title, rule, about): (&str, RuleId, &str) = match module {
        Module::Hidden => (
            "Hidden units",
            HIDING,
            "Units that hide where nobody looks disappear from the enemy's map until they fire, are seen moving or are found.",
        ),
        Module::Mines => (
            "Minefields",
            MINEFIELDS,
            "The scenario's minefields are there; those that are hidden are known to their owner alone.",
        ),
        Module::Support => (
            "Aircraft and artillery",
            SUPPORT,
            "Each side may call the aircraft and batteries that the scenario gives it.",
        ),
        Module::CommandCards => (
            "Command cards",
            COMMAND_CARDS,
            "Each side has a hand of cards that change dice, movement, plans and morale.",
        ),
        Module::Night => (
            "Night",
            SPOTTING,
            "Spotting is harder, and in the dark only neighbours and muzzle flashes are seen at once.",
        ),
    };
    SettingInfo {
        default: if on { ON } else { OFF }.to_owned(),
        ..SettingInfo::switch(module.word(), title, about, rule)
    }
}

/// The switches of a scenario.
pub(super) fn offered(usual: Modules) -> Vec<SettingInfo> {
    Module::ALL.into_iter().map(|module| info(module, usual.has(module))).collect()
}

/// The modules that were chosen.
pub(super) fn chosen(usual: Modules, settings: &Settings) -> Modules {
    Module::ALL.into_iter().fold(usual, |modules, module| match settings.get(module.word()) {
        Some(value) => modules.with(module, value == ON),
        None => modules,
    })
}
