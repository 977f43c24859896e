//! Paragraphs read and Germans acting on a table laid out by hand: flat ground, a belt of woods from 1510 to 2510.

mod booklets;
mod descriptions;
mod losses;
mod pages;

use std::sync::{Arc, OnceLock};

use content::read_map;
use dice::{Scripted, Seeded};
use engine::{Frames, Log, Silent};
use hexmap::{Direction, Hex};

use crate::{
    booklet::{
        files_of_training,
        options::Options,
        paragraphs::{CardId, HexNumber, Number, read_all, words::Route},
        unit_cards::Column,
    },
    course::{self, action::Action, done::Done, flow},
    map::country::Country,
    play::{
        arrival, s02_unit_cards,
        s05_operations::markers,
        s06_rounds::{german_turns, routes, turns},
    },
    reading::{self, answers::Answer, cursors::MOST_PARAGRAPHS, questions, whom},
    rule_ids::PARAGRAPHS,
    screen::displays,
    state::{
        Acting, EventMarker, FirstRound, Frame, Reads, State, Work, WorkKind,
        laid_out::{self, Act, Ask, AskOf, OpenFire},
        reading::Cause,
        units::{Crew, Fired, Place, Ratings, Side, Space, Unit, UnitId},
        way::{Goal, Leg},
    },
    tables::catalogue::Catalogue,
};

/// Does a legal action, and everything that follows by itself.
fn do_action(act: &mut Act<'_>, action: Action) {
    course::check_action(act.ask(), action).unwrap().perform(act);
}

/// Paragraphs that only these tests need.
const OURS: &str = r#"
paragraph 989 spare {
    story "A gate."
    ask "Knock?" {
        answer "Yes." { story "It opens."; points +1 }
        answer "No." { story "It stays shut." }
    }
    the-moment sighting s99 { story "The gate falls." }
}
paragraph 988 spare { sighting s99 }
paragraph 990 spare { if operations { see 991 } }
paragraph 991 { see 990 }
paragraph 992 spare { retreat fast quickest }
paragraph 993 spare { surrender within=3 }
paragraph 994 spare { give-turn nearest-german }
paragraph 995 spare {
    ask "Go on?" {
        answer "Yes." { points +2 }
        answer "No." { points -1 }
    }
    points +10
}
paragraph 996 spare {
    each us vehicle { suffer it suppressed }
    place minefield 2020
    place smoke 2021
    lift smoke
    light night
    roll two-dice { on "2-10" { points +1 }; on "11-20" { points +5 } }
}
paragraph 997 spare { activate GE40 at=2020; advantage german turns=2 }
paragraph 998 spare { reaction X on; pass }
paragraph 987 spare { rotate toward=nearest-us }
paragraph 984 spare { lift minefield 2020; lift bunker 2020; lift improved-position }
paragraph 983 spare { drive slow quickest toward=2001; drive slow quickest toward=2001 }
paragraph 986 spare { fire machineguns at=easiest }
"#;

fn country() -> Arc<Country> {
    static COUNTRY: OnceLock<Arc<Country>> = OnceLock::new();
    let lay = || {
        let files = files_of_training();
        let catalogue = Arc::new(Catalogue::read(&files).unwrap());
        let cell = |column: usize, row: usize| match (column, row) {
            (column, 27) if column % 2 == 0 => "-",
            (15..=25, 10) => "w",
            _ => ".",
        };
        let rows = (1..=27).map(|row| (1..=45).map(|column| cell(column, row)).collect::<Vec<_>>().join(" "));
        let rows = rows.collect::<Vec<_>>().join("\n");
        let text = format!(
            "low = \"even\"\nlegend = {{ \".\" = \"clear\", \"w\" = \"woods\" }}\nrows = \"\"\"\n{rows}\n\"\"\"\n"
        );
        let map = read_map(&files, "map.toml", &text, &catalogue.palette()).unwrap();
        Arc::new(Country::new(map, catalogue))
    };
    Arc::clone(COUNTRY.get_or_init(lay))
}

/// A table with a game on it.
struct Table {
    game: OpenFire,
    state: State,
    log: Log,
}

impl Table {
    /// Operations, with nobody on the map.
    fn new() -> Table {
        let country = country();
        let mut files = files_of_training();
        files.insert("open-fire/paragraphs/zz-reading.kdl", OURS);
        let booklet = read_all(&files, country.grid()).unwrap_or_else(|problems| panic!("{problems:?}"));
        let mut mission = booklet.mission("training").unwrap().clone();
        mission.ends.clear();
        mission.markers.clear();
        mission.adjustments.clear();
        let game = OpenFire {
            id: "test".to_owned(),
            sheet: Arc::new(country.catalogue.sheet.clone()),
            booklet: Arc::new(booklet),
            country,
            mission,
            options: Options::default(),
            seats: Vec::new(),
            roster: None,
            opening: None,
        };
        let mut state = laid_out::before_generation(&game);
        state.generation = None;
        state.frames = Frames::new(Frame::Operations);
        Table { game, state, log: Log::default() }
    }

    fn hex(&self, label: &str) -> Hex {
        self.game.grid().parse(label).unwrap()
    }

    fn us(&mut self, letter: &str, card: &str, at: &str) -> UnitId {
        let crew = Crew {
            initiative: 4,
            commander: letter == "A",
            rating: 5,
            perception: 6,
            weapon_skill: 0,
            driving_skill: 9,
        };
        let mut unit = laid_out::new_unit(&self.game, Side::Us, letter, card, Ratings::Crew(crew), 5);
        unit.place = Place::At(self.hex(at));
        self.state.units.push(unit);
        UnitId(self.state.units.len() as u8 - 1)
    }

    fn german(&mut self, card: &str, at: &str, facing: Direction) -> UnitId {
        let unit = s02_unit_cards::new_from_card(
            &mut Act { rules: &self.game, state: &mut self.state, dice: &mut Scripted::new([]), journal: &mut Silent },
            CardId::read(card).unwrap(),
        )
        .unwrap();
        let hex = self.hex(at);
        let piece = self.state.unit_mut(unit);
        piece.place = Place::At(hex);
        (piece.facing, piece.turret, piece.prepared) = (facing, facing, true);
        unit
    }

    /// Rounds are in progress, and all Germans have a turn.
    fn rounds(&mut self) {
        (self.state.round, self.state.dealt, self.state.action_number) = (1, 1, 1);
        self.state.frames = Frames::new(Frame::Round { space: Acting::OneAdvantage });
        for unit in &mut self.state.units {
            unit.space = if unit.side == Side::German { Space::Turns(1) } else { Space::Complete };
        }
    }

    fn at(&self, unit: UnitId) -> String {
        self.state.hex_of(unit).map(|hex| self.game.label(hex)).unwrap_or_default()
    }

    fn away(&self, unit: UnitId, label: &str) -> u16 {
        self.game.grid().distance(self.state.hex_of(unit).unwrap(), self.hex(label))
    }

    /// Reads a paragraph with these dice.
    fn read(&mut self, number: u16, cause: Cause, dice: &[u16]) {
        let mut dice = Scripted::new(dice.to_vec());
        reading::read_paragraph(
            &mut Act { rules: &self.game, state: &mut self.state, dice: &mut dice, journal: &mut self.log },
            Number(number),
            cause,
        );
        dice.finish().unwrap_or_else(|error| panic!("{error}\n{}", self.told()));
    }

    /// A German reads a paragraph in a turn of his; the turn is still on top afterwards.
    fn acts(&mut self, unit: UnitId, number: u16, dice: &[u16]) {
        self.rounds();
        let turn = turns::fresh_turn(Ask::new(&self.game, &self.state), unit);
        self.state.frames.push(Frame::Turn(turn));
        self.read(number, Cause { german: Some(unit), ..Cause::default() }, dice);
    }

    fn points_left(&self) -> u8 {
        self.state.turn().unwrap().points
    }

    fn told(&self) -> String {
        self.log.entries.iter().map(|entry| format!("{}\n", entry.text)).collect()
    }
}

mod the_nine {
    use super::*;

    // holds: OF-6.9-1, OF-6.9-2
    #[test]
    fn p010_drives_until_somebody_is_near() {
        let mut table = Table::new();
        let tank = table.german("GE29", "1022", Direction::SE);
        let us = table.us("A", "m4a3", "4526");
        let before = table.away(tank, "2222");
        table.acts(tank, 10, &[]);
        assert!(table.away(tank, "2222") < before && table.state.read == [10], "{}", table.told());
        assert_eq!(table.points_left(), 3);
        // Eleven hexes away it stops, and 084 has it fire: a miss.
        let here = table.at(tank);
        table.state.unit_mut(us).place = Place::At(table.hex("1213"));
        table.acts(tank, 10, &[99]);
        assert_eq!((table.at(tank), table.state.read.clone()), (here, vec![10, 10, 84]), "{}", table.told());
    }

    // holds: OF-6.9-3
    #[test]
    fn p010_has_arrived() {
        let mut table = Table::new();
        let tank = table.german("GE29", "2222", Direction::SE);
        table.us("A", "m4a3", "4501");
        table.acts(tank, 10, &[99]);
        assert_eq!(table.state.read, [10, 84], "{}", table.told());
    }

    #[test]
    fn p077_goes_for_the_one_it_finds() {
        let mut table = Table::new();
        let tank = table.german("GE29", "2020", Direction::N);
        table.us("A", "m4a3", "2012");
        let far = table.us("B", "m4a3", "2002");
        // Drives slow (2), the main gun (2) at short range fires two shells and misses, machineguns (1).
        table.acts(tank, 77, &[99, 99, 10]);
        assert_eq!(table.at(tank), "2018", "{}", table.told());
        assert_eq!(table.points_left(), 0);
        assert!(
            table.told().contains("A M4A3") && !table.told().contains(&table.state.unit(far).name),
            "{}",
            table.told()
        );
        assert_eq!(table.state.unit(tank).reaction, None);
    }

    // holds: OF-6.9-10, OF-6.9-11
    #[test]
    fn p077_alone_it_creeps_and_reacts() {
        let mut table = Table::new();
        let tank = table.german("GE29", "2822", Direction::N);
        table.us("A", "m4a3", "2805");
        // A new action number for the special reaction, then one shell at the nearest, in sight at long range.
        table.acts(tank, 77, &[7, 99]);
        assert_eq!((table.state.unit(tank).reaction, table.state.action_number), (Some('X'), 7), "{}", table.told());
        assert!(table.state.unit(tank).fired.now);
        assert_eq!(table.state.condition, 1);
        assert_eq!(table.state.turn().unwrap().reads, Reads::Table);
    }

    #[test]
    fn p077_in_the_west_the_condition_changes() {
        let mut table = Table::new();
        let tank = table.german("GE29", "0920", Direction::N);
        table.us("A", "m4a3", "4501");
        table.acts(tank, 77, &[7]);
        assert_eq!(table.state.condition, 3, "{}", table.told());
    }

    #[test]
    fn p181_draws_one_of_those_that_fired() {
        let mut table = Table::new();
        let germans = ["GE29", "GE28", "GE44"].map(|card| table.german(card, "2020", Direction::N));
        for &german in &germans[..2] {
            table.state.unit_mut(german).fired = Fired { now: false, before: true };
        }
        table.read(181, Cause::default(), &[6]);
        let out: Vec<UnitId> = germans.into_iter().filter(|&unit| table.state.unit(unit).out_of_ammunition).collect();
        // By letter: N, then X.
        assert_eq!(out, [germans[1]]);
    }

    #[test]
    fn p192_activates() {
        let mut table = Table::new();
        let a = table.us("A", "m4a3", "2310");
        let b = table.us("B", "m4a3", "2315");
        table.read(192, Cause { unit: Some(b), ..Cause::default() }, &[]);
        let state = &table.state;
        assert!(state.sighted(1) && state.round == 1, "{}", table.told());
        let first = FirstRound {
            advantage: Some(Side::Us),
            turns: None,
            aware: [a, b].into_iter().collect(),
            aware_turns: Some(2),
        };
        assert_eq!(state.first_round, Some(first));
        for (letter, unit) in [("X", 2), ("N", 3)] {
            let german = state.unit(UnitId(unit));
            assert_eq!((german.letter.as_str(), german.side, german.space), (letter, Side::German, Space::Complete));
            assert_eq!(german.hex(), Some(table.hex("2314")));
            assert_eq!((german.facing, german.turret, german.closed), (Direction::N, Direction::N, true));
            assert!(!german.prepared && !german.defilade, "only a gun is prepared, and nobody was told to hide");
            assert_eq!(german.glimpsed_by, b.alone(), "{a:?} is too far away");
        }
    }

    #[test]
    fn p192_begins_rounds_with_two_turns() {
        let mut table = Table::new();
        let b = table.us("B", "m4a3", "2315");
        table.read(192, Cause { unit: Some(b), ..Cause::default() }, &[]);
        let mut dice = Scripted::new(vec![1, 10]);
        flow::go_on(&mut Act { rules: &table.game, state: &mut table.state, dice: &mut dice, journal: &mut table.log });
        dice.finish().unwrap();
        assert_eq!(table.state.unit(b).space, Space::Turns(2), "{}", table.told());
        assert_eq!(table.state.advantage, Side::Us);
        assert_eq!(*table.state.frames.top(), Frame::Round { space: Acting::TwoAdvantage });
    }

    #[test]
    fn p393_goes_to_condition_four() {
        let mut table = Table::new();
        table.us("A", "m4a3", "4501");
        let place = HexNumber { hex: table.hex("0101"), label: table.game.grid().label(table.hex("0101")) };
        let lay = crate::booklet::cartridge::Adjustment::Place(5, place);
        table.game.mission.adjustments = vec![(crate::booklet::paragraphs::Condition(4), vec![lay])];
        let hex = table.hex("0202");
        table.state.markers.push(EventMarker { number: 5, hex, tried: UnitId(0).alone() });
        // A sees the marker far away and peers at it: no. And it does not show itself.
        table.read(393, Cause::default(), &[10, 10]);
        assert_eq!(table.state.condition, 4);
        assert_eq!(
            table.state.markers,
            [EventMarker { number: 5, hex: place.hex, tried: UnitId(0).alone() }],
            "{}",
            table.told()
        );
    }

    #[test]
    fn p488_is_a_check() {
        let mut table = Table::new();
        let unit = table.us("A", "m4a3", "2020");
        let cause = Cause { unit: Some(unit), hex: Some(table.hex("2018")), ..Cause::default() };
        // A perception of 6, less 2: a 4 succeeds, a 5 does not.
        table.read(488, cause, &[4]);
        assert_eq!((table.state.read.clone(), table.state.gained, table.state.sighted(10)), (vec![488, 325], 1, true));
        table.read(488, cause, &[5]);
        assert_eq!(table.state.read, [488, 325, 488, 804]);
        assert_eq!(table.state.notes, [(table.hex("2018"), "note 1".to_owned())]);
    }

    #[test]
    fn p565_stands_until_its_moment() {
        let mut table = Table::new();
        let unit = table.us("A", "m4a3", "2308");
        table.read(565, Cause::default(), &[]);
        assert!(table.state.read.is_empty() && table.state.standing.is_empty(), "s9 has not occurred");
        table.state.sightings |= 1 << 9;
        table.read(565, Cause::default(), &[]);
        assert_eq!(table.state.standing.len(), 1, "the woods are in the way: {}", table.told());
        table.state.unit_mut(unit).place = Place::At(table.hex("2312"));
        arrival::arrive(
            &mut Act {
                rules: &table.game,
                state: &mut table.state,
                dice: &mut Scripted::new(vec![]),
                journal: &mut table.log,
            },
            &[unit],
        );
        assert_eq!((table.state.read.clone(), table.state.gained), (vec![565, 403], 1));
        assert!(table.state.standing.is_empty());
    }

    #[test]
    fn p789_slips_away() {
        let mut table = Table::new();
        let car = table.german("GE28", "2012", Direction::N);
        table.us("A", "m4a3", "2004");
        table.acts(car, 789, &[]);
        assert_eq!((table.state.unit(car).evading, table.away(car, "2004")), (Some(10), 10), "{}", table.told());
        let hideout = table.state.unit(car).place;
        table.state.unit_mut(car).place = Place::At(table.hex("2012"));
        german_turns::leave_sight(&mut Act {
            rules: &table.game,
            state: &mut table.state,
            dice: &mut Scripted::new([]),
            journal: &mut table.log,
        });
        assert!(table.state.is_on_map(car), "out of sight, but nearer than ten hexes");
        table.state.unit_mut(car).place = hideout;
        german_turns::leave_sight(&mut Act {
            rules: &table.game,
            state: &mut table.state,
            dice: &mut Scripted::new([]),
            journal: &mut table.log,
        });
        assert_eq!(table.state.unit(car).place, Place::Removed, "{}", table.told());
    }

    #[test]
    fn p882_is_a_sighting() {
        let mut table = Table::new();
        table.read(882, Cause::default(), &[]);
        assert!(table.state.sighted(1) && table.log.reveals);
        assert!(table.told().contains("P-38") && table.log.entries.iter().any(|entry| entry.rule == PARAGRAPHS));
    }
}

mod language {
    use super::*;

    #[test]
    fn circles_end() {
        let mut table = Table::new();
        table.read(990, Cause::default(), &[]);
        assert_eq!(table.state.read.len(), usize::from(MOST_PARAGRAPHS));
        assert!(table.told().contains("in a circle") && *table.state.frames.top() == Frame::Operations);
    }

    #[test]
    fn a_question_waits_for_its_answer() {
        let mut table = Table::new();
        table.us("A", "m4a3", "2020");
        table.read(995, Cause::default(), &[]);
        let Frame::Reading(reading) = table.state.frames.top().clone() else { panic!("{:?}", table.state.frames) };
        assert_eq!(questions::question(&reading).unwrap().text, "Go on?");
        let check = |action| course::check_action(Ask::new(&table.game, &table.state), action);
        assert!(
            check(Action::Answer(Answer::Place(1))).is_ok()
                && check(Action::Answer(Answer::Place(2))).is_err()
                && check(Action::Done(Done)).is_err()
        );
        do_action(
            &mut Act {
                rules: &table.game,
                state: &mut table.state,
                dice: &mut Scripted::new(vec![]),
                journal: &mut table.log,
            },
            Action::Answer(Answer::Place(1)),
        );
        assert_eq!((table.state.lost, table.state.gained), (1, 10), "{}", table.told());
        assert_eq!(*table.state.frames.top(), Frame::Operations);
    }

    #[test]
    fn a_question_in_the_random_event_holds_up_the_round() {
        let mut table = Table::new();
        let us = table.us("A", "m4a3", "2020");
        table.german("GE29", "2002", Direction::S);
        table.game.mission.random_events =
            vec![vec![crate::booklet::cartridge::Cell::Paragraph { unless: None, number: Number(995) }]; 19];
        table.rounds();
        for unit in &mut table.state.units {
            unit.space = Space::Complete;
        }
        flow::go_on(&mut Act {
            rules: &table.game,
            state: &mut table.state,
            dice: &mut Scripted::new(vec![5, 5]),
            journal: &mut table.log,
        });
        assert!(matches!(table.state.frames.top(), Frame::Reading(_)), "{}", table.told());
        let mut dice = Scripted::new(vec![9, 2]);
        do_action(
            &mut Act { rules: &table.game, state: &mut table.state, dice: &mut dice, journal: &mut table.log },
            Action::Answer(Answer::Place(0)),
        );
        dice.finish().unwrap();
        assert_eq!((table.state.round, table.state.dealt, table.state.gained), (2, 2, 12));
        assert!(matches!(table.state.unit(us).space, Space::Turns(_)), "{}", table.told());
    }

    #[test]
    fn what_changes_the_map() {
        let mut table = Table::new();
        let a = table.us("A", "m4a3", "2020");
        let b = table.us("B", "m10", "2222");
        // A notices the mine; the sum of the table is 11.
        table.read(996, Cause::default(), &[1, 5, 6]);
        assert!([a, b].iter().all(|&unit| table.state.unit(unit).condition.suppressed));
        assert_eq!((table.state.minefields.as_slice(), table.state.gained), (&[table.hex("2020")][..], 5));
        assert!(table.state.smoke.is_empty() && table.state.light == crate::booklet::paragraphs::words::Light::Night);
    }

    /// From the hexes that are named, or from everywhere.
    #[test]
    fn what_is_taken_from_the_map() {
        let mut table = Table::new();
        let [here, beyond] = ["2020", "2021"].map(|label| table.hex(label));
        let inside = table.german("GE36", "2020", Direction::N);
        let outside = table.german("GE29", "2021", Direction::N);
        let dug_in = table.us("AA", "us-squad", "2022");
        table.state.minefields = vec![here, beyond];
        let bunker = |hex, unit| Work { hex, kind: WorkKind::Bunker(Direction::N), occupant: Some(unit) };
        let position = Work { hex: table.hex("2022"), kind: WorkKind::ImprovedPosition, occupant: Some(dug_in) };
        table.state.works = vec![bunker(here, inside), bunker(beyond, outside), position];
        table.state.unit_mut(dug_in).dug_in = true;
        table.read(984, Cause::default(), &[]);
        assert_eq!(
            (table.state.minefields.clone(), table.state.works.clone()),
            (vec![beyond], vec![bunker(beyond, outside)])
        );
        assert!(!table.state.unit(dug_in).dug_in);
        let left_open = |unit| table.told().contains(&format!("{} has no cover any more", table.state.unit(unit).name));
        assert_eq!([inside, outside, dug_in].map(left_open), [true, false, true]);
    }

    #[test]
    fn a_german_who_comes_in_a_round_has_the_turns_promised() {
        let mut table = Table::new();
        table.us("A", "m4a3", "2002");
        table.german("GE29", "4020", Direction::N);
        table.rounds();
        table.read(997, Cause::default(), &[]);
        let gun = whom::unit_of_card(Ask::new(&table.game, &table.state), CardId::read("GE40").unwrap()).unwrap();
        assert_eq!(table.state.unit(gun).space, Space::Turns(2), "{}", table.told());
        assert_eq!((table.state.first_round, table.state.unit(gun).prepared), (None, true));
    }

    #[test]
    fn artillery_falls_on_the_one_drawn() {
        let mut table = Table::new();
        let unit = table.us("A", "m4a3", "2020");
        // The paragraph's table, then the GP die.
        table.read(201, Cause::default(), &[9, 1]);
        assert!(table.told().contains("Shells fall at A M4A3"), "{}", table.told());
        assert!(table.state.unit(unit).condition.suppressed);
    }
}

mod cards {
    use super::*;
    use crate::booklet::paragraphs::Condition;

    fn special(letter: char) -> Option<Column> {
        Some(Column::Special(letter))
    }

    // holds: OF-6.8-17, OF-6.8-25, OF-6.8-28, OF-2.1-32
    #[test]
    fn the_tigers_columns() {
        let mut table = Table::new();
        let tiger = table.german("GE44", "2020", Direction::N);
        let us = table.us("A", "m4a3", "2012");
        let column = |table: &Table| german_turns::column(Ask::new(&table.game, &table.state), tiger);
        for condition in 2..=4 {
            table.state.condition = condition;
            assert_eq!(column(&table), Some(Column::Condition(Condition(condition))));
        }
        table.state.unit_mut(tiger).reaction = Some('G');
        assert_eq!(column(&table), special('G'));
        table.state.unit_mut(us).place = Place::At(table.hex("2018"));
        assert_eq!(column(&table), special('C'), "close assault goes before other reactions");
        table.state.unit_mut(tiger).condition.crew = 5;
        assert_eq!(column(&table), special('S'), "self-preservation at a crew of 5");
        table.state.unit_mut(tiger).reaction = Some('B');
        assert_eq!(column(&table), special('B'));
        table.state.unit_mut(tiger).reaction = Some('Q');
        table.state.unit_mut(tiger).condition.crew = 6;
        assert_eq!(column(&table), special('C'), "a column that the card has not does not count");
    }

    #[test]
    fn the_notes_come_first() {
        let mut table = Table::new();
        let tiger = table.german("GE44", "2020", Direction::N);
        table.us("A", "m4a3", "2004");
        table.rounds();
        table.state.condition = 2;
        // Nobody in sight behind the woods: the notes send it to 505, and the table is not read.
        german_turns::german_turn(
            &mut Act {
                rules: &table.game,
                state: &mut table.state,
                dice: &mut Scripted::new([]),
                journal: &mut table.log,
            },
            tiger,
        );
        while matches!(table.state.frames.top(), Frame::Turn(_)) {
            german_turns::go_on_german(&mut Act {
                rules: &table.game,
                state: &mut table.state,
                dice: &mut Scripted::new(vec![]),
                journal: &mut table.log,
            });
        }
        assert_eq!(table.state.read, [505], "{}", table.told());
        assert_eq!(table.state.unit(tiger).space, Space::Complete);
    }

    // holds: OF-6.8-5
    #[test]
    fn the_action_number_finds_the_paragraph() {
        let mut table = Table::new();
        let tiger = table.german("GE44", "2020", Direction::N);
        table.us("A", "m4a3", "2013");
        table.rounds();
        (table.state.condition, table.state.action_number) = (2, 9);
        // 911: everything at the nearest. Two shells at short range, then the machineguns.
        let mut dice = Seeded::new(1);
        german_turns::german_turn(
            &mut Act {
                rules: &table.game,
                state: &mut table.state,
                dice: &mut Scripted::new([]),
                journal: &mut table.log,
            },
            tiger,
        );
        while matches!(table.state.frames.top(), Frame::Turn(_)) {
            german_turns::go_on_german(&mut Act {
                rules: &table.game,
                state: &mut table.state,
                dice: &mut dice,
                journal: &mut table.log,
            });
        }
        assert_eq!(table.state.read, [911], "{}", table.told());
        assert!(table.state.unit(tiger).fired.now);
    }

    // holds: OF-6.8-3, OF-6.8-17
    #[test]
    fn a_special_reaction_goes_on_with_its_column() {
        let mut table = Table::new();
        let tank = table.german("GE29", "2020", Direction::N);
        table.us("A", "m4a3", "4502");
        table.acts(tank, 998, &[4]);
        assert_eq!(table.state.turn().unwrap().reads, Reads::Table);
        while matches!(table.state.frames.top(), Frame::Turn(_)) {
            german_turns::go_on_german(&mut Act {
                rules: &table.game,
                state: &mut table.state,
                dice: &mut Scripted::new(vec![]),
                journal: &mut table.log,
            });
        }
        // 731 is read, but nothing is left to do it with.
        assert_eq!(table.state.read, [998, 731], "{}", table.told());
    }

    #[test]
    fn a_condition_rescinds_reactions() {
        let mut table = Table::new();
        let tank = table.german("GE29", "2020", Direction::N);
        let broken = table.german("GE44", "2021", Direction::N);
        table.state.unit_mut(tank).reaction = Some('X');
        table.state.unit_mut(broken).reaction = Some('B');
        markers::change_condition(
            &mut Act {
                rules: &table.game,
                state: &mut table.state,
                dice: &mut Scripted::new(vec![]),
                journal: &mut table.log,
            },
            2,
        );
        assert_eq!((table.state.unit(tank).reaction, table.state.unit(broken).reaction), (None, Some('B')));
    }
}

mod orders {
    use super::*;

    // holds: OF-M1-11, OF-M2-12, OF-M3-8, OF-M4-13, OF-M5-8, OF-M6-9
    #[test]
    fn a_retreat_hex_is_thrown_for_once() {
        let mut table = Table::new();
        let tank = table.german("GE29", "1303", Direction::NW);
        table.us("A", "m4a3", "4520");
        // The die, and no accident on the way (fast).
        table.acts(tank, 992, &[1, 1]);
        assert_eq!(table.state.unit(tank).retreat, Some(table.hex("1201")), "{}", table.told());
        let mut turns = 0;
        while table.state.is_on_map(tank) && turns < 5 {
            table.rounds();
            let turn = turns::fresh_turn(Ask::new(&table.game, &table.state), tank);
            table.state.frames.push(Frame::Turn(turn));
            let cause = Cause { german: Some(tank), ..Cause::default() };
            let mut dice = Scripted::new(vec![1; 4]);
            reading::read_paragraph(
                &mut Act { rules: &table.game, state: &mut table.state, dice: &mut dice, journal: &mut table.log },
                Number(992),
                cause,
            );
            turns += 1;
        }
        assert_eq!(table.state.unit(tank).place, Place::Exited, "{}", table.told());
        assert_eq!(table.state.unit(tank).exited_at, Some(table.hex("1201")));
    }

    // holds: OF-6.8-31
    #[test]
    fn surrender_waits_for_somebody_to_come() {
        let mut table = Table::new();
        let tank = table.german("GE29", "2020", Direction::N);
        let us = table.us("A", "m4a3", "2016");
        table.acts(tank, 993, &[]);
        assert!(!table.state.unit(tank).surrendered, "nobody within three hexes");
        table.state.unit_mut(us).place = Place::At(table.hex("2017"));
        table.acts(tank, 993, &[]);
        assert!(table.state.unit(tank).surrendered && !table.state.unit(tank).is_active());
        table.state.unit_mut(us).place = Place::At(table.hex("2020"));
        arrival::arrive(
            &mut Act {
                rules: &table.game,
                state: &mut table.state,
                dice: &mut Scripted::new(vec![]),
                journal: &mut table.log,
            },
            &[us],
        );
        assert!(table.state.unit(tank).captured && table.state.gained == 2, "{}", table.told());
    }

    // holds: OF-6.8-32
    #[test]
    fn in_one_hex_surrender_is_capture() {
        let mut table = Table::new();
        let tank = table.german("GE29", "2020", Direction::N);
        table.us("A", "m4a3", "2020");
        table.acts(tank, 993, &[]);
        assert!(table.state.unit(tank).captured && !table.state.unit(tank).surrendered);
    }

    #[test]
    fn a_commander_gives_his_turn() {
        let mut table = Table::new();
        let tiger = table.german("GE44", "2020", Direction::N);
        let near = table.german("GE29", "2022", Direction::N);
        let far = table.german("GE28", "2026", Direction::N);
        table.acts(tiger, 994, &[]);
        assert_eq!(table.state.unit(near).space, Space::Turns(2), "{}", table.told());
        assert_eq!(table.state.unit(far).space, Space::Turns(1));
        assert_eq!(table.points_left(), 0);
    }

    #[test]
    fn the_turret_turns_before_it_fires() {
        let mut table = Table::new();
        let tank = table.german("GE29", "2020", Direction::N);
        table.us("A", "m4a3", "2320");
        // 928: all weaponry at the closest. The Pz IV turns its turret by one, fires twice and misses, then the
        // machineguns.
        table.acts(tank, 928, &[99, 99, 10]);
        assert_eq!((table.state.unit(tank).turret, table.state.unit(tank).facing), (Direction::NE, Direction::N));
        assert_eq!(table.points_left(), 2, "{}", table.told());
    }

    #[test]
    fn the_easiest_is_not_the_closest() {
        let mut table = Table::new();
        let tank = table.german("GE29", "2020", Direction::N);
        let near = table.us("A", "m4a3", "2016");
        let far = table.us("B", "m4a3", "2015");
        table.state.unit_mut(near).defilade = true;
        let cause = Cause { german: Some(tank), ..Cause::default() };
        let pointed = |pointer| {
            let who = crate::booklet::paragraphs::UnitRef::Pointer(pointer);
            whom::meant(Ask::new(&table.game, &table.state), who, &cause)
        };
        use crate::booklet::paragraphs::words::Pointer;
        assert_eq!(pointed(Pointer::Closest), [near]);
        assert_eq!(pointed(Pointer::Easiest), [far]);
    }

    /// In one hex: in a close assault men on their feet are as hard to beat as a tank, and a truck is easy.
    #[test]
    fn the_weakest_has_the_lowest_defence() {
        let mut table = Table::new();
        let men = table.german("GE36", "2020", Direction::N);
        let tank = table.us("A", "m4a3", "2020");
        let cause = Cause { german: Some(men), ..Cause::default() };
        let weakest = |table: &Table| {
            use crate::booklet::paragraphs::words::Pointer;
            let who = crate::booklet::paragraphs::UnitRef::Pointer(Pointer::Weakest);
            whom::meant(Ask::new(&table.game, &table.state), who, &cause)
        };
        assert_eq!(weakest(&table), [tank]);
        let squad = table.us("AA", "us-squad", "2020");
        assert_eq!(weakest(&table), [tank, squad]);
        let truck = table.us("H", "us-truck", "2020");
        assert_eq!(weakest(&table), [truck]);
        table.us("I", "us-truck", "2021");
        assert_eq!(weakest(&table), [truck], "and only here");
    }

    /// Also by machineguns: what counts is the effect that the fire may have.
    #[test]
    fn the_easiest_for_machineguns_is_the_one_in_the_open() {
        let mut table = Table::new();
        let men = table.german("GE36", "2013", Direction::N);
        let covered = table.us("AA", "us-squad", "2010");
        let open = table.us("BB", "us-squad", "2016");
        table.acts(men, 986, &[10]);
        assert!(
            table.told().contains(&format!("The easiest target is {}", table.state.unit(open).name)),
            "{}",
            table.told()
        );
        assert!(!table.state.unit(covered).hit_by.contains(&men));
    }

    /// An order that finds the movement points of the one before used up begins a movement action of its own.
    #[test]
    fn two_slow_moves_in_a_turn() {
        let mut table = Table::new();
        let tank = table.german("GE29", "2020", Direction::N);
        table.us("A", "m4a3", "4526");
        // Past the slow allowance an accident is possible (OF-7.8).
        table.acts(tank, 983, &[1]);
        let slow = table.state.unit(tank).condition.mpa.unwrap().slow;
        assert_eq!((table.away(tank, "2020"), table.points_left()), (2 * u16::from(slow), 1), "{}", table.told());
    }

    #[test]
    fn a_hull_turns_as_far_as_a_slow_move_allows() {
        let mut table = Table::new();
        let tank = table.german("GE29", "2020", Direction::N);
        table.us("A", "m4a3", "2323");
        table.acts(tank, 987, &[]);
        assert_eq!(table.state.unit(tank).facing, Direction::SE, "{}", table.told());
        assert_eq!(table.points_left(), 3, "a slow move");
    }

    #[test]
    fn riflemen_get_off_and_a_gun_is_aimed() {
        let mut table = Table::new();
        let gun = table.german("GE40", "2020", Direction::S);
        let us = table.us("A", "m4a3", "2014");
        // 721: fire at what is seen; the gun points the other way, so its crew turns it.
        table.acts(gun, 721, &[]);
        assert_eq!((table.state.unit(gun).facing, table.state.unit(gun).fired.now), (Direction::N, false));
        table.acts(gun, 721, &[99, 99]);
        assert!(table.state.unit(gun).fired.now, "{}", table.told());
        // A gun that points there and is not ready is made ready.
        table.state.unit_mut(gun).prepared = false;
        table.acts(gun, 721, &[]);
        assert!(table.state.unit(gun).prepared, "{}", table.told());
        let car = table.german("GE35", "3020", Direction::N);
        let men = table.german("GE36", "3020", Direction::N);
        table.state.unit_mut(men).place = Place::Aboard(car);
        table.state.unit_mut(us).place = Place::At(table.hex("3012"));
        table.acts(car, 701, &[]);
        assert_eq!(table.at(men), "3020");
        assert_eq!(table.state.unit(men).hex(), Some(table.hex("3020")), "{}", table.told());
    }

    #[test]
    fn men_close_in_and_charge() {
        let mut table = Table::new();
        let men = table.german("GE36", "2020", Direction::N);
        let us = table.us("A", "m4a3", "2017");
        // 713, a bold crew: too far for a charge, so the men come nearer; from beside they fire a Panzerfaust, and
        // miss.
        table.acts(men, 713, &[1]);
        assert_eq!(table.at(men), "2018", "{}", table.told());
        table.acts(men, 713, &[1, 99]);
        assert!(table.state.unit(men).fired.now, "{}", table.told());
        // In one hex there is nothing but close assault.
        table.state.unit_mut(us).card =
            table.game.sheet.cards.iter().position(|card| card.id == "jeep").unwrap() as u16;
        table.state.unit_mut(men).place = Place::At(table.hex("2017"));
        table.acts(men, 713, &[1, 10]);
        assert!(table.told().contains("assaults A M4A3"), "{}", table.told());
    }

    #[test]
    fn a_closed_tank_drives_slow_instead_of_fast() {
        let mut table = Table::new();
        let tank = table.german("GE29", "2020", Direction::N);
        table.us("A", "m4a3", "2004");
        table.state.unit_mut(tank).closed = true;
        table.acts(tank, 731, &[]);
        assert_eq!(table.state.unit(tank).motion, crate::state::units::Motion::Slow, "{}", table.told());
        assert_eq!((table.at(tank), table.points_left()), ("2018".to_owned(), 3));
    }
}

mod ways {
    use super::*;

    /// The hexes of a whole way, as if movement points never ended.
    fn way(route: Route) -> Vec<String> {
        let mut table = Table::new();
        let tank = table.german("GE29", "1409", Direction::SE);
        table.us("A", "m26", "2004");
        let goal = Goal::any_of([table.hex("2609")]);
        let mut hexes = Vec::new();
        for _ in 0..200 {
            let Some(step) = next_step(&mut table, tank, &goal, route) else { break };
            take(&mut table, tank, step);
            if !matches!(step, Leg::Turn { .. }) {
                hexes.push(table.at(tank));
            }
        }
        hexes
    }

    fn next_step(table: &mut Table, unit: UnitId, goal: &Goal, route: Route) -> Option<Leg> {
        let (dice, journal) = (&mut Scripted::new([]), &mut Silent);
        let mut act = Act { rules: &table.game, state: &mut table.state, dice, journal };
        routes::next_step(&mut act, unit, goal, route)
    }

    fn take(table: &mut Table, unit: UnitId, step: Leg) {
        let piece = table.state.unit_mut(unit);
        match step {
            Leg::Turn { clockwise } => piece.facing = piece.facing.turned(if clockwise { 1 } else { -1 }),
            Leg::Ahead(hex) | Leg::Walk(hex) => piece.place = Place::At(hex),
        }
    }

    /// A way is kept from step to step, until somebody gets in the way.
    #[test]
    fn a_way_that_is_barred_is_searched_again() {
        let mut table = Table::new();
        let tank = table.german("GE29", "2020", Direction::N);
        table.us("A", "m4a3", "4501");
        table.rounds();
        let turn = turns::fresh_turn(Ask::new(&table.game, &table.state), tank);
        table.state.frames.push(Frame::Turn(turn));
        let goal = Goal::any_of([table.hex("2015")]);
        let next = |table: &mut Table| next_step(table, tank, &goal, Route::Quickest);
        assert_eq!(next(&mut table), Some(Leg::Ahead(table.hex("2019"))));
        table.state.unit_mut(tank).place = Place::At(table.hex("2019"));
        assert!(table.state.turn().unwrap().way.is_some());
        let mut free = Table::new();
        free.state = table.state.clone();
        assert_eq!(next(&mut free), Some(Leg::Ahead(free.hex("2018"))));
        for letter in ["B", "C", "D", "E"] {
            table.us(letter, "m4a3", "2018");
        }
        assert!(matches!(next(&mut table), Some(Leg::Turn { .. })), "round the hex that is held");
    }

    #[test]
    fn where_no_way_leads_it_comes_as_near_as_it_can() {
        let mut table = Table::new();
        let tank = table.german("GE29", "2020", Direction::N);
        table.us("A", "m4a3", "4501");
        let goal = Goal::any_of([table.hex("2015")]);
        let parked = table.german("GE28", "2015", Direction::N);
        let parked = table.state.unit(parked).clone();
        table.state.units.extend(["ZA", "ZB", "ZC"].map(|letter| Unit { letter: letter.to_owned(), ..parked.clone() }));
        let mut steps = 0;
        while let Some(step) = next_step(&mut table, tank, &goal, Route::Quickest) {
            take(&mut table, tank, step);
            steps += 1;
            assert!(steps < 20, "it drives in circles");
        }
        assert_eq!((table.away(tank, "2015"), steps), (1, 4), "{}", table.at(tank));
    }

    // holds: OF-6.8-11
    #[test]
    fn the_quickest_is_straight_and_cover_is_behind_the_woods() {
        let (quick, covered) = (way(Route::Quickest), way(Route::BestCover));
        assert_eq!((quick.len(), quick.last().unwrap().as_str()), (12, "2609"), "{quick:?}");
        assert_eq!(covered.last().unwrap(), "2609", "{covered:?}");
        let south = |way: &[String]| way.iter().filter(|hex| hex[2..].parse::<u8>().unwrap() > 10).count();
        assert!(south(&quick) == 0 && south(&covered) > 6, "{quick:?}\n{covered:?}");
    }
}

/// A page tells what an answer leads to when it was given, and a standing order when its moment has come (OF-2.7).
#[test]
fn a_page_keeps_what_has_not_come_about() {
    let mut table = Table::new();
    let a = table.us("A", "m4a3", "2020");
    let cause = Cause { unit: Some(a), ..Cause::default() };
    let told = |table: &Table| serde_json::to_string(&displays::displays(Ask::new(&table.game, &table.state))).unwrap();
    reading::read_paragraph(
        &mut Act {
            rules: &table.game,
            state: &mut table.state,
            dice: &mut Scripted::default(),
            journal: &mut table.log,
        },
        Number(989),
        cause,
    );
    let page = told(&table);
    for shown in ["A gate.", "Knock?", "• Yes.", "• No."] {
        assert!(page.contains(shown), "{shown} is missing: {page}");
    }
    for kept in ["It opens.", "Victory Point", "It stays shut.", "The gate falls.", "the moment"] {
        assert!(!page.contains(kept), "{kept} is told too early");
    }
    let answer = questions::answer_at(AskOf::new(&table.game, &table.state), 0).unwrap();
    questions::answer(
        &mut Act {
            rules: &table.game,
            state: &mut table.state,
            dice: &mut Scripted::default(),
            journal: &mut table.log,
        },
        answer,
    );
    let page = told(&table);
    assert!(page.contains("It opens.") && page.contains("1 Victory Point"), "what happened is not told: {page}");
    assert!(!page.contains("It stays shut.") && !page.contains("The gate falls."), "what did not happen is told");
    reading::read_paragraph(
        &mut Act {
            rules: &table.game,
            state: &mut table.state,
            dice: &mut Scripted::default(),
            journal: &mut table.log,
        },
        Number(988),
        cause,
    );
    reading::standing_orders(&mut Act {
        rules: &table.game,
        state: &mut table.state,
        dice: &mut Scripted::default(),
        journal: &mut table.log,
    });
    let page = told(&table);
    assert!(page.contains("The gate falls.") && !page.contains("It stays shut."), "{page}");
}

/// Whole missions, played by chance: nothing hangs, and every frame that asks has an answer.
#[test]
fn missions_by_chance() {
    use rand_like::Chance;
    let mut active = 0;
    for seed in 1..=6 {
        let mut table = Table::new();
        table.game.mission.markers = table.game.booklet.mission("training").unwrap().markers.clone();
        let mut state = laid_out::before_generation(&table.game);
        state.generation = None;
        state.frames = Frames::new(Frame::Operations);
        std::mem::swap(&mut table.state, &mut state);
        for (letter, card) in [("A", "m4a3"), ("B", "m4a3"), ("C", "m10"), ("D", "m10")] {
            let unit = table.us(letter, card, "4101");
            table.state.unit_mut(unit).place = Place::OffMap;
        }
        let (mut dice, mut chance) = (Seeded::new(seed), Chance(seed));
        for _ in 0..600 {
            let mut legal = Vec::new();
            let _ = course::visit_legal(Ask::new(&table.game, &table.state), &mut |action| {
                legal.push(action);
                std::ops::ControlFlow::Continue(())
            });
            if matches!(table.state.frames.top(), Frame::Over { .. }) {
                break;
            }
            assert!(!legal.is_empty(), "{:?}\n{}", table.state.frames, table.told());
            let action = legal[chance.below(legal.len())];
            do_action(
                &mut Act { rules: &table.game, state: &mut table.state, dice: &mut dice, journal: &mut table.log },
                action,
            );
        }
        active += table.state.units.iter().filter(|unit| unit.side == Side::German).count();
    }
    assert!(active > 0);
}

/// A little chance of its own, so that the dice of the game stay the game's.
mod rand_like {
    pub(crate) struct Chance(pub(crate) u64);

    impl Chance {
        pub(crate) fn below(&mut self, count: usize) -> usize {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((self.0 >> 33) % count as u64) as usize
        }
    }
}
