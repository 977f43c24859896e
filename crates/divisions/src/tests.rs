use proptest::prelude::{prop_assert, prop_assert_eq, proptest};

use crate::{
    play::s03_direct_fire::{Attack, FireResult, Stakes},
    state::{Unit, UnitSet},
};

/// FD-3 as a referee would work it out with a pencil.
fn by_hand(range: i32, defence: i32, a: i32, b: i32) -> FireResult {
    if a <= range || b <= range {
        return FireResult::Miss;
    }
    if a + b >= defence + range { FireResult::StepLoss } else { FireResult::Pinned }
}

/// A set as the number whose binary digits are its units.
fn order(set: UnitSet) -> u64 {
    set.iter().map(|unit| 1 << unit.index()).sum()
}

proptest! {
    #[test]
    fn the_forecast_is_what_all_36_throws_give(range in 1i32..7, defence in 0i32..10) {
        let forecast = Attack::plain(range, defence).forecast(2, Stakes::USUAL);
        for (result, chance) in FireResult::ALL.into_iter().zip(&forecast.outcomes) {
            let throws = (1..=6).flat_map(|a| (1..=6).map(move |b| (a, b)));
            let ways = throws.filter(|&(a, b)| by_hand(range, defence, a, b) == result).count() as u128;
            prop_assert_eq!(chance.ways.0, ways);
            prop_assert_eq!(chance.of.0, 36);
        }
    }

    #[test]
    fn subsets_are_all_of_them_once(bits in 0u64..512) {
        let all: UnitSet = Unit::all(9).filter(|unit| bits >> unit.index() & 1 == 1).collect();
        let subsets: Vec<UnitSet> = all.subsets().collect();
        prop_assert_eq!(subsets.len(), (1usize << all.len()) - 1);
        prop_assert!(subsets.iter().all(|subset| !subset.is_empty() && subset.within(all)));
        prop_assert!(subsets.windows(2).all(|pair| order(pair[0]) < order(pair[1])));
    }
}

/// FD-5: a pin on a company that does not move has no effect, and the headline does not count it.
#[test]
fn a_pin_counts_only_on_the_move() {
    let groups = |stakes: Stakes| -> Vec<(String, u128)> {
        let forecast = Attack::plain(3, 6).forecast(2, stakes);
        engine::contract::check_forecast(&forecast);
        forecast.headline.into_iter().map(|group| (group.group, group.ways.0)).collect()
    };
    let named = |list: &[(&str, u128)]| list.iter().map(|(name, ways)| ((*name).to_owned(), *ways)).collect::<Vec<_>>();
    assert_eq!(groups(Stakes::USUAL), named(&[("step lost", 8), ("pinned", 1), ("nothing", 27)]));
    let standing = Stakes { moving: false, last_step: true };
    assert_eq!(groups(standing), named(&[("eliminated", 8), ("nothing", 28)]));
}
