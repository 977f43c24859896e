//! What follows every action by itself, until somebody has something to decide.

use std::ops::ControlFlow;

use crate::{
    course::{action::Action, reactions, turns},
    play::{s04_units::card, s06_planning, s07_support, s08_hands, s09_actions, s09_activation, s15_victory},
    state::{Act, Activation, Ask, Frame, Mark, Mode, Place},
    tables::Kind,
};

/// Ends what has come to its end by itself, until somebody may have something to decide: as far as everybody knows, so
/// that who is asked tells nothing of plans, hands and hidden units.
pub(super) fn settle(act: &mut Act<'_>) {
    s06_planning::turn_back(act.state);
    loop {
        if s15_victory::end_if_destroyed(act) {
            return;
        }
        match *act.state.frames.top() {
            Frame::Reaction(reaction) => {
                if reactions::is_asked(act, &reaction) {
                    return;
                }
            }
            Frame::Activation(activation) => {
                if goes_on(act.ask(), &activation) {
                    return;
                }
                s09_activation::end(act, activation);
            }
            Frame::Action { seat } => {
                let ask = act.ask();
                if s09_actions::may_act(ask, seat) {
                    return;
                }
                // Whoever has passed, and cannot be answered, has ended the phase.
                if s09_actions::may_act(ask, seat.other()) && !ask.state.passed[seat.other().index()] {
                    act.state.frames.replace(Frame::Action { seat: seat.other() });
                } else {
                    turns::organize(act);
                }
            }
            Frame::Support { seat } => {
                if s07_support::is_open(act.ask(), seat) {
                    return;
                }
                turns::supported(act, seat);
            }
            Frame::Organization { seat } => {
                if s08_hands::may_answer(act.ask(), seat) {
                    return;
                }
                turns::organized(act, seat);
            }
            Frame::Muster { .. }
            | Frame::Deploy { .. }
            | Frame::Planning { .. }
            | Frame::Shot(_)
            | Frame::Answer(_)
            | Frame::Charge(_)
            | Frame::Stand(_)
            | Frame::Wide(_)
            | Frame::Again(_)
            | Frame::Over { .. } => return,
        }
    }
}

/// Whether an activated unit could still do something.
fn goes_on(ask: Ask<'_>, activation: &Activation) -> bool {
    let unit = activation.unit;
    let gone = matches!(ask.state.unit(unit).place, Place::Gone);
    let stopped = ask.state.has(unit, Mark::Fallback) || ask.state.has(unit, Mark::DelayedAction);
    let shaken = ask.state.has(unit, Mark::Suppressed)
        && card(ask, unit).kind != Kind::Vehicle
        && (activation.fired || activation.spent > 0);
    if gone || stopped || shaken || (activation.fired && activation.mode != Mode::FireAndMove) {
        return false;
    }
    activation.mode == Mode::Ready || has_deeds(ask)
}

/// Whether the unit that is activated could do something: cards, orders and the end of it are no deeds.
fn has_deeds(ask: Ask<'_>) -> bool {
    let deed = &mut |action| match action {
        Action::Play(_) | Action::Order(_) | Action::KeepCards(_) | Action::Done(_) => ControlFlow::Continue(()),
        _ => ControlFlow::Break(()),
    };
    Action::visit(ask, deed).is_break()
}
