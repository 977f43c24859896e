//! Letting time pass: what a player may leave to the screen while no German is in sight (OF-6.1).
//!
//! Nothing here is a rule. The turns that are passed are begun and ended by the same actions as any other; the screen
//! does them one by one and stops at the first news.

use engine::{Choice, ChoiceKind};

use crate::{
    play::s08_sight,
    state::{Frame, Turn, laid_out::Ask, units::Side},
};

/// Marks the choices with which a unit lets time pass: to begin a turn, to end one in which nothing was done, to let a
/// German act whom nobody sees.
pub(crate) fn mark(ask: Ask<'_>, choices: &mut [Choice]) {
    let passes: fn(&Choice) -> bool = match ask.state.frames.top() {
        Frame::Round { .. } => |choice| choice.kind == ChoiceKind::Unit,
        Frame::Turn(Turn { begun: false, .. }) => |choice| choice.kind == ChoiceKind::Pass,
        Frame::German(_) => |choice| choice.kind == ChoiceKind::GoOn,
        _ => return,
    };
    if !in_sight(ask) {
        for choice in choices.iter_mut().filter(|choice| passes(choice)) {
            choice.waits = true;
        }
    }
}

/// Whether one of our units sees an active German.
fn in_sight(ask: Ask<'_>) -> bool {
    let germans = || ask.state.active(Side::German);
    ask.state.active(Side::Us).any(|(unit, _)| germans().any(|(german, _)| s08_sight::sees_unit(ask, unit, german)))
}
