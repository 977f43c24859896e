//! A scenario laid out: everything that does not change during a game, prepared for speed.

use std::sync::Arc;

use engine::{Objective, Seat, SeatInfo, Victory};
use hexmap::{Corner, Direction, Grid, Hex, HexSet};
use serde::Deserialize;

use super::{
    State,
    marks::Marks,
    units::{Place, Unit},
};
use crate::{
    map::{
        costs::{Costs, MOVEMENTS},
        sight::Sight,
    },
    tables::{
        Catalogue,
        catalogue::Cost,
        command_cards::CommandCard,
        formations::FormationCard,
        support::cards::{Aircraft, Battery},
        units::{Movement, UnitCard},
    },
};

/// The ruleset with a scenario laid out.
pub struct Assault {
    pub(crate) catalogue: Arc<Catalogue>,
    pub(crate) id: String,
    pub(crate) seats: Vec<SeatInfo>,
    pub(crate) sides: [Side; 2],
    pub(crate) sight: Sight,
    pub(crate) costs: Costs,
    pub(crate) modules: Modules,
    pub(crate) turns: u8,
    pub(crate) clock: Vec<String>,
    pub(crate) lessons: Vec<String>,
    pub(crate) initiative: Seat,
    pub(crate) zones: Vec<Vec<Hex>>,
    /// The hexes of each zone in which units of a movement type can stand.
    standable: Vec<[Vec<Hex>; 4]>,
    /// The hexes with works at the start.
    pub(crate) worked: HexSet,
    pub(crate) units: Vec<StartUnit>,
    pub(crate) groups: Vec<Group>,
    pub(crate) draws: Vec<Draw>,
    pub(crate) works: Vec<Work>,
    pub(crate) mines: Vec<Mine>,
    pub(crate) objectives: Vec<Objective>,
    pub(crate) victory: Victory,
}

/// A scenario as it was read, before anything is prepared.
pub(crate) struct Layout {
    pub(crate) catalogue: Arc<Catalogue>,
    pub(crate) id: String,
    pub(crate) seats: Vec<SeatInfo>,
    pub(crate) sides: [Side; 2],
    pub(crate) map: content::Map,
    pub(crate) modules: Modules,
    pub(crate) turns: u8,
    pub(crate) clock: Vec<String>,
    pub(crate) lessons: Vec<String>,
    pub(crate) initiative: Seat,
    pub(crate) zones: Vec<Vec<Hex>>,
    pub(crate) units: Vec<StartUnit>,
    pub(crate) groups: Vec<Group>,
    pub(crate) draws: Vec<Draw>,
    pub(crate) works: Vec<Work>,
    pub(crate) mines: Vec<Mine>,
    pub(crate) objectives: Vec<Objective>,
    pub(crate) victory: Victory,
}

/// A side of a scenario.
#[derive(Clone, Debug)]
pub struct Side {
    /// The edge it falls back to.
    pub edge: Direction,
    /// Command cards at the start.
    pub cards: u8,
    /// Support from outside the map.
    pub support: Vec<Support>,
}

/// Support from outside the map, by its place in its list.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Support {
    /// Aircraft.
    Aircraft(u8),
    /// A battery.
    Battery(u8),
}

/// A unit as the scenario gives it.
#[derive(Clone, Debug)]
pub struct StartUnit {
    /// The name that actions use.
    pub id: String,
    /// Its card.
    pub card: usize,
    /// The side it belongs to.
    pub seat: Seat,
    /// Where it is at the start.
    pub standing: Standing,
}

/// Where and how units are at the start.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The hex or zone.
    pub place: Place,
    /// The facing of guns and vehicles.
    pub facing: Corner,
    /// Damage points.
    pub damage: u8,
    /// Markers.
    pub marks: Marks,
}

/// A formation card that is always there.
#[derive(Clone, Debug)]
pub struct Group {
    /// Its card.
    pub card: usize,
    /// The side it belongs to.
    pub seat: Seat,
    /// Where its units are at the start.
    pub standing: Standing,
}

/// Formation cards that are drawn.
#[derive(Clone, Debug)]
pub(crate) struct Draw {
    /// The side that draws.
    pub(crate) seat: Seat,
    /// What it draws from: places in the list of formations.
    pub(crate) pool: Vec<u8>,
    /// How many it draws.
    pub(crate) count: u8,
    /// Where the units are at the start.
    pub(crate) standing: Standing,
}

/// A work on the map.
#[derive(Copy, Clone, Debug)]
pub struct Work {
    /// Its hex.
    pub hex: Hex,
    /// The row of the chart.
    pub kind: u8,
    /// The corner its front looks to.
    pub facing: Corner,
    /// The only side that knows of it until it is seen.
    pub hidden_by: Option<Seat>,
}

/// A minefield.
#[derive(Copy, Clone, Debug)]
pub struct Mine {
    /// Its hex.
    pub hex: Hex,
    /// The side that laid it.
    pub owner: Option<Seat>,
    /// Whether the other side has still to find it.
    pub hidden: bool,
}

/// What a victory takes where a scenario does not say.
pub(crate) const USUAL_VICTORY: Victory = Victory { margin: 1, decisive: 8, handicap: [0, 0] };

/// A part of the rules that a scenario may leave out.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Module {
    /// Units that the enemy does not see.
    Hidden,
    /// Minefields.
    Mines,
    /// Aircraft and off-board artillery.
    Support,
    /// Command cards.
    CommandCards,
    /// Darkness.
    Night,
}

impl Module {
    /// All of them.
    pub const ALL: [Module; 5] = [Module::Hidden, Module::Mines, Module::Support, Module::CommandCards, Module::Night];

    /// Its name in files.
    pub fn word(self) -> &'static str {
        match self {
            Module::Hidden => "hidden",
            Module::Mines => "mines",
            Module::Support => "support",
            Module::CommandCards => "command-cards",
            Module::Night => "night",
        }
    }
}

/// The modules in force.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Modules(u8);

impl Modules {
    /// Whether a module is in force.
    pub fn has(self, module: Module) -> bool {
        self.0 & (1 << module as u8) != 0
    }

    /// The same with one module more or fewer.
    #[must_use]
    pub fn with(self, module: Module, on: bool) -> Modules {
        let bit = 1 << module as u8;
        Modules(if on { self.0 | bit } else { self.0 & !bit })
    }
}

impl FromIterator<Module> for Modules {
    fn from_iter<I: IntoIterator<Item = Module>>(modules: I) -> Modules {
        modules.into_iter().fold(Modules::default(), |all, module| all.with(module, true))
    }
}

impl Assault {
    /// Lays a scenario out. It may still have faults: see [`super::faults`].
    pub(crate) fn new(layout: Layout) -> Assault {
        let mut worked = HexSet::new(layout.map.grid.len());
        for work in &layout.works {
            worked.insert(work.hex);
        }
        let mut rules = Assault {
            standable: Vec::new(),
            worked,
            costs: Costs::prepare(&layout.map, &layout.catalogue),
            sight: Sight::new(layout.map, Arc::clone(&layout.catalogue)),
            catalogue: layout.catalogue,
            id: layout.id,
            seats: layout.seats,
            sides: layout.sides,
            modules: layout.modules,
            turns: layout.turns,
            clock: layout.clock,
            lessons: layout.lessons,
            initiative: layout.initiative,
            zones: layout.zones,
            units: layout.units,
            groups: layout.groups,
            draws: layout.draws,
            works: layout.works,
            mines: layout.mines,
            objectives: layout.objectives,
            victory: layout.victory,
        };
        let in_zone = |zone: &Vec<Hex>, movement: Movement| {
            zone.iter().copied().filter(|&hex| rules.can_stand(movement, hex)).collect()
        };
        rules.standable = rules.zones.iter().map(|zone| MOVEMENTS.map(|movement| in_zone(zone, movement))).collect();
        rules
    }

    /// The map's shape.
    pub fn grid(&self) -> &Grid {
        self.sight.grid()
    }

    /// All charts and cards.
    pub fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    /// The modules in force.
    pub fn modules(&self) -> Modules {
        self.modules
    }

    /// How many turns the game has.
    pub fn turns(&self) -> u8 {
        self.turns
    }

    /// The hexes worth points.
    pub fn objectives(&self) -> &[Objective] {
        &self.objectives
    }

    /// The minefields; the state says which are there.
    pub fn mines(&self) -> &[Mine] {
        &self.mines
    }

    /// A side of the scenario.
    pub fn side(&self, seat: Seat) -> &Side {
        &self.sides[seat.index()]
    }

    /// The card of a unit.
    pub fn card<'r>(&'r self, state: &State, unit: Unit) -> &'r UnitCard {
        &self.catalogue.units[usize::from(state.unit(unit).card)]
    }

    /// A formation card.
    pub fn formation(&self, card: u8) -> &FormationCard {
        &self.catalogue.formations[usize::from(card)]
    }

    /// A kind of command card.
    pub fn command_card(&self, card: u8) -> &CommandCard {
        &self.catalogue.command_cards.cards[usize::from(card)]
    }

    /// A card of aircraft.
    pub fn aircraft(&self, place: u8) -> &Aircraft {
        &self.catalogue.support.aircraft[usize::from(place)]
    }

    /// A card of a battery.
    pub fn battery(&self, place: u8) -> &Battery {
        &self.catalogue.support.batteries[usize::from(place)]
    }

    /// The hexes of a zone.
    pub fn zone(&self, zone: u8) -> &[Hex] {
        &self.zones[usize::from(zone)]
    }

    /// The hexes of a zone in which units of a movement type can stand as the map is laid out.
    pub(crate) fn standable(&self, zone: u8, movement: Movement) -> &[Hex] {
        &self.standable[usize::from(zone)][movement as usize]
    }

    /// Whether units of a movement type can stand in a hex as the map is laid out: the ground lets them or a road does,
    /// and no work keeps them out.
    pub(crate) fn can_stand(&self, movement: Movement, hex: Hex) -> bool {
        let ground = &self.catalogue.terrain[self.sight.map.terrain[hex.index()]];
        let work = self.works.iter().find(|work| work.hex == hex);
        let kept_out = work.is_some_and(|work| {
            self.catalogue.fortifications[usize::from(work.kind)].cost.of(movement) == Cost::Blocked
        });
        !kept_out && (self.costs.way_through(hex).is_some() || ground.cost.of(movement) != Cost::Blocked)
    }

    /// Whether a unit is one that its player sets up before the game.
    pub(crate) fn is_set_up(&self, state: &State, unit: Unit) -> bool {
        match state.unit(unit).formation {
            Some(formation) => {
                state.formations.get(usize::from(formation)).is_some_and(|fielded| fielded.zone.is_some())
            }
            None => self.units.get(unit.index()).is_some_and(|start| matches!(start.standing.place, Place::Box(_))),
        }
    }
}

impl Side {
    /// How near a hex is to the side's own edge: smaller is nearer.
    pub(crate) fn distance_to_edge(&self, grid: &Grid, hex: Hex) -> u16 {
        let label = grid.label(hex);
        let (column, row) = (u16::from(label.column()), u16::from(label.row()));
        match self.edge {
            Direction::N => row,
            Direction::S => u16::from(grid.rows()).saturating_sub(row),
            Direction::NE | Direction::SE => u16::from(grid.columns()).saturating_sub(column),
            Direction::SW | Direction::NW => column,
        }
    }
}
