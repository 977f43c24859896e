//! What a player is told beside the result: looks agree with fields, sums add up, turns have their time of day.

use std::collections::BTreeSet;

use content::{FeatureKind, Files};
use divisions::{Catalogue, play::s03_direct_fire::Attack};
use engine::{ChoiceKind, Role, Rules, Settings, Verdict, Viewer};

use crate::support::{SKIRMISH, read, shelf};

/// A look explains each hex on its way, and comes to what the field of its hex says.
#[test]
fn looks_and_fields_say_the_same() {
    let rules = read(SKIRMISH).unwrap();
    let state = rules.start();
    let hexes: Vec<String> = rules.grid().hexes().map(|hex| rules.grid().label(hex).to_string()).collect();
    let (mut level, mut blocked) = (0, 0);
    for from in &hexes {
        let field = rules.field(&state, Viewer::Referee, from).unwrap();
        assert_eq!(&field.from, from);
        let seen: BTreeSet<&String> = field.clear.iter().chain(&field.ground_only).collect();
        for to in hexes.iter().filter(|to| *to != from) {
            let look = rules.look(&state, Viewer::Referee, from, to).unwrap();
            assert_eq!(seen.contains(to), look.verdict != Verdict::Blocked, "{from} to {to}: {look:#?}");
            blocked += u32::from(look.verdict == Verdict::Blocked);
            let higher_end = look.from.ground.max(look.to.ground);
            for step in &look.steps {
                let above = step.why.contains("above the higher end");
                assert_eq!(above, !step.side && step.top > higher_end, "{from} to {to}: {step:?}");
                assert_eq!(step.rule.is_some(), !step.why.is_empty(), "{from} to {to}: {step:?}");
                assert!(step.what != "Open ground" || step.why.is_empty(), "nothing stands there: {step:?}");
                level += u32::from(!step.side && step.top == higher_end && step.top > 0);
            }
        }
    }
    assert!(level > 10 && blocked > 10, "{level} looks pass over something as high as an end, {blocked} are blocked");
}

/// By night the ground is seen, and nothing to fire at.
#[test]
fn a_field_by_night_is_of_ground_alone() {
    let by_day = read(SKIRMISH).unwrap();
    let by_night = read(&SKIRMISH.replacen("\"roll\"", "\"night\"", 1)).unwrap();
    let field = |rules: &divisions::Divisions| rules.field(&rules.start(), Viewer::Referee, "0202").unwrap();
    let (day, night) = (field(&by_day), field(&by_night));
    assert_eq!((night.from.as_str(), night.clear.len()), ("0202", 0));
    assert!(day.clear.len() > 10 && night.ground_only == day.clear, "{day:?} {night:?}");
}

/// Who aims steadily adds to the total: what the dice must reach is told without it, and it is told beside it.
#[test]
fn what_the_dice_must_reach_is_a_sum() {
    let attack = Attack { aim: 2, smoke: 1, ..Attack::plain(3, 6) };
    let told = attack.modifiers();
    let sum = told.iter().find(|modifier| modifier.role == Role::Sum).unwrap();
    assert_eq!(sum.value, 3 + 6 + 1);
    let parts = told.iter().filter(|modifier| modifier.role == Role::Part);
    assert_eq!(parts.map(|modifier| modifier.value).sum::<i32>(), sum.value);
    let aside = told.iter().find(|modifier| modifier.role == Role::Aside).unwrap();
    assert_eq!((aside.value, attack.reach()), (2, sum.value - aside.value));
}

#[test]
fn a_turn_is_told_with_its_time_of_day() {
    let shelf = shelf();
    let ruleset = shelf.ruleset("divisions").unwrap();
    let players = ["human".to_owned(), "human".to_owned()];
    let heading = |scenario: &str| {
        let mut table = ruleset.open(scenario, &Settings::default(), &players, Some(1)).unwrap();
        let (seat, action) = (table.to_act().unwrap(), table.legal()[0].clone());
        table.act(seat, &action, None).unwrap();
        let log = table.log(Viewer::Referee, 0);
        log.into_iter().map(|entry| entry.text).find(|text| text.starts_with("Turn 1")).unwrap()
    };
    assert_eq!(heading("rzhavets"), "Turn 1: 11 July, 07:00");
    assert_eq!(heading("tiger-in-the-open"), "Turn 1: 07:00");
}

/// A railway has no cost of its own: it is drawn as a way, but nobody moves along it.
#[test]
fn a_way_that_costs_nothing_of_its_own_is_loose() {
    let palette = Catalogue::read(&Files::embedded()).unwrap().palette();
    let kind = |id: &str| palette.features.iter().find(|feature| feature.id == id).unwrap().kind;
    assert_eq!((kind("road"), kind("railway")), (FeatureKind::Way, FeatureKind::LooseWay));
}

/// Whoever cannot answer is asked all the same, so that the enemy does not know it: the screen answers for him.
#[test]
fn only_an_answer_without_a_choice_comes_by_itself() {
    let shelf = shelf();
    let ruleset = shelf.ruleset("divisions").unwrap();
    let players = ["human".to_owned(), "human".to_owned()];
    let (mut alone, mut among_others) = (0, 0);
    for seed in 1..4_u64 {
        let mut table = ruleset.open("rzhavets", &Settings::default(), &players, Some(seed)).unwrap();
        let mut drawn = seed;
        while let Some(seat) = table.to_act() {
            let choices = table.view(Viewer::Seat(seat), u32::MAX).scene.choices;
            for choice in choices.iter().filter(|choice| choice.kind == ChoiceKind::ByItself) {
                assert_eq!((choices.len(), choice.action.as_str()), (1, "done"));
                alone += 1;
            }
            among_others += u32::from(choices.len() > 1 && choices.iter().any(|choice| choice.action == "done"));
            let legal = table.legal();
            drawn = drawn.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let action = legal[(drawn >> 33) as usize % legal.len()].clone();
            table.act(seat, &action, None).unwrap();
        }
    }
    assert!(alone > 10 && among_others > 10, "{alone} by themselves, {among_others} among others");
}
