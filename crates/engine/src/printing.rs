//! What a game was begun with: the data files of its ruleset, word for word, under a name that is made of them.

use std::{collections::BTreeMap, fmt};

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};

/// The data files of a ruleset as they were when a game was begun: path to text.
///
/// A game keeps them for life. A scenario that is corrected later changes the games that are begun later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printing {
    name: PrintingName,
    files: BTreeMap<String, String>,
}

/// The name of a [`Printing`]: SHA-256 of its paths and texts, so that nobody can pass one off as another.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PrintingName([u8; 32]);

impl Printing {
    /// A printing of these files.
    pub fn new(files: BTreeMap<String, String>) -> Printing {
        let mut hasher = Sha256::new();
        for text in files.iter().flat_map(|(path, text)| [path, text]) {
            // The length first: two files cannot be mistaken for one.
            hasher.update((text.len() as u64).to_le_bytes());
            hasher.update(text);
        }
        Printing { name: PrintingName(hasher.finalize().into()), files }
    }

    /// Its name.
    pub fn name(&self) -> PrintingName {
        self.name
    }

    /// Path to text.
    pub fn files(&self) -> &BTreeMap<String, String> {
        &self.files
    }
}

impl fmt::Display for PrintingName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for PrintingName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::str::FromStr for PrintingName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("\"{text}\" is not the name of a printing: 64 hexadecimal digits");
        if text.len() != 64 || !text.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return Err(wrong());
        }
        let mut name = [0; 32];
        for (place, byte) in name.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&text[2 * place..2 * place + 2], 16).map_err(|_| wrong())?;
        }
        Ok(PrintingName(name))
    }
}

impl Serialize for PrintingName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for PrintingName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}
