//! What steps cost by terrain and class, and what hexsides give defenders (FD-11), worked out once for a map.

use content::Map;
use hexmap::{Direction, Hex};

use crate::tables::{Catalogue, Class, Cost, Halves};

/// The costs of all steps on a map.
#[derive(Clone, Debug)]
pub(crate) struct Costs {
    /// By class, hex and direction: what it costs to leave.
    leaving: [Vec<[Option<Halves>; 6]>; 3],
    /// By hex and direction: what the hexside gives the defender against an attack.
    side_help: Vec<[i32; 6]>,
}

impl Costs {
    pub(crate) fn prepare(map: &Map, catalogue: &Catalogue) -> Costs {
        let leaving = Class::ALL.map(|class| movement_costs(map, catalogue, class));
        Costs { leaving, side_help: side_help(map, catalogue) }
    }

    /// What it costs a class to leave `from` in a direction; nothing if there is no way.
    pub(crate) fn leaving(&self, class: Class, from: Hex, direction: Direction) -> Option<Halves> {
        self.leaving[class as usize][from.index()][direction.index()]
    }

    /// What the hexside gives the defender against an attack out of `from` in a direction.
    pub(crate) fn side_help(&self, from: Hex, direction: Direction) -> i32 {
        self.side_help[from.index()][direction.index()]
    }

    /// The dearest step on the map.
    pub(crate) fn dearest(&self) -> Halves {
        self.leaving.iter().flatten().flatten().filter_map(|&cost| cost).max().unwrap_or(0)
    }
}

fn movement_costs(map: &Map, catalogue: &Catalogue, class: Class) -> Vec<[Option<Halves>; 6]> {
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
    grid.hexes().map(|from| Direction::ALL.map(|direction| step(from, direction))).collect()
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

fn side_help(map: &Map, catalogue: &Catalogue) -> Vec<[i32; 6]> {
    let mut help = vec![[0; 6]; map.grid.len()];
    for side in &map.sides {
        for (from, to) in [(side.a, side.b), (side.b, side.a)] {
            if let Some(direction) = map.grid.direction(from, to) {
                help[from.index()][direction.index()] += catalogue.features[side.feature].assault;
            }
        }
    }
    help
}
