//! The tally (FD-7): each side counts the steps it has lost.

use engine::Seat;

use crate::state::Act;

/// Counts a step that `seat` has lost.
pub(super) fn count(act: &mut Act<'_>, seat: Seat) {
    act.state.steps_lost[seat.index()] += 1;
}
