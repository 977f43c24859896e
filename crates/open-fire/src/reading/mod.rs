//! Reading paragraphs (OF-2.7, OF-5.1, OF-6.8): the interpreter of the paragraph language.
//!
//! A reading is a frame: a stack of cursors into the blocks of a script. It goes on by itself, step by step, and stops only where
//! the player is asked. Whatever it sets off (another marker, a change of condition) is a reading of its own, on top of it.
//!
//! ```text
//!   Round | Turn (a German's) | Reading: 077, block 1, step 0 | Reading: what the marker he drove over said
//! ```

pub mod answers;
pub(crate) mod attacks;
pub(crate) mod conditions;
pub(crate) mod questions;
pub(crate) mod steps;
#[cfg(test)]
mod tests;
pub(crate) mod texts;
pub(crate) mod upkeep;
pub(crate) mod whom;

use engine::{Entry, Journal, Tone};

use crate::{
    booklet::paragraphs::{BlockId, Branch, Number, Script, Step},
    play::s05_operations::markers,
    rule_ids::{PARAGRAPHS, SIGHTINGS},
    state::{
        Frame, Reads, State,
        laid_out::{Act, Ask, OpenFire},
        reading::{Cause, Cursor, Reading, Spot, Text},
        units::{Side, UnitId},
    },
};

/// Paragraphs that one event may lead through, and steps that it may take: content beyond that runs in a circle.
const MOST_PARAGRAPHS: u8 = 64;
const MOST_STEPS: u16 = 4000;
/// Readings on top of each other.
const DEEPEST: usize = 24;

/// The script of a text.
fn script(rules: &OpenFire, text: Text) -> Option<&Script> {
    match text {
        Text::Paragraph(number) => rules.booklet.paragraph(number).map(|paragraph| &paragraph.script),
        Text::Notes(card) => rules.booklet.card(card).map(|card| &card.notes),
    }
}

fn step_at(rules: &OpenFire, at: Spot) -> Option<&Step> {
    script(rules, at.text)?.block(at.block).get(usize::from(at.step))
}

/// From now on the page shows the block that the reading on top has just begun.
fn disclose(act: &mut Act<'_>) {
    let Frame::Reading(reading) = act.state.frames.top() else { return };
    let Some(Spot { text: Text::Paragraph(number), block, .. }) = reading.cursors.last().map(|cursor| cursor.at) else {
        return;
    };
    if !act.state.disclosed.contains(&(number.0, block)) {
        act.state.disclosed.push((number.0, block));
    }
}

/// Reads a paragraph and does what it says, as far as nobody is asked.
pub(crate) fn read_paragraph(act: &mut Act<'_>, number: Number, cause: Cause) {
    begin_reading(act, cause, |act| open(act, Text::Paragraph(number)));
    finish_reading(act);
}

/// Lays a reading on top of what is going on.
pub(crate) fn begin_reading(act: &mut Act<'_>, cause: Cause, begin: impl FnOnce(&mut Act<'_>)) {
    let mut reading = Reading::new(cause);
    if act.state.frames.depth() >= DEEPEST {
        reading.paragraphs = MOST_PARAGRAPHS;
    }
    act.state.frames.push(Frame::Reading(reading));
    begin(act);
}

/// Reads what [`begin_reading`] has just begun.
fn finish_reading(act: &mut Act<'_>) {
    let below = act.state.frames.depth() - 1;
    read_on(act, below);
}

/// Goes on with the readings on top, down to a depth of frames, until the player is asked.
pub(crate) fn read_on(act: &mut Act<'_>, below: usize) {
    while act.state.frames.depth() > below.max(1) {
        let goes_on = matches!(act.state.frames.top(), Frame::Reading(reading) if reading.question.is_none());
        if !goes_on {
            return;
        }
        read_one_step(act);
    }
}

/// One step of the reading on top.
fn read_one_step(act: &mut Act<'_>) {
    let Some(reading) = reading_mut(act.state) else { return };
    reading.steps += 1;
    if reading.steps > MOST_STEPS {
        return break_off(act);
    }
    if watch(act) {
        return;
    }
    let Some(reading) = reading_mut(act.state) else { return };
    let Some(cursor) = reading.cursors.last_mut() else { return close(act) };
    match step_at(act.rules, cursor.at) {
        Some(step) => {
            let cause = Cause { it: cursor.it, ..reading.cause };
            match cursor.at.text {
                Text::Paragraph(number) => on_page(act, number, |act| steps::do_step(act, step, cause)),
                Text::Notes(_) => steps::do_step(act, step, cause),
            }
        }
        None if cursor.rest.is_empty() => drop(reading.cursors.pop()),
        None => {
            cursor.it = Some(cursor.rest.remove(0));
            cursor.at.step = 0;
        }
    }
}

/// Carries out a `meanwhile` whose condition has come to hold (OF-6.9, 077).
fn watch(act: &mut Act<'_>) -> bool {
    let Frame::Reading(reading) = act.state.frames.top() else { return false };
    let found = reading.watched.iter().enumerate().find_map(|(place, &(text, number))| {
        let branch: &Branch = script(act.rules, text)?.meanwhile.get(usize::from(number))?;
        let mut cause = Cause { it: None, ..reading.cause };
        conditions::holds(act.ask(), &branch.when, &mut cause).then_some((place, text, branch.then, cause.it))
    });
    let Some((place, text, then, it)) = found else { return false };
    if let Some(reading) = reading_mut(act.state) {
        reading.watched.remove(place);
        reading.cursors.push(Cursor::new(Spot::of(text, then), false, it));
    }
    disclose(act);
    true
}

/// Begins a text in the reading on top.
pub(crate) fn open(act: &mut Act<'_>, text: Text) {
    if let Text::Paragraph(number) = text
        && !turn_to(act, number)
    {
        return;
    }
    let watched = script(act.rules, text).map_or(0, |script| script.meanwhile.len() as u8);
    let Some(reading) = reading_mut(act.state) else { return };
    let it = reading.cursors.last().and_then(|cursor| cursor.it).or(reading.cause.it);
    reading.cursors.push(Cursor::new(Spot::of(text, Script::MAIN), true, it));
    reading.watched.extend((0..watched).map(|number| (text, number)));
}

/// Turns to a paragraph: whether it is read (OF-5.6, OF-5.7).
fn turn_to(act: &mut Act<'_>, number: Number) -> bool {
    let Some(paragraph) = act.rules.booklet.paragraph(number) else { return false };
    let Some(reading) = reading_mut(act.state) else { return false };
    if reading.paragraphs >= MOST_PARAGRAPHS {
        break_off(act);
        return false;
    }
    reading.paragraphs += 1;
    act.journal.revealed();
    if paragraph.requires.iter().any(|sighting| !act.state.sighted(sighting.0)) {
        act.note(|_| {
            Entry::new(SIGHTINGS, format!("Paragraph {number} needs a sighting that has not occurred: no event."))
                .tone(Tone::Quiet)
        });
        return false;
    }
    act.state.read.push(number.0);
    act.note(|_| {
        let entry = Entry::new(PARAGRAPHS, format!("Paragraph {number}.")).tone(Tone::Quiet);
        entry.on_page(number.to_string(), true)
    });
    for sighting in &paragraph.marks {
        on_page(act, number, |act| mark_sighting(act, sighting.0));
    }
    true
}

/// A sighting occurs (OF-5.6).
fn mark_sighting(act: &mut Act<'_>, sighting: u8) {
    if !act.state.sighted(sighting) {
        act.state.sightings |= 1 << sighting;
        act.note(|_| {
            Entry::new(SIGHTINGS, format!("Sighting {sighting} is checked off on the record sheet.")).tone(Tone::Quiet)
        });
    }
}

/// Content that runs in a circle is left.
fn break_off(act: &mut Act<'_>) {
    if let Some(reading) = reading_mut(act.state) {
        reading.cursors.clear();
        reading.watched.clear();
    }
    act.note(|_| Entry::new(PARAGRAPHS, "These paragraphs lead in a circle: nothing more is read.").tone(Tone::Quiet));
}

/// The reading on top is at its end.
fn close(act: &mut Act<'_>) {
    act.state.frames.pop();
    if !act.state.in_rounds() && !act.state.rounds_wait {
        act.state.first_round = None;
    }
    markers::look_on(act);
}

/// Every US unit on the map looks for markers that have just been laid; once that has brought Germans into the field, nobody looks any
/// further (OF-5.7). The unit that acts comes last: it may be asked (OF-6.7).
pub(crate) fn look_around(act: &mut Act<'_>, new: &[u8]) {
    let acting = act.state.turn().map(|turn| turn.unit);
    let mut platoon: Vec<UnitId> = act.state.active(Side::Us).map(|(unit, _)| unit).collect();
    platoon.sort_by_key(|&unit| Some(unit) == acting);
    markers::look_for(act, &platoon, new);
}

/// Goes to the next step of the block being read; whom the block speaks of.
fn advance(act: &mut Act<'_>) -> Option<UnitId> {
    let cursor = reading_mut(act.state)?.cursors.last_mut()?;
    cursor.at.step += 1;
    cursor.begun = false;
    cursor.it
}

/// All of the block being read.
pub(crate) fn steps_of_the_block(ask: Ask<'_>) -> &[Step] {
    let Frame::Reading(reading) = ask.state.frames.top() else { return &[] };
    let Some(at) = reading.cursors.last().map(|cursor| cursor.at) else { return &[] };
    script(ask.rules, at.text).map_or(&[], |script| script.block(at.block))
}

/// Begins a block of the text being read.
pub(crate) fn push_block(act: &mut Act<'_>, block: BlockId, it: Option<UnitId>) {
    push_block_for(act, block, it, Vec::new());
}

fn push_block_for(act: &mut Act<'_>, block: BlockId, it: Option<UnitId>, rest: Vec<UnitId>) {
    let Some(reading) = reading_mut(act.state) else { return };
    let Some(text) = reading.cursors.last().map(|cursor| cursor.at.text) else { return };
    reading.cursors.push(Cursor { rest, ..Cursor::new(Spot::of(text, block), false, it) });
}

/// Whether the drive at the cursor of the top reading has begun; from now on it has.
pub(crate) fn drive_begun(act: &mut Act<'_>, begins: bool) -> bool {
    let cursor = reading_mut(act.state).and_then(|reading| reading.cursors.last_mut());
    cursor.is_some_and(|cursor| {
        let begun = cursor.begun;
        cursor.begun |= begins;
        begun
    })
}

/// The step that has just been gone past.
fn step_before(act: &mut Act<'_>) -> Option<Spot> {
    let at = reading_mut(act.state)?.cursors.last()?.at;
    Some(Spot { step: at.step.checked_sub(1)?, ..at })
}

/// Standing orders whose moment has come (OF-5.7, 565).
pub(crate) fn standing_orders(act: &mut Act<'_>) {
    for order in act.state.standing.clone() {
        let mut cause = order.cause;
        let (moment, then, repeats) = match step_at(act.rules, order.at) {
            Some(Step::TheMoment(branch)) => {
                (conditions::holds(act.ask(), &branch.when, &mut cause), branch.then, false)
            }
            Some(Step::Whenever(branch)) => (conditions::holds(act.ask(), &branch.when, &mut cause), branch.then, true),
            Some(Step::After { then, .. }) => (order.due.is_some_and(|due| due <= act.state.elapsed), *then, false),
            _ => continue,
        };
        let Some(place) = act.state.standing.iter().position(|known| *known == order) else { continue };
        if repeats {
            act.state.standing[place].held = moment;
        } else if moment {
            act.state.standing.remove(place);
        }
        if moment && !order.held {
            questions::carry_out(act, order.at, then, (order.cause, cause.it));
        }
    }
}

/// The German has decided by his notes: the action table is not consulted (OF-2.1).
fn decided_by_notes(act: &mut Act<'_>) {
    let Frame::Reading(reading) = act.state.frames.top() else { return };
    let notes = matches!(reading.cursors.first(), Some(cursor) if matches!(cursor.at.text, Text::Notes(_)));
    if notes && let Some(turn) = act.state.turn_mut() {
        turn.reads = Reads::Nothing;
    }
}

/// Does something whose log lines say on which paragraph it happened.
fn on_page(act: &mut Act<'_>, number: Number, doing: impl FnOnce(&mut Act<'_>)) {
    let journal = &mut OnPage { journal: act.journal, number };
    doing(&mut Act { rules: act.rules, state: act.state, dice: act.dice, journal });
}

/// A journal whose lines say on which paragraph they happened.
struct OnPage<'a> {
    journal: &'a mut dyn Journal,
    number: Number,
}

impl Journal for OnPage<'_> {
    fn wanted(&self) -> bool {
        self.journal.wanted()
    }

    fn write(&mut self, entry: Entry) {
        // A paragraph within this one has written its own number.
        let entry = if entry.page.is_none() { entry.on_page(self.number.to_string(), false) } else { entry };
        self.journal.write(entry);
    }

    fn revealed(&mut self) {
        self.journal.revealed();
    }
}

/// The reading on top.
fn reading_mut(state: &mut State) -> Option<&mut Reading> {
    if let Frame::Reading(reading) = state.frames.top_mut() { Some(reading) } else { None }
}
