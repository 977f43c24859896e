//! `rules`: the list of rules, and the ledger of what stands behind them.

use std::path::Path;

use cases::statements::{Standing, Statement};
use engine::{Attacks, RuleEntry, Ruleset, Shelf, SymbolDie};
use serde::Serialize;

use crate::{
    fail::Failure,
    ledger::{Behind, Count, Ledger, Mention, Mentions, Section, Status, Unknown},
    out, tables,
};

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
    mentions: Mentions,
}

/// What `--coverage --json` prints.
#[derive(Serialize)]
struct LedgerDocument {
    games: Vec<GameTotal>,
    sections: Vec<Section>,
    rules: Vec<Listed>,
    /// Ids that a case, a test or a comment names and no list of statements has.
    unknown: Vec<Unknown>,
}

#[derive(Serialize)]
struct GameTotal {
    game: String,
    #[serde(flatten)]
    count: Count,
}

/// A rule with its statements.
#[derive(Serialize)]
struct RuleDocument {
    #[serde(flatten)]
    listed: Listed,
    statements: Vec<StatementLine>,
}

#[derive(Serialize)]
struct StatementLine {
    #[serde(flatten)]
    statement: Statement,
    standing: Standing,
}

/// A statement with everything behind it.
#[derive(Serialize)]
struct StatementDocument {
    game: String,
    section: String,
    #[serde(flatten)]
    line: StatementLine,
    #[serde(flatten)]
    behind: Behind,
    /// The files with the code of its section.
    section_code: Vec<String>,
}

pub(crate) fn rules(what: Option<&str>, coverage: bool, json: bool, content: Option<&Path>) -> Result<(), Failure> {
    let shelf = tables::shelf(content)?;
    let is_id = |word: &&str| word.starts_with(|c: char| c.is_ascii_uppercase());
    if let Some(id) = what.filter(is_id) {
        return match shelf.rulesets().find_map(|game| Some((game, game.rules().iter().find(|rule| rule.id == id)?))) {
            Some((game, rule)) => show_rule(game, rule, json),
            None => show_statement(id, &shelf, json),
        };
    }
    let rulesets: Vec<&dyn Ruleset> = match what {
        Some(id) => vec![shelf.ruleset(id)?],
        None => shelf.rulesets().collect(),
    };
    let ledger = coverage.then(Ledger::read).transpose()?;
    let listed: Vec<Listed> = rulesets
        .iter()
        .flat_map(|ruleset| ruleset.rules().iter().map(|rule| (ruleset.id(), rule)))
        .map(|(game, rule)| listed(game, rule, ledger.as_ref()))
        .collect();
    match (ledger, json) {
        (None, true) => out::json(&listed),
        (None, false) => listed.iter().for_each(|listed| say_rule(&listed.rule)),
        (Some(ledger), _) => {
            let total = |game: &&dyn Ruleset| GameTotal { game: game.id().to_owned(), count: ledger.total(game.id()) };
            let document = LedgerDocument {
                games: rulesets.iter().map(total).collect(),
                sections: rulesets.iter().flat_map(|&game| ledger.sections(game)).collect(),
                rules: listed,
                unknown: ledger.unknown,
            };
            if json { out::json(&document) } else { say_coverage(&document) }
        }
    }
    Ok(())
}

/// What `--dice --json` prints.
#[derive(Serialize)]
struct DiceDocument {
    dice: Vec<SymbolDie>,
}

/// The dice with symbols that a game has.
pub(crate) fn dice(game: Option<&str>, json: bool, content: Option<&Path>) -> Result<(), Failure> {
    let game = game.ok_or_else(|| Failure::Usage("--dice needs a game: opfire rules assault --dice".to_owned()))?;
    let shelf = tables::shelf_of(game, content)?;
    let dice = shelf.ruleset(game)?.attacks().map(Attacks::dice).unwrap_or_default();
    if dice.is_empty() {
        return Err(Failure::Usage(format!("{game} has no dice with symbols")));
    }
    if json {
        out::json(&DiceDocument { dice });
        return Ok(());
    }
    for SymbolDie { colour, faces, .. } in dice {
        let faces: Vec<String> =
            faces.iter().map(|face| if face.is_empty() { "nothing".to_owned() } else { face.join(" and ") }).collect();
        out::say(format!("{colour:6} {}", faces.join(", ")));
    }
    Ok(())
}

fn listed(game: &str, rule: &RuleEntry, ledger: Option<&Ledger>) -> Listed {
    let coverage = ledger.map(|ledger| {
        let mentions = ledger.mentions(&rule.id);
        Coverage { status: Status::of(rule, &mentions), mentions }
    });
    Listed { game: game.to_owned(), rule: rule.clone(), coverage }
}

fn say_rule(rule: &RuleEntry) {
    out::say(format!("{}  {}  [{}: {}]", rule.id, rule.title, rule.provenance, rule.source));
    out::say(format!("    {}\n", rule.text));
}

fn show_rule(game: &dyn Ruleset, rule: &RuleEntry, json: bool) -> Result<(), Failure> {
    let ledger = Ledger::read()?;
    let of_rule = ledger.statements.of_game(game.id()).iter().filter(|statement| statement.section() == rule.id);
    let line =
        |statement: &Statement| StatementLine { standing: ledger.standing(statement), statement: statement.clone() };
    let document =
        RuleDocument { listed: listed(game.id(), rule, Some(&ledger)), statements: of_rule.map(line).collect() };
    if json {
        out::json(&document);
        return Ok(());
    }
    say_rule(rule);
    for StatementLine { statement, standing } in &document.statements {
        out::say(format!("{:<10} {:<9} {}", statement.id, word(*standing), statement.says));
    }
    let mentions = ledger.mentions(&rule.id);
    say_files("code", &mentions.code);
    say_files("cases", &mentions.cases);
    Ok(())
}

fn show_statement(id: &str, shelf: &Shelf, json: bool) -> Result<(), Failure> {
    let ledger = Ledger::read()?;
    let (game, statement) = ledger.find(id).map_err(|error| {
        let rules: Vec<&str> = shelf.rulesets().flat_map(engine::Ruleset::rules).map(|rule| rule.id.as_str()).collect();
        let rule = engine::nearest(id, rules).filter(|_| id.matches('-').count() < 2);
        let hint = rule.map(|rule| format!("; did you mean the rule {rule}?"));
        Failure::Usage(hint.map_or_else(|| error.to_string(), |hint| format!("there is no rule {id}{hint}")))
    })?;
    let document = StatementDocument {
        game: game.to_owned(),
        section: statement.section().to_owned(),
        line: StatementLine { standing: ledger.standing(statement), statement: statement.clone() },
        behind: ledger.behind(id),
        section_code: ledger.mentions(statement.section()).code,
    };
    if json {
        out::json(&document);
    } else {
        say_statement(&document);
    }
    Ok(())
}

fn say_statement(document: &StatementDocument) {
    let StatementLine { statement, standing } = &document.line;
    out::say(format!("{}  {}, section {}", statement.id, document.game, document.section));
    out::say(format!("    {}", statement.says));
    if let Some(doubt) = &statement.doubt {
        out::say(format!("    in doubt: {doubt}"));
    }
    out::say(format!("\n{}", word(*standing)));
    if let Some(ruling) = &statement.ruling {
        out::say(format!("  ruling  docs/rulings.md, {ruling}"));
    }
    let Behind { cases, tests, code } = &document.behind;
    for (kind, mentions) in [("case", cases), ("test", tests), ("code", code)] {
        for Mention { file, line, name } in mentions {
            out::say(format!("  {kind:<7} {file}:{line}: {name}").trim_end_matches(": "));
        }
    }
    for file in &document.section_code {
        out::say(format!("  code    {file} ({})", document.section));
    }
}

fn say_files(kind: &str, files: &[String]) {
    if !files.is_empty() {
        out::say(format!("\n{kind}\n  {}", files.join("\n  ")));
    }
}

fn word(standing: Standing) -> &'static str {
    match standing {
        Standing::Held => "held",
        Standing::Ruled => "ruled",
        Standing::NotHeld => "not held",
        Standing::Narrative => "narrative",
    }
}

fn say_coverage(document: &LedgerDocument) {
    let mut table = comfy_table::Table::new();
    table.load_style(comfy_table::presets::UTF8_HORIZONTAL_ONLY);
    table.set_content_arrangement(comfy_table::ContentArrangement::Dynamic);
    table.set_header(["section", "title", "statements", "held", "ruled", "not held", "narrative", "the rule has"]);
    let of_rule = |id: &str| document.rules.iter().find(|listed| listed.rule.id == id);
    for Section { section, title, count, .. } in &document.sections {
        let behind = of_rule(section).map(rule_behind).unwrap_or_default();
        let Count { statements, held, ruled, not_held, narrative } = count;
        let numbers = [statements, held, ruled, not_held, narrative].map(ToString::to_string);
        table.add_row([section.clone(), title.clone()].into_iter().chain(numbers).chain([behind]));
    }
    for rule in document.rules.iter().filter(|rule| !document.sections.iter().any(|s| s.section == rule.rule.id)) {
        let dashes = std::iter::repeat_n("–".to_owned(), 5);
        let names = [rule.rule.id.clone(), rule.rule.title.clone()];
        table.add_row(names.into_iter().chain(dashes).chain([rule_behind(rule)]));
    }
    out::say(table.to_string());
    for GameTotal { game, count } in &document.games {
        let Count { statements, held, ruled, not_held, narrative } = count;
        out::say(format!(
            "{game}: {statements} statements: {held} held, {ruled} settled by a ruling, {not_held} not held; \
             {narrative} more are narrative"
        ));
    }
    say_rule_totals(&document.rules);
    for Unknown { file, line, what } in &document.unknown {
        out::remark(format!("warning: {file}:{line}: {what}"));
    }
}

/// What stands behind a rule, in a few words.
fn rule_behind(listed: &Listed) -> String {
    let Some(Coverage { status, mentions }) = &listed.coverage else { return String::new() };
    match status {
        Status::Enforced => format!("{} files of code, {} of cases", mentions.code.len(), mentions.cases.len()),
        Status::CoveredBy => format!("in {}", listed.rule.covered_by.join(", ")),
        Status::Narrative => "narrative only".to_owned(),
        Status::Missing => "no code or no case".to_owned(),
    }
}

fn say_rule_totals(rules: &[Listed]) {
    let count = |wanted: Status| {
        rules.iter().filter(|rule| rule.coverage.as_ref().is_some_and(|coverage| coverage.status == wanted)).count()
    };
    out::say(format!(
        "{} rules: {} have code and a case, {} are covered by others, {} are narrative only, {} lack code or a case",
        rules.len(),
        count(Status::Enforced),
        count(Status::CoveredBy),
        count(Status::Narrative),
        count(Status::Missing)
    ));
}
