//! The rule ledger of `open-fire` is whole: every numbered section of the rulebook, each with code and a case, or with the reason why not.
#![allow(clippy::unwrap_used)]

use std::process::Command;

use serde_json::Value;

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

fn ledger() -> Vec<Value> {
    let listed: Value = serde_json::from_str(&opfire(&["rules", "open-fire", "--coverage", "--json"])).unwrap();
    listed.as_array().unwrap().clone()
}

fn text<'a>(rule: &'a Value, field: &str) -> &'a str {
    rule[field].as_str().unwrap_or_default()
}

#[test]
fn every_numbered_section_is_listed_once_and_in_order() {
    let numbered = |(section, parts): (u8, u8)| {
        std::iter::once(format!("OF-{section}")).chain((1..=parts).map(move |part| format!("OF-{section}.{part}")))
    };
    let wanted: Vec<String> = SECTIONS.into_iter().flat_map(numbered).collect();
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
