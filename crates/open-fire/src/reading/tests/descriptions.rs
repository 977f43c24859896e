//! Every word that describes a unit (`if us visible`, `until it fired`): of whom it is true, and of whom it is not.

use super::*;
use crate::{
    booklet::paragraphs::{
        Quality, Test, UnitRef,
        words::{Pointer, State as Is, Word},
    },
    reading::conditions,
    state::units::{Ammunition, Motion},
};

/// Whether a word is true of a unit, for a German who has a turn.
fn is(table: &Table, german: UnitId, unit: UnitId, word: Is) -> bool {
    let test = Test::Unit { who: UnitRef::Pointer(Pointer::It), is: vec![Quality::Is(word)] };
    let mut cause = Cause { german: Some(german), it: Some(unit), ..Cause::default() };
    conditions::holds(Ask::new(&table.game, &table.state), &test, &mut cause)
}

/// A tank, a gun, riflemen and a truck of ours, and a German tank that sees them.
struct Cast {
    table: Table,
    tank: UnitId,
    gun: UnitId,
    squad: UnitId,
    truck: UnitId,
    german: UnitId,
}

fn cast() -> Cast {
    let mut table = Table::new();
    let (tank, gun) = (table.us("B", "m4a3", "2020"), table.us("J", "76mm-atg", "2021"));
    let (squad, truck) = (table.us("AA", "us-squad", "2022"), table.us("H", "us-truck", "2023"));
    let german = table.german("GE44", "2015", Direction::S);
    table.rounds();
    Cast { table, tank, gun, squad, truck, german }
}

/// Who is described by a word as they come, by letter.
fn described(cast: &Cast, word: Is) -> String {
    let all = [cast.tank, cast.gun, cast.squad, cast.truck, cast.german];
    let letters = all.into_iter().filter(|&unit| is(&cast.table, cast.german, unit, word));
    letters.map(|unit| cast.table.state.unit(unit).letter.clone()).collect::<Vec<_>>().join(" ")
}

#[test]
fn as_they_come() {
    let cast = cast();
    for &(name, word) in Is::ALL {
        let expected = match word {
            Is::Active | Is::Visible | Is::Aware | Is::OnMap | Is::InClear => "B J AA H V",
            Is::Vehicle => "B H V",
            Is::Tank => "B V",
            Is::Gun => "J",
            Is::Truck => "H",
            Is::Squad => "AA",
            Is::Open => "B J AA H V",
            Is::HasAmmunition => "B J AA V",
            Is::OutOfAmmunition => "H",
            // German guns come prepared, and so does our table's tank.
            Is::Prepared => "V",
            Is::Immobilised => "J",
            Is::Commander => "V",
            Is::TankDestroyer
            | Is::ArmouredCar
            | Is::HalfTrack
            | Is::Jeep
            | Is::BrokenDown
            | Is::OutOfFuel
            | Is::Suppressed
            | Is::Disabled
            | Is::Panicked
            | Is::Closed
            | Is::InDefilade
            | Is::Moving
            | Is::Hit
            | Is::Killed
            | Is::Captured
            | Is::Fired
            | Is::FiredLastRound
            | Is::AtSelfPreservation
            | Is::Carried
            | Is::Carrying
            | Is::OffMap
            | Is::Exited
            | Is::InWoods
            | Is::InTown
            | Is::InRough
            | Is::InBuilding
            | Is::OnRoad => "",
        };
        assert_eq!(described(&cast, word), expected, "{name}");
    }
}

/// Changes one thing about our tank and says which words change with it.
fn changes(change: impl Fn(&mut Cast)) -> Vec<String> {
    let (before, mut after) = (cast(), cast());
    change(&mut after);
    let of = |cast: &Cast, word| is(&cast.table, cast.german, cast.tank, word);
    let changed = Is::ALL.iter().filter(|(_, word)| of(&before, *word) != of(&after, *word));
    changed.map(|(name, word)| format!("{}{name}", if of(&after, *word) { "" } else { "not " })).collect()
}

/// The same for a change of the piece alone.
fn piece(change: impl Fn(&mut crate::state::units::Unit)) -> Vec<String> {
    changes(|cast| change(cast.table.state.unit_mut(cast.tank)))
}

#[test]
fn what_befalls_a_unit() {
    assert_eq!(piece(|tank| tank.condition.suppressed = true), ["suppressed"]);
    assert_eq!(piece(|tank| tank.condition.panicked = true), ["panicked"]);
    assert_eq!(piece(|tank| tank.space = Space::Panic), ["panicked"]);
    assert_eq!(piece(|tank| tank.space = Space::Unaware), ["not aware"]);
    assert_eq!(piece(|tank| tank.closed = true), ["not open", "closed"]);
    assert_eq!(piece(|tank| tank.defilade = true), ["in-defilade"]);
    assert_eq!(piece(|tank| tank.motion = Motion::Slow), ["moving"]);
    assert_eq!(piece(|tank| tank.motion = Motion::Fast), ["moving"]);
    assert_eq!(piece(|tank| tank.prepared = true), ["prepared"]);
    assert_eq!(piece(|tank| tank.fired.now = true), ["fired"]);
    assert_eq!(piece(|tank| tank.fired.before = true), ["fired-last-round"]);
    assert_eq!(piece(|tank| tank.condition.broken_down = true), ["immobilised", "broken-down"]);
    assert_eq!(piece(|tank| tank.condition.out_of_fuel = true), ["immobilised", "out-of-fuel"]);
}

#[test]
fn every_hurt_is_a_hit() {
    assert_eq!(piece(|tank| tank.condition.crew_lost = 1), ["hit"]);
    assert_eq!(piece(|tank| tank.condition.mpa_lost = 1), ["hit"]);
    assert_eq!(piece(|tank| tank.condition.machinegun = false), ["hit"]);
    assert_eq!(piece(|tank| tank.condition.main_gun = false), ["hit"]);
    assert_eq!(piece(|tank| tank.halved = true), ["hit"]);
    assert_eq!(changes(|cast| cast.table.state.unit_mut(cast.tank).hit_by = vec![cast.german]), ["hit"]);
    assert_eq!(piece(|tank| tank.condition.immobilised = true), ["hit", "immobilised"]);
}

#[test]
fn who_can_neither_move_nor_fire_is_disabled() {
    let gone = piece(|tank| {
        tank.condition.immobilised = true;
        (tank.condition.main_gun, tank.condition.machinegun) = (false, false);
    });
    assert_eq!(gone, ["hit", "immobilised", "disabled"]);
    assert_eq!(piece(|tank| tank.ammunition = Some(Ammunition::Any(0))), ["not has-ammunition", "out-of-ammunition"]);
    assert_eq!(piece(|tank| tank.out_of_ammunition = true), ["not has-ammunition", "out-of-ammunition"]);
}

#[test]
fn self_preservation_is_a_level_that_the_crew_falls_to() {
    let at = |crew: u8| piece(move |tank| (tank.condition.self_preservation, tank.condition.crew) = (Some(3), crew));
    assert_eq!(at(4), [""; 0]);
    assert_eq!(at(3), ["at-self-preservation"]);
    assert_eq!(at(2), ["at-self-preservation"]);
}

#[test]
fn where_a_unit_is() {
    let off = ["not active", "not visible", "not on-map", "off-map", "not in-clear"];
    assert_eq!(piece(|tank| tank.place = Place::OffMap), off[1..]);
    assert_eq!(piece(|tank| tank.place = Place::Exited), [&off[..4], &["exited", "not in-clear"]].concat());
    let woods = changes(|cast| cast.table.state.unit_mut(cast.tank).place = Place::At(cast.table.hex("2010")));
    assert_eq!(woods, ["in-woods", "not in-clear"]);
    let rides = |cast: &mut Cast| cast.table.state.unit_mut(cast.tank).place = Place::Aboard(cast.truck);
    assert_eq!(changes(rides), ["carried"]);
    let towed = |cast: &mut Cast| cast.table.state.unit_mut(cast.tank).place = Place::Towed(cast.truck);
    assert_eq!(changes(towed), ["carried"]);
    assert_eq!(changes(|cast| cast.table.state.unit_mut(cast.squad).place = Place::Aboard(cast.tank)), ["carrying"]);
}

#[test]
fn who_is_out_of_the_fight() {
    assert_eq!(piece(|tank| tank.condition.killed = true), ["not active", "killed"]);
    assert_eq!(piece(|tank| tank.captured = true), ["not active", "captured"]);
}

#[test]
fn sight_is_this_germans_or_for_a_german_anybodys() {
    let hidden = |cast: &mut Cast| cast.table.state.unit_mut(cast.german).place = Place::At(cast.table.hex("1508"));
    assert_eq!(changes(hidden), ["not visible"]);
    // Another German beside our tank does not see for the one whose turn it is.
    let beside = |cast: &mut Cast| {
        hidden(cast);
        cast.table.german("GE29", "2019", Direction::S);
    };
    assert_eq!(changes(beside), ["not visible"]);
    let mut far = cast();
    assert!(is(&far.table, far.german, far.german, Is::Visible));
    hidden(&mut far);
    assert!(!is(&far.table, far.german, far.german, Is::Visible));
}
