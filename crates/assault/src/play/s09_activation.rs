//! The activation of a unit (AS-9): who acts now, whether he may, and what ends it. What he does is in the file of its
//! rule.

use engine::{Entry, RuleId, Seat};

use super::{Refused, s06_planning, s09_march::tell_march, s13_status};
use crate::{
    rule_ids::ACTIONS,
    state::{Act, Activation, Ask, Frame, Mark, Mode, Unit},
};

/// The unit that is activated, if one is and nothing interrupts it.
pub(super) fn active(ask: Ask<'_>) -> impl Iterator<Item = Unit> {
    let unit = if let Frame::Activation(activation) = ask.state.frames.top() { Some(activation.unit) } else { None };
    unit.into_iter()
}

/// The activation of a unit that may go on with it now.
pub(super) fn acting(ask: Ask<'_>, unit: Unit) -> Result<Activation, Refused> {
    match ask.state.frames.top() {
        Frame::Activation(activation) if activation.unit == unit => Ok(*activation),
        Frame::Activation(_) => Err(Refused::OtherUnit),
        Frame::Muster { .. }
        | Frame::Deploy { .. }
        | Frame::Planning { .. }
        | Frame::Support { .. }
        | Frame::Action { .. }
        | Frame::Reaction(_)
        | Frame::Shot(_)
        | Frame::Answer(_)
        | Frame::Charge(_)
        | Frame::Stand(_)
        | Frame::Wide(_)
        | Frame::Again(_)
        | Frame::Organization { .. }
        | Frame::Over { .. } => Err(Refused::NotNow),
    }
}

/// The same for a deed that takes a whole activation.
pub(super) fn fresh(ask: Ask<'_>, unit: Unit) -> Result<Activation, Refused> {
    let activation = acting(ask, unit)?;
    if ask.state.hex(unit).is_none() {
        return Err(Refused::NotOnMap);
    }
    let begun = activation.mode != Mode::Ready || activation.fired || activation.spent > 0;
    if begun { Err(Refused::DoneSomething) } else { Ok(activation) }
}

/// Units that could still be activated.
pub(crate) fn can_activate(ask: Ask<'_>, seat: Seat, unit: Unit) -> bool {
    ask.state.planned.has(unit)
        && !ask.state.activated.has(unit)
        && s06_planning::can_be_planned(ask, seat, unit)
        && !ask.state.has(unit, Mark::Fallback)
}

/// Whether a unit's status keeps it from all but running.
pub(super) fn check_steady(ask: Ask<'_>, unit: Unit) -> Result<(), Refused> {
    if s13_status::is_shaken(ask, unit) { Err(Refused::IsSuppressed) } else { Ok(()) }
}

/// What a unit that only digs or hides spends its activation on.
pub(super) fn spend(act: &mut Act<'_>, activation: Activation, mark: Mark, does: &str, rule: RuleId) {
    let unit = activation.unit;
    act.state.mark(unit, mark);
    act.note(|ask| {
        let (name, seat) = (ask.rules.unit_name(ask.state, unit), ask.state.unit(unit).seat);
        let text = format!("{name} {does}");
        if ask.state.is_known(unit) {
            Entry::new(rule, text).by(seat).about([ask.rules.unit_id(ask.state, unit)])
        } else {
            // The rule would say what it does there.
            Entry::new(ACTIONS, "Something stirs where nobody sees it").by(seat).only_for(seat, text)
        }
    });
    end(act, activation);
}

/// Ends the activation that is going on, and marks the unit with what it did.
pub(crate) fn end(act: &mut Act<'_>, activation: Activation) {
    tell_march(act);
    debug_assert!(matches!(act.state.frames.top(), Frame::Activation(_)), "an activation goes on");
    act.state.frames.pop();
    let unit = activation.unit;
    if act.state.hex(unit).is_some() {
        mark_deed(act, &activation);
    }
    hand_over(act, act.state.unit(unit).seat);
}

fn mark_deed(act: &mut Act<'_>, activation: &Activation) {
    let unit = activation.unit;
    let fire = [Mark::Firing, Mark::TurretFire, Mark::MoveAndFire, Mark::FireAndMove];
    let told = fire.iter().chain(&[
        Mark::FastAction,
        Mark::DelayedAction,
        Mark::HideAction,
        Mark::Ambush,
        Mark::DiggingIn,
        Mark::Clearing,
    ]);
    if !told.copied().any(|mark| act.state.has(unit, mark)) {
        act.state.mark(unit, if activation.spent > 0 { Mark::Moved } else { Mark::Acted });
    }
}

/// The other side acts next, if it can; otherwise the same one goes on.
pub(super) fn hand_over(act: &mut Act<'_>, seat: Seat) {
    act.state.passed = [false, false];
    act.state.frames.replace(Frame::Action { seat: seat.other() });
}
