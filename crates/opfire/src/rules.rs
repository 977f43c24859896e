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
    coverage: Option<Coverage>,
}

#[derive(Clone, Serialize)]
struct Coverage {
    status: Status,
    #[serde(flatten)]
    places: Places,
}

/// What stands behind a section of the rulebook.
#[derive(Copy, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Status {
    /// Code and a case.
    Enforced,
    /// The rules it names hold all of it.
    CoveredBy,
    /// It tells or recommends; there is nothing to enforce.
    Narrative,
    /// Code, a case or both are missing.
    Missing,
}

impl Status {
    fn of(rule: &RuleEntry, places: &Places) -> Status {
        match () {
            () if !places.code.is_empty() && !places.cases.is_empty() => Status::Enforced,
            () if rule.narrative.is_some() => Status::Narrative,
            () if !rule.covered_by.is_empty() => Status::CoveredBy,
            () => Status::Missing,
        }
    }
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
            let coverage = coverage.then(|| {
                let places = ledger.rules.get(&rule.id).cloned().unwrap_or_default();
                Coverage { status: Status::of(&rule, &places), places }
            });
            Listed { game, rule, coverage }
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
    let mut totals = [0; 4];
    for entry in listed {
        let Some(Coverage { status, places }) = &entry.coverage else { continue };
        totals[*status as usize] += 1;
        let or_none = |list: &[String]| if list.is_empty() { "none".to_owned() } else { list.join("\n") };
        let code = match (status, &entry.rule.narrative) {
            (Status::CoveredBy, _) => format!("in {}", entry.rule.covered_by.join(", ")),
            (Status::Narrative, Some(why)) => format!("narrative only: {why}"),
            _ => or_none(&places.code),
        };
        let cases = match status {
            Status::CoveredBy | Status::Narrative if places.cases.is_empty() => "–".to_owned(),
            _ => or_none(&places.cases),
        };
        let (id, title) = (entry.rule.id.clone(), entry.rule.title.clone());
        table.add_row([id, title, entry.rule.provenance.to_string(), code, cases]);
    }
    let [enforced, covered, narrative, missing] = totals;
    out::say(table.to_string());
    out::say(format!(
        "{} rules: {enforced} have code and a case, {covered} are covered by others, {narrative} are narrative only, \
         {missing} lack code or a case",
        listed.len()
    ));
}
