//! Shells from off the map and fighters, on whom a paragraph says (OF-9.2, OF-17).

use engine::{Entry, Tone};
use hexmap::Hex;

use crate::{
    booklet::paragraphs::{
        Area, Place, UnitRef,
        words::{Plane, PlaneWeapon},
    },
    play::{
        s09_fire::{aim, machineguns},
        s14_damage, s17_fighters,
    },
    reading::{conditions, whom},
    rule_ids::AP_DAMAGE,
    state::{
        laid_out::{Act, Ask},
        reading::Cause,
        units::{self, Side, UnitId},
    },
    tables::{
        ap_fire::{ApResult, ApShot, Penetration, Weapon, facing_hit},
        gp_fire::GpWeapons,
    },
};

/// Artillery on an area.
pub(crate) fn shell_area(act: &mut Act<'_>, offence: u8, area: &Area, cause: &Cause) {
    for target in struck(act, area, cause) {
        s17_fighters::barrage(act, offence, target);
    }
}

/// A fighter's run on an area: it comes over each of its hexes until it is shot down.
pub(crate) fn fighter_attacks(
    act: &mut Act<'_>,
    (plane, weapons): (Plane, &[PlaneWeapon]),
    area: &Area,
    cause: &Cause,
) {
    let weapon = |weapon: &PlaneWeapon| match weapon {
        PlaneWeapon::Machineguns => GpWeapons::Machineguns,
        PlaneWeapon::Bombs => GpWeapons::Bombs,
        PlaneWeapon::Rockets => GpWeapons::Rockets,
    };
    let weapons: Vec<GpWeapons> = weapons.iter().map(weapon).collect();
    for target in struck(act, area, cause) {
        if !s17_fighters::fighter_run(act, plane.word(), &weapons, target) {
            return;
        }
    }
}

/// A shell strikes a unit, from nowhere or from a hex (OF-14.3). Men on foot have nothing that it could pierce.
pub(crate) fn hit(act: &mut Act<'_>, who: UnitRef, (penetration, from): (u8, Option<Place>), cause: &Cause) {
    let Some(unit) = whom::unit_drawn(act, who, cause).filter(|&unit| act.state.is_on_map(unit)) else { return };
    let from = from.and_then(|from| whom::hex_meant(act.ask(), from, cause));
    let shell = Weapon {
        id: String::new(),
        name: "a shell".to_owned(),
        chance: Vec::new(),
        penetration: vec![Penetration { to: None, value: penetration.into() }],
        short: 0,
        limit: None,
        printed: String::new(),
        why: String::new(),
    };
    let (piece, card) = (act.state.unit(unit), act.rules.card(act.state.unit(unit)));
    let facing =
        from.zip(act.state.hex_of(unit)).map(|(from, at)| facing_hit(act.rules.grid(), at, piece.facing, from));
    let shot = ApShot {
        facing: facing.unwrap_or(hexmap::Arc::Front),
        closed: piece.closed && card.kind.can_close(),
        ..ApShot::plain(&shell, card, 0)
    };
    if shot.check().is_err() {
        return;
    }
    let (result, fell) = shot.strike(&act.rules.sheet, act.dice);
    let target = s14_damage::as_target(act.ask(), unit);
    act.note(|ask| {
        let outcome = shot.text(&ask.rules.sheet, &target, result, fell);
        Entry::new(AP_DAMAGE, format!("A shell strikes {}: {outcome}.", ask.state.unit(unit).name))
            .tone(Tone::Combat)
            .about([ask.state.id_of(unit)])
            .because(shot.struck(&ask.rules.sheet, result, fell))
    });
    aim::alarm(act, unit);
    if let ApResult::Hit(area, _) = result {
        let area = &card.chart(shot.facing)[area].area;
        let mut effects = shot.effects(&act.rules.sheet.damage, &target, result);
        machineguns::spread_over_machineguns(act, unit, area, &mut effects);
        s14_damage::suffer(act, unit, &effects);
    }
}

/// The primary targets in an area: one for each side in a hex; the others there are beside it (OF-9.3).
fn struck(act: &mut Act<'_>, area: &Area, cause: &Cause) -> Vec<UnitId> {
    match area {
        Area::Unit(who) => {
            let found = whom::unit_drawn(act, *who, cause);
            found.map(|unit| carrier_of(act.ask(), unit)).into_iter().collect()
        }
        Area::Units(units) => {
            let mut found = Vec::new();
            let mut hexes = Vec::new();
            for unit in conditions::matching(act.ask(), units, cause) {
                let hex = act.state.hex_of(unit);
                if hex.is_some() && !hexes.contains(&hex) {
                    hexes.push(hex);
                    found.push(carrier_of(act.ask(), unit));
                }
            }
            found
        }
        Area::Hexes(places) => {
            let hexes = places.iter().filter_map(|place| whom::hex_meant(act.ask(), *place, cause));
            let sides = |hex: Hex| [Side::Us, Side::German].map(|side| softest_in(act.ask(), hex, side));
            hexes.flat_map(sides).flatten().collect()
        }
    }
}

/// The unit of a side in a hex that GP fire hurts most.
fn softest_in(ask: Ask<'_>, hex: Hex, side: Side) -> Option<UnitId> {
    let in_hex = ask.state.active(side).filter(|(_, unit)| unit.hex() == Some(hex)).map(|(unit, _)| unit);
    in_hex.min_by_key(|&unit| (ask.rules.card(ask.state.unit(unit)).gp_defence, unit))
}

/// The unit that carries this one, or the unit itself.
fn carrier_of(ask: Ask<'_>, unit: UnitId) -> UnitId {
    match ask.state.unit(unit).place {
        units::Place::Aboard(carrier) | units::Place::Towed(carrier) => carrier,
        units::Place::At(_) | units::Place::OffMap | units::Place::Exited | units::Place::Removed => unit,
    }
}
