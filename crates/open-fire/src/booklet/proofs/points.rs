//! How many victory points a mission has to give: never fewer than can be had in play, so that what is shown to be out
//! of reach is.

use std::collections::BTreeMap;

use crate::booklet::{
    cartridge::{Adjustment, Cell, Mission},
    paragraphs::{BlockId, Number, Script, Step, ast::Condition, words::Side},
    proofs::walk::{Book, Goal, Source, Walk},
};

/// How often something can happen, or how much it brings; `None` if there is no limit.
type Bound = Option<i32>;

/// More than this counts as no limit: it is a circle.
const MANY: i32 = 999;
/// More units than a platoon has: its letters are A to K and AA.
const PLATOON: i32 = 12;
/// Counters of prisoners of war.
const PRISONERS: i32 = 3;

/// The most points that can be had; `None` if there is no limit.
pub(crate) fn most(mission: &Mission, walk: &Walk, book: Book<'_>) -> Bound {
    let often = readings(mission, walk, book);
    let mut most = 0;
    for number in walk.read.keys() {
        let script = &book.paragraphs.get(number)?.script;
        let best = in_text(script)?;
        if best > 0 {
            most += best * (*often.get(number)?)?;
        }
    }
    for id in walk.cards.keys() {
        let card = book.cards.get(id)?;
        // The notes of a card are read in every turn.
        if in_text(&card.notes)? > 0 {
            return None;
        }
        most += if id.side == Side::German { i32::from(card.points).max(0) } else { 0 };
    }
    let events: Bound = walk.markers.keys().map(|marker| laid(*marker, mission, walk, &often)).sum();
    if mission.event_points > 0 {
        most += i32::from(mission.event_points) * events?;
    }
    let germans = walk.cards.keys().filter(|card| card.side == Side::German).count() as i32;
    for (points, units) in &mission.awards {
        let units = if units.side == Side::Us { PLATOON } else { germans };
        most += i32::from(*points).max(0) * units;
    }
    most += PRISONERS * mission.terms.freed.iter().map(|(points, _)| i32::from(*points).max(0)).max().unwrap_or(0);
    Some(most)
}

/// The points that everybody gets, whatever he does: those of the first paragraph.
pub(crate) fn given(mission: &Mission, book: Book<'_>) -> i32 {
    let first = mission.starts_with.and_then(|number| book.paragraphs.get(&number));
    let steps = first.map(|paragraph| paragraph.script.main().iter()).into_iter().flatten();
    let points = steps.filter_map(|step| if let Step::Points(points) = step { Some(i32::from(*points)) } else { None });
    points.sum()
}

/// A way to a paragraph.
enum Way {
    /// So often.
    Often(Bound),
    /// As often as an event marker is laid.
    Marker(u8),
    /// So many times whenever this paragraph is read.
    Times(Number, i32),
}

/// How often each paragraph can be read.
fn readings(mission: &Mission, walk: &Walk, book: Book<'_>) -> BTreeMap<Number, Bound> {
    // Whatever the condition, a marker is turned over once when it has been laid once.
    let mut links: BTreeMap<(Number, Source), Vec<u8>> = BTreeMap::new();
    for link in &walk.links {
        if let Goal::Paragraph(number) = link.to {
            links.entry((number, link.from)).or_default().push(link.condition);
        }
    }
    let mut ways: BTreeMap<Number, Vec<Way>> = BTreeMap::new();
    for ((number, from), conditions) in &links {
        ways.entry(*number).or_default().push(way(*from, conditions, *number, mission, book));
    }
    let mut often: BTreeMap<Number, Bound> = walk.read.keys().map(|number| (*number, Some(0))).collect();
    // Each time through, one more step of every chain is counted; a circle grows until it has no limit.
    for _ in 0..=often.len() + 1 {
        let count = |way: &Way| match way {
            Way::Often(often) => *often,
            Way::Marker(marker) => laid(*marker, mission, walk, &often),
            Way::Times(from, times) => Some(often.get(from).copied().unwrap_or(Some(0))? * times),
        };
        let sum = |number: &Number| ways.get(number).into_iter().flatten().map(count).sum::<Bound>();
        let next = often.keys().map(|number| (*number, sum(number).filter(|sum| *sum <= MANY))).collect();
        if next == often {
            break;
        }
        often = next;
    }
    often
}

fn way(from: Source, conditions: &[u8], to: Number, mission: &Mission, book: Book<'_>) -> Way {
    let closes = |cell: &dyn Fn(Condition) -> Cell| conditions.iter().all(|&at| once(cell(Condition(at)), book));
    match from {
        Source::Start | Source::Last => Way::Often(Some(1)),
        Source::Event(marker) if closes(&|at| mission.event(marker, at)) => Way::Often(Some(1)),
        Source::Event(marker) => Way::Marker(marker),
        Source::Throw(sum) => Way::Often(closes(&|at| mission.random_event(sum, at)).then_some(1)),
        Source::Paragraph(from) => match book.paragraphs.get(&from).and_then(|from| leads(&from.script, to)) {
            Some(times) => Way::Times(from, times),
            None => Way::Often(None),
        },
        Source::Card(_) => Way::Often(None),
    }
}

/// Whether reading what a cell leads to closes the cell.
fn once(cell: Cell, book: Book<'_>) -> bool {
    let Cell::Paragraph { unless: Some(unless), number } = cell else { return false };
    book.paragraphs.get(&number).is_some_and(|paragraph| paragraph.marks.contains(&unless))
}

/// How often an event marker can be laid.
fn laid(marker: u8, mission: &Mission, walk: &Walk, often: &BTreeMap<Number, Bound>) -> Bound {
    let first = mission.markers.iter().filter(|(known, _)| *known == marker).count();
    let changes = mission.adjustments.iter().filter(|(condition, _)| walk.conditions.contains(&condition.0));
    let again = changes.flat_map(|(_, changes)| changes).filter(|change| match change {
        Adjustment::Place(known, _) => *known == marker,
        Adjustment::Lift(_) => false,
    });
    let told: Bound = walk
        .links
        .iter()
        .filter(|link| link.to == Goal::Marker(marker))
        .map(|link| match link.from {
            Source::Paragraph(number) => often.get(&number).copied().flatten(),
            Source::Start | Source::Last | Source::Event(_) | Source::Throw(_) | Source::Card(_) => None,
        })
        .sum();
    told.map(|told| told + (first + again.count()) as i32)
}

/// How often a text leads to a paragraph when it is read once.
fn leads(script: &Script, to: Number) -> Bound {
    let value = |step: &Step| i32::from(matches!(step, Step::See(number) if *number == to));
    let later = script.meanwhile.iter().map(|branch| branch.then);
    std::iter::once(Script::MAIN).chain(later).map(|block| best(script, block, &value)).sum()
}

/// The most points that a text gives when it is read once.
fn in_text(script: &Script) -> Bound {
    let value = |step: &Step| if let Step::Points(points) = step { i32::from(*points).max(0) } else { 0 };
    let later = script.meanwhile.iter().map(|branch| branch.then);
    std::iter::once(Script::MAIN).chain(later).map(|block| best(script, block, &value)).sum()
}

/// The most that a block is worth: one of several ways, and everything that follows.
fn best(script: &Script, block: BlockId, value: &dyn Fn(&Step) -> i32) -> Bound {
    let mut sum = 0;
    for step in script.block(block) {
        let inside = step.blocks().into_iter().map(|block| best(script, block, value)).collect::<Option<Vec<i32>>>()?;
        let inside = inside.into_iter().max().unwrap_or(0);
        let repeats = matches!(step, Step::Each { .. } | Step::Whenever(_));
        if repeats && inside > 0 {
            return None;
        }
        sum += value(step) + inside;
    }
    Some(sum)
}
