use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use xxhash_rust::xxh3::xxh3_64;

/// A fingerprint of a state: the same on every machine, forever.
///
/// XXH3-64 of the state's JSON, whose field order is the order of declaration.
#[derive(Copy, Clone, PartialEq, Eq)]
pub struct StateHash(pub u64);

impl StateHash {
    /// The fingerprint of `state`.
    ///
    /// # Panics
    /// If the state cannot be written as JSON, which is a defect of the ruleset.
    pub fn of(state: &impl Serialize) -> Self {
        let json = serde_json::to_vec(state).expect("a state is plain data");
        StateHash(xxh3_64(&json))
    }
}

impl fmt::Display for StateHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl fmt::Debug for StateHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for StateHash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for StateHash {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let written = text.len() == 16 && text.bytes().all(|digit| digit.is_ascii_hexdigit());
        let number = written.then(|| u64::from_str_radix(&text, 16).ok()).flatten();
        let wrong = || serde::de::Error::custom(format!("\"{text}\" is not a fingerprint of 16 hexadecimal digits"));
        number.map(StateHash).ok_or_else(wrong)
    }
}
