//! What the player may do now, with its price and its odds.

use engine::Choice;

use crate::{course::action::Action, state::laid_out::Ask};

/// An action as it is offered: the rule of the action says all of it.
pub(crate) fn choice(ask: Ask<'_>, action: &Action) -> Choice {
    action.offer(ask)
}
