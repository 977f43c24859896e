//! Dice that nobody could choose: what the server promises, and how anybody can check it.

use crate::support::host::{Host, Shared, TestTable};
use engine::GameFile;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tempfile::tempdir;

const HUMANS: [&str; 2] = ["human", "human"];

/// The text that is hashed, written a second time: four lines, the last without an end.
fn hash(id: &str, seed: &str, salt: &str) -> String {
    let lines = ["opfire dice", id, seed, salt].join("\n");
    Sha256::digest(lines.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

async fn info(host: &Host, id: &str, key: &str) -> Value {
    host.holding(&[key]).get_json(&format!("/api/tables/{id}")).await
}

async fn play_out(host: &Host, id: &str, keys: &[&str]) {
    let mut both = host.connect(id, keys).await;
    let mut seq = both.view().await["seq"].as_u64().unwrap();
    while seq < 6 {
        both.act(u8::from(seq % 2 == 1), seq, &["roll"]).await;
        both.view().await;
        seq += 1;
    }
}

async fn finished(host: &Host) -> (Shared, String) {
    let table = host.shared().await;
    let blue = host.claim(&table).await;
    play_out(host, &table.id, &[&table.red, &blue]).await;
    (table, blue)
}

#[tokio::test]
async fn the_seed_is_promised_when_the_game_begins_and_told_when_it_is_over() {
    let folder = tempdir().unwrap();
    let host = Host::public(folder.path()).await;
    let table = host.shared().await;
    let promised = table.info["fair"].clone();
    assert_eq!((&promised["seed"], &promised["salt"]), (&Value::Null, &Value::Null));
    let blue = host.claim(&table).await;
    assert_eq!(info(&host, &table.id, &blue).await["fair"], promised, "both are told the same");
    play_out(&host, &table.id, &[&table.red, &blue]).await;

    let told = info(&host, &table.id, &blue).await["fair"].clone();
    let (seed, salt) = (told["seed"].as_str().unwrap(), told["salt"].as_str().unwrap());
    assert_eq!(told["hash"], promised["hash"]);
    assert_eq!(salt.len(), 26, "130 bits: nobody can try all seeds");
    assert_eq!(promised["hash"].as_str().unwrap(), hash(&table.id, seed, salt));

    // And that seed threw these dice.
    let (status, text) = host.holding(&[&blue]).get(&format!("/api/tables/{}/file", table.id)).await;
    assert_eq!(status, 200, "{text}");
    let file = GameFile::parse(&text).unwrap();
    assert_eq!(file.seed.as_deref(), Some(seed));
    assert!(crate::support::game::shelf().open_file(&file).unwrap().whole().is_ok());
}

#[tokio::test]
async fn a_seed_is_chosen_only_by_a_maker_who_takes_all_seats() {
    let folder = tempdir().unwrap();
    let host = Host::public(folder.path()).await;
    let wish = |claim: Value, players: [&str; 2]| json!({ "game": "hidden", "scenario": "short", "players": players, "seed": "7", "claim": claim });
    for claim in [json!(["red"]), json!([])] {
        let (status, answer) = host.ask("POST", "/api/tables", &wish(claim, HUMANS).to_string()).await;
        assert_eq!(status, 422, "{answer}");
        assert!(answer.contains("the server draws the seed"), "{answer}");
    }
    for (claim, players) in [
        (Value::Null, HUMANS),
        (json!(["red", "blue"]), HUMANS),
        (json!(["red"]), ["human", "roller"]),
        (json!([]), ["roller", "roller"]),
    ] {
        let info = host.make(&wish(claim, players)).await;
        assert_eq!(info["fair"], Value::Null, "whoever chose the seed knows the dice");
    }
    // Nor does anything promise dice that are typed, or those of a file.
    let typed = json!({ "game": "hidden", "scenario": "short", "players": HUMANS, "dice": "typed" });
    assert_eq!(host.make(&typed).await["fair"], Value::Null);
    let (table, blue) = finished(&host).await;
    let (_, file) = host.holding(&[&blue]).get(&format!("/api/tables/{}/file", table.id)).await;
    let (status, imported) = host.ask("POST", "/api/tables/import", &file).await;
    assert_eq!(status, 200, "{imported}");
    assert_eq!(serde_json::from_str::<Value>(&imported).unwrap()["fair"], Value::Null);
}

#[tokio::test]
async fn the_file_of_a_game_carries_the_promise() {
    let folder = tempdir().unwrap();
    let host = Host::public(folder.path()).await;
    let (table, blue) = finished(&host).await;
    let (_, text) = host.holding(&[&blue]).get(&format!("/api/tables/{}/file", table.id)).await;
    let file = GameFile::parse(&text).unwrap();
    let fair = file.fair.clone().unwrap();
    assert_eq!(
        (fair.table.as_str(), fair.hash.as_str()),
        (table.id.as_str(), table.info["fair"]["hash"].as_str().unwrap())
    );
    assert!(text.contains("\"version\": 5,\n"), "an older program says that it is too old");
    assert!(file.check_fair().unwrap());
    let other = GameFile { seed: Some("7".into()), ..file.clone() };
    assert!(other.check_fair().unwrap_err().to_string().contains("not those that were promised"));
    let nothing = GameFile { fair: None, ..file };
    assert!(!nothing.check_fair().unwrap());
    assert!(nothing.to_text().contains("\"version\": 3,\n"), "without a promise all is written as before");
}

#[tokio::test]
async fn a_branch_has_a_promise_of_its_own_for_its_new_dice() {
    let folder = tempdir().unwrap();
    let host = Host::public(folder.path()).await;
    let (table, blue) = finished(&host).await;
    let path = format!("/api/tables/{}/branch", table.id);
    let branched = host.holding(&[&blue]).post(&path, &json!({ "seq": 2 })).await;
    let new = TestTable::from(&branched);
    assert_ne!(branched["fair"]["hash"], table.info["fair"]["hash"]);
    assert_eq!(branched["fair"]["seed"], Value::Null);
    play_out(&host, &new.id, &[&new.red, &new.blue]).await;
    let told = info(&host, &new.id, &new.red).await["fair"].clone();
    let (seed, salt) = (told["seed"].as_str().unwrap(), told["salt"].as_str().unwrap());
    assert_eq!(branched["fair"]["hash"].as_str().unwrap(), hash(&new.id, seed, salt));
    let (_, text) = host.holding(&[&new.red]).get(&format!("/api/tables/{}/file", new.id)).await;
    assert!(GameFile::parse(&text).unwrap().check_fair().unwrap());
}
