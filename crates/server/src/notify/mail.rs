//! Mail through a configured SMTP server.

use std::time::{Duration, SystemTime};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use lettre::{
    Address, AsyncSmtpTransport, AsyncTransport, Tokio1Executor, address::Envelope,
    transport::smtp::extension::ClientId,
};

use crate::{RequestError, keys};

/// How long an SMTP server may take for an answer.
const PATIENCE: Duration = Duration::from_secs(20);
/// Characters of one line of base64.
const LINE: usize = 76;

/// Sends mail.
pub(crate) struct Mailer {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Address,
}

/// A mail of plain text.
pub(crate) struct Mail {
    pub(crate) to: String,
    pub(crate) subject: String,
    pub(crate) text: String,
}

/// An address that mail can be sent to, in the form that headers and envelopes take: ASCII, with nothing that could begin another header.
pub(crate) fn email_address(text: &str) -> Result<String, RequestError> {
    let wrong = || RequestError::Unprocessable("this is not an e-mail address".to_owned());
    let address: Address = text.trim().parse().map_err(|_| wrong())?;
    let plain = address.to_string();
    let fits = |letter: char| letter.is_ascii_graphic() && !matches!(letter, '<' | '>' | ',' | ';' | '"' | '(' | ')');
    if plain.len() <= 254 && plain.chars().all(fits) { Ok(plain) } else { Err(wrong()) }
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
        let from: Address = from;
        let hello = ClientId::Domain(from.domain().to_owned());
        Ok(Mailer { transport: builder.timeout(Some(PATIENCE)).hello_name(hello).build(), from })
    }

    /// Sends it.
    ///
    /// # Errors
    /// What the server said. It may quote the address: not for logs.
    pub(crate) async fn send(&self, mail: &Mail) -> Result<(), String> {
        let to: Address = mail.to.parse().map_err(|_| "not an address".to_owned())?;
        let envelope = Envelope::new(Some(self.from.clone()), vec![to]).map_err(|error| error.to_string())?;
        let text = written(mail, &self.from, SystemTime::now())?;
        self.transport.send_raw(&envelope, text.as_bytes()).await.map(|_| ()).map_err(|error| error.to_string())
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

    use super::{Mail, Mailer, email_address, packed_words, written};

    #[test]
    fn addresses_are_checked() {
        for right in ["a@b.example", "anna.m+war@play.example"] {
            assert_eq!(email_address(right).unwrap(), right);
        }
        for wrong in [
            "",
            "anna",
            "@b.example",
            "a@b.example\r\nBcc: c@d.example",
            "a@b.example,c@d.example",
            "<a@b.example>",
            "ä@b.example",
        ] {
            assert!(email_address(wrong).is_err(), "{wrong}");
        }
    }

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
}
