//! The ledger is whole. Rules of `open-fire`: every numbered section of the rulebook, each with code and a case, or
//! with the reason why not. Statements of the rules: every rule of every game has some, all are counted, each is held
//! or says which ruling settles it, and nobody names one that does not exist.

use std::{collections::BTreeSet, process::Command};

use serde_json::Value;

/// Statements of `open-fire` that no case or test can hold: [`what_only_a_ruling_settles_names_it`].
const MOST_RULED: u64 = 11;

/// The sections of the contents list, and how many subsections each has.
const SECTIONS: [(u8, u8); 18] = [
    (1, 3),
    (2, 12),
    (3, 0),
    (4, 0),
    (5, 10),
    (6, 11),
    (7, 8),
    (8, 5),
    (9, 11),
    (10, 0),
    (11, 3),
    (12, 0),
    (13, 3),
    (14, 5),
    (15, 0),
    (16, 5),
    (17, 0),
    (18, 0),
];

fn opfire(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_opfire")).args(args).env_remove("OPFIRE_CONTENT").output().unwrap();
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&opfire(args)).unwrap()
}

fn ledger() -> Vec<Value> {
    json(&["rules", "open-fire", "--coverage", "--json"])["rules"].as_array().unwrap().clone()
}

fn list<'a>(value: &'a Value, field: &str) -> &'a [Value] {
    value[field].as_array().unwrap()
}

fn text<'a>(rule: &'a Value, field: &str) -> &'a str {
    rule[field].as_str().unwrap_or_default()
}

#[test]
fn every_numbered_section_is_listed_once_and_in_order() {
    let numbered = |(section, parts): (u8, u8)| {
        std::iter::once(format!("OF-{section}")).chain((1..=parts).map(move |part| format!("OF-{section}.{part}")))
    };
    let missions = (1..=6).map(|mission| format!("OF-M{mission}"));
    let wanted: Vec<String> = SECTIONS.into_iter().flat_map(numbered).chain(missions).collect();
    let ledger = ledger();
    let found: Vec<&str> = ledger.iter().map(|rule| text(rule, "id")).collect();
    assert_eq!(found, wanted);
}

#[test]
fn every_rule_has_code_and_a_case_or_says_why_not() {
    let ledger = ledger();
    let of = |status: &str| -> Vec<&str> {
        ledger.iter().filter(|rule| rule["status"] == status).map(|rule| text(rule, "id")).collect()
    };
    assert_eq!(of("missing"), Vec::<&str>::new(), "without code or a case");
    for rule in &ledger {
        match text(rule, "status") {
            "enforced" => {
                let (code, cases) = (rule["code"].as_array().unwrap(), rule["cases"].as_array().unwrap());
                assert!(!code.is_empty() && !cases.is_empty(), "{rule}");
            }
            "narrative" => assert!(text(rule, "narrative").len() > 10, "{rule}"),
            "covered-by" => {
                for other in rule["covered_by"].as_array().unwrap() {
                    assert!(of("enforced").contains(&other.as_str().unwrap()), "{} is not in {other}", rule["id"]);
                }
            }
            other => unreachable!("{other}"),
        }
    }
    assert!(of("narrative").len() <= 4, "what is only told: {:?}", of("narrative"));
}

#[test]
fn every_rule_is_explained() {
    for rule in ledger() {
        assert!(text(&rule, "text").split_whitespace().count() >= 12, "{}: {}", rule["id"], rule["text"]);
    }
}

#[test]
fn the_table_tells_what_is_covered_by_what() {
    let table = opfire(&["rules", "open-fire", "--coverage"]);
    let total = ledger().len();
    for part in [&format!("{total} rules:"), "narrative only", "in OF-2.1, OF-2.2", "0 lack code or a case"] {
        assert!(table.contains(part), "{part} is missing in {table}");
    }
}

#[test]
fn every_statement_of_divisions_is_held_or_ruled() {
    let ledger = json(&["rules", "divisions", "--coverage", "--json"]);
    let total = &ledger["games"][0];
    assert!(total["statements"].as_u64() >= Some(200), "{total}");
    let sections = ledger["sections"].as_array().unwrap();
    assert_eq!(open(&ledger), Vec::<&Value>::new(), "no case or test holds them, and no ruling settles them");
    assert_eq!(total["not_held"], 0, "{total}");
    // A ruling is the last resort: what can be tried on a table is tried.
    assert!(total["ruled"].as_u64() <= Some(1), "{total}");
    assert_eq!(sections.len(), ledger["rules"].as_array().unwrap().len());
}

#[test]
fn every_statement_of_open_fire_is_held_or_ruled() {
    let ledger = json(&["rules", "open-fire", "--coverage", "--json"]);
    assert_eq!(open(&ledger), Vec::<&Value>::new(), "no case or test holds them, and no ruling settles them");
    let total = &ledger["games"][0];
    assert!(total["statements"].as_u64() >= Some(1200), "{total}");
    assert!(total["ruled"].as_u64() <= Some(MOST_RULED), "{total}");
}

#[test]
fn every_statement_of_assault_is_held_and_every_rule_has_code_and_a_case() {
    let ledger = json(&["rules", "assault", "--coverage", "--json"]);
    assert_eq!(open(&ledger), Vec::<&Value>::new(), "no case or test holds them, and no ruling settles them");
    let total = &ledger["games"][0];
    assert!(total["statements"].as_u64() >= Some(560) && total["statements"] == total["held"], "{total}");
    let table = opfire(&["rules", "assault", "--coverage"]);
    assert!(table.contains("0 lack code or a case"), "{table}");
}

/// The turn, planning, victory: what is ours is cut into statements like what is printed.
#[test]
fn every_rule_of_every_game_has_a_statement() {
    let ledger = json(&["rules", "--coverage", "--json"]);
    let cut: BTreeSet<&str> = list(&ledger, "sections").iter().map(|section| text(section, "section")).collect();
    let holds_something = |rule: &&Value| rule["status"] != "covered-by" && rule["status"] != "narrative";
    let rules: Vec<&str> = list(&ledger, "rules").iter().filter(holds_something).map(|rule| text(rule, "id")).collect();
    let games: BTreeSet<&str> = rules.iter().filter_map(|id| id.split('-').next()).collect();
    assert_eq!(games.len(), 3, "{games:?}");
    let bare: Vec<&&str> = rules.iter().filter(|id| !cut.contains(**id)).collect();
    assert_eq!(bare, Vec::<&&str>::new(), "nothing says what is to be tested of them");
}

/// What no case can hold says where it is decided, so that it can be read up.
#[test]
fn what_only_a_ruling_settles_names_it() {
    let ledger = json(&["rules", "--coverage", "--json"]);
    let statements = cases::statements::Statements::of_project().unwrap();
    let settled = list(&ledger, "sections").iter().flat_map(|section| list(section, "settled"));
    for id in settled.map(|id| id.as_str().unwrap()) {
        assert!(statements.find(id).unwrap().1.ruling.is_some(), "{id}: nothing holds it, and it names no ruling");
    }
}

/// The statements that nothing holds.
fn open(ledger: &Value) -> Vec<&Value> {
    let sections = list(ledger, "sections");
    sections.iter().flat_map(|section| section["open"].as_array().unwrap()).collect()
}

#[test]
fn the_statements_of_all_games_are_counted() {
    let ledger = json(&["rules", "--coverage", "--json"]);
    let counted: Vec<(&str, u64)> = ledger["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|game| (text(game, "game"), game["statements"].as_u64().unwrap() + game["narrative"].as_u64().unwrap()))
        .collect();
    let listed = |game: &str| {
        let files = cases::statement_files().filter(|(file, _)| file.starts_with(&format!("cases/{game}/")));
        files.map(|(_, text)| text.matches("[[statement]]").count() as u64).sum::<u64>()
    };
    assert_eq!(counted.len(), 3);
    for (game, count) in counted {
        assert!(count > 0 && count == listed(game), "{game}: {count}");
    }
}

#[test]
fn nobody_names_a_statement_that_does_not_exist() {
    assert_eq!(json(&["rules", "--coverage", "--json"])["unknown"], Value::Array(Vec::new()));
}

#[test]
fn a_statement_shows_what_stands_behind_it() {
    let shown = opfire(&["rules", "FD-14-15"]);
    for part in [
        "first one loses",
        "held",
        "docs/rulings.md, FD-14",
        "fd-14-close-assault.md:",
        "code    crates/divisions/src/",
    ] {
        assert!(shown.contains(part), "{part} is missing in {shown}");
    }
    let shown = json(&["rules", "FD-15-22", "--json"]);
    assert_eq!(shown["tests"][0]["name"], "a_shot_that_can_be_answered_cannot_be_taken_back", "{shown}");
    let output = Command::new(env!("CARGO_BIN_EXE_opfire")).args(["rules", "FD-14-151"]).output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(2) && error.contains("did you mean FD-14-1"), "{error}");
}

#[test]
fn every_ruling_that_a_statement_names_exists() {
    let rulings = include_str!("../../../../docs/rulings.md");
    let headings: Vec<&str> = rulings.lines().filter_map(|line| line.strip_prefix("**")?.split("**").next()).collect();
    let statements = cases::statements::Statements::of_project().unwrap();
    for (_, list) in statements.games() {
        for (ruling, statement) in list.iter().filter_map(|statement| Some((statement.ruling.as_ref()?, statement))) {
            let decides = |heading: &&str| heading.split([' ', ',']).any(|word| word == ruling);
            assert!(headings.iter().any(decides), "{}: no ruling {ruling}", statement.id);
        }
    }
}
