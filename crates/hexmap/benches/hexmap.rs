//! How fast the geometry is on the Open Fire map of 1,193 hexes. Run with `cargo bench -p hexmap`.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use hexmap::{Grid, Hex, HexSet, LowColumns, Reach, SightTable, can_see};

fn main() {
    divan::main();
}

fn map() -> Grid {
    Grid::new(45, 27, LowColumns::Even, true).expect("the Open Fire map")
}

/// Every seventh hex or so: lines are neither all open nor all cut short.
fn woods(map: &Grid) -> HexSet {
    let mut woods = HexSet::new(map.len());
    woods.extend(map.hexes().filter(|hex| (hex.0.wrapping_mul(40503) >> 8).is_multiple_of(17)));
    woods
}

/// Pairs of hexes all over the map, the same on every run.
fn pairs(map: &Grid) -> Vec<(Hex, Hex)> {
    let mut seed = 1_u64;
    let mut hex = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        Hex(((seed >> 33) % map.len() as u64) as u16)
    };
    (0..1000).map(|_| (hex(), hex())).collect()
}

#[divan::bench]
fn line(bencher: Bencher<'_, '_>) {
    let map = map();
    let pairs = pairs(&map);
    bencher.counter(ItemsCount::new(pairs.len())).bench_local(|| {
        for &(from, to) in &pairs {
            black_box(map.line(from, to));
        }
    });
}

#[divan::bench]
fn passages(bencher: Bencher<'_, '_>) {
    let map = map();
    let (pairs, woods) = (pairs(&map), woods(&map));
    bencher.counter(ItemsCount::new(pairs.len())).bench_local(|| {
        let clear = |&&(from, to): &&(Hex, Hex)| {
            !map.passages(from, to).any(|passage| passage.is_blocked(|hex| woods.contains(hex), |_| false))
        };
        pairs.iter().filter(clear).count()
    });
}

#[divan::bench]
fn sight_unprepared(bencher: Bencher<'_, '_>) {
    let map = map();
    let (pairs, woods) = (pairs(&map), woods(&map));
    bencher
        .counter(ItemsCount::new(pairs.len()))
        .bench_local(|| pairs.iter().filter(|&&(from, to)| can_see(&map, from, to, |hex| woods.contains(hex))).count());
}

#[divan::bench]
fn sight_unprepared_open_ground(bencher: Bencher<'_, '_>) {
    let map = map();
    let pairs = pairs(&map);
    bencher.counter(ItemsCount::new(pairs.len())).bench_local(|| {
        pairs.iter().filter(|&&(from, to)| can_see(&map, from, to, |hex| black_box(hex.0) == 9999)).count()
    });
}

#[divan::bench(sample_count = 20)]
fn prepare_all_pairs(bencher: Bencher<'_, '_>) {
    let map = map();
    let woods = woods(&map);
    bencher.bench_local(|| SightTable::prepare(&map, u16::MAX, |_, _, through| woods.contains(through)));
}

#[divan::bench(sample_count = 20)]
fn prepare_all_pairs_open_ground(bencher: Bencher<'_, '_>) {
    let map = map();
    bencher.bench_local(|| SightTable::prepare(&map, u16::MAX, |_, _, through| black_box(through.0) == 9999));
}

#[divan::bench]
fn sees_prepared(bencher: Bencher<'_, '_>) {
    let map = map();
    let (pairs, woods) = (pairs(&map), woods(&map));
    let table = SightTable::prepare(&map, u16::MAX, |_, _, through| woods.contains(through));
    bencher
        .counter(ItemsCount::new(pairs.len()))
        .bench_local(|| pairs.iter().filter(|&&(from, to)| black_box(table.sees(from, to))).count());
}

#[divan::bench(args = [4, 8, 60])]
fn reach(bencher: Bencher<'_, '_>, budget: u16) {
    let map = map();
    let woods = woods(&map);
    let mut reach = Reach::new(&map);
    let start = map.hex(23, 14).expect("mid-map");
    bencher.bench_local(|| {
        reach.explore(&map, start, budget, |_, _, to| Some(if woods.contains(to) { 2 } else { 1 }));
        reach.hexes().len()
    });
}

#[divan::bench]
fn cheapest_path_across_the_map(bencher: Bencher<'_, '_>) {
    let map = map();
    let woods = woods(&map);
    let mut reach = Reach::new(&map);
    let (from, to) = (Hex(0), Hex(1192));
    bencher
        .bench_local(|| reach.cheapest_path(&map, from, to, |_, _, to| Some(if woods.contains(to) { 2 } else { 1 })));
}
