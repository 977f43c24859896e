//! Names that are suggested for vehicles and men (OF-4): all of them ours.

use engine::Provenance;
use serde::Deserialize;

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
}

impl NameList {
    /// A name for the vehicle with this letter; the second and later of them for crews that came after the first.
    pub fn vehicle(&self, letter: &str, earlier: usize) -> &str {
        let row = self.vehicles.iter().find(|row| row.iter().any(|name| name.starts_with(&letter[..1])));
        row.and_then(|row| row.get(earlier % row.len().max(1))).map_or("", String::as_str)
    }

    /// A name for a man.
    pub fn man(&self, letter: &str, seat: usize, earlier: usize) -> &str {
        let place = letter.bytes().next().map_or(0, |byte| usize::from(byte - b'A'));
        let number = (place + earlier * 3) * self.seats.len() + seat;
        self.men.get(number % self.men.len().max(1)).map_or("", String::as_str)
    }
}
