//! Names of units, sides and hexes as sentences use them.

use engine::{Seat, nearest, suggestion};
use hexmap::Hex;

use super::{Assault, State, Support, Unit, UnitState};

impl Assault {
    /// The name that actions use: the scenario's own, or the card with a number.
    pub(crate) fn unit_id(&self, state: &State, unit: Unit) -> String {
        match self.units.get(unit.index()) {
            Some(start) => start.id.clone(),
            None => format!("{}-{}", self.card(state, unit).id, state.unit(unit).number),
        }
    }

    /// The name that players read.
    pub(crate) fn unit_name(&self, state: &State, unit: Unit) -> String {
        let UnitState { card, seat, number, .. } = *state.unit(unit);
        let name = &self.card(state, unit).name;
        if self.may_have_several(seat, card) { format!("{name} {number}") } else { name.clone() }
    }

    /// Whether a side may have several units of a card in this scenario, whatever it draws: a name does not say what
    /// else there is.
    fn may_have_several(&self, seat: Seat, card: u8) -> bool {
        let card = usize::from(card);
        let of = |formation: usize| {
            let units = self.catalogue.formations[formation].units.iter();
            units.filter(|(unit, _)| *unit == card).map(|(_, count)| usize::from(*count)).sum::<usize>()
        };
        let single = self.units.iter().filter(|unit| unit.seat == seat && unit.card == card).count();
        let groups: usize = self.groups.iter().filter(|group| group.seat == seat).map(|group| of(group.card)).sum();
        let draws = self.draws.iter().filter(|draw| draw.seat == seat);
        let drawn: usize = draws.flat_map(|draw| &draw.pool).map(|&formation| of(usize::from(formation))).sum();
        single + groups + drawn > 1
    }

    /// The unit of that name.
    pub(crate) fn named(&self, state: &State, id: &str) -> Result<Unit, String> {
        let found = state.all_units().find(|&unit| self.unit_id(state, unit) == id);
        found.ok_or_else(|| {
            let known: Vec<String> = state.all_units().map(|unit| self.unit_id(state, unit)).collect();
            let near = nearest(id, known.iter().map(String::as_str));
            format!("there is no unit \"{id}\"{}", suggestion(near.as_deref()))
        })
    }

    /// The number of a hex as it is printed on the map.
    pub(crate) fn label(&self, hex: Hex) -> String {
        self.grid().label(hex).to_string()
    }

    /// What a side is called.
    pub(crate) fn side_name(&self, seat: Seat) -> &str {
        &self.seats[seat.index()].name
    }
}

impl Assault {
    /// The name of support in files and actions.
    pub(crate) fn support_id(&self, support: Support) -> &str {
        match support {
            Support::Aircraft(place) => &self.aircraft(place).id,
            Support::Battery(place) => &self.battery(place).id,
        }
    }

    /// The name of support that players read.
    pub(crate) fn support_name(&self, support: Support) -> &str {
        match support {
            Support::Aircraft(place) => &self.aircraft(place).name,
            Support::Battery(place) => &self.battery(place).name,
        }
    }
}
