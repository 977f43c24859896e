//! Where in its file each part of a scenario stands.

use std::ops::Range;

use crate::state::{
    Divisions, Place, Unit,
    faults::{Fault, ScenarioFault, SideFault, UnitFault},
};

/// A place in the text of a file.
pub(super) type Span = Range<usize>;

/// The places of everything that can have a fault, in the order of the parts.
#[derive(Default)]
pub(super) struct Places {
    pub(super) units: Vec<UnitPlace>,
    pub(super) formations: Vec<Span>,
    pub(super) objectives: Vec<Span>,
    /// By side: its draws.
    pub(super) draws: [Vec<Span>; 2],
    pub(super) sides: [Span; 2],
    pub(super) turns: Span,
    pub(super) clock: Span,
    /// The first turn whose weather is thrown for.
    pub(super) roll: Span,
    pub(super) victory: Span,
}

/// The places of what a file says about a unit.
pub(super) struct UnitPlace {
    pub(super) id: Span,
    pub(super) at: Span,
    pub(super) entry: Vec<Span>,
}

impl Places {
    /// Where a fault stands; nothing if it concerns the whole file.
    pub(super) fn of(&self, fault: Fault, rules: &Divisions) -> Option<Span> {
        match fault {
            Fault::Unit(unit, fault) => Some(self.unit(unit, fault)),
            Fault::FormationTwice(index) => Some(self.formations[index].clone()),
            Fault::Hex(hex, _) => {
                let last = rules.units.iter().rposition(|unit| unit.start == Place::On(hex))?;
                Some(self.units[last].at.clone())
            }
            Fault::Side(seat, SideFault::DrawTurn(draw)) => Some(self.draws[seat.index()][draw].clone()),
            Fault::Side(seat, SideFault::TooManyDraws) => self.draws[seat.index()].first().cloned(),
            Fault::Side(seat, SideFault::IdTwice | SideFault::Id | SideFault::NoCompanies) => {
                Some(self.sides[seat.index()].clone())
            }
            Fault::Objective(index) => Some(self.objectives[index].clone()),
            Fault::Scenario(ScenarioFault::WeatherTable) => Some(self.roll.clone()),
            Fault::Scenario(ScenarioFault::Margin | ScenarioFault::Handicap) => Some(self.victory.clone()),
            Fault::Scenario(ScenarioFault::Turns) => Some(self.turns.clone()),
            Fault::Scenario(ScenarioFault::Clock) => Some(self.clock.clone()),
            Fault::Scenario(ScenarioFault::WrongList(_) | ScenarioFault::TooDear) => None,
        }
    }

    fn unit(&self, unit: Unit, fault: UnitFault) -> Span {
        let place = &self.units[unit.index()];
        match fault {
            UnitFault::IdTwice
            | UnitFault::Id
            | UnitFault::SecondHeadquarters
            | UnitFault::Nowhere
            | UnitFault::Arrives
            | UnitFault::Steps
            | UnitFault::Lost => place.id.clone(),
            UnitFault::CannotStand => place.at.clone(),
            UnitFault::CannotEnter(entry) | UnitFault::EntryTwice(entry) => place.entry[entry].clone(),
        }
    }
}
