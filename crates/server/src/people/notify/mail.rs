//! Mail: an address that it can be sent to, and what it says. Who sends it is built in with the feature `club`.

#[cfg(feature = "club")]
mod mailer;

#[cfg(feature = "club")]
pub(crate) use mailer::Mailer;

use crate::RequestError;

/// A mail of plain text.
#[cfg_attr(not(feature = "club"), allow(dead_code, reason = "nobody sends it"))]
pub(crate) struct Mail {
    pub(crate) to: String,
    pub(crate) subject: String,
    pub(crate) text: String,
}

/// The most letters of an address, and of its part before the `@`.
const LONGEST: usize = 254;
const LONGEST_NAME: usize = 64;

/// An address that mail can be sent to, in the form that headers and envelopes take: ASCII, with nothing that could
/// begin another header.
pub(crate) fn email_address(text: &str) -> Result<String, RequestError> {
    let (text, wrong) = (text.trim(), RequestError::Unprocessable("this is not an e-mail address".to_owned()));
    let Some((name, domain)) = text.rsplit_once('@') else { return Err(wrong) };
    let fits = text.len() <= LONGEST && name.len() <= LONGEST_NAME && is_dotted(name, is_letter) && is_name(domain);
    if fits { Ok(text.to_owned()) } else { Err(wrong) }
}

/// A letter of a name that needs no quotation marks (RFC 5322, 3.2.3).
fn is_letter(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || "!#$%&'*+-/=?^_`{|}~".contains(letter)
}

/// Whether these are words of such letters, with dots between them.
fn is_dotted(text: &str, fits: impl Fn(char) -> bool + Copy) -> bool {
    text.split('.').all(|word| !word.is_empty() && word.chars().all(fits))
}

/// Whether a domain is a name that a mail server looks up: not the number of a machine, which may be any in its own
/// network, and not a name that means something only there.
fn is_name(domain: &str) -> bool {
    let last = domain.rsplit_once('.').map_or("", |(_, last)| last);
    let labels = is_dotted(domain, |letter| letter.is_ascii_alphanumeric() || letter == '-');
    let hyphens = domain.split('.').any(|label| label.starts_with('-') || label.ends_with('-') || label.len() > 63);
    labels && !hyphens && last.starts_with(|letter: char| letter.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::email_address;

    #[test]
    fn addresses_are_checked() {
        for right in ["a@b.example", "anna.m+war@play.example"] {
            assert_eq!(email_address(right).unwrap(), right);
        }
        for wrong in [
            "",
            "anna",
            "a..b@c.example",
            ".a@b.example",
            "a@b..example",
            "a@-b.example",
            "a b@c.example",
            "a@b@c.example",
            "@b.example",
            "a@b.example\r\nBcc: c@d.example",
            "a@b.example,c@d.example",
            "<a@b.example>",
            "ä@b.example",
            "user@[127.0.0.1]",
            "user@[IPv6:::1]",
            "user@127.0.0.1",
            "user@localhost",
        ] {
            assert!(email_address(wrong).is_err(), "{wrong}");
        }
    }
}
