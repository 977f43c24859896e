//! What everybody knows: what a side may have in hand, in hiding or in mind, as far as both sides and whoever watches
//! can tell.
//!
//! Being asked must not be a tell. Whether a side is asked, and whether a step can be taken back, follows from these
//! questions and never from what is hidden (rulings, "Being asked"). Each is true whenever the secret truth is.

use engine::Seat;
use hexmap::Hex;

use crate::state::{Ask, Mark, Module, Place, Unit};

/// Whether a unit is on the map where its enemy does not see it. How many there are is public; which and where is not.
pub(crate) fn is_hidden(ask: Ask<'_>, unit: Unit) -> bool {
    matches!(ask.state.unit(unit).place, Place::On(_) | Place::Unseen) && ask.state.has(unit, Mark::Concealed)
}

/// Whether a side has such units.
pub(crate) fn hides_somebody(ask: Ask<'_>, seat: Seat) -> bool {
    ask.state.all_units().any(|unit| ask.state.unit(unit).seat == seat && is_hidden(ask, unit))
}

/// Units of a side on the map, seen or not.
pub(crate) fn on_the_map(ask: Ask<'_>, seat: Seat) -> usize {
    let mine = ask.state.all_units().filter(|&unit| ask.state.unit(unit).seat == seat);
    mine.filter(|&unit| ask.state.hex(unit).is_some() || is_hidden(ask, unit)).count()
}

/// Whether a side may have command points that it has not used: everybody has counted those that were turned over.
pub(crate) fn has_points_left(ask: Ask<'_>, seat: Seat) -> bool {
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

/// Whether a unit that comes into a hex may come upon something that its side did not know of: enemies in hiding, or
/// mines. Where a friend stands there are no mines.
pub(super) fn may_come_upon(ask: Ask<'_>, unit: Unit, to: Hex) -> bool {
    let seat = ask.state.unit(unit).seat;
    let trodden = || ask.state.of_side_in(seat, to).any(|other| other != unit);
    hides_somebody(ask, seat.other()) || (ask.rules.modules.has(Module::Mines) && !trodden())
}
