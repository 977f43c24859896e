//! The course of play, above the rules: which rule handles an action, whose turn it is, and what follows every action
//! by itself. The rules do not know it: what they want to follow stands in the frames of the state.

pub mod action;
pub(crate) mod cup;
pub(crate) mod done;
pub(crate) mod phases;

use std::ops::ControlFlow::{Break, Continue};

use engine::{Choice, ChoiceKind, Forecast};

use crate::{
    course::{
        action::{Action, Ready},
        done::Done,
    },
    play::s18_victory,
    state::{Act, Ask, Frame},
};

/// Does what was found, and everything that follows by itself; ends the game if nothing is left to fight with.
pub(crate) fn perform(act: &mut Act<'_>, ready: Ready<'_>) {
    ready.perform(act);
    phases::settle(act);
    s18_victory::end_if_destroyed(act);
}

/// An action as it is offered on a screen, with its price and its odds.
pub(crate) fn choice(ask: Ask<'_>, action: Action) -> Choice {
    let choice = action.offer(ask);
    let by_itself = action == Action::Done(Done) && is_only_done(ask);
    let kind = if by_itself { ChoiceKind::ByItself } else { choice.kind };
    // An answer is about an attack on the side that gives it: the odds are told from its end.
    let answers = matches!(ask.state.frames.top(), Frame::Reply(_) | Frame::AssaultReply(_));
    let odds = if answers { choice.odds.map(Forecast::turned) } else { choice.odds };
    Choice { kind, odds, ..choice }
}

/// Whether being done is all there is to do: the question is put because the enemy must not know that (FD-15).
pub(crate) fn is_only_done(ask: Ask<'_>) -> bool {
    let for_the_enemy =
        matches!(ask.state.frames.top(), Frame::Activation(_) | Frame::Reply(_) | Frame::AssaultReply(_));
    let other = &mut |action| if action == Action::Done(Done) { Continue(()) } else { Break(()) };
    for_the_enemy && Action::visit(ask, other).is_continue()
}
