use std::collections::{BTreeMap, BTreeSet};

use crate::{
    atlas::{Atlas, Hex, Key, corner, side_between, step},
    chance::Chance,
    curve::{Bezier, smooth},
    point::{Point, point},
};

/// One hexside on the edge of a region, walked with the region on the right.
#[derive(Copy, Clone, Debug)]
struct Edge {
    from: Key,
    to: Key,
    side: Key,
    inside: Point,
    outside: Point,
}

/// A set of hexes seen as one area with a closed outline (and one for each hole).
#[derive(Debug)]
pub(crate) struct Region {
    loops: Vec<Vec<Edge>>,
}

/// How an outline leaves the hexsides, in sheet units.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Shape {
    /// How far corners that stick out are drawn in.
    pub(crate) corner: f64,
    /// How far corners between two hexes of the region are drawn in.
    pub(crate) neck: f64,
    /// How far the middle of a side is drawn in.
    pub(crate) side: f64,
    /// How far the hand wanders.
    pub(crate) wander: f64,
    /// How often the line is evened out: each time halves the zigzag of the hexsides.
    pub(crate) even: u8,
    pub(crate) salt: u64,
}

impl Shape {
    /// The same outline further in: necks never close.
    pub(crate) fn inset(self, by: f64) -> Shape {
        Shape { corner: self.corner + by, neck: (self.neck + by).min(17.0), side: self.side + by, ..self }
    }
}

impl Region {
    pub(crate) fn new(atlas: &Atlas, inside: impl Fn(&Hex) -> bool) -> Region {
        let mut edges = BTreeMap::new();
        for hex in atlas.hexes.iter().filter(|h| inside(h)) {
            for d in (0..6).filter(|d| !atlas.get(step(hex.key, *d)).is_some_and(&inside)) {
                let (from, to) = (corner(hex.key, d), corner(hex.key, d + 1));
                let outside = atlas.centre(step(hex.key, d));
                let side = side_between(hex.key, step(hex.key, d));
                edges.insert(from, Edge { from, to, side, inside: hex.at, outside });
            }
        }
        Region { loops: trace(edges) }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.loops.is_empty()
    }

    /// The outline along the hexsides themselves.
    pub(crate) fn exact(&self, atlas: &Atlas) -> Vec<Vec<Point>> {
        self.loops.iter().map(|l| l.iter().map(|e| atlas.corner(e.from)).collect()).collect()
    }

    /// The outline in straight lines, drawn in from the hexsides by the same everywhere.
    pub(crate) fn inset(&self, atlas: &Atlas, by: f64) -> Vec<Vec<Point>> {
        // The distance of a corner from where it was, if both its sides move in by one.
        let reach = by * 1.154_700_538_379_251_5;
        let shape = Shape { corner: reach, neck: reach, side: by, wander: 0.0, even: 0, salt: 0 };
        let corner = |edges: &[Edge], i: usize| {
            soft_corner(atlas, edges[(i + edges.len() - 1) % edges.len()], edges[i], shape, 1.0)
        };
        self.loops.iter().map(|edges| (0..edges.len()).map(|i| corner(edges, i)).collect()).collect()
    }

    /// The outline as a draughtsman would draw it: smooth, a little unsteady, off the hexsides.
    pub(crate) fn organic(&self, atlas: &Atlas, shape: Shape) -> Vec<Vec<Bezier>> {
        let pinned = BTreeSet::new();
        self.loops.iter().map(|edges| smooth(&soften(atlas, edges, shape, &pinned), true)).collect()
    }

    /// The same, but close to the hexsides that are pinned; each stretch with its hexside.
    pub(crate) fn pinned(&self, atlas: &Atlas, shape: Shape, pinned: &BTreeSet<Key>) -> Vec<Vec<(Key, [Bezier; 2])>> {
        let mut out = Vec::new();
        for edges in &self.loops {
            let curves = smooth(&soften(atlas, edges, shape, pinned), true);
            out.push(edges.iter().zip(curves.chunks_exact(2)).map(|(e, c)| (e.side, [c[0], c[1]])).collect());
        }
        out
    }
}

fn trace(mut edges: BTreeMap<Key, Edge>) -> Vec<Vec<Edge>> {
    let mut loops = Vec::new();
    while let Some((_, first)) = edges.pop_first() {
        let mut edge = first;
        let mut around = vec![first];
        while let Some(next) = edges.remove(&edge.to) {
            around.push(next);
            edge = next;
        }
        loops.push(around);
    }
    loops
}

fn soften(atlas: &Atlas, edges: &[Edge], shape: Shape, pinned: &BTreeSet<Key>) -> Vec<Point> {
    let slack = |edge: &Edge| if pinned.contains(&edge.side) { 0.15_f64 } else { 1.0 };
    let mut points = Vec::with_capacity(edges.len() * 2);
    for (i, edge) in edges.iter().enumerate() {
        let before = edges[(i + edges.len() - 1) % edges.len()];
        points.push(soft_corner(atlas, before, *edge, shape, slack(edge).min(slack(&before))));
        let middle = atlas.corner(edge.from).lerp(atlas.corner(edge.to), 0.5);
        let inwards = (edge.inside - edge.outside).unit();
        let mut chance = Chance::new(shape.salt, edge.from.0 + edge.to.0, edge.from.1 + edge.to.1);
        let along = inwards.quarter() * (chance.swing() * 5.0);
        points.push(middle + along + inwards * ((shape.side + chance.swing() * shape.wander) * slack(edge)));
    }
    (0..shape.even).for_each(|_| points = even_out(&points));
    points
}

/// Each point drawn half-way towards the middle of its neighbours.
fn even_out(points: &[Point]) -> Vec<Point> {
    let n = points.len();
    let evened = |i: usize| points[i].lerp(points[(i + n - 1) % n].lerp(points[(i + 1) % n], 0.5), 0.5);
    (0..n).map(evened).collect()
}

fn soft_corner(atlas: &Atlas, before: Edge, edge: Edge, shape: Shape, slack: f64) -> Point {
    let at = atlas.corner(edge.from);
    let mut chance = Chance::new(shape.salt, edge.from.0, edge.from.1);
    let jitter = point(chance.swing(), chance.swing()) * (shape.wander * 0.7);
    let sticks_out = before.inside == edge.inside;
    let drawn_in =
        if sticks_out { (edge.inside - at).unit() * shape.corner } else { (at - edge.outside).unit() * shape.neck };
    at + (drawn_in + jitter) * slack
}
