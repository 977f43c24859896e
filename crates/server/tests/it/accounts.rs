//! Accounts: names, passwords, sessions, and the seats that belong to them.

use crate::support::{
    client::{HttpAnswer, Socket, request},
    host::{Host, config, database},
};
use serde_json::{Value, json};
use sqlx::{Connection, Row, SqliteConnection};
use tempfile::{TempDir, tempdir};

const PASSWORD: &str = "correct horse battery";

async fn ask(host: &Host, method: &str, path: &str, cookie: &str, body: &Value) -> HttpAnswer {
    let body = if body.is_null() { String::new() } else { body.to_string() };
    request(host.address, method, path, &[("Cookie", cookie)], &body).await
}

async fn register(host: &Host, name: &str) -> HttpAnswer {
    ask(host, "POST", "/api/account", "", &json!({ "name": name, "password": PASSWORD })).await
}

async fn log_in(host: &Host, name: &str, password: &str) -> HttpAnswer {
    ask(host, "POST", "/api/session", "", &json!({ "name": name, "password": password })).await
}

/// The cookie that an answer sets.
fn set_cookie(answer: &HttpAnswer) -> String {
    let line = answer.head.lines().find(|line| line.to_lowercase().starts_with("set-cookie: "));
    line.unwrap_or_else(|| panic!("no cookie: {}", answer.head))["set-cookie: ".len()..].to_owned()
}

/// As a browser sends it back.
fn cookie(answer: &HttpAnswer) -> String {
    set_cookie(answer).split(';').next().unwrap().to_owned()
}

fn json_of(answer: &HttpAnswer) -> Value {
    serde_json::from_str(&answer.body).unwrap_or_else(|_| panic!("{}", answer.body))
}

async fn open(folder: &TempDir) -> SqliteConnection {
    SqliteConnection::connect(&server::sqlite_url(&database(folder.path()))).await.unwrap()
}

/// From another address, as a proxy says.
async fn log_in_from(host: &Host, from: &str, cookie: &str, password: &str) -> HttpAnswer {
    let body = json!({ "name": "anna", "password": password }).to_string();
    let headers = [("X-Forwarded-For", from), ("Cookie", cookie)];
    request(host.address, "POST", "/api/session", &headers, &body).await
}

#[tokio::test]
async fn wrong_passwords_of_strangers_do_not_lock_the_owner_out() {
    let folder = tempdir().unwrap();
    let mut config = config(folder.path(), false);
    config.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
    config.limits.set("wrong-passwords-per-hour=3").unwrap();
    let host = Host::start(config).await;
    let wish = json!({ "name": "Anna", "password": PASSWORD }).to_string();
    let made = request(host.address, "POST", "/api/account", &[("X-Forwarded-For", "192.0.2.1")], &wish).await;
    let device = made
        .head
        .lines()
        .find_map(|line| line.strip_prefix("set-cookie: ").filter(|it| it.starts_with("opfire-device=")));
    let device = device.unwrap_or_else(|| panic!("{}", made.head));
    assert!(device.contains("HttpOnly") && device.contains("SameSite=Strict"), "{device}");
    let device = device.split(';').next().unwrap();
    for from in ["198.51.100.1", "198.51.100.2", "198.51.100.3"] {
        assert_eq!(log_in_from(&host, from, "", "wrong password").await.status, 401);
    }
    let stranger = log_in_from(&host, "198.51.100.4", "", PASSWORD).await;
    assert_eq!(stranger.status, 429, "strangers have tried enough, all together: {}", stranger.body);
    assert_eq!(log_in_from(&host, "192.0.2.1", "", PASSWORD).await.status, 200, "where she was before");
    assert_eq!(log_in_from(&host, "203.0.113.9", device, PASSWORD).await.status, 200, "her browser, elsewhere");
    let forged = "opfire-device=aaaaaaaaaaaaaaaaaaaaaaaaaa.0000";
    assert_eq!(log_in_from(&host, "203.0.113.8", forged, PASSWORD).await.status, 429);
    // Who sits at her browser can try no more than others.
    for _ in 0..3 {
        assert_eq!(log_in_from(&host, "203.0.113.9", device, "wrong password").await.status, 401);
    }
    assert_eq!(log_in_from(&host, "203.0.113.9", device, PASSWORD).await.status, 429);
    assert_eq!(log_in_from(&host, "192.0.2.1", "", PASSWORD).await.status, 200, "and she is not shut out at home");
}

#[tokio::test]
async fn one_registers_logs_out_and_in_again() {
    let folder = tempdir().unwrap();
    let host = Host::public(folder.path()).await;
    let nobody = ask(&host, "GET", "/api/account", "", &Value::Null).await;
    assert!(nobody.status == 401 && nobody.body.contains("not logged in"), "{}", nobody.body);
    let wish = json!({ "name": "Anna", "password": PASSWORD, "email": "anna@play.example" });
    let made = ask(&host, "POST", "/api/account", "", &wish).await;
    assert_eq!(
        (made.status, json_of(&made)),
        (201, json!({ "name": "Anna", "email": "anna@play.example", "wanted": null }))
    );
    let attributes = set_cookie(&made);
    for attribute in ["HttpOnly", "SameSite=Strict", "Path=/", "Max-Age="] {
        assert!(attributes.contains(attribute), "{attributes}");
    }
    assert!(!attributes.contains("Secure"), "plain HTTP on this machine: {attributes}");
    let session = cookie(&made);
    assert_eq!(json_of(&ask(&host, "GET", "/api/account", &session, &Value::Null).await)["name"], "Anna");
    let gone = ask(&host, "DELETE", "/api/session", &session, &Value::Null).await;
    assert!(gone.status == 204 && set_cookie(&gone).contains("Max-Age=0"), "{}", gone.head);
    assert_eq!(ask(&host, "GET", "/api/account", &session, &Value::Null).await.status, 401, "the session has ended");
    for (name, password) in [("anna", "wrong password"), ("bert", PASSWORD), ("anna", ""), ("", "")] {
        let refused = log_in(&host, name, password).await;
        assert_eq!(refused.status, 401, "{name}: {}", refused.body);
        assert!(refused.body.contains("no account with this name and this password"), "{}", refused.body);
    }
    let back = log_in(&host, " ANNA ", PASSWORD).await;
    assert_eq!((back.status, &json_of(&back)["name"]), (200, &json!("Anna")), "{}", back.body);
    let behind = [("X-Forwarded-Proto", "https")];
    let body = json!({ "name": "anna", "password": PASSWORD }).to_string();
    let secure = request(host.address, "POST", "/api/session", &behind, &body).await;
    assert!(set_cookie(&secure).contains("; Secure"), "{}", secure.head);
    host.stop().await;

    let host = Host::public(folder.path()).await;
    assert_eq!(ask(&host, "GET", "/api/account", &cookie(&back), &Value::Null).await.status, 200, "after a restart");
    host.stop().await;
    let mut connection = open(&folder).await;
    let row = sqlx::query("SELECT password, token FROM accounts, sessions").fetch_one(&mut connection).await.unwrap();
    let (password, token): (String, String) = (row.get("password"), row.get("token"));
    assert!(password.starts_with("$argon2id$") && !password.contains(PASSWORD), "{password}");
    assert!(token.len() == 64 && !cookie(&back).contains(&token), "only a hash is kept: {token}");
}

#[tokio::test]
async fn a_name_belongs_to_one() {
    let folder = tempdir().unwrap();
    let host = Host::public(folder.path()).await;
    let (one, other) = tokio::join!(register(&host, "Anna"), register(&host, "anna"));
    let mut statuses = [one.status, other.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409], "{} {}", one.body, other.body);
    assert_eq!(register(&host, "ANNA").await.status, 409);
    for wish in [
        json!({ "name": "x", "password": PASSWORD }),
        json!({ "name": "<script>", "password": PASSWORD }),
        json!({ "name": "Bert", "password": "short" }),
        json!({ "name": "Bert", "password": PASSWORD, "email": "nowhere" }),
    ] {
        let refused = ask(&host, "POST", "/api/account", "", &wish).await;
        assert_eq!(refused.status, 422, "{wish}: {}", refused.body);
    }
    let refused = ask(&host, "POST", "/api/account", "", &json!({ "name": "Bert", "password": 12_345_678 })).await;
    assert!(refused.status == 400 && !refused.body.contains("12345678"), "no password is repeated: {}", refused.body);
}

#[tokio::test]
async fn a_new_password_ends_other_sessions() {
    let folder = tempdir().unwrap();
    let host = Host::public(folder.path()).await;
    let here = cookie(&register(&host, "Anna").await);
    let there = cookie(&log_in(&host, "Anna", PASSWORD).await);
    let change = async |body: Value| ask(&host, "PATCH", "/api/account", &here, &body).await;
    assert_eq!(ask(&host, "PATCH", "/api/account", "", &json!({ "email": "a@b.example" })).await.status, 401);
    assert_eq!(json_of(&change(json!({ "email": "a@b.example" })).await)["email"], "a@b.example");
    assert_eq!(json_of(&change(json!({})).await)["email"], "a@b.example");
    assert_eq!(json_of(&change(json!({ "email": "" })).await)["email"], Value::Null);
    let wrong = json!({ "password": "not this one", "new_password": "another password" });
    assert_eq!(change(wrong).await.status, 403);
    assert_eq!(change(json!({ "new_password": "another password" })).await.status, 403);
    let right = json!({ "password": PASSWORD, "new_password": "another password" });
    assert_eq!(change(right).await.status, 200);
    assert_eq!(ask(&host, "GET", "/api/account", &here, &Value::Null).await.status, 200);
    assert_eq!(ask(&host, "GET", "/api/account", &there, &Value::Null).await.status, 401, "the other device is out");
    assert_eq!(log_in(&host, "Anna", PASSWORD).await.status, 401);
    assert_eq!(log_in(&host, "Anna", "another password").await.status, 200);
}

#[tokio::test]
async fn guessing_is_limited_by_name_and_by_address() {
    let folder = tempdir().unwrap();
    let mut limited = config(folder.path(), false);
    for limit in ["wrong-passwords-per-hour=2", "logins-per-hour=6", "accounts-per-hour=2"] {
        limited.limits.set(limit).unwrap();
    }
    let host = Host::start(limited).await;
    assert_eq!((register(&host, "Anna").await.status, register(&host, "Bert").await.status), (201, 201));
    let third = register(&host, "Carl").await;
    assert!(third.status == 429 && third.head.to_lowercase().contains("retry-after: "), "{}", third.head);
    for _ in 0..2 {
        assert_eq!(log_in(&host, "Anna", "wrong password").await.status, 401);
    }
    let stopped = log_in(&host, "Anna", PASSWORD).await;
    assert!(stopped.status == 429 && stopped.body.contains("one name"), "{}", stopped.body);
    for _ in 0..3 {
        assert_eq!(log_in(&host, "Bert", PASSWORD).await.status, 200, "right ones do not count for the name");
    }
    let stopped = log_in(&host, "Bert", PASSWORD).await;
    assert!(stopped.status == 429 && stopped.body.contains("one address"), "{}", stopped.body);
}

#[tokio::test]
async fn a_session_opens_the_seats_of_its_account_on_any_device() {
    let folder = tempdir().unwrap();
    let host = Host::public(folder.path()).await;
    let (anna, bert) = (cookie(&register(&host, "Anna").await), cookie(&register(&host, "Bert").await));
    let wish = json!({ "game": "hidden", "scenario": "short", "players": ["human", "human"], "claim": ["red"] });
    let info = json_of(&ask(&host, "POST", "/api/tables", &anna, &wish).await);
    let (id, invite) = (info["id"].as_str().unwrap(), info["seats"][1]["invite"].clone());
    let claim = json!({ "seat": "blue", "invite": invite });
    let claimed = ask(&host, "POST", &format!("/api/tables/{id}/claim"), &bert, &claim).await;
    assert_eq!(claimed.status, 200, "{}", claimed.body);
    for (session, seat) in [(&anna, 0), (&bert, 1)] {
        let mine = json_of(&ask(&host, "POST", "/api/mine", session, &json!({ "keys": [] })).await);
        assert_eq!((mine.as_array().unwrap().len(), &mine[0]["id"]), (1, &json!(id)), "{mine}");
        for other in 0..2 {
            assert_eq!(mine[0]["seats"][other]["yours"], other == seat, "{mine}");
        }
        let mut socket = Socket::open_with(host.address, id, &[], &[("Cookie", session)]).await.unwrap();
        let message = socket.next().await.unwrap();
        assert_eq!(message["yours"], json!([seat]), "without a key: {message}");
        let view = ask(&host, "GET", &format!("/api/tables/{id}/view"), session, &Value::Null).await;
        assert_eq!(json_of(&view)["viewer"], json!({ "seat": seat }));
    }
    let carl = cookie(&register(&host, "Carl").await);
    for stranger in ["", "opfire=nonsense", carl.as_str()] {
        assert!(Socket::open_with(host.address, id, &[], &[("Cookie", stranger)]).await.is_err(), "{stranger}");
        let mine = json_of(&ask(&host, "POST", "/api/mine", stranger, &json!({ "keys": [] })).await);
        assert_eq!(mine, json!([]), "{stranger}");
    }
    // The host gives the seat away: it is no longer Bert's, and its next player learns nothing of him.
    let key = info["host"].as_str().unwrap();
    host.holding(&[key]).post(&format!("/api/tables/{id}/invitation"), &json!({ "place": "blue" })).await;
    assert_eq!(json_of(&ask(&host, "POST", "/api/mine", &bert, &json!({ "keys": [] })).await), json!([]));
    assert!(Socket::open_with(host.address, id, &[], &[("Cookie", bert.as_str())]).await.is_err());
}

#[tokio::test]
async fn a_banned_account_is_shut_out() {
    let folder = tempdir().unwrap();
    let host = Host::public(folder.path()).await;
    let session = cookie(&register(&host, "Anna").await);
    host.stop().await;
    let mut connection = open(&folder).await;
    sqlx::query("UPDATE accounts SET banned = 1").execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    let host = Host::public(folder.path()).await;
    assert_eq!(ask(&host, "GET", "/api/account", &session, &Value::Null).await.status, 401);
    let refused = log_in(&host, "Anna", PASSWORD).await;
    assert!(refused.status == 403 && refused.body.contains("closed this account"), "{}", refused.body);
    assert_eq!(log_in(&host, "Anna", "wrong password").await.status, 401, "only its owner hears that");
}

#[tokio::test]
async fn sessions_that_nobody_uses_end() {
    let folder = tempdir().unwrap();
    let host = Host::public(folder.path()).await;
    let session = cookie(&register(&host, "Anna").await);
    host.stop().await;
    let mut connection = open(&folder).await;
    sqlx::query("UPDATE sessions SET seen = seen - 91 * 86400").execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    let host = Host::public(folder.path()).await;
    assert_eq!(ask(&host, "GET", "/api/account", &session, &Value::Null).await.status, 401);
}

#[tokio::test]
async fn one_s_own_machine_needs_no_accounts() {
    let folder = tempdir().unwrap();
    let host = Host::local(folder.path()).await;
    let refused = register(&host, "Anna").await;
    assert!(refused.status == 403 && refused.body.contains("your own machine"), "{}", refused.body);
}
