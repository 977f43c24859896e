//! How fast sight is on the Open Fire map. Run with `cargo bench -p open-fire`.

use std::sync::Arc;

use content::Files;
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use engine::{Circumstances, Ground, Ruleset, map_of};
use hexmap::Hex;
use open_fire::{Catalogue, Country};

fn main() {
    divan::main();
}

fn files() -> Files {
    Files::embedded()
}

fn country() -> Country {
    let files = files();
    let catalogue = Arc::new(Catalogue::read(&files).expect("the tables"));
    let path = "open-fire/maps/border.tmx";
    let text = files.get(path).expect("the map");
    let map = content::read_map(&files, path, text, &catalogue.palette()).expect("a sound map");
    Country::new(map, catalogue)
}

fn ground() -> Arc<dyn Ground> {
    let game = open_fire::game_box(&files(), Vec::new()).expect("the game");
    map_of(&game as &dyn Ruleset, "border").expect("the map")
}

/// Pairs of hexes all over the map, the same on every run.
fn pairs(hexes: usize) -> Vec<(Hex, Hex)> {
    let mut seed = 1_u64;
    let mut hex = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        Hex(((seed >> 33) % hexes as u64) as u16)
    };
    (0..1000).map(|_| (hex(), hex())).collect()
}

/// A check on the prepared map.
#[divan::bench]
fn sees_prepared(bencher: Bencher<'_, '_>) {
    let country = country();
    let pairs = pairs(country.grid().len());
    country.lines();
    bencher
        .counter(ItemsCount::new(pairs.len()))
        .bench_local(|| pairs.iter().filter(|&&(from, to)| country.sees_unit(from, to, &[])).count());
}

/// A check on the prepared map with three smoke markers on it.
#[divan::bench]
fn sees_through_smoke(bencher: Bencher<'_, '_>) {
    let country = country();
    let pairs = pairs(country.grid().len());
    let smoke = ["1010", "2312", "3014"].map(|label| country.grid().parse(label).expect("on the map"));
    country.lines();
    bencher
        .counter(ItemsCount::new(pairs.len()))
        .bench_local(|| pairs.iter().filter(|&&(from, to)| country.sees_unit(from, to, &smoke)).count());
}

/// A check without preparation.
#[divan::bench]
fn cold_check(bencher: Bencher<'_, '_>) {
    let country = country();
    let pairs = pairs(country.grid().len());
    bencher
        .counter(ItemsCount::new(pairs.len()))
        .bench_local(|| pairs.iter().filter(|&&(from, to)| country.line_is_clear(from, to, &[])).count());
}

/// The explained look.
#[divan::bench]
fn look(bencher: Bencher<'_, '_>) {
    let ground = ground();
    let (pairs, given) = (pairs(ground.grid().len()), Circumstances::default());
    bencher.counter(ItemsCount::new(pairs.len())).bench_local(|| {
        for &(from, to) in &pairs {
            black_box(ground.look(from, to, &given).expect("known circumstances"));
        }
    });
}

/// Everything a hex sees, as the screen gets it.
#[divan::bench]
fn field_of_view(bencher: Bencher<'_, '_>) {
    let ground = ground();
    let given = Circumstances::default();
    let hill = ground.grid().parse("2312").expect("on the map");
    ground.field(hill, &given).expect("known circumstances");
    bencher.bench_local(|| ground.field(hill, &given).expect("known circumstances"));
}

/// All 1,193 × 1,193 lines.
#[divan::bench(sample_count = 10)]
fn prepare(bencher: Bencher<'_, '_>) {
    let country = country();
    bencher.bench_local(|| country.prepare());
}
