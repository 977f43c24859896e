use std::collections::VecDeque;

use proptest::prelude::{Just, Strategy, any, prop_assert, prop_assert_eq, prop_oneof, proptest};
use proptest::sample::Index;

use crate::{Axial, Direction, Grid, GridError, Hex, HexError, LowColumns, Shape};

/// Any map up to 30 by 30.
pub(crate) fn grids() -> impl Strategy<Value = Grid> {
    let low = prop_oneof![Just(LowColumns::Odd), Just(LowColumns::Even)];
    (1_u8..=30, 2_u8..=30, low, any::<bool>())
        .prop_map(|(columns, rows, low, short)| Grid::new(columns, rows, low, short).unwrap())
}

pub(crate) fn pick(grid: &Grid, index: Index) -> Hex {
    Hex(index.index(grid.len()) as u16)
}

pub(crate) fn open_fire() -> Grid {
    Grid::new(45, 27, LowColumns::Even, true).unwrap()
}

fn steps_by_search(grid: &Grid, start: Hex) -> Vec<u16> {
    let mut steps = vec![u16::MAX; grid.len()];
    steps[start.index()] = 0;
    let mut queue = VecDeque::from([start]);
    while let Some(hex) = queue.pop_front() {
        for (_, next) in grid.neighbours(hex) {
            if steps[next.index()] == u16::MAX {
                steps[next.index()] = steps[hex.index()] + 1;
                queue.push_back(next);
            }
        }
    }
    steps
}

#[test]
fn open_fire_map_has_1193_hexes() {
    let map = open_fire();
    assert_eq!(map.len(), 1193);
    assert_eq!(map.label(Hex(1192)).to_string(), "4527");
    assert_eq!(map.hex(45, 27), Some(Hex(1192)));
    assert_eq!(map.last_row(44), Some(26));
    assert!(map.parse("4426").is_ok());
    let (a, b) = (map.parse("0915").unwrap(), map.parse("0916").unwrap());
    assert_eq!(map.direction(a, b), Some(Direction::S));
    assert_eq!(map.direction(b, a), Some(Direction::N));
}

#[test]
fn low_columns_have_their_neighbours_half_a_hex_up() {
    let map = open_fire();
    let around = |label: &str| {
        let hex = map.parse(label).unwrap();
        Direction::ALL
            .map(|direction| map.neighbour(hex, direction).map_or(String::from("-"), |hex| map.label(hex).to_string()))
    };
    assert_eq!(around("0915"), ["0914", "1014", "1015", "0916", "0815", "0814"]);
    assert_eq!(around("1014"), ["1013", "1114", "1115", "1015", "0915", "0914"]);
    assert_eq!(around("0101"), ["-", "-", "0201", "0102", "-", "-"]);
    assert_eq!(around("4426"), ["4425", "4526", "4527", "-", "4327", "4326"]);
    assert_eq!(around("4527"), ["4526", "-", "-", "-", "-", "4426"]);

    let odd = Grid::new(3, 3, LowColumns::Odd, false).unwrap();
    let low = odd.parse("0101").unwrap();
    assert_eq!(odd.neighbour(low, Direction::NE), odd.hex(2, 1));
    assert_eq!(odd.neighbour(low, Direction::SE), odd.hex(2, 2));
}

#[test]
fn wrong_shapes_are_refused() {
    let new = |columns, rows, short| Grid::new(columns, rows, LowColumns::Even, short).map(|grid| grid.len());
    assert_eq!(new(0, 5, false), Err(GridError::Columns(0)));
    assert_eq!(new(100, 5, false), Err(GridError::Columns(100)));
    assert_eq!(new(5, 0, false), Err(GridError::Rows(0)));
    assert_eq!(new(5, 100, true), Err(GridError::Rows(100)));
    assert_eq!(new(5, 1, true), Err(GridError::EmptyColumns));
    assert_eq!(new(5, 1, false), Ok(5));
    assert_eq!(new(99, 99, false), Ok(9801));
}

#[test]
fn labels_that_name_no_hex_say_why() {
    let map = open_fire();
    let why = |label: &str| map.parse(label).unwrap_err().to_string();
    for label in ["", "915", "09151", "O915", "+915", "９15", "٠٩"] {
        assert!(matches!(map.parse(label), Err(HexError::NotFourDigits { .. })), "{label}");
    }
    assert_eq!(why("915"), "\"915\" is no hex number: write four digits, column then row, such as 0915");
    assert_eq!(why("4612"), "hex 4612 is off the map: columns run from 01 to 45");
    assert_eq!(why("0012"), "hex 0012 is off the map: columns run from 01 to 45");
    assert_eq!(why("0900"), "hex 0900 is off the map: rows of column 09 run from 01 to 27");
    assert_eq!(why("4427"), "hex 4427 is off the map: rows of column 44 run from 01 to 26");
}

#[test]
fn axial_coordinates_far_away_are_off_the_map() {
    let map = open_fire();
    for q in [i32::MIN, -1, 0, 3, 254, 255, 256, i32::MAX] {
        for r in [i32::MIN, i32::MAX, -1000, 1000] {
            assert_eq!(map.at(Axial::new(q, r)), None);
        }
    }
    assert_eq!(map.axial(Hex(0)), Axial::new(0, 0));
}

#[test]
fn rings_go_clockwise_from_north() {
    let map = open_fire();
    let centre = map.parse("0915").unwrap();
    let labels = |hexes: &mut dyn Iterator<Item = Hex>| hexes.map(|hex| map.label(hex).to_string()).collect::<Vec<_>>();
    assert_eq!(labels(&mut map.ring(centre, 0)), ["0915"]);
    assert_eq!(labels(&mut map.ring(centre, 1)), ["0914", "1014", "1015", "0916", "0815", "0814"]);
    assert_eq!(map.ring(centre, u16::MAX).count(), 0);
    assert_eq!(map.disc(centre, u16::MAX).count(), map.len());
}

#[test]
fn hexsides_are_numbered_once() {
    let map = open_fire();
    let sides: Vec<_> = map.hexsides().collect();
    assert!(sides.is_sorted());
    assert!(sides.iter().all(|side| side.index() < map.hexside_slots()));
    let pairs: usize = map.hexes().map(|hex| map.neighbours(hex).count()).sum();
    assert_eq!(sides.len() * 2, pairs);
    for side in sides {
        let (a, b) = map.hexside_hexes(side);
        assert_eq!(map.hexside(a, b), Some(side));
        assert_eq!(map.hexside(b, a), Some(side));
        assert_eq!(map.side(a, side.direction()), Some(side));
        assert_eq!(map.side(b, side.direction().opposite()), Some(side));
    }
    assert_eq!(map.hexside(Hex(0), Hex(0)), None);
    assert_eq!(map.hexside(Hex(0), Hex(2)), None);
}

#[test]
fn a_grid_is_saved_as_its_shape() {
    let map = open_fire();
    let shape = Shape::from(map.clone());
    assert_eq!(Grid::try_from(shape), Ok(map));
}

#[test]
fn directions_turn_and_read() {
    for direction in Direction::ALL {
        assert_eq!(direction.to_string().parse(), Ok(direction));
        assert_eq!(Direction::from_index(direction.index()), Some(direction));
        assert_eq!(direction.turned(3), direction.opposite());
        assert_eq!(direction.turned(127), direction.turned(1));
        assert_eq!(direction.turned(-128), direction.turned(-2));
        assert_eq!(direction.turns_to(direction.turned(-2)), 2);
        assert_eq!(direction.turns_to(direction.opposite()), 3);
    }
    assert_eq!(Direction::from_index(6), None);
    assert!("n".parse::<Direction>().is_err());
}

proptest! {
    #[test]
    fn every_hex_is_found_again(grid in grids()) {
        let mut count = 0;
        for hex in grid.hexes() {
            let label = grid.label(hex);
            prop_assert_eq!(grid.parse(&label.to_string()), Ok(hex));
            prop_assert_eq!(grid.hex(label.column(), label.row()), Some(hex));
            prop_assert_eq!(grid.at(grid.axial(hex)), Some(hex));
            prop_assert_eq!(hex.index(), count);
            count += 1;
        }
        prop_assert_eq!(count, grid.len());
    }

    #[test]
    fn neighbours_agree_with_coordinates(grid in grids(), a: Index) {
        let hex = pick(&grid, a);
        for direction in Direction::ALL {
            let next = grid.neighbour(hex, direction);
            prop_assert_eq!(next, grid.at(grid.axial(hex).neighbour(direction)));
            if let Some(next) = next {
                prop_assert_eq!(grid.neighbour(next, direction.opposite()), Some(hex));
                prop_assert_eq!(grid.direction(hex, next), Some(direction));
            }
        }
    }

    #[test]
    fn distance_is_a_metric(grid in grids(), a: Index, b: Index, c: Index) {
        let [a, b, c] = [a, b, c].map(|index| pick(&grid, index));
        prop_assert_eq!(grid.distance(a, b) == 0, a == b);
        prop_assert_eq!(grid.distance(a, b), grid.distance(b, a));
        prop_assert!(grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c));
    }

    #[test]
    fn distance_is_the_number_of_steps(grid in grids(), a: Index) {
        let start = pick(&grid, a);
        let steps = steps_by_search(&grid, start);
        for hex in grid.hexes() {
            prop_assert_eq!(grid.distance(start, hex), steps[hex.index()]);
        }
    }

    #[test]
    fn rings_hold_the_hexes_at_their_distance(grid in grids(), a: Index, radius in 0_u16..40) {
        let centre = pick(&grid, a);
        let mut ring: Vec<_> = grid.ring(centre, radius).collect();
        ring.sort_unstable();
        let expected: Vec<_> = grid.hexes().filter(|&hex| grid.distance(centre, hex) == radius).collect();
        prop_assert_eq!(ring, expected);
        prop_assert_eq!(grid.disc(centre, radius).count(), grid.hexes().filter(|&hex| grid.distance(centre, hex) <= radius).count());
    }
}
