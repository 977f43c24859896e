//! Whether a map agrees with itself: what a designer overlooks and a player would stumble over.

use std::{collections::BTreeMap, fmt::Display, ops::Range};

use hexmap::{Direction, Grid, Hex, Hexside};

use crate::{FeatureKind, Map, Palette, Problems, Source, marks::Marks};

/// The class of places by which units come and go.
const ENTRY: &str = "entry";

/// Checks ways, hexsides and entries, as far as the parts they depend on could be read.
pub(crate) fn check(map: &Map, palette: &Palette, marks: &Marks, source: &Source<'_>, problems: &mut Problems) {
    if !marks.features_read {
        return;
    }
    let (features, ways, visits) = (by_side(map), crossings(map, palette), visits(map));
    let mut check = Check { map, palette, marks, source, problems, features, ways, visits };
    check.water();
    check.bridges();
    check.crossings();
    if marks.levels_read {
        check.steps();
    }
    if marks.terrain_read {
        check.loose_ends();
        check.entries();
    }
}

/// The features of each hexside, as indices into the map's sides.
fn by_side(map: &Map) -> BTreeMap<Hexside, Vec<usize>> {
    let mut sides: BTreeMap<Hexside, Vec<usize>> = BTreeMap::new();
    for (index, side) in map.sides.iter().enumerate() {
        if let Some(hexside) = map.grid.hexside(side.a, side.b) {
            sides.entry(hexside).or_default().push(index);
        }
    }
    sides
}

/// The hexsides that ways cross, with the first track that does.
fn crossings(map: &Map, palette: &Palette) -> BTreeMap<Hexside, usize> {
    let mut ways = BTreeMap::new();
    for (index, track) in map.tracks.iter().enumerate() {
        let is_way = palette.features[track.feature].kind == FeatureKind::Way;
        for pair in track.path.windows(2).filter(|_| is_way) {
            if let Some(side) = map.grid.hexside(pair[0], pair[1]) {
                ways.entry(side).or_insert(index);
            }
        }
    }
    ways
}

fn visits(map: &Map) -> Vec<usize> {
    let mut visits = vec![0; map.grid.len()];
    map.tracks.iter().flat_map(|track| &track.path).for_each(|hex| visits[hex.index()] += 1);
    visits
}

struct Check<'a> {
    map: &'a Map,
    palette: &'a Palette,
    marks: &'a Marks,
    source: &'a Source<'a>,
    problems: &'a mut Problems,
    features: BTreeMap<Hexside, Vec<usize>>,
    ways: BTreeMap<Hexside, usize>,
    /// How often tracks run through each hex.
    visits: Vec<usize>,
}

impl<'a> Check<'a> {
    fn add(&mut self, span: &Range<usize>, what: impl Display, help: impl Display) {
        self.problems.add(self.source.problem(span.clone(), what, help));
    }

    fn grid(&self) -> &'a Grid {
        &self.map.grid
    }

    fn kind(&self, side: usize) -> FeatureKind {
        self.palette.features[self.map.sides[side].feature].kind
    }

    fn id(&self, side: usize) -> &'a str {
        &self.palette.features[self.map.sides[side].feature].id
    }

    /// As in 0304/0305.
    fn name(&self, side: Hexside) -> String {
        let (a, b) = self.grid().hexside_hexes(side);
        format!("{}/{}", self.grid().label(a), self.grid().label(b))
    }

    /// The sides of a kind, each with its place in the map's list.
    fn of_kind(&self, kind: FeatureKind) -> Vec<(Hexside, usize)> {
        let all = self.features.iter().flat_map(|(&side, features)| features.iter().map(move |&index| (side, index)));
        all.filter(|&(_, index)| self.kind(index) == kind).collect()
    }

    fn has(&self, side: Hexside, kind: FeatureKind) -> bool {
        self.features.get(&side).is_some_and(|features| features.iter().any(|&index| self.kind(index) == kind))
    }

    fn bridges_exist(&self) -> bool {
        self.palette.features.iter().any(|feature| feature.kind == FeatureKind::Bridge)
    }

    fn water(&mut self) {
        for pair in self.of_kind(FeatureKind::Water).windows(2) {
            let [(side, one), (same, other)] = [pair[0], pair[1]];
            if side == same {
                let what = format!("hexside {} is {} and {} at once", self.name(side), self.id(one), self.id(other));
                self.add(
                    &self.marks.sides[other],
                    what,
                    format!("leave it to {} or to {}", self.id(one), self.id(other)),
                );
            }
        }
    }

    fn bridges(&mut self) {
        for (side, index) in self.of_kind(FeatureKind::Bridge) {
            let (name, bridge) = (self.name(side), self.id(index));
            if !self.has(side, FeatureKind::Water) {
                let what = format!("the {bridge} on hexside {name} has no water under it");
                self.add(&self.marks.sides[index], what, "move it to a hexside with water, or draw the water");
            }
            if !self.ways.contains_key(&side) {
                let what = format!("no way crosses the {bridge} on hexside {name}");
                self.add(&self.marks.sides[index], what, "run a road over it, or take it away");
            }
        }
    }

    /// In a game with bridges, a way does not cross water without one.
    fn crossings(&mut self) {
        if !self.bridges_exist() {
            return;
        }
        let ways: Vec<(Hexside, usize)> = self.ways.iter().map(|(&side, &track)| (side, track)).collect();
        for (side, track) in ways {
            if self.has(side, FeatureKind::Water) && !self.has(side, FeatureKind::Bridge) {
                let way = &self.palette.features[self.map.tracks[track].feature].id;
                let what = format!("the {way} crosses water at hexside {} without a bridge", self.name(side));
                self.add(&self.marks.tracks[track], what, "put a bridge on this hexside, or take the way round");
            }
        }
    }

    fn steps(&mut self) {
        for (side, index) in self.of_kind(FeatureKind::Step) {
            let (a, b) = self.grid().hexside_hexes(side);
            let level = self.map.elevation[a.index()];
            if level == self.map.elevation[b.index()] {
                let what = format!(
                    "the {} on hexside {} lies between two hexes of level {level}",
                    self.id(index),
                    self.name(side)
                );
                self.add(
                    &self.marks.sides[index],
                    what,
                    "change the level of one of them, or move it to where the ground rises",
                );
            }
        }
    }

    fn at_edge(&self, hex: Hex) -> bool {
        Direction::ALL.into_iter().any(|direction| self.grid().neighbour(hex, direction).is_none())
    }

    fn loose_ends(&mut self) {
        for (index, track) in self.map.tracks.iter().enumerate() {
            let feature = &self.palette.features[track.feature];
            let [Some(&first), Some(&last)] = [track.path.first(), track.path.last()] else { continue };
            if feature.kind != FeatureKind::Way {
                continue;
            }
            for end in [first, last] {
                if !self.arrives(end) {
                    let what =
                        format!("the {} ends in hex {}, in the middle of nowhere", feature.id, self.grid().label(end));
                    let help = "extend it to the edge of the map, into houses, to a bridge or onto another way";
                    self.add(&self.marks.tracks[index], what, help);
                }
            }
        }
    }

    /// Whether a way may end in this hex.
    fn arrives(&self, end: Hex) -> bool {
        let at_bridge = || {
            let mut sides = Direction::ALL.into_iter().filter_map(|direction| self.grid().side(end, direction));
            sides.any(|side| self.has(side, FeatureKind::Bridge))
        };
        self.at_edge(end)
            || self.palette.terrain[self.map.terrain[end.index()]].settled
            // Another way runs here; or this one closes a ring or runs into itself.
            || self.visits[end.index()] > 1
            || at_bridge()
    }

    fn entries(&mut self) {
        let entries = self.map.places.iter().enumerate().filter(|(_, place)| place.kind == ENTRY);
        let entries: Vec<(usize, Hex)> = entries.map(|(index, place)| (index, place.hex)).collect();
        if entries.is_empty() {
            return;
        }
        let lands = self.lands();
        let mut sizes: BTreeMap<usize, usize> = BTreeMap::new();
        for &land in lands.iter().flatten() {
            *sizes.entry(land).or_default() += 1;
        }
        let main = sizes.iter().max_by_key(|&(&land, &size)| (size, std::cmp::Reverse(land))).map(|(&land, _)| land);
        for (index, hex) in entries {
            let name = match self.map.places[index].name.as_str() {
                "" => format!("the entry {}", self.grid().label(hex)),
                name => format!("the entry {} ({name})", self.grid().label(hex)),
            };
            let span = &self.marks.places[index];
            if !self.at_edge(hex) {
                self.add(span, format!("{name} is not on the edge of the map"), "move it to a hex at the edge");
            }
            match lands[hex.index()] {
                None => {
                    let terrain = &self.palette.terrain[self.map.terrain[hex.index()]].id;
                    self.add(
                        span,
                        format!("{name} is in {terrain}, which nothing can enter"),
                        "move it to passable ground",
                    );
                }
                land if land != main => {
                    let what = format!("{name} is unreachable: it is cut off from the rest of the map");
                    self.add(span, what, "open a way: passable terrain, or a bridge over the river");
                }
                _ => {}
            }
        }
    }

    /// The connected parts of the map, numbered; none for hexes that nothing can enter.
    fn lands(&self) -> Vec<Option<usize>> {
        let passable = |hex: Hex| self.palette.terrain[self.map.terrain[hex.index()]].passable;
        let mut lands = vec![None; self.grid().len()];
        for start in self.grid().hexes() {
            if !passable(start) || lands[start.index()].is_some() {
                continue;
            }
            let land = start.index();
            lands[land] = Some(land);
            let mut open = vec![start];
            while let Some(hex) = open.pop() {
                for (direction, next) in self.grid().neighbours(hex) {
                    let crossed = self.grid().side(hex, direction).is_none_or(|side| !self.is_barrier(side));
                    if crossed && passable(next) && lands[next.index()].is_none() {
                        lands[next.index()] = Some(land);
                        open.push(next);
                    }
                }
            }
        }
        lands
    }

    /// A river stops everything where there is no bridge; in a game without bridges, every way has one.
    fn is_barrier(&self, side: Hexside) -> bool {
        let river = |&index: &usize| {
            let feature = &self.palette.features[self.map.sides[index].feature];
            feature.kind == FeatureKind::Water && feature.look == "river"
        };
        let bridged =
            if self.bridges_exist() { self.has(side, FeatureKind::Bridge) } else { self.ways.contains_key(&side) };
        !bridged && self.features.get(&side).is_some_and(|features| features.iter().any(river))
    }
}
