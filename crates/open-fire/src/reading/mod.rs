//! Reading paragraphs (OF-2.7, OF-5.1, OF-6.8): the interpreter of the paragraph language.
//!
//! A reading is a frame: a stack of cursors into the blocks of a script. It goes on by itself, step by step, and stops
//! only where the player is asked. Whatever it sets off (another marker, a change of condition) is a reading of its
//! own, on top of it.
//!
//! ```text
//!   Round | Turn (a German's) | Reading: 077, block 1, step 0 | Reading: what the marker he drove over said
//! ```

pub mod answers;
pub(crate) mod attacks;
pub(crate) mod conditions;
pub(crate) mod cursors;
pub(crate) mod questions;
pub(crate) mod steps;
#[cfg(test)]
mod tests;
pub(crate) mod texts;
pub(crate) mod upkeep;
pub(crate) mod whom;

use crate::{
    booklet::paragraphs::{Branch, Number, Step},
    play::s05_operations::markers,
    state::{
        Frame,
        laid_out::Act,
        reading::{Cause, Cursor, Spot, Text},
        units::{Side, UnitId},
    },
};

const MOST_STEPS: u16 = 4000;

/// Reads a paragraph and does what it says, as far as nobody is asked.
pub(crate) fn read_paragraph(act: &mut Act<'_>, number: Number, cause: Cause) {
    cursors::begin_reading(act, cause, |act| cursors::open(act, Text::Paragraph(number)));
    finish_reading(act);
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
    let Some(reading) = cursors::reading_mut(act.state) else { return };
    reading.steps += 1;
    if reading.steps > MOST_STEPS {
        return cursors::break_off(act);
    }
    if watch(act) {
        return;
    }
    let Some(reading) = cursors::reading_mut(act.state) else { return };
    let Some(cursor) = reading.cursors.last_mut() else { return close(act) };
    match cursors::step_at(act.rules, cursor.at) {
        Some(step) => {
            let cause = Cause { it: cursor.it, ..reading.cause };
            match cursor.at.text {
                Text::Paragraph(number) => cursors::on_page(act, number, |act| steps::do_step(act, step, cause)),
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
        let branch: &Branch = cursors::script(act.rules, text)?.meanwhile.get(usize::from(number))?;
        let mut cause = Cause { it: None, ..reading.cause };
        conditions::holds(act.ask(), &branch.when, &mut cause).then_some((place, text, branch.then, cause.it))
    });
    let Some((place, text, then, it)) = found else { return false };
    if let Some(reading) = cursors::reading_mut(act.state) {
        reading.watched.remove(place);
        reading.cursors.push(Cursor::new(Spot::of(text, then), false, it));
    }
    cursors::disclose(act);
    true
}

/// The reading on top is at its end.
fn close(act: &mut Act<'_>) {
    act.state.frames.pop();
    if !act.state.in_rounds() && !act.state.rounds_wait {
        act.state.first_round = None;
    }
    // Markers that Germans have stirred up come before orders that wait for where they are; looks come after them, as
    // on arrival.
    if act.state.looking.last().is_some_and(|looking| looking.stirred) {
        markers::look_on(act);
    }
    if act.state.orders_wait.is_some_and(|depth| act.state.frames.depth() <= depth.into()) {
        standing_orders(act);
    }
    markers::look_on(act);
}

/// Every US unit on the map looks for markers that have just been laid; once that has brought Germans into the field,
/// nobody looks any further (OF-5.7). The unit that acts comes last: it may be asked (OF-6.7).
pub(crate) fn look_around(act: &mut Act<'_>, new: &[u8]) {
    let acting = act.state.turn().map(|turn| turn.unit);
    let mut platoon: Vec<UnitId> = act.state.active(Side::Us).map(|(unit, _)| unit).collect();
    platoon.sort_by_key(|&unit| Some(unit) == acting);
    markers::look_for(act, &platoon, new);
}

/// Standing orders whose moment has come (OF-5.7, 565), one after the other.
pub(crate) fn standing_orders(act: &mut Act<'_>) {
    let depth = act.state.frames.depth();
    standing_orders_above(act, depth);
}

/// The same above so many frames. The page of each comes to its end before the next one opens: if somebody is asked,
/// the others wait.
pub(crate) fn standing_orders_above(act: &mut Act<'_>, depth: usize) {
    act.state.orders_wait = None;
    for order in act.state.standing.clone() {
        if act.state.frames.depth() > depth {
            act.state.orders_wait = Some(depth as u8);
            return;
        }
        if act.state.is_over() {
            return;
        }
        let mut cause = order.cause;
        let (moment, then, repeats) = match cursors::step_at(act.rules, order.at) {
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
