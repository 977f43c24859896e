//! The aid over the wire, with the real games.

use std::{path::Path, sync::Arc};

use crate::support::host::{Host, config};
use serde_json::{Value, json};
use tempfile::tempdir;

async fn host(folder: &Path) -> Host {
    Host::with(config(folder, false), Arc::new(shelf::stock(&content::Files::embedded()).unwrap())).await
}

async fn post(host: &Host, path: &str, body: &Value) -> Value {
    let (status, text) = host.ask("POST", path, &body.to_string()).await;
    assert_eq!(status, 200, "{path} {body}: {text}");
    serde_json::from_str(&text).unwrap()
}

fn flags(form: &Value) -> Vec<&Value> {
    form["steps"].as_array().unwrap().iter().flat_map(|step| step["flags"].as_array().unwrap()).collect()
}

#[tokio::test]
async fn every_game_with_attacks_has_an_aid() {
    let folder = tempdir().unwrap();
    let host = host(folder.path()).await;
    let mut aids = 0;
    for game in host.get_json("/api/games").await.as_array().unwrap() {
        let id = game["id"].as_str().unwrap();
        let aid = host.get_json(&format!("/api/aids/{id}")).await;
        let titles: Vec<&Value> = aid["forms"].as_array().unwrap().iter().map(|form| &form["title"]).collect();
        assert_eq!(json!(titles), game["aid"]);
        aids += 1;
    }
    assert_eq!(aids, 3);
    let aid = host.get_json("/api/aids/assault").await;
    let green = &aid["dice"][1];
    assert_eq!((&green["colour"], green["faces"].as_array().unwrap().len()), (&json!("green"), 6));
    assert!(green["faces"][3]["symbols"].as_array().unwrap().len() == 2 && green["faces"][3]["value"] == 21, "{green}");
    let pools = aid["forms"].as_array().unwrap().iter().find(|form| form["name"] == "pools").unwrap();
    assert!(!flags(pools).iter().any(|flag| flag["name"] == "defence"), "a second name is not asked");
}

#[tokio::test]
async fn odds_are_those_of_the_command_line() {
    let folder = tempdir().unwrap();
    let host = host(folder.path()).await;
    let said = json!({ "attack": "green:1", "target": "infantry", "full": null });
    let answer = post(&host, "/api/aids/assault/odds", &json!({ "form": "pools", "said": said })).await;
    assert_eq!(answer["type"], "odds");
    let outcomes = answer["forecast"]["outcomes"].as_array().unwrap();
    let ways: u64 = outcomes.iter().map(|chance| chance["ways"].as_u64().unwrap()).sum();
    assert_eq!(ways, outcomes[0]["of"].as_u64().unwrap());
    assert_eq!(answer["forecast"]["modifiers"][0]["pile"], json!({ "what": "attack", "dice": ["green"] }));

    let said = json!({ "attacker": "us-rifle-squad", "defender": "us-m4", "range": "medium" });
    let refused = post(&host, "/api/aids/assault/odds", &json!({ "form": "ranged-fire", "said": said })).await;
    assert_eq!((&refused["type"], &refused["refusal"]["rule"]), (&json!("refused"), &json!("AS-10.1")));
    let thrown = post(&host, "/api/aids/assault/resolve", &json!({ "form": "ranged-fire", "said": said })).await;
    assert_eq!(thrown["refusal"], refused["refusal"]);
}

#[tokio::test]
async fn dice_are_asked_for_one_throw_after_the_other() {
    let folder = tempdir().unwrap();
    let host = host(folder.path()).await;
    let said = json!({ "attack": "green:1,blue:1", "defense": "blue:1", "target": "infantry", "full": null });
    let thrown = async |faces: &[u16]| {
        let body = json!({ "form": "pools", "said": said, "faces": faces });
        post(&host, "/api/aids/assault/resolve", &body).await["throwing"].clone()
    };
    let first = thrown(&[]).await;
    assert_eq!((&first["type"], &first["next"]["what"]), (&json!("needs"), &json!("the attack")));
    let colours = |throw: &Value| {
        let dice = throw["dice"].as_array().unwrap().iter();
        dice.map(|die| die["colour"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(colours(&first["next"]), ["green", "blue"]);
    assert_eq!(colours(&thrown(&[3, 0]).await["next"]), ["blue"]);
    let critical = thrown(&[3, 0, 0]).await;
    assert_eq!((colours(&critical["next"]), critical["throws"].as_array().unwrap().len()), (vec!["green".into()], 2));
    let done = thrown(&[3, 0, 0, 3, 0]).await;
    assert_eq!((&done["type"], &done["resolved"]["resolution"]["result"]), (&json!("done"), &json!("fallback")));
    let told = done["resolved"]["follow_ons"][0].clone();
    assert!(told["text"].as_str().unwrap().contains("falls back"), "{told}");
    assert_eq!(told["rule"], "AS-10.7.2");
}

#[tokio::test]
async fn the_server_throws_and_tells_its_seed() {
    let folder = tempdir().unwrap();
    let host = host(folder.path()).await;
    let attack = json!({ "form": "pools", "said": { "attack": "green:5" }, "throw": true });
    let mut seeds = Vec::new();
    for _ in 0..3 {
        let answer = post(&host, "/api/aids/assault/resolve", &attack).await;
        assert_eq!(answer["throwing"]["type"], "done");
        assert_eq!(answer["throwing"]["throws"][0]["faces"].as_array().unwrap().len(), 5);
        seeds.push(answer["seed"].as_u64().unwrap());
    }
    assert!(seeds.iter().all(|&seed| seed < 1 << 53), "{seeds:?}");
    assert!(seeds[0] != seeds[1] || seeds[1] != seeds[2], "{seeds:?}");
    let typed = json!({ "form": "check", "said": { "rating": "5" }, "faces": [3], "throw": true });
    let answer = post(&host, "/api/aids/open-fire/resolve", &typed).await;
    assert_eq!(answer["throwing"]["throws"][0]["faces"], json!([3]), "what was thrown at the table stays");
}

#[tokio::test]
async fn nonsense_gets_a_reason() {
    let folder = tempdir().unwrap();
    let host = host(folder.path()).await;
    let pools = |said: Value| json!({ "form": "pools", "said": said }).to_string();
    let faces = |faces: Value| json!({ "form": "pools", "said": { "attack": "green:1" }, "faces": faces }).to_string();
    for (path, body, status, reason) in [
        ("asault/odds", pools(json!({})), 404, "did you mean \\\"assault\\\"?"),
        ("assault/odds", "{".to_owned(), 400, "not a question about an attack"),
        ("assault/odds", "[]".to_owned(), 400, "not a question about an attack"),
        ("assault/odds", json!({ "form": "pols" }).to_string(), 422, "did you mean \\\"pools\\\"?"),
        ("assault/odds", pools(json!({})), 422, "--attack is missing"),
        ("assault/odds", pools(json!({ "attack": null })), 422, "--attack needs a value"),
        ("assault/odds", pools(json!({ "attack": "green:1", "recruit": "yes" })), 422, "--recruit takes no value"),
        ("assault/odds", pools(json!({ "atack": "green:1" })), 422, "did you mean \\\"attack\\\"?"),
        ("assault/odds", pools(json!({ "attack": "green:99" })), 422, "more than 15 dice"),
        ("assault/resolve", faces(json!([7])), 422, "7 is not on the die for the attack"),
        ("assault/resolve", faces(json!([1, 1])), 422, "1 of the dice were never thrown"),
        ("assault/resolve", faces(json!([-1])), 400, "not a question about an attack"),
        ("assault/resolve", faces(json!(vec![1; 201])), 422, "more than 200 dice"),
        ("assault/odds", pools(json!({ "attack": "x".repeat(70_000) })), 413, "too much"),
    ] {
        let (found, text) = host.ask("POST", &format!("/api/aids/{path}"), &body).await;
        assert_eq!(found, status, "{path} {body:.80}: {text}");
        assert!(text.starts_with("{\"error\":") && text.contains(reason), "{path} {body:.80}: {text}");
    }
    assert_eq!(host.ask("GET", "/api/aids/assault/odds", "").await.0, 405);
}
