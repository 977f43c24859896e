mod language;

use content::Files;
use engine::Problem;
use hexmap::{Grid, LowColumns};
use proptest::{prelude::*, sample::Index};

use crate::booklet::paragraphs::{
    ast::{
        Activation, BlockId, Branch, CardId, Checker, Condition, Destination, HexNumber, Number, Order, Paragraph,
        Place, Quality, Sighting, Step, Target, Test, Toward, UnitRef, Units,
    },
    words::{Pace, Pointer, Quarter, Rating, Route, STATEMENTS, Side, State, Weapon},
    *,
};
use crate::booklet::{
    cartridge::{Adjustment, Cell},
    files_of_training,
    unit_cards::{Allowance, Characteristics, Column},
};

fn grid() -> Grid {
    Grid::new(45, 27, LowColumns::Even, true).unwrap()
}

fn hex(label: &str) -> HexNumber {
    let grid = grid();
    let hex = grid.parse(label).unwrap();
    HexNumber { hex, label: grid.label(hex) }
}

fn at(label: &str) -> Place {
    Place::Hex(hex(label))
}

fn ours() -> Booklet {
    read_all(&files_of_training(), &grid()).unwrap_or_else(|problems| panic!("{}", told(&problems)))
}

fn told(problems: &[Problem]) -> String {
    problems.iter().map(|problem| format!("{problem}\n")).collect()
}

fn blocks(number: u16) -> Vec<Vec<Step>> {
    let Paragraph { script, .. } = ours().paragraphs.remove(&Number(number)).unwrap();
    let steps = script.blocks.into_iter();
    steps.map(|block| block.into_iter().filter(|step| !matches!(step, Step::Story(_))).collect()).collect()
}

const THIS: UnitRef = UnitRef::Pointer(Pointer::ThisGerman);
const IT: UnitRef = UnitRef::Pointer(Pointer::It);

fn us_within(hexes: u8) -> Test {
    let are = vec![Quality::Is(State::Active), Quality::Within { hexes, of: Place::Unit(THIS) }];
    Test::Any { units: Units { side: Side::Us, are }, at_least: 1 }
}

fn see(number: u16) -> Vec<Step> {
    vec![Step::See(Number(number))]
}

/// Reads paragraphs beside our cards and missions.
fn check(text: &str) -> Result<Booklet, Vec<Problem>> {
    let mut files = files_of_training();
    files.insert("open-fire/paragraphs/zz-test.kdl", text);
    read_all(&files, &grid())
}

/// What is wrong with a text, with our own left out.
fn wrong(text: &str) -> String {
    told(&check(text).expect_err("a problem"))
}

fn warned(text: &str) -> String {
    told(&check(text).unwrap_or_else(|problems| panic!("{}", told(&problems))).warnings)
}

mod the_nine {
    use super::*;

    #[test]
    fn p010_drives_until_one_of_two_things() {
        let drive = Order::Drive {
            pace: Pace::Slow,
            route: Route::Quickest,
            toward: Destination::Place(at("2222")),
            via: vec![],
            until: vec![us_within(11), Test::Reached],
            then: Some(BlockId(1)),
        };
        assert_eq!(blocks(10), [vec![Step::Order(drive)], see(84)]);
    }

    #[test]
    fn p077_chooses_and_watches() {
        let fire = |weapon, target| Step::Order(Order::Fire { weapon, shell: None, target: Target::Unit(target) });
        let drive = |route, toward| {
            let toward = Destination::Place(toward);
            Step::Order(Order::Drive { pace: Pace::Slow, route, toward, via: vec![], until: vec![], then: None })
        };
        let options = vec![
            Branch { when: us_within(10), then: BlockId(1) },
            Branch { when: Test::Not(Box::new(us_within(10))), then: BlockId(2) },
        ];
        assert_eq!(
            blocks(77),
            [
                vec![Step::Choose { options, otherwise: None }],
                vec![drive(Route::Best, Place::Unit(IT)), fire(Weapon::All, IT)],
                vec![
                    drive(Route::BestCover, at("1707")),
                    Step::Reaction { letter: 'X', on: true, who: THIS },
                    fire(Weapon::MainGun, UnitRef::Pointer(Pointer::NearestUs)),
                ],
                vec![Step::Condition(Condition(3))],
            ]
        );
        let side = Quality::SideOf { quarter: Quarter::West, or_at: true, hex: hex("0922") };
        let when = Test::Unit { who: THIS, is: vec![side] };
        assert_eq!(ours().paragraphs[&Number(77)].script.meanwhile, [Branch { when, then: BlockId(3) }]);
    }

    #[test]
    fn p181_draws_a_german() {
        let are = vec![Quality::Is(State::Vehicle), Quality::Is(State::FiredLastRound)];
        let random = Step::Random { among: Units { side: Side::German, are }, then: BlockId(1) };
        assert_eq!(blocks(181), [vec![random], vec![Step::OutOfAmmunition(IT)]]);
    }

    #[test]
    fn p192_activates_two() {
        let card = |number| CardId { side: Side::German, number };
        let activation = Activation {
            cards: vec![card(28), card(29)],
            at: at("2314"),
            facing: Some(Toward::Place(at("2313"))),
            turret: None,
            closed: true,
            defilade: false,
            unprepared: false,
            shelter: None,
            carried_by: None,
        };
        let units = Units { side: Side::Us, are: vec![Quality::Sees(at("2314"))] };
        assert_eq!(
            blocks(192),
            [[
                Step::Activate(activation),
                Step::Advantage { side: Side::Us, turns: None },
                Step::Aware { units, turns: Some(2) },
            ]]
        );
        assert_eq!(ours().paragraphs[&Number(192)].marks, [Sighting(1)]);
    }

    #[test]
    fn p393_changes_the_condition() {
        assert_eq!(blocks(393), [[Step::Condition(Condition(4))]]);
    }

    #[test]
    fn p488_checks_perception() {
        let check = Step::Check {
            rating: Rating::Perception,
            modification: -2,
            by: Checker::One(UnitRef::Pointer(Pointer::ThisUs)),
            success: Some(BlockId(1)),
            failure: Some(BlockId(2)),
        };
        assert_eq!(blocks(488), [vec![check], see(325), see(804)]);
    }

    #[test]
    fn p565_waits_for_a_sight() {
        let units = Units { side: Side::Us, are: vec![Quality::Sees(at("2314"))] };
        let branch = Branch { when: Test::Any { units, at_least: 1 }, then: BlockId(1) };
        assert_eq!(blocks(565), [vec![Step::TheMoment(branch)], see(403)]);
        assert_eq!(ours().paragraphs[&Number(565)].requires, [Sighting(9)]);
    }

    #[test]
    fn p789_evades() {
        assert_eq!(blocks(789), [[Step::Order(Order::Evade { pace: Pace::Fast, away: Some(10) })]]);
    }

    #[test]
    fn p882_is_a_sighting() {
        assert_eq!(blocks(882), [[]]);
        assert_eq!(ours().paragraphs[&Number(882)].marks, [Sighting(1)]);
    }

    #[test]
    fn they_say_that_they_are_printed() {
        for number in [10, 77, 181, 192, 393, 488, 565, 789, 882] {
            assert_eq!(ours().paragraphs[&Number(number)].origin.provenance, Provenance::Printed, "{number}");
        }
    }
}

mod content_of_ours {
    use super::*;

    #[test]
    fn it_has_no_faults_and_nothing_looks_like_one() {
        let all = read_all(&Files::embedded(), &grid()).unwrap_or_else(|problems| panic!("{}", told(&problems)));
        assert_eq!(told(&all.warnings), "");
    }

    // holds: OF-2.1-4, OF-2.1-5, OF-2.1-11
    #[test]
    fn the_tiger_is_as_printed() {
        let booklet = ours();
        let tiger = booklet.card(CardId::read("GE44").unwrap()).unwrap();
        assert_eq!((tiger.letter.to_string().as_str(), tiger.crew, tiger.self_preservation), ("V", Some(6), Some(5)));
        assert_eq!((tiger.points, tiger.data_card.as_str()), (3, "tiger"));
        let last =
            Characteristics { initiative: 2, commander: true, perception: 4, weapon_skill: -1, driving_skill: Some(6) };
        assert_eq!((tiger.characteristics.rows.len(), tiger.characteristics.rows[4]), (5, last));
        assert_eq!(tiger.movement.rows[0], Allowance { fast: Some((3, 3)), slow: Some((1, 2)) });
        assert_eq!(tiger.movement.rows[2], Allowance { fast: Some((1, 1)), slow: None });
        let table = tiger.actions.as_ref().unwrap();
        let entry = |number, column| table.paragraph(number, column).map(|number| number.0);
        assert_eq!(entry(1, Column::Condition(Condition(2))), Some(946));
        assert_eq!(entry(10, Column::Condition(Condition(3))), Some(908));
        assert_eq!(entry(7, Column::Special('C')), Some(929));
        assert_eq!(entry(5, Column::Condition(Condition(1))), None);
        let numbers: std::collections::BTreeSet<u16> = table.paragraphs().map(|number| number.0).collect();
        let printed = [505, 908, 911, 920, 924, 926, 927, 928, 929, 931, 934, 935, 946, 963, 975];
        assert_eq!(numbers.into_iter().collect::<Vec<_>>(), printed);
        assert_eq!(
            tiger.notes.text(),
            "If there is an active visible US unit, note on the card of this German: \"sighted\".\nIf this German has no note on its card: \"sighted\", see 505."
        );
    }

    // holds: OF-7.5-1
    #[test]
    fn the_jeep_and_the_half_track_are_as_printed() {
        let booklet = ours();
        let rows = |id| booklet.card(CardId::read(id).unwrap()).unwrap().movement.rows.clone();
        let row = |fast, slow| Allowance { fast: Some(fast), slow };
        assert_eq!(rows("US11")[0], row((6, 8), Some((1, 5))));
        assert_eq!(rows("US11")[5], row((1, 3), None));
        assert_eq!(rows("GE35")[0], row((4, 5), Some((1, 3))));
        assert_eq!(rows("GE35")[2], row((2, 3), Some((1, 1))));
    }

    // holds: OF-2.1-24
    #[test]
    fn cards_agree_with_the_counters() {
        let sheet = crate::Catalogue::read(&Files::embedded()).unwrap().sheet;
        assert!(ours().check_counters(&sheet).is_ok());
        let mut booklet = ours();
        for card in booklet.cards.values_mut() {
            card.data_card = if card.letter.letter == 'V' { "tigre".to_owned() } else { "panther".to_owned() };
        }
        let found = told(&booklet.check_counters(&sheet).expect_err("problems"));
        assert!(found.contains("did you mean \"tiger\"?") && found.contains("its letters are Q"), "{found}");
    }

    // holds: OF-2.2-1, OF-2.2-5
    #[test]
    fn the_training_mission_is_whole() {
        let booklet = ours();
        let mission = booklet.mission("training").unwrap();
        assert_eq!(mission.markers.len(), 6);
        let cell = |marker, condition| mission.event(marker, Condition(condition));
        assert_eq!(cell(3, 1), Cell::Paragraph { unless: Some(Sighting(11)), number: Number(121) });
        assert_eq!(cell(2, 2), Cell::Random);
        assert_eq!(cell(2, 3), Cell::None);
        assert_eq!(cell(9, 1), Cell::None);
        assert_eq!(mission.random_event(11, Condition(2)), Cell::None);
        assert_eq!(mission.random_event(8, Condition(3)), Cell::Paragraph { unless: None, number: Number(181) });
        assert_eq!(mission.retreat_hex(10).map(|hex| hex.to_string()).as_deref(), Some("0111"));
        let germans = ["GE29", "GE35", "GE36", "GE40", "GE44"];
        let activated = booklet.paragraphs.values().flat_map(|paragraph| paragraph.script.steps());
        let cards: Vec<String> = activated
            .filter_map(|step| match step {
                Step::Activate(activation) => Some(activation.cards.iter().map(CardId::to_string)),
                _ => None,
            })
            .flatten()
            .collect();
        assert!(germans.iter().all(|card| cards.iter().any(|known| known == card)), "{cards:?}");
    }
}

mod in_english {
    use super::*;

    fn text(number: u16) -> String {
        ours().paragraphs[&Number(number)].text()
    }

    #[test]
    fn a_drive() {
        assert_eq!(
            text(10),
            "010. Drive slow by the quickest route toward 2222 until an active US unit is within 11 hexes or 2222 is reached. \
             In either case see 084."
        );
    }

    #[test]
    fn options() {
        assert_eq!(
            text(77),
            "077.\n\
             • If an active US unit is within 10 hexes, drive slow by the best route toward it and fire all weaponry at it.\n\
             • If no active US unit is within 10 hexes, drive slow by the route with the best cover toward 1707; put Special \
             Reaction X into effect for this German; fire the main gun at the nearest active US unit.\n\
             Meanwhile, as soon as this German is at or west of 0922, go to Condition 3."
        );
    }

    #[test]
    fn a_check_and_a_requirement() {
        let check = text(488);
        assert!(check.ends_with("Make a Perception Check (-2):\n• Success: see 325.\n• Failure: see 804."), "{check}");
        assert_eq!(text(565), "565. Only after s9. Now or the moment a US unit can see 2314, see 403.");
    }

    #[test]
    fn an_activation() {
        let activation = "Activate GE28 and GE29 in 2314, facing 2313, closed. US advantage. Every US unit that can see \
                          2314 is Aware at once and has 2 Turns this Round.";
        assert!(text(192).starts_with("192 [s1]. ") && text(192).ends_with(activation), "{}", text(192));
    }

    #[test]
    fn a_drive_inside_an_option() {
        assert_eq!(
            text(946),
            "946. If there is an active visible US unit, fire the main gun at the easiest target; fire the machineguns at the \
             closest target.\nOtherwise:\n  Drive slow by the route with the best cover toward the nearest active US unit \
             until there is an active visible US unit. Then fire the main gun at the closest target."
        );
    }

    #[test]
    fn a_draw_and_a_lesson() {
        let draw = "For one German vehicle that fired in the last Round, drawn by the die if there are several: it is out of \
                    ammunition.";
        assert!(text(181).ends_with(draw), "{}", text(181));
        assert!(text(103).contains("You go on.\nLesson: That was a Perception Check"), "{}", text(103));
    }

    #[test]
    fn everything_can_be_told() {
        for paragraph in ours().paragraphs.values() {
            let text = paragraph.text();
            assert!(text.len() > 6 && !text.contains("  .") && !text.contains(".."), "{text}");
        }
    }
}

mod faults {
    use super::*;

    fn finds(text: &str, parts: &[&str]) {
        let found = wrong(text);
        for part in parts {
            assert!(found.contains(part), "{part} is missing in\n{found}");
        }
    }

    #[test]
    fn all_at_once_with_their_places() {
        finds(
            "paragraph 301 spare {\n  stoory \"x\"\n  see 85\n  see 499\n  condition 7\n  activate GE45\n  place fence 4427\n}\n\
             paragraph 010 { stop }\nparagraf 302 { stop }\n",
            &[
                "zz-test.kdl:2:3: unknown statement \"stoory\"",
                "did you mean story?",
                "zz-test.kdl:3:7: \"85\" is no paragraph number",
                "write 085",
                "zz-test.kdl:4:7: there is no paragraph 499",
                "a condition cannot be \"7\"",
                "there is no card GE45",
                "did you mean GE35?",
                "hex 4427 is off the map",
                "did you mean 4426?",
                "010 is there twice",
                "011 is free",
                "unknown line \"paragraf\"",
            ],
        );
    }

    #[test]
    fn broken_kdl() {
        finds("paragraph 301 {\n  story \"x\n}\n", &["zz-test.kdl:"]);
        finds(&format!("paragraph 301 {}", "if rounds {".repeat(40)), &["nested more than"]);
    }

    #[test]
    fn words_after_a_statement() {
        finds(
            "paragraph 301 spare {\n  drive sloww quickest toward=2222\n  drive slow towards=2222\n  fire cannon\n  rotate toward=2222 now\n}",
            &[
                "2:9: unknown pace \"sloww\"",
                "did you mean slow?",
                "unknown setting of \"drive\" \"towards\"",
                "did you mean toward?",
                "unknown weapon \"cannon\"",
                "unknown word after \"rotate\" \"now\"",
            ],
        );
    }

    #[test]
    fn what_is_missing() {
        finds(
            "paragraph 301 spare {\n  see\n  if\n  check perception\n  ask \"Well?\"\n  surrender { pass }\n  choose { otherwise { stop } }\n}\nparagraph 302 spare\n",
            &[
                "\"see\" lacks a paragraph",
                "\"if\" lacks a condition",
                "\"check\" lacks its results",
                "\"ask\" lacks two answers",
                "\"surrender\" has no block",
                "\"choose\" lacks an option",
                "\"paragraph\" lacks its text",
            ],
        );
    }

    #[test]
    fn it_without_a_meaning() {
        finds("paragraph 301 spare {\n  suffer it killed\n}", &["nothing that \"it\" could mean"]);
        finds("paragraph 301 spare { if no us within=3 of=2222 { suffer it killed } }", &["nothing that \"it\""]);
        assert_eq!(warned("paragraph 301 spare { if us within=3 of=2222 { suffer it killed } }"), "");
    }

    #[test]
    fn die_tables_have_every_face_once() {
        finds("paragraph 301 spare { roll { on \"1-3\" { stop }; on \"5-10\" { stop } } }", &["4 is in no row"]);
        finds("paragraph 301 spare { roll { on \"1-5\" { stop }; on \"5-10\" { stop } } }", &["5 is in two rows"]);
    }

    #[test]
    fn sightings_that_never_occur() {
        finds(
            "paragraph 301 spare requires=s77 { if sighting s78 { stop } }",
            &["sighting s77 never occurs", "sighting s78 never occurs", "marks=s77"],
        );
    }

    #[test]
    fn circles() {
        finds(
            "paragraph 301 spare { story \"x\"; see 302 }\nparagraph 302 { see 301 }",
            &["301 leads back to itself: 301 → 302 → 301"],
        );
        finds("paragraph 301 spare { see 301 }", &["301 → 301"]);
        let held = "paragraph 301 spare { if rounds { see 302 } }\nparagraph 302 { see 301 }";
        assert!(warned(held).contains("301 may lead back to itself"), "{}", warned(held));
        for ended in ["check initiative { success { see 301 } }", "pass; see 301", "roll { on \"1-10\" { see 301 } }"] {
            assert_eq!(warned(&format!("paragraph 301 spare {{ {ended} }}")), "");
        }
    }

    #[test]
    fn orders_without_a_german() {
        let mut files = files_of_training();
        let training = files.get("open-fire/paragraphs/training.kdl").unwrap();
        let training = training.replace("story \"Cold hearth,", "pass\n    story \"Cold hearth,");
        files.insert("open-fire/paragraphs/training.kdl", training);
        let found = told(&read_all(&files, &grid()).expect_err("a problem"));
        assert!(found.contains("103 gives orders to a German, and is only read when no German has a turn"), "{found}");
    }

    #[test]
    fn markers_in_a_german_turn() {
        let mut files = files_of_training();
        let turns = files.get("open-fire/paragraphs/german-turns.kdl").unwrap();
        files
            .insert("open-fire/paragraphs/german-turns.kdl", turns.replace("surrender within=2", "place fence marker"));
        let found = told(&read_all(&files, &grid()).expect_err("a problem"));
        assert!(found.contains("714 speaks of a marker or its finder"), "{found}");
    }

    #[test]
    fn nothing_leads_there() {
        assert!(warned("paragraph 301 { story \"x\" }").contains("nothing leads to 301"));
        assert_eq!(warned("paragraph 301 spare { story \"x\" }"), "");
    }

    #[test]
    fn special_reactions_are_on_a_card() {
        finds("paragraph 301 spare { reaction Q on }", &["special reaction Q is in 301 and on no card"]);
    }

    // holds: OF-6.8-24, OF-2.1-23, OF-2.4-5
    #[test]
    fn cards() {
        let mut files = files_of_training();
        let card = "card GE44 V { name x; data tiger; characteristics { lost 0 7 6 0 } }\n\
                    card GE50 A { name x }\n\
                    card GE51 L { name x; data tiger; crew 3 self-preservation=4; characteristics { lost 1 3 6 0 }; actions { columns 2 C; die \"1-2\" 505 } }\n";
        files.insert("open-fire/unit-cards/zz.kdl", card);
        let found = told(&read_all(&files, &grid()).expect_err("problems"));
        for part in [
            "an initiative cannot be \"7\"",
            "GE44 is there twice",
            "\"A\" is not a letter for this card",
            "self-preservation 4 is above the crew rating 3",
            "row 1 where 0 is due",
            "1 entries under 2 columns",
            "\"card\" lacks a column C",
            "\"card\" lacks a column S",
        ] {
            assert!(found.contains(part), "{part} is missing in\n{found}");
        }
    }

    #[test]
    fn missions() {
        let mut files = files_of_training();
        let training = files.get("open-fire/missions/training.kdl").unwrap();
        let changed = training
            .replace("activation 3 5 8", "activation 3 5")
            .replace("die 8 0105", "die 9 0105")
            .replace("event 6 3206", "event 7 3206")
            .replace("level first", "level frist")
            .replace("north up", "north upp");
        files.insert("open-fire/missions/training.kdl", changed);
        let found = told(&read_all(&files, &grid()).expect_err("problems"));
        for part in [
            "event 1 has 3 entries for 2 conditions",
            "the retreat table has 0 rows for a 8",
            "the retreat table has 2 rows for a 9",
            "event marker 7 is on the map and leads nowhere",
            "did you mean up?",
            "training.kdl:8:11: unknown level \"frist\"",
            "did you mean first?",
            "131 goes to Condition 3; \"training\" has 2",
        ] {
            assert!(found.contains(part), "{part} is missing in\n{found}");
        }
    }

    #[test]
    fn markers_that_lead_nowhere() {
        let mut files = files_of_training();
        let training = files.get("open-fire/paragraphs/training.kdl").unwrap();
        let changed = training.replace("place-note 1 marker", "place-event 9 3803");
        files.insert("open-fire/paragraphs/training.kdl", changed);
        let found = told(&read_all(&files, &grid()).expect_err("a problem"));
        assert!(found.contains("804 lays event marker 9, which leads nowhere"), "{found}");
    }

    // holds: OF-6.10-9, OF-6.10-10, OF-6.10-11, OF-6.10-12
    #[test]
    fn a_printed_set_up_is_taken_over() {
        let mut files = files_of_training();
        let rest = |what: &str| {
            let events: String = (1..=20).map(|marker| format!("event {marker} none none none none\n")).collect();
            format!(
                "mission grand-prix \"The Grand Prix\" {{\nset-up {what}\ncartridge {{\n{events}}}\n\
                 random-events {{\nthrow \"2-20\" none none none none\n}}\n}}\n"
            )
        };
        files.insert("open-fire/missions/zz.kdl", rest("1"));
        let booklet = read_all(&files, &grid()).unwrap_or_else(|problems| panic!("{}", told(&problems)));
        let mission = booklet.mission("grand-prix").unwrap();
        assert_eq!((mission.markers.len(), mission.markers[8]), (20, (9, hex("2222"))));
        assert_eq!(mission.retreat_hex(9), Some(hex("1201")));
        assert_eq!(mission.entry[0], hex("4327"));
        assert_eq!(mission.adjustments, [], "mission 1: no changes");
        files.insert("open-fire/missions/zz.kdl", rest("2"));
        let booklet = read_all(&files, &grid()).unwrap_or_else(|problems| panic!("{}", told(&problems)));
        let laid = |hexes: [&str; 4]| (1..).zip(hexes).map(|(marker, at)| Adjustment::Place(marker, hex(at))).collect();
        let chart: [(Condition, Vec<Adjustment>); 2] = [
            (Condition(3), laid(["3304", "3403", "3504", "4211"])),
            (Condition(4), laid(["2211", "2312", "2314", "2711"])),
        ];
        assert_eq!(booklet.mission("grand-prix").unwrap().adjustments, chart);
        files.insert("open-fire/missions/zz.kdl", rest("9"));
        assert!(told(&read_all(&files, &grid()).expect_err("problems")).contains("unknown set-up \"9\""));
    }

    // holds: OF-2.1-25
    #[test]
    fn one_letter_one_card() {
        let mut files = files_of_training();
        let training = files.get("open-fire/paragraphs/training.kdl").unwrap();
        let changed = training.replace("activate GE29 at=3403", "activate GE28 GE29 at=3403");
        files.insert("open-fire/paragraphs/training.kdl", changed);
        let found = told(&read_all(&files, &grid()).expect_err("a problem"));
        assert!(found.contains("GE28 and GE35 both carry the letter X"), "{found}");
    }
}

// holds: OF-2.3-5
#[test]
fn the_compass_follows_the_mission() {
    use engine::North;
    use hexmap::Direction;
    use words::Compass;
    assert_eq!(Compass::North.facings(North::Up), [Direction::N]);
    assert_eq!(Compass::North.facings(North::Down), [Direction::S]);
    assert_eq!(Compass::Northeast.facings(North::Up), [Direction::NE]);
    assert_eq!(Compass::East.facings(North::Up), [Direction::NE, Direction::SE]);
    assert_eq!(Compass::East.facings(North::Right), [Direction::S]);
    let grid = grid();
    let west = |north, hex: &str, or_at| {
        let (hex, of) = (grid.parse(hex).unwrap(), grid.parse("0922").unwrap());
        Quarter::West.includes(north, &grid, hex, of, or_at)
    };
    assert!(west(North::Up, "0822", false) && !west(North::Up, "1022", true));
    assert!(west(North::Down, "1022", false) && !west(North::Down, "0822", true));
    assert!(west(North::Up, "0901", true) && !west(North::Up, "0901", false));
    let edge = |quarter: Quarter, north, hex: &str| quarter.is_edge(north, &grid, grid.parse(hex).unwrap());
    assert!(edge(Quarter::South, North::Up, "4426") && edge(Quarter::West, North::Down, "4511"));
}

#[test]
fn every_statement_is_known_to_the_reader() {
    for statement in STATEMENTS {
        let found = match check(&format!("paragraph 301 spare {{\n  {statement}\n}}")) {
            Ok(_) => String::new(),
            Err(problems) => told(&problems),
        };
        assert!(!found.contains("unknown statement"), "{found}");
    }
}

#[test]
fn the_manual_tells_of_every_word() {
    use words::{Compass, Fortune, Ground, Harm, Light, Marker, Plane, PlaneWeapon, Shell, Switch, Weather, Word};
    let manual = include_str!("../../../../../docs/paragraphs.md");
    let words = STATEMENTS.iter().copied();
    let words = words.chain(Pace::words()).chain(Route::words()).chain(Weapon::words()).chain(Shell::words());
    let words = words.chain(Pointer::words()).chain(State::words()).chain(Marker::words()).chain(Plane::words());
    let words = words.chain(PlaneWeapon::words()).chain(Harm::words()).chain(Light::words()).chain(Compass::words());
    let words = words.chain(Weather::words()).chain(Ground::words()).chain(Fortune::words());
    for word in words.chain(Switch::words()).chain(Rating::words()).chain(Side::words()) {
        assert!(
            manual.contains(&format!("`{word}`")) || manual.contains(&format!("`{word} ")),
            "docs/paragraphs.md lacks {word}"
        );
    }
}

/// Examples in the manual are read like any other text.
#[test]
fn the_examples_of_the_manual_are_right() {
    let manual = include_str!("../../../../../docs/paragraphs.md");
    let mut text = String::new();
    for (number, example) in (600..).zip(manual.split("```kdl\n").skip(1).filter_map(|part| part.split("```").next())) {
        match example.split_whitespace().next() {
            Some("paragraph" | "keep") => text.push_str(example),
            Some("card" | "mission") => {}
            _ => text.push_str(&format!("paragraph {number} spare {{\n{example}}}\n")),
        }
    }
    if let Err(problems) = check(&text) {
        panic!("{}\n{text}", told(&problems));
    }
}

/// So is the mission in the manual of missions, beside paragraphs of its own.
#[test]
fn the_mission_of_the_manual_is_right() {
    let manual = include_str!("../../../../../docs/missions.md");
    let example = manual.split("```kdl\n").nth(1).and_then(|part| part.split("```").next()).unwrap();
    let mut files = files_of_training();
    files.insert("open-fire/missions/zz-manual.kdl", example.to_owned());
    let booklet = read_all(&files, &grid()).unwrap_or_else(|problems| panic!("{}", told(&problems)));
    assert_eq!(booklet.mission("the-ford").unwrap().muster.joins.len(), 1);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// However a text is mangled, it is read or refused with places that can be pointed at.
    #[test]
    fn a_changed_text_is_read_or_refused(
        file in any::<Index>(),
        edits in prop::collection::vec((any::<Index>(), any::<Index>(), "[-a-z0-9\"=#/{};é☃\\\\\n ]{0,4}"), 1..6),
    ) {
        let mut files = files_of_training();
        let ours: Vec<String> = files.paths().filter(|path| path.ends_with(".kdl")).map(str::to_owned).collect();
        let path = &ours[file.index(ours.len())];
        let mut text: Vec<char> = files.get(path).unwrap().chars().collect();
        for (from, length, word) in edits {
            let from = from.index(text.len() + 1);
            let to = (from + length.index(12)).min(text.len());
            text.splice(from..to, word.chars());
        }
        let text: String = text.into_iter().collect();
        files.insert(path.clone(), text.clone());
        match read_all(&files, &grid()) {
            Ok(booklet) => {
                for paragraph in booklet.paragraphs.values() {
                    prop_assert!(!paragraph.text().is_empty());
                }
            }
            Err(problems) => {
                prop_assert!(!problems.is_empty());
                for problem in problems {
                    prop_assert!(problem.line <= text.lines().count() + 1 || problem.file != *path);
                    prop_assert!(!problem.help.is_empty(), "{}", problem);
                    let text = files.get(&problem.file).unwrap_or_default();
                    let _ = content::Report::new(problem, text);
                }
            }
        }
    }
}
