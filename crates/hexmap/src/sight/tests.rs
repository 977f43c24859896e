use proptest::prelude::{ProptestConfig, any, prop_assert, prop_assert_eq, proptest};
use proptest::sample::Index;

use crate::grid::tests::{grids, open_fire, pick};
use crate::{Hex, SightTable, can_see};

/// Woods scattered by a seed, about one hex in four.
fn woods(seed: u64) -> impl Fn(Hex) -> bool + Copy {
    move |hex| (u64::from(hex.0) + 1).wrapping_mul(seed | 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 62 == 0
}

#[test]
fn along_a_hexside_both_hexes_must_block() {
    let map = open_fire();
    let [from, to, above, below] = ["0905", "1105", "1004", "1005"].map(|label| map.parse(label).unwrap());
    let clear = |woods: &[Hex]| can_see(&map, from, to, |hex| woods.contains(&hex));
    assert!(clear(&[above]));
    assert!(clear(&[below]));
    assert!(!clear(&[above, below]));
}

#[test]
fn along_the_edge_of_the_map_one_hex_is_enough() {
    let map = open_fire();
    let [from, to, below] = ["0101", "0301", "0201"].map(|label| map.parse(label).unwrap());
    assert!(!can_see(&map, from, to, |hex| hex == below));
    assert!(can_see(&map, from, to, |_| false));
}

#[test]
fn the_same_hex_and_adjacent_hexes_are_always_clear() {
    let map = open_fire();
    for hex in map.hexes() {
        assert!(can_see(&map, hex, hex, |_| true));
        assert!(map.neighbours(hex).all(|(_, next)| can_see(&map, hex, next, |_| true)));
    }
}

proptest! {
    #[test]
    fn the_short_walk_and_the_full_one_agree(grid in grids(), a: Index, b: Index, seed: u64) {
        let (a, b, woods) = (pick(&grid, a), pick(&grid, b), woods(seed));
        let clear = !grid.passages(a, b).any(|passage| passage.is_blocked(woods, |_| false));
        prop_assert_eq!(can_see(&grid, a, b, woods), clear);
        prop_assert_eq!(can_see(&grid, b, a, woods), clear);
    }
}

proptest! {
    // Each case looks along every line of a map.
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn a_prepared_table_gives_the_same_answers(grid in grids(), a: Index, seed in any::<u64>(), range in 0_u16..20) {
        let (from, woods) = (pick(&grid, a), woods(seed));
        let table = SightTable::prepare(&grid, range, |_, _, through| woods(through));
        for to in grid.hexes() {
            let expected = grid.distance(from, to) <= range && can_see(&grid, from, to, woods);
            prop_assert_eq!(table.sees(from, to), expected);
            prop_assert_eq!(table.sees(to, from), expected);
        }
        prop_assert!(table.field(from).iter().all(|to| table.sees(from, to)));
        prop_assert_eq!(table.max_range(), range);
    }
}
