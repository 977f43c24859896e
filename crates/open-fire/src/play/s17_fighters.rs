//! Fighters (OF-17), and shells that fall from off the map.

use engine::{Entry, Tone};
use hexmap::Hex;

use crate::{
    play::s09_fire::{aim, machineguns},
    rule_ids::FIGHTERS,
    state::{
        laid_out::Act,
        units::{Side, UnitId},
    },
    tables::{
        cards::{Card, Nation},
        gp_fire::{GpShot, GpSituation, GpWeapons},
    },
};

/// A fighter comes over a hex. The units of the other side in it and beside it fire first; if they do not shoot it down
/// it attacks the unit, and all beside it in the hex, with each of its weapons. Whether it got through.
pub(crate) fn fighter_run(act: &mut Act<'_>, plane: &str, weapons: &[GpWeapons], target: UnitId) -> bool {
    let (Some(card), Some(hex)) = (act.rules.sheet.card(plane), act.state.hex_of(target)) else { return false };
    if shot_down(act, card, hex) {
        return false;
    }
    for &weapons in weapons {
        let with = match weapons {
            GpWeapons::Bombs => "drops its bombs",
            GpWeapons::Rockets => "fires its rockets",
            GpWeapons::Machineguns | GpWeapons::Main | GpWeapons::All => "fires its machineguns",
        };
        attack_from_afar(act, (card, weapons), target, &format!("{} {with}", card.name));
    }
    true
}

/// Shells from off the map fall on a unit and all beside it in the hex.
pub(crate) fn barrage(act: &mut Act<'_>, offence: u8, target: UnitId) {
    let mut battery = act.rules.sheet.cards[0].clone();
    battery.name = "artillery".to_owned();
    (battery.gp.all, battery.gp.main) = (offence.into(), offence.into());
    attack_from_afar(act, (&battery, GpWeapons::Main), target, "Shells fall");
}

fn attack_from_afar(act: &mut Act<'_>, (firer, weapons): (&Card, GpWeapons), target: UnitId, who: &str) {
    if !act.state.is_on_map(target) {
        return;
    }
    let shot = GpShot {
        firer,
        weapons,
        target: act.rules.card(act.state.unit(target)),
        range: 0,
        situation: machineguns::gp_situation(act.ask(), None, target),
        others: !machineguns::others_beside(act.ask(), target).is_empty(),
    };
    if shot.check(&act.rules.sheet).is_ok() {
        machineguns::resolve_gp(act, &shot, (None, target), who);
    }
}

/// Tanks and squads in the hex and beside it fire their machineguns at a fighter (OF-17), one after the other.
fn shot_down(act: &mut Act<'_>, plane: &Card, hex: Hex) -> bool {
    let side = if plane.nation == Some(Nation::Us) { Side::German } else { Side::Us };
    let near = |unit: UnitId| {
        let from = act.state.unit(unit).hex();
        from.is_some_and(|from| act.rules.grid().distance(from, hex) <= act.rules.sheet.limits.fighters.near)
    };
    let able = |unit: UnitId| near(unit) && machineguns::fires_at_fighters(act.ask(), unit).is_ok();
    let firing: Vec<UnitId> = act.state.active(side).map(|(unit, _)| unit).filter(|&unit| able(unit)).collect();
    firing.into_iter().any(|unit| fire_at_fighter(act, unit, plane))
}

fn fire_at_fighter(act: &mut Act<'_>, unit: UnitId, plane: &Card) -> bool {
    let Some(from) = act.state.hex_of(unit) else { return false };
    let card = machineguns::armed(act.ask(), unit, from);
    // Nothing moves faster (ruling OF-17).
    let situation = GpSituation {
        target_moving: true,
        firer_moving: aim::pace_of(act.ask(), unit),
        firer_suppressed: act.state.unit(unit).condition.suppressed,
        ..GpSituation::default()
    };
    let weapons = GpWeapons::Machineguns;
    let shot = GpShot { firer: &card, weapons, target: plane, range: 0, situation, others: false };
    if shot.check(&act.rules.sheet).is_err() {
        return false;
    }
    let ((result, _), throws) = shot.resolve(&act.rules.sheet, act.dice);
    let down = result == crate::tables::gp_fire::GpResult::Killed;
    act.note(|ask| {
        let what = if down { "it is shot down" } else { "it comes through" };
        Entry::new(FIGHTERS, format!("{} fires at the {}: {what}.", ask.state.unit(unit).name, plane.name))
            .tone(Tone::Combat)
            .about([ask.state.id_of(unit)])
            .because(shot.resolution(&ask.rules.sheet, (result, None), throws))
    });
    down
}
