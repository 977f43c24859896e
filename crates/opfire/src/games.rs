use std::path::Path;

use engine::{Ruleset, ScenarioInfo};
use serde::Serialize;

use crate::{fail::Failure, out, tables};

#[derive(Serialize)]
struct Listed<'a> {
    id: &'a str,
    title: &'a str,
    scenarios: Vec<&'a ScenarioInfo>,
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
        out::say(format!("{} ({})   bots: {}", game.title, game.id, game.bots.join(", ")));
        let mut table = comfy_table::Table::new();
        table.load_style(comfy_table::presets::UTF8_HORIZONTAL_ONLY);
        table.set_header(["scenario", "title", "place", "units", "time", "status"]);
        for scenario in &game.scenarios {
            let units: Vec<String> = scenario
                .seats
                .iter()
                .zip(&scenario.units)
                .map(|(seat, count)| format!("{} {count}", seat.id))
                .collect();
            let cells = [
                &scenario.id,
                &scenario.title,
                &scenario.place,
                &units.join(", "),
                &scenario.duration,
                &scenario.status,
            ];
            table.add_row(cells);
        }
        out::say(table.to_string());
    }
    Ok(())
}

fn list(ruleset: &dyn Ruleset) -> Listed<'_> {
    Listed {
        id: ruleset.id(),
        title: ruleset.title(),
        scenarios: ruleset.scenarios(),
        bots: ruleset.bots().into_iter().map(|(id, _)| id).collect(),
    }
}
