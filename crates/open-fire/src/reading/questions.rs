//! What a paragraph leaves to the player (OF-5.1): answers, units and hexes to pick, and what he may have done later.

use engine::Entry;
use hexmap::Hex;

use crate::{
    booklet::paragraphs::{Among, Answer, BlockId, Hexes, Number, Step, texts::Words},
    reading::{
        self, conditions,
        cursors::{self, reading_mut, script, step_at},
        texts, whom,
    },
    rule_ids::PARAGRAPHS,
    state::{
        Frame, Offer,
        laid_out::{Act, Ask, AskOf, OpenFire},
        reading::{Cause, Cursor, Question, Reading, Spot, Text},
        units::UnitId,
    },
};

/// Puts a question with answers in words; those whose condition does not hold are left out.
pub(crate) fn ask(act: &mut Act<'_>, question: &Words, answers: &[Answer], cause: Cause) {
    let open = |answer: &Answer| {
        answer.only_if.as_ref().is_none_or(|test| conditions::holds(act.ask(), test, &mut cause.clone()))
    };
    let texts = (0..).zip(answers).filter(|(_, answer)| open(answer));
    let answers = texts.map(|(place, answer)| (place, texts::fill(act.ask(), &answer.text, &cause))).collect();
    put(act, question, Question { answers, ..Question::default() }, &cause);
}

/// Lets the player pick a unit or a hex. If there is only one, nobody is asked; if there is none, nothing happens.
pub(crate) fn pick(act: &mut Act<'_>, question: &Words, among: &Among, then: BlockId, cause: Cause) {
    let picked = match among {
        Among::Units(units) => {
            Question { units: conditions::matching(act.ask(), units, &cause), ..Question::default() }
        }
        Among::Hexes(hexes) => Question { hexes: hexes_of(act.ask(), hexes, &cause), ..Question::default() },
    };
    match (&*picked.units, &*picked.hexes) {
        ([], []) => drop(cursors::advance(act)),
        ([unit], []) => begin(act, then, Some(*unit)),
        ([], [hex]) => pick_hex(act, then, *hex),
        _ => put(act, question, picked, &cause),
    }
}

fn put(act: &mut Act<'_>, text: &Words, question: Question, cause: &Cause) {
    let text = texts::read_out(act, text, cause);
    act.note(|_| Entry::new(PARAGRAPHS, text.clone()));
    if let Some(reading) = reading_mut(act.state) {
        reading.question = Some(Box::new(Question { text, ..question }));
    }
}

fn hexes_of(ask: Ask<'_>, hexes: &Hexes, cause: &Cause) -> Vec<Hex> {
    let grid = ask.rules.grid();
    match hexes {
        Hexes::Listed(places) => {
            let mut listed: Vec<Hex> = places.iter().filter_map(|place| whom::hex_meant(ask, *place, cause)).collect();
            listed.sort_unstable();
            listed.dedup();
            listed
        }
        Hexes::Within { hexes, of } => {
            let Some(of) = whom::hex_meant(ask, *of, cause) else { return Vec::new() };
            grid.hexes().filter(|&hex| grid.distance(hex, of) <= u16::from(*hexes)).collect()
        }
    }
}

/// The question a reading has stopped at.
pub(crate) fn question(reading: &Reading) -> Option<&Question> {
    reading.question.as_deref()
}

/// The player answers in words, and the reading continues.
pub(crate) fn answer(act: &mut Act<'_>, answer: &Answer) {
    let cause = asked(act.ask()).map(|(_, cause)| cause).unwrap_or_default();
    let text = texts::fill(act.ask(), &answer.text, &cause);
    act.note(|_| Entry::new(PARAGRAPHS, text));
    let mut found = cause;
    if let Some(test) = &answer.only_if {
        conditions::holds(act.ask(), test, &mut found);
    }
    begin(act, answer.then, found.it);
    reading::read_on(act, 1);
}

/// The player picks a unit, and the reading continues.
pub(crate) fn pick_unit(act: &mut Act<'_>, unit: UnitId, then: BlockId) {
    act.note(|ask| Entry::new(PARAGRAPHS, format!("{}.", ask.state.unit(unit).name)).about([ask.state.id_of(unit)]));
    begin(act, then, Some(unit));
    reading::read_on(act, 1);
}

/// The player picks a hex, and the reading continues.
pub(crate) fn pick_place(act: &mut Act<'_>, hex: Hex, then: BlockId) {
    act.note(|ask| Entry::new(PARAGRAPHS, format!("Hex {}.", ask.rules.label(hex))).at([ask.rules.label(hex)]));
    pick_hex(act, then, hex);
    reading::read_on(act, 1);
}

fn pick_hex(act: &mut Act<'_>, then: BlockId, hex: Hex) {
    if let Some(reading) = reading_mut(act.state) {
        reading.cause.there = Some(hex);
    }
    let it = reading_mut(act.state).and_then(|reading| reading.cursors.last()).and_then(|cursor| cursor.it);
    begin(act, then, it);
}

/// The step that asks, with what it speaks of.
fn asked<'r>(ask: AskOf<'r, '_>) -> Option<(&'r Step, Cause)> {
    let Frame::Reading(reading) = ask.state.frames.top() else { return None };
    let cursor = reading.cursors.last()?;
    Some((step_at(ask.rules, cursor.at)?, Cause { it: cursor.it, ..reading.cause }))
}

/// The answer in words at a place of the list that is asked.
pub(crate) fn answer_at<'r>(ask: AskOf<'r, '_>, place: u8) -> Option<&'r Answer> {
    match asked(ask)? {
        (Step::Ask { answers, .. }, _) => answers.get(usize::from(place)),
        _ => None,
    }
}

/// What is read once a unit or a hex has been picked.
pub(crate) fn block_of_pick(ask: Ask<'_>) -> Option<BlockId> {
    match asked(ask)? {
        (Step::Pick { then, .. }, _) => Some(*then),
        _ => None,
    }
}

/// What is read once an offer is taken up.
pub(crate) fn block_of(rules: &OpenFire, offer: &Offer) -> Option<BlockId> {
    match step_at(rules, offer.at)? {
        Step::Offer { then, .. } => Some(*then),
        _ => None,
    }
}

/// The question is answered, and the block that follows from it begins.
fn begin(act: &mut Act<'_>, then: BlockId, it: Option<UnitId>) {
    if let Some(reading) = reading_mut(act.state) {
        reading.question = None;
    }
    cursors::advance(act);
    cursors::push_block(act, then, it);
    cursors::disclose(act);
}

/// Something the player may have done at a moment of his own.
pub(crate) fn offer(act: &mut Act<'_>, label: &Words, cause: Cause) {
    let label = texts::read_out(act, label, &cause);
    let Some(at) = cursors::step_before(act) else { return };
    let offer = Offer { label, at, cause: Cause { german: None, ..cause } };
    if act.state.offers.iter().any(|known| known.at == at) {
        return;
    }
    act.note(|_| Entry::new(PARAGRAPHS, format!("You may choose the moment: {}", offer.label)));
    act.state.offers.push(offer);
}

/// What a paragraph has offered is offered no longer.
pub(crate) fn withdraw(act: &mut Act<'_>, number: Number) {
    act.state.offers.retain(|offer| offer.at.text != Text::Paragraph(number));
}

/// The player has one of the offers carried out.
pub(crate) fn call(act: &mut Act<'_>, place: u8, then: BlockId) {
    let offer = act.state.offers.remove(usize::from(place));
    act.note(|_| Entry::new(PARAGRAPHS, offer.label.clone()));
    carry_out(act, offer.at, then, (offer.cause, offer.cause.it));
}

/// Reads a block that has waited for its moment.
pub(crate) fn carry_out(act: &mut Act<'_>, at: Spot, then: BlockId, (cause, it): (Cause, Option<UnitId>)) {
    if script(act.rules, at.text).is_none() {
        return;
    }
    cursors::begin_reading(act, cause, |act| {
        if let Some(reading) = reading_mut(act.state) {
            reading.cursors.push(Cursor::new(Spot::of(at.text, then), true, it));
        }
    });
    cursors::disclose(act);
    reading::finish_reading(act);
}
