use std::cmp::Ordering;

use hexmap::{Corner, Direction, Grid, Hex, Point};

use crate::Fraction;

/// Everything a line meets between its two end hexes, as a list of obstacles: the line is blocked if one of them is.
#[derive(Clone, Debug)]
pub enum Obstacle {
    /// The line runs through the inside of this hex.
    Hex(Hex),
    /// The line crosses the inside of the side between these two hexes.
    Side(Hex, Hex),
    /// The line has two ways past: blocked only if there is something on each of them.
    Either(Vec<Obstacle>, Vec<Obstacle>),
}

enum Meeting {
    Misses,
    Touches(Fraction),
    Through(Fraction, Fraction),
    Along(Fraction, Fraction),
}

fn cross(a: Point, b: Point) -> i128 {
    i128::from(a.x) * i128::from(b.y) - i128::from(a.y) * i128::from(b.x)
}

/// Segment against convex polygon, by the book: clipped by the six half-planes whose intersection is the hex.
fn meeting(grid: &Grid, from: Point, to: Point, hex: Hex) -> Meeting {
    let (mut enter, mut leave) = (Fraction::new(0, 1), Fraction::new(1, 1));
    let mut on_an_edge = false;
    for corner in Corner::ALL {
        let (start, end) = (grid.axial(hex).corner(corner), grid.axial(hex).corner(corner.turned(1)));
        let at_start = cross(end - start, from - start);
        let change = cross(end - start, to - from);
        match change.signum() {
            0 if at_start < 0 => return Meeting::Misses,
            0 => on_an_edge |= at_start == 0,
            1 => enter = enter.max(Fraction::new(-at_start, change)),
            _ => leave = leave.min(Fraction::new(-at_start, change)),
        }
    }
    match enter.cmp(&leave) {
        Ordering::Greater => Meeting::Misses,
        Ordering::Equal => Meeting::Touches(enter),
        Ordering::Less if on_an_edge => Meeting::Along(enter, leave),
        Ordering::Less => Meeting::Through(enter, leave),
    }
}

/// What the line from `from` to `to` meets.
///
/// # Panics
/// If the hexes of the grid leave a gap: then the grid is wrong.
pub fn obstacles(grid: &Grid, from: Hex, to: Hex) -> Vec<Obstacle> {
    let (start, end) = (grid.axial(from).centre(), grid.axial(to).centre());
    let mut through: Vec<(Fraction, Fraction, Hex)> = Vec::new();
    let mut along: Vec<(Fraction, Fraction, Hex)> = Vec::new();
    let mut touched: Vec<(Fraction, Hex)> = Vec::new();
    for hex in grid.hexes() {
        match meeting(grid, start, end, hex) {
            Meeting::Misses => {}
            Meeting::Touches(at) => touched.push((at, hex)),
            Meeting::Through(enter, leave) => through.push((enter, leave, hex)),
            Meeting::Along(enter, leave) => along.push((enter, leave, hex)),
        }
    }
    through.sort();
    let mut found: Vec<Obstacle> = through
        .iter()
        .filter(|(_, _, hex)| *hex != from && *hex != to)
        .map(|&(_, _, hex)| Obstacle::Hex(hex))
        .collect();
    // Between two hexes that follow each other the line crosses their side, passes its end, or runs along a side for a
    // while.
    for pair in through.windows(2) {
        let ((_, leave, before), (enter, _, after)) = (pair[0], pair[1]);
        if leave == enter {
            // A third hex touched at that very point: the line leaves through a corner.
            let across = Obstacle::Side(before, after);
            found.push(match touched.iter().find(|(at, _)| *at == leave) {
                None => across,
                Some(&(_, third)) => Obstacle::Either(
                    vec![across],
                    vec![Obstacle::Side(before, third), Obstacle::Hex(third), Obstacle::Side(third, after)],
                ),
            });
        } else {
            let mut ways = along
                .iter()
                .filter(|(begin, stop, _)| *begin == leave && *stop == enter)
                .map(|&(_, _, hex)| vec![Obstacle::Side(before, hex), Obstacle::Hex(hex), Obstacle::Side(hex, after)]);
            match (ways.next(), ways.next()) {
                (Some(one), Some(other)) => found.push(Obstacle::Either(one, other)),
                (Some(only), None) => found.extend(only),
                _ => panic!("the line runs between hexes that are not there"),
            }
        }
    }
    found
}

/// Whether two hexes are neighbours.
pub fn beside(grid: &Grid, a: Hex, b: Hex) -> bool {
    Direction::ALL.into_iter().any(|direction| grid.neighbour(a, direction) == Some(b))
}
