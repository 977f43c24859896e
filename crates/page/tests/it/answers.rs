use serde_json::{Value, json};

use crate::browser::Browser;

#[test]
fn what_is_the_same_for_everybody_is_answered() {
    let mut browser = Browser::new();
    let games = browser.get("/api/games");
    let ids: Vec<&str> = games.as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap()).collect();
    assert_eq!(ids, shelf::games().collect::<Vec<_>>());
    for game in games.as_array().unwrap() {
        let (id, map) = (game["id"].as_str().unwrap(), game["maps"][0]["id"].as_str().unwrap());
        let sheet = browser.get(&format!("/api/maps/{id}/{map}"));
        let hexes = sheet["board"]["hexes"].as_array().unwrap();
        let (from, to) = (hexes[0]["id"].as_str().unwrap(), hexes[1]["id"].as_str().unwrap());
        assert_eq!(browser.get(&format!("/api/maps/{id}/{map}/look?from={from}&to={to}"))["to"]["hex"], to);
        assert_eq!(browser.get(&format!("/api/maps/{id}/{map}/field?from={from}"))["from"], from);
        assert!(!browser.get(&format!("/api/rules/{id}")).as_array().unwrap().is_empty());
        let scenario = game["scenarios"][0]["id"].as_str().unwrap();
        assert!(browser.get(&format!("/api/sheets/{id}/{scenario}")).is_array());
        let aid = browser.get(&format!("/api/aids/{id}"));
        assert_eq!(aid["forms"].as_array().unwrap().len(), game["aid"].as_array().unwrap().len(), "{id}");
        let numbered = browser.ask("GET", &format!("/api/maps/{id}/{map}/map.svg"), &[], &Value::Null);
        let plain = browser.ask("GET", &format!("/api/maps/{id}/{map}/map.svg?numbers=0"), &[], &Value::Null);
        assert_eq!((numbered.mime, plain.status), ("image/svg+xml", 200));
        assert!(plain.body.len() < numbered.body.len());
    }
    assert_eq!(browser.get("/api/server"), json!({"local": true, "accounts": false, "mail": false, "webhooks": false}));
    assert!(browser.ask("GET", "/api/symbols.svg", &[], &Value::Null).body.contains("<symbol"));
    assert!(browser.ask("GET", "/api/looks/woods.svg", &[], &Value::Null).body.starts_with("<svg"));
}

#[test]
fn odds_are_the_same_as_everywhere() {
    let mut browser = Browser::new();
    let attack = json!({"form": "direct-fire", "said": {"range": "3", "defense": "6"}});
    let answer = browser.ask("POST", "/api/aids/divisions/odds", &[], &attack);
    let answer: Value = serde_json::from_str(&answer.body).unwrap();
    let shelf = shelf::stock_one(&content::Files::embedded(), "divisions").unwrap().unwrap();
    let attacks = shelf.ruleset("divisions").unwrap().attacks().unwrap();
    let form = engine::Form::named(attacks.forms(), "direct-fire").unwrap();
    let words = engine::Words::said(form, [("range", Some("3")), ("defense", Some("6"))]).unwrap();
    let forecast = attacks.forecast(form.name, &words).unwrap().possible();
    assert_eq!(answer, json!({"type": "odds", "forecast": forecast}));

    // The dice that are missing fall from a seed, which it tells.
    let thrown = json!({"form": "direct-fire", "said": {"range": "3", "defense": "6"}, "throw": true});
    let thrown = browser.ask("POST", "/api/aids/divisions/resolve", &[], &thrown);
    let thrown: Value = serde_json::from_str(&thrown.body).unwrap();
    assert_eq!((thrown["type"].as_str(), thrown["seed"].is_u64()), (Some("thrown"), true), "{thrown}");

    let senseless = json!({"form": "direct-fire", "said": {"range": "many"}});
    assert_eq!(browser.ask("POST", "/api/aids/divisions/odds", &[], &senseless).status, 422);
    let faces = json!({"form": "direct-fire", "said": {"range": "3", "defense": "6"}, "faces": vec![1; 201]});
    assert_eq!(browser.ask("POST", "/api/aids/divisions/resolve", &[], &faces).status, 422);
    assert_eq!(browser.ask("POST", "/api/aids/divisions/odds", &[], &json!([1])).status, 400);
}

#[test]
fn what_there_is_not_is_refused_with_a_reason() {
    let mut browser = Browser::new();
    for (method, address, status, reason) in [
        ("GET", "/api/rules/chess", 404, "there is no game"),
        ("GET", "/api/nothing", 404, "nothing at"),
        ("GET", "/api/looks/sand.svg", 404, "nothing at"),
        ("GET", "/api/tables/none/board", 404, "no saved game"),
        ("GET", "/api/maps/divisions/nowhere", 404, "no map"),
        ("GET", "/api/maps/divisions/rzhavets/look?frm=0101", 400, "did you mean \"from\""),
        ("GET", "/api/maps/divisions/rzhavets/look?from=0101&to=0102&smoke=1010%3Dmany", 400, "1010=2"),
        ("GET", "/api/maps/divisions/rzhavets/look?from=0101", 400, "say which hex: to="),
        ("GET", "/api/maps/divisions/rzhavets/field?from=nowhere", 400, "nowhere"),
        ("POST", "/api/account", 422, "needs a server"),
        ("POST", "/api/tables", 400, "a request for a new game"),
    ] {
        let answer = browser.ask(method, address, &[], &json!("{}"));
        assert_eq!(answer.status, status, "{address}: {}", answer.body);
        let failure: Value = serde_json::from_str(&answer.body).unwrap();
        assert!(failure["error"].as_str().unwrap().contains(reason), "{address}: {failure}");
    }
}
