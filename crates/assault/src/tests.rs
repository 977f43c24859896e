use std::sync::Arc;

use content::{Files, read_map};
use engine::{Circumstances, LookError, Verdict, look_between};
use hexmap::Hex;
use proptest::{
    collection::vec,
    prelude::{Just, ProptestConfig, Strategy, prop_assert_eq, proptest},
    sample::{Index, select},
};

use crate::{
    AssaultMap, Catalogue, Conditions, Kind, Sight, game_box,
    map::sight::Given,
    tables::{
        catalogue::{Cost, Obstruction},
        fortification::BySide,
        units::Experience,
    },
};

fn catalogue() -> Arc<Catalogue> {
    Arc::new(Catalogue::read(&Files::embedded()).unwrap())
}

fn map(text: &str) -> AssaultMap {
    AssaultMap::read(&Files::embedded(), &catalogue(), "test.toml", text).unwrap()
}

/// Id, movement for infantry, artillery, wheels and tracks, sight, elevation: as the charts print them.
const PRINTED: &str = "
shallow-water  2 no no no       -  0
beach          1 2 3 1          -  0
clear          1 1 2 1          -  0
rocky          1 2 3 2          ?  0
brush          1 1 3 2          ?  0
grove          1 2 no 2         ?  0
light-forest   1 1 2 2          ?  1
heavy-forest   2 2 no 4         x  1
single-storey  2 2 no 3         ?  1
multi-storey   2 2 no 4         ?  2
large-building 2 2 no 4         x  2
bridge         1 2 2 2          ?  0
swamp          delayed no no no -  0
craters        1 2 2 1          -  0
brush-craters  1 2 3 2          ?  0
ruins          1 2 no 3         ?  1
";

#[test]
fn the_chart_is_as_printed() {
    let catalogue = catalogue();
    for row in PRINTED.trim().lines() {
        let cells: Vec<&str> = row.split_whitespace().collect();
        let terrain = catalogue.ground(cells[0]).unwrap();
        let cost = terrain.cost;
        let costs = [cost.infantry, cost.artillery, cost.wheeled, cost.tracked].map(|cost: Cost| cost.to_string());
        let sight = match terrain.sight {
            Obstruction::Open => "-",
            Obstruction::Hinders => "?",
            Obstruction::Blocks => "x",
        };
        assert_eq!(costs.iter().map(String::as_str).chain([sight]).collect::<Vec<_>>(), cells[1..6], "{}", cells[0]);
        assert_eq!(terrain.elevation.to_string(), cells[6], "{}", cells[0]);
    }
    // The sea is ours.
    assert_eq!(catalogue.grounds().len(), PRINTED.trim().lines().count() + 1);
}

#[test]
fn the_fortifications_are_as_printed() {
    let catalogue = catalogue();
    let told = catalogue.fortifications().iter().map(|fort| {
        let cost = fort.cost;
        let costs = [cost.infantry, cost.artillery, cost.wheeled, cost.tracked].map(|cost: Cost| cost.to_string());
        let gun = if fort.defence.artillery == BySide::default() { "no guns" } else { "guns" };
        format!(
            "{}: {} {gun} {:?} {:?}",
            fort.id,
            costs.join(" "),
            fort.holds,
            fort.collapses.as_deref().unwrap_or("-")
        )
    });
    let printed = [
        "sandbags: 0 0 1 0 guns [Infantry, Artillery] \"-\"",
        "trench: 0 1 no 1 no guns [Infantry] \"-\"",
        "gun-position: 0 0 1 1 guns [Infantry, Artillery] \"trench\"",
        "bunker: 0 1 1 1 guns [Infantry] \"trench\"",
        "pillbox: 0 0 1 1 no guns [Infantry] \"trench\"",
    ];
    assert_eq!(told.collect::<Vec<_>>(), printed);
}

#[test]
fn the_key_tells_what_ground_and_features_do() {
    let key = catalogue().key();
    let wanted: [(&str, &[&str]); 6] = [
        ("swamp", &["To enter: infantry delayed, guns no, wheels no, tracks no"]),
        (
            "rocky",
            &[
                "To enter: infantry 1, guns 2, wheels 3, tracks 2",
                "Hinders sight on level ground",
                "Defence: infantry 1 green die and 1 blue die, gun 1 green die, vehicle 1 blue die",
                "Vehicles risk damage",
            ],
        ),
        (
            "heavy-forest",
            &[
                "To enter: infantry 2, guns 2, wheels no, tracks 4",
                "Blocks sight, one level high",
                "Defence: infantry 1 green die and 1 blue die, gun 1 green die and 1 blue die, vehicle 1 green die",
                "Tracks risk damage",
                "No indirect fire from here",
            ],
        ),
        (
            "multi-storey",
            &[
                "To enter: infantry 2, guns 2, wheels no, tracks 4",
                "Hinders sight, 2 levels high",
                "Defence: infantry 2 green dice, gun 1 green die and 1 blue die, vehicle 1 green die",
                "Tracks risk damage",
                "Infantry looks from one level up",
                "No indirect fire from here",
            ],
        ),
        (
            "narrow-road",
            &[
                "Along it: infantry 1, guns 1, wheels 1, tracks 1",
                "Vehicles pay 1 more where it bends",
                "Defence: infantry 1 blue die, gun 1 blue die",
            ],
        ),
        (
            "steep-slope",
            &[
                "To cross: infantry delayed, guns no, wheels no, tracks no",
                "Hinders sight between its two hexes",
                "Defence: infantry 1 blue die, gun 1 blue die",
                "Guns and vehicles see across it but do not attack across it.",
            ],
        ),
    ];
    for (id, effects) in wanted {
        assert_eq!(key.iter().find(|entry| entry.key == id).unwrap().effects, effects, "{id}");
    }
}

#[test]
fn every_rule_is_listed_once() {
    let catalogue = catalogue();
    let text = include_str!("rule_ids.rs");
    let listed: Vec<&str> = catalogue.rules().iter().map(|rule| rule.id.as_str()).collect();
    let named: Vec<&str> = text.split("RuleId(\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert_eq!(listed, named);
}

#[test]
fn the_box_opens() {
    let game = game_box(&Files::embedded(), Vec::new()).unwrap_or_else(|problems| panic!("{problems:#?}"));
    for map in &game.maps.maps {
        let board = map.board();
        assert_eq!(board.hexes.len(), map.info().hexes);
        assert!(!map.info().title.is_empty() && !map.info().blurb.is_empty());
    }
}

#[test]
fn a_large_building_alone_is_a_fault() {
    let text = "legend = { \".\" = \"clear\", \"L\" = \"large-building\" }\nrows = \"\"\"\n. L .\n. . .\n\"\"\"";
    let problems = AssaultMap::read(&Files::embedded(), &catalogue(), "church.toml", text).err().unwrap();
    let told: Vec<String> = problems.iter().map(ToString::to_string).collect();
    let help = "it covers two or more hexes: add one, or use multi-storey";
    assert_eq!(told, [format!("church.toml: the large building in 0201 stands alone ({help})")]);
}

#[test]
fn a_level_that_nobody_knows_is_told_with_the_nearest_and_hides_no_other_fault() {
    let (files, path) = (Files::embedded(), "assault/scenarios/beachhead.toml");
    let text = files.get(path).unwrap();
    let spoilt = text.replacen("level = \"hard\"", "level = \"hart\"", 1).replacen("turns = 10", "turns = 9", 1);
    let problems = crate::read_scenario(&catalogue(), &files, path, &spoilt).err().unwrap();
    let told: Vec<String> = problems.iter().map(ToString::to_string).collect();
    let line = 1 + text[..text.find("level = ").unwrap()].matches('\n').count();
    let level = format!("{path}:{line}:9: unknown level \"hart\" (did you mean \"hard\"?)");
    assert!(told.len() > 1 && told.contains(&level), "{told:#?}");
}

#[test]
fn what_the_game_does_not_know_is_refused_with_a_word_of_help() {
    let map = map("legend = { \".\" = \"clear\" }\nrows = \"\"\"\n. .\n. .\n\"\"\"");
    let some = |word: &str| Some(word.to_owned());
    let asked = [
        Circumstances { facing: some("n"), ..Circumstances::default() },
        Circumstances { weather: some("fog"), ..Circumstances::default() },
        Circumstances { activated: true, ..Circumstances::default() },
        Circumstances { looker: some("boat"), ..Circumstances::default() },
        Circumstances { smoke: vec![("0909".to_owned(), 1)], ..Circumstances::default() },
    ];
    let told = asked.map(|given| match look_between(&map, "0101", "0202", &given).unwrap_err() {
        LookError::Circumstance { what, .. } => what,
        other => other.to_string(),
    });
    assert_eq!(
        told,
        [
            "a facing",
            "weather",
            "an activated target",
            "unknown kind of unit \"boat\"",
            "hex 0909 is off the map: columns run from 01 to 02"
        ]
    );
}

#[test]
fn both_ways_past_a_tie_are_told_and_one_counts() {
    let map =
        map("legend = { \".\" = \"clear\", \"b\" = \"brush\" }\nrows = \"\"\"\n. . .\n. b .\n. b .\n. . .\n\"\"\"\n\
                   low = \"even\"");
    let look = look_between(&map, "0103", "0303", &Circumstances::default()).unwrap();
    assert_eq!((look.verdict, look.hindrances), (Verdict::Hindered, 1));
    let effects: Vec<_> = look.steps.iter().filter(|step| !step.side).map(|step| step.effect).collect();
    assert_eq!(effects, [engine::LookEffect::Hinders, engine::LookEffect::Spared]);
}

#[test]
fn the_third_hindrance_says_so() {
    let map = map("legend = { \".\" = \"clear\", \"b\" = \"brush\" }\nrows = \"\"\"\n.\nb\nb\nb\n.\n\"\"\"");
    let look = look_between(&map, "0101", "0105", &Circumstances::default()).unwrap();
    let step = look.blocker().unwrap();
    assert_eq!((step.place().as_str(), look.hindrances, look.rule), ("0104", 2, crate::rule_ids::HINDERED));
    assert_eq!(
        look.summary,
        "Brush in 0104 blocks: 3 hindrances are too many; it reaches level 0, up to the higher eye."
    );
    let notes: Vec<&str> = look.notes.iter().map(|note| note.text.as_str()).collect();
    assert_eq!(notes, ["Indirect fire is stopped too: it ignores 2 hindrances and no more, unless a spotter sees."]);
}

/// A map of 8 by 7 with every terrain and up to four levels.
fn grounds() -> impl Strategy<Value = Sight> {
    let catalogue = catalogue();
    let cell = select((0..catalogue.terrain.len()).collect::<Vec<_>>());
    let text = format!("legend = {{ \".\" = \"clear\" }}\nrows = \"\"\"\n{}\"\"\"", ". . . . . . . .\n".repeat(7));
    let map = read_map(&Files::embedded(), "level.toml", &text, &catalogue.palette()).unwrap();
    (Just(map), vec(cell, 56), vec(0_u8..4, 56)).prop_map(move |(mut map, terrain, elevation)| {
        (map.terrain, map.elevation) = (terrain, elevation);
        Sight::new(map, Arc::clone(&catalogue))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn two_units_see_each_other_alike(
        sight in grounds(),
        kinds in (select(Kind::ALL.to_vec()), select(Kind::ALL.to_vec())),
        smoke in vec((0_u16..56, 0_u8..4), 0..6),
        from: Index,
    ) {
        let smoke: Vec<(Hex, u8)> = smoke.into_iter().map(|(hex, markers)| (Hex(hex), markers)).collect();
        let there = Conditions { looker: kinds.0, target: kinds.1, smoke: smoke.clone(), ..Conditions::default() };
        let back = Conditions { looker: kinds.1, target: kinds.0, smoke, ..Conditions::default() };
        let from = Hex(from.index(56) as u16);
        for to in sight.grid().hexes().filter(|&to| to != from) {
            prop_assert_eq!(sight.weigh(from, to, &there), sight.weigh(to, from, &back));
            let (out, home) = (sight.look(from, to, &there), sight.look(to, from, &back));
            prop_assert_eq!((out.verdict, out.cost), (home.verdict, home.cost));
        }
    }

    #[test]
    fn what_is_not_on_the_way_changes_no_look(
        sight in grounds(),
        kinds in (select(Kind::ALL.to_vec()), select(Kind::ALL.to_vec())),
        smoke in vec((0_u16..56, 1_u8..4), 0..3),
        changed in vec((0_u16..56, 0_u8..16), 0..3),
        from: Index,
    ) {
        let at = |(hex, what): (u16, u8)| (Hex(hex), what);
        let (smoke, changed): (Vec<_>, Vec<_>) =
            (smoke.into_iter().map(at).collect(), changed.into_iter().map(at).collect());
        let given = Given { looker: kinds.0, target: kinds.1, smoke: &smoke, changed: &changed };
        let all = Conditions { looker: kinds.0, target: kinds.1, smoke: smoke.clone(), changed: changed.clone() };
        let from = Hex(from.index(56) as u16);
        for to in sight.grid().hexes() {
            prop_assert_eq!(sight.between(from, to, given), sight.weigh(from, to, &all));
        }
    }
}

#[test]
fn symbols_of_cards_and_works_are_on_the_sheet() {
    let sheet = include_str!("../../../content/symbols.svg");
    let catalogue = Catalogue::read(&Files::embedded()).unwrap();
    let cards = catalogue.units().iter().map(|card| (&card.id, &card.symbol));
    let works = catalogue.fortifications.iter().map(|row| (&row.id, &row.symbol));
    let named: Vec<(&String, &String)> = cards.chain(works).filter(|(_, symbol)| !symbol.is_empty()).collect();
    assert!(named.len() > 30);
    for (id, symbol) in named {
        assert!(sheet.contains(&format!("<symbol id=\"{symbol}\"")), "{id}: {symbol}");
    }
}

/// No card is elite, so no case can show it.
// holds: AS-14-13
#[test]
fn elite_units_rally_best() {
    let levels =
        [Experience::Recruit, Experience::Regular, Experience::Hardened, Experience::Veteran, Experience::Elite];
    assert_eq!(levels.map(|level| catalogue().turn.rally.of(level)), [-1, 0, 1, 1, 2]);
}
