use proptest::prelude::{prop_assert, prop_assert_eq, proptest};
use proptest::sample::Index;

use crate::grid::tests::{grids, open_fire, pick};
use crate::{BLOCKS, Grid, Hex, Hexside, Passage};

fn scattered(number: usize, seed: u64) -> bool {
    (number as u64 + 1).wrapping_mul(seed | 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 62 == 0
}

fn blocked(grid: &Grid, from: Hex, to: Hex, hexes: &[Hex], sides: &[Hexside]) -> bool {
    grid.passages(from, to).any(|passage| passage.is_blocked(|hex| hexes.contains(&hex), |side| sides.contains(&side)))
}

#[test]
fn a_wall_along_the_line_is_not_crossed() {
    let map = open_fire();
    let [from, to, above, below] = ["0905", "1105", "1004", "1005"].map(|label| map.parse(label).unwrap());
    let wall = map.hexside(above, below).unwrap();
    assert!(!blocked(&map, from, to, &[], &[wall]));
}

#[test]
fn a_line_along_a_side_passes_on_the_hand_where_no_wall_stands() {
    let map = open_fire();
    let [from, to, above, below] = ["0905", "1105", "1004", "1005"].map(|label| map.parse(label).unwrap());
    let [in_above, out_above] = [(from, above), (above, to)].map(|(a, b)| map.hexside(a, b).unwrap());
    let [in_below, out_below] = [(from, below), (below, to)].map(|(a, b)| map.hexside(a, b).unwrap());
    assert!(!blocked(&map, from, to, &[], &[in_above, out_above]));
    assert!(blocked(&map, from, to, &[], &[in_above, out_below]));
    assert!(blocked(&map, from, to, &[], &[out_above, in_below]));
    assert!(blocked(&map, from, to, &[above], &[in_below]));
}

#[test]
fn a_wall_that_ends_at_the_corner_the_line_passes_is_passed() {
    let map = open_fire();
    let corner = map.hexes().flat_map(|from| map.hexes().map(move |to| (from, to))).find_map(|(from, to)| {
        map.passages(from, to).find_map(|passage| match passage {
            Passage::Corner { side, around: Some(around), .. } => Some((from, to, side, around)),
            _ => None,
        })
    });
    let (from, to, side, around) = corner.expect("some line passes through a corner");
    assert!(!blocked(&map, from, to, &[], &[side]));
    assert!(!blocked(&map, from, to, &[around.hex], &[]));
    assert!(blocked(&map, from, to, &[], &[side, around.into.unwrap()]));
    assert!(blocked(&map, from, to, &[], &[side, around.out.unwrap()]));
    assert!(blocked(&map, from, to, &[around.hex], &[side]));
}

proptest! {
    #[test]
    fn weights_and_blocks_agree_both_ways(grid in grids(), a: Index, b: Index, seed: u64) {
        let (a, b) = (pick(&grid, a), pick(&grid, b));
        let hex = |hex: Hex| scattered(hex.index(), seed);
        let side = |side: Hexside| scattered(side.index(), !seed);
        let clear = |from, to| !grid.passages(from, to).any(|passage| passage.is_blocked(hex, side));
        prop_assert_eq!(clear(a, b), clear(b, a));
        let weight = |blocks: bool| if blocks { BLOCKS } else { 0 };
        let weigh = |passage: Passage| passage.weigh(|at| weight(hex(at)), |at| weight(side(at)));
        prop_assert_eq!(grid.passages(a, b).all(|passage| weigh(passage) < BLOCKS), clear(a, b));
        let count = |from, to| -> u32 {
            grid.passages(from, to).map(|p| u32::from(p.weigh(|at| u8::from(hex(at)), |at| u8::from(side(at))))).sum()
        };
        prop_assert_eq!(count(a, b), count(b, a));
    }

    #[test]
    fn sides_are_passed_in_order(grid in grids(), a: Index, b: Index) {
        let (a, b) = (pick(&grid, a), pick(&grid, b));
        let mut last = 0.0;
        for passage in grid.passages(a, b) {
            let side = match passage {
                Passage::Across(side) | Passage::Corner { side, .. } => side,
                _ => continue,
            };
            let (above, below) = grid.passed_at(a, b, side).expect("crossed, not followed");
            let at = above as f64 / below as f64;
            prop_assert!((0.0..=1.0).contains(&at) && at >= last, "{at} after {last}");
            last = at;
        }
    }
}

proptest! {
    #[test]
    fn whatever_a_line_passes_it_may_touch(grid in grids(), ends in proptest::prelude::any::<(Index, Index)>()) {
        let (from, to) = (pick(&grid, ends.0), pick(&grid, ends.1));
        for passage in grid.passages(from, to) {
            let hexes: Vec<Hex> = match passage {
                Passage::Through(hex) => vec![hex],
                Passage::Across(side) => { let (a, b) = grid.hexside_hexes(side); vec![a, b] }
                Passage::Corner { around, .. } => around.into_iter().map(|way| way.hex).collect(),
                Passage::Along { left, right } => left.into_iter().chain(right).map(|way| way.hex).collect(),
            };
            for hex in hexes {
                prop_assert!(grid.line_may_touch(from, to, hex), "{from:?} {to:?} {hex:?}");
            }
        }
    }
}

#[test]
fn a_hex_aside_of_the_line_is_not_touched() {
    let map = open_fire();
    let [from, to, on, aside, behind] = ["0905", "0915", "0910", "1110", "0904"].map(|label| map.parse(label).unwrap());
    assert_eq!([on, aside, behind].map(|hex| map.line_may_touch(from, to, hex)), [true, false, false]);
}
