//! The command line as scripts use it.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use serde_json::Value;

fn opfire(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_opfire")).args(args).env_remove("OPFIRE_CONTENT").output().unwrap()
}

fn stdout(args: &[&str]) -> String {
    let output = opfire(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&stdout(args)).unwrap()
}

/// Exit code and what was said on standard error.
fn refused(args: &[&str]) -> (i32, String) {
    let output = opfire(args);
    assert!(output.stdout.is_empty(), "{}", String::from_utf8_lossy(&output.stdout));
    (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
}

fn content() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content")
}

#[test]
fn odds_of_the_printed_shot() {
    let odds = json(&["odds", "divisions", "--range", "3", "--defense", "6", "--json"]);
    let ways: Vec<(&str, u64)> = odds["outcomes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|o| (o["result"].as_str().unwrap(), o["ways"].as_u64().unwrap()))
        .collect();
    assert_eq!(ways, [("miss", 27), ("pinned", 1), ("step-loss", 8)]);
    assert!(odds["outcomes"].as_array().unwrap().iter().all(|outcome| outcome["of"] == 36));
    assert_eq!((&odds["game"], &odds["attack"]), (&"divisions".into(), &"direct-fire".into()));
    assert_eq!(odds["modifiers"][0]["rule"], "FD-3");
}

#[test]
fn odds_by_names_are_those_of_the_numbers() {
    let by_names = json(&["odds", "divisions", "--range", "2", "--target", "t-34", "--terrain", "woods", "--json"]);
    let by_numbers = json(&["odds", "divisions", "--range", "2", "--defence", "8", "--json"]);
    assert_eq!(by_names["outcomes"], by_numbers["outcomes"]);
    assert_eq!(by_names["modifiers"][2]["rule"], "FD-11");
}

#[test]
fn odds_of_an_assault_add_up() {
    let odds = json(&["odds", "divisions", "--assault", "8", "--against", "6", "--json"]);
    let outcomes = odds["outcomes"].as_array().unwrap();
    assert_eq!(outcomes.iter().map(|outcome| outcome["ways"].as_u64().unwrap()).sum::<u64>(), 1296);
}

#[test]
fn resolve_reads_typed_dice() {
    let hit = stdout(&["resolve", "divisions", "--range", "3", "--defense", "5", "--dice", "4,4"]);
    for part in ["hit", "pinned", "step lost", "FD-3"] {
        assert!(hit.contains(part), "{part} is missing in {hit}");
    }
    let miss = stdout(&["resolve", "divisions", "--range", "4", "--defense", "5", "--dice", "5,3"]);
    assert!(miss.contains("miss") && !miss.contains("hit"), "{miss}");
    assert!(stdout(&["resolve", "divisions", "--dice", "5,3", "--range", "4"]).contains("miss"));
    let assault = json(&["resolve", "divisions", "--assault", "7", "--against", "5", "--dice", "6,5,1,2", "--json"]);
    assert_eq!((&assault["result"], &assault["rule"]), (&"overrun".into(), &"FD-14".into()));
}

#[test]
fn wrong_usage_is_2_and_says_what_to_do() {
    let cases: [(&[&str], &str); 13] = [
        (&["odds", "divisions", "--range", "3"], "--defense"),
        (&["odds", "divisions", "--range", "0", "--defense", "6"], "one hex away"),
        (&["odds", "divisions", "--range", "3", "--target", "t34"], "did you mean \"t-34\"?"),
        (&["resolve", "divisions", "--range", "3", "--defense", "5", "--dice", "4"], "needs 2 dice"),
        (&["resolve", "divisions", "--range", "3", "--defense", "5", "--dice", "4,9"], "9 is not on the die"),
        (&["odds", "divisions", "--range", "3", "--defense", "2147483647"], "999"),
        (&["odds", "divisions", "--range=-2147483648", "--defense", "6"], "999"),
        (&["odds", "divisions", "--assault", "2147483647", "--against", "-2147483648"], "999"),
        (&["odds", "divisions", "--range", "3", "--defense", "6", "--against", "5"], "cannot be used with"),
        (&["odds", "divisions", "--assault", "3", "--against", "3", "--smoke"], "cannot be used with"),
        (&["sim", "divisions", "tiger-in-the-open", "--red", "human"], "name one of heuristic, random"),
        (&["sim", "divisions", "tiger", "--games", "1"], "no scenario \"tiger\""),
        (&["los", "divisions", "tiger-in-the-open", "0101", "9999"], "9999"),
    ];
    for (args, part) in cases {
        let (code, said) = refused(args);
        assert_eq!(code, 2, "{args:?}: {said}");
        assert!(said.contains(part), "{args:?}: {said}");
    }
}

#[test]
fn sim_is_the_same_on_every_run() {
    let args = ["sim", "divisions", "tiger-in-the-open", "--games", "200", "--seed", "7", "--json"];
    let first = opfire(&args);
    assert_eq!(first.stdout, opfire(&args).stdout);
    assert!(String::from_utf8(first.stderr).unwrap().contains("games a second"));
    let summary: Value = serde_json::from_slice(&first.stdout).unwrap();
    let wins: u64 = summary["sides"].as_array().unwrap().iter().map(|side| side["wins"].as_u64().unwrap()).sum();
    assert_eq!(wins + summary["draws"].as_u64().unwrap(), 200);
    assert!(summary["actions"].as_u64().unwrap() > 0 && summary["sides"][0]["total"]["steps_lost"].is_number());
}

#[test]
fn balance_is_the_same_on_every_run_and_writes_a_page() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page");
    let args =
        ["balance", "training", "--games", "2", "--bot", "platoon-leader", "--json", "-o", page.to_str().unwrap()];
    let first = opfire(&args);
    assert_eq!(first.stdout, opfire(&args).stdout);
    let report: Value = serde_json::from_slice(&first.stdout).unwrap();
    // Two platoons, each with the bot and two baselines.
    assert_eq!(report["judged"].as_array().unwrap().len(), 6);
    let text = std::fs::read_to_string(page.join("README.md")).unwrap();
    assert!(text.contains("opfire balance training --games 2") && page.join("training-new.svg").exists());
    let (code, said) = refused(&["balance", "treining", "--games", "1"]);
    assert!(code == 2 && said.contains("training"), "{said}");
}

#[test]
fn sight_is_explained_and_the_same_both_ways() {
    let los = |from: &str, to: &str| json(&["los", "divisions", "tiger-in-the-open", from, to, "--json"]);
    let there = los("0101", "0111");
    assert_eq!(there["clear"], los("0111", "0101")["clear"]);
    assert!(there["steps"].as_array().is_some_and(|steps| steps.len() > 9));
    let (code, said) = refused(&["los", "divisions", "tiger-in-the-open", "0101", "0101"]);
    assert!(code == 2 && said.contains("two hexes"), "{said}");
}

#[test]
fn sight_is_answered_for_every_game() {
    for (game, map, from, to) in [
        ("divisions", "steppe", "0101", "0111"),
        ("open-fire", "border", "0105", "0111"),
        ("assault", "", "0101", "0505"),
    ] {
        let games = json(&["games", "--json"]);
        let listed = games.as_array().unwrap().iter().find(|listed| listed["id"] == game).unwrap();
        let map = if map.is_empty() { listed["maps"][0]["id"].as_str().unwrap() } else { map };
        let look = json(&["los", game, map, from, to, "--json"]);
        assert!(["clear", "hindered", "blocked"].contains(&look["verdict"].as_str().unwrap()), "{look}");
        assert_eq!((look["from"].as_str(), look["to"].as_str()), (Some(from), Some(to)));
        assert!(!look["summary"].as_str().unwrap().is_empty() && look["rule"].is_string());
        let words = String::from_utf8(opfire(&["los", game, map, from, to]).stdout).unwrap();
        assert!(words.contains(look["verdict"].as_str().unwrap()) && words.contains("through"), "{words}");
    }
}

#[test]
fn questions_about_sight_that_make_no_sense_are_answered() {
    let cases: [(&[&str], &str); 6] = [
        (&["los", "open-fire", "border", "0101", "0227"], "0227"),
        (&["los", "open-fire", "border", "0105", "0105"], "name two hexes"),
        (&["los", "open-fire", "boarder", "0105", "0106"], "did you mean \"border\"?"),
        (&["los", "open-fire", "border", "0105", "0108", "--smoke", "0106=many"], "1010=2"),
        (&["los", "open-fire", "border", "0105", "0108", "--weather", "night"], "OF-8"),
        (&["los", "divisions", "cagny", "0105", "0108", "--weather", "nigt"], "did you mean \"night\"?"),
    ];
    for (args, part) in cases {
        let (code, said) = refused(args);
        assert_eq!(code, 2, "{args:?}: {said}");
        assert!(said.contains(part), "{args:?}: {said}");
    }
}

#[test]
fn games_rules_and_completions_are_listed() {
    let games = json(&["games", "--json"]);
    assert_eq!(games[0]["id"], "divisions");
    assert!(games[0]["scenarios"].as_array().unwrap().len() >= 3);
    assert!(stdout(&["games"]).contains("Tiger in the Open"));
    let rules = json(&["rules", "divisions", "--coverage", "--json"]);
    for rule in rules["rules"].as_array().unwrap() {
        assert!(!rule["code"].as_array().unwrap().is_empty(), "no code behind {}", rule["id"]);
        assert!(!rule["cases"].as_array().unwrap().is_empty(), "no case behind {}", rule["id"]);
    }
    assert!(stdout(&["completions", "bash"]).contains("_opfire"));
}

#[test]
fn settings_are_listed_chosen_and_refused() {
    let listed = stdout(&["games"]);
    assert!(listed.contains("closed-sight") && listed.contains("OF-8.4"), "{listed}");
    let sim = ["sim", "open-fire", "training", "--games", "2", "--json"];
    let with = |more: &[&'static str]| [&sim, more].concat();
    let played = json(&with(&["--set", "closed-sight=on", "--set", "ammunition-by-type=on"]));
    assert_eq!(played["settings"], serde_json::json!({ "ammunition-by-type": "on", "closed-sight": "on" }));
    assert_eq!(json(&with(&["--set", "closed-sight=off"])), json(&with(&[])));
    let play = ["play", "open-fire", "training", "--no-open"];
    for (args, part) in [
        (with(&["--set", "closed-site=on"]), "did you mean \"closed-sight\"?"),
        (with(&["--set", "closed-sight=on1"]), "did you mean \"on\"?"),
        (with(&["--set", "closed-sight"]), "name=value"),
        (with(&["--set", "closed-sight=on", "--set", "closed-sight=off"]), "twice"),
        ([&play[..], &["--set", "hiden-targets=on"]].concat(), "did you mean \"hidden-targets\"?"),
        (["sim", "divisions", "tiger-in-the-open", "--set", "closed-sight=on"].to_vec(), "this scenario has none"),
    ] {
        let (code, said) = refused(&args);
        assert!(code == 2 && said.contains(part), "{args:?}: {said}");
    }
}

#[test]
fn a_recorded_game_is_verified_with_its_settings() {
    let shelf = shelf::stock(&content::Files::embedded()).unwrap();
    let settings = engine::Settings::read(["ammunition-by-type=on"]).unwrap();
    let ruleset = shelf.ruleset("open-fire").unwrap();
    let mut table = ruleset.open("training", &settings, &["platoon-leader".to_owned()], Some(5)).unwrap();
    while let Some(seat) = table.to_act() {
        let action = table.bot_action("platoon-leader", u64::from(table.seq())).unwrap();
        table.act(seat, &action, None).unwrap();
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.opfire");
    let path = file.to_str().unwrap();
    let text = table.record().to_text();
    fs::write(&file, &text).unwrap();
    assert!(stdout(&["replay", path, "--verify"]).contains("all as recorded"));
    for (settings, part) in [
        ("{\"ammunition-by-tape\":\"on\"}", "did you mean \"ammunition-by-type\"?"),
        ("{\"ammunition-by-type\":\"yes\"}", "cannot be \"yes\""),
        ("{}", "action 1"),
        ("[]", "not a readable game file"),
    ] {
        fs::write(&file, text.replace("{\"ammunition-by-type\":\"on\"}", settings)).unwrap();
        let (code, said) = refused(&["replay", path, "--verify"]);
        assert!(code != 0 && said.contains(part), "{settings}: {said}");
    }
}

/// Two missions of a campaign: what the first hands on is played on with.
#[test]
fn a_platoon_is_handed_on() {
    let shelf = shelf::stock(&content::Files::embedded()).unwrap();
    let ruleset = shelf.ruleset("open-fire").unwrap();
    let settings = engine::Settings::read(["campaign=on"]).unwrap();
    let mut table = ruleset.open("training", &settings, &["platoon-leader".to_owned()], Some(5)).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let (game, platoon) = (folder.path().join("game.opfire"), folder.path().join("platoon.toml"));
    let (game_name, platoon_name) = (game.to_str().unwrap(), platoon.to_str().unwrap());
    let act = |table: &mut dyn engine::Table, action: &str| {
        let seat = table.to_act().unwrap();
        table.act(seat, action, None).unwrap();
    };
    act(table.as_mut(), "generate sample");
    fs::write(&game, table.record().to_text()).unwrap();
    let (code, said) = refused(&["replay", game_name, "--legacy"]);
    assert!(code == 1 && said.contains("not over yet"), "{said}");
    while table.to_act().is_some() {
        let action = table.bot_action("platoon-leader", 1).unwrap();
        act(table.as_mut(), &action);
    }
    fs::write(&game, table.record().to_text()).unwrap();
    let text = stdout(&["replay", game_name, "--legacy"]);
    assert!(text.contains("title = \"First Steps\""), "{text}");
    fs::write(&platoon, &text).unwrap();
    let set = format!("platoon=@{platoon_name}");
    let next = json(&["sim", "open-fire", "training", "--games", "1", "--seed", "3", "--set", &set, "--json"]);
    assert_eq!(next["settings"]["platoon"], text);
    fs::write(&platoon, text.replace("letter = \"A\"", "letter = \"Q\"")).unwrap();
    let (code, said) = refused(&["sim", "open-fire", "training", "--games", "1", "--set", &set]);
    assert!(code != 0 && said.contains("unknown letter \"Q\"") && said.contains("line "), "{said}");
}

#[test]
fn render_draws_svg_and_png() {
    let folder = tempfile::tempdir().unwrap();
    let svg = folder.path().join("a.svg");
    let png = folder.path().join("a.png");
    stdout(&["render", "divisions", "tiger-in-the-open", "-o", svg.to_str().unwrap()]);
    stdout(&["render", "divisions", "tiger-in-the-open", "--map-only", "--scale", "0.5", "-o", png.to_str().unwrap()]);
    assert!(fs::read_to_string(svg).unwrap().starts_with("<svg"));
    assert!(fs::read(png).unwrap().starts_with(b"\x89PNG"));
    let (code, said) = refused(&["render", "divisions", "tiger-in-the-open", "-o", "a.gif"]);
    assert!(code == 2 && said.contains(".svg or .png"), "{said}");
}

#[test]
fn check_finds_faults_in_a_folder_and_points_at_them() {
    assert!(stdout(&["check"]).contains("no problems"));
    let folder = tempfile::tempdir().unwrap();
    copy(&content(), folder.path());
    assert!(stdout(&["check", folder.path().to_str().unwrap()]).contains("no problems"));
    let scenario = folder.path().join("divisions/scenarios/tiger-in-the-open.toml");
    let text = fs::read_to_string(&scenario).unwrap();
    fs::write(&scenario, text.replace("kind = \"kv-2\"", "kind = \"kv-3\"")).unwrap();
    for target in [folder.path().to_str().unwrap(), scenario.to_str().unwrap()] {
        let (code, said) = refused(&["check", target]);
        assert_eq!(code, 1, "{said}");
        assert!(
            said.contains("kv-3")
                && said.contains("did you mean \"kv-2\"?")
                && said.contains("tiger-in-the-open.toml:"),
            "{said}"
        );
    }
    let (code, said) = refused(&["--content", "/nowhere/at/all", "games"]);
    assert!(code == 1 && said.contains("/nowhere/at/all"), "{said}");
}

#[test]
fn replay_verifies_what_was_saved_and_rejects_one_changed_die() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.json");
    fs::write(&file, recorded_game()).unwrap();
    let path = file.to_str().unwrap();
    assert!(stdout(&["replay", path, "--verify"]).contains("all as recorded"));
    assert!(stdout(&["check", path]).contains("no problems"));
    assert!(stdout(&["replay", path]).contains("(FD-8)"));

    let mut edited: Value = serde_json::from_str(&recorded_game()).unwrap();
    let moves = edited["moves"].as_array_mut().unwrap();
    let place = moves.iter().position(|a_move| a_move["dice"].as_array().is_some_and(|dice| dice.len() == 2)).unwrap();
    let die = moves[place]["dice"][0].as_u64().unwrap();
    moves[place]["dice"][0] = (die % 6 + 1).into();
    let action = moves[place]["do"].as_str().unwrap().to_owned();
    fs::write(&file, edited.to_string()).unwrap();
    let (code, said) = refused(&["replay", path, "--verify"]);
    assert_eq!(code, 1);
    assert!(said.contains(&format!("action {}", place + 1)) && said.contains(&action), "{said}");

    fs::write(&file, &recorded_game()[..300]).unwrap();
    let (code, said) = refused(&["replay", path, "--verify"]);
    assert!(code == 1 && said.contains("not a readable game file"), "{said}");
}

/// What a server promised about the dice is held against the seed in the file.
#[test]
fn replay_verifies_the_promise_of_a_server() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("fair.json");
    let path = file.to_str().unwrap();
    let game = engine::GameFile::parse(&recorded_game()).unwrap();
    let seed = game.seed().unwrap().unwrap();
    let write = |fair: engine::Fair| {
        let promised = engine::GameFile { fair: Some(fair), ..game.clone() };
        fs::write(&file, promised.to_text()).unwrap();
    };
    let fair = engine::Fair::promise("k3m5p7r9t2", seed, "pepper");
    write(fair.clone());
    let said = stdout(&["replay", path, "--verify"]);
    assert!(said.contains("all as recorded; the dice are those that the server promised"), "{said}");
    for wrong in [
        engine::Fair { table: "k3m5p7r9t3".into(), ..fair.clone() },
        engine::Fair { salt: "salt".into(), ..fair.clone() },
        engine::Fair { hash: fair.hash.replace(['a', '1'], "2"), ..fair.clone() },
        engine::Fair::promise("k3m5p7r9t2", seed ^ 1, "pepper"),
    ] {
        write(wrong);
        let (code, said) = refused(&["replay", path, "--verify"]);
        assert!(code == 1 && said.contains("the dice are not those that were promised"), "{said}");
    }
}

/// A game whose dice people threw has no seed: its dice stand in its record.
#[test]
fn replay_verifies_a_game_with_typed_dice() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("typed.json");
    let path = file.to_str().unwrap();
    let mut typed: Value = serde_json::from_str(&recorded_game()).unwrap();
    typed.as_object_mut().unwrap().remove("seed");
    fs::write(&file, typed.to_string()).unwrap();
    assert!(stdout(&["replay", path, "--verify"]).contains("all as recorded"));
    assert!(stdout(&["check", path]).contains("no problems"));
    let moves = typed["moves"].as_array_mut().unwrap();
    let thrown = moves.iter_mut().find(|a_move| a_move["dice"].as_array().is_some_and(|dice| dice.len() == 2)).unwrap();
    thrown["dice"][0] = 7.into();
    fs::write(&file, typed.to_string()).unwrap();
    let (code, said) = refused(&["replay", path, "--verify"]);
    assert!(code == 1 && said.contains("7 is not on the die"), "{said}");
}

/// A game between two staff officers, as the server would save it.
fn recorded_game() -> String {
    let shelf = shelf::stock(&content::Files::embedded()).unwrap();
    let players = vec!["heuristic".to_owned(); 2];
    let settings = engine::Settings::default();
    let ruleset = shelf.ruleset("divisions").unwrap();
    let mut table = ruleset.open("tiger-in-the-open", &settings, &players, Some(5)).unwrap();
    while let Some(seat) = table.to_act() {
        let action = table.bot_action("heuristic", u64::from(table.seq())).unwrap();
        table.act(seat, &action, None).unwrap();
    }
    table.record().to_text()
}

fn copy(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            fs::create_dir_all(&target).unwrap();
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}
