//! Pins (FD-5) and the loss of steps (FD-1, FD-7).

use engine::{Entry, Journal, Tone};

use crate::{
    rule_ids::{PINS, TALLY, UNITS, VICTORY},
    state::{Frame, State},
    unit_set::Unit,
    victory::counted,
    world::Divisions,
};

impl Divisions {
    /// Pins a unit that was hit. A pin on a unit that is not moving has no effect.
    pub(crate) fn pin(&self, state: &mut State, unit: Unit, journal: &mut dyn Journal) {
        let info = self.unit(unit);
        let moving = matches!(state.frames.top(), Frame::Halt(halt) if halt.entered.has(unit));
        if moving {
            state.pinned.add(unit);
            journal.note(|| {
                Entry::new(PINS, format!("{} is pinned and stops where it is", info.name))
                    .by(info.seat)
                    .about([info.id.clone()])
            });
        } else {
            journal.note(|| {
                let text = format!("{} is not moving: the pin has no effect", info.name);
                Entry::new(PINS, text).by(info.seat).tone(Tone::Quiet).about([info.id.clone()])
            });
        }
    }

    /// Flips a full unit to its depleted side at once; removes a depleted one.
    pub(crate) fn lose_step(&self, state: &mut State, unit: Unit, journal: &mut dyn Journal) {
        let info = self.unit(unit);
        let hex = state.hex(unit);
        let left = state.units[unit.index()].steps.saturating_sub(1);
        state.units[unit.index()].steps = left;
        state.steps_lost[info.seat.index()] += 1;
        state.kill_points[info.seat.other().index()] += info.value;
        if left == 0 {
            state.remove(unit);
        }
        journal.note(|| {
            let (rule, fate) = if left == 0 { (TALLY, "is eliminated") } else { (UNITS, "is depleted") };
            Entry::new(rule, format!("{} {fate}", info.name))
                .by(info.seat)
                .tone(Tone::Loss)
                .at(hex.map(|hex| self.label(hex)))
                .about([info.id.clone()])
        });
        if info.value != 0 {
            let seat = info.seat.other();
            journal.note(|| {
                let text = format!("{} gains {}", self.seats[seat.index()].name, counted(info.value));
                Entry::new(VICTORY, text).by(seat).about([info.id.clone()])
            });
        }
    }
}
