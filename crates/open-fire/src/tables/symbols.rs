//! Which symbol a counter shows (`content/open-fire/symbols.toml`).

use std::collections::BTreeMap;

use engine::Provenance;
use serde::Deserialize;

use crate::tables::cards::{Card, Kind};

/// Symbols by data card and by kind.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Symbols {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    cards: BTreeMap<String, String>,
    kinds: BTreeMap<Kind, String>,
}

impl Symbols {
    /// The name of a card's symbol on the symbol sheet.
    pub fn of(&self, card: &Card) -> &str {
        let own = self.cards.get(&card.id).or_else(|| self.kinds.get(&card.kind));
        own.map_or("", String::as_str)
    }

    /// Kinds of these cards that have no symbol, and cards that do not exist.
    pub(crate) fn faults(&self, cards: &[Card]) -> Vec<String> {
        let bare = cards.iter().filter(|card| self.of(card).is_empty());
        let bare = bare.map(|card| format!("{} has no symbol, nor has its kind", card.id));
        let unknown = self.cards.keys().filter(|id| cards.iter().all(|card| card.id != **id));
        bare.chain(unknown.map(|id| format!("there is no card \"{id}\""))).collect()
    }
}
