//! Who sits down where: links, the first who claims, and the host who takes a seat back.

use crate::support::{
    client::Socket,
    host::{Host, Shared},
};
use futures_util::future::join_all;
use serde_json::{Value, json};
use tempfile::tempdir;

async fn claim(host: &Host, id: &str, wish: Value) -> (u16, Value) {
    let (status, body) = host.ask("POST", &format!("/api/tables/{id}/claim"), &wish.to_string()).await;
    (status, serde_json::from_str(&body).unwrap())
}

async fn invite(host: &Host, table: &Shared, key: &str, place: &str) -> (u16, Value) {
    let path = format!("/api/tables/{}/invitation", table.id);
    let (status, body) = host.holding(&[key]).ask("POST", &path, &json!({ "place": place }).to_string()).await;
    (status, serde_json::from_str(&body).unwrap())
}

async fn view(host: &Host, id: &str, key: &str) -> u16 {
    host.holding(&[key]).get(&format!("/api/tables/{id}/view")).await.0
}

fn error(answer: &Value) -> &str {
    answer["error"].as_str().unwrap()
}

#[tokio::test]
async fn a_name_is_one_line_and_turns_nothing_round() {
    let folder = tempdir().unwrap();
    let host = Host::public(folder.path()).await;
    let table = host.shared().await;
    for letter in ['\u{202e}', '\u{2066}', '\u{200f}', '\u{61c}', '\u{2028}', '\u{2029}', '\u{85}'] {
        let name = format!("Bob{letter}nnA");
        let wish = json!({ "seat": "blue", "invite": table.invite, "name": name });
        let (status, answer) = claim(&host, &table.id, wish).await;
        assert!(status == 422 && error(&answer).contains("one line"), "{letter:?}: {answer}");
        let wish = json!({ "game": "hidden", "scenario": "short", "players": ["human", "human"], "name": name });
        let (status, body) = host.ask("POST", "/api/tables", &wish.to_string()).await;
        assert_eq!(status, 422, "{letter:?}: {body}");
    }
    let (status, info) =
        claim(&host, &table.id, json!({ "seat": "blue", "invite": table.invite, "name": "דוד ✠ 田中" })).await;
    assert_eq!((status, &info["info"]["seats"][1]["who"]), (200, &json!("דוד ✠ 田中")));
}

#[tokio::test]
async fn the_maker_gets_the_key_of_his_seat_and_a_link_for_the_other() {
    let folder = tempdir().unwrap();
    let host = Host::public(folder.path()).await;
    let table = host.shared().await;
    let seats = &table.info["seats"];
    assert_eq!((&seats[0]["invite"], &seats[1]["key"]), (&Value::Null, &Value::Null));
    assert_eq!((&seats[0]["claimed"], &seats[1]["claimed"]), (&true.into(), &false.into()));
    assert_eq!((&seats[0]["yours"], &seats[1]["yours"]), (&true.into(), &false.into()));
    assert_eq!((&seats[0]["who"], &table.info["is_host"]), (&"Ann".into(), &true.into()));
    for secret in [&table.red, &table.invite, &table.host, &table.watch] {
        assert_eq!(secret.len(), 26, "130 bits");
    }

    // Nobody is told again, with whatever key.
    for keys in [&[][..], &[table.red.as_str()], &[table.host.as_str(), &table.watch]] {
        let (status, told) = host.holding(keys).get(&format!("/api/tables/{}", table.id)).await;
        assert_eq!(status, 200, "{told}");
        for secret in [&table.red, &table.invite, &table.host, &table.watch] {
            assert!(!told.contains(secret.as_str()), "{told}");
        }
    }

    let (status, claimed) =
        claim(&host, &table.id, json!({ "seat": "blue", "invite": table.invite, "name": " Bob " })).await;
    assert_eq!(status, 200, "{claimed}");
    let (seats, blue) = (&claimed["info"]["seats"], claimed["key"].as_str().unwrap());
    assert_eq!(
        (&seats[1]["claimed"], &seats[1]["yours"], &seats[1]["who"]),
        (&true.into(), &true.into(), &"Bob".into())
    );
    assert_eq!((&seats[0]["yours"], &claimed["info"]["is_host"]), (&false.into(), &false.into()));

    let (mut red, mut other) = (host.connect(&table.id, &[&table.red]).await, host.connect(&table.id, &[blue]).await);
    assert_eq!(red.next().await.unwrap()["yours"], json!([0]));
    assert_eq!(other.next().await.unwrap()["yours"], json!([1]));
    red.act(0, 0, &["roll"]).await;
    red.view().await;
    other.view().await;
    other.act(1, 1, &["roll"]).await;
    assert_eq!(other.view().await["seq"], 2);
    let info = host.holding(&[blue]).get_json(&format!("/api/tables/{}", table.id)).await;
    assert_eq!((&info["asked"], &info["seats"][1]["yours"]), (&0.into(), &true.into()));
}

#[tokio::test]
async fn of_many_who_claim_at_once_one_sits_down() {
    let folder = tempdir().unwrap();
    let host = Host::public(folder.path()).await;
    for open in [false, true] {
        let table = host.shared_with(json!({ "open": open })).await;
        // At an open table half of them come without the link.
        let wish = |number: usize| {
            let invite = (!open || number.is_multiple_of(2)).then_some(&table.invite);
            json!({ "seat": "blue", "invite": invite, "name": format!("number {number}") })
        };
        let answers = join_all((0..12).map(|number| claim(&host, &table.id, wish(number)))).await;
        let won: Vec<_> = answers.iter().filter(|(status, _)| *status == 200).collect();
        assert_eq!(won.len(), 1, "{answers:?}");
        for (status, answer) in answers.iter().filter(|(status, _)| *status != 200) {
            assert_eq!((*status, error(answer)), (409, "somebody sits there already"));
        }
        assert_eq!(view(&host, &table.id, won[0].1["key"].as_str().unwrap()).await, 200);
        let info = host.get_json(&format!("/api/tables/{}", table.id)).await;
        assert_eq!(info["seats"][1]["who"], won[0].1["info"]["seats"][1]["who"]);
    }
}

#[tokio::test]
async fn a_link_is_for_one_seat_and_for_once() {
    let folder = tempdir().unwrap();
    let host = Host::public(folder.path()).await;
    let wish = json!({ "game": "hidden", "scenario": "short", "players": ["human", "human"], "claim": [] });
    let info = host.make(&wish).await;
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let (red, blue) = (&text(&info["seats"][0]["invite"]), &text(&info["seats"][1]["invite"]));
    let id = info["id"].as_str().unwrap();
    for (seat, invite, status, why) in [
        ("blue", Some(red.as_str()), 403, "does not hold any more"),
        ("blue", Some("wrong"), 403, "does not hold any more"),
        ("blue", None, 403, "with the link"),
        ("blu", Some(blue.as_str()), 422, "did you mean \"blue\"?"),
        ("host", Some(blue.as_str()), 422, "no seat \"host\""),
        ("watch", None, 422, "no seat \"watch\""),
    ] {
        let (found, answer) = claim(&host, id, json!({ "seat": seat, "invite": invite })).await;
        assert_eq!(found, status, "{seat} {invite:?}: {answer}");
        assert!(error(&answer).contains(why), "{answer}");
    }
    assert_eq!(claim(&host, id, json!({ "seat": "blue", "invite": blue })).await.0, 200);
    assert_eq!(claim(&host, id, json!({ "seat": "blue", "invite": blue })).await.0, 409, "it is spent");
    // The link is no key, and the spent one neither.
    assert_eq!(view(&host, id, blue).await, 403);
    assert_eq!(view(&host, id, red).await, 403);
}

#[tokio::test]
async fn a_seat_that_is_given_away_is_closed_to_whoever_sat_there_and_all_are_told() {
    let folder = tempdir().unwrap();
    let host = Host::public(folder.path()).await;
    let table = host.shared().await;
    let key = host.claim(&table).await;
    let mut red = host.connect(&table.id, &[&table.red]).await;
    let mut blue = host.connect(&table.id, &[&key]).await;
    red.view().await;
    blue.view().await;

    for (key, why) in [(&table.red, "only the host"), (&table.watch, "only the host"), (&key, "only the host")] {
        let (status, answer) = invite(&host, &table, key, "blue").await;
        assert_eq!(status, 403, "{answer}");
        assert!(error(&answer).contains(why), "{answer}");
    }
    assert_eq!(invite(&host, &table, &table.host, "green").await.0, 422);
    assert_eq!(invite(&host, &table, &table.host, "host").await.0, 422);

    let (status, fresh) = invite(&host, &table, &table.host, "blue").await;
    assert_eq!(status, 200, "{fresh}");
    assert_eq!(blue.next().await, None, "{}", blue.raw);
    assert!(blue.raw.contains("closed 1008 the host has made your key void"), "{}", blue.raw);
    let (seats, notice) = red.hear_both("seats", "notice").await;
    assert_eq!(seats["seats"][1], json!({ "seat": 1, "who": null, "claimed": false }));
    assert_eq!(notice["text"], "The host has given the seat of Blue away.");

    assert_eq!(view(&host, &table.id, &key).await, 403);
    assert!(Socket::open(host.address, &table.id, &[&key]).await.is_err());
    let wish = |invite: &str| json!({ "seat": "blue", "invite": invite });
    assert_eq!(claim(&host, &table.id, wish(&table.invite)).await.0, 403, "the first link is void");
    let (status, again) = claim(&host, &table.id, wish(fresh["invite"].as_str().unwrap())).await;
    assert_eq!(status, 200, "{again}");
    let mut blue = host.connect(&table.id, &[again["key"].as_str().unwrap()]).await;
    blue.view().await;
    let said = blue.hear("chat").await;
    assert_eq!(said["lines"][0]["text"], "The host has given the seat of Blue away.", "whoever comes later reads it");
    red.act(0, 0, &["roll"]).await;
    blue.hear("change").await;
}

#[tokio::test]
async fn a_link_that_nobody_has_used_is_replaced_in_silence() {
    let folder = tempdir().unwrap();
    let host = Host::public(folder.path()).await;
    let table = host.shared().await;
    let mut red = host.connect(&table.id, &[&table.red]).await;
    red.view().await;
    let (status, fresh) = invite(&host, &table, &table.host, "blue").await;
    assert_eq!(status, 200);
    let seats = red.next().await.unwrap();
    assert_eq!(seats["type"], "seats");
    red.silence().await;
    assert_eq!(claim(&host, &table.id, json!({ "seat": "blue", "invite": table.invite })).await.0, 403);
    assert_eq!(claim(&host, &table.id, json!({ "seat": "blue", "invite": fresh["invite"] })).await.0, 200);
}

#[tokio::test]
async fn a_seat_that_is_taken_back_waits_for_a_new_link_even_at_an_open_table() {
    let folder = tempdir().unwrap();
    let host = Host::public(folder.path()).await;
    let table = host.shared_with(json!({ "open": true })).await;
    let key = host.claim(&table).await;
    let mut red = host.connect(&table.id, &[&table.red]).await;
    red.view().await;
    let path = format!("/api/tables/{}/invitation", table.id);
    let revoke =
        async |key: &str, place: &str| host.holding(&[key]).ask("DELETE", &format!("{path}{place}"), "").await.0;
    assert_eq!(revoke(&table.red, "?place=blue").await, 403);
    assert_eq!(revoke(&table.host, "").await, 400);
    assert_eq!(revoke(&table.host, "?place=blue").await, 204);
    assert_eq!(red.hear("notice").await["text"], "The host has taken the seat of Blue back.");
    assert_eq!(view(&host, &table.id, &key).await, 403);
    for wish in [json!({ "seat": "blue" }), json!({ "seat": "blue", "invite": table.invite })] {
        assert_eq!(claim(&host, &table.id, wish).await.0, 403);
    }
    assert_eq!(host.get_json("/api/lobby").await["open"], json!([]), "no seat is free");
    invite(&host, &table, &table.host, "blue").await;
    assert_eq!(host.get_json("/api/lobby").await["open"][0]["id"], table.id.as_str());
    assert_eq!(claim(&host, &table.id, json!({ "seat": "blue" })).await.0, 200);
}

#[tokio::test]
async fn a_new_link_for_spectators_ends_the_old_one() {
    let folder = tempdir().unwrap();
    let host = Host::public(folder.path()).await;
    let table = host.shared().await;
    let mut watcher = host.connect(&table.id, &[&table.watch]).await;
    assert_eq!(watcher.view().await["viewer"], "spectator");
    let (status, fresh) = invite(&host, &table, &table.host, "watch").await;
    assert_eq!(status, 200);
    assert_eq!(watcher.next().await, None);
    assert_eq!(view(&host, &table.id, &table.watch).await, 403);
    assert_eq!(view(&host, &table.id, fresh["invite"].as_str().unwrap()).await, 200);
    let path = format!("/api/tables/{}/invitation?place=watch", table.id);
    assert_eq!(host.holding(&[&table.host]).ask("DELETE", &path, "").await.0, 204);
    assert_eq!(view(&host, &table.id, fresh["invite"].as_str().unwrap()).await, 403);
}

#[tokio::test]
async fn wrong_wishes_about_seats_and_names_are_answered_with_a_reason() {
    let folder = tempdir().unwrap();
    let host = Host::public(folder.path()).await;
    let wish = |more: Value| {
        let mut wish = json!({ "game": "hidden", "scenario": "short", "players": ["human", "roller"] });
        wish.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        wish.to_string()
    };
    for (more, why) in [
        (json!({ "claim": ["reed"] }), "did you mean \\\"red\\\"?"),
        (json!({ "claim": ["blue"] }), "a bot sits"),
        (json!({ "name": "n".repeat(41) }), "40 characters"),
        (json!({ "name": "Ann\nBob" }), "one line"),
    ] {
        let (status, answer) = host.ask("POST", "/api/tables", &wish(more.clone())).await;
        assert_eq!(status, 422, "{more}: {answer}");
        assert!(answer.contains(why), "{more}: {answer}");
    }
    let (status, answer) = host.ask("POST", "/api/tables", &wish(json!({ "name": "ä".repeat(40) }))).await;
    assert_eq!(status, 200, "{answer}");
}

#[tokio::test]
async fn on_ones_own_machine_all_seats_are_ones_own() {
    let folder = tempdir().unwrap();
    let host = Host::local(folder.path()).await;
    let wish = json!({ "game": "hidden", "scenario": "short", "players": ["human", "human"], "claim": ["red"] });
    let info = host.make(&wish).await;
    for seat in 0..2 {
        assert!(info["seats"][seat]["key"].is_string() && info["seats"][seat]["invite"].is_null());
        assert_eq!((&info["seats"][seat]["yours"], &info["seats"][seat]["claimed"]), (&true.into(), &true.into()));
    }
    assert_eq!((&info["host"], &info["watch"], &info["fair"]), (&Value::Null, &Value::Null, &Value::Null));
    let id = info["id"].as_str().unwrap();
    assert_eq!(claim(&host, id, json!({ "seat": "blue" })).await.0, 409);
}
