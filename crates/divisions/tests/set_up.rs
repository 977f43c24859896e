//! Faulty set-ups: all faults are reported together, each with its line and a way to mend it.
#![allow(clippy::unwrap_used)]

mod support;

use content::Files;
use divisions::{Catalogue, catalogue::Arm};
use engine::Provenance;
use support::{SKIRMISH, read};

fn problems(from: &str, to: &str) -> Vec<String> {
    assert!(SKIRMISH.contains(from), "{from}");
    match read(&SKIRMISH.replacen(from, to, 1)) {
        Ok(_) => panic!("{to} was accepted"),
        Err(found) => found.iter().map(ToString::to_string).collect(),
    }
}

#[test]
fn each_fault_has_its_line_and_its_remedy() {
    let faults = [
        (r#"at = "0301""#, r#"at = "0399""#, "0399", "as in 0304"),
        (r#"id = "pak""#, r#"id = "gren""#, "two units have the id \"gren\"", "rename"),
        (r#""w" = "woods""#, r#""w" = "wods""#, "unknown terrain \"wods\"", "did you mean \"woods\"?"),
        (r#"kind = "t-34""#, r#"kind = "t34""#, "unknown kind of unit \"t34\"", "did you mean \"t-34\"?"),
        (r#"at = "0205""#, r#"at = "0202""#, "both sides in 0202", "FD-12"),
        (r#"side = "german", name"#, r#"side = "germn", name"#, "unknown side \"germn\"", "did you mean \"german\"?"),
        (r#"chit = "smoke""#, r#"chit = "smok""#, "unknown event chit \"smok\"", "did you mean \"smoke\"?"),
        (r#""night", "clear"]"#, r#""nigt", "clear"]"#, "unknown weather \"nigt\"", "did you mean \"night\"?"),
        (r#", "fog"]"#, "]", "the weather table has 5 entries", "six"),
        (
            r#"kind = "t-34", at = "0405""#,
            r#"kind = "t-34", at = "0504""#,
            "cannot stand in marsh",
            "its class may enter",
        ),
        (r#"arrives = 2, entry"#, "entry", "\"late\" is nowhere", "arrives and entry"),
        ("arrives = 2", "arrives = 9", "\"late\" arrives on turn 9", "one of the game's turns"),
        ("at = \"0606\"", "at = \"0606\", arrives = 2", "\"kv\" arrives on turn 2", "on the map from the start"),
        (r#"feature = "road""#, r#"feature = "river""#, "River is drawn in the wrong list", "rivers into sides"),
        (r#"path = "0301 0302"#, r#"path = "0301 0303"#, "0301 and 0303 are not adjacent", "every hex"),
    ];
    for (from, to, what, help) in faults {
        let found = problems(from, to);
        let fault = found.iter().find(|problem| problem.contains(what));
        let fault = fault.unwrap_or_else(|| panic!("{what} is not among {found:#?}"));
        assert!(fault.contains(help), "{fault}");
        assert!(fault.starts_with("test.toml"), "{fault}");
    }
}

#[test]
fn a_stack_over_its_limit_is_refused_with_the_line_of_the_last() {
    let four = r#"at = "0202", depleted = true }, { id = "x1", kind = "stug", at = "0202" }, { id = "x2", kind = "stug", at = "0202" }"#;
    let found = problems(r#"at = "0202", depleted = true }"#, four);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("test.toml:8:") && found[0].contains("4 units in 0202"), "{}", found[0]);
}

#[test]
fn all_faults_come_together() {
    let text =
        SKIRMISH.replace("\"0301\" }", "\"9901\" }").replace("\"kv-2\"", "\"kv-3\"").replace("\"fog\"]", "\"frog\"]");
    let found = read(&text).err().unwrap();
    assert_eq!(found.len(), 4, "{found:#?}");
}

#[test]
fn a_scenario_needs_exactly_one_map() {
    let both = SKIRMISH.replacen("turns", "map = \"steppe\"\nturns", 1);
    assert!(read(&both).err().unwrap()[0].to_string().contains("a scenario needs one map"));
    let misspelt = "map = \"step\"\nturns = [\"clear\"]\nformation = []\n";
    assert!(read(misspelt).err().unwrap()[0].to_string().contains("did you mean \"steppe\"?"));
}

/// The numbers that stand in the source. They are sacred.
#[test]
fn printed_numbers_are_as_printed() {
    let catalogue = Catalogue::read(&Files::embedded()).unwrap();
    let kind = |id: &str| catalogue.kind(id).unwrap();
    assert_eq!((kind("tiger").full.range, kind("tiger").full.defence), (4, 6));
    assert_eq!(kind("soviet-at-gun").full.defence, 5);
    assert!(kind("soviet-at-gun").full.range >= 3);
    assert_eq!(kind("t-34").full.defence, 6);
    assert!(kind("t-34").full.range >= 3);
    assert_eq!(kind("kv-2").full.defence, 3);
    assert!(kind("kv-2").full.range < 4);
    assert_eq!(kind("tiger").provenance.defence, Provenance::Printed);
    for kind in catalogue.kinds() {
        assert_eq!(kind.arm == Arm::Headquarters, kind.command > 0, "{}", kind.id);
    }
}

#[test]
fn a_broken_table_names_file_and_line() {
    let mut files = Files::embedded();
    files.insert("divisions/weather.toml", "provenance = \"ours\"\n[[weather]]\nid = 3\n");
    let found = Catalogue::read(&files).err().unwrap();
    assert!(found[0].to_string().starts_with("divisions/weather.toml:"), "{}", found[0]);
    let mut files = Files::embedded();
    let units = files.get("divisions/units.toml").unwrap().replacen("id = \"t-34\"", "id = \"tiger\"", 1);
    files.insert("divisions/units.toml", units);
    assert!(Catalogue::read(&files).err().unwrap()[0].what.contains("two kinds have the id \"tiger\""));
}

#[test]
fn the_list_of_rules_and_the_ids_in_code_agree() {
    let catalogue = Catalogue::read(&Files::embedded()).unwrap();
    let listed: Vec<&str> = catalogue.rules().iter().map(|rule| rule.id.as_str()).collect();
    let expected: Vec<String> = (1..=19).map(|number| format!("FD-{number}")).collect();
    assert_eq!(listed, expected);
    assert!(catalogue.rules().iter().all(|rule| rule.text.split_whitespace().count() >= 10));
}
