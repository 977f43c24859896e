//! A map of the game: the ground as the rules ask about it ([`MAP`](crate::rule_ids::MAP)).

use std::sync::{Arc, OnceLock};

use content::Map;
use hexmap::{Grid, Hex, HexSet, Hexside, SightTable};

use crate::{
    map::step_costs::{StepCosts, Weather},
    tables::{
        cards::Class,
        catalogue::{Catalogue, Doubtful, Kind, Sight},
        forms::Halves,
        movement_costs::Entry,
    },
};

/// A map with what the rules need of it at hand.
pub struct Country {
    pub(crate) map: Map,
    pub(crate) catalogue: Arc<Catalogue>,
    cover: HexSet,
    pub(crate) towns: HexSet,
    /// Cover and buildings: where a German seeks shelter.
    pub(crate) shelter: HexSet,
    /// One entry a hexside.
    ridges: Vec<bool>,
    /// Features on each hexside, and of the ways across it.
    on_side: Vec<Vec<u8>>,
    pub(crate) prepared: OnceLock<SightTable>,
    /// What is seen from each hex, worked out when it is first asked, unless everything is prepared.
    pub(crate) fields: Vec<OnceLock<HexSet>>,
    /// Costs of movement, by weather.
    steps: [OnceLock<StepCosts>; Weather::COUNT],
}

impl Country {
    /// Lays out a map.
    pub fn new(map: Map, catalogue: Arc<Catalogue>) -> Country {
        let hexes = |holds: &dyn Fn(usize) -> bool| {
            let mut set = HexSet::new(map.grid.len());
            set.extend(map.grid.hexes().filter(|hex| holds(map.terrain[hex.index()])));
            set
        };
        let cover = hexes(&|terrain| catalogue.terrain[terrain].sight == Sight::Cover);
        let towns = hexes(&|terrain| catalogue.terrain[terrain].town);
        let mut ridges = vec![false; map.grid.hexside_slots()];
        for side in map.sides.iter().filter(|side| catalogue.features[side.feature].kind == Kind::Step) {
            if let Some(side) = map.grid.hexside(side.a, side.b) {
                ridges[side.index()] = true;
            }
        }
        let mut on_side = vec![Vec::new(); map.grid.hexside_slots()];
        let on_sides = map.sides.iter().map(|side| (side.a, side.b, side.feature));
        let ways = map.tracks.iter().flat_map(|way| way.path.windows(2).map(|pair| (pair[0], pair[1], way.feature)));
        for (a, b, feature) in on_sides.chain(ways) {
            if let Some(side) = map.grid.hexside(a, b) {
                on_side[side.index()].push(feature as u8);
            }
        }
        let fields = vec![OnceLock::new(); map.grid.len()];
        let shelter = hexes(&|terrain| {
            catalogue.terrain[terrain].sight == Sight::Cover || catalogue.terrain[terrain].id == "building"
        });
        Country {
            map,
            catalogue,
            cover,
            towns,
            shelter,
            ridges,
            on_side,
            prepared: OnceLock::new(),
            fields,
            steps: Default::default(),
        }
    }

    /// Its shape.
    pub fn grid(&self) -> &Grid {
        &self.map.grid
    }

    /// The level of a hex: 1, 2 or 3.
    pub fn level(&self, hex: Hex) -> u8 {
        self.map.elevation[hex.index()]
    }

    /// Whether a hex is woods, town or rough.
    pub fn is_cover(&self, hex: Hex) -> bool {
        self.cover.contains(hex)
    }

    /// Whether a hex is town.
    pub fn is_town(&self, hex: Hex) -> bool {
        self.towns.contains(hex)
    }

    /// Whether a ridge runs along a hexside.
    pub fn is_ridge(&self, side: Hexside) -> bool {
        self.ridges[side.index()]
    }

    /// "Woods".
    pub fn terrain_name(&self, hex: Hex) -> &str {
        &self.catalogue.terrain[self.map.terrain[hex.index()]].name
    }

    /// "Ridge", "River"; empty without a feature. A ridge goes before a bridge, a bridge before its river.
    pub fn side_name(&self, side: Hexside) -> &str {
        let features = self.on_side[side.index()].iter().map(|&feature| &self.catalogue.features[usize::from(feature)]);
        let rank = |kind: Kind| match kind {
            Kind::Step => 0,
            Kind::Bridge => 1,
            Kind::Water => 2,
            Kind::Way => 3,
        };
        let others = features.filter(|feature| feature.kind != Kind::Way);
        others.min_by_key(|feature| rank(feature.kind)).map_or("", |feature| &feature.name)
    }

    /// `woods`.
    pub fn terrain_id(&self, hex: Hex) -> &str {
        &self.catalogue.terrain[self.map.terrain[hex.index()]].id
    }

    /// What runs along or over the side between two hexes: roads, bridges, water, ridges.
    pub fn hexside_features(&self, a: Hex, b: Hex) -> Vec<&str> {
        let id = |feature: usize| self.catalogue.features[feature].id.as_str();
        let Some(side) = self.grid().hexside(a, b) else { return Vec::new() };
        self.on_side[side.index()].iter().map(|&feature| id(usize::from(feature))).collect()
    }

    /// Whether a bridge crosses the side between two hexes.
    pub(crate) fn is_bridge(&self, a: Hex, b: Hex) -> bool {
        let bridge = |feature: &u8| self.catalogue.features[usize::from(*feature)].kind == Kind::Bridge;
        self.grid().hexside(a, b).is_some_and(|side| self.on_side[side.index()].iter().any(bridge))
    }

    /// What a step between adjacent hexes costs in half movement points; `None` if it may not be made (OF-7.5).
    pub fn step_cost(&self, weather: Weather, class: Class, from: Hex, to: Hex, smoke: bool) -> Option<Halves> {
        self.steps(weather).cost(class, from, self.grid().direction(from, to)?, smoke)
    }

    /// The least that any step on this map costs, in half movement points.
    pub(crate) fn least_step(&self, weather: Weather, class: Class) -> Halves {
        self.steps(weather).least(class)
    }

    /// The costs of all steps.
    pub(crate) fn steps(&self, weather: Weather) -> &StepCosts {
        let chart = &self.catalogue.sheet.movement;
        let step = |from: Hex, to: Hex, class: Class| {
            let entry = Entry {
                hexside: &self.hexside_features(from, to),
                climb: self.level(to) as i8 - self.level(from) as i8,
                soft: weather.soft,
                snow: weather.snow,
                ..Entry::plain(self.terrain_id(to))
            };
            chart.cost(class, &entry)
        };
        let work_out = || StepCosts::new(self.grid(), step, Class::ALL.map(|class| chart.in_smoke(class)));
        self.steps[weather.index()].get_or_init(work_out)
    }

    pub(crate) fn doubtful(&self) -> Doubtful {
        self.catalogue.doubtful
    }
}
