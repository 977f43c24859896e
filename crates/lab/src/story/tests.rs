use engine::{Entry, Resolution, RuleId, Settings, Tone};

use super::{Told, play, told};

const PAGES: RuleId = RuleId("X-1");
const FIRE: RuleId = RuleId("X-2");
const POINTS: RuleId = RuleId("X-3");

fn open(number: &str) -> Entry {
    Entry::new(PAGES, format!("Paragraph {number}.")).tone(Tone::Quiet).on_page(number, true)
}

fn on(number: &str, text: &str) -> Entry {
    Entry::new(PAGES, text).on_page(number, false)
}

fn page(number: &str, opens: bool) -> Told {
    Told::Page { number: number.to_owned(), opens }
}

#[test]
fn pages_are_named_when_something_stands_on_them() {
    let log = [
        open("001"),
        on("001", "Frost."),
        open("935"),
        Entry::new(FIRE, "The turret turns.").on_page("935", false),
        on("001", "Later."),
    ];
    let expected =
        [page("001", true), Told::Text("Frost.".to_owned()), page("001", false), Told::Text("Later.".to_owned())];
    assert_eq!(told(&log, &[]), expected);
}

#[test]
fn what_is_said_off_the_page_is_the_answer() {
    let log = [open("001"), on("001", "Go on?"), Entry::new(PAGES, "No.")];
    let expected = [page("001", true), Told::Text("Go on?".to_owned()), Told::Answer("No.".to_owned())];
    assert_eq!(told(&log, &[]), expected);
}

#[test]
fn an_attack_is_told_if_somebody_is_lost_in_it() {
    let shot = |text: &str| {
        let how = Resolution { modifiers: vec![], throws: vec![], reading: "1".to_owned(), result: "1".to_owned() };
        Entry::new(FIRE, text).tone(Tone::Combat).because(how)
    };
    let log = [
        Entry::new(FIRE, "Round 1").tone(Tone::Heading),
        Entry::new(FIRE, "Tiger acts.").tone(Tone::Heading).about(["v".to_owned()]),
        shot("Tiger fires at A: miss."),
        Entry::new(FIRE, "Round 2").tone(Tone::Heading),
        shot("Tiger fires at A: hit, killed."),
        Entry::new(FIRE, "A is knocked out.").tone(Tone::Loss),
        Entry::new(POINTS, "-3 points."),
        Entry::new(FIRE, "B moves."),
    ];
    let expected = [
        Told::Time("Round 2".to_owned()),
        Told::Event("Tiger fires at A.".to_owned()),
        Told::Event("A is knocked out.".to_owned()),
        Told::Event("-3 points.".to_owned()),
    ];
    assert_eq!(told(&log, &[POINTS]), expected);
}

/// The story is that of the very game that a batch with this seed would play.
#[test]
fn every_mission_is_told_from_its_first_paragraph_to_its_end() {
    let shelf = shelf::stock(&content::Files::embedded()).unwrap();
    let ruleset = shelf.ruleset("open-fire").unwrap();
    let (bot, _) = ruleset.bots()[0];
    for info in ruleset.scenarios() {
        let players = [bot.to_owned()];
        let story = play(ruleset, &info.id, &Settings::default(), &players, 7).unwrap();
        assert!(matches!(story.told.iter().find(|told| !matches!(told, Told::Event(_))), Some(Told::Page { .. })));
        let outcome = story.outcome.unwrap();
        let simulated = ruleset.simulate(&info.id, &Settings::default(), &players, 7).unwrap();
        assert_eq!((Some(outcome.ending), u64::from(story.actions)), (simulated.winner, simulated.actions));
        assert!(story.told.iter().any(|told| matches!(told, Told::Event(text) if text.contains("mission is"))));
    }
}
