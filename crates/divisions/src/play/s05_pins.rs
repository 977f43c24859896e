//! Pins (FD-5): a moving company that is hit stops where it is.

use engine::{Entry, Tone};

use crate::{
    rule_ids::PINS,
    state::{Act, Frame, Unit, UnitSet},
};

/// Pins a unit that was hit. A pin on a unit that is not moving has no effect.
pub(super) fn pin(act: &mut Act<'_>, unit: Unit) {
    let info = act.rules.unit(unit);
    let moving = matches!(act.state.frames.top(), Frame::Halt(halt) if halt.entered.has(unit));
    if moving {
        act.state.pinned.add(unit);
    }
    act.note(|_| {
        let (text, tone) = if moving {
            (format!("{} is pinned and stops where it is", info.name), Tone::default())
        } else {
            (format!("{} is not moving: the pin has no effect", info.name), Tone::Quiet)
        };
        Entry::new(PINS, text).by(info.seat).tone(tone).about([info.id.clone()])
    });
}

/// All pins come off when an activation ends.
pub(crate) fn come_off(act: &mut Act<'_>) {
    let pinned = std::mem::replace(&mut act.state.pinned, UnitSet::NONE);
    if !pinned.is_empty() {
        act.note(|ask| {
            let text = "The activation ends and all pins come off";
            Entry::new(PINS, text).tone(Tone::Quiet).about(ask.rules.ids(pinned))
        });
    }
}
