//! Exact odds of single attacks: the aim is under a millisecond, most under 50 µs.

use content::Files;
use divan::{Bencher, black_box};
use hexmap::Arc;
use open_fire::{
    Catalogue,
    tables::{
        ap_fire::ApShot,
        damage::{Stake, Target},
        display_sheet::DisplaySheet,
        gp_fire::{GpShot, GpSituation, GpWeapons},
        minefields::Mine,
    },
};

fn main() {
    divan::main();
}

fn sheet() -> DisplaySheet {
    Catalogue::read(&Files::embedded()).expect("the game's own tables").sheet().clone()
}

#[divan::bench]
fn ap_odds(bencher: Bencher<'_, '_>) {
    let sheet = sheet();
    let (weapon, target) = (sheet.weapon("m26").expect("a row"), sheet.card("jagdtiger").expect("a card"));
    let shot = ApShot { facing: Arc::Side, closed: true, ..ApShot::plain(weapon, target, 6) };
    let stake = Stake::fresh(target, Target::of(target, true));
    bencher.bench_local(|| black_box(&shot).forecast(&sheet, &stake));
}

#[divan::bench]
fn gp_odds(bencher: Bencher<'_, '_>) {
    let sheet = sheet();
    let (firer, target) = (sheet.card("panther").expect("a card"), sheet.card("us-truck").expect("a card"));
    let situation = GpSituation::default();
    let shot = GpShot { firer, weapons: GpWeapons::All, target, range: 8, situation, others: true };
    let stake = Stake::fresh(target, Target::of(target, false));
    bencher.bench_local(|| black_box(&shot).forecast(&sheet, &stake));
}

#[divan::bench]
fn mine_odds(bencher: Bencher<'_, '_>) {
    let sheet = sheet();
    let mine = Mine::new(sheet.card("m4a3").expect("a card"), 5, 0);
    let stake = Stake::fresh(mine.target, Target::of(mine.target, false));
    bencher.bench_local(|| black_box(&mine).forecast(&sheet, &stake));
}
