//! Properties of debriefings: nobody gets stuck, points are conserved, and the text of a roster reads as it was
//! written.
#![allow(clippy::unwrap_used)]

use std::sync::{Arc, LazyLock};

use content::Files;
use dice::{Scripted, Seeded};
use engine::{Rules, Silent, StateHash, contract::play_checked};
use proptest::prelude::*;

use crate::{
    course::action::Action,
    play::s16_campaign::{self, steps::Step},
    state::{
        Frame, State,
        campaign::Stage,
        generation::LETTERS,
        laid_out::{Act, OpenFire},
        roster::{MissionRecord, Raised, Roster, RosterCrew, Told, Topic, Vehicle},
        roster_text,
        units::Crew,
    },
    tables::platoon::Characteristic,
};

static TRAINING: LazyLock<Arc<OpenFire>> = LazyLock::new(|| {
    let game = crate::game_box(&Files::embedded(), Vec::new()).unwrap();
    let training = game.scenarios.iter().find(|scenario| scenario.info().id == "training").unwrap();
    Arc::clone(training.usual())
});

/// The training mission as part of a campaign, with a platoon from an earlier one or without.
fn campaign(roster: Option<Roster>) -> OpenFire {
    let rules = &*TRAINING;
    let mut options = rules.options;
    options.campaign = true;
    OpenFire {
        id: rules.id.clone(),
        sheet: Arc::clone(&rules.sheet),
        booklet: Arc::clone(&rules.booklet),
        country: Arc::clone(&rules.country),
        mission: rules.mission.clone(),
        options,
        seats: rules.seats.clone(),
        roster,
        opening: None,
    }
}

/// Plays at random to the end, checking what must hold in every debriefing on the way.
fn played(rules: &OpenFire, seed: u64) -> State {
    let mut state = rules.start();
    let (mut dice, mut choices) = (Seeded::new(seed), Seeded::new(!seed));
    for _ in 0..200_000 {
        if rules.to_act(&state).is_none() {
            return state;
        }
        let mut legal = Vec::new();
        rules.legal(&state, &mut legal);
        let action = legal[choices.below(legal.len() as u32) as usize];
        let before = state.clone();
        rules.apply(&mut state, &action, &mut dice, &mut Silent).unwrap();
        check_books(rules, &before, &state, action);
    }
    panic!("seed {seed} does not end: {:?}", state.frames);
}

fn combat_points(state: &State) -> i32 {
    let campaign = state.campaign.as_ref().unwrap();
    campaign.roster.crews.iter().map(|crew| i32::from(crew.combat_points)).sum::<i32>()
        + i32::from(campaign.debriefing.pool)
}

/// Points of vehicles, with the rounds that were bought for points.
fn vehicle_points(rules: &OpenFire, state: &State) -> i32 {
    let campaign = state.campaign.as_ref().unwrap();
    let manned = campaign.roster.crews.iter().filter_map(|crew| crew.vehicle.as_ref());
    let owned: i32 =
        manned.chain(&campaign.roster.park).map(|vehicle| vehicle.points * 5 + rounds(rules, vehicle)).sum();
    owned + campaign.debriefing.vehicle_points * 5 + i32::from(campaign.debriefing.loose_rounds)
}

fn rounds(_: &OpenFire, vehicle: &Vehicle) -> i32 {
    if vehicle.captured.is_some() { 0 } else { vehicle.rounds.into() }
}

fn check_books(rules: &OpenFire, before: &State, after: &State, action: Action) {
    let Action::Debrief(step) = action else { return };
    let (old, new) = (before.campaign.as_ref().unwrap(), after.campaign.as_ref().unwrap());
    let spent = if matches!(step, Step::Raise { .. }) { 6 } else { 0 };
    assert_eq!(combat_points(before), combat_points(after) + spent, "{step:?}");
    assert!(new.debriefing.awarded.iter().all(|&awarded| awarded <= 6));
    let captured = |state: &State, place: u8| {
        let crew = state.campaign.as_ref().unwrap().crew(place).unwrap();
        crew.vehicle.as_ref().unwrap().captured.is_some()
    };
    let strange = matches!(step, Step::BuyRounds(place) if captured(before, place));
    if old.debriefing.stage == new.debriefing.stage && !strange && step != Step::Ready {
        assert_eq!(vehicle_points(rules, before), vehicle_points(rules, after), "{step:?}");
    }
    for crew in &new.roster.crews {
        let most = rules.sheet.platoon.campaign.most;
        for what in Characteristic::ALL {
            assert!(
                crew.now.characteristic(what) <= most.of(what)
                    && crew.now.characteristic(what) >= crew.initial.characteristic(what)
            );
        }
        assert!(i32::from(crew.now.rating) <= most.crew);
    }
}

// holds: OF-16-3, OF-16.3-2
#[test]
fn random_campaigns_go_on_for_two_missions() {
    let mut second = 0;
    for seed in 0..12 {
        let first = campaign(None);
        let state = played(&first, seed);
        let again = played(&first, seed);
        assert_eq!(StateHash::of(&state), StateHash::of(&again), "the same seed gives another campaign");
        let Some(legacy) = first.legacy(&state) else { continue };
        let roster = roster_text::read(&first.sheet, "platoon", legacy.document()).unwrap();
        assert_eq!(roster, state.campaign.as_ref().unwrap().roster, "the text tells another platoon");
        assert_eq!(roster.missions.len(), 1);
        let next = campaign(Some(roster));
        assert_eq!(*next.start().frames.top(), Frame::FitOut);
        let state = played(&next, seed + 100);
        assert_eq!(state.campaign.as_ref().unwrap().roster.missions.len(), 2);
        assert_eq!(StateHash::of(&state), StateHash::of(&played(&next, seed + 100)));
        second += 1;
    }
    assert!(second > 6, "only {second} platoons of 12 came to a second mission");
}

/// Every debriefing comes to its end from whatever stage, and the platoon that it hands on can be read.
#[test]
fn debriefings_hold_the_contract() {
    for seed in 0..3 {
        let rules = campaign(Some(some_roster()));
        play_checked(&rules, seed, 250);
        let mut state = rules.start();
        rules.apply(&mut state, &Action::Debrief(Step::Ready), &mut Seeded::new(seed), &mut Silent).unwrap();
        for unit in state.units.iter_mut().take(2) {
            unit.condition.killed = true;
        }
        let won = seed % 2 == 0;
        state.frames.replace(Frame::Over { won });
        s16_campaign::close_mission(
            &mut Act { rules: &rules, state: &mut state, dice: &mut Scripted::new([]), journal: &mut Silent },
            won,
        );
        let opening = Some(Box::new(state));
        let rules = OpenFire { opening, ..rules };
        let hashes = play_checked(&rules, seed, 5_000);
        assert!(hashes.len() < 5_000, "the debriefing does not end");
    }
}

/// In every stage exactly what is listed may be done.
#[test]
fn what_is_not_listed_is_refused() {
    let crews = 0..9u8;
    let raise = |crew: u8| Characteristic::ALL.map(|what| Step::Raise { crew, what });
    let pairs = |crew: u8| {
        let own = [Step::Award(crew), Step::TakeBack(crew), Step::ReturnVehicle(crew), Step::BuyRounds(crew)];
        let rows = [Step::BuyCrew(crew), Step::ReturnCrew(crew), Step::Park(crew)];
        let vehicles = (0..6).map(move |vehicle| Step::BuyVehicle { crew, vehicle });
        let parked = (0..4).map(move |vehicle| Step::Man { crew, vehicle });
        own.into_iter().chain(rows).chain(vehicles).chain(parked)
    };
    let ends = [Step::AwardRest, Step::Awarded, Step::Spent, Step::Recruited, Step::Ready];
    let all: Vec<Action> =
        crews.clone().flat_map(pairs).chain(crews.flat_map(raise)).chain(ends).map(Action::Debrief).collect();
    for seed in 0..4 {
        let rules = campaign(Some(some_roster()));
        let mut state = rules.start();
        let (mut dice, mut choices) = (Seeded::new(seed), Seeded::new(!seed));
        rules.apply(&mut state, &Action::Debrief(Step::Ready), &mut dice, &mut Silent).unwrap();
        state.units[0].condition.killed = true;
        s16_campaign::close_mission(
            &mut Act { rules: &rules, state: &mut state, dice: &mut Scripted::new([]), journal: &mut Silent },
            seed % 2 == 0,
        );
        while rules.to_act(&state).is_some() {
            let mut legal = Vec::new();
            rules.legal(&state, &mut legal);
            for action in &all {
                assert_eq!(rules.check(&state, action).is_ok(), legal.contains(action), "{action:?}");
            }
            let action = legal[choices.below(legal.len() as u32) as usize];
            rules.apply(&mut state, &action, &mut dice, &mut Silent).unwrap();
        }
    }
}

/// A mission that nobody survives leaves the whole purse.
#[test]
fn everybody_lost() {
    let rules = campaign(Some(some_roster()));
    let mut state = rules.start();
    rules.apply(&mut state, &Action::Debrief(Step::Ready), &mut Seeded::new(1), &mut Silent).unwrap();
    for unit in &mut state.units {
        unit.condition.killed = true;
    }
    s16_campaign::close_mission(
        &mut Act { rules: &rules, state: &mut state, dice: &mut Scripted::new([]), journal: &mut Silent },
        false,
    );
    let campaign = state.campaign.as_ref().unwrap();
    assert_eq!(campaign.debriefing.stage, Stage::Crews);
    assert_eq!((campaign.debriefing.platoon_points, campaign.debriefing.vehicle_points), (13 + 5 + 3, 7 + 6));
    assert!(campaign.roster.crews.is_empty());
    assert_eq!(campaign.roster.missions.last().unwrap().fallen.len(), 3);
}

/// Units that a briefing lends do not belong to the platoon; a captured vehicle has served one mission more.
#[test]
fn a_captured_vehicle_serves() {
    let rules = campaign(Some(some_roster()));
    let mut state = rules.start();
    rules.apply(&mut state, &Action::Debrief(Step::Ready), &mut Seeded::new(1), &mut Silent).unwrap();
    assert_eq!(state.units[2].condition.crew, 3, "four less one on the second mission");
    s16_campaign::close_mission(
        &mut Act { rules: &rules, state: &mut state, dice: &mut Scripted::new([]), journal: &mut Silent },
        true,
    );
    let crew = &state.campaign.as_ref().unwrap().roster.crews[2];
    assert_eq!(crew.vehicle.as_ref().unwrap().captured, Some(2));
    assert_eq!(crew.now.rating, 4);
}

fn some_roster() -> Roster {
    let text = r#"
        [[crew]]
        letter = "A"
        points = 13
        commander = true
        crew = 4
        initiative = 4
        perception = 8
        weapon_skill = 2
        driving_skill = 8
        combat_points = 11
        vehicle = { card = "m4a3", points = 7, rounds = 37 }
        [[crew]]
        letter = "B"
        points = 5
        crew = 4
        initiative = 3
        perception = 6
        weapon_skill = 0
        driving_skill = 5
        vehicle = { card = "m10", points = 6, rounds = 20 }
        [[crew]]
        letter = "D"
        points = 3
        crew = 4
        initiative = 2
        perception = 6
        weapon_skill = 0
        driving_skill = 5
        vehicle = { card = "panther", rounds = 7, captured = 1 }
        [[park]]
        card = "pziv"
        captured = 0
    "#;
    roster_text::read(&TRAINING.sheet, "platoon", text).unwrap()
}

#[test]
fn a_history_too_long_to_be_true_is_refused() {
    let line = |text: &str| format!("[[mission.told]]\ntopic = \"deed\"\ncrew = \"A\"\ntext = \"{text}\"\n");
    let read = |told: &str| {
        let mission = "[[mission]]\nid = \"training\"\ntitle = \"T\"\nwon = true\npoints = 1\nneeded = 1\n";
        let text = format!("{mission}{told}{}", roster_text::write(&some_roster()));
        roster_text::read(&TRAINING.sheet, "platoon", &text).map_err(|problems| problems[0].to_string())
    };
    assert!(read(&line(&"x".repeat(300)).repeat(200)).is_ok());
    assert!(read(&line(&"x".repeat(301))).unwrap_err().contains("this line has 301 letters"));
    assert!(read(&line("x").repeat(201)).unwrap_err().contains("more than 200 lines are told of one mission"));
}

fn any_vehicle() -> impl Strategy<Value = Vehicle> {
    let own = (prop::sample::select(vec!["m4a1", "m4a3", "m10", "m26", "m8"]), 0i32..11, 0u8..37);
    let own = own.prop_map(|(card, points, rounds)| (card, points, rounds, None));
    let taken = (prop::sample::select(vec!["tiger", "panther", "pziv", "jagdtiger"]), 0u8..49, 0u8..9);
    let taken = taken.prop_map(|(card, rounds, served)| (card, 0, rounds, Some(served)));
    prop_oneof![own, taken].prop_map(|(card, points, rounds, captured)| Vehicle {
        card: card.to_owned(),
        points,
        rounds,
        captured,
        fresh: false,
    })
}

prop_compose! {
    fn any_crew(letter: &'static str)(
        name in "([A-Za-z][A-Za-zäöü .'-]{0,18}[a-z])?",
        men in prop::collection::vec("([A-Z][a-z]{1,9})?", 0..5), points in 0i32..22, commander: bool,
        first in (0u8..6, 0u8..10, -3i8..4, 0u8..10, 1u8..7), grown in (0u8..6, 0u8..10, 0i8..7, 0u8..10, 0u8..6),
        raised in any::<[bool; 5]>(), combat_points in 0u8..40, deeds in prop::collection::vec(any::<String>(), 0..3),
        vehicle in prop::option::of(any_vehicle()),
    ) -> RosterCrew {
        let initial = Crew {
            initiative: first.0, commander, rating: first.4, perception: first.1, weapon_skill: first.2,
            driving_skill: first.3,
        };
        let now = Crew {
            initiative: (first.0 + grown.0).min(5), commander, rating: (first.4 + grown.4).min(6),
            perception: (first.1 + grown.1).min(9), weapon_skill: (first.2 + grown.2).min(3),
            driving_skill: (first.3 + grown.3).min(9),
        };
        let [initiative, perception, weapon_skill, driving_skill, crew] = raised;
        let raised = Raised { initiative, perception, weapon_skill, driving_skill, crew };
        RosterCrew {
            letter: letter.to_owned(), name, men, points, initial, now, raised, combat_points, deeds, vehicle,
        }
    }
}

prop_compose! {
    fn any_told()(topic in 0..Topic::ALL.len(), crew in any::<String>(), text in any::<String>()) -> Told {
        Told { topic: Topic::ALL[topic], crew, text }
    }
}

prop_compose! {
    fn any_mission()(
        id in "[a-z-]{1,12}", title in any::<String>(), won: bool, points in -30i16..60, needed in -9i16..60,
        fallen in prop::collection::vec(any::<String>(), 0..3),
        told in prop::collection::vec(any_told(), 0..4),
    ) -> MissionRecord {
        MissionRecord { id, title, won, points, needed, fallen, told }
    }
}

prop_compose! {
    fn any_roster()(
        count in 1usize..=LETTERS.len(),
        all in LETTERS.map(any_crew), missions in prop::collection::vec(any_mission(), 0..3),
        park in prop::collection::vec(any_vehicle(), 0..3), first in any_vehicle(),
        remembered in prop::collection::btree_map("[a-z][-a-z0-9]{0,9}", -999i16..=999, 0..4),
    ) -> Roster {
        let mut crews: Vec<RosterCrew> = all.into_iter().take(count).collect();
        crews[0].vehicle = Some(first);
        Roster { missions, crews, park, remembered }
    }
}

proptest! {
    #[test]
    fn a_roster_reads_as_it_was_written(roster in any_roster()) {
        let text = roster_text::write(&roster);
        let read = roster_text::read(&TRAINING.sheet, "platoon", &text);
        prop_assert_eq!(read, Ok(roster), "{}", text);
    }

    #[test]
    fn nonsense_is_told_with_its_line(text in "(\\[\\[crew\\]\\]|letter = \"A\"|points = 3|crew = |\\n| |x|=|\"){0,12}") {
        if let Err(problems) = roster_text::read(&TRAINING.sheet, "platoon", &text) {
            prop_assert!(!problems.is_empty());
            prop_assert!(problems.iter().all(|problem| problem.file == "platoon" && !problem.what.is_empty()));
        }
    }
}
