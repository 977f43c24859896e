//! Reaction fire (AS-10.10): a planned unit that has not been activated may fire at a mover it sees. So may one that
//! lies in ambush, and some machine guns once more after they have fired.
//!
//! Who fires is secret until he does. So a side says beforehand what it does (`s10_orders`), and the program does it at
//! once; a side that wants to be asked is asked wherever it could react for all that everybody knows
//! (`common_knowledge`).

use engine::Entry;

use super::{
    Refused, common_knowledge,
    s04_units::card,
    s09_activation,
    s10_fire::{self, Aim},
};
use crate::{
    rule_ids::REACTION,
    state::{Act, Ask, Frame, Mark, Reaction, Unit, UnitSet},
};

/// Whether a unit is in a position to react at all.
fn is_ready(ask: Ask<'_>, unit: Unit) -> bool {
    s09_activation::can_activate(ask, ask.state.unit(unit).seat, unit) || is_always_ready(ask, unit)
}

/// Whether a unit may react though it has no command point that is not used: in ambush, or with sustained fire.
fn is_always_ready(ask: Ask<'_>, unit: Unit) -> bool {
    let ambush = ask.state.has(unit, Mark::Ambush) && !ask.state.has(unit, Mark::Firing);
    let again =
        card(ask, unit).reacts_again() && ask.state.has(unit, Mark::Firing) && !ask.state.has(unit, Mark::Sustained);
    ambush || again
}

/// Whether a unit may fire at the mover.
pub(crate) fn check(ask: Ask<'_>, reaction: &Reaction, unit: Unit) -> Result<Aim, Refused> {
    if ask.state.unit(unit).seat != reaction.side {
        return Err(Refused::NotYours);
    }
    if has_had_enough(ask, reaction) || reaction.fired.has(unit) || !is_ready(ask, unit) {
        return Err(Refused::NoReaction);
    }
    s10_fire::check_at_rest(ask, unit, reaction.mover)
}

fn has_had_enough(ask: Ask<'_>, reaction: &Reaction) -> bool {
    reaction.fired.len() >= usize::from(ask.rules.catalogue.turn.reaction.shots)
}

/// The mover has entered a hex: the enemy may react, if somebody of it could for all that everybody knows. Then the
/// step stands, whether he does or not.
pub(super) fn call(act: &mut Act<'_>, mover: Unit, covered: bool) {
    let side = act.state.unit(mover).seat.other();
    let reaction = Reaction { side, mover, covered, fired: UnitSet::NONE };
    if act.state.is_known(mover) && is_open(act.ask(), &reaction) {
        act.journal.stands();
        act.state.frames.push(Frame::Reaction(reaction));
    }
}

/// Whether anybody could still fire, as far as everybody knows.
pub(crate) fn is_open(ask: Ask<'_>, reaction: &Reaction) -> bool {
    let there = ask.state.hex(reaction.mover).is_some() && !ask.state.has(reaction.mover, Mark::Fallback);
    if !there || has_had_enough(ask, reaction) {
        return false;
    }
    let points = common_knowledge::has_points_left(ask, reaction.side);
    let could = |unit: Unit| {
        let ready = (points && common_knowledge::may_wait(ask, unit)) || is_always_ready(ask, unit);
        ready && !reaction.fired.has(unit) && s10_fire::check_at_rest(ask, unit, reaction.mover).is_ok()
    };
    common_knowledge::hides_somebody(ask, reaction.side) || ask.state.side(reaction.side).any(could)
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
