use proptest::prelude::{prop_assert, prop_assert_eq, proptest};
use proptest::sample::Index;

use crate::grid::tests::{grids, open_fire, pick};
use crate::{Direction, Grid, Hex, Reach, cheapest_path};

/// A price from 0 to 4 for each step, or none for one step in six; not the same both ways.
fn prices(seed: u64) -> impl Fn(Hex, Direction, Hex) -> Option<u16> + Copy {
    move |hex, direction, _| {
        let key = u64::from(hex.0) * 6 + direction.index() as u64 + 1;
        let roll = (key.wrapping_mul(seed | 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40) % 6;
        (roll < 5).then_some(roll as u16)
    }
}

/// Bellman and Ford: try every step again and again until nothing gets cheaper.
fn bellman_ford(grid: &Grid, start: Hex, price: impl Fn(Hex, Direction, Hex) -> Option<u16>) -> Vec<Option<u16>> {
    let mut costs = vec![None; grid.len()];
    costs[start.index()] = Some(0);
    let mut changed = true;
    while changed {
        changed = false;
        for from in grid.hexes() {
            for (direction, to) in grid.neighbours(from) {
                let total = costs[from.index()].zip(price(from, direction, to)).map(|(spent, step)| spent + step);
                if total.is_some_and(|total| costs[to.index()].is_none_or(|known| total < known)) {
                    costs[to.index()] = total;
                    changed = true;
                }
            }
        }
    }
    costs
}

/// What walking the path costs, if every step of it can be made.
fn walked(grid: &Grid, start: Hex, path: &[Hex], price: impl Fn(Hex, Direction, Hex) -> Option<u16>) -> Option<u16> {
    let mut at = start;
    let mut spent = 0;
    for &next in path {
        spent += price(at, grid.direction(at, next)?, next)?;
        at = next;
    }
    Some(spent)
}

#[test]
fn steps_for_nothing_reach_everything() {
    let map = open_fire();
    let mut reach = Reach::new(&map);
    let start = map.parse("2314").unwrap();
    reach.explore(&map, start, 0, |_, _, _| Some(0));
    assert!(reach.hexes().iter().copied().eq(map.hexes()));
    assert_eq!(reach.path(start), Some(vec![]));
    assert_eq!(reach.path(Hex(0)).unwrap().last(), Some(&Hex(0)));
}

#[test]
fn nothing_is_reached_before_the_first_run_and_old_runs_are_forgotten() {
    let map = open_fire();
    let mut reach = Reach::new(&map);
    assert_eq!(reach.cost(Hex(0)), None);
    assert_eq!(reach.path(Hex(0)), None);
    reach.explore(&map, Hex(0), 9, |_, _, _| Some(1));
    reach.explore(&map, Hex(1192), 1, |_, _, _| Some(1));
    assert_eq!(reach.cost(Hex(0)), None);
    assert_eq!(reach.hexes().len(), 3);
    reach.run = u32::MAX;
    reach.explore(&map, Hex(0), 1, |_, _, _| Some(1));
    assert_eq!(reach.hexes(), [Hex(0), Hex(1), Hex(27)]);
}

#[test]
fn prices_too_high_to_add_are_no_way() {
    let map = open_fire();
    assert_eq!(cheapest_path(&map, Hex(0), Hex(1), |_, _, _| Some(u16::MAX)).map(|(cost, _)| cost), Some(u16::MAX));
    assert_eq!(cheapest_path(&map, Hex(0), Hex(2), |_, _, _| Some(u16::MAX)), None);
    assert_eq!(cheapest_path(&map, Hex(0), Hex(0), |_, _, _| None), Some((0, vec![])));
}

proptest! {
    #[test]
    fn reach_agrees_with_bellman_ford(grid in grids(), a: Index, b: Index, seed: u64, budget in 0_u16..40) {
        let price = prices(seed);
        let mut reach = Reach::new(&grid);
        // A first run leaves marks that the second must not see.
        reach.explore(&grid, pick(&grid, b), 5, price);
        let start = pick(&grid, a);
        reach.explore(&grid, start, budget, price);
        let expected = bellman_ford(&grid, start, price);
        for hex in grid.hexes() {
            let cost = expected[hex.index()].filter(|&cost| cost <= budget);
            prop_assert_eq!(reach.cost(hex), cost);
            let path = reach.path(hex);
            prop_assert_eq!(path.as_deref().and_then(|path| walked(&grid, start, path, price)), cost);
            prop_assert!(path.is_none_or(|path| path.last().copied().unwrap_or(start) == hex));
        }
        prop_assert!(reach.hexes().is_sorted_by_key(|&hex| (reach.cost(hex), hex)));
        prop_assert_eq!(reach.hexes().len(), grid.hexes().filter(|&hex| reach.cost(hex).is_some()).count());
        let goal = pick(&grid, b);
        let found = cheapest_path(&grid, start, goal, price);
        prop_assert_eq!(found.as_ref().map(|(cost, _)| *cost), expected[goal.index()]);
        if let Some((cost, path)) = found {
            prop_assert_eq!(walked(&grid, start, &path, price), Some(cost));
        }
    }
}
