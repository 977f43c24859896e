//! `opfire odds open-fire` and `opfire resolve open-fire` as scripts use them.

use std::process::{Command, Output};

use serde_json::Value;

const PRINTED: &[&str] = &[
    "open-fire",
    "ap",
    "--firer",
    "m26",
    "--target",
    "jagdtiger",
    "--range",
    "6",
    "--facing",
    "front",
    "--closed",
    "--defilade",
    "--firer-moving",
    "slow",
    "--weapon-skill",
    "2",
];

const TRUCK: &[&str] = &[
    "open-fire",
    "gp",
    "--firer",
    "panther",
    "--target",
    "us-truck",
    "--range",
    "8",
    "--all-weapons",
    "--target-terrain",
    "building",
    "--target-moving",
];

fn opfire(command: &str, words: &[&str], more: &[&str]) -> Output {
    let args = [command].into_iter().chain(words.iter().copied()).chain(more.iter().copied());
    Command::new(env!("CARGO_BIN_EXE_opfire")).args(args).env_remove("OPFIRE_CONTENT").output().unwrap()
}

fn stdout(command: &str, words: &[&str], more: &[&str]) -> String {
    let output = opfire(command, words, more);
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn odds(words: &[&str]) -> Value {
    serde_json::from_str(&stdout("odds", words, &["--json"])).unwrap()
}

fn words(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

/// The value of the modifier whose text begins with `what`.
fn modifier(odds: &Value, what: &str) -> i64 {
    let modifiers = odds["modifiers"].as_array().unwrap();
    let found = modifiers.iter().find(|modifier| modifier["what"].as_str().unwrap().starts_with(what));
    found.unwrap_or_else(|| panic!("no {what} in {modifiers:#?}"))["value"].as_i64().unwrap()
}

fn adds_up(odds: &Value) {
    let outcomes = odds["outcomes"].as_array().unwrap();
    let of = outcomes[0]["of"].as_u64().unwrap();
    assert!(outcomes.iter().all(|outcome| outcome["of"] == of), "{odds}");
    assert_eq!(outcomes.iter().map(|outcome| outcome["ways"].as_u64().unwrap()).sum::<u64>(), of, "{odds}");
    let sum: f64 = outcomes.iter().map(|outcome| outcome["p"].as_f64().unwrap()).sum();
    assert!((sum - 1.0).abs() < 1e-9);
    for modifier in odds["modifiers"].as_array().unwrap() {
        assert!(modifier["rule"].as_str().unwrap().starts_with("OF-"), "{modifier}");
    }
}

#[test]
fn odds_of_the_printed_ap_shot() {
    let odds = odds(PRINTED);
    assert_eq!((&odds["game"], &odds["attack"]), (&"open-fire".into(), &"ap".into()));
    assert_eq!(modifier(&odds, "base hit chance"), 70);
    assert_eq!(modifier(&odds, "penetration"), 14);
    assert_eq!(modifier(&odds, "final hit chance"), 35);
    adds_up(&odds);
    let outcome = |name: &str| {
        let found = odds["outcomes"].as_array().unwrap().iter().find(|outcome| outcome["result"] == name);
        found.unwrap()["p"].as_f64().unwrap()
    };
    assert!((outcome("miss") - 0.65).abs() < 1e-12);
    // 57 of 100 strike the hull, and 6 to 10 get through.
    assert!((outcome("hit hull light-penetration") - 0.35 * 0.57 * 0.5).abs() < 1e-12);
    let said = stdout("odds", PRINTED, &[]);
    assert!(said.contains("final hit chance") && said.contains("65.0%"), "{said}");
}

#[test]
fn resolve_the_printed_ap_shot() {
    let said = stdout("resolve", PRINTED, &["--dice", "23,43,6"]);
    for part in ["hit", "Hull", "Light Penetration", "22", "OF-9.1"] {
        assert!(said.contains(part), "{part} is missing in {said}");
    }
    let document = stdout("resolve", PRINTED, &["--dice=23,43,6", "--json"]);
    let document: Value = serde_json::from_str(&document).unwrap();
    assert_eq!((&document["result"], &document["rule"]), (&"hit hull light-penetration".into(), &"OF-9.1".into()));
    assert!(stdout("resolve", PRINTED, &["--dice", "36"]).contains("miss"));
}

#[test]
fn the_printed_gp_fire() {
    let odds = odds(TRUCK);
    assert_eq!(modifier(&odds, "final column"), 7);
    adds_up(&odds);
    assert!(stdout("resolve", TRUCK, &["--dice", "5"]).contains("Suppressed"));
}

#[test]
fn every_other_attack_adds_up() {
    for line in [
        "open-fire assault --firer us-squad --target ge-squad",
        "open-fire assault --firer us-squad --target ge-squad --charge",
        "open-fire assault --firer us-squad --target ge-squad --charge --capture",
        "open-fire minefield --target m4a3 --perception 5",
        "open-fire minefield --target us-squad --perception 5 --terrain woods",
        "open-fire accident --driving-skill 7",
        "open-fire check --rating 5 --modification -2",
        "open-fire gp --firer panther --target us-truck --range 8 --others",
        "open-fire ap --firer us-squad --target tiger --range 2 --facing rear",
    ] {
        adds_up(&odds(&words(line)));
    }
}

#[test]
fn wrong_words_are_answered_with_the_nearest_right_one() {
    for (line, part) in [
        ("open-fire app --firer m26", "did you mean \"ap\"?"),
        ("open-fire ap --firer m62 --target tiger --range 6", "did you mean \"m26\"?"),
        ("open-fire ap --firer m26 --target tigr --range 6", "did you mean \"tiger\"?"),
        ("open-fire ap --firer m26 --target tiger --rage 6", "did you mean \"range\"?"),
        ("open-fire ap --firer m26 --target tiger", "--range is missing"),
        ("open-fire ap --firer m26 --target tiger --range six", "a whole number from 0 to 99"),
        ("open-fire ap --firer m26 --target tiger --range 6 --facing left", "front, side, rear"),
        ("open-fire ap --firer m26 --target tiger --range 6 --weapon-skill 4", "from -3 to 3"),
        ("open-fire gp --firer m26 --target tiger --range 6 --target-terrain wods", "did you mean \"woods\"?"),
        ("open-fire gp --firer m26 --target tiger --range", "--range needs a value"),
        ("open-fire", "say which attack: ap, gp, assault, minefield, accident, check"),
        ("open-fir ap", "did you mean \"open-fire\"?"),
    ] {
        let output = opfire("odds", &words(line), &[]);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{line}: {said}");
        assert!(output.stdout.is_empty() && said.contains(part), "{line}: {said}");
    }
    for (dice, part) in [("23", "needs 1 dice"), ("23,43,11", "11 is not on the die"), ("99,1", "1 of the dice")] {
        let output = opfire("resolve", PRINTED, &["--dice", dice]);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && said.contains(part), "{dice}: {said}");
    }
}

#[test]
fn what_the_rules_forbid_is_refused_with_the_rule() {
    for (line, rule) in [
        ("open-fire ap --firer m26 --target ge-squad --range 6", "OF-9"),
        ("open-fire ap --firer panzerfaust --target m4a3 --range 3", "OF-9.8"),
        ("open-fire assault --firer ge-squad --target us-squad --capture", "OF-11.2"),
        ("open-fire minefield --target tiger --perception 5", "OF-13.1"),
    ] {
        let output = opfire("odds", &words(line), &[]);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{line}: {said}");
        assert!(said.contains(&format!("({rule})")), "{line}: {said}");
    }
}

#[test]
fn each_attack_has_help() {
    let list = stdout("odds", &["open-fire", "--help"], &[]);
    assert!(list.contains("ap") && list.contains("minefield"), "{list}");
    let help = stdout("odds", &["open-fire", "ap", "--help"], &[]);
    assert!(help.contains("--defilade") && help.contains("--weapon-skill"), "{help}");
}
