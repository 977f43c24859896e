//! What the box prints, held against the files: the set-ups of the six missions, the counters, and the marks of what is
//! ours.
use std::collections::BTreeSet;

use content::Files;
use engine::{GameBox, North, Provenance, Ruleset, Seat, Settings};
use open_fire::{
    Catalogue, OpenFire,
    booklet::{
        cartridge::Mission,
        paragraphs::{
            self, Booklet, CardId,
            words::{Light, Quarter},
        },
        terms::Deployment,
    },
};

/// Number, north, markers, entry, exit and retreat table of a mission, as its briefing prints them. Mission 1's 4237 is
/// read as 4327 (docs/rulings.md); missions 3 and 4 name no entry hex, and only 5 and 6 name a hex to leave by.
type Briefing = (u8, North, &'static str, &'static str, &'static str, &'static str);

const BRIEFINGS: [Briefing; 6] = [
    (
        1,
        North::Down,
        "0514 0925 1020 1208 1316 1519 1921 2217 2222 2308 2312 2324 2510 2621 2814 3205 3326 3624 3819 4220",
        "4327 4519 4527",
        "",
        "1-3 0117, 4-7 0111, 8 0927, 9 1201, 10 0114",
    ),
    (
        2,
        North::Up,
        "0511 0704 0708 1208 1218 1418 1520 2718 2816 2916 3317 3327 3521 3823 4021 4102 4103 4104 4123 4220",
        "0105",
        "",
        "1-3 4511, 4-7 4519, 8 3927, 9-10 4101",
    ),
    (
        3,
        North::Up,
        "0815 0816 1202 1203 1205 1624 1626 1702 1720 1727 1804 1820 1902 1912 2006 2308 2312 2607 2718 2823",
        "",
        "",
        "1-3 4511, 4-7 4519, 8 3927, 9-10 4101",
    ),
    (
        4,
        North::Up,
        "0220 0302 0407 0411 0415 0805 0922 1010 1117 1526 1624 1711 1805 1819 1902 2010 2024 2217 2322 2711",
        "",
        "",
        "1-3 1201, 4-7 0927, 8 3727, 9-10 4527",
    ),
    (
        5,
        North::Up,
        "0503 0506 0708 0806 0809 1010 1208 1212 1418",
        "0111",
        "4101",
        "1-3 4519, 4-7 4527, 8 4101, 9-10 4511",
    ),
    (
        6,
        North::Down,
        "0822 0826 1023 1119 1121 1205 1312 1320 1516 1519 2013 2312 2814 3206 3303 3305 3317 3413 4003 4204",
        "4101",
        "0927",
        "1-3 1201, 4-7 1727, 8 0105, 9-10 0111",
    ),
];

/// Mission; vehicle quality points for the ammunition of a campaign's platoon, and of another one; whether the sample
/// and a campaign's platoon may be used.
const PLATOONS: [(u8, u8, u8, bool, bool); 6] = [
    (1, 10, 0, true, true),
    (2, 0, 5, false, false),
    (3, 10, 0, true, true),
    (4, 10, 10, true, true),
    (5, 15, 0, true, true),
    (6, 10, 0, false, true),
];

/// The activation levels, a condition each.
const LEVELS: [&[u8]; 6] =
    [&[5, 6, 7, 8], &[4, 6, 8, 10], &[4, 6, 8, 10], &[2, 5, 8, 10], &[5, 6, 8, 8, 10], &[3, 4, 5, 9]];

/// Points to win; the lent cards; unstacked, all by one hex, held units out of command; by which edge it comes in and
/// leaves.
type Terms = (i16, &'static str, [bool; 3], [Option<Quarter>; 2]);

const TERMS: [Terms; 6] = [
    (21, "", [true, true, true], [None, Some(Quarter::West)]),
    (40, "US1 US2 US3 US4", [false, false, false], [None, Some(Quarter::West)]),
    (35, "", [false, true, false], [Some(Quarter::West), Some(Quarter::East)]),
    (33, "US9 US10 US11 US12", [false, false, false], [None, None]),
    (50, "", [true, false, false], [None, None]),
    (40, "US6 US7 US8", [true, false, false], [None, None]),
];

/// A mission of nothing but a printed set-up.
fn printed(number: u8) -> GameBox<OpenFire> {
    let mut files = Files::embedded();
    // A cell for each condition.
    let none = "none ".repeat(LEVELS[usize::from(number) - 1].len());
    let text = format!(
        "mission printed \"Printed\" {{ map border; set-up {number}; platoon \"As printed.\"; cartridge {{ {} }}; \
         random-events {{ throw \"2-20\" {none} }} }}",
        (1..=20).map(|marker| format!("event {marker} {none}; ")).collect::<String>()
    );
    files.insert("open-fire/missions/printed.kdl", text);
    open_fire::game_box(&files, Vec::new()).unwrap()
}

fn mission(number: u8) -> Mission {
    let game = printed(number);
    let found = game.scenarios.iter().find(|scenario| scenario.info().id == "printed").unwrap();
    found.usual().mission.clone()
}

// holds: OF-M1-3, OF-M3-3, OF-M4-3, OF-M5-3
// holds: OF-M1-4, OF-M2-5, OF-M2-8, OF-M3-4, OF-M4-4, OF-M5-4, OF-M6-3, OF-M6-4
#[test]
fn the_platoon_is_as_the_briefing_says() {
    for (number, campaign, ammunition, sample, old) in PLATOONS {
        let mission = mission(number);
        assert_eq!(mission.campaign_points, campaign, "mission {number}");
        assert_eq!(mission.muster.ammunition, ammunition, "mission {number}");
        assert_eq!((mission.muster.sample(), !mission.muster.only_new), (sample, old), "mission {number}");
    }
}

// holds: OF-M1-17, OF-M1-18, OF-M1-19, OF-M1-20, OF-M2-17, OF-M2-18, OF-M2-19, OF-M2-20, OF-M3-13, OF-M3-14
// holds: OF-M3-15, OF-M3-16, OF-M4-18, OF-M4-19, OF-M4-20, OF-M4-21, OF-M5-13, OF-M5-14, OF-M5-15, OF-M5-16
// holds: OF-M5-17, OF-M6-14, OF-M6-15, OF-M6-16, OF-M6-17
#[test]
fn the_activation_levels_are_as_printed() {
    for (number, levels) in (1..).zip(LEVELS) {
        assert_eq!(mission(number).activation, levels, "mission {number}");
    }
}

// holds: OF-M1-21, OF-M2-21, OF-M3-17, OF-M4-22, OF-M5-18, OF-M6-18, OF-M1-22, OF-M2-22, OF-M3-18, OF-M4-23
// holds: OF-M5-19, OF-M6-19, OF-M1-7, OF-M1-8, OF-M1-9, OF-M2-6, OF-M2-11, OF-M3-6, OF-M3-7, OF-M4-5, OF-M4-7
// holds: OF-M5-7, OF-M5-24, OF-M5-26, OF-M5-27, OF-M6-5, OF-M6-8
#[test]
fn the_terms_of_the_briefings_are_as_printed() {
    for (number, (points, lent, [unstacked, one_hex, held_apart], [comes, leaves])) in (1..).zip(TERMS) {
        let mission = mission(number);
        assert_eq!((mission.victory, mission.event_points), (points, 1), "mission {number}");
        let cards: Vec<String> = mission.muster.joins.iter().map(CardId::to_string).collect();
        assert_eq!(cards.join(" "), lent, "mission {number}");
        let terms = &mission.terms;
        assert_eq!(
            (mission.unstacked, terms.one_hex, terms.held_apart),
            (unstacked, one_hex, held_apart),
            "mission {number}"
        );
        assert_eq!(
            (terms.entry_edge, terms.exit_edge, terms.no_exit),
            (comes, leaves, number == 4),
            "mission {number}"
        );
        let deployment = (number == 4).then_some(Deployment { columns: (1, 6), positions: 2 });
        assert_eq!(terms.deployment, deployment, "mission {number}");
        let lights = if number == 5 { vec![(1, 11, Light::Dusk), (1, 21, Light::Night)] } else { Vec::new() };
        assert_eq!(terms.lights, lights, "mission {number}");
        assert_eq!((mission.soft_ground, mission.snow), (number == 5, number == 6), "mission {number}");
    }
}

fn catalogue() -> Catalogue {
    Catalogue::read(&Files::embedded()).unwrap()
}

// holds: OF-M1-2, OF-M2-4, OF-M3-2, OF-M4-2, OF-M5-2, OF-M6-2, OF-M1-5, OF-M2-9, OF-M3-5, OF-M4-12, OF-M5-5
// holds: OF-M6-6, OF-M1-6, OF-M2-10, OF-M5-6, OF-M6-7, OF-M1-12, OF-M1-13, OF-M1-14, OF-M1-15, OF-M1-16
// holds: OF-M2-13, OF-M2-14, OF-M2-15, OF-M2-16, OF-M3-9, OF-M3-10, OF-M3-11, OF-M3-12, OF-M4-14, OF-M4-15
// holds: OF-M4-16, OF-M4-17, OF-M5-9, OF-M5-10, OF-M5-11, OF-M5-12, OF-M6-10, OF-M6-11, OF-M6-12, OF-M6-13
#[test]
fn the_set_ups_are_those_of_the_briefings() {
    let catalogue = catalogue();
    let missions = &catalogue.set_ups().missions;
    assert_eq!(missions.len(), BRIEFINGS.len());
    for (number, north, markers, entry, exit, retreat) in BRIEFINGS {
        let found = missions.iter().find(|mission| mission.number == number).unwrap();
        let list = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(found.north, north, "mission {number}");
        assert_eq!(found.markers, list(markers), "mission {number}");
        assert_eq!(found.entry, list(entry), "mission {number}");
        assert_eq!(found.exit, list(exit), "mission {number}");
        let rows: Vec<String> = found.retreat.iter().map(|row| format!("{} {}", row.die, row.hex)).collect();
        assert_eq!(rows.join(", "), retreat, "mission {number}");
    }
}

/// The fronts of the countersheet, by type; its backs give the letters.
#[test]
fn the_counter_mix_is_that_of_the_sheet() {
    let catalogue = catalogue();
    let counters = &catalogue.sheet().counters;
    for (card, letters) in [
        ("m4a1", "A B C D"),
        ("m4a3", "A B C D E"),
        ("m10", "A B C"),
        ("m26", "A B C D"),
        ("m8", "A B C"),
        ("m3", "F G I"),
        ("us-truck", "H J K"),
        ("jeep", "I"),
        ("76mm-atg", "J K"),
        ("us-squad", "AA"),
        ("pziv", "L M N"),
        ("jagdtiger", "P R"),
        ("panther", "Q"),
        ("spw-251", "S X"),
        ("ge-truck", "T U"),
        ("tiger", "V"),
        ("88mm-atg", "W Z"),
        ("ge-squad", "Y"),
        ("kfz-13", "LL"),
        ("ge-half-squad", "MM"),
        ("pow", "1 2 3"),
    ] {
        assert_eq!(counters.letters(card).join(" "), letters, "{card}");
    }
    assert_eq!(counters.all().len(), 21);
    let text = Files::embedded().get("open-fire/counters.toml").unwrap().to_owned();
    assert!(text.contains("provenance = \"printed\""));
    let rules: BTreeSet<String> = catalogue.rules().iter().map(|rule| rule.source.clone()).collect();
    assert!(!rules.iter().any(|source| source.contains("counter mix is ours")), "{rules:?}");
}

#[test]
fn what_is_ours_on_a_printed_card_is_marked() {
    let catalogue = catalogue();
    let files = Files::embedded();
    let palette = catalogue.palette();
    let path = "open-fire/maps/border.tmx";
    let map = content::read_map(&files, path, files.get(path).unwrap(), &palette).unwrap();
    let booklet: Booklet = paragraphs::read_all(&files, &map.grid).unwrap();
    let card = |name: &str| booklet.card(CardId::read(name).unwrap()).unwrap();
    let rows = |name: &str| {
        let movement = &card(name).movement;
        (0..movement.rows.len()).map(|row| movement.origin_of(row).provenance).collect::<Vec<_>>()
    };
    use Provenance::{Derived, Ours, Printed};
    assert_eq!(rows("GE35"), [Printed, Printed, Derived, Ours]);
    assert_eq!(rows("GE28"), [Ours; 4]);
    assert_eq!(rows("GE44"), [Printed; 3]);
    assert_eq!(rows("US11"), [Printed; 6]);
}

/// What must not be seen before something is settled ends undo: the cards of lent units, and the markers of a platoon
/// that was set up.
#[test]
fn nobody_settles_it_again_once_he_has_looked() {
    let game = printed(4);
    let mut table = game.open("printed", &Settings::default(), &["human".to_owned()], Some(1)).unwrap();
    let mut act = |action: &str| {
        table.act(Seat(0), action, None).unwrap_or_else(|error| panic!("{action}: {error}"));
        table.can_undo(Seat(0))
    };
    assert!(!act("generate sample"), "the cards of those who join are on the table");
    act("ready");
    for place in ["a 0104", "b 0105", "c 0106", "d 0107", "j 0111", "k 0112", "i 0110", "aa 0110"] {
        let (unit, hex) = place.split_once(' ').unwrap();
        assert!(act(&format!("deploy {unit}")), "{unit} can be put back");
        act(&format!("put {hex}"));
    }
    assert!(!act("set"), "the markers are on the map");
}
