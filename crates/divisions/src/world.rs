//! A scenario laid out: everything that does not change during a game, prepared for speed.

use std::sync::Arc;

use content::Map;
use engine::{Frames, Seat, SeatInfo};
use hexmap::{Direction, Grid, Hex, SightTable};
use serde::Deserialize;

use crate::{
    catalogue::{Arm, AssaultTable, Catalogue, Class, Cost, Face, Halves, Terrain, Weather},
    close_assault::AssaultOdds,
    direct_fire::FireOdds,
    state::{EventChit, Frame, March, Place, State, UnitState},
    unit_set::{Unit, UnitSet},
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
    pub(crate) fire_odds: FireOdds,
    assault_odds: AssaultOdds,
    /// By class: what it costs to leave a hex in a direction.
    costs: [Vec<[Option<u8>; 6]>; 3],
    /// What hexsides give the defender against an attack in a direction.
    side_help: Vec<[i8; 6]>,
}

/// A unit as the scenario describes it.
#[derive(Clone, Debug)]
pub struct UnitInfo {
    /// Used in notation.
    pub id: String,
    /// What players read.
    pub name: String,
    pub(crate) kind: usize,
    pub(crate) formation: u8,
    /// Whose it is.
    pub seat: Seat,
    pub(crate) class: Class,
    /// What it is.
    pub arm: Arm,
    /// Victory points for each step.
    pub value: i32,
    pub(crate) command: u16,
    /// Depleted, full.
    pub(crate) faces: [Face; 2],
    pub(crate) start: Place,
    pub(crate) steps: u8,
    pub(crate) arrives: u8,
    pub(crate) entry: Vec<Hex>,
}

/// Companies that are activated together.
#[derive(Clone, Debug)]
pub struct Formation {
    /// Names it in files.
    pub id: String,
    /// What players read.
    pub name: String,
    pub(crate) mark: String,
    /// Whose it is.
    pub seat: Seat,
    /// Its companies.
    pub units: UnitSet,
    /// Its headquarters, if it has a counter.
    pub headquarters: Option<Unit>,
}

/// The weather of a turn.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum TurnWeather {
    /// Known beforehand.
    Fixed(u8),
    /// A die is thrown.
    Roll,
}

/// A hex worth points.
#[derive(Clone, Debug)]
pub struct Objective {
    /// Where.
    pub hex: Hex,
    /// What it is called.
    pub name: String,
    /// What it is worth at the end.
    pub points: i32,
    /// Who holds it at the start.
    pub held_by: Option<Seat>,
}

/// The event chits of a side (FD-15). Both sides know the pool; which of its chits come up is chance.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pool {
    /// The kinds, in order.
    pub(crate) chits: Vec<u8>,
    /// How many go into the cup on each turn.
    pub(crate) draws: Vec<u8>,
}

impl Pool {
    /// How many go into the cup on a turn.
    pub(crate) fn drawn_on(&self, turn: u8) -> u8 {
        self.draws.get(usize::from(turn) - 1).copied().unwrap_or(0)
    }
}

/// What a victory takes (FD-18).
#[derive(Copy, Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Victory {
    /// Lead in points that wins.
    #[serde(default = "one")]
    pub margin: i32,
    /// Lead in points that makes it decisive.
    #[serde(default = "ten")]
    pub decisive: i32,
    /// Points given at the start, by seat.
    #[serde(default)]
    pub handicap: [i32; 2],
}

fn one() -> i32 {
    1
}

fn ten() -> i32 {
    10
}

impl Default for Victory {
    fn default() -> Self {
        Victory { margin: one(), decisive: ten(), handicap: [0, 0] }
    }
}

/// What [`Divisions::new`] takes: checked by the set-up.
pub(crate) struct Parts {
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
}

impl Divisions {
    pub(crate) fn new(parts: Parts) -> Divisions {
        let farthest = parts.units.iter().flat_map(|unit| unit.faces).map(|face| face.range).max().unwrap_or(1);
        let sight = crate::sight::prepare(&parts.map, &parts.catalogue, farthest);
        let costs = Class::ALL.map(|class| movement_costs(&parts.map, &parts.catalogue, class));
        let side_help = side_help(&parts.map, &parts.catalogue);
        let mut sides = [UnitSet::NONE; 2];
        for formation in &parts.formations {
            let side = &mut sides[formation.seat.index()];
            *side = side.or(formation.units);
        }
        Divisions {
            fire_odds: FireOdds::prepare(parts.catalogue.limits.dice),
            assault_odds: AssaultOdds::prepare(&parts.catalogue.assault),
            catalogue: parts.catalogue,
            id: parts.id,
            seats: parts.seats,
            map: parts.map,
            units: parts.units,
            formations: parts.formations,
            sides,
            turns: parts.turns,
            clock: parts.clock,
            weather_table: parts.weather_table,
            objectives: parts.objectives,
            pools: parts.pools,
            victory: parts.victory,
            sight,
            costs,
            side_help,
        }
    }

    /// The state before the first chit is drawn.
    pub(crate) fn first_state(&self) -> State {
        let mut occupants = vec![UnitSet::NONE; self.map.grid.len()];
        for (unit, info) in (0u8..).map(Unit).zip(&self.units) {
            if let Place::On(hex) = info.start {
                occupants[hex.index()].add(unit);
            }
        }
        let unit = |info: &UnitInfo| UnitState { place: info.start, steps: info.steps };
        let weather = match self.turns.first() {
            Some(TurnWeather::Fixed(weather)) => *weather,
            _ => self.weather_table.first().copied().unwrap_or(0),
        };
        State {
            turn: 1,
            weather,
            units: self.units.iter().map(unit).collect(),
            cup: Vec::new(),
            hands: [Vec::new(), Vec::new()],
            pools: [0, 1].map(|side: usize| self.pools[side].chits.iter().copied().map(EventChit::Kind).collect()),
            played: [Vec::new(), Vec::new()],
            holders: self.objectives.iter().map(|objective| objective.held_by).collect(),
            steps_lost: [0, 0],
            kill_points: [0, 0],
            pinned: UnitSet::NONE,
            moved: UnitSet::NONE,
            fired: UnitSet::NONE,
            frames: Frames::new(Frame::Cup { fresh: true }),
            untold: March::default(),
            occupants,
        }
    }

    /// Whether a unit in `from` could be seen from `to`, within the longest range of the scenario.
    pub fn sees(&self, from: Hex, to: Hex) -> bool {
        self.sight.sees(from, to)
    }

    /// The weather now.
    pub fn weather(&self, state: &State) -> &Weather {
        &self.catalogue.weather[usize::from(state.weather)]
    }

    /// The map's shape.
    pub fn grid(&self) -> &Grid {
        &self.map.grid
    }

    /// A unit as the scenario describes it.
    pub fn unit(&self, unit: Unit) -> &UnitInfo {
        &self.units[unit.index()]
    }

    /// All units of a side.
    pub fn side(&self, seat: Seat) -> UnitSet {
        self.sides[seat.index()]
    }

    /// The hexes worth points.
    pub fn objectives(&self) -> &[Objective] {
        &self.objectives
    }

    /// The side of the counter that is up.
    pub fn face(&self, state: &State, unit: Unit) -> Face {
        self.units[unit.index()].faces[usize::from(state.steps(unit) >= 2)]
    }

    /// The ground of a hex.
    pub fn ground(&self, hex: Hex) -> &Terrain {
        &self.catalogue.terrain[self.map.terrain[hex.index()]]
    }

    /// What it costs a class to leave `from` in a direction, before enemies are looked at.
    pub(crate) fn cost(&self, class: Class, from: Hex, direction: Direction) -> Option<Halves> {
        self.costs[class as usize][from.index()][direction.index()].map(Halves::from)
    }

    /// What the hexside gives the defender against an attack out of `from` in a direction.
    pub(crate) fn side_help(&self, from: Hex, direction: Direction) -> i32 {
        i32::from(self.side_help[from.index()][direction.index()])
    }

    /// Whether an enemy company stands beside `hex`. A headquarters holds nobody up.
    pub fn enemy_beside(&self, state: &State, seat: Seat, hex: Hex) -> bool {
        let enemies = self.side(seat.other());
        self.map.grid.neighbours(hex).any(|(_, beside)| {
            let here = state.units_in(beside).and(enemies);
            !here.is_empty() && here.iter().any(|unit| self.unit(unit).arm != Arm::Headquarters)
        })
    }

    /// The units of `seat` that are on the map.
    pub fn on_map(&self, state: &State, seat: Seat) -> impl Iterator<Item = (Unit, Hex)> {
        self.side(seat).iter().filter_map(|unit| Some((unit, state.hex(unit)?)))
    }

    /// The companies of a unit's formation.
    pub fn formation_of(&self, unit: Unit) -> UnitSet {
        self.formations[usize::from(self.unit(unit).formation)].units
    }

    /// Where a reinforcement may come in.
    pub fn entries(&self, unit: Unit) -> &[Hex] {
        &self.unit(unit).entry
    }

    /// Whether guns can see in this weather.
    pub fn fire_weather(&self, state: &State) -> bool {
        self.catalogue.weather[usize::from(state.weather)].direct_fire
    }

    /// The close assault table.
    pub fn assault_table(&self) -> &AssaultTable {
        &self.catalogue.assault
    }

    /// The chances of every assault.
    pub fn assault_odds(&self) -> &AssaultOdds {
        &self.assault_odds
    }

    pub(crate) fn label(&self, hex: Hex) -> String {
        self.map.grid.label(hex).to_string()
    }
}

fn movement_costs(map: &Map, catalogue: &Catalogue, class: Class) -> Vec<[Option<u8>; 6]> {
    let grid = &map.grid;
    let (roads, crossings) = (road_costs(map, catalogue, class), crossing_costs(map, catalogue, class));
    let step = |from: Hex, direction: Direction| -> Option<Halves> {
        let to = grid.neighbour(from, direction)?;
        if let Some(road) = roads[from.index()][direction.index()] {
            return Some(road);
        }
        let climb = if map.elevation[to.index()] > map.elevation[from.index()] { catalogue.climb.of(class) } else { 0 };
        let Cost(ground) = catalogue.terrain[map.terrain[to.index()]].cost.of(class);
        Some(ground?.saturating_add(climb).saturating_add(crossings[from.index()][direction.index()]?))
    };
    let from =
        |from: Hex| Direction::ALL.map(|direction| Some(u8::try_from(step(from, direction)?).unwrap_or(u8::MAX)));
    grid.hexes().map(from).collect()
}

/// What the cheapest road out of each hex costs, by direction.
fn road_costs(map: &Map, catalogue: &Catalogue, class: Class) -> Vec<[Option<Halves>; 6]> {
    let mut roads = vec![[None; 6]; map.grid.len()];
    for track in &map.tracks {
        let Some(cost) = catalogue.features[track.feature].cost.and_then(|cost| cost.of(class).0) else { continue };
        for pair in track.path.windows(2) {
            for (from, to) in [(pair[0], pair[1]), (pair[1], pair[0])] {
                if let Some(direction) = map.grid.direction(from, to) {
                    let known: &mut Option<Halves> = &mut roads[from.index()][direction.index()];
                    *known = Some(known.map_or(cost, |known| known.min(cost)));
                }
            }
        }
    }
    roads
}

/// What crossing each hexside costs beside the ground; nothing where it cannot be crossed.
fn crossing_costs(map: &Map, catalogue: &Catalogue, class: Class) -> Vec<[Option<Halves>; 6]> {
    let mut crossings = vec![[Some(0); 6]; map.grid.len()];
    for side in &map.sides {
        let Some(crossing) = catalogue.features[side.feature].crossing else { continue };
        for (from, to) in [(side.a, side.b), (side.b, side.a)] {
            if let Some(direction) = map.grid.direction(from, to) {
                let known: &mut Option<Halves> = &mut crossings[from.index()][direction.index()];
                *known = known.zip(crossing.of(class).0).map(|(known, more)| known.saturating_add(more));
            }
        }
    }
    crossings
}

fn side_help(map: &Map, catalogue: &Catalogue) -> Vec<[i8; 6]> {
    let mut help = vec![[0; 6]; map.grid.len()];
    for side in &map.sides {
        for (from, to) in [(side.a, side.b), (side.b, side.a)] {
            if let Some(direction) = map.grid.direction(from, to) {
                let here: &mut i8 = &mut help[from.index()][direction.index()];
                *here = here.saturating_add(catalogue.features[side.feature].assault as i8);
            }
        }
    }
    help
}
