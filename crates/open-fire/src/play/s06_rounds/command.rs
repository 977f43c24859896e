//! Command and commanders, panic (OF-6.3, OF-6.4).

use crate::state::{
    State,
    laid_out::OpenFire,
    units::{Place, Space, UnitId},
};

/// A unit whose friends' initiative adds up to more than this is in command.
const IN_COMMAND_ABOVE: u8 = 5;

impl OpenFire {
    /// Whether an active, unpanicked commander is in the unit.
    pub fn is_commander(&self, state: &State, unit: UnitId) -> bool {
        let able = state.unit(unit).is_active() && state.unit(unit).space != Space::Panic;
        able && self.ratings(state, unit).commander
    }

    /// Whether `friend` lies in the command radius of `commander`: his hex and all he sees. Off the map all are together (OF-6.10).
    pub fn in_radius(&self, state: &State, commander: UnitId, friend: UnitId) -> bool {
        match (state.unit(commander).place, state.unit(friend).place) {
            (Place::OffMap, Place::OffMap) => true,
            (Place::OffMap, _) | (_, Place::OffMap) => false,
            _ => state.hex_of(commander) == state.hex_of(friend) || self.sees_unit(state, commander, friend),
        }
    }

    /// Whether a US unit keeps its head: it sees a commander, or the initiative of all who see it exceeds five.
    pub fn in_command(&self, state: &State, unit: UnitId) -> bool {
        let side = state.unit(unit).side;
        let friends = || state.active(side).map(|(friend, _)| friend).filter(move |&friend| friend != unit);
        if friends().any(|friend| self.is_commander(state, friend) && self.in_radius(state, friend, unit)) {
            return true;
        }
        let seeing = friends().filter(|&friend| self.in_radius(state, friend, unit));
        let total: u8 = seeing.map(|friend| self.ratings(state, friend).initiative).sum();
        total > IN_COMMAND_ABOVE
    }

    /// Whether a commander could give his turn to a unit now.
    pub fn can_be_given_a_turn(&self, state: &State, commander: UnitId, unit: UnitId) -> bool {
        let friend = state.unit(unit);
        unit != commander
            && friend.side == state.unit(commander).side
            && friend.is_active()
            && matches!(friend.space, Space::Turns(1) | Space::Complete)
            && !self.is_disabled(state, unit)
            && self.in_radius(state, commander, unit)
    }
}
