//! Names of units, sides and hexes as sentences use them.

use engine::Seat;
use hexmap::Hex;

use super::{Divisions, Unit, UnitSet};

impl Divisions {
    /// "KV-2 company", "KV-2 company and T-34 company", "two T-34 companies" would lose who is who: names are repeated.
    pub(crate) fn names(&self, units: UnitSet) -> String {
        let names: Vec<&str> = units.iter().map(|unit| self.unit(unit).name.as_str()).collect();
        match names.split_last() {
            Some((last, [])) => (*last).to_owned(),
            Some((last, others)) => format!("{} and {last}", others.join(", ")),
            None => "nobody".to_owned(),
        }
    }

    /// The names with what they do: "KV-2 company moves to", "KV-2 company and T-34 company move to". The first word of
    /// `does` is a verb of one company.
    pub(crate) fn act(&self, units: UnitSet, does: &str) -> String {
        let (verb, rest) = does.split_once(' ').map_or((does, ""), |(verb, rest)| (verb, rest));
        let verb = if units.len() > 1 { verb.strip_suffix('s').unwrap_or(verb) } else { verb };
        let gap = if rest.is_empty() { "" } else { " " };
        format!("{} {verb}{gap}{rest}", self.names(units))
    }

    /// The ids of units, for log lines and screens.
    pub(crate) fn ids(&self, units: UnitSet) -> impl Iterator<Item = String> {
        units.iter().map(|unit: Unit| self.unit(unit).id.clone())
    }

    /// The number of a hex as it is printed on the map.
    pub(crate) fn label(&self, hex: Hex) -> String {
        self.map.grid.label(hex).to_string()
    }

    /// What a side is called.
    pub(crate) fn side_name(&self, seat: Seat) -> &str {
        &self.seats[seat.index()].name
    }
}
