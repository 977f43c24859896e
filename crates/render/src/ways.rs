use std::collections::{BTreeMap, BTreeSet};

use engine::Board;

use crate::{
    atlas::{Atlas, Key, RADIUS, direction, normal, side_between, step},
    chance::Chance,
    curve::Bezier,
    look::{self, Line},
    point::{Point, point},
};

/// Roads, tracks and railways as curves, laid out hex by hex.
///
/// A way crosses each hexside near its middle and in one direction, so the curves of neighbouring hexes join without a
/// kink. In a hex where several ways meet, the two that run on most naturally are one curve and the rest branch off it.
#[derive(Debug)]
pub(crate) struct Ways {
    pub(crate) curves: Vec<(Line, Bezier)>,
    /// What crosses each hexside, roads first.
    pub(crate) crossings: BTreeMap<Key, (Line, Point, Point)>,
}

/// Ways that join each other: roads with lanes and tracks, railways with railways.
struct Network<'a> {
    atlas: &'a Atlas,
    salt: u64,
    shift: BTreeSet<Key>,
    /// The direction in which each side is crossed, seen from the hex for which it is one of the first three sides.
    leans: BTreeMap<Key, Point>,
    hexes: BTreeMap<Key, Knot>,
    drawn: BTreeSet<(Key, usize)>,
    curves: Vec<(Line, Bezier)>,
}

/// The ways out of one hex, and the pair that is the main road.
#[derive(Default)]
struct Knot {
    exits: BTreeMap<usize, Line>,
    followed: BTreeSet<(usize, usize)>,
}

impl Ways {
    pub(crate) fn new(atlas: &Atlas, board: &Board) -> Ways {
        let mut paths = paths(atlas, board);
        paths.sort_by_key(|(kind, _)| *kind);
        let (rails, roads): (Vec<_>, Vec<_>) = paths.into_iter().partition(|(kind, _)| *kind == Line::Railway);
        let beside = roads.iter().flat_map(|(_, path)| sides(path)).collect();
        let mut crossings = BTreeMap::new();
        let mut curves = Vec::new();
        for (salt, paths, shift) in [(71, roads, BTreeSet::new()), (72, rails, beside)] {
            let network = Network::new(atlas, salt, &paths, shift);
            network.note_crossings(&paths, &mut crossings);
            curves.extend(network.lay(&paths));
        }
        Ways { curves, crossings }
    }

    pub(crate) fn of(&self, kind: Line) -> impl Iterator<Item = Bezier> {
        self.curves.iter().filter(move |(k, _)| *k == kind).map(|(_, curve)| *curve)
    }
}

fn sides(path: &[Key]) -> Vec<Key> {
    path.windows(2).map(|w| side_between(w[0], w[1])).collect()
}

/// The paths as runs of neighbouring hexes; a way that reaches the edge of the map leaves it.
fn paths(atlas: &Atlas, board: &Board) -> Vec<(Line, Vec<Key>)> {
    let looks: BTreeMap<&str, &str> = board.key.iter().map(|t| (&*t.key, &*t.look)).collect();
    let mut out = Vec::new();
    for line in &board.lines {
        let kind = looks.get(&*line.feature).map_or(Line::Unknown, |l| look::line(l));
        let keys: Vec<Key> = line.path.iter().filter_map(|id| atlas.named(id)).map(|h| h.key).collect();
        for run in keys.chunk_by(|a, b| direction(*a, *b).is_some()).filter(|run| run.len() > 1) {
            let mut run = run.to_vec();
            leave(atlas, &mut run);
            run.reverse();
            leave(atlas, &mut run);
            out.push((kind, run));
        }
    }
    out
}

fn leave(atlas: &Atlas, run: &mut Vec<Key>) {
    let [.., before, last] = run[..] else { return };
    let Some(d) = direction(before, last) else { return };
    let exits = [d, (d + 1) % 6, (d + 5) % 6];
    if let Some(exit) = exits.into_iter().find(|e| !atlas.on_map(step(last, *e))) {
        run.push(step(last, exit));
    }
}

impl<'a> Network<'a> {
    fn new(atlas: &'a Atlas, salt: u64, paths: &[(Line, Vec<Key>)], shift: BTreeSet<Key>) -> Network<'a> {
        let mut hexes: BTreeMap<Key, Knot> = BTreeMap::new();
        for (kind, path) in paths {
            for (i, key) in path.iter().enumerate() {
                let back = i.checked_sub(1).and_then(|j| direction(*key, path[j]));
                let ahead = path.get(i + 1).and_then(|next| direction(*key, *next));
                hexes.entry(*key).or_default().add(*kind, back, ahead);
            }
        }
        let (leans, drawn, curves) = (BTreeMap::new(), BTreeSet::new(), Vec::new());
        let mut network = Network { atlas, salt, shift, leans, hexes, drawn, curves };
        paths.iter().for_each(|(_, path)| network.lean(path));
        network
    }

    /// A way that winds from hex to hex is pulled straight: it crosses each side in the direction from the side
    /// before to the side after, more than square to it.
    fn lean(&mut self, path: &[Key]) {
        let crossed: Vec<Point> =
            path.windows(2).filter_map(|w| direction(w[0], w[1]).map(|d| self.crossing(w[0], d).0)).collect();
        for (i, ends) in crossed.windows(3).enumerate() {
            let (from, to) = (path[i + 1], path[i + 2]);
            let Some(d) = direction(from, to) else { continue };
            let lean = (ends[2] - ends[0]).unit() * 0.7 + normal(d) * 0.3;
            let lean = if d < 3 { lean } else { lean * -1.0 };
            self.leans.entry(side_between(from, to)).or_insert(lean.unit());
        }
    }

    fn note_crossings(&self, paths: &[(Line, Vec<Key>)], crossings: &mut BTreeMap<Key, (Line, Point, Point)>) {
        for (kind, path) in paths {
            for pair in path.windows(2) {
                let Some(d) = direction(pair[0], pair[1]) else { continue };
                let (at, inwards) = self.crossing(pair[0], d);
                crossings.entry(side_between(pair[0], pair[1])).or_insert((*kind, at, inwards));
            }
        }
    }

    /// Where a way crosses side `d`, and the direction from there into the hex.
    fn crossing(&self, hex: Key, d: usize) -> (Point, Point) {
        let side = side_between(hex, step(hex, d));
        let mut chance = Chance::new(self.salt, side.0, side.1);
        let out = normal(d);
        // The same for both hexes of the side: measured in a direction that does not depend on which one asks.
        let along = if d < 3 { out.quarter() } else { out.quarter() * -1.0 };
        let shift = if self.shift.contains(&side) { 0.24 } else { 0.0 };
        let slant = chance.swing() * 0.1;
        let at = self.atlas.middle(side) + along * ((chance.swing() * 0.1 + shift) * RADIUS);
        let outwards = self.leans.get(&side).map_or(out, |lean| if d < 3 { *lean } else { *lean * -1.0 });
        (at, (outwards * -1.0).turned(slant))
    }

    fn lay(mut self, paths: &[(Line, Vec<Key>)]) -> Vec<(Line, Bezier)> {
        for (kind, path) in paths {
            for (i, key) in path.iter().enumerate() {
                let back = i.checked_sub(1).and_then(|j| direction(*key, path[j]));
                let ahead = path.get(i + 1).and_then(|next| direction(*key, *next));
                self.lay_in(*kind, *key, back, ahead);
            }
        }
        self.curves
    }

    fn lay_in(&mut self, kind: Line, key: Key, back: Option<usize>, ahead: Option<usize>) {
        let new_in = back.filter(|d| self.drawn.insert((key, *d)));
        let new_out = ahead.filter(|d| self.drawn.insert((key, *d)));
        let main = self.hexes[&key].main();
        if let (Some(a), Some(b)) = (new_in, new_out)
            && main == Some((a.min(b), a.max(b)))
        {
            self.curves.push((kind, self.through(key, a, b)));
            return;
        }
        if let Some(a) = new_in {
            self.curves.push((kind, self.arm(key, a, main)));
        }
        if let Some(b) = new_out {
            self.curves.push((kind, self.arm(key, b, main).reversed()));
        }
    }

    fn through(&self, key: Key, a: usize, b: usize) -> Bezier {
        let ((p, from_p), (q, from_q)) = (self.crossing(key, a), self.crossing(key, b));
        let reach = p.distance(q) * 0.42;
        Bezier(p, p + from_p * reach, q + from_q * reach, q)
    }

    /// From side `d` to where the ways of this hex meet.
    fn arm(&self, key: Key, d: usize, main: Option<(usize, usize)>) -> Bezier {
        match main {
            Some((a, b)) if a == d => self.through(key, a, b).split(0.5).0,
            Some((a, b)) if b == d => self.through(key, b, a).split(0.5).0,
            Some((a, b)) => self.branch(key, d, self.through(key, a, b).at(0.5)),
            None => self.branch(key, d, self.end(key)),
        }
    }

    fn branch(&self, key: Key, d: usize, to: Point) -> Bezier {
        let (p, inwards) = self.crossing(key, d);
        let reach = p.distance(to) * 0.45;
        Bezier(p, p + inwards * reach, to.lerp(p, 0.3), to)
    }

    fn end(&self, key: Key) -> Point {
        let mut chance = Chance::new(self.salt + 10, key.0, key.1);
        self.atlas.centre(key) + point(chance.swing(), chance.swing()) * 4.0
    }
}

impl Knot {
    fn add(&mut self, kind: Line, back: Option<usize>, ahead: Option<usize>) {
        for d in back.into_iter().chain(ahead) {
            let exit = self.exits.entry(d).or_insert(kind);
            *exit = kind.min(*exit);
        }
        if let (Some(a), Some(b)) = (back, ahead) {
            self.followed.insert((a.min(b), a.max(b)));
        }
    }

    /// The pair of exits that make the main road: the better ways, then those that some way follows, then the
    /// straighter.
    fn main(&self) -> Option<(usize, usize)> {
        let exits: Vec<usize> = self.exits.keys().copied().collect();
        let pairs = exits.iter().flat_map(|a| exits.iter().map(move |b| (*a, *b))).filter(|(a, b)| a < b);
        pairs.max_by_key(|(a, b)| {
            let turn = (b - a).min(6 + a - b);
            (rank(self.exits[a]) + rank(self.exits[b]), self.followed.contains(&(*a, *b)), turn)
        })
    }
}

/// How much a way counts when it is asked which is the main road.
fn rank(kind: Line) -> u8 {
    match kind {
        Line::Road => 2,
        Line::Lane => 1,
        _ => 0,
    }
}
