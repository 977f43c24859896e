//! How long exact odds take: one attack step by step, a round of close combat, a whole one.

use assault::{
    Catalogue,
    play::{
        s10_ranged_fire::{Attacker, CardDice, Circumstances, RangedFire},
        s10_results::Target,
        s11_close_combat::{CloseCombat, Fighter, Ground},
    },
    tables::units::RangeFactor,
};
use content::Files;
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

fn catalogue() -> Catalogue {
    Catalogue::read(&Files::embedded()).unwrap_or_else(|problems| panic!("{problems:?}"))
}

const DUELS: [(&str, &str, u8); 4] = [
    ("us-rifle-squad", "it-livorno-squad", 0),
    ("us-rifle-squad", "it-livorno-squad", 1),
    ("de-tiger", "us-m4", 0),
    ("de-tiger", "us-m4", 2),
];

#[divan::bench(args = 0..DUELS.len())]
fn ranged_fire(bencher: Bencher<'_, '_>, duel: usize) {
    let catalogue = catalogue();
    let (attacker, defender, again) = DUELS[duel];
    let card = |id: &str| catalogue.unit(id);
    let (Some(attacker), Some(defender)) = (card(attacker), card(defender)) else { return };
    let cards = CardDice { again, ..CardDice::default() };
    let said = Circumstances {
        attacker: Attacker { in_arc: true, cards, ..Attacker::default() },
        terrain: catalogue.ground("grove"),
        ..Circumstances::default()
    };
    bencher.bench(|| {
        let fire = RangedFire::between(&catalogue, (black_box(attacker), RangeFactor::Medium), defender, &said);
        fire.ok().and_then(|fire| fire.fates(&catalogue).ok())
    });
}

#[divan::bench(args = [("us-rifle-squad", "de-grenadier-squad"), ("us-ranger-squad", "de-tiger"), ("de-panzer-4", "us-rifle-squad")])]
fn whole_close_combat(bencher: Bencher<'_, '_>, (assaulter, defender): (&str, &str)) {
    let catalogue = catalogue();
    let fighter = |id: &str| catalogue.unit(id).map(|card| Fighter::new(card, Target::default()));
    let (Some(assaulter), Some(defender)) = (fighter(assaulter), fighter(defender)) else { return };
    let combat =
        CloseCombat { assaulter, defender, ground: Ground { terrain: catalogue.ground("grove"), ..Ground::default() } };
    bencher.bench(|| black_box(&combat).outcomes(&catalogue).ok());
}
