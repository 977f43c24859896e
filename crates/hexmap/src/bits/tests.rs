use std::collections::BTreeSet;

use proptest::collection::btree_set;
use proptest::prelude::{prop_assert, prop_assert_eq, proptest};

use crate::{Hex, HexSet};

fn set(hexes: &BTreeSet<u16>) -> HexSet {
    let mut set = HexSet::new(200);
    set.extend(hexes.iter().copied().map(Hex));
    set
}

fn numbers(set: &HexSet) -> BTreeSet<u16> {
    set.iter().map(|hex| hex.0).collect()
}

#[test]
fn inserting_and_removing_tell_what_was_there() {
    let mut set = HexSet::new(65);
    assert!(set.insert(Hex(64)));
    assert!(!set.insert(Hex(64)));
    assert_eq!(format!("{set:?}"), "{64}");
    assert!(set.remove(Hex(64)));
    assert!(!set.remove(Hex(64)));
    assert!(set.is_empty());
}

#[test]
#[should_panic(expected = "hex of another map")]
fn a_hex_beyond_the_map_is_refused() {
    HexSet::new(65).insert(Hex(65));
}

#[test]
#[should_panic(expected = "two different maps")]
fn sets_of_two_maps_do_not_mix() {
    HexSet::new(65).union_with(&HexSet::new(66));
}

proptest! {
    #[test]
    fn sets_are_sets(a in btree_set(0_u16..200, 0..60), b in btree_set(0_u16..200, 0..60)) {
        let (mine, theirs) = (set(&a), set(&b));
        prop_assert_eq!(numbers(&mine), a.clone());
        prop_assert_eq!(mine.len(), a.len());
        prop_assert!((0..200).all(|hex| mine.contains(Hex(hex)) == a.contains(&hex)));
        prop_assert_eq!(mine.bits().intersects(&theirs), !a.is_disjoint(&b));
        prop_assert_eq!(mine.bits().to_set(), mine.clone());

        let [mut union, mut both, mut rest] = [mine.clone(), mine.clone(), mine];
        union.union_with(&theirs);
        both.intersect_with(&theirs);
        rest.difference_with(theirs.bits());
        prop_assert_eq!(numbers(&union), &a | &b);
        prop_assert_eq!(numbers(&both), &a & &b);
        prop_assert_eq!(numbers(&rest), &a - &b);
    }
}
