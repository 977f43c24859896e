use proptest::prelude::{ProptestConfig, prop, prop_assert, prop_assert_eq, proptest};

use crate::{Dice, Die, Fell, Recorded, ScriptError, Scripted, Seeded, Throw, TooManyWays, branches, odds};

fn both_above(range: u16) -> impl Fn(&mut dyn Dice) -> bool {
    move |dice| dice.throw(&Throw::d6("to hit", 2).read(&|f| u16::from(f.iter().all(|&x| x > range)))).row() == 1
}

#[test]
fn the_stream_of_a_seed_is_golden() {
    let mut dice = Seeded::new(7);
    let faces: Vec<u16> = (0..24).map(|_| dice.throw(&Throw::d6("any", 1)).faces()[0]).collect();
    assert_eq!(faces, GOLDEN_D6_OF_SEED_7);
    let mut dice = Seeded::new(u64::MAX);
    let picks: Vec<u16> = (0..8).map(|_| dice.throw(&Throw::new("any", vec![Die::D100])).faces()[0]).collect();
    assert_eq!(picks, GOLDEN_D100_OF_SEED_MAX);
}

// Computed by an independent PCG32 written in Python from the published definition.
const GOLDEN_D6_OF_SEED_7: [u16; 24] = [2, 6, 3, 6, 1, 4, 2, 3, 6, 6, 4, 1, 1, 1, 3, 2, 4, 3, 5, 3, 5, 1, 1, 5];
const GOLDEN_D100_OF_SEED_MAX: [u16; 8] = [85, 81, 49, 61, 37, 72, 16, 34];

#[test]
fn a_threshold_test_has_two_branches() {
    let read = |faces: &[u16]| u16::from(faces[0] >= 5);
    let throw = Throw::d6("check", 1).read(&read);
    let found = branches(&throw);
    assert_eq!(found.len(), 2);
    assert_eq!((found[0].ways, found[1].ways), (4, 2));
}

#[test]
fn a_pool_has_one_branch_per_multiset() {
    // Faces: two blanks, three hits, one double.
    let die = Die::Custom(vec![0, 0, 1, 1, 1, 2]);
    let throw = Throw::new("pool", vec![die; 10]).pool();
    let found = branches(&throw);
    assert_eq!(found.len(), 66, "multisets of 10 over 3 values");
    assert_eq!(found.iter().map(|b| b.ways).sum::<u128>(), 6u128.pow(10));
}

#[test]
fn faces_added_up_have_one_branch_per_sum() {
    let throw = Throw::new("points", vec![Die::D6; 9]).added(&|face| face);
    let found = branches(&throw);
    let rows: Vec<u16> = found.iter().map(|branch| branch.fell.row()).collect();
    assert_eq!(rows, (9..=54).collect::<Vec<_>>());
    assert!(found.iter().all(|branch| branch.fell.faces().iter().sum::<u16>() == branch.fell.row()));
    assert_eq!(found.iter().map(|branch| branch.ways).sum::<u128>(), 6u128.pow(9));
    let by_hand = |faces: &[u16]| faces.iter().sum::<u16>();
    let few = Throw::new("points", vec![Die::D6; 4]);
    let slow = branches(&Throw::new("points", few.dice.clone()).read(&by_hand));
    let quick = branches(&few.added(&|face| face));
    let ways = |found: &[crate::Branch]| found.iter().map(|b| (b.fell.row(), b.ways)).collect::<Vec<_>>();
    assert_eq!(ways(&slow), ways(&quick));
}

/// Everything that can happen when dice are thrown again, as a person would write it down: every face of every die,
/// then for each of the first `again` dice that show nothing every face once more. Each way with its weight out of 2520
/// for each die.
fn written_down(dice: &[Die], again: u8) -> Vec<(u16, u128)> {
    let mut ways: Vec<(u16, u8, u128)> = vec![(0, again, 1)];
    for die in dice {
        let faces = || (0..die.sides()).map(|face| die.face(face));
        let weight = 2520 / u128::from(die.sides());
        let mut longer = Vec::new();
        for (sum, left, of) in ways {
            for face in faces() {
                match face == 0 && left > 0 {
                    true => longer.extend(faces().map(|more| (sum + more, left - 1, of * weight * weight))),
                    false => longer.push((sum + face, left, of * weight * 2520)),
                }
            }
        }
        ways = longer;
    }
    ways.into_iter().map(|(sum, _, of)| (sum, of)).collect()
}

#[test]
fn dice_thrown_again_agree_with_brute_force() {
    let weak = Die::Custom(vec![0, 0, 1, 1, 2, 5]);
    let strong = Die::Custom(vec![0, 1, 5, 6, 10, 25]);
    let coin = Die::Custom(vec![0, 1]);
    for again in 0..=4 {
        for dice in [
            vec![weak.clone()],
            vec![strong.clone(), weak.clone(), weak.clone()],
            vec![strong.clone(), strong.clone(), weak.clone(), weak.clone()],
            vec![coin.clone(), weak.clone(), Die::Custom(vec![0, 7, 7, 7])],
        ] {
            let throw = Throw::new("again", dice.clone()).added_again(&|face| face, again);
            let found = branches(&throw);
            let of: u128 = found.iter().map(|branch| branch.ways).sum();
            assert_eq!(throw.combinations(), Some(of));
            let wanted = written_down(&dice, again);
            let all: u128 = wanted.iter().map(|(_, ways)| ways).sum();
            for branch in &found {
                let row = branch.fell.row();
                let ways: u128 = wanted.iter().filter(|(sum, _)| *sum == row).map(|(_, ways)| ways).sum();
                assert_eq!(branch.ways * all, ways * of, "{row} of {dice:?} with {again} thrown again");
                // The example can be typed.
                let mut typed = Scripted::new(branch.fell.faces());
                assert_eq!(typed.throw(&throw), branch.fell);
                assert_eq!(typed.finish(), Ok(()));
            }
        }
    }
}

#[test]
fn the_first_blank_dice_are_thrown_again_and_recorded() {
    let strong = Die::Custom(vec![0, 9]);
    let weak = Die::Custom(vec![0, 1]);
    let throw = Throw::new("again", vec![strong.clone(), weak, strong]).added_again(&|face| face, 2);
    // The first and the second die show nothing and fall once more, the third counts; a nine can only be the first
    // die's.
    let mut typed = Scripted::new([0, 0, 9, 9, 1]);
    assert_eq!(typed.throw(&throw).row(), 19);
    assert_eq!(typed.finish(), Ok(()));
    let mut short = Scripted::new([0, 0, 9, 9]);
    short.throw(&throw);
    assert!(matches!(short.finish(), Err(ScriptError::TooFew { needed: 2, left: 1, .. })));
    let mut source = Seeded::new(5);
    let mut recorded = Recorded::new(&mut source);
    let fell: Vec<Fell> = (0..20).map(|_| recorded.throw(&throw)).collect();
    let mut again = Scripted::new(recorded.into_faces());
    assert!(fell.iter().all(|fell| again.throw(&throw) == *fell));
    assert!(fell.iter().any(|fell| fell.faces().len() == 5));
    assert_eq!(again.finish(), Ok(()));
}

#[test]
fn mixed_odds_are_those_of_the_throws_one_after_the_other() {
    // A die of four or more is followed by two dice, any other by one: how many sixes?
    let sixes = |count: usize| {
        move |dice: &mut dyn Dice| {
            dice.throw(&Throw::d6("sixes", count).pool()).faces().iter().filter(|&&face| face == 6).count()
        }
    };
    let mixed = crate::Odds::mixed([(odds(sixes(2)).unwrap(), 3), (odds(sixes(1)).unwrap(), 3)]).unwrap();
    let walked = odds(|dice| {
        let many = dice.throw(&Throw::d6("which", 1)).faces()[0] >= 4;
        sixes(if many { 2 } else { 1 })(dice)
    })
    .unwrap();
    for wanted in 0..3 {
        assert_eq!(mixed.ways(&wanted) * walked.of(), walked.ways(&wanted) * mixed.of());
    }
}

#[test]
fn odds_of_dependent_throws_are_exact() {
    // Throw one die; throw that many more; count sixes among them.
    let odds = odds(|dice| {
        let count = dice.throw(&Throw::d6("how many", 1)).faces()[0];
        let more = dice.throw(&Throw::d6("sixes", usize::from(count)).pool());
        more.faces().iter().filter(|&&face| face == 6).count()
    })
    .unwrap();
    let mut expected_none = 0.0;
    for n in 1..=6 {
        expected_none += (5.0_f64 / 6.0).powi(n) / 6.0;
    }
    assert!((odds.chance(|&sixes| sixes == 0) - expected_none).abs() < 1e-12);
    assert_eq!(odds.results().map(|(_, ways)| ways).sum::<u128>(), odds.of());
}

#[test]
fn a_rule_that_throws_nothing_is_certain() {
    let odds = odds(|_| "done").unwrap();
    assert_eq!((odds.ways(&"done"), odds.of()), (1, 1));
}

#[test]
fn too_many_ways_is_an_error_not_an_overflow() {
    let die = Die::Custom((0..997).map(|face| u16::from(face == 0)).collect());
    let result =
        odds(|dice| (0..20).filter(|_| dice.throw(&Throw::new("x", vec![die.clone()]).pool()).faces()[0] == 1).count());
    assert!(result.is_err());
}

#[test]
fn a_single_throw_of_too_many_dice_is_an_error_too() {
    let coin = Die::Custom(vec![0, 1]);
    let heads = |count: usize| {
        odds(|dice| {
            dice.throw(&Throw::new("coins", vec![coin.clone(); count]).pool())
                .faces()
                .iter()
                .map(|&f| u32::from(f))
                .sum::<u32>()
        })
    };
    assert_eq!(heads(127).unwrap().of(), 1 << 127);
    assert_eq!(heads(200).unwrap_err(), TooManyWays);
}

#[test]
fn scripted_dice_say_what_does_not_fit() {
    let throw = Throw::d6("direct fire", 2);
    let run = |faces: &[u16]| {
        let mut dice = Scripted::new(faces);
        dice.throw(&throw);
        dice.finish()
    };
    assert_eq!(run(&[4, 4]), Ok(()));
    assert!(matches!(run(&[4]), Err(ScriptError::TooFew { needed: 2, left: 1, .. })));
    assert!(matches!(run(&[4, 7]), Err(ScriptError::NoSuchFace { face: 7, sides: 6, .. })));
    assert_eq!(run(&[4, 4, 4]), Err(ScriptError::TooMany { left: 1 }));
}

#[test]
fn a_nought_on_ten_sided_dice_is_the_highest_face() {
    let mut dice = Scripted::new([0, 0, 10, 0]);
    assert_eq!(dice.throw(&Throw::d10("check")).faces(), [10]);
    assert_eq!(dice.throw(&Throw::d100("to hit")).faces(), [100]);
    assert_eq!(dice.throw(&Throw::two_d10("event")).faces(), [10, 10]);
    assert_eq!(dice.finish(), Ok(()));
    let mut dice = Scripted::new([0]);
    dice.throw(&Throw::d6("six sides", 1));
    assert!(dice.finish().is_err());
}

#[test]
fn what_was_recorded_can_be_scripted() {
    let mut source = Seeded::new(3);
    let mut recorded = Recorded::new(&mut source);
    let first = recorded.throw(&Throw::d6("a", 3));
    let second = recorded.throw(&Throw::pick("b", 9));
    let mut again = Scripted::new(recorded.into_faces());
    assert_eq!(again.throw(&Throw::d6("a", 3)), first);
    assert_eq!(again.throw(&Throw::pick("b", 9)), second);
    assert_eq!(again.finish(), Ok(()));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn odds_add_up_and_agree_with_brute_force(range in 0u16..7, sides in prop::collection::vec(2u16..7, 1..4)) {
        let hit = odds(both_above(range)).unwrap();
        let brute = (1..=6u16).flat_map(|a| (1..=6u16).map(move |b| (a, b))).filter(|&(a, b)| a > range && b > range).count();
        prop_assert_eq!(hit.ways(&true) * 36, brute as u128 * hit.of());

        let dice: Vec<Die> = sides.iter().map(|&n| Die::Numbered(n)).collect();
        let sum = odds(|source| source.throw(&Throw::new("sum", dice.clone())).faces().iter().sum::<u16>()).unwrap();
        prop_assert_eq!(sum.results().map(|(_, ways)| ways).sum::<u128>(), sum.of());
        let pooled = odds(|source| source.throw(&Throw::new("sum", dice.clone()).pool()).faces().iter().sum::<u16>()).unwrap();
        prop_assert_eq!(sum, pooled);
    }

    #[test]
    fn seeded_dice_stay_on_the_die(seed: u64, sides in 1u16..200) {
        let mut dice = Seeded::new(seed);
        for _ in 0..50 {
            let face = dice.throw(&Throw::pick("any", usize::from(sides))).faces()[0];
            prop_assert!((1..=sides).contains(&face));
        }
    }

    #[test]
    fn seeded_dice_agree_with_the_odds(seed: u64) {
        let exact = odds(both_above(3)).unwrap().chance(|&hit| hit);
        let mut dice = Seeded::new(seed);
        let hits = (0..4000).filter(|_| both_above(3)(&mut dice)).count() as f64 / 4000.0;
        prop_assert!((hits - exact).abs() < 0.05, "{hits} against {exact}");
    }
}
