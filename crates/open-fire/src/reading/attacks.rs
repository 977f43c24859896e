//! Shells from off the map and fighters, on whom a paragraph says (OF-9.2, OF-17).

use hexmap::Hex;

use crate::{
    booklet::paragraphs::{
        Area,
        words::{Plane, PlaneWeapon},
    },
    play::s17_fighters,
    reading::{conditions, whom},
    state::{
        laid_out::{Act, Ask},
        reading::Cause,
        units::{Place, Side, UnitId},
    },
    tables::gp_fire::GpWeapons,
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
        Place::Aboard(carrier) | Place::Towed(carrier) => carrier,
        Place::At(_) | Place::OffMap | Place::Exited | Place::Removed => unit,
    }
}
