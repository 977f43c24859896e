//! Small set-ups given as text, as in rule cases, and what is wrong with faulty ones.
use std::sync::LazyLock;

use content::Files;
use engine::{GameBox, Problem, Ruleset, Seat, Table, Viewer};
use open_fire::state::laid_out::OpenFire;

static GAME: LazyLock<GameBox<OpenFire>> =
    LazyLock::new(|| open_fire::game_box(&Files::embedded(), Vec::new()).unwrap());

const GROUND: &str = r#"
[ground]
low = "even"
legend = { "." = "clear", "w" = "woods" }
rows = """
. . . . . . .
. . . . . . .
. . . w . . .
. . . . . . .
"""
heights = """
1 1 1 1 1 1 1
1 1 1 1 1 1 1
1 1 1 1 1 1 1
1 1 1 1 1 1 1
"""
"#;

fn open(text: &str) -> Result<Box<dyn Table>, Vec<Problem>> {
    GAME.open_text("case.toml", text)
}

fn duel() -> String {
    format!(
        r#"
round = 1
advantage = "us"
unit = [
  {{ letter = "A", card = "m4a3", at = "0102", facing = "se", turns = 1, commander = true }},
  {{ card = "GE44", at = "0702", facing = "sw" }},
]
{GROUND}"#
    )
}

#[test]
fn a_duel_is_set_up_and_played() {
    let mut table = open(&duel()).unwrap();
    assert_eq!(table.legal(), ["begin a"]);
    table.act(Seat(0), "begin a", None).unwrap();
    let view = table.view(Viewer::Seat(Seat(0)), 0);
    let shot = view.scene.choices.iter().find(|choice| choice.action == "fire ap v").unwrap();
    assert_eq!(shot.cost.as_deref(), Some("2 CP"));
    assert!(shot.odds.as_ref().unwrap().outcomes.iter().any(|chance| chance.p > 0.0));
    assert_eq!(shot.target.as_deref(), Some("v"));
    table.act(Seat(0), "drive slow", None).unwrap();
    let plan = table.plan(Viewer::Seat(Seat(0)), &["a".to_owned()]).unwrap();
    assert!(plan.hexes.iter().any(|hex| hex.actions == ["forward"]), "{plan:?}");
    assert!(plan.hexes.iter().any(|hex| hex.actions.first().is_some_and(|action| action.starts_with("rotate"))));
    table.act(Seat(0), "forward", None).unwrap();
    let counter = |table: &dyn Table, id: &str| {
        let view = table.view(Viewer::Seat(Seat(0)), 0);
        view.scene.counters.into_iter().find(|counter| counter.id == id).unwrap()
    };
    assert_ne!(counter(table.as_ref(), "a").hex, "0102");
    assert!(counter(table.as_ref(), "a").markers.iter().any(|marker| marker.id == "slow"));
    // A crew of five drives slow for two points and fast for the other three; then it is done.
    table.act(Seat(0), "drive fast", None).unwrap();
    let refused = table.act(Seat(0), "close a", None).unwrap_err();
    assert!(refused.to_string().contains("OF-6.7"), "{refused}");
}

#[test]
fn a_plan_in_operations_leads_where_it_says() {
    let text = format!("unit = [{{ letter = \"A\", card = \"m4a3\", at = \"0102\" }}]\n{GROUND}");
    let mut table = open(&text).unwrap();
    let plan = table.plan(Viewer::Seat(Seat(0)), &["a".to_owned()]).unwrap();
    let far = plan.hexes.iter().find(|hex| hex.path.len() == 3).unwrap().clone();
    for action in &far.actions {
        table.act(Seat(0), action, None).unwrap();
    }
    let view = table.view(Viewer::Seat(Seat(0)), 0);
    assert_eq!(view.scene.counters[0].hex, far.hex);
    assert_eq!(view.scene.counters[0].facing.unwrap().turret, Some(view.scene.counters[0].facing.unwrap().hull));
}

/// Two tanks at the end of a dirt road of nine hexes.
fn road() -> String {
    let (rows, heights) = ([". . ."; 10].join("\n"), ["1 1 1"; 10].join("\n"));
    let path: Vec<String> = (1..=10).rev().map(|row| format!("01{row:02}")).collect();
    format!(
        r#"
unit = [
  {{ letter = "A", card = "m4a3", at = "0110", facing = "n" }},
  {{ letter = "B", card = "m4a3", at = "0110", facing = "n" }},
]
[ground]
low = "even"
legend = {{ "." = "clear" }}
lines = [{{ feature = "dirt-road", path = "{}" }}]
rows = """
{rows}
"""
heights = """
{heights}
"""
"#,
        path.join(" ")
    )
}

#[test]
fn a_stack_is_sent_down_a_road_farther_than_across_country() {
    let mut table = open(&road()).unwrap();
    let stack = ["a".to_owned(), "b".to_owned()];
    let plan = table.plan(Viewer::Seat(Seat(0)), &stack).unwrap();
    let points = |hex: &engine::PlanHex| hex.cost.parse::<f32>().unwrap();
    let by_road = |hex: &&engine::PlanHex| hex.path.iter().all(|label| label.starts_with("01"));
    let fields = plan.hexes.iter().filter(|hex| !by_road(hex)).map(points).fold(0.0, f32::max);
    let end = plan.hexes.iter().find(|hex| hex.hex == "0101").unwrap().clone();
    assert_eq!((fields, points(&end)), (6.0, 9.0), "{plan:?}");
    for action in &end.actions {
        table.act(Seat(0), action, None).unwrap();
    }
    let view = table.view(Viewer::Seat(Seat(0)), 0);
    assert!(view.scene.counters.iter().all(|counter| counter.hex == "0101"), "{:?}", view.scene.counters);
}

#[test]
fn a_mission_begins_with_the_platoon_ready() {
    let table = open("mission = \"training\"\nplatoon = \"sample\"\ncondition = 2\nsightings = [\"s9\"]").unwrap();
    let legal = table.legal();
    assert!(legal.contains(&"enter a 4101".to_owned()), "{legal:?}");
    let view = table.view(Viewer::Seat(Seat(0)), 0);
    assert!(view.scene.facts.iter().any(|fact| fact.label == "Condition" && fact.value == "2"));
    assert!(view.scene.marks.iter().any(|mark| mark.kind == "event" && mark.label == "6"));
    let shown = view.scene.beside_the_board();
    assert_eq!(shown.iter().filter(|line| line.section.starts_with("unit-") && line.label == "Place").count(), 4);
    let generated = open("mission = \"training\"").unwrap();
    assert_eq!(generated.legal(), ["generate sample", "generate quality"]);
}

#[test]
fn the_map_lies_as_the_mission_says() {
    let table = open("mission = \"training\"").unwrap();
    assert_eq!(table.board().hexes.len(), GAME.maps()[0].board().hexes.len());
    assert!(table.look(Viewer::Spectator, "4101", "4003").is_ok());
    assert!(table.look(Viewer::Spectator, "4101", "4101").is_err());
    assert!(!table.field(Viewer::Spectator, "4101").unwrap().clear.is_empty());
    let overlays = table.overlays(Viewer::Seat(Seat(0)));
    assert_eq!(
        overlays.iter().map(|overlay| overlay.id.as_str()).collect::<Vec<_>>(),
        ["seen-by-germans", "unseen", "command"]
    );
}

#[test]
fn faults_are_named() {
    let faults = [
        ("mission = \"trianing\"", "did you mean \"training\"?"),
        ("platoon = \"simple\"", "did you mean \"sample\"?"),
        ("round = 1", "rounds without units"),
        ("round = 1\nplatoon = \"sample\"", "nobody has a turn left"),
        ("unit = [{ card = \"m4a3\", at = \"0101\" }]", "without a letter"),
        ("unit = [{ letter = \"a\", card = \"m4a3\" }]", "no letter of a counter"),
        ("unit = [{ letter = \"A\", card = \"m4a4\" }]", "unknown card"),
        ("unit = [{ card = \"GE44\", at = \"9901\" }]", "9901"),
        ("unit = [{ letter = \"A\", card = \"m10\", facing = \"up\" }]", "unknown direction"),
        ("unit = [{ letter = \"A\", card = \"m10\", aboard = \"B\" }]", "unknown unit"),
        ("sightings = [\"9\"]", "no sighting"),
        ("options = [\"fog\"]", "unknown option"),
        ("nonsense = 1", "unknown field"),
    ];
    for (text, words) in faults {
        let problems = open(text).err().unwrap_or_else(|| panic!("{text} has no fault"));
        let all = problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
        assert!(all.contains(words), "{text}: {all}");
    }
    let both = format!("mission = \"training\"\n{GROUND}");
    assert!(open(&both).err().unwrap()[0].what.contains("its own map"));
}

#[test]
fn dice_say_what_kind_they_are() {
    let mut table = open(&duel()).unwrap();
    table.act(Seat(0), "begin a", None).unwrap();
    table.act(Seat(0), "fire ap v", Some(&[5, 50, 10])).unwrap();
    let log = table.view(Viewer::Seat(Seat(0)), 0).log;
    let shot = log.iter().find_map(|entry| entry.resolution.as_ref().filter(|found| found.throws.len() == 3)).unwrap();
    let dice: Vec<_> = shot.throws.iter().map(|thrown| (thrown.sides, thrown.faces.as_slice())).collect();
    assert_eq!(dice, [(100, [5].as_slice()), (100, [50].as_slice()), (10, [10].as_slice())]);
}

#[test]
fn who_waits_off_the_map_has_a_name() {
    let table = open("mission = \"training\"\nplatoon = \"sample\"").unwrap();
    let scene = table.view(Viewer::Seat(Seat(0)), 0).scene;
    let absent: Vec<&str> = scene.absent.iter().map(|unit| unit.id.as_str()).collect();
    assert_eq!(absent, ["a", "b", "c", "d"]);
    assert!(scene.absent.iter().all(|unit| unit.name.len() > 1), "{:?}", scene.absent);
    // Nor is a mark on the map cut short: its kind is a symbol.
    for mark in scene.marks.iter().filter(|mark| mark.kind != "event") {
        assert_eq!(mark.label, "", "{}", mark.kind);
    }
}

/// The platoon while it is bought: 41 and 32 points, five crews.
fn buying(table: &mut dyn Table) {
    table.act(Seat(0), "generate quality", Some(&[8, 10])).unwrap();
    for kind in ["3c", "3", "3", "3", "3", "0"] {
        table.act(Seat(0), &format!("buy crew {kind}"), Some(&[])).unwrap();
    }
}

fn muster(table: &dyn Table) -> engine::Muster {
    let displays = table.view(Viewer::Seat(Seat(0)), 0).scene.displays;
    let found = displays.into_iter().find_map(|display| match display {
        engine::Display::Muster(muster) => Some(*muster),
        _ => None,
    });
    found.unwrap()
}

#[test]
fn buying_says_which_letters_exist() {
    let mut table = open("mission = \"training\"").unwrap();
    // The sheet of the sample has an M10 with a D, which the counter mix has not.
    let sample = muster(table.as_ref()).ready_made.unwrap();
    assert!(
        sample.text.contains("no M10 counter carries the letter D: the counter mix has A, B, C"),
        "{}",
        sample.text
    );
    buying(table.as_mut());
    let warned = muster(table.as_ref()).warnings;
    assert!(warned.iter().any(|warning| warning.starts_with("Crew F would stay behind")), "{warned:?}");
    assert!(!warned.iter().any(|warning| warning.starts_with("Crew E")), "{warned:?}");
    table.act(Seat(0), "generate ratings", Some(&[1; 18])).unwrap();
    let lines = muster(table.as_ref()).lines;
    let deal = |letter: &str, vehicle: &str| {
        let line = lines.iter().find(|line| line.letter == letter).unwrap();
        line.offers.iter().find(|deal| deal.label.starts_with(vehicle)).unwrap().clone()
    };
    assert!(deal("C", "M10").action.is_some());
    let refused = deal("D", "M10");
    assert_eq!(refused.action, None);
    assert_eq!(refused.refused, "no M10 counter carries the letter D: the counter mix has A, B, C");
    assert_eq!(refused.rule.unwrap().to_string(), "OF-4");
    assert!(deal("E", "M4A3").action.is_some());
}
