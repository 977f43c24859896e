//! What a unit could do to the enemies its side knows of, and what makes it ready for that: its activation, turning,
//! one hex, getting off.

use std::ops::ControlFlow;

use engine::{Choice, Family, Fighters, Handy, Preparing, Price, Seat};

use crate::{
    course::{
        self,
        action::{Action, Activate, Done, Fire, GoIn, Move, Transport},
    },
    play::{self, s09_activation},
    state::{Activation, Ask, Frame, Mode, Unit},
};

pub(crate) fn fighters(ask: Ask<'_>, seat: Seat) -> Fighters<Action> {
    if play::asked(ask) != Some(seat) {
        return Fighters::default();
    }
    let planned = || ask.state.planned.iter().filter(|&unit| s09_activation::can_activate(ask, seat, unit)).collect();
    let units: Vec<Unit> = match ask.state.frames.top() {
        Frame::Activation(activation) => vec![activation.unit],
        Frame::Action { .. } => planned(),
        Frame::Muster { .. }
        | Frame::Deploy { .. }
        | Frame::Planning { .. }
        | Frame::Support { .. }
        | Frame::Reaction(_)
        | Frame::Shot(_)
        | Frame::Answer(_)
        | Frame::Charge(_)
        | Frame::Stand(_)
        | Frame::Wide(_)
        | Frame::Again(_)
        | Frame::Organization { .. }
        | Frame::Over { .. } => return Fighters::default(),
    };
    let ends = Done.check(ask).is_ok().then_some(Action::Done(Done)).into_iter().collect();
    let units = units.into_iter().map(|unit| ask.rules.unit_id(ask.state, unit)).collect();
    Fighters { turn: ask.state.turn.to_string(), units, ends }
}

pub(crate) fn handy(ask: Ask<'_>, unit: &str) -> Handy<Action> {
    let Ok(unit) = ask.rules.named(ask.state, unit) else { return Handy::default() };
    match ask.state.frames.top() {
        Frame::Activation(activation) if activation.unit == unit => in_hand(ask, activation),
        Frame::Action { .. } => {
            let first = Activate { unit };
            let legal = first.check(ask).is_ok();
            let preparing = legal.then(|| Preparing::new(first.into(), Price::Points)).into_iter().collect();
            Handy { attacks: Vec::new(), preparing }
        }
        Frame::Activation(_)
        | Frame::Muster { .. }
        | Frame::Deploy { .. }
        | Frame::Planning { .. }
        | Frame::Support { .. }
        | Frame::Reaction(_)
        | Frame::Shot(_)
        | Frame::Answer(_)
        | Frame::Charge(_)
        | Frame::Stand(_)
        | Frame::Wide(_)
        | Frame::Again(_)
        | Frame::Organization { .. }
        | Frame::Over { .. } => Handy::default(),
    }
}

fn in_hand(ask: Ask<'_>, activation: &Activation) -> Handy<Action> {
    let mut handy = Handy::default();
    // One hex is easy to foresee; longer ways are for plans.
    let fresh = activation.spent == 0 && activation.mode == Mode::Ready;
    let _ = Fire::list(ask, &mut |fire| {
        handy.attacks.extend(matches!(fire, Fire::At { .. }).then_some(Action::Fire(fire)));
        ControlFlow::Continue(())
    });
    let _ = GoIn::list(ask, &mut |attack| {
        handy.attacks.extend(matches!(attack, GoIn::Assault { .. }).then_some(Action::Assault(attack)));
        ControlFlow::Continue(())
    });
    let _ = Move::list(ask, &mut |step| {
        let turns = matches!(step, Move::Turn { .. });
        handy.preparing.extend((turns || fresh).then(|| Preparing::new(step.into(), Price::Points)));
        ControlFlow::Continue(())
    });
    let getting_out = Transport::Dismount { unit: activation.unit };
    handy.preparing.extend(getting_out.check(ask).is_ok().then(|| Preparing::new(getting_out.into(), Price::Points)));
    handy
}

/// A reaction is an interruption: whoever holds his fire lets it pass.
pub(crate) fn lets_pass(ask: Ask<'_>) -> Option<Action> {
    matches!(ask.state.frames.top(), Frame::Reaction(_)).then_some(Action::Done(Done))
}

/// An action as it is offered, with what its cost is counted in: it stands beside other costs.
pub(crate) fn offered(ask: Ask<'_>, action: Action) -> Choice {
    let choice = course::choice(ask, action);
    Choice { cost: choice.cost.map(|cost| format!("{cost} MP")), ..choice }
}
