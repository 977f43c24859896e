use hexmap::{BLOCKS, Grid, Hex, Hexside, LowColumns, Weight};

use super::{Found, LookEffect, LookStep, LookWay, survey};

fn map() -> Grid {
    Grid::new(45, 27, LowColumns::Even, true).unwrap()
}

fn found(weight: Weight) -> Found {
    Found { weight, what: String::new(), why: String::new(), rule: None, ground: 0, top: 0 }
}

fn look(hexes: &[&str], from: &str, to: &str) -> (Vec<LookStep>, Vec<Weight>) {
    let map = map();
    let woods: Vec<Hex> = hexes.iter().map(|label| map.parse(label).unwrap()).collect();
    let hex = |hex: Hex| found(if woods.contains(&hex) { BLOCKS } else { 0 });
    survey(&map, map.parse(from).unwrap(), map.parse(to).unwrap(), hex, |_: Hexside| found(0))
}

#[test]
fn the_way_is_told_side_by_side_and_hex_by_hex() {
    let (steps, weights) = look(&["0913"], "0915", "0912");
    let places: Vec<String> = steps.iter().map(LookStep::place).collect();
    assert_eq!(places, ["the side 0914/0915", "0914", "the side 0913/0914", "0913", "the side 0912/0913"]);
    assert_eq!(weights, [0, 0, 0, BLOCKS, 0]);
    assert_eq!(steps[3].effect, LookEffect::Blocks);
    let stretch = |step: &LookStep| ((step.at * 6.0).round(), (step.until * 6.0).round());
    assert_eq!([&steps[1], &steps[3]].map(stretch), [(1.0, 3.0), (3.0, 5.0)]);
}

#[test]
fn along_a_side_the_lighter_hand_counts() {
    let (steps, weights) = look(&["1004"], "0905", "1105");
    assert_eq!(weights, [0]);
    let spared = steps.iter().find(|step| step.hexes == ["1004"]).unwrap();
    assert_eq!((spared.effect, spared.way), (LookEffect::Spared, LookWay::Left));
    assert!((spared.at - 1.0 / 3.0).abs() < 1e-9 && (spared.until - 2.0 / 3.0).abs() < 1e-9);
    let (_, weights) = look(&["1004", "1005"], "0905", "1105");
    assert_eq!(weights, [BLOCKS]);
}

#[test]
fn where_both_hands_hinder_alike_one_counts() {
    let map = map();
    let [from, to] = ["0905", "1105"].map(|label| map.parse(label).unwrap());
    let (steps, weights) = survey(&map, from, to, |_| found(1), |_| found(0));
    assert_eq!(weights, [1]);
    assert_eq!(steps.iter().map(|step| step.hindrances).sum::<u8>(), 1);
    let effects: Vec<LookEffect> = steps.iter().filter(|step| !step.side).map(|step| step.effect).collect();
    assert_eq!(effects, [LookEffect::Hinders, LookEffect::Spared]);
}
