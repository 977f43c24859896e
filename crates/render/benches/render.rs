//! How long a map takes.

#[path = "../tests/it/boards/mod.rs"]
mod boards;

fn main() {
    divan::main();
}

#[divan::bench]
fn map_of_1193_hexes(bencher: divan::Bencher<'_, '_>) {
    let board = boards::large();
    bencher.bench(|| render::map_svg(divan::black_box(&board)));
}

#[divan::bench]
fn patchwork_of_1193_hexes(bencher: divan::Bencher<'_, '_>) {
    let board = boards::patchwork();
    bencher.bench(|| render::map_svg(divan::black_box(&board)));
}

#[divan::bench]
fn map_of_the_gallery(bencher: divan::Bencher<'_, '_>) {
    let board = boards::gallery();
    bencher.bench(|| render::map_svg(divan::black_box(&board)));
}

#[divan::bench(sample_count = 5)]
fn picture_of_the_gallery(bencher: divan::Bencher<'_, '_>) {
    let svg = render::map_svg(&boards::gallery());
    bencher.bench(|| render::png(divan::black_box(&svg), 1.0));
}
