use std::fmt;

/// An action in notation, of which single words may be left open: `move tiger *`, `fire tiger t-34|kv-2`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern(String);

impl Pattern {
    /// A pattern as a guide writes it.
    pub fn new(text: impl Into<String>) -> Pattern {
        Pattern(text.into())
    }

    /// Whether an action is meant: as many words, each the same, one of several, or any.
    pub fn matches(&self, action: &str) -> bool {
        let (mut wanted, mut words) = (self.0.split_whitespace(), action.split_whitespace());
        loop {
            match (wanted.next(), words.next()) {
                (None, None) => return true,
                (Some("*"), Some(_)) => {}
                (Some(wanted), Some(word)) if wanted.split('|').any(|one| one == word) => {}
                _ => return false,
            }
        }
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
