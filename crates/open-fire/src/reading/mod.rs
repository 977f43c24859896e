//! Reading paragraphs (OF-2.7, OF-5.1, OF-6.8): the interpreter of the paragraph language.
//!
//! A reading is a frame: a stack of cursors into the blocks of a script. It goes on by itself, step by step, and stops only where
//! the player is asked. Whatever it sets off (another marker, a change of condition) is a reading of its own, on top of it.
//!
//! ```text
//!   Round | Turn (a German's) | Reading: 077, block 1, step 0 | Reading: what the marker he drove over said
//! ```

mod attacks;
mod conditions;
mod steps;
#[cfg(test)]
mod tests;
mod units;

use dice::Dice;
use engine::{Entry, Journal, Tone};

use crate::{
    booklet::paragraphs::{BlockId, Branch, Number, Script, Step},
    rule_ids::{PARAGRAPHS, SIGHTINGS},
    state::{
        Frame, Reads, State,
        laid_out::OpenFire,
        reading::{Cause, Cursor, Reading, Spot, Text},
        units::{Side, UnitId},
    },
};

/// Paragraphs that one event may lead through, and steps that it may take: content beyond that runs in a circle.
const MOST_PARAGRAPHS: u8 = 64;
const MOST_STEPS: u16 = 4000;
/// Readings on top of each other.
const DEEPEST: usize = 24;

impl OpenFire {
    /// The script of a text.
    fn script(&self, text: Text) -> Option<&Script> {
        match text {
            Text::Paragraph(number) => self.booklet.paragraph(number).map(|paragraph| &paragraph.script),
            Text::Notes(card) => self.booklet.card(card).map(|card| &card.notes),
        }
    }

    fn step_at(&self, at: Spot) -> Option<&Step> {
        self.script(at.text)?.block(at.block).get(usize::from(at.step))
    }

    /// The question a reading has stopped at, with its answers.
    pub fn question<'a>(&'a self, reading: &Reading) -> Option<(&'a str, &'a [(String, BlockId)])> {
        let cursor = reading.cursors.last().filter(|_| reading.asks)?;
        match self.step_at(cursor.at)? {
            Step::Ask { question, answers } => Some((question, answers)),
            _ => None,
        }
    }

    /// How many answers the player has.
    pub(crate) fn answers(&self, reading: &Reading) -> u8 {
        self.question(reading).map_or(0, |(_, answers)| answers.len() as u8)
    }

    /// The player answers, and the reading goes on.
    pub(crate) fn answer(&self, state: &mut State, answer: u8, dice: &mut dyn Dice, journal: &mut dyn Journal) {
        let Frame::Reading(reading) = state.frames.top() else { return };
        let Some((text, then)) = self.question(reading).and_then(|(_, answers)| answers.get(usize::from(answer)))
        else {
            return;
        };
        journal.note(|| Entry::new(PARAGRAPHS, text.clone()));
        if let Some(reading) = reading_mut(state) {
            reading.asks = false;
        }
        let it = self.advance(state);
        self.push_block(state, *then, it);
        self.disclose(state);
        self.read_on(state, 1, dice, journal);
    }

    /// From now on the page shows the block that the reading on top has just begun.
    fn disclose(&self, state: &mut State) {
        let Frame::Reading(reading) = state.frames.top() else { return };
        let Some(Spot { text: Text::Paragraph(number), block, .. }) = reading.cursors.last().map(|cursor| cursor.at)
        else {
            return;
        };
        if !state.disclosed.contains(&(number.0, block)) {
            state.disclosed.push((number.0, block));
        }
    }

    /// Reads a paragraph and does what it says, as far as nobody is asked.
    pub(crate) fn read_paragraph(
        &self,
        state: &mut State,
        number: Number,
        cause: Cause,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) {
        self.begin_reading(state, cause, journal, |this, state, journal| {
            this.open(state, Text::Paragraph(number), journal);
        });
        self.finish_reading(state, dice, journal);
    }

    /// Lays a reading on top of what is going on.
    pub(crate) fn begin_reading(
        &self,
        state: &mut State,
        cause: Cause,
        journal: &mut dyn Journal,
        open: impl FnOnce(&Self, &mut State, &mut dyn Journal),
    ) {
        let mut reading = Reading::new(cause);
        if state.frames.depth() >= DEEPEST {
            reading.paragraphs = MOST_PARAGRAPHS;
        }
        state.frames.push(Frame::Reading(reading));
        open(self, state, journal);
    }

    /// Reads what [`OpenFire::begin_reading`] has just begun.
    fn finish_reading(&self, state: &mut State, dice: &mut dyn Dice, journal: &mut dyn Journal) {
        let below = state.frames.depth() - 1;
        self.read_on(state, below, dice, journal);
    }

    /// Goes on with the readings on top, down to a depth of frames, until the player is asked.
    pub(crate) fn read_on(&self, state: &mut State, below: usize, dice: &mut dyn Dice, journal: &mut dyn Journal) {
        while state.frames.depth() > below.max(1) {
            match state.frames.top() {
                Frame::Reading(reading) if !reading.asks => self.read_one_step(state, dice, journal),
                _ => return,
            }
        }
    }

    /// One step of the reading on top.
    fn read_one_step(&self, state: &mut State, dice: &mut dyn Dice, journal: &mut dyn Journal) {
        let Some(reading) = reading_mut(state) else { return };
        reading.steps += 1;
        if reading.steps > MOST_STEPS {
            return self.break_off(state, journal);
        }
        if self.watch(state) {
            return;
        }
        let Some(reading) = reading_mut(state) else { return };
        let Some(cursor) = reading.cursors.last_mut() else { return self.close(state, dice, journal) };
        match self.step_at(cursor.at) {
            Some(step) => {
                let cause = Cause { it: cursor.it, ..reading.cause };
                match cursor.at.text {
                    Text::Paragraph(number) => {
                        self.do_step(state, step, cause, dice, &mut OnPage { journal, number });
                    }
                    Text::Notes(_) => self.do_step(state, step, cause, dice, journal),
                }
            }
            None if cursor.rest.is_empty() => drop(reading.cursors.pop()),
            None => {
                cursor.it = Some(cursor.rest.remove(0));
                cursor.at.step = 0;
            }
        }
    }

    /// Looks out for what is watched for meanwhile (OF-6.9, 077).
    fn watch(&self, state: &mut State) -> bool {
        let Frame::Reading(reading) = state.frames.top() else { return false };
        let found = reading.watched.iter().enumerate().find_map(|(place, &(text, number))| {
            let branch: &Branch = self.script(text)?.meanwhile.get(usize::from(number))?;
            let mut cause = Cause { it: None, ..reading.cause };
            self.holds(state, &branch.when, &mut cause).then_some((place, text, branch.then, cause.it))
        });
        let Some((place, text, then, it)) = found else { return false };
        if let Some(reading) = reading_mut(state) {
            reading.watched.remove(place);
            reading.cursors.push(Cursor::new(Spot::of(text, then), false, it));
        }
        self.disclose(state);
        true
    }

    /// Begins a text in the reading on top.
    pub(crate) fn open(&self, state: &mut State, text: Text, journal: &mut dyn Journal) {
        if let Text::Paragraph(number) = text
            && !self.turn_to(state, number, journal)
        {
            return;
        }
        let watched = self.script(text).map_or(0, |script| script.meanwhile.len() as u8);
        let Some(reading) = reading_mut(state) else { return };
        let it = reading.cursors.last().and_then(|cursor| cursor.it).or(reading.cause.it);
        reading.cursors.push(Cursor::new(Spot::of(text, Script::MAIN), true, it));
        reading.watched.extend((0..watched).map(|number| (text, number)));
    }

    /// Turns to a paragraph: whether it is read (OF-5.6, OF-5.7).
    fn turn_to(&self, state: &mut State, number: Number, journal: &mut dyn Journal) -> bool {
        let Some(paragraph) = self.booklet.paragraph(number) else { return false };
        let Some(reading) = reading_mut(state) else { return false };
        if reading.paragraphs >= MOST_PARAGRAPHS {
            self.break_off(state, journal);
            return false;
        }
        reading.paragraphs += 1;
        journal.revealed();
        if paragraph.requires.iter().any(|sighting| !state.sighted(sighting.0)) {
            journal.note(|| {
                Entry::new(SIGHTINGS, format!("Paragraph {number} needs a sighting that has not occurred: no event."))
                    .tone(Tone::Quiet)
            });
            return false;
        }
        state.read.push(number.0);
        journal.note(|| {
            let entry = Entry::new(PARAGRAPHS, format!("Paragraph {number}.")).tone(Tone::Quiet);
            entry.on_page(number.to_string(), true)
        });
        for sighting in &paragraph.marks {
            self.mark_sighting(state, sighting.0, &mut OnPage { journal, number });
        }
        true
    }

    /// A sighting occurs (OF-5.6).
    fn mark_sighting(&self, state: &mut State, sighting: u8, journal: &mut dyn Journal) {
        if !state.sighted(sighting) {
            state.sightings |= 1 << sighting;
            journal.note(|| {
                Entry::new(SIGHTINGS, format!("Sighting {sighting} is checked off on the record sheet."))
                    .tone(Tone::Quiet)
            });
        }
    }

    /// Content that runs in a circle is left.
    fn break_off(&self, state: &mut State, journal: &mut dyn Journal) {
        if let Some(reading) = reading_mut(state) {
            reading.cursors.clear();
            reading.watched.clear();
        }
        journal.note(|| {
            Entry::new(PARAGRAPHS, "These paragraphs lead in a circle: nothing more is read.").tone(Tone::Quiet)
        });
    }

    /// The reading on top is at its end.
    fn close(&self, state: &mut State, dice: &mut dyn Dice, journal: &mut dyn Journal) {
        let Some(Frame::Reading(reading)) = state.frames.pop() else { return };
        if !state.in_rounds() {
            state.first_round = None;
        }
        if reading.held_up {
            // Markers that came into sight meanwhile have waited for the answer.
            self.look_around(state, dice, journal);
        }
    }

    /// Every US unit on the map checks the markers it sees.
    pub(crate) fn look_around(&self, state: &mut State, dice: &mut dyn Dice, journal: &mut dyn Journal) {
        let platoon: Vec<UnitId> = state.active(Side::Us).map(|(unit, _)| unit).collect();
        for unit in platoon {
            if state.hex_of(unit).is_some() {
                self.check_markers(state, unit, dice, journal);
            }
        }
    }

    /// Goes to the next step of the block being read; whom the block speaks of.
    fn advance(&self, state: &mut State) -> Option<UnitId> {
        let cursor = reading_mut(state)?.cursors.last_mut()?;
        cursor.at.step += 1;
        cursor.begun = false;
        cursor.it
    }

    /// What follows in the block being read.
    pub(crate) fn steps_to_come(&self, state: &State) -> &[Step] {
        let Frame::Reading(reading) = state.frames.top() else { return &[] };
        let Some(at) = reading.cursors.last().map(|cursor| cursor.at) else { return &[] };
        self.script(at.text).and_then(|script| script.block(at.block).get(usize::from(at.step)..)).unwrap_or(&[])
    }

    /// Begins a block of the text being read.
    pub(crate) fn push_block(&self, state: &mut State, block: BlockId, it: Option<UnitId>) {
        self.push_block_for(state, block, it, Vec::new());
    }

    fn push_block_for(&self, state: &mut State, block: BlockId, it: Option<UnitId>, rest: Vec<UnitId>) {
        let Some(reading) = reading_mut(state) else { return };
        let Some(text) = reading.cursors.last().map(|cursor| cursor.at.text) else { return };
        reading.cursors.push(Cursor { rest, ..Cursor::new(Spot::of(text, block), false, it) });
    }

    /// Whether the drive at which the reading on top stands has been begun; from now on it has.
    pub(crate) fn drive_begun(&self, state: &mut State, begins: bool) -> bool {
        let cursor = reading_mut(state).and_then(|reading| reading.cursors.last_mut());
        cursor.is_some_and(|cursor| {
            let begun = cursor.begun;
            cursor.begun |= begins;
            begun
        })
    }

    /// Standing orders whose moment has come (OF-5.7, 565).
    pub(crate) fn standing_orders(&self, state: &mut State, dice: &mut dyn Dice, journal: &mut dyn Journal) {
        for order in state.standing.clone() {
            let Some(Step::TheMoment(branch)) = self.step_at(order.at) else { continue };
            let mut cause = order.cause;
            if !self.holds(state, &branch.when, &mut cause) {
                continue;
            }
            let Some(place) = state.standing.iter().position(|known| *known == order) else { continue };
            state.standing.remove(place);
            self.begin_reading(state, order.cause, journal, |_, state, _| {
                if let Some(reading) = reading_mut(state) {
                    reading.cursors.push(Cursor::new(Spot::of(order.at.text, branch.then), true, cause.it));
                }
            });
            self.disclose(state);
            self.finish_reading(state, dice, journal);
        }
    }

    /// The German has decided by his notes: the action table is not consulted (OF-2.1).
    fn decided_by_notes(&self, state: &mut State) {
        let Frame::Reading(reading) = state.frames.top() else { return };
        let notes = matches!(reading.cursors.first(), Some(cursor) if matches!(cursor.at.text, Text::Notes(_)));
        if notes && let Some(turn) = self.turn_mut(state) {
            turn.reads = Reads::Nothing;
        }
    }
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
    match state.frames.top_mut() {
        Frame::Reading(reading) => Some(reading),
        _ => None,
    }
}
