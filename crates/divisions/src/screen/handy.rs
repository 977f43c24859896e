//! What a company could do to enemies in its formation's activation, and what makes it ready for that: one hex, and the
//! next phase.

use std::ops::ControlFlow;

use engine::{Choice, Family, Fighters, Handy, Preparing, Price, Seat};

use crate::{
    course::{
        self,
        action::{Action, Begin, Done, Move, Shot},
    },
    play::read_unit,
    state::{Activation, Ask, Frame, Phase, Unit},
};

pub(crate) fn fighters(ask: Ask<'_>, seat: Seat) -> Fighters<Action> {
    let Frame::Activation(activation) = ask.state.frames.top() else { return Fighters::default() };
    let formation = ask.rules.formation(activation.formation);
    if formation.seat != seat {
        return Fighters::default();
    }
    let on_map = formation.units.iter().filter(|&unit| ask.state.hex(unit).is_some());
    // The end of movement gives no fire away.
    let gives_away = activation.phase != Phase::Movement;
    Fighters {
        turn: format!("{} {} {:?}", ask.state.turn, activation.formation, activation.phase),
        units: on_map.map(|unit| ask.rules.unit(unit).id.clone()).collect(),
        ends: gives_away.then_some(Action::Done(Done)).into_iter().collect(),
    }
}

pub(crate) fn handy(ask: Ask<'_>, unit: &str) -> Handy<Action> {
    let Ok(unit) = read_unit(ask.rules, unit) else { return Handy::default() };
    match ask.state.frames.top() {
        Frame::Activation(activation) => in_phase(ask, activation, unit),
        Frame::Moving(moving) if moving.units == unit.alone() => {
            Handy { attacks: Vec::new(), preparing: vec![Preparing::new(Action::Done(Done), Price::Points)] }
        }
        Frame::Moving(_)
        | Frame::Cup { .. }
        | Frame::Halt(_)
        | Frame::Reply(_)
        | Frame::Assault(_)
        | Frame::AssaultReply(_)
        | Frame::Retreat(_)
        | Frame::Advance(_)
        | Frame::Over { .. } => Handy::default(),
    }
}

fn in_phase(ask: Ask<'_>, activation: &Activation, unit: Unit) -> Handy<Action> {
    let mut handy = Handy::default();
    if activation.phase == Phase::Movement {
        let from = ask.state.hex(unit);
        let beside = from.into_iter().flat_map(|from| ask.rules.grid().neighbours(from));
        let steps = beside.map(|(_, to)| Move { units: unit.alone(), to });
        let legal = steps.filter(|step| step.check(ask).is_ok());
        handy.preparing.extend(legal.map(|step| Preparing::new(step.into(), Price::Points)));
        // The phase belongs to all companies: nobody ends it in passing.
        handy.preparing.push(Preparing::new(Action::Done(Done), Price::Turn));
        return handy;
    }
    let _ = Shot::list(ask, &mut |shot| {
        handy.attacks.extend((shot.shooter == unit && shot.chit.is_none()).then_some(Action::Fire(shot)));
        ControlFlow::Continue(())
    });
    let _ = Begin::list(ask, &mut |begin| {
        handy.attacks.extend((begin.unit == unit).then_some(Action::Assault(begin)));
        ControlFlow::Continue(())
    });
    handy
}

/// Opportunity fire is an interruption: whoever holds his fire lets it pass.
pub(crate) fn lets_pass(ask: Ask<'_>) -> Option<Action> {
    matches!(ask.state.frames.top(), Frame::Halt(_)).then_some(Action::Done(Done))
}

/// An action as it is offered, with what its cost is counted in: it stands beside other costs.
pub(crate) fn offered(ask: Ask<'_>, action: Action) -> Choice {
    let choice = course::choice(ask, action);
    Choice { cost: choice.cost.map(|cost| format!("{cost} MP")), ..choice }
}
