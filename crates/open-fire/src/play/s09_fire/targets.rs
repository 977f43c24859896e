//! Whom a German fires at (OF-9.6, OF-9.11, OF-11.1): the closest, the easiest, the weakest; and whom he fears.
//!
//! The easiest target is found by an estimate of its own, not by the exact odds that players are shown. It is a rule and
//! no display: the rulebook has a player compare targets by the percentages that the tables print, so a shell counts
//! with its whole percent, GP fire with the tenths of its track, and the shells of a fire action as often as they may be
//! fired. Exact odds, which look at what a hit does, would order some targets otherwise, and Germans of recorded games
//! chose by this order.

use std::cmp::Reverse;

use hexmap::Hex;

use crate::{
    booklet::paragraphs::words::Weapon,
    play::{
        s08_sight,
        s09_fire::{aim, machineguns, main_gun},
    },
    state::{
        laid_out::Ask,
        reading::Cause,
        units::{Place, Side, UnitId},
    },
    tables::{
        ap_fire::weapon_of,
        checks::percentile,
        gp_fire::{GpResult, GpWeapons},
        limits::Shells,
    },
};

/// What makes one target better than another.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Preference {
    /// The nearest; of those the easiest.
    Closest,
    /// The one with the best chance to be hit; of those the nearest.
    Easiest,
}

/// The best targets in sight of this German with a weapon; more than one if they are equally good.
pub(crate) fn best_targets(ask: Ask<'_>, cause: &Cause, weapon: Weapon, preference: Preference) -> Vec<UnitId> {
    let Some(german) = cause.german else { return Vec::new() };
    let Some(here) = ask.state.hex_of(german) else { return Vec::new() };
    let enemy = ask.state.unit(german).side.enemy();
    let seen = ask.state.active(enemy).filter(|(_, unit)| matches!(unit.place, Place::At(_) | Place::Towed(_)));
    let seen: Vec<UnitId> =
        seen.map(|(unit, _)| unit).filter(|&unit| s08_sight::sees_unit(ask, german, unit)).collect();
    // A unit that may not be fired at is a target only if there is no other.
    let free = |unit: &UnitId| aim::check_target(ask, german, *unit).is_ok();
    let seen = if seen.iter().any(free) { seen.into_iter().filter(free).collect() } else { seen };
    let rank = |unit: UnitId| {
        let away = ask.state.hex_of(unit).map_or(u64::MAX, |hex| ask.rules.grid().distance(here, hex).into());
        let misses = misses(ask, german, unit, weapon);
        match preference {
            Preference::Closest => (away, misses),
            Preference::Easiest => (misses, away),
        }
    };
    best(&seen, rank)
}

/// Of units that are equally near those that a German has the best chance to hit (OF-9.3, OF-9.6).
pub(crate) fn easiest_of(ask: Ask<'_>, german: UnitId, units: &[UnitId]) -> Vec<UnitId> {
    if units.len() < 2 {
        return units.to_vec();
    }
    best(units, |unit| misses(ask, german, unit, Weapon::Best))
}

/// In how many ways one fire action misses with all the shells that the rate of fire allows (OF-9.11). GP fire always
/// hits; it misses if it has no effect. The fewer, the easier the target.
pub(crate) fn misses(ask: Ask<'_>, unit: UnitId, target: UnitId, weapon: Weapon) -> u64 {
    let most = ask.rules.sheet.limits.easiest.shells;
    let every = |chance: u32, shells: u32| every_time(chance, shells, most);
    let rate = || u32::from(main_gun::rate_against(ask, unit, target));
    let gun = main_gun::check_gun(ask, unit).is_ok();
    let squad = ask.rules.card(ask.state.unit(unit)).kind.is_squad();
    let ap = || {
        let shot = main_gun::ap_shot(ask, unit, target).ok()?;
        Some(percentile(shot.chance(&ask.rules.sheet)) as u32)
    };
    let guns = || chance_of_effect(ask, unit, target, GpWeapons::Machineguns);
    match weapon {
        Weapon::Machineguns => every(guns(), 1),
        Weapon::Panzerfaust => every(ap().unwrap_or(0), 1),
        Weapon::Best | Weapon::MainGun | Weapon::All | Weapon::Smoke if squad => {
            every(ap().unwrap_or(0).max(guns()), 1)
        }
        Weapon::Best | Weapon::MainGun | Weapon::All | Weapon::Smoke if !gun => every(guns(), 1),
        Weapon::Best | Weapon::MainGun | Weapon::All | Weapon::Smoke => match ap() {
            Some(chance) => every(chance, rate()),
            None => every(chance_of_effect(ask, unit, target, GpWeapons::Main), rate()),
        },
    }
}

/// Chances in a hundred that GP fire has an effect.
fn chance_of_effect(ask: Ask<'_>, unit: UnitId, target: UnitId, weapons: GpWeapons) -> u32 {
    let Some(hex) = ask.state.hex_of(target) else { return 0 };
    let card = machineguns::armed(ask, unit, hex);
    let shot = machineguns::gp_shot(ask, (unit, &card), target, weapons);
    if shot.check(&ask.rules.sheet).is_err() {
        return 0;
    }
    match ask.rules.sheet.gp_track.column(shot.column(&ask.rules.sheet)) {
        Ok(column) => u32::from(column.panic) * 10,
        Err(GpResult::NoEffect) => 0,
        Err(_) => 100,
    }
}

/// The enemies in the same hex with the lowest modified GP defence (OF-11.1).
pub(crate) fn weakest_here(ask: Ask<'_>, cause: &Cause) -> Vec<UnitId> {
    let Some(german) = cause.german else { return Vec::new() };
    ask.state.hex_of(german).map(|here| weakest_in(ask, ask.state.unit(german).side.enemy(), here)).unwrap_or_default()
}

/// The units of a side in a hex with the lowest modified GP defence.
pub(crate) fn weakest_in(ask: Ask<'_>, side: Side, hex: Hex) -> Vec<UnitId> {
    let in_hex = ask.state.active(side).filter(|(_, unit)| unit.hex() == Some(hex));
    let in_hex: Vec<UnitId> = in_hex.map(|(unit, _)| unit).collect();
    best(&in_hex, |unit| {
        let (card, fixed) = (ask.rules.card(ask.state.unit(unit)), ask.rules.sheet.gp_modifications.fixed);
        let bonus = if card.kind.is_squad() { fixed.squad_in_close_assault } else { 0 };
        let situation = machineguns::gp_situation(ask, None, unit);
        (card.gp_defence + bonus) * fixed.close_assault_times - situation.spaces(&ask.rules.sheet)
    })
}

/// The hex of the enemy whose fire a unit has most to fear: the best penetration at that range or, against men, the
/// best GP offence.
pub(crate) fn most_dangerous(ask: Ask<'_>, unit: UnitId) -> Option<Hex> {
    let here = ask.state.hex_of(unit)?;
    let armoured = ask.rules.card(ask.state.unit(unit)).has_chart();
    let threat = |enemy: UnitId, hex: Hex| {
        let card = ask.rules.card(ask.state.unit(enemy));
        let range = ask.rules.grid().distance(here, hex).saturating_sub(1);
        let reaches =
            weapon_of(&ask.rules.sheet, card).ok().filter(|weapon| weapon.limit.is_none_or(|limit| range <= limit));
        let ap = reaches.filter(|_| armoured).map_or(0, |weapon| weapon.penetration(range));
        if armoured { ap } else { card.gp.all }
    };
    let enemies = ask.state.active(ask.state.unit(unit).side.enemy());
    let enemies = enemies.filter_map(|(enemy, _)| Some((enemy, ask.state.hex_of(enemy)?)));
    let most = enemies.max_by_key(|&(enemy, hex)| {
        (threat(enemy, hex), Reverse(ask.rules.grid().distance(here, hex)), Reverse(enemy))
    });
    most.map(|(_, hex)| hex)
}

/// In how many ways so many shells with a given percentage all miss, of those in which `most` shells can fall.
fn every_time(chance: u32, shells: u32, most: Shells) -> u64 {
    let shells = shells.clamp(1, most.count());
    let missing = 100 - u64::from(chance.min(100));
    missing.pow(shells) * 100u64.pow(most.count() - shells)
}

/// All that share the lowest rank.
fn best<R: Ord>(units: &[UnitId], rank: impl Fn(UnitId) -> R) -> Vec<UnitId> {
    let ranked: Vec<(R, UnitId)> = units.iter().map(|&unit| (rank(unit), unit)).collect();
    let Some(least) = ranked.iter().map(|(rank, _)| rank).min() else { return Vec::new() };
    ranked.iter().filter(|(rank, _)| rank == least).map(|(_, unit)| *unit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_shells_are_better_than_one() {
        let most = Shells::try_from(3).unwrap();
        assert_eq!(every_time(50, 1, most), 500_000);
        assert_eq!(every_time(50, 2, most), 250_000);
        assert_eq!(every_time(50, 5, most), every_time(50, 3, most));
        assert_eq!(every_time(100, 3, most), 0);
        assert_eq!(every_time(0, 2, most), 1_000_000);
    }

    #[test]
    fn as_many_shells_can_be_counted_as_a_table_may_say() {
        assert_eq!(every_time(0, 1, Shells::try_from(9).unwrap()), 10u64.pow(18));
        assert!(Shells::try_from(0).is_err() && Shells::try_from(10).is_err());
    }
}
