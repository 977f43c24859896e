//! The support phase (AS-7): aircraft and off-board artillery are asked for.

use std::ops::ControlFlow;

use engine::Seat;
use hexmap::Hex;

use super::{Refused, Visit};
use crate::state::{Act, Ask, Frame};

pub(super) fn check(_ask: Ask<'_>, _support: u8, _at: Option<Hex>) -> Result<(), Refused> {
    Err(Refused::NoSuchSupport)
}

pub(super) fn visit(_ask: Ask<'_>, _seat: Seat, _visit: &mut Visit<'_>) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

pub(super) fn request(_act: &mut Act<'_>, _support: u8, _at: Option<Hex>) {}

/// Whether a side has something to ask for.
pub(super) fn is_open(ask: Ask<'_>, seat: Seat) -> bool {
    visit(ask, seat, &mut |_| ControlFlow::Break(())).is_break()
}

/// A side has asked for all it wants.
pub(super) fn done(act: &mut Act<'_>, seat: Seat) {
    if seat == act.state.initiative {
        act.state.frames.replace(Frame::Support { seat: seat.other() });
    } else {
        let first = act.state.initiative;
        act.state.passed = [false, false];
        act.state.frames.replace(Frame::Action { seat: first });
    }
}
