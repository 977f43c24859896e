//! Whether a condition of the language can hold, as far as it can be known without a game.

use std::collections::BTreeSet;

use crate::booklet::{cartridge::Mission, paragraphs::Test, proofs::walk::Walk};

/// Whether something can be so.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Chance {
    Never,
    Perhaps,
    Always,
}

impl Chance {
    fn sure(holds: bool) -> Chance {
        if holds { Chance::Always } else { Chance::Never }
    }

    fn if_possible(possible: bool) -> Chance {
        if possible { Chance::Perhaps } else { Chance::Never }
    }

    fn opposite(self) -> Chance {
        match self {
            Chance::Never => Chance::Always,
            Chance::Perhaps => Chance::Perhaps,
            Chance::Always => Chance::Never,
        }
    }
}

/// What is known in one condition of a mission.
pub(crate) struct Known<'a> {
    pub(crate) walk: &'a Walk,
    pub(crate) mission: &'a Mission,
    pub(crate) kept: &'a BTreeSet<String>,
    pub(crate) condition: u8,
}

impl Known<'_> {
    /// Whether a condition of the language can hold.
    pub(crate) fn chance(&self, test: &Test) -> Chance {
        match test {
            Test::Condition(any) => Chance::sure(any.iter().any(|known| known.0 == self.condition)),
            Test::Mission(any) => Chance::sure(any.contains(&self.mission.id)),
            Test::Sighting(sighting) => Chance::if_possible(self.walk.sightings.contains(&sighting.0)),
            Test::EventMarker(marker) => {
                Chance::if_possible(self.walk.markers.get(marker).is_some_and(|first| *first <= self.condition))
            }
            Test::Count { name, at_least } => {
                let counted = self.walk.counts.contains(name) || self.kept.contains(name);
                Chance::if_possible(counted || *at_least <= 0)
            }
            Test::Not(test) => self.chance(test).opposite(),
            Test::All(tests) => {
                let chances: Vec<Chance> = tests.iter().map(|test| self.chance(test)).collect();
                all(&chances)
            }
            Test::AnyOf(tests) => {
                let chances: Vec<Chance> = tests.iter().map(|test| self.chance(test).opposite()).collect();
                all(&chances).opposite()
            }
            Test::Any { .. }
            | Test::Unit { .. }
            | Test::Operations
            | Test::Rounds
            | Test::Round { .. }
            | Test::AnyEvent
            | Test::Prisoners { .. }
            | Test::Points(_)
            | Test::Reached
            | Test::Light(_)
            | Test::Weather(_)
            | Test::Ground(_) => Chance::Perhaps,
        }
    }
}

fn all(chances: &[Chance]) -> Chance {
    if chances.contains(&Chance::Never) {
        Chance::Never
    } else if chances.iter().all(|chance| *chance == Chance::Always) {
        Chance::Always
    } else {
        Chance::Perhaps
    }
}
