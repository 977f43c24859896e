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
fn what_becomes_of_somebody_is_an_event_on_a_page_and_off_it() {
    let log = [
        open("001"),
        on("001", "Two engines, going away."),
        on("001", "The truck is gone.").about(["t".to_owned()]),
        on("001", "In 0203: smoke.").at(["0203".to_owned()]),
        Entry::new(POINTS, "The tank has slipped away.").about(["v".to_owned()]),
    ];
    let event = |text: &str| Told::Event(text.to_owned());
    let expected = [
        page("001", true),
        Told::Text("Two engines, going away.".to_owned()),
        event("The truck is gone."),
        event("In 0203: smoke."),
        event("The tank has slipped away."),
    ];
    assert_eq!(told(&log, &[POINTS]), expected);
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

/// Nobody vanishes from a story without a word.
#[test]
fn whoever_slips_away_is_told_of() {
    let shelf = shelf::stock(&content::Files::embedded()).unwrap();
    assert!(shelf.ruleset("open-fire").unwrap().milestones().contains(&RuleId("OF-7.7")));
}

/// Two pages in a row do not say the same. `OPFIRE_SEEDS=100` plays more games than the two that every run plays.
#[test]
fn no_two_pages_in_a_row_say_the_same() {
    let shelf = shelf::stock(&content::Files::embedded()).unwrap();
    let ruleset = shelf.ruleset("open-fire").unwrap();
    let (bot, _) = ruleset.bots()[0];
    let seeds = std::env::var("OPFIRE_SEEDS").map_or(2, |seeds| seeds.parse().unwrap());
    let mut again = Vec::new();
    for (info, seed) in ruleset.scenarios().into_iter().flat_map(|info| (1..=seeds).map(move |seed| (info, seed))) {
        let story = play(ruleset, &info.id, &Settings::default(), &[bot.to_owned()], seed).unwrap();
        let (mut before, mut now): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
        for told in &story.told {
            match told {
                Told::Page { opens: true, .. } => before = std::mem::take(&mut now),
                Told::Text(text) if before.contains(&text.as_str()) => {
                    again.push(format!("{} {seed}: {text}", info.id));
                }
                Told::Text(text) => now.push(text),
                Told::Page { opens: false, .. }
                | Told::Time(_)
                | Told::Answer(_)
                | Told::Lesson(_)
                | Told::Event(_) => {}
            }
        }
    }
    assert!(again.is_empty(), "told twice in a row:\n{}", again.join("\n"));
}
