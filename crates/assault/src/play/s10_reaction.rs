//! Reaction fire (AS-10.10): a planned unit that has not been activated may fire at a mover it sees. So may one that lies in ambush, and some
//! machine guns once more after they have fired.

use std::ops::ControlFlow;

use engine::Entry;

use super::{Refused, Visit, action::Action, s04_units::card, s09_actions, s09_movement, s10_fire};
use crate::{
    rule_ids::REACTION,
    state::{Act, Ask, Frame, Mark, Reaction, Unit, UnitSet},
};

/// Whether a unit is in a position to react at all.
pub(crate) fn is_ready(ask: Ask<'_>, unit: Unit) -> bool {
    let state = ask.state;
    let waiting = s09_actions::can_activate(ask, state.unit(unit).seat, unit);
    let ambush = state.has(unit, Mark::Ambush) && !state.has(unit, Mark::Firing);
    let again = card(ask, unit).reacts_again() && state.has(unit, Mark::Firing) && !state.has(unit, Mark::Sustained);
    waiting || ambush || again
}

/// Whether a unit may fire at the mover.
pub(super) fn check(ask: Ask<'_>, reaction: &Reaction, unit: Unit) -> Result<(), Refused> {
    if ask.state.unit(unit).seat != reaction.side {
        return Err(Refused::NotYours);
    }
    let enough = reaction.fired.len() >= usize::from(ask.rules.catalogue.turn.reaction.shots);
    if enough || reaction.fired.has(unit) || !is_ready(ask, unit) {
        return Err(Refused::NoReaction);
    }
    s10_fire::check_at_rest(ask, unit, reaction.mover)
}

/// The mover has entered a hex: the enemy is asked, if somebody of it could fire.
pub(super) fn call(act: &mut Act<'_>, mover: Unit, covered: bool) {
    let side = act.state.unit(mover).seat.other();
    let reaction = Reaction { side, mover, covered, fired: UnitSet::NONE };
    if act.state.is_known(mover) && is_open(act.ask(), &reaction) {
        s09_movement::tell_march(act);
        // Whoever is asked has learnt where the mover went.
        act.journal.revealed();
        act.state.frames.push(Frame::Reaction(reaction));
    }
}

/// Whether anybody could still fire.
pub(super) fn is_open(ask: Ask<'_>, reaction: &Reaction) -> bool {
    let on_map = ask.state.hex(reaction.mover).is_some() && !ask.state.has(reaction.mover, Mark::Fallback);
    on_map && ask.state.side(reaction.side).any(|unit| check(ask, reaction, unit).is_ok())
}

pub(super) fn visit(ask: Ask<'_>, reaction: &Reaction, visit: &mut Visit<'_>) -> ControlFlow<()> {
    for attacker in ask.state.side(reaction.side) {
        if check(ask, reaction, attacker).is_ok() {
            visit(Action::Fire { attacker, target: reaction.mover })?;
        }
    }
    ControlFlow::Continue(())
}

/// A unit fires out of turn: that is its activation, or its second shot.
pub(super) fn begin(act: &mut Act<'_>, unit: Unit) {
    if act.state.has(unit, Mark::Firing) {
        act.state.mark(unit, Mark::Sustained);
    }
    act.state.activated.add(unit);
    if let Frame::Reaction(reaction) = act.state.frames.top_mut() {
        reaction.fired.add(unit);
    }
    act.note(|ask| {
        let name = ask.rules.unit_name(ask.state, unit);
        Entry::new(REACTION, format!("{name} reacts"))
            .by(ask.state.unit(unit).seat)
            .about([ask.rules.unit_id(ask.state, unit)])
    });
}
