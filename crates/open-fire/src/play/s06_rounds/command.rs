//! Command and commanders, panic (OF-6.3, OF-6.4).

use crate::{
    play::{s02_ratings, s08_sight},
    state::{
        laid_out::Ask,
        units::{Place, Space, UnitId},
    },
};

/// Whether an active, unpanicked commander is in the unit.
pub fn is_commander(ask: Ask<'_>, unit: UnitId) -> bool {
    let able = ask.state.unit(unit).is_active() && ask.state.unit(unit).space != Space::Panic;
    able && s02_ratings::ratings(ask, unit).commander
}

/// Whether `friend` lies in the command radius of `commander`: his hex and all he sees. Off the map all are together (OF-6.10).
pub fn in_radius(ask: Ask<'_>, commander: UnitId, friend: UnitId) -> bool {
    match (ask.state.unit(commander).place, ask.state.unit(friend).place) {
        (Place::OffMap, Place::OffMap) => true,
        (Place::OffMap, _) | (_, Place::OffMap) => false,
        _ => ask.state.hex_of(commander) == ask.state.hex_of(friend) || s08_sight::sees_unit(ask, commander, friend),
    }
}

/// Whether a US unit keeps its head: it sees a commander, or the initiative of all who see it exceeds five.
pub fn in_command(ask: Ask<'_>, unit: UnitId) -> bool {
    let side = ask.state.unit(unit).side;
    let friends = || ask.state.active(side).map(|(friend, _)| friend).filter(move |&friend| friend != unit);
    if friends().any(|friend| is_commander(ask, friend) && in_radius(ask, friend, unit)) {
        return true;
    }
    let seeing = friends().filter(|&friend| in_radius(ask, friend, unit));
    let total: u8 = seeing.map(|friend| s02_ratings::ratings(ask, friend).initiative).sum();
    total > ask.rules.sheet.limits.command.above
}

/// Whether a commander could give his turn to a unit now.
pub fn can_be_given_a_turn(ask: Ask<'_>, commander: UnitId, unit: UnitId) -> bool {
    let friend = ask.state.unit(unit);
    unit != commander
        && friend.side == ask.state.unit(commander).side
        && friend.is_active()
        && matches!(friend.space, Space::Turns(1) | Space::Complete)
        && !s02_ratings::is_disabled(ask, unit)
        && in_radius(ask, commander, unit)
}
