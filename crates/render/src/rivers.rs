use std::collections::{BTreeMap, BTreeSet};

use engine::Board;

use crate::{
    atlas::{Atlas, Key, RADIUS, corner, direction, side_between},
    chance::Chance,
    curve::{Bezier, smooth},
    look::{self, Side},
    point::{Point, point},
    ways::Ways,
};

/// What lies on the hexsides of a board.
#[derive(Debug, Default)]
pub(crate) struct Sides {
    /// Every feature: the side, the hexes it parts, the look.
    pub(crate) all: Vec<(Key, Key, Side)>,
}

impl Sides {
    pub(crate) fn new(atlas: &Atlas, board: &Board) -> Sides {
        let looks: BTreeMap<&str, &str> = board.key.iter().map(|t| (&*t.key, &*t.look)).collect();
        let mut all: Vec<(Key, Key, Side)> = Vec::new();
        for side in &board.sides {
            let (Some(a), Some(b)) = (atlas.named(&side.a), atlas.named(&side.b)) else { continue };
            if direction(a.key, b.key).is_none() {
                continue;
            }
            let kind = looks.get(&*side.feature).map_or(Side::Unknown, |l| look::side(l));
            all.push((a.key.min(b.key), a.key.max(b.key), kind));
        }
        all.sort();
        all.dedup();
        Sides { all }
    }

    pub(crate) fn of(&self, kind: Side) -> impl Iterator<Item = (Key, Key)> {
        self.all.iter().filter(move |s| s.2 == kind).map(|s| (s.0, s.1))
    }
}

/// The two corners at the ends of a side.
pub(crate) fn ends(a: Key, b: Key) -> Option<(Key, Key)> {
    direction(a, b).map(|d| (corner(a, d), corner(a, d + 1)))
}

/// Rivers and streams: hexsides joined into chains and drawn as one wandering line each.
#[derive(Debug)]
pub(crate) struct Rivers {
    pub(crate) rivers: Vec<Vec<Bezier>>,
    pub(crate) streams: Vec<Vec<Bezier>>,
    /// The sides with water on them.
    pub(crate) sides: BTreeMap<Key, Side>,
}

/// Water on one hexside: its two corners and the hexes beside it.
#[derive(Copy, Clone, Debug)]
struct Reach {
    ends: (Key, Key),
    hexes: (Key, Key),
}

/// The corners of all reaches of one kind, each with the reaches that meet there.
struct Course<'a> {
    atlas: &'a Atlas,
    ways: &'a Ways,
    reaches: Vec<Reach>,
    at: BTreeMap<Key, Vec<usize>>,
    /// Corners where a bigger water takes this one up.
    mouths: BTreeSet<Key>,
}

impl Rivers {
    pub(crate) fn new(atlas: &Atlas, sides: &Sides, ways: &Ways) -> Rivers {
        let kinds = wet(sides);
        let big = Course::new(atlas, ways, reaches(sides, &kinds, Side::River), BTreeSet::new());
        let small = Course::new(atlas, ways, reaches(sides, &kinds, Side::Stream), big.at.keys().copied().collect());
        Rivers { rivers: big.chains(), streams: small.chains(), sides: kinds }
    }
}

/// Which sides are river and which stream. A bridge or ford without water of its own takes the kind at its ends.
fn wet(sides: &Sides) -> BTreeMap<Key, Side> {
    let mut kinds: BTreeMap<Key, Side> = BTreeMap::new();
    let mut corners: BTreeMap<Key, Side> = BTreeMap::new();
    for (a, b, kind) in sides.all.iter().filter(|s| matches!(s.2, Side::River | Side::Stream)) {
        kinds.entry(side_between(*a, *b)).and_modify(|k| *k = (*k).min(*kind)).or_insert(*kind);
        for end in ends(*a, *b).into_iter().flat_map(|e| [e.0, e.1]) {
            corners.entry(end).and_modify(|k| *k = (*k).min(*kind)).or_insert(*kind);
        }
    }
    for (a, b, _) in sides.all.iter().filter(|s| matches!(s.2, Side::Bridge | Side::Ford)) {
        let found = ends(*a, *b).and_then(|e| corners.get(&e.0).into_iter().chain(corners.get(&e.1)).min().copied());
        if let Some(kind) = found {
            kinds.entry(side_between(*a, *b)).or_insert(kind);
        }
    }
    kinds
}

fn reaches(sides: &Sides, kinds: &BTreeMap<Key, Side>, kind: Side) -> Vec<Reach> {
    let mut seen = BTreeSet::new();
    let wet = sides.all.iter().filter(|s| kinds.get(&side_between(s.0, s.1)) == Some(&kind));
    let new = wet.filter(|s| seen.insert((s.0, s.1)));
    new.filter_map(|s| ends(s.0, s.1).map(|ends| Reach { ends, hexes: (s.0, s.1) })).collect()
}

impl<'a> Course<'a> {
    fn new(atlas: &'a Atlas, ways: &'a Ways, reaches: Vec<Reach>, mouths: BTreeSet<Key>) -> Course<'a> {
        let mut at: BTreeMap<Key, Vec<usize>> = BTreeMap::new();
        for (i, reach) in reaches.iter().enumerate() {
            at.entry(reach.ends.0).or_default().push(i);
            at.entry(reach.ends.1).or_default().push(i);
        }
        Course { atlas, ways, reaches, at, mouths }
    }

    /// From each end or confluence to the next; the sides left over form rings.
    fn chains(&self) -> Vec<Vec<Bezier>> {
        let mut used = vec![false; self.reaches.len()];
        let mut out = Vec::new();
        let starts = self.at.iter().filter(|(k, r)| r.len() != 2 || self.mouths.contains(k));
        for start in starts.map(|(k, _)| *k).chain(self.at.keys().copied()) {
            for i in &self.at[&start] {
                if !used[*i] {
                    out.push(self.curve(&self.follow(start, *i, &mut used)));
                }
            }
        }
        out
    }

    /// The corners and reaches from `start` until something else joins.
    fn follow(&self, start: Key, first: usize, used: &mut [bool]) -> Vec<(Key, usize)> {
        let (mut at, mut reach) = (start, first);
        let mut chain = Vec::new();
        loop {
            used[reach] = true;
            chain.push((at, reach));
            let ends = self.reaches[reach].ends;
            at = if ends.0 == at { ends.1 } else { ends.0 };
            let next = self.at[&at].iter().find(|i| !used[**i]);
            match next {
                Some(i) if self.at[&at].len() == 2 && !self.mouths.contains(&at) => reach = *i,
                _ => break,
            }
        }
        chain.push((at, reach));
        chain
    }

    fn curve(&self, chain: &[(Key, usize)]) -> Vec<Bezier> {
        let n = chain.len() - 1;
        let closed = chain[0].0 == chain[n].0;
        let mut points = Vec::new();
        for i in 0..n {
            let before = if i > 0 { Some(chain[i - 1].1) } else { closed.then(|| chain[n - 1].1) };
            points.push(self.bend(chain[i].0, before, chain[i].1));
            points.push(self.ripple(chain[i].1));
        }
        if closed {
            return smooth(&points, true);
        }
        points.push(self.bend(chain[n].0, None, chain[n].1));
        self.run_out(chain[n].0, chain[n].1).into_iter().for_each(|p| points.push(p));
        self.run_out(chain[0].0, chain[0].1).into_iter().for_each(|p| points.insert(0, p));
        smooth(&points, false)
    }

    /// The line at a corner: cut short between two reaches, exact where waters meet.
    fn bend(&self, at: Key, before: Option<usize>, after: usize) -> Point {
        let here = self.atlas.corner(at);
        let Some(before) = before else { return here };
        let chord = self.ripple(before).lerp(self.ripple(after), 0.5);
        let mut chance = Chance::new(81, at.0, at.1);
        here.lerp(chord, 0.32 + chance.next() * 0.42) + point(chance.swing(), chance.swing()) * 4.5
    }

    /// The line at the middle of a side: where a way crosses it, exactly there; else it wanders.
    fn ripple(&self, reach: usize) -> Point {
        let Reach { hexes: (a, b), .. } = self.reaches[reach];
        let side = side_between(a, b);
        if let Some((_, at, _)) = self.ways.crossings.get(&side) {
            return *at;
        }
        let mut chance = Chance::new(82, side.0, side.1);
        let across = (self.atlas.centre(b) - self.atlas.centre(a)).unit();
        let drift = across * (chance.swing() * 0.13) + across.quarter() * (chance.swing() * 0.14);
        self.atlas.middle(side) + drift * RADIUS
    }

    /// At the edge of the map and at a lake the water runs on.
    fn run_out(&self, at: Key, reach: usize) -> Option<Point> {
        let Reach { hexes: (a, b), .. } = self.reaches[reach];
        if self.at[&at].len() > 1 || self.mouths.contains(&at) {
            return None;
        }
        let outwards = (self.atlas.corner(at) - self.atlas.middle(side_between(a, b))).unit();
        let ahead = self.atlas.under(self.atlas.corner(at) + outwards * (RADIUS * 0.5))?;
        let runs = ahead.beyond || ahead.area.is_wet();
        runs.then(|| self.atlas.corner(at) + outwards * RADIUS)
    }
}
