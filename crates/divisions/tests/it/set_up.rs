//! Faulty set-ups: all faults are reported together, each with its line and a way to mend it.

use std::sync::Arc;

use crate::support::{SKIRMISH, read};
use content::Files;
use divisions::{
    Ask, Catalogue, State, read_scenario,
    state::{
        Place,
        faults::{Fault, UnitFault, faults},
    },
    tables::Arm,
};
use engine::{Provenance, Rules};

fn problems(from: &str, to: &str) -> Vec<String> {
    assert!(SKIRMISH.contains(from), "{from}");
    match read(&SKIRMISH.replacen(from, to, 1)) {
        Ok(_) => panic!("{to} was accepted"),
        Err(found) => found.iter().map(ToString::to_string).collect(),
    }
}

// holds: FD-19-2
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
        ("turns =", "level = \"mediun\"\nturns =", "unknown level \"mediun\"", "did you mean \"medium\"?"),
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
        (r#"chit = "smoke""#, r#"chit = "smoke", turn = 7"#, "a chit on turn 7", "one of the game's turns"),
        (r#"chit = "smoke""#, r#"chit = "smoke", turn = 0"#, "Germany draws a chit on turn 0", "it has 3"),
        (r#"["0101", "0501"]"#, r#"["0101", "0101"]"#, "\"late\" comes in at 0101 twice", "once"),
        (r#"["0101", "0501"]"#, r#"["0101", "0504"]"#, "\"late\" cannot stand in marsh", "its class may enter"),
        (r#"kind = "german-at-gun""#, r#"kind = "german-hq""#, "Kampfgruppe has two headquarters", "one at most"),
        (
            "[ground]",
            "[[pool]]\nside = \"soviet\"\nchits = [\"smoke\"]\ndraws = [1, 255]\n[ground]",
            "Soviet Union draws 259 event chits of 4",
            "draw fewer",
        ),
        (
            "[ground]",
            "[[pool]]\nside = \"soviet\"\nchits = [\"smoke\"]\ndraws = [0, 0, 0, 1]\n[ground]",
            "Soviet Union draws a chit on turn 4",
            "one of the game's turns",
        ),
        ("turns = [\"roll\", \"night\", \"clear\"]", "turns = []", "a game has 1 to 99 turns", "in turns"),
        (r#"feature = "road""#, r#"feature = "river""#, "River is drawn in the wrong list", "rivers into sides"),
        ("points = 2 }", "points = 2147483647 }", "Bridge: 2147483647 points", "up to 9999"),
        ("[ground]", "[victory]\nmargin = 0\n[ground]", "a margin of 0", "one point at least"),
        ("[ground]", "[victory]\nmargin = 5\ndecisive = 4\n[ground]", "4 for a decisive victory", "no smaller"),
        ("[ground]", "[victory]\nhandicap = [-2147483648, 0]\n[ground]", "a handicap of", "up to 9999"),
        ("turns =", "clock = [\"dawn\"]\nturns =", "3 turns, and clock names 1", "leave clock out"),
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

// holds: FD-19-6
#[test]
fn a_stack_over_its_limit_is_refused_with_the_line_of_the_last() {
    let four = r#"at = "0202", depleted = true }, { id = "x1", kind = "stug", at = "0202" }, { id = "x2", kind = "stug", at = "0202" }"#;
    let found = problems(r#"at = "0202", depleted = true }"#, four);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("test.toml:8:") && found[0].contains("4 units in 0202"), "{}", found[0]);
}

// holds: FD-19-2
#[test]
fn all_faults_come_together() {
    let text =
        SKIRMISH.replace("\"0301\" }", "\"9901\" }").replace("\"kv-2\"", "\"kv-3\"").replace("\"fog\"]", "\"frog\"]");
    // The misspelt weather keeps its place in the table: that the table is one short would be no fault of its own.
    let found = read(&text).err().unwrap();
    assert_eq!(found.len(), 3, "{found:#?}");
}

/// A formation of a side that nobody knows is read all the same: its own faults are told with it, and that the side has
/// nobody is not.
#[test]
fn a_misspelt_side_hides_no_other_fault_and_makes_none() {
    let text = SKIRMISH
        .replacen("side = \"german\", name", "side = \"germn\", name", 1)
        .replace("\"panther\", at", "\"pantther\", at");
    let found: Vec<String> = read(&text).err().unwrap().iter().map(|problem| problem.what.clone()).collect();
    assert_eq!(found, ["unknown side \"germn\"", "unknown kind of unit \"pantther\""]);
}

/// Everything that is wrong with a game laid out has a place in its file, but for what concerns the file as a whole.
#[test]
fn faults_stand_where_the_file_says_it() {
    let at = |from: &str, to: &str| {
        let text = SKIRMISH.replacen(from, to, 1);
        let place = SKIRMISH.find(from).unwrap();
        let line = SKIRMISH[..place].matches('\n').count() + 1;
        let found = read(&text).err().unwrap();
        assert_eq!(found.len(), 1, "{found:#?}");
        assert_eq!(found[0].line, line, "{}", found[0]);
    };
    at("\"0501\"] }", "\"0101\"] }");
    at("\"0501\"] }", "\"0504\"] }");
    at("arrives = 2", "arrives = 200");
    at("{ id = \"kv\"", "{ id = \"k v\"");
    at("{ id = \"pak\"", "{ id = \"hq\"");
    at("kind = \"german-at-gun\"", "kind = \"german-hq\"");
    at("at = \"0506\"", "arrives = 1");
    at("id = \"s2\"", "id = \"s\"");
    at("hex = \"0303\", name = \"Bridge\", points = 2", "hex = \"0303\", name = \"Bridge\", points = 10000");
    at("weather_table", "clock = [\"dawn\"]\nweather_table");
    at("[ground]", "[victory]\nmargin = 0\n[ground]");
    at("chit = \"barrage\"", "chit = \"barrage\", turn = 0");
}

/// A hexside that costs more than can be added up is a fault, not the highest number there is.
#[test]
fn a_step_that_costs_too_much_is_refused() {
    let mut files = Files::embedded();
    let mut terrain = files.get("divisions/terrain.toml").unwrap().to_owned();
    let mut sides = String::new();
    for number in 0..60 {
        let crossing = "crossing = { leg = 99, tracked = 99, wheeled = 99 }";
        let feature = format!(
            "[[feature]]\nid = \"h{number}\"\nname = \"H\"\nlook = \"hedge\"\nruns = \"between\"\n{crossing}\n"
        );
        terrain = terrain.replacen("[[feature]]", &format!("{feature}[[feature]]"), 1);
        sides += &format!("{{ feature = \"h{number}\", between = \"0101/0102\" }}, ");
    }
    files.insert("divisions/terrain.toml", terrain);
    let catalogue = Arc::new(Catalogue::read(&files).unwrap());
    let text = SKIRMISH.replacen("sides = [", &format!("sides = [{sides}"), 1);
    let found = read_scenario(&catalogue, &files, "test.toml", &text).err().unwrap();
    assert_eq!(found[0].what, "a step on this map costs too much", "{found:#?}");
}

/// The same list of faults holds a state in play.
#[test]
fn a_broken_state_has_typed_faults() {
    let rules = read(SKIRMISH).unwrap();
    let broken = |change: &dyn Fn(&mut State)| {
        let mut state = rules.start();
        change(&mut state);
        faults(Ask::new(&rules, &state))
    };
    assert_eq!(broken(&|_| ()), []);
    let (first, late) = (rules.all_units().next().unwrap(), rules.all_units().nth(4).unwrap());
    assert_eq!(broken(&|state| state.units[0].steps = 0), [Fault::Unit(first, UnitFault::Steps)]);
    assert_eq!(broken(&|state| state.units[0].steps = 3), [Fault::Unit(first, UnitFault::Steps)]);
    let marsh = rules.grid().parse("0504").unwrap();
    let found = broken(&|state| state.units[4].place = Place::On(marsh));
    assert_eq!(found, [Fault::Unit(late, UnitFault::CannotStand), Fault::Unit(late, UnitFault::Lost)]);
}

// holds: FD-19-9
#[test]
fn a_scenario_needs_exactly_one_map() {
    let both = SKIRMISH.replacen("turns", "map = \"steppe\"\nturns", 1);
    assert!(read(&both).err().unwrap()[0].to_string().contains("a scenario needs one map"));
    let misspelt = "map = \"step\"\nturns = [\"clear\"]\nformation = []\n";
    assert!(read(misspelt).err().unwrap()[0].to_string().contains("did you mean \"steppe\"?"));
}

/// The numbers that stand in the source. They are sacred.
// holds: FD-1-2, FD-1-3, FD-1-4, FD-1-5
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

fn sides(first: &str, second: &str) -> String {
    let side = |id: &str| format!("{{ id = \"{id}\", name = \"{id}\", colours = \"german\" }}");
    format!("side = [{},\n{}]\nturns =", side(first), side(second))
}

#[test]
fn two_sides_with_one_id_are_refused() {
    let found = problems("turns =", &sides("german", "german"));
    let twice: Vec<&String> = found.iter().filter(|problem| problem.contains("two sides have the id")).collect();
    assert!(twice.len() == 1 && twice[0].starts_with("test.toml:3"), "the second is told: {found:#?}");
    let found = problems("turns =", &sides("german", "the reds")).join("\n");
    assert!(found.contains("\"the reds\" cannot be used as a side's id"), "{found}");
    // Figures and hyphens can.
    let found = problems("turns =", &sides("german", "soviet-2")).join("\n");
    assert!(!found.contains("cannot be used as a side's id"), "{found}");
}

#[test]
fn more_than_can_be_counted_is_refused() {
    let many = |one: &str, count: usize| (0..count).map(|n| one.replace("NUMBER", &n.to_string())).collect::<String>();
    let formations = many(r#"{ id = "fNUMBER", side = "german", name = "F", units = [] },"#, 300);
    let chits = many(r#"{ side = "german", chit = "smoke" },"#, 300);
    let units = many(r#"{ id = "uNUMBER", kind = "stug", arrives = 1, entry = ["0101"] },"#, 300);
    for (from, to, what) in [
        ("formation = [", format!("formation = [{formations}"), "303 formations"),
        ("event = [", format!("event = [{chits}"), "306 event chits"),
        ("units = [", format!("units = [{units}"), "310 units"),
    ] {
        let found = problems(from, &to).join("\n");
        assert!(found.contains(what) && found.contains("at most"), "{found}");
    }
}

/// The numbers a designer may mistype: every table says so, and none of them stops the program later.
#[test]
fn numbers_out_of_bounds_are_found_in_every_table() {
    let faults = [
        ("units", "moves = 5 }", "moves = 65535 }", "tiger: full moves 65535"),
        ("units", "range = 4, defence = 6", "range = 99, defence = 6", "tiger: full range 99"),
        ("units", "value = 3", "value = 2147483647", "tiger: value 2147483647"),
        ("units", "defence = 6, assault = 7", "defence = -2147483648, assault = 7", "full defence -2147483648"),
        ("terrain", "cover = 0", "cover = 1000", "clear: cover 1000"),
        ("terrain", "height = 0", "height = 255", "clear: height 255"),
        ("terrain", "leg = 1, tracked = 0.5", "leg = 0, tracked = 0.5", "road: it costs nothing to go there"),
        ("terrain", "[climb]\nleg = 1", "[climb]\nleg = false", "a class that cannot climb"),
        ("terrain", "id = \"field\"", "id = \"clear\"", "two kinds of ground have the id \"clear\""),
        ("terrain", "assault = 2\n\n[[feature]]", "assault = 200\n\n[[feature]]", "river: assault 200"),
        ("weather", "wheeled = 0 }", "wheeled = 65535 }", "clear: slows 65535"),
        ("weather", "id = \"fog\"", "id = \"roll\"", "\"roll\" is no weather"),
        ("events", "value = 2", "value = 70000", "steady-aim: value 70000"),
        ("events", "id = \"smoke\"", "id = \"smoke shells\"", "cannot be used as a chit's id"),
        ("events", "effect = \"march\"\n", "", "forced-march: nobody could play it"),
        ("events", "effect = \"march\"\nvalue = 2", "effect = \"march\"\nvalue = -2", "a march of -2 points"),
        ("assault", "attackers_limit = 6", "attackers_limit = 60", "attackers_limit: 60"),
        ("assault", "support = 1", "support = 2147483647", "support: support 2147483647"),
        ("assault", "from = -99", "from = -9", "do not cover every margin"),
        ("limits", "stacking = 3", "stacking = 64", "stacking: 64"),
        ("limits", "dice = { printed = 2 }", "dice = 60", "dice: 60"),
        ("limits", "out_of_command = 2", "out_of_command = 0", "out_of_command: 0"),
    ];
    for (table, from, to, what) in faults {
        let path = format!("divisions/{table}.toml");
        let mut files = Files::embedded();
        let text = files.get(&path).unwrap();
        assert!(text.contains(from), "{table}: {from}");
        let text = text.replacen(from, to, 1);
        files.insert(path.clone(), text);
        let found: Vec<String> =
            Catalogue::read(&files).err().unwrap_or_default().iter().map(ToString::to_string).collect();
        let named = found.iter().any(|problem| problem.starts_with(&path) && problem.contains(what));
        assert!(named, "{what} is not among {found:#?}");
    }
}

#[test]
fn every_faulty_catalogue_says_why() {
    for file in ["units", "terrain", "weather", "events", "assault", "limits", "rules"] {
        let mut files = Files::embedded();
        files.insert(format!("divisions/{file}.toml"), "");
        assert!(!Catalogue::read(&files).err().unwrap().is_empty(), "{file}");
    }
}
