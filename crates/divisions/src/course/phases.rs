//! The phases of an activation, in order: movement, fire, close assault. What has nothing left to decide ends by
//! itself.

use std::ops::ControlFlow;

use engine::{Choice, ChoiceKind, Entry, Tone};

use crate::{
    course::cup,
    play::{s04_opportunity_fire, s06_fire_phase, s10_march::tell_march, s10_movement, s14_close_assault},
    rule_ids::{ASSAULT, CUP, FIRE_PHASE, MOVEMENT},
    state::{Act, Activation, Ask, Frame, Moving, Phase, UnitSet},
};

/// Ends the phase of the activation on top.
pub(super) fn next(act: &mut Act<'_>, activation: Activation) {
    match activation.phase {
        Phase::Movement => act.state.frames.replace(Frame::Activation(activation.in_phase(Phase::Fire))),
        Phase::Fire => act.state.frames.replace(Frame::Activation(activation.in_phase(Phase::Assault))),
        Phase::Assault => cup::end_activation(act),
    }
}

/// Goes on until somebody has something to decide: ends halts with nobody left to fire, moves with nowhere left to go
/// and phases with nothing left to do.
pub(super) fn settle(act: &mut Act<'_>) {
    let mut no_target = false;
    loop {
        match *act.state.frames.top() {
            Frame::Halt(halt) => {
                if s04_opportunity_fire::is_open(act.ask(), &halt) {
                    return;
                }
                act.state.frames.pop();
            }
            Frame::Moving(moving) => {
                if goes_on(act, moving) {
                    return;
                }
            }
            Frame::Activation(activation) => {
                if is_open(act.ask(), &activation) {
                    return;
                }
                if activation.phase == Phase::Assault && no_target {
                    act.note(|ask| idle_entry(ask, &activation));
                }
                no_target = activation.phase == Phase::Fire && act.state.fired.is_empty();
                next(act, activation);
            }
            Frame::Cup { .. }
            | Frame::Reply(_)
            | Frame::Assault(_)
            | Frame::AssaultReply(_)
            | Frame::Retreat(_)
            | Frame::Advance(_)
            | Frame::Over { .. } => return,
        }
    }
}

/// Whether those of a group who are neither pinned nor gone can take another step; if not, the march is over.
fn goes_on(act: &mut Act<'_>, moving: Moving) -> bool {
    let units = moving.units.without(act.state.pinned);
    let units = units.iter().filter(|&unit| act.state.hex(unit).is_some()).collect();
    let moving = Moving { units, ..moving };
    let on = s10_movement::visit_next(act.ask(), &moving, &mut |_| ControlFlow::Break(())).is_break();
    if on {
        act.state.frames.replace(Frame::Moving(moving));
    } else {
        tell_march(act);
        act.state.frames.pop();
    }
    on
}

/// A formation that could neither fire nor assault says so: its activation ends by itself.
fn idle_entry(ask: Ask<'_>, activation: &Activation) -> Entry {
    let formation = ask.rules.formation(activation.formation);
    let text = format!("{} has nothing to fire at and nobody to assault: its activation ends", formation.name);
    Entry::new(CUP, text).by(formation.seat).tone(Tone::Quiet)
}

/// Whether the phase has to be asked about. A formation that cannot move at all might still play a chit, as far as the
/// enemy can tell: it is asked if its side holds any (FD-15).
fn is_open(ask: Ask<'_>, activation: &Activation) -> bool {
    let seat = ask.rules.formation(activation.formation).seat;
    let chits =
        activation.phase == Phase::Movement && ask.state.moved.is_empty() && !ask.state.hands[seat.index()].is_empty();
    chits || visit(ask, activation, &mut |_| ControlFlow::Break(())).is_break()
}

/// Visits the companies of the formation that could do something in this phase, once for each thing they could do.
fn visit(ask: Ask<'_>, activation: &Activation, visit: &mut dyn FnMut(UnitSet) -> ControlFlow<()>) -> ControlFlow<()> {
    match activation.phase {
        Phase::Movement => s10_movement::visit_first(ask, activation, &mut |step| visit(step.units)),
        Phase::Fire => s06_fire_phase::visit(ask, activation, &mut |(shooter, _)| visit(shooter.alone())),
        Phase::Assault => s14_close_assault::visit(ask, activation, &mut |begin| visit(begin.unit.alone())),
    }
}

/// The phase that comes after this one, of those in which somebody could do something as things stand; none if the
/// activation would end.
fn after(ask: Ask<'_>, activation: &Activation) -> Option<Phase> {
    let later: &[Phase] = match activation.phase {
        Phase::Movement => &[Phase::Fire, Phase::Assault],
        Phase::Fire => &[Phase::Assault],
        Phase::Assault => &[],
    };
    later.iter().copied().find(|&phase| is_open(ask, &activation.in_phase(phase)))
}

/// The companies that could still do something in this phase.
fn still_able(ask: Ask<'_>, activation: &Activation) -> UnitSet {
    let mut able = UnitSet::NONE;
    let _ = visit(ask, activation, &mut |units| {
        able = able.or(units);
        ControlFlow::Continue(())
    });
    able
}

/// What ending the phase ends, and who could still do something in it: nobody is passed over without a word.
pub(super) fn choice_to_end(ask: Ask<'_>, activation: &Activation) -> Choice {
    let ends = match (activation.phase, after(ask, activation)) {
        (_, None) => "End activation",
        (Phase::Movement, Some(_)) => "End movement",
        (Phase::Fire | Phase::Assault, Some(_)) => "End fire",
    };
    let (rule, could) = match activation.phase {
        Phase::Movement => (MOVEMENT, "not moved"),
        Phase::Fire => (FIRE_PHASE, "not fired"),
        Phase::Assault => (ASSAULT, "not assaulted"),
    };
    let label = match still_able(ask, activation).len() {
        0 => ends.to_owned(),
        1 => format!("{ends}: 1 company has {could}"),
        several => format!("{ends}: {several} companies have {could}"),
    };
    Choice::new(ChoiceKind::Pass, rule, label)
}
