//! Opportunity fire (FD-4).
//!
//! Each time a unit or a stack enters a hex, every enemy with range and sight may call a halt and fire at one unit of it.
//! It may fire again at every further hex entered.

use engine::Seat;
use hexmap::Hex;

use crate::{
    refusal::Refused,
    state::{Frame, Halt, State},
    unit_set::{Unit, UnitSet},
    world::Divisions,
};

impl Divisions {
    /// Enemies of `mover` who could fire at something in `hex`, with the range.
    pub fn covering<'a>(&'a self, state: &'a State, mover: Seat, hex: Hex) -> impl Iterator<Item = (Unit, u16)> + 'a {
        let enemies = self.side(mover.other());
        let clear = self.fire_weather(state);
        let enemies = if clear { enemies } else { UnitSet::NONE };
        enemies.iter().filter_map(move |unit| Some((unit, self.fire_range(state, unit, hex).ok()?)))
    }

    /// Asks the enemy whether to fire at units that have just entered `hex`.
    pub(crate) fn call_halt(&self, state: &mut State, mover: Seat, entered: UnitSet, hex: Hex) {
        if self.covering(state, mover, hex).next().is_some() {
            state.frames.push(Frame::Halt(Halt { side: mover.other(), entered, fired: UnitSet::NONE }));
        }
    }

    pub(crate) fn check_opportunity(
        &self,
        state: &State,
        halt: &Halt,
        shooter: Unit,
        target: Unit,
    ) -> Result<(), Refused> {
        if self.unit(shooter).seat != halt.side {
            return Err(Refused::NotYours(shooter));
        }
        if halt.fired.has(shooter) {
            return Err(Refused::FiredInHalt(shooter));
        }
        if !halt.entered.has(target) {
            return Err(Refused::NotEntering(target));
        }
        let hex = state.hex(target).ok_or(Refused::NotOnMap(target))?;
        self.fire_range(state, shooter, hex).map(|_| ())
    }

    /// Whether anybody can still fire in this halt.
    pub(crate) fn halt_is_open(&self, state: &State, halt: &Halt) -> bool {
        let Some(hex) = halt.entered.iter().find_map(|unit| state.hex(unit)) else { return false };
        self.covering(state, halt.side.other(), hex).any(|(unit, _)| !halt.fired.has(unit))
    }
}
