//! Off-board artillery: shells, the impact area, craters.

use std::{collections::BTreeSet, sync::LazyLock};

use content::Files;
use dice::{Scripted, odds};
use hexmap::{Grid, LowColumns};

use crate::{
    play::{
        s10_ranged_fire::Circumstances,
        s12_4_off_board::{Fire, Shell, impact_area},
    },
    tables::{
        Catalogue,
        pool::Pool,
        support::artillery::{FireMode, Ring},
    },
};

static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(|| Catalogue::read(&Files::embedded()).unwrap());

fn grid() -> Grid {
    Grid::new(7, 7, LowColumns::Even, false).unwrap()
}

// holds: AS-12.4.2.2-4, AS-12.4.2.2-9
#[test]
fn the_marker_drifts_clockwise_from_the_top() {
    let grid = grid();
    let primary = grid.parse("0404").unwrap();
    let lands = |face: u16, d6: u16| {
        let fired = Shell::fire(&CATALOGUE, &mut Scripted::new([face, d6].as_slice()));
        grid.label(fired.shell.lands(&grid, primary)).to_string()
    };
    assert_eq!([1, 2, 3, 4, 5, 6].map(|d6| lands(1, d6)), ["0403", "0504", "0505", "0405", "0305", "0304"]);
    assert_eq!([1, 2, 3, 4, 5, 6].map(|d6| lands(0, d6)), ["0402", "0603", "0605", "0406", "0205", "0203"]);
    for face in [2, 21, 22, 3] {
        assert_eq!(lands(face, 1), "0404");
    }
}

#[test]
fn a_marker_stays_on_the_map() {
    let grid = grid();
    let top = grid.parse("0401").unwrap();
    let fired = Shell::fire(&CATALOGUE, &mut Scripted::new([0, 1].as_slice()));
    assert_eq!(fired.shell.lands(&grid, top), top);
}

// holds: AS-12.4.3.2-1
#[test]
fn the_impact_area_is_a_hex_and_its_neighbours() {
    let grid = grid();
    let labels = |hex: &str, ring: Ring| {
        let area = impact_area(&grid, grid.parse(hex).unwrap());
        area.filter(|(_, part)| *part == ring).map(|(hex, _)| grid.label(hex).to_string()).collect::<BTreeSet<_>>()
    };
    assert_eq!(labels("0404", Ring::Primary).into_iter().collect::<Vec<_>>(), ["0404"]);
    let around = ["0304", "0305", "0403", "0405", "0504", "0505"];
    assert_eq!(labels("0404", Ring::Secondary).into_iter().collect::<Vec<_>>(), around);
    assert_eq!(labels("0101", Ring::Secondary).len(), 2);
}

#[test]
fn the_odds_of_a_salvo_are_those_of_the_throw() {
    let mut battery = CATALOGUE.support().battery("us-105").unwrap().clone();
    battery.attack.soft.primary = Pool::GREEN + Pool::BLUE;
    let said = Circumstances { terrain: CATALOGUE.ground("clear"), ..Circumstances::default() };
    for mode in [FireMode::Suppressive, FireMode::Effect] {
        let fire = Fire { battery: &battery, mode, ring: Ring::Primary, confirmed: Pool::BLUE };
        let squad = CATALOGUE.unit("it-coastal-squad").unwrap();
        for salvo in [fire.on(&CATALOGUE, squad, &said).unwrap(), fire.on_empty_hex(&CATALOGUE).unwrap()] {
            let walked = odds(|dice| salvo.throw(&CATALOGUE, dice).effect).unwrap();
            let counted = salvo.effects(&CATALOGUE).unwrap();
            assert_eq!(walked.results().count(), counted.results().count());
            for (effect, ways) in counted.results() {
                assert_eq!(walked.ways(effect) * counted.of(), ways * walked.of(), "{mode:?}: {effect:?}");
            }
        }
    }
}

#[test]
fn the_die_of_a_confirming_shell_is_thrown_at_the_primary_hex_alone() {
    let battery = CATALOGUE.support().battery("us-105").unwrap();
    let said = Circumstances::default();
    let squad = CATALOGUE.unit("it-livorno-squad").unwrap();
    for mode in [FireMode::Suppressive, FireMode::Effect] {
        let dice = |ring, confirmed| {
            let fire = Fire { battery, mode, ring, confirmed };
            fire.on(&CATALOGUE, squad, &said).unwrap().clash.attack.len()
        };
        assert_eq!(dice(Ring::Primary, Pool::BLUE), dice(Ring::Primary, Pool::NONE) + 1);
        assert_eq!(dice(Ring::Secondary, Pool::BLUE), dice(Ring::Secondary, Pool::NONE));
    }
}

// holds: AS-12.4.3.1-1, AS-12.4.3.4-1
#[test]
fn only_fire_for_effect_shells_the_building_and_only_at_the_primary_hex() {
    let battery = CATALOGUE.support().battery("us-155").unwrap();
    let told: Vec<(&str, bool, bool, u8)> = FireMode::ALL
        .into_iter()
        .map(|mode| {
            let at = |ring| Fire { battery, mode, ring, confirmed: Pool::NONE };
            let blasts = |ring| at(ring).blasts(&CATALOGUE);
            (mode.word(), blasts(Ring::Primary), blasts(Ring::Secondary), at(Ring::Secondary).smoke(&CATALOGUE))
        })
        .collect();
    let wanted = [("smoke", false, false, 1), ("suppressive", false, false, 0), ("effect", true, false, 0)];
    assert_eq!(told, wanted);
}

// holds: AS-12.4.3.5-2, AS-12.4.3.5-5
#[test]
fn craters_arise_where_the_list_says() {
    let craters = &CATALOGUE.support().artillery.craters;
    let plain: Vec<(&str, Option<&str>)> =
        CATALOGUE.grounds().iter().map(|ground| (ground.id.as_str(), craters.on(&ground.id, []))).collect();
    let some: Vec<_> = plain.into_iter().filter_map(|(ground, left)| Some((ground, left?))).collect();
    let wanted = [
        ("clear", "craters"),
        ("brush", "brush-craters"),
        ("grove", "brush-craters"),
        ("light-forest", "brush-craters"),
    ];
    assert_eq!(some, wanted);
    for road in ["main-road", "narrow-road", "alley"] {
        assert_eq!(craters.on("beach", [road]), Some("craters"));
        // A road between trees.
        assert_eq!(craters.on("light-forest", [road]), Some("brush-craters"));
        assert_eq!(craters.on("multi-storey", [road]), None);
        assert_eq!(craters.on("bridge", [road]), None);
    }
    assert_eq!(craters.on("beach", ["covered-trail"]), None);
}

#[test]
fn a_battery_wants_its_own_observer() {
    let support = CATALOGUE.support();
    let may = |battery: &str, unit: &str| support.battery(battery).unwrap().may_spot(CATALOGUE.unit(unit).unwrap());
    assert!(may("us-105", "us-rifle-squad") && !may("us-105", "de-observer"));
    assert!(may("us-cruiser", "us-shore-party") && !may("us-cruiser", "us-observer"));
    assert!(may("de-105", "de-observer") && !may("de-105", "de-grenadier-squad"));
}

#[test]
fn what_hinders_sight_does_not_hinder_shells() {
    let battery = CATALOGUE.support().battery("us-105").unwrap();
    let fire = Fire { battery, mode: FireMode::Effect, ring: Ring::Primary, confirmed: Pool::NONE };
    let clash = |hindrances: u8| {
        let said = Circumstances { hindrances, terrain: CATALOGUE.ground("clear"), ..Circumstances::default() };
        fire.on(&CATALOGUE, CATALOGUE.unit("it-livorno-squad").unwrap(), &said).unwrap().clash
    };
    assert_eq!(clash(2), clash(0));
}
