//! Players who are not there hear of their turn: by mail through a real SMTP conversation, and by webhooks.

use std::{path::Path, time::Duration};

use crate::support::{
    client::{HttpAnswer, Socket, request},
    game,
    host::{Host, TestTable, config},
};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::{Value, json};
use server::{Config, Post, ServeError, Server};
use tempfile::tempdir;
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
    sync::mpsc,
    time::timeout,
};

/// A mail as an SMTP server got it.
#[derive(Debug)]
struct Got {
    from: String,
    to: String,
    data: String,
    login: Option<String>,
}

/// An SMTP server for a test: its address, and the mails it gets.
async fn smtp() -> (String, mpsc::UnboundedReceiver<Got>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let (sender, mails) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(converse(stream, sender.clone()));
        }
    });
    (address, mails)
}

/// RFC 5321, as far as one mail needs it.
async fn converse(stream: TcpStream, sender: mpsc::UnboundedSender<Got>) -> Option<()> {
    let mut stream = BufReader::new(stream);
    let mut got = Got { from: String::new(), to: String::new(), data: String::new(), login: None };
    stream.write_all(b"220 mail.example ESMTP\r\n").await.ok()?;
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).await.ok()? == 0 {
            return None;
        }
        let line = line.trim_end();
        let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
        let answer = match verb.to_uppercase().as_str() {
            "EHLO" => "250-mail.example\r\n250 AUTH PLAIN\r\n",
            "AUTH" => {
                let packed = rest.strip_prefix("PLAIN ").unwrap();
                got.login = Some(String::from_utf8(STANDARD.decode(packed).unwrap()).unwrap());
                "235 welcome\r\n"
            }
            "MAIL" => {
                got.from = rest.to_owned();
                "250 ok\r\n"
            }
            "RCPT" => {
                got.to = rest.to_owned();
                "250 ok\r\n"
            }
            "DATA" => {
                stream.write_all(b"354 go on\r\n").await.ok()?;
                while !got.data.ends_with("\r\n.\r\n") {
                    stream.read_line(&mut got.data).await.ok()?;
                }
                sender
                    .send(std::mem::replace(
                        &mut got,
                        Got { from: String::new(), to: String::new(), data: String::new(), login: None },
                    ))
                    .ok()?;
                "250 taken\r\n"
            }
            "QUIT" => {
                let _ = stream.write_all(b"221 bye\r\n").await;
                return Some(());
            }
            _ => "502 what?\r\n",
        };
        stream.write_all(answer.as_bytes()).await.ok()?;
    }
}

/// A webhook for a test, which answers with this head: its address, and what is posted to it.
async fn webhook(answer: &'static str) -> (String, mpsc::UnboundedReceiver<(String, Value)>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}/hook", listener.local_addr().unwrap());
    let (sender, posts) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut bytes = Vec::new();
            let mut part = [0; 4096];
            while let Ok(count @ 1..) = stream.read(&mut part).await {
                bytes.extend_from_slice(&part[..count]);
                let text = String::from_utf8_lossy(&bytes).into_owned();
                if let Some((head, Ok(body))) =
                    text.split_once("\r\n\r\n").map(|(head, body)| (head, serde_json::from_str(body)))
                {
                    sender.send((head.to_owned(), body)).unwrap();
                    break;
                }
            }
            let _ = stream.write_all(format!("HTTP/1.1 {answer}\r\nContent-Length: 0\r\n\r\n").as_bytes()).await;
        }
    });
    (address, posts)
}

async fn next<T>(news: &mut mpsc::UnboundedReceiver<T>) -> T {
    timeout(Duration::from_secs(20), news.recv()).await.expect("nobody is told").unwrap()
}

/// Nobody is told for several times the time after which somebody is.
async fn quiet<T: std::fmt::Debug>(news: &mut mpsc::UnboundedReceiver<T>) {
    let told = timeout(Duration::from_millis(1500), news.recv()).await;
    assert!(told.is_err(), "{told:?}");
}

fn posting(folder: &Path, post: Post) -> Config {
    let mut config = config(folder, false);
    config.limits.set("away-time=300ms").unwrap();
    Config { post, ..config }
}

fn post() -> Post {
    Post { public_url: Some("https://play.example/".into()), webhooks_inside: true, ..Post::default() }
}

/// A server with these limits that sends mail, perhaps after a login (`name:password@`), and the mails.
async fn posting_mail(folder: &Path, login: &str, limits: &[&str]) -> (Host, mpsc::UnboundedReceiver<Got>) {
    let (address, mails) = smtp().await;
    let smtp = Some(format!("smtp://{login}{address}"));
    let mut config = posting(folder, Post { smtp, mail_from: Some("opfire@play.example".into()), ..post() });
    for limit in limits {
        config.limits.set(limit).unwrap();
    }
    (Host::start(config).await, mails)
}

async fn notify(host: &Host, table: &TestTable, key: &str, wish: Value) -> HttpAnswer {
    let path = format!("/api/tables/{}/notify", table.id);
    let (method, body) = if wish.is_null() { ("GET", String::new()) } else { ("PUT", wish.to_string()) };
    request(host.address, method, &path, &[("Opfire-Key", key)], &body).await
}

fn json_of(answer: &HttpAnswer) -> Value {
    assert_eq!(answer.status, 200, "{}", answer.body);
    serde_json::from_str(&answer.body).unwrap()
}

async fn table(host: &Host) -> TestTable {
    let wish = json!({ "game": "hidden", "scenario": "long", "players": ["human", "human"] });
    let (status, body) = host.ask("POST", "/api/tables", &wish.to_string()).await;
    assert_eq!(status, 200, "{body}");
    TestTable::from(&serde_json::from_str(&body).unwrap())
}

async fn sit(host: &Host, table: &TestTable, key: &str) -> Socket {
    let mut socket = host.sit(table, &[key]).await;
    socket.view().await;
    socket
}

/// The text of a mail.
fn text(mail: &Got) -> String {
    let body = mail.data.split_once("\r\n\r\n").unwrap().1;
    String::from_utf8(STANDARD.decode(body.trim_end_matches(".\r\n").replace("\r\n", "")).unwrap()).unwrap()
}

/// The word in the link of the mail that asks the owner of an address.
async fn asked(mails: &mut mpsc::UnboundedReceiver<Got>) -> String {
    let mail = next(mails).await;
    let text = text(&mail);
    let word = text.split_once("https://play.example/#/address/").unwrap_or_else(|| panic!("{text}")).1;
    word.split_whitespace().next().unwrap().to_owned()
}

async fn answer(host: &Host, token: &str, wanted: bool) -> HttpAnswer {
    let answer = json!({ "token": token, "wanted": wanted }).to_string();
    request(host.address, "POST", "/api/address", &[], &answer).await
}

#[tokio::test]
async fn nobody_gets_mail_who_has_not_said_that_he_wants_it() {
    let folder = tempdir().unwrap();
    let (host, mut mails) = posting_mail(folder.path(), "", &[]).await;
    let table = table(&host).await;
    let wish = json!({ "email": "Victim@player.example" });
    assert_eq!(json_of(&notify(&host, &table, &table.blue, wish.clone()).await)["wanted"], Value::Null);
    let token = asked(&mut mails).await;
    // Given again, by anybody, for any seat: he is not asked again.
    json_of(&notify(&host, &table, &table.red, json!({ "email": "victim@PLAYER.example" })).await);
    json_of(&notify(&host, &table, &table.blue, wish).await);
    let mut red = sit(&host, &table, &table.red).await;
    red.act(0, 0, &["roll"]).await;
    red.view().await;
    quiet(&mut mails).await;
    for wrong in ["", "nonsense"] {
        assert_eq!(answer(&host, wrong, true).await.status, 403, "{wrong}");
    }
    assert_eq!(
        json_of(&answer(&host, &token, false).await),
        json!({ "email": "victim@player.example", "wanted": false })
    );
    assert_eq!(json_of(&notify(&host, &table, &table.blue, Value::Null).await)["wanted"], false);
    let mut blue = sit(&host, &table, &table.blue).await;
    blue.act(1, 1, &["roll"]).await;
    blue.view().await;
    drop((red, blue));
    quiet(&mut mails).await;
    // He changes his mind.
    json_of(&answer(&host, &token, true).await);
    assert_eq!(json_of(&notify(&host, &table, &table.blue, Value::Null).await)["wanted"], true);
    let mut red = sit(&host, &table, &table.red).await;
    red.act(0, 2, &["roll"]).await;
    red.view().await;
    assert_eq!(next(&mut mails).await.to, "TO:<Victim@player.example>");
}

#[tokio::test]
async fn a_player_who_is_not_there_gets_a_mail_once_for_his_turn() {
    let folder = tempdir().unwrap();
    let (host, mut mails) = posting_mail(folder.path(), "opfire:pass%20word@", &[]).await;
    let table = table(&host).await;
    let info = json_of(&notify(&host, &table, &table.blue, Value::Null).await);
    assert_eq!(
        (&info["email"], &info["offers_email"], &info["offers_webhook"]),
        (&Value::Null, &json!(true), &json!(true))
    );
    let wish = json!({ "email": "blue@player.example" });
    assert_eq!(json_of(&notify(&host, &table, &table.blue, wish).await)["email"], "blue@player.example");
    let token = asked(&mut mails).await;
    json_of(&answer(&host, &token, true).await);
    assert_eq!(
        json_of(&notify(&host, &table, &table.red, Value::Null).await)["email"],
        Value::Null,
        "that is not for others"
    );
    let mut red = sit(&host, &table, &table.red).await;
    quiet(&mut mails).await;
    red.act(0, 0, &["roll"]).await;
    red.view().await;
    let mail = next(&mut mails).await;
    assert_eq!((mail.from.as_str(), mail.to.as_str()), ("FROM:<opfire@play.example>", "TO:<blue@player.example>"));
    assert_eq!(mail.login.as_deref(), Some("\0opfire\0pass word"));
    let (head, _) = mail.data.split_once("\r\n\r\n").unwrap();
    assert!(head.contains("To: <blue@player.example>") && head.contains("Subject: =?utf-8?B?"), "{head}");
    let body = text(&mail);
    assert!(body.contains(&format!("https://play.example/#/table/{}\r\n", table.id)), "{body}");
    assert!(!body.contains(&table.blue) && !body.contains(&table.red), "no key in a mail");
    quiet(&mut mails).await;

    // While he is there nobody writes to him; when he has gone without acting, somebody does.
    let mut blue = sit(&host, &table, &table.blue).await;
    blue.act(1, 1, &["roll"]).await;
    blue.view().await;
    red.until(|view| view["seq"] == 2).await;
    red.act(0, 2, &["roll"]).await;
    blue.until(|view| view["seq"] == 3).await;
    quiet(&mut mails).await;
    drop(blue);
    next(&mut mails).await;
    quiet(&mut mails).await;

    // He takes his address out.
    assert_eq!(json_of(&notify(&host, &table, &table.blue, json!({})).await)["email"], Value::Null);
    let mut blue = sit(&host, &table, &table.blue).await;
    blue.act(1, 3, &["roll"]).await;
    blue.view().await;
    drop(blue);
    red.until(|view| view["seq"] == 4).await;
    red.act(0, 4, &["roll"]).await;
    red.until(|view| view["seq"] == 5).await;
    quiet(&mut mails).await;
}

#[tokio::test]
async fn an_account_s_address_is_taken_by_default() {
    let folder = tempdir().unwrap();
    let (host, mut mails) = posting_mail(folder.path(), "", &[]).await;
    let account = json!({ "name": "Anna", "password": "correct horse battery", "email": "anna@player.example" });
    let made = request(host.address, "POST", "/api/account", &[], &account.to_string()).await;
    let token = asked(&mut mails).await;
    json_of(&answer(&host, &token, true).await);
    let cookie = made.head.lines().find(|line| line.to_lowercase().starts_with("set-cookie: ")).unwrap();
    let cookie = cookie["set-cookie: ".len()..].split(';').next().unwrap();
    let wish = json!({ "game": "hidden", "scenario": "long", "players": ["human", "roller"] });
    let made = request(host.address, "POST", "/api/tables", &[("Cookie", cookie)], &wish.to_string()).await;
    let table = TestTable::from(&json_of(&made));
    let mut red = sit(&host, &table, &table.red).await;
    red.send(json!({ "type": "pace", "milliseconds": 0 })).await;
    red.act(0, 0, &["roll"]).await;
    red.until(|view| view["scene"]["prompt"]["seat"] == 0 && view["seq"] != 0).await;
    drop(red);
    assert_eq!(next(&mut mails).await.to, "TO:<anna@player.example>");
}

#[tokio::test]
async fn a_webhook_is_called_and_leads_nowhere_else() {
    let folder = tempdir().unwrap();
    let host = Host::start(posting(folder.path(), post())).await;
    let (address, mut posts) = webhook("204 No Content").await;
    let (elsewhere, mut led) = webhook("204 No Content").await;
    let redirect: &'static str = format!("307 Temporary Redirect\r\nLocation: {elsewhere}").leak();
    let (redirecting, mut redirected) = webhook(redirect).await;
    let table = table(&host).await;
    for (key, url) in [(&table.red, &redirecting), (&table.blue, &address)] {
        assert_eq!(json_of(&notify(&host, &table, key, json!({ "webhook": url })).await)["webhook"], *url);
    }
    let mut red = sit(&host, &table, &table.red).await;
    red.act(0, 0, &["roll"]).await;
    red.view().await;
    let (head, body) = next(&mut posts).await;
    assert!(
        head.starts_with("POST /hook HTTP/1.1") && head.to_lowercase().contains("content-type: application/json"),
        "{head}"
    );
    assert_eq!((&body["event"], &body["seat"]), (&json!("turn"), &json!("blue")));
    assert_eq!(body["url"], format!("https://play.example/#/table/{}", table.id));
    assert!(!body.to_string().contains(&table.blue), "no key leaves");
    quiet(&mut posts).await;
    drop(red);
    let mut blue = sit(&host, &table, &table.blue).await;
    blue.act(1, 1, &["roll"]).await;
    blue.view().await;
    next(&mut redirected).await;
    quiet(&mut led).await;
}

#[tokio::test]
async fn a_webhook_does_not_lead_inside() {
    let folder = tempdir().unwrap();
    let host = Host::start(posting(folder.path(), Post { webhooks_inside: false, ..post() })).await;
    let (address, mut posts) = webhook("204 No Content").await;
    let table = table(&host).await;
    for url in [address.as_str(), "http://localhost:5432/", "http://[::1]/", "ftp://hooks.example/", "nonsense"] {
        let refused = notify(&host, &table, &table.blue, json!({ "webhook": url })).await;
        assert!(refused.status == 422 && refused.body.contains("cannot be a webhook"), "{url}: {}", refused.body);
    }
    quiet(&mut posts).await;
}

#[tokio::test]
async fn a_server_without_the_means_says_so() {
    let folder = tempdir().unwrap();
    let host = Host::public(folder.path()).await;
    let table = table(&host).await;
    let info = json_of(&notify(&host, &table, &table.red, Value::Null).await);
    assert_eq!((&info["offers_email"], &info["offers_webhook"]), (&json!(false), &json!(false)));
    for (wish, why) in [
        (json!({ "email": "a@b.example" }), "sends no mail"),
        (json!({ "webhook": "https://hooks.example/" }), "calls no webhooks"),
    ] {
        let refused = notify(&host, &table, &table.red, wish).await;
        assert!(refused.status == 422 && refused.body.contains(why), "{}", refused.body);
    }
    for key in ["", "nonsense"] {
        assert_eq!(notify(&host, &table, key, Value::Null).await.status, 403, "{key}");
    }
    host.stop().await;
    let half = Post { smtp: Some("smtp://mail.example".into()), ..Post::default() };
    let error = Server::open(posting(folder.path(), half), game::shelf()).await.err().unwrap();
    assert!(matches!(&error, ServeError::Post(why) if why.contains("--mail-from")), "{error}");
}

#[tokio::test]
async fn addresses_and_mails_are_limited() {
    let folder = tempdir().unwrap();
    let (host, mut mails) = posting_mail(folder.path(), "", &["calls-per-hour=2", "mails-per-hour=2"]).await;
    let table = table(&host).await;
    for key in [&table.red, &table.blue] {
        json_of(&notify(&host, &table, key, json!({ "email": "one@player.example" })).await);
    }
    let token = asked(&mut mails).await;
    json_of(&answer(&host, &token, true).await);
    let refused = notify(&host, &table, &table.red, json!({ "email": "two@player.example" })).await;
    assert!(refused.status == 429 && refused.body.contains("2 addresses"), "{}", refused.body);
    let mut red = sit(&host, &table, &table.red).await;
    red.act(0, 0, &["roll"]).await;
    red.view().await;
    drop(red);
    next(&mut mails).await;
    let mut blue = sit(&host, &table, &table.blue).await;
    blue.act(1, 1, &["roll"]).await;
    blue.view().await;
    quiet(&mut mails).await;
}

#[tokio::test]
async fn news_go_to_no_machine_by_its_number_and_to_no_port_that_there_is_not() {
    let folder = tempdir().unwrap();
    let (host, _mails) = posting_mail(folder.path(), "", &[]).await;
    let table = table(&host).await;
    for email in ["red@[127.0.0.1]", "red@[IPv6:::1]", "red@127.0.0.1", "red@localhost"] {
        let answer = notify(&host, &table, &table.red, json!({ "email": email })).await;
        assert!(answer.status == 422 && answer.body.contains("not an e-mail address"), "{email}: {}", answer.body);
    }
    for webhook in ["https://hooks.example:65536/", "https://hooks.example:99999/", "http://hooks.example:0/"] {
        let answer = notify(&host, &table, &table.red, json!({ "webhook": webhook })).await;
        assert!(answer.status == 422 && answer.body.contains("1 to 65535"), "{webhook}: {}", answer.body);
    }
}
