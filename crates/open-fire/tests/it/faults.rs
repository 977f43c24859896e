//! Every fault of a set-up is found: one by one with its words and its line, and by set-ups that were spoilt at random.
#![expect(clippy::disallowed_methods, reason = "the set-ups of rule cases are files")]

use std::{path::Path, sync::LazyLock};

use content::Files;
use dice::Seeded;
use engine::{GameBox, Problem, Rules, Seat, UnitId, contract::play_checked, play_out};
use open_fire::state::{
    State, Work, WorkKind,
    faults::{About, Wrong, faults},
    laid_out::{Ask, OpenFire},
    units::{Place, Ratings, Side},
};
use proptest::prelude::*;

static GAME: LazyLock<GameBox<OpenFire>> =
    LazyLock::new(|| open_fire::game_box(&Files::embedded(), Vec::new()).unwrap());

/// Woods in 0403.
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
"#;

fn read(text: &str) -> Result<OpenFire, Vec<Problem>> {
    (GAME.read_scenario)("set-up.toml", text).map(|(_, rules)| rules)
}

/// The problems of a set-up, as `line: what (help)`.
fn problems(text: &str) -> Vec<String> {
    let problems = read(text).err().unwrap_or_default();
    problems.iter().map(|problem| format!("{}: {} ({})", problem.line, problem.what, problem.help)).collect()
}

/// Whether a set-up has this problem and no other.
fn finds(text: &str, expected: &str) {
    let text = format!("{text}\n{GROUND}");
    let found = problems(&text);
    assert!(
        matches!(found.as_slice(), [one] if one.contains(expected)),
        "{text}\nexpected {expected}\nfound {found:#?}"
    );
}

/// Whether a set-up has this problem among others that follow from it.
fn among(text: &str, expected: &str) {
    let text = format!("{text}\n{GROUND}");
    let found = problems(&text);
    assert!(found.iter().any(|problem| problem.contains(expected)), "{text}\nexpected {expected}\nfound {found:#?}");
}

/// Units on lines of their own, from the second line on.
fn units(units: &[&str]) -> String {
    format!("unit = [\n{}\n]", units.iter().map(|unit| format!("  {{ {unit} }},")).collect::<Vec<_>>().join("\n"))
}

#[test]
fn the_four_of_the_issue() {
    let crew = r#"letter = "A", card = "m4a3", at = "0102", crew = 250"#;
    finds(&units(&[crew]), "2: A: a crew of 250 (it goes from 1 to 6 (OF-2.11))");
    let tanks =
        ["A", "B", "C", "D", "E", "F"].map(|letter| format!(r#"letter = "{letter}", card = "m4a3", at = "0102""#));
    let text = format!("{}\n{GROUND}", units(&tanks.each_ref().map(String::as_str)));
    let crowded = |line: u8, letter: char| {
        format!("{line}: {letter}: its hex is full of vehicles (a hex has room for 4: put it elsewhere (OF-7.1))")
    };
    assert_eq!(problems(&text), [crowded(6, 'E'), crowded(7, 'F')]);
    let squad = r#"letter = "AA", card = "us-squad", at = "0102""#;
    let tank = r#"letter = "A", card = "m4a3", aboard = "AA""#;
    finds(&units(&[squad, tank]), "3: A: it cannot ride on AA ");
    finds(&units(&[r#"letter = "A", card = "m4a3", aboard = "A""#]), "2: A: it is aboard itself");
    finds(&format!("condition = 99\n{}", units(&[r#"letter = "A", card = "m4a3", at = "0102""#])), "1: condition 99");
}

#[test]
fn crews_and_ratings() {
    let tank = |rest: &str| units(&[&format!(r#"letter = "A", card = "m4a3", at = "0102", {rest}"#)]);
    finds(&tank("crew = 0"), "2: A: a crew of 0");
    finds(&tank("crew_lost = 6"), "2: A: 6 lost of a crew of 5");
    finds(&tank("initiative = 6"), "2: A: an initiative of 6 (it goes from 0 to 5");
    finds(&tank("perception = 10"), "2: A: a perception of 10");
    finds(&tank("weapon_skill = -4"), "2: A: a weapon skill of -4 (it goes from -3 to 3");
    finds(&tank("driving_skill = 10"), "2: A: a driving skill of 10");
    finds(&tank("rounds = 41"), "2: A: 41 rounds for the main gun (it has room for 40 (OF-9.5))");
    finds(&tank("section = 2"), "2: A: section 2 of 1");
    finds(&tank("section = 0"), "2: section 0");
    let german = |rest: &str| units(&[&format!(r#"letter = "L", card = "pziv", at = "0102", {rest}"#)]);
    finds(&german("crew = 9"), "2: L: a crew of 9");
    finds(&german("self_preservation = 6"), "2: L: self-preservation at 6 with a crew of 5");
    finds(&german("points = 21"), "2: L: 21 points");
    finds(&german("reaction = \"X\""), "2: L: special reaction X is not on its card");
    finds(&german("reactions = { x = \"181\" }"), "2: \"x\" is no special reaction");
    finds(&german("reactions = { C = \"999\" }"), "2: there is no paragraph 999");
    let campaign = format!("options = [\"campaign\"]\n{}", units(&[r#"letter = "K", card = "us-truck", at = "0102""#]));
    finds(&campaign, "3: K: the record sheet of a campaign has no crew K (use the letters A, B");
}

#[test]
fn places() {
    let at = |letter: &str, card: &str, rest: &str| format!(r#"letter = "{letter}", card = "{card}", {rest}"#);
    let truck = at("H", "us-truck", r#"at = "0102""#);
    let squad = |letter: &str, carrier: &str| at(letter, "us-squad", &format!(r#"aboard = "{carrier}""#));
    finds(&units(&[&truck, &squad("AA", "H"), &squad("BB", "H")]), "4: BB: H US truck has no room");
    let jeep = at("I", "jeep", r#"at = "0102""#);
    finds(&units(&[&jeep, &squad("AA", "I")]), "3: AA: it cannot ride on I ");
    let (gun, half) = (at("J", "76mm-atg", r#"aboard = "I""#), at("AA", "us-half-squad", r#"aboard = "I""#));
    finds(&units(&[&jeep, &gun, &half]), "4: AA: I ");
    let lost = at("H", "us-truck", r#"at = "0102", killed = true"#);
    finds(&units(&[&lost, &squad("AA", "H")]), "3: AA: H US truck is lost, captured or of the other side");
    let captured = at("T", "ge-truck", r#"at = "0102""#);
    finds(&units(&[&captured, &squad("AA", "T")]), "truck is lost, captured or of the other side");
    finds(
        &units(&[&truck, &at("AA", "us-squad", r#"at = "0102", aboard = "H""#)]),
        "3: AA: it is where its carrier is",
    );
    finds(&units(&[&at("H", "us-truck", r#"at = "0403""#)]), "2: H: nothing of its kind gets into this hex");
    finds(&units(&[&truck, &at("H", "us-truck", r#"at = "0103""#)]), "3: H: another unit has the letter H");
    finds(&units(&[&at("P", "p-38", r#"at = "0102""#)]), "is no unit of its own");
}

#[test]
fn a_platoon_that_can_do_nothing() {
    let wreck = r#"letter = "A", card = "m4a3", at = "0102", killed = true"#;
    finds(&units(&[wreck]), "nobody of ours can do anything");
    assert_eq!(
        problems(&format!("{}\n{GROUND}", units(&[wreck, r#"letter = "B", card = "m4a3", at = "0102""#]))),
        [""; 0]
    );
}

#[test]
fn how_units_stand() {
    let unit = |card: &str, rest: &str| units(&[&format!(r#"letter = "A", card = "{card}", at = "0102", {rest}"#)]);
    finds(&unit("us-truck", "closed = true"), "2: A: it cannot be closed");
    finds(&unit("us-squad", "defilade = true"), "2: A: there is no defilade");
    finds(&units(&[r#"letter = "A", card = "m4a3", at = "0403", defilade = true"#]), "2: A: there is no defilade");
    finds(&unit("m4a3", "prepared = true"), "2: A: it is prepared and no gun");
    finds(&unit("m3", "turret = \"s\""), "A: it has no turret");
    finds(&unit("us-squad", "facing = \"n\""), "2: A: men on foot face nowhere");
    finds(&unit("us-squad", "moved = \"fast\""), "2: A: only vehicles drive");
    finds(&unit("us-squad", "mpa_lost = 1"), "2: A: it has no movement to lose");
    finds(&unit("us-truck", "main_gun_out = true"), "2: A: it has no main gun");
    finds(&unit("us-truck", "machinegun_out = true"), "2: A: it has no machinegun");
    finds(&unit("m4a3", "halved = true"), "2: A: only a whole squad is halved");
    finds(&unit("m4a3", "captured = true"), "2: A: one of ours is captured");
    finds(&unit("m4a3", "acts = \"601\""), "2: A: only Germans act by paragraphs");
    finds(&unit("m4a3", "turns = 1"), "2: A: there are no rounds");
    among(&unit("m4a3", "bunker = true, dug_in = true"), "2: A: it is in a bunker already");
    among(&units(&[r#"letter = "A", card = "m4a3", bunker = true"#]), "2: A: it is in no hex");
    among(&units(&[r#"card = "GE44", at = "0102", crew = 3"#]), "2: V: that stands on its card");
    let round = |units: String| format!("round = 1\n{units}");
    among(&round(unit("m4a3", "turns = 3")), "3: A: 3 turns in a round (a round has up to 2");
    among(&round(unit("m4a3", "turns = 1, panic = true")), "3: A: it has turns, is unaware, or panics");
    let (dead, alive) =
        (r#"letter = "A", card = "m4a3", at = "0102""#, r#"letter = "B", card = "m4a3", at = "0102", turns = 1"#);
    among(&round(units(&[&format!("{dead}, turns = 1, killed = true"), alive])), "3: A: who is out of the fight");
    among(
        &round(units(&[r#"letter = "L", card = "pziv", at = "0102", killed = true, captured = true"#, alive])),
        "3: L: it is killed",
    );
}

#[test]
fn the_map_and_the_sheet() {
    let tank = units(&[r#"letter = "A", card = "m4a3", at = "0102""#]);
    let with = |lines: &str| format!("{lines}\n{tank}");
    finds(&with("smoke = [\"0103\", \"0104\",\n  \"0103\"]"), "2: 0103: smoke is there twice");
    finds(&with("minefields = [\"0103\", \"0103\"]"), "1: 0103: a minefield is there twice");
    finds(&with("positions = [\"0103\", \"0103\"]"), "1: 0103: two works of a kind");
    finds(
        &with("marker = [{ number = 27, at = \"0104\" }]"),
        "1: 0104: event marker 27 (event markers go from 1 to 26",
    );
    finds(
        &with("marker = [{ number = 1, at = \"0104\" },\n{ number = 1, at = \"0103\" }]"),
        "event marker 1 is there twice",
    );
    finds(&with("sightings = [\"s0\"]"), "1: \"s0\" is no sighting (write s1 to s99)");
    finds(&with("sightings = [\"s100\"]"), "1: \"s100\" is no sighting");
    finds(&with("marker = [{ number = 1, at = \"0104\", reads = \"s200 181\" }]"), "1: \"s200 181\" names no sighting");
    finds(&with("condition = 0"), "1: condition 0 (conditions go from 1 to 6 (OF-5.7))");
    finds(&with("victory = 30000"), "1: points to win 30000");
    finds(&with("event_points = 21"), "1: points for a marker 21");
    finds(&with("activation = [5, 11]"), "1: activation level 11");
    finds(&with("adjust = [{ condition = 7, marker = 1 }]"), "1: condition 7");
    finds(&with("adjust = [{ condition = 2, marker = 0 }]"), "1: event marker 0");
    finds(&with("players = 0"), "1: nobody plays, or too many do");
    finds(&with("players = 5"), "1: nobody plays, or too many do");
    finds(&with("advantage = \"us\""), "1: advantage without rounds");
    finds(&with("flat = {}"), "two maps");
    let round =
        |round: &str| format!("{round}\n{}", units(&[r#"letter = "A", card = "m4a3", at = "0102", turns = 1"#]));
    finds(&round("round = 1000"), "1: round 1000 (rounds go up to 999)");
    finds(&round("round = 1\naction_number = 11"), "2: a German action number of 11 (the die goes from 1 to 10");
    finds(&round("round = 1\naction_number = 0"), "2: a German action number of 0");
    let dug_in = units(&[
        r#"letter = "A", card = "m4a3", at = "0102", dug_in = true"#,
        r#"letter = "B", card = "m10", at = "0102", dug_in = true"#,
    ]);
    finds(&dug_in, "B: two works of a kind in a hex");
    assert_eq!(problems("mission = \"training\"\nplatoon = \"sample\"\ncondition = 6").len(), 1);
}

/// What no file can say, because it has no word for it.
#[test]
fn states_that_no_file_makes() {
    let pair = units(&[r#"letter = "A", card = "m4a3", at = "0102""#, r#"card = "GE44", at = "0104""#]);
    let rules = read(&format!("{pair}\n{GROUND}")).unwrap();
    let found = |spoil: &dyn Fn(&mut State)| {
        let mut state = rules.start();
        spoil(&mut state);
        faults(Ask::new(&rules, &state)).into_iter().map(|fault| (fault.about, fault.wrong)).collect::<Vec<_>>()
    };
    let (a, v) = (UnitId(0), UnitId(1));
    assert_eq!(found(&|_| ()), []);
    assert_eq!(found(&|state| state.clock[2] = 1000), [(About::State, Wrong::Clock { rounds: 1000 })]);
    assert_eq!(found(&|state| state.advantage_dice[1] = 11), [(About::State, Wrong::AdvantageDie { face: 11 })]);
    assert_eq!(found(&|state| state.sightings = 1 << 127 | 2), [(About::State, Wrong::Sighting { number: 127 })]);
    assert_eq!(found(&|state| state.unit_mut(v).guard = Some(a)), [(About::Unit(v), Wrong::Guard)]);
    assert_eq!(found(&|state| state.unit_mut(v).side = Side::Us), [(About::Unit(v), Wrong::OtherSide)]);
    assert_eq!(
        found(&|state| state.unit_mut(a).owner = Seat(4)),
        [(About::Unit(a), Wrong::Section { section: 5, sections: 1 })]
    );
    let crew = |state: &State| match state.unit(a).ratings {
        Ratings::Crew(crew) => crew,
        Ratings::Card(_) => panic!("A has a crew"),
    };
    assert_eq!(
        found(&|state| state.unit_mut(v).ratings = Ratings::Crew(crew(state))),
        [(About::Unit(v), Wrong::OtherSide)]
    );
    let elsewhere = |state: &mut State| {
        let hex = state.unit(v).hex().unwrap();
        state.works.push(Work { hex, kind: WorkKind::ImprovedPosition, occupant: Some(a) });
        state.unit_mut(a).dug_in = true;
    };
    assert_eq!(found(&elsewhere), [(About::Unit(a), Wrong::WorkElsewhere)]);
    let circle = |state: &mut State| {
        state.unit_mut(a).place = Place::Aboard(v);
        state.unit_mut(v).place = Place::Aboard(a);
    };
    assert_eq!(found(&circle).len(), 2);
    let mut ring = rules.start();
    circle(&mut ring);
    assert_eq!(ring.hex_of(a), None, "nobody is looked for in a circle");
    let many = found(&|state| {
        let one = state.unit(a).clone();
        state.units.extend(std::iter::repeat_n(one, 300));
    });
    assert_eq!(many[0], (About::State, Wrong::TooManyUnits { count: 302 }));
}

/// The set-ups of all rule cases that have no fault.
static SET_UPS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases/open-fire");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|kind| kind == "md"));
    files.sort();
    let texts = files.iter().map(|file| std::fs::read_to_string(file).unwrap()).collect::<Vec<_>>();
    let blocks = texts.iter().flat_map(|text| text.split("```scenario\n").skip(1));
    let set_ups = blocks.filter_map(|block| block.split("```").next()).map(str::to_owned);
    set_ups.filter(|text| read(text).is_ok()).collect()
});

const NUMBERS: [&str; 12] = ["0", "1", "2", "4", "6", "7", "9", "27", "99", "255", "-1", "65535"];
const NAMES: [&str; 22] = [
    "A",
    "B",
    "AA",
    "V",
    "L",
    "m4a3",
    "us-squad",
    "us-half-squad",
    "76mm-atg",
    "us-truck",
    "jeep",
    "m3",
    "pziv",
    "ge-squad",
    "GE44",
    "tank-crew",
    "pow",
    "0101",
    "0102",
    "n",
    "training",
    "s1 181",
];

/// A way to spoil a line.
#[derive(Clone, Debug)]
enum Spoilt {
    Doubled,
    Removed,
    Number(usize, usize),
    Name(usize, usize),
    Added(usize),
}

const ADDED: [&str; 14] = [
    "crew_lost = 2",
    "turns = 2",
    "aboard = \"A\"",
    "captured = true",
    "killed = true",
    "bunker = true",
    "dug_in = true",
    "defilade = true",
    "prepared = true",
    "halved = true",
    "surrendered = true",
    "suppressed = true",
    "closed = true",
    "mpa_lost = 255",
];

fn spoilt() -> impl Strategy<Value = Spoilt> {
    prop_oneof![
        Just(Spoilt::Doubled),
        Just(Spoilt::Removed),
        (any::<usize>(), 0..NUMBERS.len()).prop_map(|(which, with)| Spoilt::Number(which, with)),
        (any::<usize>(), 0..NAMES.len()).prop_map(|(which, with)| Spoilt::Name(which, with)),
        (0..ADDED.len()).prop_map(Spoilt::Added),
        (0..ADDED.len()).prop_map(Spoilt::Added),
    ]
}

/// The line after it was spoilt.
fn spoil(line: &str, how: &Spoilt) -> String {
    match how {
        Spoilt::Doubled => format!("{line}\n{line}"),
        Spoilt::Removed => String::new(),
        Spoilt::Number(which, with) => {
            let parts: Vec<&str> = line.split("= ").collect();
            let digits = |part: &&str| part.starts_with(|c: char| c.is_ascii_digit() || c == '-');
            let numbers: Vec<usize> = (0..parts.len()).filter(|&place| digits(&parts[place])).collect();
            let Some(&at) = numbers.get(which.checked_rem(numbers.len()).unwrap_or(0)) else { return line.to_owned() };
            let rest = parts[at].trim_start_matches(|c: char| c.is_ascii_digit() || c == '-');
            let changed = format!("{}{rest}", NUMBERS[*with]);
            let parts: Vec<&str> =
                parts.iter().enumerate().map(|(place, part)| if place == at { &*changed } else { part }).collect();
            parts.join("= ")
        }
        Spoilt::Name(which, with) => {
            let mut parts: Vec<&str> = line.split('"').collect();
            let quoted = parts.len() / 2;
            if quoted > 0 {
                let at = (which % quoted) * 2 + 1;
                parts[at] = NAMES[*with];
            }
            parts.join("\"")
        }
        Spoilt::Added(what) => match line.rsplit_once(" }") {
            Some((before, after)) => format!("{before}, {} }}{after}", ADDED[*what]),
            None => line.to_owned(),
        },
    }
}

/// A text with some of its lines spoilt. Drawn maps and paragraphs have tests of their own.
fn spoil_lines(text: &str, spoils: &[(prop::sample::Index, Spoilt)]) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for (at, how) in spoils {
        let says = |line: &String| line.contains('=') && !line.contains("legend");
        let said: Vec<usize> = (0..lines.len()).filter(|&line| says(&lines[line])).collect();
        if !said.is_empty() {
            let line = *at.get(&said);
            lines[line] = spoil(&lines[line], how);
        }
    }
    lines.join("\n")
}

/// So many in the default run; `PROPTEST_CASES` asks for another number.
fn cases() -> u32 {
    if std::env::var_os("PROPTEST_CASES").is_some() { ProptestConfig::default().cases } else { 96 }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() })]

    /// Either everything that is wrong is told, with a line of the file, or there is a game that can be played.
    #[test]
    fn a_spoilt_set_up_is_refused_or_played(which in any::<prop::sample::Index>(), spoils in prop::collection::vec((any::<prop::sample::Index>(), spoilt()), 1..4), seed in any::<u64>()) {
        let whole: &String = which.get(&SET_UPS);
        let text = spoil_lines(whole, &spoils);
        match read(&text) {
            Err(problems) => {
                prop_assert!(!problems.is_empty());
                for problem in problems {
                    prop_assert!(problem.line <= text.lines().count() + 1 && !problem.what.is_empty() && !problem.help.is_empty(), "{problem}\n{text}");
                    prop_assert!(problem.line > 0 || problem.what.contains("nobody in this platoon"), "{problem} has no line:\n{text}");
                }
            }
            Ok(rules) => {
                let start = rules.start();
                prop_assert_eq!(faults(Ask::new(&rules, &start)), []);
                play_checked(&rules, seed, 12);
                let (mut state, mut choices) = (start, Seeded::new(!seed));
                play_out(&rules, &mut state, &mut Seeded::new(seed), 200, |_, _, legal| choices.below(legal.len() as u32) as usize);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases() / 12, failure_persistence: None, ..ProptestConfig::default() })]

    /// The same for the table that says how the printed missions lie on the map.
    #[test]
    fn spoilt_missions_are_refused_or_played(
        spoils in prop::collection::vec((any::<prop::sample::Index>(), spoilt()), 1..3),
        seed in any::<u64>(),
    ) {
        const TABLE: &str = "open-fire/set-ups.toml";
        let mut files = Files::embedded();
        let text = spoil_lines(files.get(TABLE).unwrap(), &spoils);
        files.insert(TABLE, text);
        match open_fire::game_box(&files, Vec::new()) {
            Err(problems) => prop_assert!(problems.iter().all(|problem| !problem.file.is_empty() && !problem.help.is_empty())),
            Ok(game) => {
                let mission = &game.scenarios[seed as usize % game.scenarios.len()];
                play_checked(mission.usual().as_ref(), seed, 6);
            }
        }
    }
}
