//! "Nothing more": what it ends depends on what is going on.

use std::ops::ControlFlow;

use engine::{Choice, ChoiceKind, Family, Verb, Visit, Wish};

use crate::{
    course::phases,
    play::{Meant, refusal::Refused, s03_direct_fire, s10_movement, s14_close_assault, s15_event_chits},
    rule_ids::{ASSAULT, CUP, EVENTS, MOVEMENT, OPPORTUNITY_FIRE},
    state::{Act, Activation, Ask, Assault, Divisions, Frame, Shot},
};

/// Nothing more.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Done;

/// What it ends.
#[derive(Copy, Clone, Debug)]
pub struct Ends(What);

#[derive(Copy, Clone, Debug)]
enum What {
    Phase(Activation),
    March,
    Halt,
    Advance,
    /// The target takes the shot.
    Reply(Shot),
    /// The attackers go in.
    Assault(Assault),
    /// The defenders stand as they are.
    AssaultReply(Assault),
}

impl Family for Done {
    type Rules = Divisions;
    type Ready<'r> = Ends;

    const FORMS: &'static [Verb] = &[("done", "done")];

    fn list(ask: Ask<'_>, visit: &mut Visit<'_, Self>) -> ControlFlow<()> {
        Done.visit_if_legal(ask, visit)
    }

    fn check(&self, ask: Ask<'_>) -> Result<Ends, Refused> {
        Ok(Ends(match *ask.state.frames.top() {
            Frame::Activation(activation) => What::Phase(activation),
            Frame::Moving(_) => What::March,
            Frame::Halt(_) => What::Halt,
            Frame::Advance(_) => What::Advance,
            Frame::Reply(shot) => What::Reply(shot),
            Frame::Assault(assault) => What::Assault(assault),
            Frame::AssaultReply(assault) => What::AssaultReply(assault),
            Frame::Cup { .. } | Frame::Retreat(_) | Frame::Over { .. } => return Err(Refused::NotAsked),
        }))
    }

    fn perform(Ends(what): Ends, act: &mut Act<'_>) {
        match what {
            What::Phase(activation) => phases::next(act, activation),
            What::March => s10_movement::halt(act),
            What::Halt | What::Advance => {
                act.state.frames.pop();
            }
            What::Reply(shot) => s15_event_chits::answer_shot(act, shot, None),
            What::Assault(assault) => s14_close_assault::launch(act, assault),
            What::AssaultReply(assault) => s15_event_chits::answer_assault(act, assault, None),
        }
    }

    fn offer(&self, ask: Ask<'_>) -> Choice {
        match self.check(ask) {
            Ok(Ends(what)) => offer(ask, what),
            Err(_) => Choice::new(ChoiceKind::Pass, CUP, "Done"),
        }
    }

    fn write(&self, _: Ask<'_>) -> String {
        "done".to_owned()
    }

    fn read(_: Ask<'_>, words: &[&str]) -> Result<Option<Self>, String> {
        Ok((words == ["done"]).then_some(Done))
    }

    fn wishes(_: Ask<'_>, _: Meant) -> Vec<Wish<Self>> {
        Vec::new()
    }
}

fn offer(ask: Ask<'_>, what: What) -> Choice {
    let pass = |rule, label: &str| Choice::new(ChoiceKind::Pass, rule, label);
    match what {
        What::Phase(activation) => phases::choice_to_end(ask, &activation),
        What::March => pass(MOVEMENT, "Halt here"),
        What::Halt => pass(OPPORTUNITY_FIRE, "Hold fire"),
        What::Advance => pass(ASSAULT, "Stay where you are"),
        What::Reply(shot) => {
            let odds = Some(s03_direct_fire::forecast(ask, shot, 0));
            Choice { odds, ..pass(EVENTS, "Take the shot") }
        }
        What::Assault(assault) => {
            let odds = Some(s14_close_assault::forecast(ask, &assault, None));
            Choice { odds, default: true, ..pass(ASSAULT, "Send them in") }
        }
        What::AssaultReply(assault) => {
            let odds = Some(s14_close_assault::forecast(ask, &assault, None));
            Choice { odds, ..pass(EVENTS, "Stand as you are") }
        }
    }
}
