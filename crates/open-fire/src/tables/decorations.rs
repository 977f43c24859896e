//! Decorations: what a crew of a campaign gets for a mission. All of them ours.

use engine::Provenance;
use serde::Deserialize;

/// The list.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Decorations {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    /// Its rows; of those for the same thing the first that applies counts.
    #[serde(rename = "decoration")]
    rows: Vec<Decoration>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Decoration {
    name: String,
    deed: Merit,
    least: usize,
}

/// What a decoration is given for.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Merit {
    /// Germans knocked out or captured.
    KnockedOut,
    /// Men who were hit.
    Wounded,
}

impl Decorations {
    /// What a crew gets for so many of these in a mission.
    pub fn given_for(&self, merit: Merit, count: usize) -> Option<&str> {
        self.rows.iter().find(|row| row.deed == merit && count >= row.least).map(|row| row.name.as_str())
    }
}

#[cfg(test)]
mod tests {
    use content::Files;

    use super::*;
    use crate::tables::display_sheet::DisplaySheet;

    #[test]
    fn the_highest_decoration_that_applies_is_given() {
        let list = DisplaySheet::read(&Files::embedded()).expect("our tables").decorations;
        let kills = |count| list.given_for(Merit::KnockedOut, count);
        assert_eq!(
            [kills(1), kills(2), kills(3), kills(5)],
            [None, Some("Bronze Star"), Some("Silver Star"), Some("Silver Star")]
        );
        assert_eq!([0, 1].map(|men| list.given_for(Merit::Wounded, men)), [None, Some("Purple Heart")]);
    }
}
