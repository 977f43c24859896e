//! Everything that comes in the box: charts, cards, scenarios, maps, the list of rules.

use std::sync::Arc;

use content::{Files, read_guides, read_maps};
use engine::{GameBox, MapBox, PlayerKind, Problem, Scenario, ScenarioInfo, SettingError};

use super::{
    attack_words::Combat,
    scenario::{MAPS, read_scenario, read_with},
    settings,
};
use crate::{map::AssaultMap, state::Assault, tables::Catalogue};

/// The revision of these rules; see [`engine::Ruleset::revision`].
pub const REVISION: u32 = 3;

/// Reads the game from its data files.
///
/// # Errors
/// Everything that is wrong with them.
pub fn game_box(files: &Files, players: Vec<PlayerKind<Assault>>) -> Result<GameBox<Assault>, Vec<Problem>> {
    let catalogue = Arc::new(Catalogue::read(files)?);
    let mut problems = Vec::new();
    let mut scenarios = Vec::new();
    for (path, text) in files.below("assault/scenarios/") {
        match read_scenario(&catalogue, files, path, text) {
            Ok((info, rules)) => scenarios.push(switchable(info, rules, &catalogue, files, (path, text))),
            Err(found) => problems.extend(found),
        }
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let maps = maps(files, &catalogue)?;
    // The shortest first: that is where a new player starts.
    scenarios.sort_by_key(|scenario| (scenario.info().units.iter().sum::<u32>(), scenario.info().id.clone()));
    let bots: Vec<&str> = players.iter().map(|kind| kind.id).collect();
    let guides = read_guides(files, "assault", scenarios.iter().map(Scenario::info), &bots)?;
    let rules = catalogue.rules().to_vec();
    let attacks = Combat::new(Arc::clone(&catalogue));
    let printing = files.printing("assault");
    let files = files.clone();
    Ok(GameBox {
        id: "assault",
        title: "Assault",
        blurb: "Companies ashore in Sicily, July 1943: pools of dice, plans made in secret, walls, olive groves and smoke. Give your \
                command points, activate a unit, and mind those of the enemy that still wait.",
        guides,
        warnings: Vec::new(),
        rules,
        scenarios,
        read_scenario: Box::new(move |file, text| read_scenario(&catalogue, &files, file, text)),
        maps,
        attacks: Some(Box::new(attacks)),
        milestones: &[],
        graph: None,
        players: Arc::new(players),
        revision: REVISION,
        printing,
        reprint: Box::new(|printing, players| game_box(&Files::from(printing), players)),
    })
}

/// A scenario whose modules can be switched on and off.
fn switchable(
    info: ScenarioInfo,
    rules: Assault,
    catalogue: &Arc<Catalogue>,
    files: &Files,
    (path, text): (&str, &str),
) -> Scenario<Assault> {
    let (catalogue, files, usual) = (Arc::clone(catalogue), files.clone(), rules.modules());
    let (path, text) = (path.to_owned(), text.to_owned());
    Scenario::new(info, rules).with_settings(Box::new(move |settings| {
        let modules = settings::chosen(usual, settings);
        let read = read_with(&catalogue, &files, (&path, &text), Some(modules));
        read.map(|(_, rules)| rules).map_err(|problems| SettingError::Text {
            name: "modules".to_owned(),
            problem: problems.first().map(ToString::to_string).unwrap_or_default(),
        })
    }))
}

fn maps(files: &Files, catalogue: &Arc<Catalogue>) -> Result<MapBox, Vec<Problem>> {
    let catalogue = Arc::clone(catalogue);
    read_maps(files, MAPS, move |files, path, text| AssaultMap::read(files, &catalogue, path, text).map(Arc::new))
}
