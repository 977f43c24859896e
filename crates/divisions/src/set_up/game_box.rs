//! Everything that comes in the box: tables, scenarios, the list of rules.

use std::sync::Arc;

use content::{Files, read_guides};
use engine::{GameBox, PlayerKind, Problem, Scenario};

use super::{attack_words::Combat, scenario::read_scenario};
use crate::{map::ground, state::Divisions, tables::Catalogue};

/// The revision of these rules; see [`engine::Ruleset::revision`]. What changed with each is in
/// `tests/golden/README.md`.
pub const REVISION: u32 = 2;

/// Reads the game from its data files.
///
/// # Errors
/// Everything that is wrong with them.
pub fn game_box(files: &Files, players: Vec<PlayerKind<Divisions>>) -> Result<GameBox<Divisions>, Vec<Problem>> {
    let catalogue = Arc::new(Catalogue::read(files)?);
    let mut problems = Vec::new();
    let mut scenarios = Vec::new();
    for (path, text) in files.below("divisions/scenarios/") {
        match read_scenario(&catalogue, files, path, text) {
            Ok((info, rules)) => scenarios.push(Scenario::new(info, rules)),
            Err(found) => problems.extend(found),
        }
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let maps = ground::maps(files, &catalogue)?;
    // The shortest first: that is where a new player starts.
    scenarios.sort_by_key(|scenario| (scenario.info().units.iter().sum::<u32>(), scenario.info().id.clone()));
    let bots: Vec<&str> = players.iter().map(|kind| kind.id).collect();
    let guides = read_guides(files, "divisions", scenarios.iter().map(Scenario::info), &bots)?;
    let rules = catalogue.rules().to_vec();
    let attacks = Combat::new(Arc::clone(&catalogue));
    let printing = files.printing("divisions");
    let files = files.clone();
    Ok(GameBox {
        id: "divisions",
        title: "Divisions",
        blurb: "Company counters, a cup of headquarters chits and guns that reach across the field. Draw a chit, move your \
                formation under the enemy's fire, and answer with your own.",
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
