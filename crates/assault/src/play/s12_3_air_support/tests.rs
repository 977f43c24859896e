//! Odds of runs against the walk over every path, and what single stages say.

use std::sync::LazyLock;

use content::Files;
use dice::{Odds, Scripted, odds};

use super::{
    Run,
    aa_fire::{AaFire, AaUnit, CardGoes},
    aim::{Accuracy, Aimed, AirSpotting},
    attack::{AirAttack, FriendlyFire},
    run::{Bombs, RunEnd},
};
use crate::{
    play::{
        s10_ranged_fire::{Attacker, Circumstances, Defender},
        s12_5_collapse::{Blast, Structure},
    },
    tables::{
        Catalogue,
        pool::Pool,
        support::{
            air::{AaEffect, AirColumn},
            cards::Aircraft,
        },
        units::{ByTarget, UnitCard},
    },
};

static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(|| Catalogue::read(&Files::embedded()).unwrap());

fn unit(id: &str) -> &'static UnitCard {
    CATALOGUE.unit(id).unwrap()
}

/// An aircraft with one green die for everything, so that every path can be walked.
fn small() -> Aircraft {
    let mut card = CATALOGUE.support().aircraft("us-a36").unwrap().clone();
    card.attack = ByTarget { soft: Pool::GREEN + Pool::BLUE, hard: Pool::GREEN };
    (card.blast, card.defence) = (Pool::BLUE, Pool::BLUE);
    card
}

fn in_the_open() -> Circumstances<'static> {
    Circumstances { terrain: CATALOGUE.ground("clear"), ..Circumstances::default() }
}

fn aa(aircraft: &Aircraft) -> AaFire {
    let mut card = unit("de-flak20").clone();
    card.attack.soft.blast = Pool::GREEN;
    let unit = AaUnit { card: &card, marks: Attacker::default(), suppressed: false, indoors: false, hexes: 3 };
    AaFire::at(&CATALOGUE, &unit, aircraft).unwrap()
}

/// A run at a unit, without AA fire.
fn run(target: &str, said: &Circumstances<'static>, friend: Option<&str>) -> Run<'static> {
    let aircraft = small();
    let attack = AirAttack::on(&CATALOGUE, &aircraft, unit(target), said);
    let spotting = Some(AirSpotting::of(&CATALOGUE, &attack.fire, said));
    let friend = friend.and_then(|id| FriendlyFire::on(&CATALOGUE, &aircraft, unit(id), &in_the_open()));
    let column = AirColumn::of(&said.defender);
    Run { aa: Vec::new(), carried: 0, bombs: Bombs::Unit { spotting, column, attack, friend } }
}

fn check(run: &Run<'_>) -> Odds<RunEnd> {
    let walked = odds(|dice| run.throw(&CATALOGUE, dice).end).unwrap();
    let counted = run.ends(&CATALOGUE).unwrap();
    assert_eq!(walked.results().count(), counted.results().count());
    for (end, ways) in counted.results() {
        assert_eq!(walked.ways(end) * counted.of(), ways * walked.of(), "{end:?}");
    }
    counted
}

#[test]
fn the_odds_of_a_run_are_those_of_the_stages_as_they_are_played() {
    check(&run("us-jeep", &in_the_open(), None));
    let grove = Circumstances { terrain: CATALOGUE.ground("brush"), ..Circumstances::default() };
    check(&Run { carried: -1, ..run("us-at-37", &grove, None) });
    // A truck on the road, and a friend beside it.
    let counted = check(&Run { carried: -1, ..run("de-sdkfz-222", &in_the_open(), Some("us-jeep")) });
    assert!(counted.chance(|end| matches!(end, RunEnd::Attacked { friend: Some(_), .. })) > 0.0);
}

#[test]
fn every_aa_unit_fires_until_one_keeps_the_aircraft_off() {
    let aircraft = small();
    let blast = Blast::of(&CATALOGUE, aircraft.blast, Structure::named(&CATALOGUE, "sandbags").unwrap()).unwrap();
    let run = Run { aa: vec![aa(&aircraft), aa(&aircraft)], carried: 0, bombs: Bombs::Structure(blast) };
    check(&run);
    // The first crashes it: the second does not fire, and nothing is attacked.
    let ran = run.throw(&CATALOGUE, &mut Scripted::new([3, 0].as_slice()));
    assert_eq!((ran.end, ran.aa.len()), (RunEnd::KeptOff(AaEffect::Crash), 1));
    // One damage each: both take 1 from accuracy, and a second run brings that along.
    let ran = run.throw(&CATALOGUE, &mut Scripted::new([2, 0, 2, 0, 0, 0].as_slice()));
    assert_eq!((ran.end, ran.carried), (RunEnd::Blasted(None), -2));
}

// holds: AS-12.3.5-2, AS-12.3.5-3, AS-12.3.5-4, AS-12.3.5-5
#[test]
fn the_card_goes_where_the_table_says() {
    let aircraft = small();
    let fire = aa(&aircraft);
    for (faces, effect, goes, attacks) in [
        ([3, 0], Some(AaEffect::Crash), CardGoes::OutOfTheGame, false),
        ([22, 0], Some(AaEffect::DrivenOff), CardGoes::DiscardPile, false),
        ([2, 0], Some(AaEffect::Inaccurate), CardGoes::DiscardPile, true),
        ([1, 0], Some(AaEffect::TurnsAway), CardGoes::Hand, false),
        ([0, 0], None, CardGoes::DiscardPile, true),
    ] {
        let (_, fell) = fire.throw(&CATALOGUE, &mut Scripted::new(faces.as_slice()));
        assert_eq!((fell, AaEffect::card_goes(fell)), (effect, goes));
        assert_eq!(fell.is_none_or(|effect| !effect.keeps_off()), attacks);
    }
}

#[test]
fn a_roll_beyond_the_table_uses_its_ends_and_still_endangers_friends() {
    let tables = &CATALOGUE.support().air;
    let read = |column, modifier, face| Accuracy { column, modifier }.read(tables, face);
    assert_eq!(read(AirColumn::Firing, -3, 1), Aimed { plus: true, wide: true });
    assert_eq!(read(AirColumn::Firing, 1, 6), Aimed { plus: false, wide: false });
    assert_eq!(read(AirColumn::FastAction, 1, 6), Aimed { plus: true, wide: false });
    // A natural 1 with a plus is a 2, and a 2 with a minus is a 1.
    assert!(!read(AirColumn::Other, 1, 1).wide && read(AirColumn::Other, -1, 2).wide);
}

#[test]
fn the_column_is_that_of_the_targets_mark() {
    use crate::tables::ranged_fire::FireStatus;
    let marked = |fast, fired| AirColumn::of(&Defender { fast, fired, ..Defender::default() });
    assert_eq!(marked(true, None), AirColumn::FastAction);
    assert_eq!(marked(false, None), AirColumn::Other);
    let columns = FireStatus::ALL.map(|status| marked(false, Some(status)).word());
    assert_eq!(columns, FireStatus::ALL.map(FireStatus::word));
}

// holds: AS-tas-friendly-2, AS-tas-friendly-3, AS-tas-friendly-4
#[test]
fn only_dice_that_showed_nothing_are_thrown_at_one_friend() {
    let run = Run { carried: -1, ..run("it-livorno-squad", &in_the_open(), Some("us-jeep")) };
    // Spotting 3, accuracy 2 less 1. The green die shows nothing, the blue one an X; three defence dice. The green die
    // again, at the jeep's blue one.
    let faces = [3, 2, 0, 1, 0, 0, 0, 2, 0];
    let ran = run.throw(&CATALOGUE, &mut Scripted::new(faces.as_slice()));
    assert_eq!(ran.struck.unwrap().wide, Pool::GREEN);
    assert_eq!(ran.friend.unwrap().clash.attack, Pool::GREEN);
    let RunEnd::Attacked { fate, friend: Some(friend) } = ran.end else { panic!("{:?}", ran.end) };
    assert_eq!((fate.to_string(), friend.to_string()), ("suppressed".to_owned(), "damage:1,half-strength".to_owned()));
    // All dice show something: nothing is thrown at the friend.
    let ran = run.throw(&CATALOGUE, &mut Scripted::new([3, 2, 1, 1, 0, 0, 0].as_slice()));
    assert_eq!((ran.struck.unwrap().wide, ran.friend), (Pool::NONE, None));
}

#[test]
fn an_aircraft_whose_bombs_do_not_go_wide_hits_no_friend() {
    let mut aircraft = small();
    aircraft.friendly_fire = false;
    assert_eq!(FriendlyFire::on(&CATALOGUE, &aircraft, unit("us-jeep"), &in_the_open()), None);
}
