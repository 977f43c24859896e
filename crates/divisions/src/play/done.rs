//! "Nothing more": what it ends depends on what is going on.

use engine::{Choice, ChoiceKind};

use super::{
    Refused, action::Action, notation::Verb, offer::offer, s03_direct_fire, s08_cup, s10_movement, s14_close_assault,
    s15_event_chits,
};
use crate::{
    rule_ids::{ASSAULT, CUP, EVENTS, MOVEMENT, OPPORTUNITY_FIRE},
    state::{Act, Ask, Frame},
};

/// `done`
pub(super) const VERB: Verb =
    Verb { word: "done", form: "done", read: |_, words| Ok(words.is_empty().then_some(Action::Done)) };

pub(super) fn check(ask: Ask<'_>) -> Result<(), Refused> {
    match ask.state.frames.top() {
        Frame::Cup { .. } | Frame::Retreat(_) | Frame::Over { .. } => Err(Refused::NotAsked),
        Frame::Activation(_)
        | Frame::Moving(_)
        | Frame::Halt(_)
        | Frame::Reply(_)
        | Frame::Assault(_)
        | Frame::AssaultReply(_)
        | Frame::Advance(_) => Ok(()),
    }
}

pub(super) fn perform(act: &mut Act<'_>) {
    match *act.state.frames.top() {
        Frame::Activation(_) => s08_cup::phases::next(act),
        Frame::Moving(_) => s10_movement::halt(act),
        Frame::Halt(_) | Frame::Advance(_) => {
            act.state.frames.pop();
        }
        Frame::Reply(shot) => return s15_event_chits::answer_shot(act, shot, None),
        Frame::Assault(assault) => return s14_close_assault::launch(act, assault),
        Frame::AssaultReply(assault) => return s15_event_chits::answer_assault(act, assault, None),
        Frame::Cup { .. } | Frame::Retreat(_) | Frame::Over { .. } => {
            debug_assert!(false, "done was not checked");
            return;
        }
    }
    s08_cup::phases::settle(act);
}

pub(super) fn choice(ask: Ask<'_>) -> Choice {
    let pass = |rule, label: &str| offer(ChoiceKind::Pass, rule, label);
    let choice = match ask.state.frames.top() {
        Frame::Activation(activation) => s08_cup::phases::choice_to_end(ask, activation),
        Frame::Moving(_) => pass(MOVEMENT, "Halt here"),
        Frame::Halt(_) => pass(OPPORTUNITY_FIRE, "Hold fire"),
        Frame::Reply(shot) => {
            let odds = Some(s03_direct_fire::forecast(ask, *shot, 0));
            Choice { odds, ..pass(EVENTS, "Take the shot") }
        }
        Frame::Assault(assault) => {
            let odds = Some(s14_close_assault::forecast(ask, assault, None));
            Choice { odds, default: true, ..pass(ASSAULT, "Send them in") }
        }
        Frame::AssaultReply(assault) => {
            let odds = Some(s14_close_assault::forecast(ask, assault, None));
            Choice { odds, ..pass(EVENTS, "Stand as you are") }
        }
        Frame::Advance(_) => pass(ASSAULT, "Stay where you are"),
        Frame::Cup { .. } | Frame::Retreat(_) | Frame::Over { .. } => pass(CUP, "Done"),
    };
    let kind = if is_all(ask) { ChoiceKind::ByItself } else { choice.kind };
    Choice { kind, ..choice }
}

/// Whether being done is all there is to do: the question is put because the enemy must not know that (FD-15).
pub(crate) fn is_all(ask: Ask<'_>) -> bool {
    use std::ops::ControlFlow::{Break, Continue};
    let for_the_enemy =
        matches!(ask.state.frames.top(), Frame::Activation(_) | Frame::Reply(_) | Frame::AssaultReply(_));
    let other = &mut |action| if action == Action::Done { Continue(()) } else { Break(()) };
    for_the_enemy && super::visit(ask, other).is_continue()
}
