//! Every paragraph and every card has its use, in some condition of some mission, or says that it is kept in reserve.

use std::collections::BTreeSet;

use engine::Problem;

use crate::booklet::{
    cartridge::{Cell, Mission},
    paragraphs::{CardId, Number, Script, Step},
    proofs::{Draft, walk::Walk, warning},
    unit_cards::{ActionTable, UnitCard},
};

/// Paragraphs that are never read, and spare ones that are.
pub(crate) fn paragraphs(draft: &Draft<'_>, walks: &[(&Mission, &Walk)]) -> Vec<Problem> {
    let read: BTreeSet<Number> = walks.iter().flat_map(|(_, walk)| walk.paragraphs()).collect();
    let reserve = Reserve::of(draft);
    let mut warnings = Vec::new();
    for (number, paragraph) in draft.paragraphs {
        let at = &paragraph.paragraph.at;
        if read.contains(number) {
            let by = walks.iter().find(|(_, walk)| walk.read.contains_key(number)).filter(|_| paragraph.spare);
            let help = "leave the word spare out";
            warnings.extend(by.map(|(mission, _)| {
                warning(at, format!("{number} is spare, and \"{}\" leads to it", mission.id), help)
            }));
        } else if !reserve.paragraphs.contains(number) {
            warnings.push(warning(at, never_read(*number, draft), HELP));
        }
    }
    warnings
}

const HELP: &str = "let a cartridge, a card or another paragraph lead to it, or write spare after its number";

/// Nothing names it, or only what is never read itself.
fn never_read(number: Number, draft: &Draft<'_>) -> String {
    let texts = draft.paragraphs.values().filter(|read| seen(&read.paragraph.script).any(|to| to == number));
    let texts = texts.map(|read| read.paragraph.number.to_string());
    let cards = draft.cards.values().filter(|card| card_leads(card).any(|to| to == number));
    let cells = draft.missions.iter().filter(|mission| {
        mission.cells().any(|cell| matches!(cell, Cell::Paragraph { number: to, .. } if to == number))
    });
    let naming: Vec<String> = texts
        .chain(cards.map(|card| card.id.to_string()))
        .chain(cells.map(|mission| format!("the cartridge of \"{}\"", mission.id)))
        .take(4)
        .collect();
    if naming.is_empty() {
        return format!("nothing leads to {number}");
    }
    format!(
        "{number} can never be read: only {} would lead to it, and not in any condition that can come",
        naming.join(", ")
    )
}

/// Cards that are never laid, and spare ones that are.
pub(crate) fn cards(draft: &Draft<'_>, walks: &[(&Mission, &Walk)]) -> Vec<Problem> {
    let reserve = Reserve::of(draft);
    let mut warnings = Vec::new();
    for (id, card) in draft.cards {
        let mission = walks.iter().find(|(_, walk)| walk.cards.contains_key(id)).map(|(mission, _)| mission);
        match mission {
            Some(mission) if card.spare => {
                let what = format!("{id} is spare, and \"{}\" uses it", mission.id);
                warnings.push(warning(&card.at, what, "leave the word spare out"));
            }
            None if !reserve.cards.contains(id) && !draft.lent.contains(id) => {
                let help = "activate it in a paragraph, let it join, or write spare after its letter";
                warnings.push(warning(&card.at, format!("no mission uses {id}"), help));
            }
            Some(_) | None => {}
        }
    }
    warnings
}

/// Cells of the cartridge that wait for a sighting in vain: they are never closed.
pub(crate) fn cells(mission: &Mission, walk: &Walk) -> Vec<Problem> {
    let waiting: BTreeSet<_> = mission
        .cells()
        .filter_map(|cell| match cell {
            Cell::Paragraph { unless: Some(sighting), number } => Some((sighting, number)),
            Cell::Paragraph { unless: None, .. } | Cell::None | Cell::Random => None,
        })
        .filter(|(sighting, _)| !walk.sightings.contains(&sighting.0))
        .collect();
    let warned = waiting.into_iter().map(|(sighting, number)| {
        let what = format!("\"{sighting} {number}\": {sighting} cannot occur in \"{}\"", mission.id);
        warning(
            &mission.at,
            what,
            format!("write marks={sighting} on a paragraph of this mission, or only {number} here"),
        )
    });
    warned.collect()
}

/// What is kept in reserve: spare paragraphs and cards, and whatever they lead to.
#[derive(Default)]
struct Reserve {
    paragraphs: BTreeSet<Number>,
    cards: BTreeSet<CardId>,
}

impl Reserve {
    fn of(draft: &Draft<'_>) -> Reserve {
        let mut reserve = Reserve::default();
        let spare = draft.paragraphs.iter().filter(|(_, read)| read.spare).map(|(number, _)| *number);
        let mut pages: Vec<Number> = spare.collect();
        let mut cards: Vec<&UnitCard> = draft.cards.values().filter(|card| card.spare).collect();
        loop {
            while let Some(card) = cards.pop() {
                if reserve.cards.insert(card.id) {
                    pages.extend(card_leads(card));
                }
            }
            let Some(number) = pages.pop() else { return reserve };
            if let Some(read) = draft.paragraphs.get(&number).filter(|_| reserve.paragraphs.insert(number)) {
                pages.extend(seen(&read.paragraph.script));
                cards.extend(laid(&read.paragraph.script).filter_map(|card| draft.cards.get(&card)));
            }
        }
    }
}

fn seen(script: &Script) -> impl Iterator<Item = Number> {
    script.steps().filter_map(|step| if let Step::See(number) = step { Some(*number) } else { None })
}

fn laid(script: &Script) -> impl Iterator<Item = CardId> {
    let cards = script.steps().filter_map(|step| match step {
        Step::Activate(activation) | Step::Join(activation) => Some(&activation.cards),
        _ => None,
    });
    cards.flatten().copied()
}

fn card_leads(card: &UnitCard) -> impl Iterator<Item = Number> {
    card.actions.iter().flat_map(ActionTable::paragraphs).chain(seen(&card.notes))
}
