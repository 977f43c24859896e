use std::path::Path;

use engine::{MapInfo, Ruleset, ScenarioInfo, SettingInfo, SettingKind};
use serde::Serialize;

use crate::{fail::Failure, out, tables};

#[derive(Serialize)]
struct Listed<'a> {
    id: &'a str,
    title: &'a str,
    scenarios: Vec<&'a ScenarioInfo>,
    maps: Vec<MapInfo>,
    bots: Vec<&'static str>,
}

pub(crate) fn games(content: Option<&Path>, json: bool) -> Result<(), Failure> {
    let shelf = tables::shelf(content)?;
    let listed: Vec<Listed<'_>> = shelf.rulesets().map(list).collect();
    if json {
        out::json(&listed);
        return Ok(());
    }
    for game in &listed {
        let bots = if game.bots.is_empty() { String::new() } else { format!("   bots: {}", game.bots.join(", ")) };
        out::say(format!("{} ({}){bots}", game.title, game.id));
        if game.scenarios.is_empty() {
            out::say("no scenarios yet: maps and sight only");
        } else {
            out::say(scenarios(&game.scenarios));
            if game.scenarios.iter().any(|scenario| !scenario.settings.is_empty()) {
                out::say(settings(&game.scenarios));
            }
        }
        out::say(maps(&game.maps));
    }
    Ok(())
}

fn table(header: &[&str]) -> comfy_table::Table {
    let mut table = comfy_table::Table::new();
    table.load_style(comfy_table::presets::UTF8_HORIZONTAL_ONLY);
    table.set_header(header);
    table
}

fn maps(maps: &[MapInfo]) -> String {
    let mut table = table(&["map", "title", "hexes"]);
    for map in maps {
        table.add_row([&map.id, &map.title, &map.hexes.to_string()]);
    }
    table.to_string()
}

fn scenarios(scenarios: &[&ScenarioInfo]) -> String {
    let mut table = table(&["scenario", "title", "place", "units", "time", "status"]);
    for scenario in scenarios {
        let sides = scenario.seats.iter().zip(&scenario.units);
        let units: Vec<String> = sides.map(|(seat, count)| format!("{} {count}", seat.id)).collect();
        let units = units.join(", ");
        table.add_row([&scenario.id, &scenario.title, &scenario.place, &units, &scenario.duration, &scenario.status]);
    }
    table.to_string()
}

/// What can be chosen, each once with the scenarios that offer it.
fn settings(scenarios: &[&ScenarioInfo]) -> String {
    let mut table = table(&["setting", "values", "usually", "rule", "what it changes", "scenarios"]);
    let mut listed: Vec<(&SettingInfo, Vec<&str>)> = Vec::new();
    for scenario in scenarios {
        for info in scenario.settings.iter().filter(|info| info.kind != SettingKind::Text) {
            match listed.iter_mut().find(|(known, _)| *known == info) {
                Some((_, offered)) => offered.push(&scenario.id),
                None => listed.push((info, vec![&scenario.id])),
            }
        }
    }
    for (info, offered) in listed {
        let values =
            if info.fixed { format!("always {}", info.default) } else { info.values().unwrap_or_default().join(", ") };
        let offered = if offered.len() == scenarios.len() { "all".to_owned() } else { offered.join(", ") };
        table.add_row([&info.id, &values, &info.default, &info.rule.to_string(), &info.title, &offered]);
    }
    table.to_string()
}

fn list(ruleset: &dyn Ruleset) -> Listed<'_> {
    Listed {
        id: ruleset.id(),
        title: ruleset.title(),
        scenarios: ruleset.scenarios(),
        maps: ruleset.maps().iter().map(|map| map.info().clone()).collect(),
        bots: ruleset.bots().into_iter().map(|(id, _)| id).collect(),
    }
}
