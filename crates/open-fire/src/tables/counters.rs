//! The counter mix (OF-2.4): which letter exists as which unit.

use engine::Provenance;
use serde::Deserialize;

/// The counter mix.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CounterMix {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    #[serde(rename = "counter")]
    counters: Vec<Counters>,
}

/// The counters of a unit type.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counters {
    /// The Data Card.
    pub card: String,
    /// The letters it exists with.
    pub letters: Vec<String>,
    /// The card of its other side, where that is another unit.
    pub back: Option<String>,
}

impl CounterMix {
    /// All of it.
    pub fn all(&self) -> &[Counters] {
        &self.counters
    }

    /// The letters a unit type exists with, on the front of a counter or on its back; none if it has no counter.
    pub fn letters(&self, card: &str) -> &[String] {
        let front = self.counters.iter().find(|counters| counters.card == card);
        let back = || self.counters.iter().find(|counters| counters.back.as_deref() == Some(card));
        front.or_else(back).map_or(&[], |counters| &counters.letters)
    }

    /// Whether there is such a counter.
    pub fn has(&self, card: &str, letter: &str) -> bool {
        self.letters(card).iter().any(|known| known == letter)
    }
}
