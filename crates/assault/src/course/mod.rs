//! The course of play, above the rules: which rule handles an action, whose turn it is, and what follows every action
//! by itself. The rules do not know it: what they want to follow stands in the frames of the state.

pub mod action;
pub(crate) mod done;
mod flow;
mod reactions;
mod turns;

use std::ops::ControlFlow::{Break, Continue};

use engine::{Choice, ChoiceKind};

use crate::{
    course::{
        action::{Action, Ready},
        done::Done,
    },
    state::{Act, Ask, Frame},
};

/// Does what was found, and everything that follows by itself.
pub(crate) fn perform(act: &mut Act<'_>, ready: Ready<'_>) {
    let mustering = if let Frame::Muster { seat } = act.state.frames.top() { Some(*seat) } else { None };
    ready.perform(act);
    // Nothing but drawing is done while formation cards are drawn.
    if let Some(seat) = mustering {
        turns::mustered(act, seat);
    }
    flow::settle(act);
}

/// An action as it is offered on a screen, with its price and its odds.
pub(crate) fn choice(ask: Ask<'_>, action: Action) -> Choice {
    let choice = action.offer(ask);
    let by_itself = action == Action::Done(Done) && done::is_veiled(ask) && is_only_done(ask);
    Choice { kind: if by_itself { ChoiceKind::ByItself } else { choice.kind }, ..choice }
}

/// Whether being done is all there is.
fn is_only_done(ask: Ask<'_>) -> bool {
    Action::visit(ask, &mut |action| if action == Action::Done(Done) { Continue(()) } else { Break(()) }).is_continue()
}
