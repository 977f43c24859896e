use proptest::prelude::{prop_assert, prop_assert_eq, proptest};

use crate::{
    play::s03_direct_fire::{Attack, FireResult, Stakes, attack_at, chances, count_odds},
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

/// What bots are told about a shot on the map is what the player is shown.
#[test]
fn bots_and_players_are_told_the_same() {
    let files = content::Files::embedded();
    let catalogue =
        std::sync::Arc::new(crate::Catalogue::read(&files).unwrap_or_else(|problems| panic!("{problems:?}")));
    let (file, text) = ("divisions/scenarios/rzhavets.toml", files.get("divisions/scenarios/rzhavets.toml"));
    let read = crate::read_scenario(&catalogue, &files, file, text.unwrap_or_default());
    let rules = read.unwrap_or_else(|problems| panic!("{problems:?}")).1;
    let state = engine::Rules::start(&rules);
    let ask = crate::state::Ask::new(&rules, &state);
    let placed: Vec<_> = rules.all_units().filter_map(|unit| Some((unit, state.hex(unit)?))).collect();
    let mut shots = 0;
    for &(shooter, from) in &placed {
        for &(target, hex) in placed.iter().filter(|(target, hex)| *target != shooter && *hex != from) {
            let range = rules.grid().distance(from, hex);
            let shown = attack_at(ask, shooter, target, hex).forecast(2, Stakes::USUAL).outcomes;
            let share = |result: FireResult| {
                let place = FireResult::ALL.into_iter().position(|known| known == result).unwrap_or_default();
                shown[place].ways.0 as f32 / shown[place].of.0 as f32
            };
            let (hit, loss) = chances(ask, range, target, hex);
            assert!((hit - (1.0 - share(FireResult::Miss))).abs() < 1e-6, "{shooter:?} {target:?}");
            assert!((loss - share(FireResult::StepLoss)).abs() < 1e-6, "{shooter:?} {target:?}");
            shots += 1;
        }
    }
    assert!(shots > 50, "{shots}");
}

/// What bots are told of a shot is what the dice give.
#[test]
fn the_chances_of_bots_are_those_of_the_dice() {
    let counted = count_odds(2);
    for range in 1..8 {
        for defence in 0..14 {
            let throws = || (1..=6).flat_map(|a| (1..=6).map(move |b| by_hand(range, defence, a, b)));
            let share = |of: fn(&FireResult) -> bool| throws().filter(of).count() as f32 / 36.0;
            let expected =
                (share(|result| *result != FireResult::Miss), share(|result| *result == FireResult::StepLoss));
            let (hit, loss) = counted.of(range, defence + range);
            assert!((hit - expected.0).abs() < 1e-6 && (loss - expected.1).abs() < 1e-6, "{range} {defence}");
        }
    }
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
