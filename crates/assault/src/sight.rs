//! Line of sight (AS-10.2), what hinders it (AS-10.3) and smoke (AS-12.4.3.1.1).
//!
//! ```text
//!   eye 2  o~~~~~~~~~~~~~.                 What reaches the higher eye counts wherever it stands.
//!          |   o o         ~~~~~~.         What only rises above the lower eye counts right beside it:
//!          |  forest         o  ~~~o eye 0     dead ground.
//!   _______|___|_|___________|_____|____
//! ```
//!
//! `Sight::obstacle` is the one place that says what a hex does to a look. [`Sight::weigh`] adds it up along the line for play and
//! for the prepared tables; [`Sight::look`] tells the same story with words. All of it is the same from both ends.

use std::sync::{Arc, OnceLock};

use content::Map;
use engine::{Field, Found, Look, LookEffect, LookEnd, LookNote, LookStep, LookWay, RuleId, Verdict, survey};
use hexmap::{BLOCKS, Grid, Hex, Hexside, SightTable, Weight};

use crate::{
    catalogue::{Catalogue, Feature, Obstruction, SideSight, Terrain},
    kind::Kind,
    rule_ids,
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
    /// What looks.
    pub looker: Kind,
    /// What is looked at.
    pub target: Kind,
    /// Smoke markers; several entries for a hex add up.
    pub smoke: Vec<(Hex, u8)>,
}

/// Sight over ground without smoke, for all pairs of hexes.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// Pairs with nothing in the way.
    pub clear: SightTable,
    /// Pairs that see each other, clearly or not.
    pub visible: SightTable,
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
        let ground = map.grid.hexes().map(|hex| match terrain(hex).sight {
            Obstruction::Open => 0,
            Obstruction::Hinders => 1,
            Obstruction::Blocks => BLOCKS,
        });
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

    /// What stands between two hexes: the number of hindrances, or [`BLOCKS`]. Nothing stands between a hex and itself.
    #[inline]
    pub fn weigh(&self, from: Hex, to: Hex, given: &Conditions) -> Weight {
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
            let given = Conditions { looker, target, smoke: Vec::new() };
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
            Prepared { clear: table(&|weight| weight == 0), visible: table(&|weight| weight < BLOCKS) }
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

    /// The look from one hex to another, with everything on its way.
    pub fn look(&self, from: Hex, to: Hex, given: &Conditions) -> Look {
        let (grid, eyes) = (self.grid(), self.eyes(from, to, given));
        let side = |at: Hexside| self.found_side(at, from, to);
        let (mut steps, _) = survey(grid, from, to, |hex| self.found(hex, &eyes, given), side);
        self.add_smoke_at_the_ends(&mut steps, from, to, given);
        self.block_at_the_limit(&mut steps);
        let end = |hex: Hex, kind: Kind| LookEnd {
            hex: grid.label(hex).to_string(),
            ground: self.level(hex),
            eye: self.eye(hex, kind),
            what: self.terrain(hex).name.clone(),
        };
        let ends = (end(from, given.looker), end(to, given.target));
        let mut look = Look::judged(ends.0, ends.1, grid.distance(from, to), steps, rule_ids::SIGHT);
        if look.verdict == Verdict::Hindered {
            look.rule = rule_ids::HINDERED;
            let dice = self.catalogue.hindrance.dice.times(look.hindrances);
            look.cost = (!dice.is_empty()).then(|| dice.to_string());
        }
        look.notes = self.notes(from, to, given, &look);
        look
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

    fn eyes(&self, from: Hex, to: Hex, given: &Conditions) -> Eyes {
        let (a, b) = (self.eye(from, given.looker), self.eye(to, given.target));
        Eyes { lower: a.min(b), higher: a.max(b), low_end: if a <= b { from } else { to } }
    }

    /// What a hex between the two ends does to their look.
    #[inline]
    fn obstacle(&self, hex: Hex, eyes: &Eyes, given: &Conditions) -> Obstacle {
        let hill = self.level(hex) > eyes.higher;
        let ground = self.ground[hex.index()];
        let terrain = if ground > 0 && self.counts(hex, self.reach[hex.index()], eyes) { ground } else { 0 };
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
    fn smoke_at_the_ends(&self, from: Hex, to: Hex, given: &Conditions) -> Weight {
        if given.smoke.is_empty() || from == to {
            return 0;
        }
        [from, to].map(|end| self.smoke_weight(given.markers(end))).into_iter().fold(0, Weight::saturating_add)
    }

    /// A steep slope between two neighbours (AS-9.6.5.2).
    fn slope_between(&self, from: Hex, to: Hex) -> Weight {
        Weight::from(self.grid().hexside(from, to).is_some_and(|side| self.has(side, SideSight::Steep)))
    }

    fn found(&self, hex: Hex, eyes: &Eyes, given: &Conditions) -> Found {
        let (obstacle, terrain, markers) = (self.obstacle(hex, eyes, given), self.terrain(hex), given.markers(hex));
        let (level, reach) = (self.level(hex), self.reach[hex.index()]);
        let smoke_top = level + self.catalogue.smoke.elevation;
        let height = |reach: u8| match reach {
            reach if reach > eyes.higher => format!("it reaches level {reach}, above both eyes"),
            reach if reach == eyes.higher => format!("it reaches level {reach}, up to the higher eye"),
            reach if reach <= eyes.lower => format!("it reaches level {reach}, and both eyes look over it"),
            _ if obstacle.weight() > 0 => format!("it reaches level {reach} and hides the lower end beside it"),
            _ => format!("it reaches level {reach}, and the higher eye looks over it"),
        };
        let (what, why, rule) = if obstacle.hill {
            let why = format!("its ground is at level {level}, above both eyes");
            ("High ground".to_owned(), why, Some(rule_ids::HILLS))
        } else if obstacle.smoke > 0 && obstacle.terrain > 0 && obstacle.terrain < BLOCKS {
            (
                format!("{} and smoke", terrain.name),
                format!("both are in the way: {}", marks(markers)),
                Some(rule_ids::SMOKE),
            )
        } else if obstacle.smoke > 0 && obstacle.terrain == 0 {
            ("Smoke".to_owned(), format!("{}; {}", marks(markers), height(smoke_top)), Some(rule_ids::SMOKE))
        } else if terrain.sight != Obstruction::Open {
            let rule = if obstacle.terrain > 0 { self.section(hex) } else { rule_ids::HILLS };
            (terrain.name.clone(), height(reach), Some(rule))
        } else if markers > 0 {
            ("Smoke".to_owned(), height(smoke_top), Some(rule_ids::HILLS))
        } else {
            (terrain.name.clone(), String::new(), None)
        };
        let top = if markers > 0 { reach.max(smoke_top) } else { reach };
        Found { weight: obstacle.weight(), what, why, rule, ground: level, top }
    }

    /// The section by which the ground of a hex stands in the way.
    fn section(&self, hex: Hex) -> RuleId {
        let by_sight = match self.terrain(hex).sight {
            Obstruction::Hinders => rule_ids::HINDERED,
            _ => rule_ids::SIGHT,
        };
        self.terrain(hex).rule.map_or(by_sight, |section| section.0)
    }

    fn found_side(&self, side: Hexside, from: Hex, to: Hex) -> Found {
        let (a, b) = self.grid().hexside_hexes(side);
        let ground = self.level(a).max(self.level(b));
        let names: Vec<&str> = self.features(side).map(|feature| feature.name.as_str()).collect();
        let what = names.join(" and ");
        let mut found = Found { weight: 0, what, why: String::new(), rule: None, ground, top: ground };
        if self.has(side, SideSight::Steep) {
            if [(a, b), (b, a)].contains(&(from, to)) {
                found.weight = 1;
                found.why = "both ends stand at it".to_owned();
                found.rule = Some(rule_ids::STEEP_SLOPES);
            } else {
                found.why = "a slope hinders only a look between its own two hexes".to_owned();
            }
        } else if self.has(side, SideSight::Cover) {
            found.why = "a wall does not hinder".to_owned();
        }
        found
    }

    fn add_smoke_at_the_ends(&self, steps: &mut Vec<LookStep>, from: Hex, to: Hex, given: &Conditions) {
        let step = |hex: Hex, at: f64, until: f64| {
            let markers = given.markers(hex);
            let weight = self.smoke_weight(markers);
            let blocks = weight == BLOCKS;
            (markers > 0).then(|| LookStep {
                hexes: vec![self.grid().label(hex).to_string()],
                side: false,
                way: LookWay::Through,
                at,
                until,
                ground: self.level(hex),
                top: self.level(hex) + self.catalogue.smoke.elevation,
                what: "Smoke".to_owned(),
                effect: if blocks { LookEffect::Blocks } else { LookEffect::Hinders },
                hindrances: if blocks { 0 } else { weight },
                why: format!("{} around one end of the look", marks(markers)),
                rule: Some(rule_ids::SMOKE),
            })
        };
        let sides = || steps.iter().filter(|step| step.side);
        let first = sides().next().map_or(0.0, |step| step.at);
        let last = sides().next_back().map_or(1.0, |step| step.at);
        let (start, end) = (step(from, 0.0, first), step(to, last, 1.0));
        steps.splice(0..0, start);
        steps.extend(end);
    }

    /// The hindrance that makes too many is the one that blocks (AS-10.3).
    fn block_at_the_limit(&self, steps: &mut [LookStep]) {
        let mut total: u8 = 0;
        for step in steps.iter_mut() {
            if step.effect == LookEffect::Blocks {
                return;
            }
            total = total.saturating_add(step.hindrances);
            if total >= self.catalogue.hindrance.blocks {
                let why = std::mem::take(&mut step.why);
                step.why = format!("{} hindrances are too many; {why}", total);
                (step.effect, step.hindrances, step.rule) = (LookEffect::Blocks, 0, Some(rule_ids::HINDERED));
                return;
            }
        }
    }

    fn notes(&self, from: Hex, to: Hex, given: &Conditions, look: &Look) -> Vec<LookNote> {
        let mut notes = Vec::new();
        let mut note = |rule: RuleId, text: String| notes.push(LookNote { rule, text });
        let behind_a_wall = || {
            // At a tie the better of the two ways is taken, as for everything else.
            let walled = |side: Hexside| {
                let (a, b) = self.grid().hexside_hexes(side);
                Weight::from((a == to || b == to) && self.has(side, SideSight::Cover))
            };
            self.grid().passages(from, to).last().is_some_and(|passage| passage.weigh(|_| 0, walled) > 0)
        };
        if look.verdict == Verdict::Hindered {
            let them = if look.hindrances == 1 { "the hindrance" } else { "both hindrances" };
            note(rule_ids::HINDERED, format!("Indirect fire ignores {them}. Spotting is at -1."));
        } else if look.rule == rule_ids::HINDERED && look.verdict == Verdict::Blocked {
            let limit = self.catalogue.hindrance.indirect;
            let text = format!(
                "Indirect fire is stopped too: it ignores {limit} hindrances and no more, unless a spotter sees."
            );
            note(rule_ids::HINDERED, text);
        }
        if look.verdict != Verdict::Blocked && behind_a_wall() {
            let walls = self.catalogue.features.iter().find(|feature| feature.sight == SideSight::Cover);
            let dice = walls.map(|wall| wall.defence.of(given.target)).unwrap_or_default();
            note(rule_ids::STONE_WALLS, format!("Behind the wall the target gets {dice} more."));
        }
        if self.grid().distance(from, to) == 1 && self.slope_between(from, to) > 0 {
            let text = "Guns and vehicles see across the steep slope and do not attack across it.";
            note(rule_ids::STEEP_SLOPES, text.to_owned());
        }
        for (hex, kind) in [(from, given.looker), (to, given.target)] {
            if self.eye(hex, kind) > self.level(hex) {
                let text = format!("Infantry in {} looks out from one level up.", self.grid().label(hex));
                note(rule_ids::TALL_HOUSES, text);
            }
        }
        if self.terrain(from).no_indirect_fire {
            let (hex, what) = (self.grid().label(from), self.terrain(from).name.to_lowercase());
            note(rule_ids::TERRAIN, format!("No indirect fire from {hex} ({what})."));
        }
        notes
    }
}

impl Conditions {
    /// How many smoke markers lie in a hex.
    #[inline]
    fn markers(&self, hex: Hex) -> u8 {
        let here = self.smoke.iter().filter(|(at, _)| *at == hex);
        here.fold(0, |sum, (_, markers)| sum.saturating_add(*markers))
    }
}

fn marks(markers: u8) -> String {
    if markers == 1 { "one smoke marker".to_owned() } else { format!("{markers} smoke markers") }
}
