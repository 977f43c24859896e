//! Mail through a configured SMTP server.

use std::{
    net::IpAddr,
    time::{Duration, SystemTime},
};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use lettre::{
    Address, AsyncSmtpTransport, AsyncTransport, Tokio1Executor,
    address::Envelope,
    transport::smtp::{self, extension::ClientId},
};
use tokio::time::timeout;

use super::Mail;
use crate::people::{keys, notify::trust};

/// How long an SMTP server may take for a mail. The library waits for ever for a server that says nothing.
const PATIENCE: Duration = Duration::from_secs(30);
/// Characters of one line of base64.
const LINE: usize = 76;

/// Sends mail.
pub(crate) struct Mailer {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Address,
    patience: Duration,
}

impl Mailer {
    /// For an address as in `smtps://name:password@mail.example` or `smtp://mail.example?tls=required`.
    ///
    /// # Errors
    /// Why mail cannot be sent with it, without its password.
    pub(crate) fn new(url: &str, from: &str) -> Result<Mailer, String> {
        let from =
            from.parse().map_err(|_| format!("mail cannot be sent from \"{from}\": it is not an e-mail address"))?;
        let wrong = "mail cannot be sent: write the server as smtps://NAME:PASSWORD@HOST or smtp://HOST?tls=required";
        let builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(url).map_err(|_| wrong.to_owned())?;
        if tells_its_password(url) {
            return Err(TOLD.to_owned());
        }
        let from: Address = from;
        let hello = ClientId::Domain(from.domain().to_owned());
        Ok(Mailer { transport: builder.timeout(Some(PATIENCE)).hello_name(hello).build(), from, patience: PATIENCE })
    }

    /// Sends it.
    ///
    /// # Errors
    /// Why not, without any address.
    pub(crate) async fn send(&self, mail: &Mail) -> Result<(), String> {
        let to: Address = mail.to.parse().map_err(|_| "not an address".to_owned())?;
        let envelope = Envelope::new(Some(self.from.clone()), vec![to]).map_err(|error| error.to_string())?;
        let text = written(mail, &self.from, SystemTime::now())?;
        let sent = timeout(self.patience, self.transport.send_raw(&envelope, text.as_bytes())).await;
        sent.map_err(|_| "the mail server does not answer in time".to_owned())?.map(|_| ()).map_err(|error| why(&error))
    }
}

const TOLD: &str = "mail cannot be sent: the password would go over the network for all to read. Write smtps://NAME:PASSWORD@HOST or \
                    smtp://NAME:PASSWORD@HOST?tls=required";

/// Whether somebody on the way to the server could read the password in its address. With `tls=opportunistic` he need
/// only take out the line that offers TLS.
fn tells_its_password(url: &str) -> bool {
    let (place, query) = url.split_once('?').unwrap_or((url, ""));
    let Some((login, host)) = place.rsplit_once('@') else { return false };
    let insists = query.split('&').find(|word| word.starts_with("tls=")) == Some("tls=required");
    !insists && !login.to_ascii_lowercase().starts_with("smtps:") && !is_here(host)
}

/// Whether a host, with or without its port, is this machine.
fn is_here(host: &str) -> bool {
    let host = host.split('/').next().unwrap_or_default();
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let address: Option<IpAddr> = name.trim_start_matches('[').trim_end_matches(']').parse().ok();
    name.eq_ignore_ascii_case("localhost") || address.is_some_and(|address| address.is_loopback())
}

/// Why a mail was not taken. What the server said is left out: it may quote the address.
fn why(error: &smtp::Error) -> String {
    if let Some(why) = trust::distrust(error) {
        format!("no TLS with the mail server: {why}")
    } else if let Some(code) = error.status() {
        format!("the mail server answers {code}")
    } else if error.is_client() {
        // The library's own words, which are always the same.
        error.to_string()
    } else if let Some(kind) = trust::network(error) {
        format!("the mail server cannot be reached: {kind}")
    } else {
        "the mail server does not speak SMTP".to_owned()
    }
}

/// The mail as RFC 5322 wants it. Title and text may have any letters, so both are packed.
fn written(mail: &Mail, from: &Address, now: SystemTime) -> Result<String, String> {
    let id = keys::word(26).map_err(|error| error.to_string())?;
    let headers = [
        format!("From: opfire <{from}>"),
        format!("To: <{}>", mail.to),
        format!("Subject: {}", packed_words(&mail.subject)),
        format!("Date: {}", httpdate::fmt_http_date(now).replace("GMT", "+0000")),
        format!("Message-ID: <{id}@{}>", from.domain()),
        "Auto-Submitted: auto-generated".to_owned(),
        "MIME-Version: 1.0".to_owned(),
        "Content-Type: text/plain; charset=utf-8".to_owned(),
        "Content-Transfer-Encoding: base64".to_owned(),
    ];
    Ok(format!("{}\r\n\r\n{}", headers.join("\r\n"), packed(&mail.text)))
}

/// RFC 2047: words of at most 75 characters, each with whole letters.
fn packed_words(text: &str) -> String {
    let mut words = vec![String::new()];
    for letter in text.chars().filter(|letter| !letter.is_control()) {
        if words.last().is_some_and(|word| word.len() + letter.len_utf8() > 42) {
            words.push(String::new());
        }
        words.last_mut().into_iter().for_each(|word| word.push(letter));
    }
    let words: Vec<_> = words.iter().map(|word| format!("=?utf-8?B?{}?=", STANDARD.encode(word))).collect();
    words.join("\r\n ")
}

fn packed(text: &str) -> String {
    let packed = STANDARD.encode(text.replace('\n', "\r\n"));
    // Base64 is ASCII, so every place is one between letters.
    let lines = packed.as_bytes().chunks(LINE).map(|line| String::from_utf8_lossy(line).into_owned());
    lines.map(|line| line + "\r\n").collect()
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, SystemTime};

    use base64::{Engine as _, engine::general_purpose::STANDARD};
    use tokio::net::TcpListener;

    use super::{Mailer, packed_words, written};
    use crate::people::notify::mail::Mail;

    #[test]
    fn a_mail_is_written_as_mail_is() {
        let mail = Mail {
            to: "a@b.example".into(),
            subject: "Ihr Zug: Größe\r\nBcc: x@y.example".into(),
            text: "Zeile\n".repeat(40),
        };
        let from = "opfire@play.example".parse().unwrap();
        let text = written(&mail, &from, SystemTime::UNIX_EPOCH + Duration::from_secs(784_111_777)).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        assert!(head.contains("\r\nDate: Sun, 06 Nov 1994 08:49:37 +0000\r\n"), "{head}");
        assert!(!head.contains("Bcc"), "{head}");
        assert!(text.lines().all(|line| line.len() <= 78), "{text}");
        let body = STANDARD.decode(body.replace("\r\n", "")).unwrap();
        assert_eq!(String::from_utf8(body).unwrap(), "Zeile\r\n".repeat(40));
    }

    #[test]
    fn long_titles_are_cut_between_letters() {
        let title = "Größe und Süße ".repeat(9);
        let words = packed_words(&title);
        assert!(words.split("\r\n ").all(|word| word.len() <= 75));
        let letters = words.split("\r\n ").map(|word| {
            let inside = word.strip_prefix("=?utf-8?B?").unwrap().strip_suffix("?=").unwrap();
            String::from_utf8(STANDARD.decode(inside).unwrap()).unwrap()
        });
        assert_eq!(letters.collect::<String>(), title);
    }

    #[test]
    fn a_wrong_server_is_refused_without_its_password() {
        let refused = |url: &str| Mailer::new(url, "opfire@play.example").err().unwrap();
        assert!(!refused("http://name:secret@mail.example").contains("secret"));
        assert!(Mailer::new("smtp://mail.example", "nobody").is_err());
    }

    #[test]
    fn a_password_is_not_for_all_to_read() {
        for open in [
            "smtp://name:secret@mail.example",
            "smtp://name:secret@mail.example:587?tls=opportunistic",
            "smtp://name:secret@192.0.2.1",
            "smtp://name:secret@localhost.example:25",
            "smtp://name:secret@mail.example?tls=opportunistic&tls=required",
        ] {
            let why = Mailer::new(open, "opfire@play.example").err().unwrap_or_else(|| panic!("{open}"));
            assert!(why.contains("tls=required") && !why.contains("secret"), "{why}");
        }
        for right in [
            "smtp://mail.example",
            "smtp://mail.example?tls=opportunistic",
            "smtps://name:secret@mail.example",
            "smtp://name:secret@mail.example?tls=required",
            "smtp://name:secret@localhost:25",
            "smtp://name:secret@127.0.0.1:25/hello",
            "smtp://name:secret@[::1]:25",
            "SMTPS://name:secret@mail.example",
            "smtp://name:se@cret@mail.example?tls=required",
        ] {
            assert!(Mailer::new(right, "opfire@play.example").is_ok(), "{right}");
        }
    }

    #[tokio::test]
    async fn a_server_that_says_nothing_is_not_waited_for_for_ever() {
        let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = silent.local_addr().unwrap();
        for url in [format!("smtp://{address}"), format!("smtps://{address}")] {
            let mailer = Mailer::new(&url, "opfire@play.example").unwrap();
            let mailer = Mailer { patience: Duration::from_millis(200), ..mailer };
            let mail = Mail { to: "a@b.example".into(), subject: String::new(), text: String::new() };
            let why = tokio::time::timeout(Duration::from_secs(10), mailer.send(&mail)).await.unwrap().unwrap_err();
            assert!(why.contains("does not answer in time"), "{why}");
        }
    }
}
