//! What players say to each other.

use crate::{
    people::letters::{ends_line, stays_in_line},
    protocol::ChatLine,
    storage,
};

/// Characters of a line, and of the reason for a report.
pub(crate) const LONGEST: usize = 500;
/// How many lines somebody gets who comes in.
pub(crate) const LAST: i64 = 200;
/// The place of the host and of the server.
pub(crate) const TABLE: &str = "table";

/// A line as it is kept: without spaces at its ends, and without what would spoil a screen.
///
/// # Errors
/// Why nobody can say that.
pub(crate) fn checked(text: &str) -> Result<String, String> {
    let plain: String = text
        .chars()
        .map(|letter| if ends_line(letter) { ' ' } else { letter })
        .filter(|&letter| stays_in_line(letter))
        .collect();
    let plain = plain.trim();
    match plain.chars().count() {
        0 => Err("there is nothing to say in that".to_owned()),
        1..=LONGEST => Ok(plain.to_owned()),
        _ => Err(format!("a line has {LONGEST} characters at most")),
    }
}

impl From<storage::ChatLine> for ChatLine {
    fn from(line: storage::ChatLine) -> Self {
        let storage::ChatLine { number, place, name, at, text } = line;
        ChatLine { number, place, name, at, text }
    }
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, checked};

    #[test]
    fn lines_are_tidied_and_have_a_length() {
        assert_eq!(checked("  Good luck!\n").unwrap(), "Good luck!");
        assert_eq!(checked("one\ntwo").unwrap(), "one two");
        assert_eq!(checked("one\u{2028}two\u{2029}three").unwrap(), "one two three");
        assert_eq!(checked("a\u{202e}b\u{7}c").unwrap(), "abc");
        assert_eq!(checked(&"ä".repeat(LONGEST)).unwrap().chars().count(), LONGEST);
        for wrong in [String::new(), " \n\t".to_owned(), "ä".repeat(LONGEST + 1)] {
            assert!(checked(&wrong).is_err());
        }
    }
}
