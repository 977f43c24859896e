use std::path::Path;

use engine::RuleEntry;
use serde::{Deserialize, Serialize};

use crate::{fail::Failure, out, tables};

/// Where each rule stands in code and cases: gathered when the program is built.
const LEDGER: &str = include_str!(concat!(env!("OUT_DIR"), "/ledger.json"));

#[derive(Deserialize)]
struct Ledger {
    rules: std::collections::BTreeMap<String, Places>,
}

#[derive(Clone, Default, Deserialize, Serialize)]
struct Places {
    code: Vec<String>,
    cases: Vec<String>,
}

#[derive(Serialize)]
struct Listed {
    game: String,
    #[serde(flatten)]
    rule: RuleEntry,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    places: Option<Places>,
}

pub(crate) fn rules(game: Option<&str>, coverage: bool, json: bool, content: Option<&Path>) -> Result<(), Failure> {
    let shelf = tables::shelf(content)?;
    let rulesets = match game {
        Some(id) => vec![shelf.ruleset(id)?],
        None => shelf.rulesets().collect(),
    };
    let ledger: Ledger = serde_json::from_str(LEDGER).map_err(|error| Failure::Refused(error.to_string()))?;
    let listed: Vec<Listed> = rulesets
        .iter()
        .flat_map(|ruleset| ruleset.rules().iter().map(|rule| (ruleset.id().to_owned(), rule.clone())))
        .map(|(game, rule)| {
            let places = coverage.then(|| ledger.rules.get(&rule.id).cloned().unwrap_or_default());
            Listed { game, rule, places }
        })
        .collect();
    if json {
        out::json(&listed);
    } else if coverage {
        say_coverage(&listed);
    } else {
        listed.iter().for_each(say_rule);
    }
    Ok(())
}

fn say_rule(listed: &Listed) {
    let rule = &listed.rule;
    out::say(format!("{}  {}  [{}: {}]", rule.id, rule.title, rule.provenance, rule.source));
    out::say(format!("    {}\n", rule.text));
}

fn say_coverage(listed: &[Listed]) {
    let mut table = comfy_table::Table::new();
    table.load_style(comfy_table::presets::UTF8_HORIZONTAL_ONLY);
    table.set_content_arrangement(comfy_table::ContentArrangement::Dynamic);
    table.set_header(["rule", "title", "from", "code", "cases"]);
    let mut covered = 0;
    for entry in listed {
        let places = entry.places.clone().unwrap_or_default();
        covered += usize::from(!places.code.is_empty() && !places.cases.is_empty());
        let or_none = |list: &[String]| if list.is_empty() { "none".to_owned() } else { list.join("\n") };
        table.add_row([
            entry.rule.id.clone(),
            entry.rule.title.clone(),
            entry.rule.provenance.to_string(),
            or_none(&places.code),
            or_none(&places.cases),
        ]);
    }
    out::say(table.to_string());
    out::say(format!("{covered} of {} rules have code and a case", listed.len()));
}
