//! Mail and webhooks over TLS: the real program, and servers whose certificates are good or not.

use std::{path::Path, time::Duration};

use serde_json::{Value, json};
use tempfile::tempdir;
use tokio::time::sleep;

use crate::support::{
    authority::Authority,
    client::Socket,
    house::{self, House},
    office::{Kind, Notes, Office},
};

const VICTIM: &str = "ann@player.example";
const PASSWORD: &str = "tell-nobody";
/// `\0opfire\0tell-nobody`, as SMTP sends it.
const PACKED: &str = "AG9wZmlyZQB0ZWxsLW5vYm9keQ==";

/// A server that sends mail and calls webhooks, and trusts one authority.
fn house(folder: &Path, trusted: &Authority, smtp: Option<&str>) -> House {
    let file = trusted.file(folder).display().to_string();
    let mut more = vec!["--public-url", "https://play.example", "--webhooks-inside", "--limit", "away-time=300ms"];
    let mut environment = vec![("SSL_CERT_FILE", file.as_str())];
    if let Some(smtp) = smtp {
        more.extend(["--mail-from", "opfire@play.example"]);
        environment.push(("OPFIRE_SMTP", smtp));
    }
    House::with(&format!("sqlite://{}/games.db", folder.display()), &more, "trace", &environment)
}

/// Wants to be told of every seat's turn.
async fn wish(house: &House, table: &Value, wish: &Value) {
    for key in house::keys(table) {
        let path = format!("/api/tables/{}/notify", table["id"].as_str().unwrap());
        let (status, body) = house.ask_with(&key, "PUT", &path, &wish.to_string()).await;
        assert_eq!(status, 200, "{body}");
    }
}

/// Gives an address, whose owner is asked by mail.
async fn mail(house: &House) {
    let table = house.create(["human", "human"]).await;
    wish(house, &table, &json!({ "email": VICTIM })).await;
}

/// Plays until it is the other's turn and goes away: he hears of it by webhook.
async fn post(house: &House, url: &str) {
    let table = house.create(["human", "human"]).await;
    wish(house, &table, &json!({ "webhook": url })).await;
    let keys = house::keys(&table);
    let mut socket = Socket::open(house.address, table["id"].as_str().unwrap(), &[&keys[0], &keys[1]]).await.unwrap();
    let asked = |view: &Value| view["scene"]["prompt"]["seat"].as_u64().unwrap();
    let mut view = socket.view().await;
    let first = asked(&view);
    while asked(&view) == first {
        let seq = view["seq"].as_u64().unwrap();
        let action = view["scene"]["choices"][0]["action"].as_str().unwrap();
        socket.act(u8::try_from(first).unwrap(), seq, &[action]).await;
        view = socket.until(|view| view["seq"].as_u64().unwrap() > seq).await;
    }
}

/// What a mail server heard of one mail, or of none, when `url` names it as PLACE and the program trusts `trusted`; and
/// what the log said.
async fn mailed(url: &str, office: &Office, trusted: &Authority, logged: Option<&str>) -> (Notes, String) {
    let folder = tempdir().unwrap();
    let url = url.replace("PLACE", &format!("opfire:{PASSWORD}@localhost:{}", office.address.port()));
    let house = house(folder.path(), trusted, Some(&url));
    mail(&house).await;
    office.visited().await;
    if let Some(logged) = logged {
        house.logged(logged).await;
        // Nobody tries again behind our back.
        sleep(Duration::from_millis(300)).await;
    }
    let (_, said) = house.stop();
    assert!(![VICTIM, PASSWORD, PACKED, "/#/address/"].iter().any(|secret| said.contains(secret)), "{said}");
    (office.notes(), said)
}

/// That a mail with the question arrived where nobody else could read it, after a login.
fn is_taken(notes: &Notes) -> bool {
    let login = notes.secret.find(PACKED);
    let to = notes.secret.find(&format!("RCPT TO:<{VICTIM}>"));
    login.is_some() && login < to && notes.secret.contains("\r\n.\r\n")
}

/// That nothing was said in the open but what anybody may know.
fn tells_nothing(open: &str) -> bool {
    open.lines().all(|line| ["EHLO play.example", "STARTTLS", "QUIT"].contains(&line))
}

#[tokio::test]
async fn mail_goes_over_tls_to_a_server_that_is_trusted() {
    let trusted = Authority::new("good");
    for (url, kind) in [("smtps://PLACE", Kind::MailOverTls), ("smtp://PLACE?tls=required", Kind::MailWithStarttls)] {
        let office = Office::open(kind, trusted.acceptor("localhost")).await;
        let (notes, said) = mailed(url, &office, &trusted, None).await;
        assert!(is_taken(&notes) && tells_nothing(&notes.open), "{kind:?}: {notes:?}");
        assert!(!said.contains("the mail was not taken"), "{said}");
    }
}

#[tokio::test]
async fn mail_does_not_go_to_a_server_whose_certificate_is_not_good() {
    let (trusted, other) = (Authority::new("good"), Authority::new("other"));
    for (url, kind) in [("smtps://PLACE", Kind::MailOverTls), ("smtp://PLACE?tls=required", Kind::MailWithStarttls)] {
        for (acceptor, why) in [
            (other.acceptor("localhost"), "its certificate comes from nobody whom this machine trusts"),
            (trusted.acceptor("mail.example"), "its certificate is for another name"),
        ] {
            let office = Office::open(kind, acceptor).await;
            let (notes, _) = mailed(url, &office, &trusted, Some(why)).await;
            assert!(notes.secret.is_empty() && tells_nothing(&notes.open), "{kind:?}, {why}: {notes:?}");
        }
    }
}

#[tokio::test]
async fn mail_that_must_be_secret_is_never_sent_in_the_open() {
    let trusted = Authority::new("good");
    for (url, kind, why) in [
        ("smtp://PLACE?tls=required", Kind::MailInTheOpen, "STARTTLS is not supported"),
        ("smtp://PLACE?tls=required", Kind::MailThatThinksAgain, "the mail server answers 454"),
        ("smtps://PLACE", Kind::MailInTheOpen, "it does not speak TLS as it should"),
    ] {
        let office = Office::open(kind, trusted.acceptor("localhost")).await;
        let (notes, _) = mailed(url, &office, &trusted, Some(why)).await;
        let heard = notes.open.contains("MAIL") || notes.open.contains("AUTH") || notes.open.contains(VICTIM);
        assert!(!heard && notes.secret.is_empty(), "{kind:?}: {notes:?}");
        // What is meant for TLS is no text.
        assert!(url.starts_with("smtps") || tells_nothing(&notes.open), "{kind:?}: {notes:?}");
    }
}

#[test]
fn a_password_for_mail_is_not_sent_over_the_network_in_the_open() {
    let out = house::opfire(&[
        "serve",
        // If it came so far it would be refused for this.
        "--database",
        "nowhere",
        "--smtp",
        "smtp://opfire:tell-nobody@mail.example",
        "--mail-from",
        "opfire@play.example",
        "--public-url",
        "https://play.example",
    ]);
    assert!(out.code == Some(1) && out.said.contains("tls=required") && !out.said.contains(PASSWORD), "{}", out.said);
}

#[tokio::test]
async fn a_webhook_over_tls_is_called_if_it_is_trusted_and_else_told_nothing() {
    let (trusted, other) = (Authority::new("good"), Authority::new("other"));
    for (acceptor, wrong) in [
        (trusted.acceptor("localhost"), None),
        (other.acceptor("localhost"), Some("its certificate comes from nobody whom this machine trusts")),
        (trusted.acceptor("hooks.example"), Some("its certificate is for another name")),
    ] {
        let folder = tempdir().unwrap();
        let office = Office::open(Kind::Webhook, acceptor).await;
        let house = house(folder.path(), &trusted, None);
        let port = office.address.port();
        post(&house, &format!("https://localhost:{port}/hook/tell-nobody")).await;
        let notes = office.visited().await;
        match wrong {
            None => {
                assert!(notes.secret.starts_with("POST /hook/tell-nobody HTTP/1.1\r\n"), "{notes:?}");
                assert!(notes.secret.contains("\"event\":\"turn\""), "{notes:?}");
            }
            Some(why) => {
                house.logged(&format!("a player could not be told of his turn: no TLS with the webhook: {why}")).await;
                assert!(notes.secret.is_empty(), "{notes:?}");
            }
        }
        let (_, said) = house.stop();
        assert!(!said.contains("tell-nobody") && !said.contains(&format!(":{port}")), "{said}");
    }
}
