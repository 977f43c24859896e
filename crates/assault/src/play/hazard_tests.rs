//! Minefields, damage from terrain, collapse.

use std::sync::LazyLock;

use content::Files;
use dice::{Scripted, odds};

use crate::{
    play::{
        s09_minefields::{Entering, MineAttack, ScoutingRoll},
        s09_terrain_damage::{Entry, Risk},
        s10_results::Target,
        s12_5_collapse::{Blast, Structure},
    },
    tables::{Catalogue, catalogue::Feature, support::collapse::OnUnits},
};

static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(|| Catalogue::read(&Files::embedded()).unwrap());

fn feature(id: &str) -> &'static Feature {
    CATALOGUE.features().iter().find(|feature| feature.id == id).unwrap()
}

#[test]
fn the_odds_of_mines_are_those_of_the_sequence_as_it_is_played() {
    for (id, marks) in [
        ("us-rifle-squad", Target::default()),
        ("us-engineer-squad", Target { suppressed: true, ..Target::default() }),
        ("us-at-57", Target { fallback: true, ..Target::default() }),
        ("us-m4", Target { immobilised: true, damage: 1, half_strength: true, ..Target::default() }),
    ] {
        let card = CATALOGUE.unit(id).unwrap();
        let attack = MineAttack::on(CATALOGUE.minefields(), card, marks);
        let entering = Entering { scouting: Some(ScoutingRoll::by(card)), attack };
        let walked = odds(|dice| {
            let scouted = entering.scouting.unwrap().throw(CATALOGUE.minefields(), dice);
            (!scouted.found).then(|| entering.attack.throw(CATALOGUE.dice(), dice).fate)
        })
        .unwrap();
        let counted = entering.fates(&CATALOGUE).unwrap();
        assert_eq!(walked.results().count(), counted.results().count());
        for (fate, ways) in counted.results() {
            assert_eq!(walked.ways(fate) * counted.of(), ways * walked.of(), "{id}: {fate:?}");
        }
    }
}

/// The number at which a move of a card immobilises it.
fn at_most(id: &str, ground: &str, change: impl FnOnce(&mut Entry<'static>)) -> u8 {
    let (card, ground) = (CATALOGUE.unit(id).unwrap(), CATALOGUE.ground(ground).unwrap());
    let mut entry = Entry { card, ground, along: None, crossed: Vec::new(), work: None, fast: false };
    change(&mut entry);
    entry.risk(CATALOGUE.terrain_damage()).at_most
}

// holds: AS-terrain-chart-3, AS-9.6-8, AS-9.6-14
#[test]
fn wheels_and_tracks_have_their_own_damage_column() {
    for (ground, wheels, tracks) in [
        ("clear", 0, 0),
        ("beach", 1, 0),
        ("rocky", 1, 1),
        ("brush", 0, 0),
        ("grove", 0, 1),
        ("light-forest", 0, 0),
        ("heavy-forest", 0, 1),
        ("single-storey", 0, 1),
        ("multi-storey", 0, 1),
        ("large-building", 0, 1),
        ("craters", 1, 1),
        ("brush-craters", 1, 1),
        ("ruins", 1, 1),
    ] {
        let risks = ["us-jeep", "us-m4"].map(|id| at_most(id, ground, |_| {}));
        assert_eq!(risks, [wheels, tracks], "{ground}");
        assert_eq!(["us-rifle-squad", "us-at-57"].map(|id| at_most(id, ground, |_| {})), [0, 0], "{ground}");
    }
    // A 1 immobilises, a 2 does not.
    let risk = Risk { at_most: 1, lines: Vec::new() };
    for (face, stuck) in [(1, true), (2, false)] {
        assert_eq!(risk.throw(&mut Scripted::new([face].as_slice())), (Some(face), stuck));
    }
    assert_eq!(Risk { at_most: 0, lines: Vec::new() }.throw(&mut Scripted::new([].as_slice())), (None, false));
}

// holds: AS-9.6-9
#[test]
fn each_plus_widens_the_risk_by_one() {
    let crossed = |entry: &mut Entry<'static>, sides: &[&str]| {
        entry.crossed = sides.iter().map(|id| feature(id)).collect();
    };
    let work = |id: &str| CATALOGUE.fortifications().iter().find(|work| work.id == id);
    assert_eq!(at_most("us-m4", "clear", |entry| crossed(entry, &["stone-wall"])), 1);
    assert_eq!(at_most("us-m4", "grove", |entry| crossed(entry, &["stone-wall"])), 2);
    assert_eq!(at_most("us-m4", "grove", |entry| crossed(entry, &["stone-wall", "barbed-wire"])), 3);
    assert_eq!(at_most("us-jeep", "beach", |entry| crossed(entry, &["barbed-wire"])), 2);
    assert_eq!(at_most("us-jeep", "beach", |entry| crossed(entry, &["stone-wall"])), 1);
    assert_eq!(at_most("us-jeep", "beach", |entry| entry.work = work("sandbags")), 2);
    assert_eq!(at_most("us-m4", "clear", |entry| entry.work = work("sandbags")), 0);
    assert_eq!(at_most("us-m4", "clear", |entry| entry.work = work("trench")), 1);
}

// holds: AS-9.6-10, AS-9.6-11
#[test]
fn haste_and_weight_count_only_where_there_is_a_risk() {
    let fast = |entry: &mut Entry<'static>| entry.fast = true;
    assert_eq!(at_most("us-m4", "rocky", fast), 2);
    assert_eq!(at_most("us-m4", "clear", fast), 0);
    assert_eq!(at_most("de-tiger", "rocky", |_| {}), 2);
    assert_eq!(at_most("de-tiger", "clear", |_| {}), 0);
    assert_eq!(at_most("de-tiger", "rocky", fast), 3);
}

// holds: AS-9.6-12, AS-9.6-13
#[test]
fn a_road_spares_its_vehicles_and_a_covered_trail_does_not() {
    assert_eq!(at_most("us-m4", "rocky", |entry| entry.along = Some(feature("narrow-road"))), 0);
    assert_eq!(at_most("us-m4", "rocky", |entry| entry.along = Some(feature("covered-trail"))), 1);
}

#[test]
fn the_odds_of_a_blast_are_those_of_the_throw() {
    let house = Structure::named(&CATALOGUE, "single-storey").unwrap();
    let blast = Blast::of(&CATALOGUE, CATALOGUE.support().battery("us-155").unwrap().blast, house).unwrap();
    let walked = odds(|dice| blast.throw(&CATALOGUE, dice).effect).unwrap();
    let counted = blast.effects(&CATALOGUE).unwrap();
    assert_eq!(walked.results().count(), 5);
    for (effect, ways) in counted.results() {
        assert_eq!(walked.ways(effect) * counted.of(), ways * walked.of(), "{effect:?}");
    }
}

#[test]
fn a_veteran_throws_his_die_at_a_house_too_and_half_strength_counts_once() {
    let house = Structure::named(&CATALOGUE, "sandbags").unwrap();
    let mut card = CATALOGUE.unit("us-m4").unwrap().clone();
    card.experience = crate::tables::units::Experience::Veteran;
    let tired = crate::play::s10_ranged_fire::Attacker { half_strength: true, ..Default::default() };
    let blast = Blast::by_unit(&CATALOGUE, (&card, tired), house, 3).unwrap();
    assert_eq!(blast.clash.attack.to_string(), "1 green die and 2 blue dice");
    // Two damage on one face count as one: the sandbags stand.
    let effect = blast.throw(&CATALOGUE, &mut Scripted::new([22, 0, 0, 0].as_slice())).effect.unwrap();
    assert_eq!((effect.collapses, effect.units), (false, OnUnits::FallBack));
}
