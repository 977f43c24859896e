//! The small parts: frames, the log, fingerprints, exact numbers, names.

use dice::{Throw, odds};
use serde::Serialize;

use crate::{
    Entry, Forecast, Frames, GoodFor, Journal, Log, Modifier, Prospect, RuleId, Seat, Severity, Silent, StateHash,
    Tone, Viewer, Ways, contract::check_forecast, nearest,
};

const RULE: RuleId = RuleId("TOY-1");

#[test]
fn the_bottom_frame_stays() {
    let mut frames = Frames::new("turn");
    assert_eq!((frames.pop(), *frames.top(), frames.depth()), (None, "turn", 1));
    frames.push("move");
    frames.push("halt");
    assert_eq!(frames.iter().copied().collect::<Vec<_>>(), ["halt", "move", "turn"]);
    frames.replace("reply");
    *frames.top_mut() = "shot";
    assert_eq!((frames.pop(), frames.pop(), frames.pop()), (Some("shot"), Some("move"), None));
    frames.replace("over");
    assert_eq!(serde_json::to_string(&frames).unwrap(), "[\"over\"]");
}

#[test]
fn an_entry_is_read_by_each_as_he_may() {
    let entry = Entry::new(RULE, "a chit").by(Seat(0)).tone(Tone::Quiet).only_for(Seat(1), "smoke");
    let read = |viewer| entry.seen_by(viewer).text;
    assert_eq!(read(Viewer::Seat(Seat(1))), "smoke");
    assert_eq!(read(Viewer::Referee), "smoke");
    assert_eq!(read(Viewer::Seat(Seat(0))), "a chit", "whose doing it was does not matter");
    assert_eq!(read(Viewer::Spectator), "a chit");
    for viewer in [Viewer::Seat(Seat(0)), Viewer::Spectator, Viewer::Referee] {
        assert_eq!(entry.seen_by(viewer).secret, None, "the secret itself never leaves");
    }
    assert!(!serde_json::to_string(&entry).unwrap().contains("smoke"), "not even unseen");
}

#[test]
fn a_log_numbers_its_lines_and_remembers_what_was_revealed() {
    let mut log = Log { seq: 7, ..Log::default() };
    let journal: &mut dyn Journal = &mut log;
    journal.note(|| Entry::new(RULE, "one").at(["0101".to_owned()]).about(["tiger".to_owned()]));
    journal.revealed();
    assert!(log.reveals);
    assert_eq!((log.entries[0].seq, log.entries[0].hexes.as_slice()), (7, ["0101".to_owned()].as_slice()));
    let silent: &mut dyn Journal = &mut Silent;
    silent.note(|| unreachable!("nobody reads it, so nobody finds words"));
    silent.revealed();
}

#[test]
fn the_other_of_two_seats() {
    assert_eq!((Seat(0).other(), Seat(1).other()), (Seat(1), Seat(0)));
    assert!(Seat(9).other().index() < 2, "no seat is so strange that it stops the program");
}

#[derive(Serialize)]
struct Pinned {
    turn: u8,
    name: &'static str,
    left: Option<u16>,
}

/// XXH3-64 of `{"turn":3,"name":"Tiger","left":null}`, as the C library works it out (Python xxhash 4.1.0).
/// Every saved game holds such numbers: if this fails, they can no longer be opened.
#[test]
fn a_fingerprint_is_the_same_forever() {
    let hash = StateHash::of(&Pinned { turn: 3, name: "Tiger", left: None });
    assert_eq!(hash.to_string(), "93574df40625ee59");
    let other = StateHash::of(&Pinned { turn: 3, name: "Tiger", left: Some(0) });
    assert_ne!(hash, other);
}

#[test]
fn a_fingerprint_is_read_as_it_is_written() {
    for number in [0, 1, 0x0123_4567_89ab_cdef, u64::MAX] {
        let text = serde_json::to_string(&StateHash(number)).unwrap();
        assert_eq!(text.len(), 18, "{text}");
        assert_eq!(serde_json::from_str::<StateHash>(&text).unwrap(), StateHash(number));
    }
    for wrong in ["\"\"", "\"xyz\"", "\"00112233445566778\"", "7"] {
        assert!(serde_json::from_str::<StateHash>(wrong).is_err(), "{wrong}");
    }
    let error = serde_json::from_str::<StateHash>("\"xyz\"").unwrap_err().to_string();
    assert!(error.contains("\"xyz\" is not a fingerprint"), "{error}");
}

#[test]
fn counts_above_2_to_the_53_are_written_as_text() {
    let json = |ways: u128| serde_json::to_string(&Ways(ways)).unwrap();
    assert_eq!(json(36), "36");
    assert_eq!(json(1 << 53), "9007199254740992");
    assert_eq!(json((1 << 53) + 1), "\"9007199254740993\"");
    assert_eq!(json(u128::MAX), format!("\"{}\"", u128::MAX));
}

#[test]
fn a_forecast_lists_what_cannot_happen_and_adds_up() {
    let odds =
        odds(|dice| u16::from(dice.throw(&Throw::d6("x", 1).read(&|f| u16::from(f[0] > 4))).row() == 1)).unwrap();
    let good = |name: &str| Prospect::new(name, GoodFor::Doer, Severity::Killed);
    let all = [(1, good("hit")), (2, good("miracle")), (0, Prospect::nothing("miss"))];
    let forecast = Forecast::new(vec![Modifier::new(RULE, "range", 4)], &odds, all);
    let listed: Vec<(&str, u128, u128)> =
        forecast.outcomes.iter().map(|chance| (chance.result.as_str(), chance.ways.0, chance.of.0)).collect();
    assert_eq!(listed, [("miss", 2, 3), ("hit", 1, 3), ("miracle", 0, 3)]);
    assert!((forecast.outcomes.iter().map(|chance| chance.p).sum::<f64>() - 1.0).abs() < 1e-12);
    check_forecast(&forecast);
    let json = serde_json::to_value(&forecast).unwrap();
    assert_eq!(json["modifiers"][0], serde_json::json!({ "rule": "TOY-1", "what": "range", "value": 4 }));
}

/// Results that are good for the other side do not make a headline better, and outcomes that amount to the same are
/// added up.
#[test]
fn a_headline_adds_up_what_comes_to_the_same_thing() {
    let odds = odds(|dice| dice.throw(&Throw::d6("x", 1).read(&|faces| faces[0])).row()).unwrap();
    let new = |name: &str, good_for, severity| Prospect::new(name, good_for, severity);
    let all = [
        (1, new("backfire", GoodFor::Other, Severity::Damage)),
        (2, Prospect::nothing("miss")),
        (3, Prospect::nothing("bounce")),
        (4, new("crew-hit", GoodFor::Doer, Severity::Damage).in_group("damage")),
        (5, new("hull-killed", GoodFor::Doer, Severity::Killed).in_group("kill")),
        (6, new("turret-killed", GoodFor::Doer, Severity::Killed).in_group("kill")),
    ];
    let forecast = Forecast::new(Vec::new(), &odds, all);
    check_forecast(&forecast);
    let groups: Vec<(&str, u128)> =
        forecast.headline.iter().map(|group| (group.group.as_str(), group.ways.0)).collect();
    assert_eq!(groups, [("kill", 2), ("damage", 1), ("backfire", 1), ("nothing", 2)]);
    let order: Vec<&str> = forecast.outcomes.iter().map(|chance| chance.result.as_str()).collect();
    assert_eq!(order, ["backfire", "miss", "bounce", "crew-hit", "hull-killed", "turret-killed"]);
    assert_eq!(forecast.outcomes[3].label, "crew hit");
    // 2/6 of a kill, and what damage may be given is taken.
    assert!((forecast.worth - 2.0 / 6.0).abs() < 1e-12, "{}", forecast.worth);
    let turned = forecast.clone().turned();
    check_forecast(&turned);
    assert!((turned.worth + forecast.worth).abs() < 1e-12, "what is good for one is bad for the other");
    assert_eq!(turned.outcomes[0].good_for, GoodFor::Other);
    assert_eq!(turned.turned(), forecast);
}

#[test]
#[should_panic(expected = "not alike")]
fn a_group_holds_only_what_is_equally_bad() {
    let odds = odds(|dice| dice.throw(&Throw::d6("x", 1).read(&|faces| u16::from(faces[0] > 3))).row()).unwrap();
    let kill = Prospect::new("kill", GoodFor::Doer, Severity::Killed).in_group("hit");
    let scratch = Prospect::new("scratch", GoodFor::Doer, Severity::Effect).in_group("hit");
    check_forecast(&Forecast::new(Vec::new(), &odds, [(0, kill), (1, scratch)]));
}

#[test]
fn a_name_is_guessed_only_if_it_is_near() {
    let known = ["tiger", "t-34", "kv-2"];
    assert_eq!(nearest("tigr", known).as_deref(), Some("tiger"));
    assert_eq!(nearest("t34", known).as_deref(), Some("t-34"));
    assert_eq!(nearest("tiger", known).as_deref(), Some("tiger"));
    assert_eq!(nearest("panther", known), None);
    assert_eq!(nearest("", known), None);
    assert_eq!(nearest("x", []), None);
    // A name nobody can have meant is not compared at all: that would take a gigabyte here.
    assert_eq!(nearest(&"t".repeat(50_000_000), known), None);
}
