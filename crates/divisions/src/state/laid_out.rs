//! A scenario laid out: everything that does not change during a game, prepared for speed.

use std::sync::Arc;

use content::Map;
use engine::{Objective, Seat, SeatInfo, Victory};
use hexmap::{Direction, Grid, Hex, SightTable};

use super::{
    odds::{AssaultOdds, FireOdds},
    units::{Place, Unit, UnitSet},
};
use crate::{
    map::{costs::Costs, sight},
    tables::{Arm, AssaultTable, Catalogue, Class, Event, Face, Halves, Terrain},
};

/// The ruleset with a scenario laid out.
pub struct Divisions {
    pub(crate) catalogue: Arc<Catalogue>,
    pub(crate) id: String,
    pub(crate) seats: Vec<SeatInfo>,
    pub(crate) map: Map,
    pub(crate) units: Vec<UnitInfo>,
    pub(crate) formations: Vec<Formation>,
    pub(crate) sides: [UnitSet; 2],
    pub(crate) turns: Vec<TurnWeather>,
    pub(crate) clock: Vec<String>,
    pub(crate) weather_table: Vec<u8>,
    pub(crate) objectives: Vec<Objective>,
    pub(crate) pools: [Pool; 2],
    pub(crate) victory: Victory,
    pub(crate) sight: SightTable,
    pub(crate) costs: Costs,
    pub(crate) fire_odds: FireOdds,
    pub(crate) assault_odds: AssaultOdds,
}

/// A scenario as it was read, before anything is prepared.
pub(crate) struct Layout {
    pub(crate) catalogue: Arc<Catalogue>,
    pub(crate) id: String,
    pub(crate) seats: Vec<SeatInfo>,
    pub(crate) map: Map,
    pub(crate) units: Vec<UnitInfo>,
    pub(crate) formations: Vec<Formation>,
    pub(crate) turns: Vec<TurnWeather>,
    pub(crate) clock: Vec<String>,
    pub(crate) weather_table: Vec<u8>,
    pub(crate) objectives: Vec<Objective>,
    pub(crate) pools: [Pool; 2],
    pub(crate) victory: Victory,
    pub(crate) fire_odds: FireOdds,
    pub(crate) assault_odds: AssaultOdds,
}

/// A unit as the scenario describes it.
#[derive(Clone, Debug)]
pub struct UnitInfo {
    /// The name that actions use.
    pub id: String,
    /// The name that players read.
    pub name: String,
    pub(crate) kind: usize,
    pub(crate) formation: u8,
    /// The side it belongs to.
    pub seat: Seat,
    pub(crate) class: Class,
    /// What it is, as its counter says.
    pub arm: Arm,
    /// Victory points for each step.
    pub value: i32,
    pub(crate) command: u16,
    /// The depleted side of the counter, then the full one.
    pub(crate) faces: [Face; 2],
    pub(crate) start: Place,
    pub(crate) steps: u8,
    pub(crate) arrives: u8,
    pub(crate) entry: Vec<Hex>,
}

/// Companies that are activated together.
#[derive(Clone, Debug)]
pub struct Formation {
    /// The name that files use.
    pub id: String,
    /// The name that players read.
    pub name: String,
    pub(crate) mark: String,
    /// The side it belongs to.
    pub seat: Seat,
    /// Its companies.
    pub units: UnitSet,
    /// Its headquarters, if it has a counter.
    pub headquarters: Option<Unit>,
}

/// The weather of a turn.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum TurnWeather {
    /// The scenario names it.
    Fixed(u8),
    /// A die is thrown for it.
    Roll,
}

/// The event chits of a side (FD-15). Both sides know the pool; which of its chits come up is chance.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pool {
    /// The kinds, in order.
    pub(crate) chits: Vec<u8>,
    /// The turns on which some of them are drawn.
    pub(crate) draws: Vec<Draw>,
}

/// Event chits that a side draws on a turn.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Draw {
    /// The turn, counted from 1.
    pub turn: usize,
    /// How many go into the cup.
    pub count: u8,
}

impl Pool {
    /// How many go into the cup on a turn.
    pub(crate) fn drawn_on(&self, turn: u8) -> usize {
        self.draws.iter().filter(|draw| draw.turn == usize::from(turn)).map(|draw| usize::from(draw.count)).sum()
    }
}

/// What a victory takes where a scenario does not say.
pub(crate) const USUAL_VICTORY: Victory = Victory { margin: 1, decisive: 10, handicap: [0, 0] };

impl Divisions {
    /// Lays a scenario out. It may still have faults: see [`super::faults`].
    pub(crate) fn new(layout: Layout) -> Divisions {
        let farthest = layout.units.iter().flat_map(|unit| unit.faces).map(|face| face.range).max().unwrap_or(1);
        let mut sides = [UnitSet::NONE; 2];
        for formation in &layout.formations {
            let side = &mut sides[formation.seat.index()];
            *side = side.or(formation.units);
        }
        Divisions {
            sight: sight::prepare(&layout.map, &layout.catalogue, farthest),
            costs: Costs::prepare(&layout.map, &layout.catalogue),
            sides,
            catalogue: layout.catalogue,
            id: layout.id,
            seats: layout.seats,
            map: layout.map,
            units: layout.units,
            formations: layout.formations,
            turns: layout.turns,
            clock: layout.clock,
            weather_table: layout.weather_table,
            objectives: layout.objectives,
            pools: layout.pools,
            victory: layout.victory,
            fire_odds: layout.fire_odds,
            assault_odds: layout.assault_odds,
        }
    }

    /// The map's shape.
    pub fn grid(&self) -> &Grid {
        &self.map.grid
    }

    /// The ground of a hex.
    pub fn ground(&self, hex: Hex) -> &Terrain {
        &self.catalogue.terrain[self.map.terrain[hex.index()]]
    }

    /// What it costs a class to leave `from` in a direction, before enemies are looked at; nothing if there is no way.
    pub(crate) fn cost(&self, class: Class, from: Hex, direction: Direction) -> Option<Halves> {
        self.costs.leaving(class, from, direction)
    }

    /// Whether a unit in `from` could be seen from `to`, within the longest range of the scenario.
    pub fn sees(&self, from: Hex, to: Hex) -> bool {
        self.sight.sees(from, to)
    }

    /// Every unit of the scenario.
    pub fn all_units(&self) -> impl Iterator<Item = Unit> + Clone {
        Unit::all(self.units.len())
    }

    /// A unit as the scenario describes it.
    pub fn unit(&self, unit: Unit) -> &UnitInfo {
        &self.units[unit.index()]
    }

    /// All units of a side.
    pub fn side(&self, seat: Seat) -> UnitSet {
        self.sides[seat.index()]
    }

    /// A formation by its place in the scenario's list.
    pub(crate) fn formation(&self, index: u8) -> &Formation {
        &self.formations[usize::from(index)]
    }

    /// The companies of a unit's formation.
    pub fn formation_of(&self, unit: Unit) -> UnitSet {
        self.formation(self.unit(unit).formation).units
    }

    /// The hexes worth points.
    pub fn objectives(&self) -> &[Objective] {
        &self.objectives
    }

    /// A kind of event chit.
    pub(crate) fn event(&self, chit: u8) -> &Event {
        &self.catalogue.events[usize::from(chit)]
    }

    /// The close assault table.
    pub fn assault_table(&self) -> &AssaultTable {
        &self.catalogue.assault
    }
}

impl UnitInfo {
    /// Whether it is a headquarters.
    pub fn is_headquarters(&self) -> bool {
        self.arm == Arm::Headquarters
    }

    /// Whether it takes part in close assaults: tanks and infantry do.
    pub(crate) fn assaults(&self) -> bool {
        match self.arm {
            Arm::Armour | Arm::Infantry => true,
            Arm::Gun | Arm::Headquarters => false,
        }
    }

    /// The numbers on the side of the counter that is up.
    pub(crate) fn face(&self, steps: u8) -> Face {
        self.faces[usize::from(steps >= 2)]
    }

    /// Where it may come in, if it is a reinforcement.
    pub fn entries(&self) -> &[Hex] {
        &self.entry
    }
}
