use std::cmp::Ordering;
use std::sync::LazyLock;

use oracle::Fraction;
use proptest::prelude::{ProptestConfig, prop_assert, prop_assert_eq, proptest};
use proptest::sample::Index;

use crate::grid::tests::{grids, open_fire, pick};
use crate::{Axial, Corner, Crossing, Entry, Grid, Hand, Hex, LowColumns, Point};

/// How a segment meets a hex. `enter` and `leave` are parts of the whole way, 0 at its start and 1 at its end.
enum Meeting {
    Misses,
    Touches,
    Through { enter: Fraction },
    Along { enter: Fraction, hand: Hand },
}

/// Clips the segment by the six half-planes whose intersection is the hex: segment against convex polygon, by the book.
fn meeting(from: Point, to: Point, hex: Axial) -> Meeting {
    let cross = |a: Point, b: Point| i128::from(a.x) * i128::from(b.y) - i128::from(a.y) * i128::from(b.x);
    let (mut enter, mut leave) = (Fraction::new(0, 1), Fraction::new(1, 1));
    let mut on_an_edge = false;
    for corner in Corner::ALL {
        let (start, end) = (hex.corner(corner), hex.corner(corner.turned(1)));
        // Positive inside. At a point t of the way the value is `at_start + t * change`.
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
        Ordering::Equal => Meeting::Touches,
        Ordering::Less if on_an_edge => {
            let hand = if cross(to - from, hex.centre() - from) > 0 { Hand::Right } else { Hand::Left };
            Meeting::Along { enter, hand }
        }
        Ordering::Less => Meeting::Through { enter },
    }
}

/// The crossings in order, and the hexes only touched, found by asking every hex of the map.
fn oracle(grid: &Grid, from: Hex, to: Hex) -> (Vec<Crossing>, Vec<Hex>) {
    let (start, end) = (grid.axial(from).centre(), grid.axial(to).centre());
    let mut found: Vec<(Fraction, Crossing)> = Vec::new();
    let mut touched = Vec::new();
    for hex in grid.hexes().filter(|&hex| hex != from && hex != to) {
        match meeting(start, end, grid.axial(hex)) {
            Meeting::Misses => {}
            Meeting::Touches => touched.push(hex),
            Meeting::Through { enter } => found.push((enter, Crossing::Hex(hex))),
            Meeting::Along { enter, hand } => {
                let place = found.iter_mut().find(|(at, _)| *at == enter);
                let (mut left, mut right) = match place {
                    Some((_, Crossing::Along { left, right })) => (*left, *right),
                    _ => (None, None),
                };
                match hand {
                    Hand::Left => left = Some(hex),
                    Hand::Right => right = Some(hex),
                }
                found.retain(|(at, _)| *at != enter);
                found.push((enter, Crossing::Along { left, right }));
            }
        }
    }
    found.sort_by_key(|&(enter, _)| enter);
    (found.into_iter().map(|(_, crossing)| crossing).collect(), touched)
}

fn assert_agrees(grid: &Grid, from: Hex, to: Hex) {
    let line = grid.line(from, to);
    let (crossings, touched) = oracle(grid, from, to);
    let pair = format!("{} to {} on {grid:?}", grid.label(from), grid.label(to));
    assert_eq!(line.crossings().copied().collect::<Vec<_>>(), crossings, "{pair}");
    let mut seen: Vec<Hex> = line
        .entries()
        .filter_map(|entry| match entry {
            Entry::Vertex { touched, .. } => touched,
            _ => None,
        })
        .collect();
    seen.sort_unstable();
    assert_eq!(seen, touched, "{pair}");
}

/// Every stretch borders on the one before, through the sides that the entries name.
fn assert_connected(grid: &Grid, from: Hex, to: Hex) {
    let line = grid.line(from, to);
    let ends = |hex| Crossing::Hex(hex);
    let stretches: Vec<Crossing> =
        std::iter::once(ends(from)).chain(line.crossings().copied()).chain([ends(to)]).collect();
    assert_eq!(line.entries().count(), if from == to { 0 } else { stretches.len() - 1 });
    for (pair, entry) in stretches.windows(2).zip(line.entries()) {
        match (pair[0], pair[1], entry) {
            (Crossing::Hex(a), Crossing::Hex(b), Entry::Side(side)) => assert_eq!(grid.hexside(a, b), Some(side)),
            (Crossing::Hex(a), Crossing::Hex(b), Entry::Vertex { side, hand, touched }) => {
                assert_eq!(grid.hexside(a, b), Some(side));
                let way = grid.axial(to).centre() - grid.axial(from).centre();
                if let Some(touched) = touched {
                    assert!(grid.direction(a, touched).is_some() && grid.direction(touched, b).is_some());
                    let aside = grid.axial(touched).centre() - grid.axial(from).centre();
                    assert_eq!(way.hand_of(aside), Some(hand));
                }
            }
            (Crossing::Hex(hex), Crossing::Along { left, right }, Entry::SideEnd { left: l, right: r })
            | (Crossing::Along { left, right }, Crossing::Hex(hex), Entry::SideEnd { left: l, right: r }) => {
                assert_eq!(l, left.and_then(|left| grid.hexside(hex, left)));
                assert_eq!(r, right.and_then(|right| grid.hexside(hex, right)));
                assert!(left.is_some() || right.is_some());
            }
            other => panic!("{other:?}"),
        }
    }
}

/// A line as steps from its first hex, so that lines on different parts of the map can be compared.
fn shifted(grid: &Grid, from: Hex, to: Hex) -> Vec<[Option<Axial>; 3]> {
    let step = |hex: Hex| grid.axial(hex) - grid.axial(from);
    let touched = |entry| match entry {
        Entry::Vertex { touched, .. } => touched.map(step),
        _ => None,
    };
    let line = grid.line(from, to);
    let stretches = line.steps().iter().map(|at| match at.crossing {
        Crossing::Hex(hex) => [Some(step(hex)), None, touched(at.entry)],
        Crossing::Along { left, right } => [left.map(step), right.map(step), None],
    });
    stretches.chain([[None, None, line.arrival().and_then(touched)]]).collect()
}

#[test]
fn near_hexes_have_nothing_between_them() {
    let map = open_fire();
    let hex = map.parse("0915").unwrap();
    assert_eq!(map.line(hex, hex).entries().count(), 0);
    for (direction, next) in map.neighbours(hex) {
        let line = map.line(hex, next);
        assert!(line.steps().is_empty());
        assert_eq!(line.arrival(), map.side(hex, direction).map(Entry::Side));
    }
}

#[test]
fn a_row_of_hexes_is_crossed_in_order() {
    let map = open_fire();
    let line = map.line(map.parse("0915").unwrap(), map.parse("0911").unwrap());
    let crossed: Vec<_> =
        line.crossings().flat_map(|crossing| crossing.hexes()).map(|hex| map.label(hex).to_string()).collect();
    assert_eq!(crossed, ["0914", "0913", "0912"]);
}

#[test]
fn along_the_edge_of_the_map_one_side_is_missing() {
    let map = open_fire();
    let [from, to, below] = ["0101", "0301", "0201"].map(|label| map.parse(label).unwrap());
    let line = map.line(from, to);
    assert_eq!(line.steps()[0].crossing, Crossing::Along { left: None, right: Some(below) });
    assert_eq!(line.steps()[0].entry, Entry::SideEnd { left: None, right: map.hexside(from, below) });
    assert_eq!(line.steps()[0].crossing.hexside(&map), None);
    assert_eq!(line.arrival(), Some(Entry::SideEnd { left: None, right: map.hexside(below, to) }));
}

#[test]
fn a_corner_passed_between_two_hexes_is_marked() {
    // From (0, 0) to (15, 3) through the corners (5, 1) and (10, 2).
    let map = open_fire();
    let [from, to, left, right] = ["0904", "1405", "1104", "1205"].map(|label| map.parse(label).unwrap());
    let marks: Vec<_> = map
        .line(from, to)
        .entries()
        .filter_map(|entry| match entry {
            Entry::Vertex { hand, touched, .. } => Some((hand, touched)),
            _ => None,
        })
        .collect();
    assert_eq!(marks, [(Hand::Left, Some(left)), (Hand::Right, Some(right))]);
}

#[test]
fn all_pairs_of_small_maps_agree_with_the_oracle() {
    for low in [LowColumns::Odd, LowColumns::Even] {
        for (columns, rows, short) in
            [(9, 6, false), (8, 6, true), (12, 2, true), (7, 1, false), (1, 5, false), (2, 9, true)]
        {
            let grid = Grid::new(columns, rows, low, short).unwrap();
            for from in grid.hexes() {
                for to in grid.hexes() {
                    assert_agrees(&grid, from, to);
                    assert_connected(&grid, from, to);
                    assert_eq!(grid.line(to, from), grid.line(from, to).reversed());
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn lines_agree_with_the_oracle(grid in grids(), a: Index, b: Index) {
        assert_agrees(&grid, pick(&grid, a), pick(&grid, b));
    }

    #[test]
    fn lines_are_connected(grid in grids(), a: Index, b: Index) {
        assert_connected(&grid, pick(&grid, a), pick(&grid, b));
    }

    #[test]
    fn a_line_is_the_same_from_its_other_end(grid in grids(), a: Index, b: Index) {
        let (a, b) = (pick(&grid, a), pick(&grid, b));
        prop_assert_eq!(grid.line(b, a), grid.line(a, b).reversed());
        prop_assert_eq!(grid.line(a, b).reversed().reversed(), grid.line(a, b));
    }

    #[test]
    fn a_line_is_at_least_as_long_as_the_distance(grid in grids(), a: Index, b: Index) {
        let (a, b) = (pick(&grid, a), pick(&grid, b));
        let distance = usize::from(grid.distance(a, b));
        let stretches = grid.line(a, b).steps().len();
        // A step straight ahead gains one hex, a step aside half a hex.
        prop_assert!(distance <= stretches + 1 && stretches < (2 * distance).max(1));
    }

    #[test]
    fn moving_both_ends_moves_the_line(way in (-22_i32..=22, -22_i32..=22), by in (-22_i32..=22, -22_i32..=22)) {
        // From the middle of a map large enough for both lines to stay clear of its edge.
        static MAP: LazyLock<Grid> = LazyLock::new(|| Grid::new(99, 99, LowColumns::Even, false).unwrap());
        let map = &*MAP;
        let step = |(columns, rows): (i32, i32)| Axial::new(columns, rows - columns.div_euclid(2));
        let start = map.axial(map.parse("5050").unwrap());
        let end = start + step(way);
        let [a, b, c, d] = [start, end, start + step(by), end + step(by)].map(|axial| map.at(axial).unwrap());
        prop_assert_eq!(shifted(map, a, b), shifted(map, c, d));
    }
}
