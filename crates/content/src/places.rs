use std::ops::Range;

use serde_spanned::Spanned;
use toml::de::{DeTable, DeValue};

/// A step on the way to a value of a TOML text.
#[derive(Copy, Clone, Debug)]
pub enum Step<'a> {
    /// Into the value of this name.
    Key(&'a str),
    /// Into this item of a list, counted from 0.
    Item(usize),
}

/// Finds where the values of a TOML text stand, by their names: for faults that show only when everything has been put
/// together.
#[derive(Debug)]
pub struct Places<'a> {
    root: Option<Spanned<DeTable<'a>>>,
}

impl<'a> Places<'a> {
    /// Prepares a text; nothing is found in one that is no TOML.
    pub fn of(text: &'a str) -> Self {
        Places { root: DeTable::parse(text).ok() }
    }

    /// Where the value at the end of the way stands; if it is not there, the last value on the way that is.
    pub fn find(&self, way: &[Step<'_>]) -> Option<Range<usize>> {
        let (first, rest) = way.split_first()?;
        let Step::Key(name) = first else { return None };
        let mut here = named(self.root.as_ref()?.get_ref(), name)?;
        for step in rest {
            let next = match (step, here.get_ref()) {
                (Step::Key(name), DeValue::Table(table)) => named(table, name),
                (Step::Item(place), DeValue::Array(items)) => items.get(*place),
                _ => None,
            };
            let Some(next) = next else { break };
            here = next;
        }
        Some(here.span())
    }
}

fn named<'t, 'a>(table: &'t DeTable<'a>, name: &str) -> Option<&'t Spanned<DeValue<'a>>> {
    table.iter().find(|(key, _)| key.get_ref() == name).map(|(_, value)| value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_by_their_way() {
        let text = "round = 1\nunit = [\n  { letter = \"A\", crew = 5 },\n  { letter = \"B\" },\n]\n[[roster.crew]]\nname = \"C\"\n";
        let places = Places::of(text);
        let found = |way: &[Step<'_>]| places.find(way).map(|span| &text[span]);
        use Step::{Item, Key};
        assert_eq!(found(&[Key("round")]), Some("1"));
        assert_eq!(found(&[Key("unit"), Item(0), Key("crew")]), Some("5"));
        assert_eq!(
            found(&[Key("unit"), Item(1), Key("crew")]),
            Some("{ letter = \"B\" }"),
            "what is left out stands with the rest"
        );
        assert_eq!(found(&[Key("roster"), Key("crew"), Item(0), Key("name")]), Some("\"C\""));
        assert_eq!(found(&[Key("smoke")]), None);
        assert_eq!(Places::of("= 1").find(&[Key("round")]), None);
    }
}
