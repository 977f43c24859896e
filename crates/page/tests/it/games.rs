use engine::{GameFile, Replayed};
use serde_json::{Value, json};

use crate::browser::Browser;

/// A game of each ruleset with a person in the first seat: game, scenario, players.
const GAMES: [(&str, &str, &[&str]); 3] = [
    ("divisions", "tiger-in-the-open", &["human", "heuristic"]),
    ("open-fire", "training", &["human"]),
    ("assault", "training-1-the-farm", &["human", "staff-officer"]),
];

fn wish(game: &str, scenario: &str, players: &[&str]) -> Value {
    json!({"game": game, "scenario": scenario, "players": players, "seed": "7"})
}

/// The keys of a table: on a page all seats of people are the player's.
fn keys(browser: &mut Browser, id: &str) -> Vec<String> {
    let info = browser.get(&format!("/api/tables/{id}"));
    let seats = info["seats"].as_array().unwrap();
    seats.iter().filter_map(|seat| seat["key"].as_str()).map(str::to_owned).collect()
}

fn sit(browser: &mut Browser, screen: u32, id: &str) {
    let keys = keys(browser, id);
    let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
    assert_eq!(browser.connect(screen, id, &keys), None);
}

fn record(browser: &mut Browser, id: &str) -> GameFile {
    let answer = browser.ask("GET", &format!("/api/tables/{id}/file?secrets=yes"), &[], &Value::Null);
    assert_eq!(answer.status, 200, "{}", answer.body);
    GameFile::parse(&answer.body).unwrap()
}

/// A person plays some turns against the bot, the page is closed in the middle, and nothing is missing afterwards.
#[test]
fn a_game_goes_on_after_the_page_was_closed() {
    for (game, scenario, players) in GAMES {
        let mut browser = Browser::new();
        let id = browser.create(&wish(game, scenario, players));
        sit(&mut browser, 1, &id);
        for place in 0..25 {
            browser.act(1, place);
        }
        browser.let_bots_act(5000);
        let (before, file) = (browser.view(1), record(&mut browser, &id));
        assert!(file.moves.len() > 15, "{game}: {} actions", file.moves.len());

        let mut again = Browser::with(browser.store.clone());
        sit(&mut again, 9, &id);
        assert_eq!(again.view(9), before, "{game}");
        assert_eq!(record(&mut again, &id), file, "{game}");
        let info = &again.get("/api/tables")[0];
        assert_eq!((info["id"].as_str(), info["seq"].as_u64()), (Some(id.as_str()), Some(file.moves.len() as u64)));

        // The record is one that the program reads, to the bit.
        let shelf = shelf::stock_one(&content::Files::embedded(), game).unwrap().unwrap();
        assert!(matches!(shelf.open_file(&file).unwrap().replayed, Replayed::Same), "{game}");
        let went_on = (0..5).any(|place| again.act(9, place));
        assert!(went_on, "{game}: nothing can be done after the page was opened again");
    }
}

/// What a screen is told bit by bit is what it would be told at once.
#[test]
fn a_screen_that_is_told_of_changes_sees_the_same() {
    let mut browser = Browser::new();
    let id = browser.create(&json!({"game": "divisions", "scenario": "tiger-in-the-open",
        "players": ["heuristic", "heuristic"], "seed": "3"}));
    assert_eq!(browser.connect(1, &id, &[]), None);
    assert_eq!(browser.let_bots_act(20), 20);
    let told: Vec<&str> = browser.heard[&1].iter().map(|message| message["type"].as_str().unwrap()).collect();
    assert_eq!((told[0], told[1..].iter().all(|told| *told == "change")), ("view", true), "{told:?}");
    let last = browser.heard[&1].last().unwrap()["number"].clone();
    browser.view(1);
    assert_eq!(browser.heard[&1].last().unwrap()["number"], last, "the view is the one that the changes led to");
    browser.page.hang_up(1);
    assert_eq!(browser.let_bots_act(20), 0, "bots wait for somebody who looks on");
}

/// Bots play to the end, the game is put away, and can be looked at again with everything shown.
#[test]
fn a_finished_game_is_put_away_and_brought_again() {
    let mut browser = Browser::new();
    let id = browser.create(&json!({"game": "divisions", "scenario": "tiger-in-the-open",
        "players": ["heuristic", "heuristic"], "seed": "3"}));
    browser.connect(1, &id, &[]);
    browser.let_bots_act(100_000);
    let info = browser.get(&format!("/api/tables/{id}"));
    assert_eq!(info["over"], true);
    assert!(!browser.get(&format!("/api/tables/{id}/luck")).as_array().unwrap().is_empty());
    browser.page.hang_up(1);
    assert!(browser.page.wants(&format!("/api/tables/{id}")).is_some(), "it is not in memory any more");
    assert_eq!(browser.connect(2, &id, &[]), None);
    let seq = info["seq"].as_u64().unwrap();
    assert_eq!(browser.view(2)["seq"], seq);
    assert_eq!(browser.get(&format!("/api/tables/{id}/view?seq={}", seq / 2))["seq"], seq / 2);
}

#[test]
fn what_is_taken_back_is_not_kept() {
    let mut browser = Browser::new();
    let id = browser.create(&wish("open-fire", "training", &["human"]));
    sit(&mut browser, 1, &id);
    let mut undone = 0;
    for place in 0..12 {
        browser.act(1, place);
        let view = browser.view(1);
        if view["can_undo"] == true {
            let kept = browser.store.moves.len();
            browser.say(1, &json!({"type": "undo", "seq": view["seq"], "seat": 0}));
            assert_eq!(browser.store.moves.len(), kept - 1);
            browser.act(1, place + 1);
            undone += 1;
        }
    }
    assert!(undone > 0, "nothing could be taken back");
    let file = record(&mut browser, &id);
    let mut again = Browser::with(browser.store.clone());
    assert_eq!(record(&mut again, &id), file);
}

#[test]
fn a_game_that_was_spoilt_says_so_and_keeps_what_there_is() {
    let mut browser = Browser::new();
    let id = browser.create(&wish("divisions", "tiger-in-the-open", &["human", "heuristic"]));
    sit(&mut browser, 1, &id);
    (0..6).for_each(|place| drop(browser.act(1, place)));
    let mut store = browser.store.clone();
    store.moves.pop_last();
    let kept = store.moves.len();
    let mut again = Browser::with(store);
    let info = again.get(&format!("/api/tables/{id}"));
    assert!(info["broken"].as_str().unwrap().contains("actions where"), "{info}");
    assert!(again.connect(1, &id, &["german"]).unwrap().contains("cannot be played on"));
    assert_eq!(again.store.moves.len(), kept);
    assert_eq!(again.ask("DELETE", &format!("/api/tables/{id}"), &[], &Value::Null).status, 204);
    assert!(again.store.rows.is_empty() && again.store.moves.is_empty());
}

#[test]
fn a_file_opens_as_a_game_and_a_moment_of_a_game_as_another() {
    let mut browser = Browser::new();
    let id = browser.create(&wish("divisions", "tiger-in-the-open", &["human", "heuristic"]));
    sit(&mut browser, 1, &id);
    (0..8).for_each(|place| drop(browser.act(1, place)));
    let file = record(&mut browser, &id);
    let refused = browser.ask("GET", &format!("/api/tables/{id}/file"), &[], &Value::Null);
    assert_eq!(refused.status, 403, "{}", refused.body);

    let mut other = Browser::new();
    let opened = other.ask("POST", "/api/tables/import", &[], &json!(file.to_text()));
    assert_eq!(opened.status, 200, "{}", opened.body);
    let opened: Value = serde_json::from_str(&opened.body).unwrap();
    assert_eq!(record(&mut other, opened["id"].as_str().unwrap()), file);
    let spoilt = file.to_text().replacen("\"dice\":[", "\"dice\":[9,", 1);
    assert_eq!(other.ask("POST", "/api/tables/import", &[], &json!(spoilt)).status, 422);

    let address = format!("/api/tables/{id}/branch");
    assert_eq!(browser.ask("POST", &address, &[], &json!({"seq": 3})).status, 403, "without his key");
    let branch = browser.ask("POST", &address, &["german"], &json!({"seq": 3}));
    assert_eq!(branch.status, 200, "{}", branch.body);
    let branch: Value = serde_json::from_str(&branch.body).unwrap();
    assert_eq!((branch["branch"]["of"].as_str(), branch["seq"].as_u64()), (Some(id.as_str()), Some(3)));
}

/// Dice that people throw: the declared action waits for them, also while the page is closed.
#[test]
fn a_declared_action_waits_for_its_dice() {
    let mut browser = Browser::new();
    let id =
        browser.create(&json!({"game": "open-fire", "scenario": "training", "players": ["human"], "dice": "typed"}));
    sit(&mut browser, 1, &id);
    let asked = (0..60).find_map(|place| {
        browser.act(1, place);
        Some(browser.view(1)["dice"].clone()).filter(|dice| !dice.is_null())
    });
    assert!(asked.is_some(), "no action needed dice");
    let mut again = Browser::with(browser.store.clone());
    sit(&mut again, 2, &id);
    let view = again.view(2);
    assert_eq!(Some(&view["dice"]), asked.as_ref());
    let known = view["dice"]["known"].clone();
    again.say(2, &json!({"type": "dice", "seq": view["seq"], "known": known, "faces": null}));
    assert_ne!(again.view(2)["dice"], view["dice"]);
}

#[test]
fn a_player_can_resign_and_nobody_else_for_him() {
    let mut browser = Browser::new();
    let id = browser.create(&wish("divisions", "tiger-in-the-open", &["human", "heuristic"]));
    browser.connect(1, &id, &[]);
    browser.say(1, &json!({"type": "resign", "seat": 0}));
    assert_eq!(browser.heard[&1].last().unwrap()["type"], "refused");
    sit(&mut browser, 2, &id);
    browser.say(2, &json!({"type": "resign", "seat": 0}));
    let mut again = Browser::with(browser.store.clone());
    let info = again.get(&format!("/api/tables/{id}"));
    assert_eq!((info["over"].as_bool(), info["broken"].as_str()), (Some(true), None), "{info}");
    assert!(info["standing"].as_str().unwrap().contains("resigned"), "{info}");
}

/// What could not be kept is told to whoever looks on, and when it is kept again, that.
#[test]
fn a_full_disk_is_told() {
    let mut browser = Browser::new();
    let id = browser.create(&wish("divisions", "tiger-in-the-open", &["human", "heuristic"]));
    sit(&mut browser, 1, &id);
    browser.page.tell(&id, Some("no room".to_owned()));
    browser.page.tell(&id, Some("no room".to_owned()));
    browser.say(1, &json!({"type": "whole"}));
    let told = |browser: &Browser| -> Vec<Value> {
        browser.heard[&1]
            .iter()
            .filter(|message| message["type"] == "notice")
            .map(|message| message["text"].clone())
            .collect()
    };
    assert_eq!(told(&browser), [json!("no room")]);
    browser.page.tell(&id, None);
    browser.say(1, &json!({"type": "whole"}));
    assert_eq!(told(&browser), [json!("no room"), Value::Null]);
}
