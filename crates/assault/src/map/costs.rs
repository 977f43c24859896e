//! What steps cost by terrain and movement type (AS-9.6): what lies between the hexes, worked out once for a map. What
//! is in the hex entered can change, and is asked for at each step.

use content::Map;
use hexmap::{Direction, Hex};

use crate::tables::{
    Catalogue,
    catalogue::{Cost, Run},
    units::Movement,
};

/// What lies between the hexes of a map.
#[derive(Clone, Debug)]
pub(crate) struct Costs {
    /// By movement type, hex and direction.
    between: [Vec<[Between; 6]>; 4],
    /// The road or trail from each hex, by direction.
    ways: Vec<[Option<u8>; 6]>,
    /// The best of them.
    through: Vec<Option<u8>>,
    /// By hex and direction: an obstacle that trips whoever assaults across it.
    trips: Vec<[bool; 6]>,
}

/// What a hexside does to a kind of unit that crosses it.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Between {
    /// It cannot be crossed.
    pub(crate) blocked: bool,
    /// It takes a delayed action.
    pub(crate) delayed: bool,
    /// Movement points more.
    pub(crate) cost: u8,
    /// Risks of damage.
    pub(crate) risks: u8,
    /// Not with a fast action.
    pub(crate) not_fast: bool,
}

/// The movement types, in the order of their tables.
pub(crate) const MOVEMENTS: [Movement; 4] =
    [Movement::Infantry, Movement::Artillery, Movement::Wheeled, Movement::Tracked];

impl Costs {
    pub(crate) fn prepare(map: &Map, catalogue: &Catalogue) -> Costs {
        let ways = ways(map, catalogue);
        let mut costs = Costs {
            between: MOVEMENTS.map(|_| vec![[Between::default(); 6]; map.grid.len()]),
            trips: vec![[false; 6]; map.grid.len()],
            through: ways.iter().map(|out| out.iter().flatten().min().copied()).collect(),
            ways,
        };
        for side in &map.sides {
            let feature = &catalogue.features[side.feature];
            for (from, to) in [(side.a, side.b), (side.b, side.a)] {
                let Some(direction) = map.grid.direction(from, to) else { continue };
                costs.trips[from.index()][direction.index()] |= feature.trips_assault;
                let bridged = feature.kind == Run::Water && costs.ways[from.index()][direction.index()].is_some();
                let Some(crossing) = feature.crossing.filter(|_| !bridged) else { continue };
                for movement in MOVEMENTS {
                    let between = &mut costs.between[movement as usize][from.index()][direction.index()];
                    match crossing.of(movement) {
                        Cost::Points(points) => between.cost = between.cost.saturating_add(points),
                        Cost::Hex => {}
                        Cost::Delayed => between.delayed = true,
                        Cost::Blocked => between.blocked = true,
                    }
                    between.risks += u8::from(feature.damage.risks(movement));
                    let vehicle = matches!(movement, Movement::Wheeled | Movement::Tracked);
                    between.not_fast |= feature.no_fast_vehicles && vehicle;
                }
            }
        }
        costs
    }

    /// What lies between a hex and its neighbour.
    pub(crate) fn between(&self, movement: Movement, from: Hex, direction: Direction) -> Between {
        self.between[movement as usize][from.index()][direction.index()]
    }

    /// The road or trail that leads out of a hex, by its place in the list of features.
    pub(crate) fn way(&self, from: Hex, direction: Direction) -> Option<usize> {
        self.ways[from.index()][direction.index()].map(usize::from)
    }

    /// The road or trail through a hex, the best there is.
    pub(crate) fn way_through(&self, hex: Hex) -> Option<usize> {
        self.through[hex.index()].map(usize::from)
    }

    /// Whether an obstacle trips whoever assaults out of a hex in a direction.
    pub(crate) fn trips(&self, from: Hex, direction: Direction) -> bool {
        self.trips[from.index()][direction.index()]
    }
}

/// The best way out of each hex, by direction: the first of the chart.
fn ways(map: &Map, catalogue: &Catalogue) -> Vec<[Option<u8>; 6]> {
    let mut ways = vec![[None; 6]; map.grid.len()];
    for track in map.tracks.iter().filter(|track| catalogue.features[track.feature].cost.is_some()) {
        let feature = u8::try_from(track.feature).ok();
        for pair in track.path.windows(2) {
            for (from, to) in [(pair[0], pair[1]), (pair[1], pair[0])] {
                if let Some(direction) = map.grid.direction(from, to) {
                    let known: Option<u8> = ways[from.index()][direction.index()];
                    ways[from.index()][direction.index()] = known.into_iter().chain(feature).min();
                }
            }
        }
    }
    ways
}
