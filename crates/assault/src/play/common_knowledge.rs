//! What everybody knows: what a side may have in hand, in hiding or in mind, as far as both sides and whoever watches
//! can tell.
//!
//! Being asked must not be a tell. Whether a side is asked, and whether a step can be taken back, follows from these
//! questions and never from what is hidden (rulings, "Being asked"). Each is true whenever the secret truth is.

use engine::Seat;
use hexmap::Hex;

use super::{s12_air_strikes, s12_bombardment};
use crate::state::{Ask, Mark, Module, Place, Unit};

/// Whether a unit is on the map where its enemy does not see it. How many there are is public; which and where is not.
pub(crate) fn is_hidden(ask: Ask<'_>, unit: Unit) -> bool {
    matches!(ask.state.unit(unit).place, Place::On(_) | Place::Unseen) && ask.state.has(unit, Mark::Concealed)
}

/// Whether a side has such units.
pub(super) fn hides_somebody(ask: Ask<'_>, seat: Seat) -> bool {
    ask.state.all_units().any(|unit| ask.state.unit(unit).seat == seat && is_hidden(ask, unit))
}

/// Units of a side on the map, seen or not.
pub(crate) fn on_the_map(ask: Ask<'_>, seat: Seat) -> usize {
    let mine = ask.state.all_units().filter(|&unit| ask.state.unit(unit).seat == seat);
    mine.filter(|&unit| ask.state.hex(unit).is_some() || is_hidden(ask, unit)).count()
}

/// Whether a side may have command points that it has not used: everybody has counted those that were turned over.
pub(super) fn has_points_left(ask: Ask<'_>, seat: Seat) -> bool {
    let used =
        ask.state.planned.iter().filter(|&unit| ask.state.unit(unit).seat == seat && ask.state.activated.has(unit));
    used.count() < usize::from(ask.state.points[seat.index()])
}

/// Whether a unit may have a command point and wait, for all that is seen of it.
pub(super) fn may_wait(ask: Ask<'_>, unit: Unit) -> bool {
    let fresh = !ask.state.activated.has(unit) && !ask.state.has(unit, Mark::Fallback);
    match ask.state.unit(unit).place {
        Place::On(_) => fresh || is_hidden(ask, unit),
        Place::Aboard(_) => fresh,
        Place::Reserve { .. } | Place::Unseen => true,
        Place::Box(_) | Place::Gone => false,
    }
}

/// Whether a side may have something to do in the action phase.
pub(super) fn may_act(ask: Ask<'_>, seat: Seat) -> bool {
    let waits = || ask.state.all_units().any(|unit| ask.state.unit(unit).seat == seat && may_wait(ask, unit));
    (has_points_left(ask, seat) && waits()) || has_strikes(ask, seat)
}

/// Support that was asked for lies open on the table, and so do its targets.
pub(super) fn has_strikes(ask: Ask<'_>, seat: Seat) -> bool {
    use std::ops::ControlFlow::Break;
    s12_bombardment::visit(ask, seat, &mut |_| Break(())).is_break()
        || s12_air_strikes::visit(ask, seat, &mut |_| Break(())).is_break()
}

/// Whether a unit that comes into a hex may come upon something that its side did not know of: enemies in hiding, or
/// mines. Where a friend stands there are no mines.
pub(super) fn may_come_upon(ask: Ask<'_>, unit: Unit, to: Hex) -> bool {
    let seat = ask.state.unit(unit).seat;
    let trodden = || ask.state.of_side_in(seat, to).any(|other| other != unit);
    hides_somebody(ask, seat.other()) || (ask.rules.modules.has(Module::Mines) && !trodden())
}
