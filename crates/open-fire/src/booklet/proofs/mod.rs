//! What `opfire check` proves about the booklet as a whole, mission by mission: everything can be reached, every
//! condition and both ends can come, no sentence stands twice. What fails here is a warning: the booklet can still be
//! played, and a mission can be tried before it is finished.

pub(crate) mod chances;
mod endings;
mod graph;
mod points;
mod reach;
mod sentences;
#[cfg(test)]
mod tests;
pub(crate) mod walk;

use std::collections::{BTreeMap, BTreeSet};

use engine::Problem;
use hexmap::Grid;

pub(crate) use graph::graph;
use walk::{Book, Walk};

use crate::booklet::{
    cartridge::Mission,
    paragraphs::{CardId, Number, Paragraph, Read, Where},
    unit_cards::UnitCard,
};

/// The booklet while it is read.
pub(crate) struct Draft<'a> {
    pub(crate) paragraphs: &'a BTreeMap<Number, Read>,
    pub(crate) cards: &'a BTreeMap<CardId, UnitCard>,
    pub(crate) missions: &'a [Mission],
    pub(crate) kept: BTreeSet<String>,
    /// The cards that printed briefings lend.
    pub(crate) lent: BTreeSet<CardId>,
}

impl Draft<'_> {
    fn pages(&self) -> BTreeMap<Number, &Paragraph> {
        self.paragraphs.iter().map(|(number, read)| (*number, &read.paragraph)).collect()
    }
}

/// Where each mission can lead.
pub(crate) fn walks(draft: &Draft<'_>) -> Vec<Walk> {
    let paragraphs = draft.pages();
    let book = Book { paragraphs: &paragraphs, cards: draft.cards, kept: &draft.kept };
    draft.missions.iter().map(|mission| Walk::through(mission, book)).collect()
}

/// Everything that looks wrong.
pub(crate) fn prove(draft: &Draft<'_>, walks: &[Walk], grid: &Grid) -> Vec<Problem> {
    let paragraphs = draft.pages();
    let book = Book { paragraphs: &paragraphs, cards: draft.cards, kept: &draft.kept };
    let walks: Vec<(&Mission, &Walk)> = draft.missions.iter().zip(walks).collect();
    let mut warnings = reach::paragraphs(draft, &walks);
    warnings.extend(reach::cards(draft, &walks));
    for (mission, walk) in &walks {
        warnings.extend(reach::cells(mission, walk));
        warnings.extend(endings::conditions(mission, walk));
        warnings.extend(endings::ends(mission, walk, book));
    }
    warnings.extend(sentences::twice(&paragraphs));
    warnings.extend(sentences::long(&paragraphs));
    warnings.extend(sentences::hexes(&paragraphs, grid));
    warnings
}

fn warning(at: &Where, what: impl Into<String>, help: impl Into<String>) -> Problem {
    Problem { file: at.file.clone(), line: at.line, column: at.column, what: what.into(), help: help.into() }
}
