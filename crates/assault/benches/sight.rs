//! Sight on the largest map. `cargo bench -p assault`.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use assault::{AssaultMap, Catalogue, Conditions, Kind};
use content::Files;
use divan::{Bencher, black_box};
use hexmap::Hex;

fn main() {
    divan::main();
}

const MAP: &str = "assault/maps/serralunga.tmx";

fn map() -> AssaultMap {
    let files = Files::embedded();
    let catalogue = Arc::new(Catalogue::read(&files).unwrap());
    AssaultMap::read(&files, &catalogue, MAP, files.get(MAP).unwrap()).unwrap()
}

fn hex(map: &AssaultMap, label: &str) -> Hex {
    map.sight().grid().parse(label).unwrap()
}

/// From the top of Monte Serra across the whole valley.
fn ends(map: &AssaultMap) -> (Hex, Hex) {
    (hex(map, "0504"), hex(map, "2411"))
}

fn screen(map: &AssaultMap) -> Conditions {
    let smoke = ["1108", "1109", "1209", "1308", "1309"].map(|label| (hex(map, label), 1));
    Conditions { smoke: smoke.to_vec(), ..Conditions::default() }
}

#[divan::bench]
fn prepared_check(bencher: Bencher<'_, '_>) {
    let map = map();
    let (from, to) = ends(&map);
    let prepared = map.sight().prepared(Kind::Infantry, Kind::Infantry);
    bencher.bench_local(|| prepared.visible.sees(black_box(from), black_box(to)));
}

#[divan::bench]
fn prepare_all_pairs(bencher: Bencher<'_, '_>) {
    bencher
        .with_inputs(map)
        .bench_local_refs(|map| map.sight().prepared(Kind::Infantry, Kind::Infantry).visible.max_range());
}

#[divan::bench]
fn prepare_all_pairs_of_unlike_kinds(bencher: Bencher<'_, '_>) {
    bencher
        .with_inputs(map)
        .bench_local_refs(|map| map.sight().prepared(Kind::Infantry, Kind::Gun).visible.max_range());
}

#[divan::bench]
fn weigh_a_line_of_19(bencher: Bencher<'_, '_>) {
    let map = map();
    let ((from, to), given) = (ends(&map), Conditions::default());
    bencher.bench_local(|| map.sight().weigh(black_box(from), black_box(to), &given));
}

#[divan::bench]
fn weigh_a_line_of_19_with_smoke(bencher: Bencher<'_, '_>) {
    let map = map();
    let ((from, to), given) = (ends(&map), screen(&map));
    bencher.bench_local(|| map.sight().weigh(black_box(from), black_box(to), &given));
}

#[divan::bench]
fn look_with_words(bencher: Bencher<'_, '_>) {
    let map = map();
    let ((from, to), given) = (ends(&map), Conditions::default());
    bencher.bench_local(|| map.sight().look(black_box(from), black_box(to), &given));
}

#[divan::bench]
fn field_of_432_hexes(bencher: Bencher<'_, '_>) {
    let map = map();
    let (from, given) = (ends(&map).0, Conditions::default());
    bencher.bench_local(|| map.sight().field(black_box(from), &given));
}

#[divan::bench]
fn field_of_432_hexes_with_smoke(bencher: Bencher<'_, '_>) {
    let map = map();
    let (from, given) = (ends(&map).0, screen(&map));
    bencher.bench_local(|| map.sight().field(black_box(from), &given));
}
