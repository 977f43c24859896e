//! What the box prints, held against the files: the set-ups of the six missions, the counters, and the marks of what is ours.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

use content::Files;
use engine::{North, Provenance};
use open_fire::{
    Catalogue,
    booklet::{
        cartridge::Mission,
        paragraphs::{self, Booklet, CardId},
    },
};

/// Number, north, markers, entry, exit and retreat table of a mission, as its briefing prints them. Mission 1's 4237 is read as 4327
/// (docs/rulings.md); missions 3 and 4 name no entry hex, and only 5 and 6 name a hex to leave by.
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

/// Mission; vehicle quality points for the ammunition of a campaign's platoon, and of another one; whether the sample and a campaign's
/// platoon may be used.
const PLATOONS: [(u8, u8, u8, bool, bool); 6] = [
    (1, 10, 0, true, true),
    (2, 0, 5, false, false),
    (3, 10, 0, true, true),
    (4, 10, 10, true, true),
    (5, 15, 0, true, true),
    (6, 10, 0, false, true),
];

/// A mission of nothing but a printed set-up.
fn mission(number: u8) -> Mission {
    let mut files = Files::embedded();
    let text = format!(
        "mission printed \"Printed\" {{ map border; set-up {number}; platoon \"As printed.\"; activation 5; cartridge {{ {} }}; \
         random-events {{ throw \"2-20\" none }}; ends {{ when no german }} }}",
        (1..=20).map(|marker| format!("event {marker} none; ")).collect::<String>()
    );
    files.insert("open-fire/missions/printed.kdl", text);
    let game = open_fire::game_box(&files, Vec::new()).unwrap();
    let found = game.scenarios.iter().find(|scenario| scenario.info().id == "printed").unwrap();
    found.usual().mission.clone()
}

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

fn catalogue() -> Catalogue {
    Catalogue::read(&Files::embedded()).unwrap()
}

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
