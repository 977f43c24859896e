//! "Nothing more": what it ends depends on what is going on.

use std::ops::ControlFlow;

use engine::{Choice, ChoiceKind, Family, Forecast, Seat, Verb, Visit, Wish};

use crate::{
    course::turns,
    play::{Meant, refusal::Refused, s09_activation, s10_fire, s10_shots, s11_assault, s12_air_strikes, s16_set_up},
    rule_ids::{
        ACTIONS, AIR_SUPPORT, ATTACK_STEPS, CLOSE_COMBAT, COMMAND_CARDS, ORGANIZATION, PLANNING, REACTION, SET_UP,
        SUPPORT,
    },
    state::{Act, Activation, AirRun, Ask, Assault, Frame, Mode},
};

/// Nothing more.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Done;

/// What it ends.
#[derive(Copy, Clone, Debug)]
pub struct Ends(What);

#[derive(Copy, Clone, Debug)]
enum What {
    Deploy(Seat),
    Planning(Seat),
    Support(Seat),
    Action(Seat),
    Activation(Activation),
    Reaction,
    /// The shot is fired.
    Shot(s10_shots::Ready),
    /// The target plays no card.
    Answer(s10_shots::Ready),
    /// They go in.
    Charge(s11_assault::Ready),
    /// The defenders play no card.
    Stand(s11_assault::Standing),
    Again(AirRun),
    Organization(Seat),
}

impl Family for Done {
    type Rules = Assault;
    type Ready<'r> = Ends;

    const FORMS: &'static [Verb] = &[("done", "done")];

    fn list(ask: Ask<'_>, visit: &mut Visit<'_, Self>) -> ControlFlow<()> {
        if check_done(ask).is_ok() { visit(Done) } else { ControlFlow::Continue(()) }
    }

    fn check(&self, ask: Ask<'_>) -> Result<Ends, Refused> {
        check_done(ask)?;
        Ok(Ends(match *ask.state.frames.top() {
            Frame::Deploy { seat } => What::Deploy(seat),
            Frame::Planning { seat } => What::Planning(seat),
            Frame::Support { seat } => What::Support(seat),
            Frame::Action { seat } => What::Action(seat),
            Frame::Activation(activation) => What::Activation(activation),
            Frame::Reaction(_) => What::Reaction,
            Frame::Shot(shot) => What::Shot(s10_shots::aimed(ask, shot)?),
            Frame::Answer(shot) => What::Answer(s10_shots::aimed(ask, shot)?),
            Frame::Charge(charge) => What::Charge(s11_assault::charging(ask, charge)?),
            Frame::Stand(charge) => What::Stand(s11_assault::standing(ask, charge)?),
            Frame::Again(air) => What::Again(air),
            Frame::Organization { seat } => What::Organization(seat),
            Frame::Muster { .. } | Frame::Wide(_) | Frame::Over { .. } => return Err(Refused::NotNow),
        }))
    }

    fn perform(Ends(what): Ends, act: &mut Act<'_>) {
        match what {
            What::Deploy(seat) => {
                s16_set_up::done(act, seat);
                turns::next_side(act, Some(seat));
            }
            What::Planning(seat) => turns::planned(act, seat),
            What::Support(seat) => turns::supported(act, seat),
            What::Action(seat) => turns::pass(act, seat),
            What::Activation(activation) => s09_activation::end(act, activation),
            What::Reaction => {
                act.state.frames.pop();
            }
            What::Shot(shot) => s10_shots::declare(act, shot),
            What::Answer(shot) => s10_shots::answer(act, shot, None),
            What::Charge(charge) => s11_assault::declare(act, charge),
            What::Stand(charge) => s11_assault::answer(act, charge, None),
            What::Again(air) => s12_air_strikes::break_off(act, air),
            What::Organization(seat) => turns::organized(act, seat),
        }
    }

    fn offer(&self, ask: Ask<'_>) -> Choice {
        offer(ask)
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

/// Whether there is something to be done with.
pub(crate) fn check_done(ask: Ask<'_>) -> Result<(), Refused> {
    match ask.state.frames.top() {
        Frame::Muster { .. } | Frame::Wide(_) | Frame::Over { .. } => Err(Refused::NotNow),
        Frame::Deploy { seat } => s16_set_up::check_done(ask, *seat),
        Frame::Activation(activation) => {
            // A unit that said it would fire first has still to do so.
            let owes = activation.mode == Mode::FireAndMove && !activation.fired;
            if owes { Err(Refused::NotNow) } else { Ok(()) }
        }
        Frame::Planning { .. }
        | Frame::Support { .. }
        | Frame::Action { .. }
        | Frame::Reaction(_)
        | Frame::Shot(_)
        | Frame::Answer(_)
        | Frame::Charge(_)
        | Frame::Stand(_)
        | Frame::Again(_)
        | Frame::Organization { .. } => Ok(()),
    }
}

fn offer(ask: Ask<'_>) -> Choice {
    let pass = |rule, label: &str| Choice::new(ChoiceKind::Pass, rule, label);
    match ask.state.frames.top() {
        Frame::Deploy { .. } => pass(SET_UP, "Set-up is done"),
        Frame::Planning { .. } => pass(PLANNING, "The plan is made"),
        Frame::Support { .. } => pass(SUPPORT, "No more support"),
        Frame::Action { .. } => pass(ACTIONS, "Pass"),
        Frame::Activation(_) => pass(ACTIONS, "End the activation"),
        Frame::Reaction(_) => pass(REACTION, "Hold fire"),
        Frame::Shot(shot) => {
            Choice { odds: s10_fire::forecast(ask, *shot, None), default: true, ..pass(ATTACK_STEPS, "Fire") }
        }
        Frame::Answer(shot) => {
            let odds = s10_fire::forecast(ask, *shot, None).map(Forecast::turned);
            Choice { odds, ..pass(COMMAND_CARDS, "Play no card") }
        }
        Frame::Charge(_) => Choice { default: true, ..pass(CLOSE_COMBAT, "Go in") },
        Frame::Stand(_) => pass(CLOSE_COMBAT, "Play no card"),
        Frame::Again(_) => pass(AIR_SUPPORT, "They fly home"),
        Frame::Organization { .. } => pass(ORGANIZATION, "Play no card"),
        Frame::Muster { .. } | Frame::Wide(_) | Frame::Over { .. } => pass(SET_UP, "Done"),
    }
}

/// Whether the question is asked even where there is nothing to decide, because the enemy must not know that.
pub(super) fn is_veiled(ask: Ask<'_>) -> bool {
    match ask.state.frames.top() {
        Frame::Support { .. }
        | Frame::Action { .. }
        | Frame::Reaction(_)
        | Frame::Answer(_)
        | Frame::Stand(_)
        | Frame::Organization { .. } => true,
        Frame::Muster { .. }
        | Frame::Deploy { .. }
        | Frame::Planning { .. }
        | Frame::Activation(_)
        | Frame::Shot(_)
        | Frame::Charge(_)
        | Frame::Wide(_)
        | Frame::Again(_)
        | Frame::Over { .. } => false,
    }
}
