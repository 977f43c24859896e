//! What writers of a booklet can say besides the printed paragraphs: counts, names in texts, orders for later, what is
//! given and taken.

use super::*;
use crate::{
    booklet::paragraphs::Step,
    course::flow,
    play::{s07_movement::going, s08_sight, s16_campaign},
    reading::{conditions, texts},
    state::{
        campaign::{Campaign, Debriefing, Waiting},
        roster::Roster,
        units::Ammunition,
    },
};

impl Table {
    /// Operations, with a few paragraphs more; those must be `spare`.
    fn with(text: &str) -> Table {
        let mut table = Table::new();
        let mut files = files_of_training();
        files.insert("open-fire/paragraphs/zz-reading.kdl", OURS);
        files.insert("open-fire/paragraphs/zz-language.kdl", text);
        let booklet = read_all(&files, table.game.grid()).unwrap_or_else(|problems| panic!("{problems:?}"));
        table.game.booklet = Arc::new(booklet);
        table
    }

    fn act<T>(&mut self, dice: &[u16], doing: impl FnOnce(&mut Act<'_>) -> T) -> T {
        let mut dice = Scripted::new(dice.to_vec());
        let done =
            doing(&mut Act { rules: &self.game, state: &mut self.state, dice: &mut dice, journal: &mut self.log });
        dice.finish().unwrap_or_else(|error| panic!("{error}\n{}", self.told()));
        done
    }

    /// Reads paragraph 301 because of a unit, with these dice.
    fn found_by(&mut self, unit: UnitId, dice: &[u16]) {
        let cause = Cause { unit: Some(unit), hex: self.state.hex_of(unit), ..Cause::default() };
        self.read(301, cause, dice);
    }

    fn ask(&self) -> Ask<'_> {
        Ask::new(&self.game, &self.state)
    }
}

#[test]
fn counts_go_up_and_down_and_begin_again() {
    let mut table = Table::with(
        "paragraph 301 spare { count spared +2; count spared -1; if count spared { points +1 }; if count spared 2 { points +10 } }
         paragraph 302 spare { count spared clear; if no count spared { points +4 } }",
    );
    table.read(301, Cause::default(), &[]);
    assert_eq!((table.state.counts["spared"], table.state.gained), (1, 1));
    table.read(301, Cause::default(), &[]);
    assert_eq!((table.state.counts["spared"], table.state.gained), (2, 12));
    table.read(302, Cause::default(), &[]);
    assert_eq!((table.state.counts.len(), table.state.gained), (0, 16));
}

#[test]
fn a_campaign_keeps_the_counts_it_is_told_to() {
    let mut table = Table::with("keep spared\nparagraph 301 spare { count spared +3; count forgotten +1 }");
    table.read(301, Cause::default(), &[]);
    table.state.campaign = Some(Box::new(Campaign {
        waiting: None,
        roster: Roster::default(),
        deeds: Vec::new(),
        given: Vec::new(),
        debriefing: Debriefing::default(),
    }));
    // With a platoon of its own, or with one that only stood in for the campaign's.
    let mut relieved = table.state.clone();
    relieved.campaign.as_mut().unwrap().waiting = Some(Waiting { crews: Vec::new(), park: Vec::new() });
    std::mem::swap(&mut relieved, &mut table.state);
    table.act(&[], |act| s16_campaign::close_mission(act, true));
    std::mem::swap(&mut relieved, &mut table.state);
    table.act(&[], |act| s16_campaign::close_mission(act, true));
    for state in [&relieved, &table.state] {
        let roster = &state.campaign.as_ref().unwrap().roster;
        assert_eq!(roster.remembered.clone().into_iter().collect::<Vec<_>>(), [("spared".to_owned(), 3)]);
    }
    table.game.roster =
        Some(Roster { remembered: [("spared".to_owned(), 3)].into_iter().collect(), ..Roster::default() });
    assert_eq!(laid_out::before_generation(&table.game).counts["spared"], 3);
}

#[test]
fn texts_name_whom_they_speak_of() {
    let mut table = Table::with(
        "paragraph 301 spare { count left +2; if us truck { story \"{it} and {this-us} halt. {it} has {count left} tyres; the {type this-us} waits {near it}.\" } }",
    );
    let a = table.us("A", "m4a3", "2020");
    table.us("H", "us-truck", "2021");
    table.state.unit_mut(a).name = "A Cobra King".to_owned();
    let truck = table.game.sheet.card("us-truck").unwrap().name.clone();
    let tank = table.game.sheet.card("m4a3").unwrap().name.clone();
    table.found_by(a, &[]);
    let told = format!("The {truck} and Cobra King halt. The {truck} has two tyres; the {tank} waits not far off.");
    assert!(table.told().contains(&told), "{}", table.told());
    let page = displays::pages::page_text(table.ask(), 301);
    assert!(page.contains(&told) && !page.contains('['), "{page}");
}

#[test]
fn a_card_has_a_name_before_it_is_drawn() {
    let table = Table::with("paragraph 301 spare { story \"{GE44} is somewhere.\" }");
    let Step::Story(text) = &table.game.booklet.paragraphs[&Number(301)].script.main()[0] else { panic!() };
    let name = table.game.booklet.card(CardId::read("GE44").unwrap()).unwrap().name.clone();
    assert_eq!(texts::fill(table.ask(), text, &Cause::default()), format!("The {name} is somewhere."));
}

#[test]
fn after_some_rounds_and_once() {
    let mut table = Table::with("paragraph 301 spare { after 2 rounds { points +1 } }");
    table.read(301, Cause::default(), &[]);
    let mut gained = Vec::new();
    for round in 0..4 {
        table.state.elapsed = round;
        table.act(&[], reading::standing_orders);
        gained.push(table.state.gained);
    }
    assert_eq!(gained, [0, 0, 1, 1]);
    assert!(table.state.standing.is_empty());
}

#[test]
fn a_round_that_begins_is_counted() {
    let mut table = Table::new();
    table.us("A", "m4a3", "2020");
    table.german("GE29", "2002", Direction::S);
    table.rounds();
    table.act(&[], flow::begin_round);
    assert_eq!(table.state.elapsed, 1);
}

#[test]
fn whenever_is_each_time_anew() {
    let mut table = Table::with("paragraph 301 spare { whenever us in=2020 { points +1 } }");
    let a = table.us("A", "m4a3", "2020");
    table.read(301, Cause::default(), &[]);
    let mut gained = vec![table.state.gained];
    for label in ["2020", "2021", "2021", "2020", "2020"] {
        table.state.unit_mut(a).place = Place::At(table.hex(label));
        table.act(&[], reading::standing_orders);
        gained.push(table.state.gained);
    }
    assert_eq!(gained, [1, 1, 1, 1, 2, 2]);
}

#[test]
fn not_and_or_in_a_description() {
    let described = |words: &str| {
        let mut table = Table::with(&format!("paragraph 301 spare {{ if us {words} {{ stop }} }}"));
        for (letter, card, at) in
            [("A", "m4a3", "2020"), ("B", "m10", "2021"), ("H", "us-truck", "2022"), ("AA", "us-squad", "2023")]
        {
            table.us(letter, card, at);
        }
        table.state.units[0].ammunition = Some(Ammunition::Any(4));
        table.state.units[1].condition.crew = 2;
        let paragraph = &table.game.booklet.paragraphs[&Number(301)];
        let Step::If { test: crate::booklet::paragraphs::Test::Any { units, .. }, .. } = &paragraph.script.main()[0]
        else {
            panic!()
        };
        let found = conditions::matching(table.ask(), units, &Cause::default());
        found.into_iter().map(|unit| table.state.unit(unit).letter.clone()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(described("tank"), "A B");
    assert_eq!(described("tank-destroyer"), "B");
    assert_eq!(described("tank not tank-destroyer"), "A");
    assert_eq!(described("truck or squad"), "H AA");
    assert_eq!(described("not truck not squad"), "A B");
    assert_eq!(described("vehicle not-in=\"2020 2021\""), "H");
    assert_eq!(described("crew-below=3"), "B");
    assert_eq!(described("vehicle crew=3"), "A H");
    assert_eq!(described("tank rounds-below=5"), "A");
    assert_eq!(described("level-below=2 vehicle"), "A B H");
}

#[test]
fn what_is_asked_of_the_day() {
    let mut table = Table::with(
        "paragraph 301 spare {
            if light dusk { points +1 }; if weather fog { points +2 }; if ground snow { points +4 }
            if mission training { points +8 }; if ground firm { points +16 }
        }
        paragraph 302 spare { light dusk; weather fog; ground snow }",
    );
    table.read(301, Cause::default(), &[]);
    assert_eq!(table.state.gained, 24);
    table.read(302, Cause::default(), &[]);
    table.read(301, Cause::default(), &[]);
    assert_eq!(table.state.gained, 24 + 15);
}

#[test]
fn rounds_are_given_and_taken_as_far_as_there_are() {
    let mut table = Table::with(
        "paragraph 301 spare { rounds this-us +5 }
         paragraph 302 spare { each us { rounds it -3 } }
         paragraph 303 spare { each us { rounds it +99 gp } }",
    );
    let a = table.us("A", "m4a3", "2020");
    let racks = |table: &Table| table.state.unit(a).ammunition;
    table.state.unit_mut(a).ammunition = Some(Ammunition::Any(1));
    table.found_by(a, &[]);
    assert_eq!(racks(&table), Some(Ammunition::Any(6)));
    table.read(302, Cause::default(), &[]);
    table.read(302, Cause::default(), &[]);
    table.read(302, Cause::default(), &[]);
    assert_eq!(racks(&table), Some(Ammunition::Any(0)));
    table.state.unit_mut(a).ammunition = Some(Ammunition::ByType { ap: 3, gp: 1, smoke: 2 });
    table.read(303, Cause::default(), &[]);
    let most = table.game.sheet.most_rounds(table.game.card(table.state.unit(a)));
    assert_eq!(racks(&table), Some(Ammunition::ByType { ap: 3, gp: most - 5, smoke: 2 }));
}

#[test]
fn a_breakdown_lasts_until_it_is_repaired() {
    let mut table = Table::with(
        "paragraph 301 spare { suffer this-us breakdown; suffer this-us out-of-fuel }
         paragraph 302 spare { each us broken-down { repair it breakdown } }
         paragraph 303 spare { each us out-of-fuel { repair it out-of-fuel } }
         paragraph 304 spare { each us { repair it immobilised; repair it main-gun-out; repair it machinegun-out } }",
    );
    let a = table.us("A", "m4a3", "2020");
    let moves = |table: &Table| table.state.unit(a).condition.allowance().is_some();
    table.found_by(a, &[]);
    assert!(!moves(&table));
    table.read(302, Cause::default(), &[]);
    assert!(!moves(&table), "its tank is still empty");
    table.read(303, Cause::default(), &[]);
    assert!(moves(&table), "{}", table.told());
    let whole = table.state.unit(a).condition;
    let condition = &mut table.state.unit_mut(a).condition;
    (condition.immobilised, condition.main_gun, condition.machinegun) = (true, false, false);
    table.read(304, Cause::default(), &[]);
    assert_eq!(table.state.unit(a).condition, whole);
}

#[test]
fn a_truck_that_breaks_down_is_disabled_until_it_is_repaired() {
    let mut table = Table::with(
        "paragraph 301 spare { suffer this-us breakdown }
         paragraph 302 spare { each us { repair it breakdown } }",
    );
    let truck = table.us("H", "us-truck", "2020");
    let balance = |table: &Table| crate::play::s15_awards::balance(table.ask());
    table.found_by(truck, &[]);
    assert_eq!(balance(&table), -2);
    table.read(302, Cause::default(), &[]);
    assert_eq!(balance(&table), 0);
}

#[test]
fn a_loss_within_a_loss_is_told_once() {
    let mut table = Table::with("paragraph 301 spare { suffer this-us panicked }");
    let truck = table.us("H", "us-truck", "2020");
    table.german("GE29", "2002", Direction::S);
    table.rounds();
    // Panic leads to an accident check, the accident overturns the truck, and that disables it.
    table.found_by(truck, &[10, 10]);
    let told = table.told();
    let times = |what: &str| told.matches(what).count();
    assert_eq!((times("is disabled:"), times("-2 victory points")), (1, 1), "{told}");
    assert_eq!(crate::play::s15_awards::balance(table.ask()), -2);
}

#[test]
fn a_turn_is_lost_and_a_german_gives_up() {
    let mut table = Table::with("paragraph 301 spare { suffer this-us lost-turn; surrender GE29 }");
    let a = table.us("A", "m4a3", "2020");
    let german = table.german("GE29", "2002", Direction::S);
    table.rounds();
    table.state.unit_mut(a).space = Space::Turns(2);
    table.found_by(a, &[]);
    assert_eq!(table.state.unit(a).space, Space::Turns(1));
    assert!(table.state.unit(german).surrendered);
}

#[test]
fn a_shell_strikes_where_the_dice_say() {
    let strike = |from: &str| {
        let mut table = Table::with(&format!("paragraph 301 spare {{ hit this-us penetration=30 {from} }}"));
        let a = table.us("A", "m4a3", "2020");
        table.found_by(a, &[50, 5]);
        table.told()
    };
    let (front, rear) = (strike(""), strike("from=2022"));
    assert!(front.contains("A shell strikes A ") && front.contains("total 35"), "{front}");
    assert_ne!(front, rear);
}

#[test]
fn men_have_nothing_to_pierce() {
    let mut table = Table::with("paragraph 301 spare { hit this-us penetration=30 }");
    let squad = table.us("AA", "us-squad", "2020");
    table.found_by(squad, &[]);
    assert!(!table.state.unit(squad).condition.killed);
}

#[test]
fn a_unit_is_set_down_elsewhere() {
    let mut table = Table::with("paragraph 301 spare { put this-us 2022 facing=south }");
    let a = table.us("A", "m4a3", "2020");
    table.state.unit_mut(a).defilade = true;
    table.found_by(a, &[]);
    let piece = table.state.unit(a);
    assert_eq!((table.at(a).as_str(), piece.facing, piece.defilade), ("2022", Direction::S, false));
}

#[test]
fn the_best_of_some_checks_and_drivers_drive() {
    let mut table = Table::with(
        "paragraph 301 spare { check perception best us vehicle { success { suffer it suppressed }; failure { points -1 } } }
         paragraph 302 spare { check driving -4 by=us-commander { success { points +5 } } }",
    );
    let (a, b) = (table.us("A", "m4a3", "2020"), table.us("B", "m4a3", "2021"));
    if let Ratings::Crew(crew) = &mut table.state.unit_mut(b).ratings {
        crew.perception = 9;
    }
    table.read(301, Cause::default(), &[9]);
    assert!(table.state.unit(b).condition.suppressed && !table.state.unit(a).condition.suppressed);
    table.read(302, Cause::default(), &[5]);
    table.read(302, Cause::default(), &[6]);
    assert_eq!(table.state.gained, 5, "{}", table.told());
}

#[test]
fn fog_hides_what_is_beyond_it() {
    let mut table = Table::with("paragraph 301 spare { weather fog }\nparagraph 302 spare { weather clear }");
    let a = table.us("A", "m4a3", "2020");
    let (near, far) = (table.german("GE29", "2014", Direction::S), table.german("GE44", "2013", Direction::S));
    let sees = |table: &Table| [near, far].map(|german| s08_sight::sees_unit(table.ask(), a, german));
    assert_eq!(sees(&table), [true, true]);
    table.read(301, Cause::default(), &[]);
    assert_eq!(sees(&table), [true, false]);
    table.read(302, Cause::default(), &[]);
    assert_eq!(sees(&table), [true, true]);
}

#[test]
fn refugees_slow_down_and_the_ground_changes() {
    let mut table = Table::with(
        "paragraph 301 spare { place refugees 2021 }\nparagraph 302 spare { lift refugees 2021 }\nparagraph 303 spare { ground snow }",
    );
    let a = table.us("A", "m4a3", "2020");
    let cost = |table: &Table| {
        let [from, to] = ["2020", "2021"].map(|label| table.hex(label));
        going::step_cost(table.ask(), a, from, to).unwrap()
    };
    let plain = cost(&table);
    table.read(301, Cause::default(), &[]);
    assert_eq!(cost(&table), plain + 2);
    table.read(302, Cause::default(), &[]);
    assert_eq!(cost(&table), plain);
    table.read(303, Cause::default(), &[]);
    assert_eq!(cost(&table), plain + 2);
}

#[test]
fn way_points_are_reached_in_their_order() {
    let text = "paragraph 301 spare { drive slow quickest via=\"2018 2218\" toward=2214 }";
    let mut table = Table::with(text);
    let german = table.german("GE29", "2020", Direction::N);
    let mut passed = Vec::new();
    for _ in 0..12 {
        table.acts(german, 301, &[]);
        passed.push(table.at(german));
    }
    assert_eq!(table.state.unit(german).via.as_ref().unwrap().1, 2, "{passed:?}");
    assert_eq!(passed.last().unwrap(), "2214");
}

#[test]
fn what_is_counted_and_offered_is_not_lost_on_the_way() {
    let mut table = Table::with(
        "paragraph 301 spare { offer \"Fire the flare.\" { points +7 } }\nparagraph 302 spare { withdraw 301 }",
    );
    table.us("A", "m4a3", "2020");
    table.read(301, Cause::default(), &[]);
    table.read(301, Cause::default(), &[]);
    assert_eq!(table.state.offers.len(), 1, "the same offer is made once");
    let call = Action::Answer(Answer::Call(0));
    assert!(course::check_action(table.ask(), call).is_ok());
    let mut withdrawn = table.state.clone();
    std::mem::swap(&mut withdrawn, &mut table.state);
    table.read(302, Cause::default(), &[]);
    assert!(course::check_action(table.ask(), call).is_err());
    std::mem::swap(&mut withdrawn, &mut table.state);
    table.act(&[], |act| do_action(act, call));
    assert_eq!((table.state.gained, table.state.offers.len()), (7, 0), "{}", table.told());
}
