//! Formation cards, from `content/assault/formations.toml`: units and command points that come together, drawn from
//! pools.

use std::collections::BTreeMap;

use content::{Problems, Source, Spanned};
use engine::Provenance;
use serde::Deserialize;

use super::units::{Nation, UnitCard};

/// A formation card.
#[derive(Clone, Debug)]
pub struct FormationCard {
    /// Names it in files.
    pub id: String,
    /// The name that players read.
    pub name: String,
    /// Whose it is.
    pub nation: Nation,
    /// What it is mostly made of.
    pub kind: FormationKind,
    /// The pool it is drawn from.
    pub pool: String,
    /// Its units: places in the list of cards, and how many of each.
    pub units: Vec<(usize, u8)>,
    /// Command points it brings.
    pub command_points: u8,
}

/// What a formation is mostly made of.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum FormationKind {
    Infantry,
    Artillery,
    Armour,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FormationFile {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    formation: Vec<FormationSpec>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FormationSpec {
    id: Spanned<String>,
    name: String,
    nation: Nation,
    #[serde(rename = "type")]
    kind: FormationKind,
    pool: String,
    units: BTreeMap<Spanned<String>, u8>,
    command_points: u8,
}

impl FormationCard {
    /// How many units it has.
    pub fn size(&self) -> usize {
        self.units.iter().map(|(_, count)| usize::from(*count)).sum()
    }
}

/// Reads and checks the cards.
pub(crate) fn read(
    file: FormationFile,
    cards: &[UnitCard],
    source: &Source<'_>,
    problems: &mut Problems,
) -> Vec<FormationCard> {
    let mut formations: Vec<FormationCard> = Vec::new();
    for spec in file.formation {
        let mut units = Vec::new();
        for (name, count) in &spec.units {
            let card = problems.lookup(source, "unit card", name, cards.iter().map(|card| card.id.as_str()));
            units.extend(card.map(|card| (card, *count)));
        }
        let id = spec.id.get_ref().clone();
        let span = spec.id.span();
        if formations.iter().any(|known| known.id == id) {
            let what = format!("there are two formations \"{id}\"");
            problems.add(source.problem(span.clone(), what, "give each its own id"));
        }
        let size: usize = units.iter().map(|(_, count)| usize::from(*count)).sum();
        if units.iter().any(|(_, count)| *count == 0) || !(1..=MOST).contains(&size) {
            let what = format!("\"{id}\" has {size} units");
            problems.add(source.problem(
                span.clone(),
                what,
                "a formation has one to twelve, and none of a kind is left out",
            ));
        }
        if spec.command_points == 0 {
            problems.add(source.problem(span, format!("\"{id}\" has no command points"), "give it at least one"));
        }
        formations.push(FormationCard {
            id,
            name: spec.name,
            nation: spec.nation,
            kind: spec.kind,
            pool: spec.pool,
            units,
            command_points: spec.command_points,
        });
    }
    formations
}

/// Units on a card at most.
const MOST: usize = 12;
