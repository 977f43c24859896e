//! Where a reading stands: its cursors in the blocks of a script, the page that is open, and what it shows of it
//! (OF-2.7).

use engine::{Entry, Journal, Tone};

use crate::{
    booklet::paragraphs::{BlockId, Number, Script, Step},
    rule_ids::{PARAGRAPHS, SIGHTINGS},
    state::{
        Frame, Reads, State,
        laid_out::{Act, Ask, OpenFire},
        reading::{Cause, Cursor, Reading, Spot, Text},
        units::UnitId,
    },
};

/// Paragraphs that one event may lead through, and steps that it may take: content beyond that runs in a circle.
pub(crate) const MOST_PARAGRAPHS: u8 = 64;

/// Readings on top of each other.
const DEEPEST: usize = 24;

/// The script of a text.
pub(crate) fn script(rules: &OpenFire, text: Text) -> Option<&Script> {
    match text {
        Text::Paragraph(number) => rules.booklet.paragraph(number).map(|paragraph| &paragraph.script),
        Text::Notes(card) => rules.booklet.card(card).map(|card| &card.notes),
    }
}

pub(crate) fn step_at(rules: &OpenFire, at: Spot) -> Option<&Step> {
    script(rules, at.text)?.block(at.block).get(usize::from(at.step))
}

/// From now on the page shows the block that the reading on top has just begun.
pub(crate) fn disclose(act: &mut Act<'_>) {
    let Frame::Reading(reading) = act.state.frames.top() else { return };
    let Some(Spot { text: Text::Paragraph(number), block, .. }) = reading.cursors.last().map(|cursor| cursor.at) else {
        return;
    };
    if !act.state.disclosed.contains(&(number.0, block)) {
        act.state.disclosed.push((number.0, block));
    }
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
pub(crate) fn turn_to(act: &mut Act<'_>, number: Number) -> bool {
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
pub(crate) fn mark_sighting(act: &mut Act<'_>, sighting: u8) {
    if !act.state.sighted(sighting) {
        act.state.sightings |= 1 << sighting;
        act.note(|_| {
            Entry::new(SIGHTINGS, format!("Sighting {sighting} is checked off on the record sheet.")).tone(Tone::Quiet)
        });
    }
}

/// Content that runs in a circle is left.
pub(crate) fn break_off(act: &mut Act<'_>) {
    if let Some(reading) = reading_mut(act.state) {
        reading.cursors.clear();
        reading.watched.clear();
    }
    act.note(|_| Entry::new(PARAGRAPHS, "These paragraphs lead in a circle: nothing more is read.").tone(Tone::Quiet));
}

/// Goes to the next step of the block being read; whom the block speaks of.
pub(crate) fn advance(act: &mut Act<'_>) -> Option<UnitId> {
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

pub(crate) fn push_block_for(act: &mut Act<'_>, block: BlockId, it: Option<UnitId>, rest: Vec<UnitId>) {
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
pub(crate) fn step_before(act: &mut Act<'_>) -> Option<Spot> {
    let at = reading_mut(act.state)?.cursors.last()?.at;
    Some(Spot { step: at.step.checked_sub(1)?, ..at })
}

/// The German has decided by his notes: the action table is not consulted (OF-2.1).
pub(crate) fn decided_by_notes(act: &mut Act<'_>) {
    let Frame::Reading(reading) = act.state.frames.top() else { return };
    let notes = matches!(reading.cursors.first(), Some(cursor) if matches!(cursor.at.text, Text::Notes(_)));
    if notes && let Some(turn) = act.state.turn_mut() {
        turn.reads = Reads::Nothing;
    }
}

/// Does something whose log lines say on which paragraph it happened.
pub(crate) fn on_page(act: &mut Act<'_>, number: Number, doing: impl FnOnce(&mut Act<'_>)) {
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

    fn stands(&mut self) {
        self.journal.stands();
    }
}

/// The reading on top.
pub(crate) fn reading_mut(state: &mut State) -> Option<&mut Reading> {
    if let Frame::Reading(reading) = state.frames.top_mut() { Some(reading) } else { None }
}
