//! Names that are suggested for vehicles and men (OF-4): all of them ours.

use engine::Provenance;
use serde::{Deserialize, Deserializer, de::Error};

use crate::tables::cards::Kind;

/// How many counters of ours have a single letter.
const LETTERS_OF_ONE: usize = 11;

/// The list.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NameList {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    /// The seats of a crew.
    pub seats: Vec<String>,
    /// Vehicles' names, by the letter they begin with.
    pub vehicles: Vec<Vec<String>>,
    /// Men's names.
    pub men: Vec<String>,
    /// Those who come for men who were killed.
    #[serde(default)]
    replacements: Vec<String>,
    /// The seats of vehicles and guns that have others.
    #[serde(default, rename = "crew")]
    crews: Vec<Seats>,
    /// Who is hit first.
    #[serde(default, rename = "hit")]
    hits: Vec<Hit>,
    /// Whose deed it is.
    #[serde(default, rename = "deed")]
    deeds: Vec<DeedBy>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Seats {
    kinds: Vec<Kind>,
    seats: Vec<String>,
}

/// The seats in the order in which they are hit, counted from 1.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Hit {
    /// An area of the hit chart; without one, fire that strikes no single place.
    area: Option<String>,
    /// Buttoned up or not; without it, both.
    closed: Option<bool>,
    #[serde(deserialize_with = "from_one")]
    seats: Vec<u8>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct DeedBy {
    means: Vec<String>,
    #[serde(deserialize_with = "from_one")]
    seats: Vec<u8>,
}

/// People count seats from 1.
fn from_one<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
    let seats = Vec::<u8>::deserialize(deserializer)?;
    let below = |seat: &u8| seat.checked_sub(1).ok_or_else(|| D::Error::custom("seats are counted from 1"));
    seats.iter().map(below).collect()
}

impl NameList {
    /// A name for the vehicle with this letter; the second and later of them for crews that came after the first.
    pub fn vehicle(&self, letter: &str, earlier: usize) -> &str {
        let row = self.vehicles.iter().find(|row| row.iter().any(|name| name.starts_with(&letter[..1])));
        row.and_then(|row| row.get(earlier % row.len().max(1))).map_or("", String::as_str)
    }

    /// The seats of a kind of vehicle or gun.
    pub fn seats_of(&self, kind: Kind) -> &[String] {
        self.crews.iter().find(|crew| crew.kinds.contains(&kind)).map_or(&self.seats, |crew| &crew.seats)
    }

    /// The seats in the order in which they are hit.
    pub fn hit_order(&self, area: Option<&str>, closed: bool) -> &[u8] {
        let fits = |hit: &&Hit| hit.area.as_deref() == area && hit.closed.is_none_or(|wanted| wanted == closed);
        self.hits.iter().find(fits).map_or(&[], |hit| &hit.seats)
    }

    /// The seats whose deed it is, the likeliest first.
    pub fn doers(&self, means: &str) -> &[u8] {
        self.deeds.iter().find(|deed| deed.means.iter().any(|known| known == means)).map_or(&[], |deed| &deed.seats)
    }

    /// A man who has not served before, to come for one who was killed.
    pub fn replacement(&self, served: &dyn Fn(&str) -> bool) -> Option<&str> {
        self.replacements.iter().map(String::as_str).find(|name| !served(name))
    }

    /// A name for a man.
    pub fn man(&self, letter: &str, seat: usize, earlier: usize) -> &str {
        // The counters go from A to K, and then to AA.
        let single = letter.bytes().next().map_or(0, |byte| usize::from(byte.saturating_sub(b'A')));
        let place = if letter.len() > 1 { LETTERS_OF_ONE } else { single };
        let number = (place + earlier * 3) * self.seats.len() + seat;
        self.men.get(number % self.men.len().max(1)).map_or("", String::as_str)
    }
}
