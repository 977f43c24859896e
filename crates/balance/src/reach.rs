//! Which paragraphs a mission can lead to.

use std::collections::BTreeSet;

use open_fire::booklet::{
    cartridge::{Cell, Mission},
    paragraphs::{Booklet, CardId, Number, Script, Step},
    unit_cards::{ActionTable, UnitCard},
};

/// The story paragraphs that a mission can lead to.
pub(crate) fn stories(booklet: &Booklet, mission: &Mission) -> BTreeSet<u16> {
    let (mut read, mut used) = (BTreeSet::new(), BTreeSet::new());
    let cells = mission.cells().filter_map(|cell| match cell {
        Cell::Paragraph { number, .. } => Some(number),
        Cell::None | Cell::Random => None,
    });
    let mut next: Vec<Number> = cells.chain(mission.starts_with).chain(mission.ends_with).collect();
    let mut cards: Vec<CardId> = mission.muster.joins.clone();
    while let Some(number) = next.pop().or_else(|| of_cards(booklet, &mut cards, &mut used, &mut next)) {
        let Some(paragraph) = booklet.paragraph(number).filter(|_| read.insert(number)) else { continue };
        next.extend(seen(&paragraph.script));
        for step in paragraph.script.steps() {
            if let Step::Activate(activation) | Step::Join(activation) = step {
                cards.extend(&activation.cards);
            }
        }
    }
    read.into_iter().filter(|&number| is_story(booklet, number.0)).map(|number| number.0).collect()
}

/// Whether a paragraph tells something.
pub(crate) fn is_story(booklet: &Booklet, number: u16) -> bool {
    let paragraph = booklet.paragraph(Number(number));
    paragraph.is_some_and(|paragraph| paragraph.script.steps().any(|step| matches!(step, Step::Story(_))))
}

/// Turns the cards that came up into paragraphs, and takes the first.
fn of_cards(
    booklet: &Booklet,
    cards: &mut Vec<CardId>,
    used: &mut BTreeSet<CardId>,
    next: &mut Vec<Number>,
) -> Option<Number> {
    for card in std::mem::take(cards) {
        if used.insert(card) {
            next.extend(booklet.card(card).into_iter().flat_map(of_card));
        }
    }
    next.pop()
}

fn of_card(card: &UnitCard) -> impl Iterator<Item = Number> {
    card.actions.iter().flat_map(ActionTable::paragraphs).chain(seen(&card.notes))
}

fn seen(script: &Script) -> impl Iterator<Item = Number> {
    script.steps().filter_map(|step| match step {
        Step::See(number) => Some(*number),
        _ => None,
    })
}
