//! What lies on hexsides: one file per feature.

pub(crate) mod barricade;
pub(crate) mod bridge;
pub(crate) mod ford;
pub(crate) mod hedge;
pub(crate) mod ridge;
pub(crate) mod steep;
pub(crate) mod unknown;
pub(crate) mod wall;
pub(crate) mod wire;

use crate::{
    atlas::{Key, side_between},
    chance::Chance,
    contours::Contours,
    curve::{Bezier, smooth, walk},
    look::{Line, Side},
    point::{Point, point},
    rivers::ends,
    sheet::Sheet,
};

/// The corners of a side and its middle, which wanders a little.
fn side_points(sheet: &Sheet<'_>, a: Key, b: Key, wander: f64) -> Vec<Point> {
    let Some((from, to)) = ends(a, b) else { return Vec::new() };
    let side = side_between(a, b);
    let mut chance = Chance::new(111, side.0, side.1);
    let drift = point(chance.swing(), chance.swing()) * wander;
    vec![sheet.atlas.corner(from), sheet.atlas.middle(side) + drift, sheet.atlas.corner(to)]
}

/// The sides with a feature, each as a curve that wanders a little.
fn curves(sheet: &Sheet<'_>, kind: Side, wander: f64) -> impl Iterator<Item = Vec<Bezier>> {
    sheet.sides.of(kind).map(move |(a, b)| smooth(&side_points(sheet, a, b, wander), false))
}

/// The sides with a feature of the relief: where the ground rises the contour itself, with uphill on the right, and
/// whether it does.
fn slopes(sheet: &Sheet<'_>, contours: &Contours, kind: Side) -> impl Iterator<Item = (Vec<Bezier>, bool)> {
    sheet.sides.of(kind).map(move |(a, b)| match contours.slope(side_between(a, b)) {
        Some(contour) => (contour.to_vec(), true),
        None => (smooth(&side_points(sheet, a, b, 3.0), false), false),
    })
}

/// Points along the sides with a feature, each with the direction of travel.
fn posts(sheet: &Sheet<'_>, kind: Side, apart: f64) -> Vec<(Point, Point)> {
    curves(sheet, kind, 0.8).flat_map(|c| walk(&c, apart)).collect()
}

/// Where a side is crossed, in which direction, and by what.
fn crossing(sheet: &Sheet<'_>, a: Key, b: Key) -> (Point, Point, Option<Line>) {
    let side = side_between(a, b);
    match sheet.ways.crossings.get(&side) {
        Some((kind, at, along)) => (*at, *along, Some(*kind)),
        None => (sheet.atlas.middle(side), (sheet.atlas.centre(b) - sheet.atlas.centre(a)).unit(), None),
    }
}
