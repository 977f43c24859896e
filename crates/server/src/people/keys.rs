use std::fmt::Write as _;

use engine::Seat;
use sha2::{Digest, Sha256};

/// The keys of a table's seats: people have one, bots have none.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub(crate) struct Keys(Vec<Option<String>>);

impl Keys {
    /// New keys for these players.
    pub(crate) fn draw<'a>(players: impl Iterator<Item = &'a str>) -> Result<Keys, getrandom::Error> {
        players.map(|player| (player == "human").then(secret).transpose()).collect::<Result<_, _>>().map(Keys)
    }

    /// No keys at all for so many seats.
    pub(crate) fn none(seats: usize) -> Keys {
        Keys(vec![None; seats])
    }

    /// The key of `seat`.
    pub(crate) fn of(&self, seat: Seat) -> Option<&str> {
        self.0.get(seat.index())?.as_deref()
    }

    /// The seat that `key` opens.
    pub(crate) fn seat(&self, key: &str) -> Option<Seat> {
        let place = self.0.iter().position(|known| known.as_deref().is_some_and(|known| same(known, key)))?;
        u8::try_from(place).ok().map(Seat)
    }

    /// How many seats there are keys for.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether no person sits here.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(Option::is_none)
    }
}

/// How a secret is written down where it can be read: SHA-256 in hexadecimal digits. A secret has 130 random bits, so
/// nobody finds it by trying.
pub(crate) fn hash(secret: &str) -> String {
    let mut text = String::with_capacity(64);
    for byte in Sha256::digest(secret) {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// Compares in a time that does not tell how much was right.
pub(crate) fn same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |differs, (a, b)| differs | (a ^ b)) == 0
}

/// A new secret: 130 random bits.
pub(crate) fn secret() -> Result<String, getrandom::Error> {
    word(26)
}

/// A random word of `length` letters, five bits each, none of which are mistaken for another.
pub(crate) fn word(length: usize) -> Result<String, getrandom::Error> {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let mut bytes = vec![0; length];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect())
}
