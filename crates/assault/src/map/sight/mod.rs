//! Line of sight (AS-10.2), what hinders it (AS-10.3) and smoke (AS-12.4.3.1.1).
//!
//! ```text
//!   eye 2  o~~~~~~~~~~~~~.                 What reaches the higher eye counts wherever it stands.
//!          |   o o         ~~~~~~.         What only rises above the lower eye counts right beside it:
//!          |  forest         o  ~~~o eye 0     dead ground.
//!   _______|___|_|___________|_____|____
//! ```
//!
//! `Sight::obstacle` is the one place that says what a hex does to a look. [`Sight::weigh`] adds it up along the line
//! for play and for the prepared tables; [`Sight::look`] (`look.rs`) tells the same story with words. All of it is the
//! same from both ends.

mod look;

use std::sync::{Arc, OnceLock};

use content::Map;
use engine::Field;
use hexmap::{BLOCKS, Grid, Hex, HexSet, Hexside, SightTable, Weight};

use crate::tables::{
    Kind,
    catalogue::{Catalogue, Feature, Obstruction, SideSight, Terrain},
};

/// A map with everything that sight asks of it.
#[derive(Debug)]
pub struct Sight {
    pub(crate) map: Map,
    pub(crate) catalogue: Arc<Catalogue>,
    /// What the ground of each hex does to looks that it reaches.
    ground: Vec<Weight>,
    /// How high each hex reaches.
    reach: Vec<u8>,
    /// The features of each hexside.
    sides: Vec<Vec<usize>>,
    prepared: [OnceLock<Prepared>; 4],
}

/// What a look depends on besides the map.
#[derive(Clone, Debug, Default)]
pub struct Conditions {
    /// The kind of unit that looks.
    pub looker: Kind,
    /// The kind of unit that is looked at.
    pub target: Kind,
    /// Smoke markers; several entries for a hex add up.
    pub smoke: Vec<(Hex, u8)>,
    /// Hexes whose ground has changed, with what it is now.
    pub changed: Vec<(Hex, u8)>,
}

/// The same as the rules have it in a game, where it is asked for many times.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Given<'a> {
    pub(crate) looker: Kind,
    pub(crate) target: Kind,
    pub(crate) smoke: &'a [(Hex, u8)],
    /// Hexes whose ground has changed, with what it is now.
    pub(crate) changed: &'a [(Hex, u8)],
}

/// Sight over ground without smoke, for all pairs of hexes.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// Pairs with nothing in the way.
    pub clear: SightTable,
    /// Pairs that see each other, clearly or not.
    pub visible: SightTable,
    /// What stands between them, row by row.
    weights: Vec<Weight>,
}

/// The two ends of a look, as what stands between them needs to know them.
#[derive(Copy, Clone, Debug)]
struct Eyes {
    lower: u8,
    higher: u8,
    /// Where the lower eye is; of two on one level either will do.
    low_end: Hex,
}

/// What one hex does to a look.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct Obstacle {
    /// Its ground is above both eyes.
    hill: bool,
    /// What grows or stands there.
    terrain: Weight,
    /// Its smoke.
    smoke: Weight,
}

impl Obstacle {
    fn weight(self) -> Weight {
        if self.hill { BLOCKS } else { self.terrain.saturating_add(self.smoke) }
    }
}

impl Sight {
    /// Reads a map for sight.
    pub fn new(map: Map, catalogue: Arc<Catalogue>) -> Sight {
        let terrain = |hex: Hex| &catalogue.terrain[map.terrain[hex.index()]];
        let ground = map.grid.hexes().map(|hex| weight_of(terrain(hex).sight));
        let (ground, reach) = (
            ground.collect(),
            map.grid.hexes().map(|hex| map.elevation[hex.index()] + terrain(hex).elevation).collect(),
        );
        let mut sides = vec![Vec::new(); map.grid.hexside_slots()];
        for side in &map.sides {
            if let Some(at) = map.grid.hexside(side.a, side.b) {
                sides[at.index()].push(side.feature);
            }
        }
        Sight { map, catalogue, ground, reach, sides, prepared: Default::default() }
    }

    /// The shape of the map.
    pub fn grid(&self) -> &Grid {
        &self.map.grid
    }

    /// The level from which a unit in that hex looks.
    pub fn eye(&self, hex: Hex, kind: Kind) -> u8 {
        self.level(hex) + u8::from(kind == Kind::Infantry && self.terrain(hex).storeys)
    }

    /// The same where the ground may have changed.
    fn eye_now(&self, hex: Hex, kind: Kind, given: Given<'_>) -> u8 {
        let storeys =
            given.ground(hex).map_or(self.terrain(hex).storeys, |ground| self.catalogue.terrain[ground].storeys);
        self.level(hex) + u8::from(kind == Kind::Infantry && storeys)
    }

    /// What stands between two hexes: the number of hindrances, or [`BLOCKS`]. Nothing stands between a hex and itself.
    #[inline]
    pub fn weigh(&self, from: Hex, to: Hex, given: &Conditions) -> Weight {
        self.weigh_given(from, to, given.given())
    }

    /// The same as the rules ask for it: from the prepared table where nothing on the way has changed.
    pub(crate) fn between(&self, from: Hex, to: Hex, given: Given<'_>) -> Weight {
        let before = self.at_the_start(from, to, (given.looker, given.target));
        if given.changed.is_empty() && given.smoke.is_empty() {
            return before;
        }
        let corridor = self.grid().corridor(from, to);
        let on_the_way = |(at, _): &(Hex, u8)| corridor.may_touch(*at);
        if given.changed.iter().any(|change| self.alters(change) && on_the_way(change)) {
            return self.weigh_given(from, to, given);
        }
        // Smoke opens no line.
        if before == BLOCKS || !given.smoke.iter().any(on_the_way) {
            return before;
        }
        self.weigh_given(from, to, given)
    }

    /// Adds every hex that is seen from one to a set.
    pub(crate) fn add_seen(&self, seen: &mut HexSet, from: Hex, given: Given<'_>) {
        let visible = self.prepared(given.looker, given.target).visible.field(from);
        let opens = given.changed.iter().any(|change| self.alters(change));
        // Changes that alter no look need not be asked about for each hex.
        let given = if opens { given } else { Given { changed: &[], ..given } };
        if !opens && given.smoke.is_empty() {
            return seen.union_with(visible);
        }
        let look = |to: Hex| {
            if !seen.contains(to) && self.between(from, to, given) < BLOCKS {
                seen.insert(to);
            }
        };
        if opens { self.grid().hexes().for_each(look) } else { visible.iter().for_each(look) }
    }

    /// Whether ground that has changed does something else to looks than before: craters in a field do not.
    fn alters(&self, (hex, now): &(Hex, u8)) -> bool {
        let (before, now) = (self.terrain(*hex), &self.catalogue.terrain[usize::from(*now)]);
        let higher = now.sight != Obstruction::Open && now.elevation != before.elevation;
        now.sight != before.sight || higher || now.storeys != before.storeys
    }

    /// What stands between two hexes before anything has changed.
    pub(crate) fn at_the_start(&self, from: Hex, to: Hex, (looker, target): (Kind, Kind)) -> Weight {
        self.prepared(looker, target).weights[from.index() * self.grid().len() + to.index()]
    }

    fn weigh_given(&self, from: Hex, to: Hex, given: Given<'_>) -> Weight {
        let limit = self.catalogue.hindrance.blocks;
        let mut total = self.smoke_at_the_ends(from, to, given);
        if total < limit {
            if self.grid().distance(from, to) <= 1 {
                total = total.saturating_add(self.slope_between(from, to));
            } else {
                let eyes = self.eyes(from, to, given);
                for passage in self.grid().passages(from, to) {
                    // Hexsides matter only between neighbours.
                    let weight = passage.weigh(|hex| self.obstacle(hex, &eyes, given).weight(), |_| 0);
                    total = total.saturating_add(weight);
                    if total >= limit {
                        break;
                    }
                }
            }
        }
        if total >= limit { BLOCKS } else { total }
    }

    /// Sight without smoke between units of these kinds, worked out once.
    pub fn prepared(&self, looker: Kind, target: Kind) -> &Prepared {
        let upstairs = |kind: Kind| kind == Kind::Infantry;
        let slot = usize::from(upstairs(looker)) * 2 + usize::from(upstairs(target));
        self.prepared[slot].get_or_init(|| {
            let given = Conditions { looker, target, ..Conditions::default() };
            let (grid, hexes) = (self.grid(), self.grid().len());
            let mut weights = vec![0; hexes * hexes];
            let alike = upstairs(looker) == upstairs(target);
            for from in grid.hexes() {
                for to in grid.hexes().take(if alike { from.index() } else { hexes }) {
                    let weight = self.weigh(from, to, &given);
                    weights[from.index() * hexes + to.index()] = weight;
                    if alike {
                        weights[to.index() * hexes + from.index()] = weight;
                    }
                }
            }
            let table = |seen: &dyn Fn(Weight) -> bool| {
                SightTable::ask(grid, u16::MAX, |from, to| seen(weights[from.index() * hexes + to.index()]))
            };
            let (clear, visible) = (table(&|weight| weight == 0), table(&|weight| weight < BLOCKS));
            Prepared { clear, visible, weights }
        })
    }

    /// Everything seen from a hex. Where there is smoke, only lines that are open without it are looked along again.
    pub fn field(&self, from: Hex, given: &Conditions) -> Field {
        let label = |hex: Hex| self.grid().label(hex).to_string();
        let prepared = self.prepared(given.looker, given.target);
        let (clear, visible) = (prepared.clear.field(from), prepared.visible.field(from));
        let mut field = Field { from: label(from), ..Field::default() };
        for to in visible.iter().filter(|&to| to != from) {
            let weight = match given.smoke.is_empty() {
                true => Weight::from(!clear.contains(to)),
                false => self.weigh(from, to, given),
            };
            match weight {
                0 => field.clear.push(label(to)),
                BLOCKS => {}
                _ => field.hindered.push(label(to)),
            }
        }
        field
    }

    fn level(&self, hex: Hex) -> u8 {
        self.map.elevation[hex.index()]
    }

    fn terrain(&self, hex: Hex) -> &Terrain {
        &self.catalogue.terrain[self.map.terrain[hex.index()]]
    }

    fn features(&self, side: Hexside) -> impl Iterator<Item = &Feature> {
        self.sides[side.index()].iter().map(|&feature| &self.catalogue.features[feature])
    }

    fn has(&self, side: Hexside, sight: SideSight) -> bool {
        self.features(side).any(|feature| feature.sight == sight)
    }

    fn eyes(&self, from: Hex, to: Hex, given: Given<'_>) -> Eyes {
        let (a, b) = (self.eye_now(from, given.looker, given), self.eye_now(to, given.target, given));
        Eyes { lower: a.min(b), higher: a.max(b), low_end: if a <= b { from } else { to } }
    }

    /// What a hex between the two ends does to their look.
    #[inline]
    fn obstacle(&self, hex: Hex, eyes: &Eyes, given: Given<'_>) -> Obstacle {
        let hill = self.level(hex) > eyes.higher;
        let (ground, reach) = match given.ground(hex) {
            Some(changed) => {
                let terrain = &self.catalogue.terrain[changed];
                (weight_of(terrain.sight), self.level(hex) + terrain.elevation)
            }
            None => (self.ground[hex.index()], self.reach[hex.index()]),
        };
        let terrain = if ground > 0 && self.counts(hex, reach, eyes) { ground } else { 0 };
        let markers = given.markers(hex);
        let smoky = markers > 0 && self.counts(hex, self.level(hex) + self.catalogue.smoke.elevation, eyes);
        Obstacle { hill, terrain, smoke: if smoky { self.smoke_weight(markers) } else { 0 } }
    }

    /// Whether something that reaches so high in that hex stands in the way (AS-9.6.1).
    fn counts(&self, hex: Hex, reach: u8, eyes: &Eyes) -> bool {
        reach >= eyes.higher || (reach > eyes.lower && self.grid().distance(hex, eyes.low_end) == 1)
    }

    fn smoke_weight(&self, markers: u8) -> Weight {
        if markers >= self.catalogue.smoke.blocks { BLOCKS } else { markers }
    }

    /// Smoke counts in the ends themselves, however high they are.
    fn smoke_at_the_ends(&self, from: Hex, to: Hex, given: Given<'_>) -> Weight {
        if given.smoke.is_empty() || from == to {
            return 0;
        }
        [from, to].map(|end| self.smoke_weight(given.markers(end))).into_iter().fold(0, Weight::saturating_add)
    }

    /// A steep slope between two neighbours (AS-9.6.5.2).
    fn slope_between(&self, from: Hex, to: Hex) -> Weight {
        Weight::from(self.grid().hexside(from, to).is_some_and(|side| self.has(side, SideSight::Steep)))
    }
}

/// What ground does to a look that it reaches.
fn weight_of(sight: Obstruction) -> Weight {
    match sight {
        Obstruction::Open => 0,
        Obstruction::Hinders => 1,
        Obstruction::Blocks => BLOCKS,
    }
}

impl Conditions {
    /// How many smoke markers lie in a hex.
    fn markers(&self, hex: Hex) -> u8 {
        self.given().markers(hex)
    }

    fn given(&self) -> Given<'_> {
        Given { looker: self.looker, target: self.target, smoke: &self.smoke, changed: &self.changed }
    }
}

impl Given<'_> {
    /// How many smoke markers lie in a hex.
    #[inline]
    fn markers(&self, hex: Hex) -> u8 {
        let here = self.smoke.iter().filter(|(at, _)| *at == hex);
        here.fold(0, |sum, (_, markers)| sum.saturating_add(*markers))
    }

    /// What the ground of a hex has become, if it has changed.
    #[inline]
    fn ground(&self, hex: Hex) -> Option<usize> {
        self.changed.iter().find(|(at, _)| *at == hex).map(|(_, ground)| usize::from(*ground))
    }
}

/// Features on hexsides, for the dice of targets.
impl Sight {
    /// The features of the hexside by which a look reaches its target; at a tie those that are on both ways.
    pub(crate) fn features_before(&self, from: Hex, to: Hex) -> Vec<usize> {
        let Some(last) = self.grid().passages(from, to).last() else { return Vec::new() };
        let crossed = |feature: usize| {
            let has = |side: Hexside| {
                let (a, b) = self.grid().hexside_hexes(side);
                Weight::from((a == to || b == to) && self.sides[side.index()].contains(&feature))
            };
            last.weigh(|_| 0, has) > 0
        };
        (0..self.catalogue.features.len()).filter(|&feature| crossed(feature)).collect()
    }

    /// The features of the hexside between two neighbours.
    pub(crate) fn features_between(&self, a: Hex, b: Hex) -> Vec<usize> {
        self.grid().hexside(a, b).map(|side| self.sides[side.index()].clone()).unwrap_or_default()
    }

    /// The features of all hexsides of a hex.
    pub(crate) fn features_around(&self, hex: Hex) -> impl Iterator<Item = &Feature> {
        let sides = self.grid().neighbours(hex).filter_map(move |(direction, _)| self.grid().side(hex, direction));
        sides.flat_map(|side| self.features(side))
    }

    /// Whether a steep slope lies between two neighbours.
    pub(crate) fn is_steep(&self, from: Hex, to: Hex) -> bool {
        self.grid().distance(from, to) == 1 && self.slope_between(from, to) > 0
    }
}
