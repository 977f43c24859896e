//! Nothing more with this unit, or with the division of the platoon: a turn ends whenever the player likes, the
//! division when all agree.

use std::ops::ControlFlow;

use engine::{Choice, Family, Visit, Wish};

use crate::{
    play::{
        notation::Form,
        offers::{self, Pointed},
        refusal::Refused,
        s01_sharing, s04_generation,
        s06_rounds::turns,
    },
    state::{
        Frame,
        laid_out::{Act, Ask, AskOf, OpenFire},
    },
};

/// Nothing more.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Done;

/// What is over.
#[derive(Copy, Clone, Debug)]
pub enum ReadyDone {
    /// The division of the platoon.
    Division,
    /// The turn in progress.
    Turn,
}

impl Family for Done {
    type Rules = OpenFire;
    type Ready<'r> = ReadyDone;

    const FORMS: &'static [Form] = &[("done", "done")];

    fn list(ask: Ask<'_>, visit: &mut Visit<'_, Done>) -> ControlFlow<()> {
        Done.visit_if_legal(ask, visit)
    }

    fn check<'r>(&self, ask: AskOf<'r, '_>) -> Result<ReadyDone, Refused> {
        if *ask.state.frames.top() == Frame::Division {
            return s01_sharing::check_divided(ask).map(|()| ReadyDone::Division);
        }
        turns::in_turn(ask).map(|_| ReadyDone::Turn)
    }

    fn perform(ready: ReadyDone, act: &mut Act<'_>) {
        match ready {
            ReadyDone::Division => {
                s01_sharing::tell_division(act);
                s04_generation::set_out(act);
            }
            ReadyDone::Turn => turns::end_turn(act),
        }
    }

    fn offer(&self, ask: Ask<'_>) -> Choice {
        offers::filled(ask, |choice| match turns::in_turn(ask) {
            Ok(turn) => turns::offer_end(turn, choice),
            Err(_) => s01_sharing::offer_agreement(choice),
        })
    }

    fn write(&self, _: Ask<'_>) -> String {
        "done".to_owned()
    }

    fn read(_: Ask<'_>, words: &[&str]) -> Result<Option<Done>, String> {
        Ok((words == ["done"]).then_some(Done))
    }

    fn wishes(_: Ask<'_>, _: Pointed) -> Vec<Wish<Done>> {
        Vec::new()
    }
}
