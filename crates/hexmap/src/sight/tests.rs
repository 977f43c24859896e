use proptest::prelude::{ProptestConfig, any, prop_assert, prop_assert_eq, proptest};
use proptest::sample::Index;

use crate::grid::tests::{grids, open_fire, pick};
use crate::{Crossing, Effect, Hex, SightTable, can_see, sight};

/// Woods scattered by a seed, about one hex in four.
fn woods(seed: u64) -> impl Fn(Hex) -> bool + Copy {
    move |hex| (u64::from(hex.0) + 1).wrapping_mul(seed | 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 62 == 0
}

#[test]
fn along_a_hexside_both_hexes_must_block() {
    let map = open_fire();
    let [from, to, above, below] = ["0905", "1105", "1004", "1005"].map(|label| map.parse(label).unwrap());
    let look = |woods: &[Hex]| sight(&map, from, to, |hex| woods.contains(&hex).then_some(hex));
    assert!(look(&[above]).is_clear());
    assert!(look(&[below]).is_clear());
    assert_eq!(look(&[below]).steps[0].effect, Effect::Along { left: None, right: Some(below) });
    let along = Crossing::Along { left: Some(above), right: Some(below) };
    assert_eq!(look(&[above, below]).blocked(), Some((&along, &above)));
}

#[test]
fn along_the_edge_of_the_map_one_hex_is_enough() {
    let map = open_fire();
    let [from, to, below] = ["0101", "0301", "0201"].map(|label| map.parse(label).unwrap());
    let along = Crossing::Along { left: None, right: Some(below) };
    assert_eq!(sight(&map, from, to, |_| Some("hill")).blocked(), Some((&along, &"hill")));
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

#[test]
fn what_lies_behind_the_obstacle_is_told_too() {
    let map = open_fire();
    let [from, to] = ["0915", "0911"].map(|label| map.parse(label).unwrap());
    let look = sight(&map, from, to, |hex| Some(map.label(hex).row()));
    assert_eq!(look.steps.len(), 3);
    assert_eq!(look.blocked().map(|(_, &row)| row), Some(14));
}

proptest! {
    #[test]
    fn the_fast_answer_is_the_explained_one(grid in grids(), a: Index, b: Index, seed: u64) {
        let (a, b, woods) = (pick(&grid, a), pick(&grid, b), woods(seed));
        let clear = sight(&grid, a, b, |hex| woods(hex).then_some(())).is_clear();
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
