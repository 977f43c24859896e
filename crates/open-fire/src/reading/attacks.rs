//! Shells from off the map and fighters, on whom a paragraph says (OF-9.2, OF-17).

use dice::Dice;
use engine::Journal;
use hexmap::Hex;

use crate::state::reading::Cause;
use crate::{
    booklet::paragraphs::{
        Area,
        words::{Plane, PlaneWeapon},
    },
    state::{
        State,
        laid_out::OpenFire,
        units::{Place, Side, UnitId},
    },
    tables::gp_fire::GpWeapons,
};

impl OpenFire {
    /// Artillery on an area.
    pub(crate) fn shell_area(
        &self,
        state: &mut State,
        offence: u8,
        area: &Area,
        cause: &Cause,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) {
        for target in self.struck(state, area, cause, dice, journal) {
            self.barrage(state, offence, target, dice, journal);
        }
    }

    /// A fighter's run on an area: it comes over each of its hexes until it is shot down.
    pub(crate) fn fighter_attacks(
        &self,
        state: &mut State,
        (plane, weapons): (Plane, &[PlaneWeapon]),
        area: &Area,
        cause: &Cause,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) {
        let weapon = |weapon: &PlaneWeapon| match weapon {
            PlaneWeapon::Machineguns => GpWeapons::Machineguns,
            PlaneWeapon::Bombs => GpWeapons::Bombs,
            PlaneWeapon::Rockets => GpWeapons::Rockets,
        };
        let weapons: Vec<GpWeapons> = weapons.iter().map(weapon).collect();
        for target in self.struck(state, area, cause, dice, journal) {
            if !self.fighter_run(state, plane.word(), &weapons, target, dice, journal) {
                return;
            }
        }
    }

    /// The primary targets in an area: one for each side in a hex; the others there are beside it (OF-9.3).
    fn struck(
        &self,
        state: &State,
        area: &Area,
        cause: &Cause,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) -> Vec<UnitId> {
        match area {
            Area::Unit(who) => {
                let found = self.unit_drawn(state, *who, cause, dice, journal);
                found.map(|unit| self.carrier_of(state, unit)).into_iter().collect()
            }
            Area::Units(units) => {
                let mut found = Vec::new();
                let mut hexes = Vec::new();
                for unit in self.matching(state, units, cause) {
                    let hex = state.hex_of(unit);
                    if hex.is_some() && !hexes.contains(&hex) {
                        hexes.push(hex);
                        found.push(self.carrier_of(state, unit));
                    }
                }
                found
            }
            Area::Hexes(places) => {
                let hexes = places.iter().filter_map(|place| self.hex_meant(state, *place, cause));
                let sides = |hex: Hex| [Side::Us, Side::German].map(|side| self.softest_in(state, hex, side));
                hexes.flat_map(sides).flatten().collect()
            }
        }
    }

    /// The unit of a side in a hex that GP fire hurts most.
    fn softest_in(&self, state: &State, hex: Hex, side: Side) -> Option<UnitId> {
        let there = state.active(side).filter(|(_, unit)| unit.hex() == Some(hex)).map(|(unit, _)| unit);
        there.min_by_key(|&unit| (self.card(state, unit).gp_defence, unit))
    }

    /// Who carries a unit, or the unit itself.
    fn carrier_of(&self, state: &State, unit: UnitId) -> UnitId {
        match state.unit(unit).place {
            Place::Aboard(carrier) | Place::Towed(carrier) => carrier,
            _ => unit,
        }
    }
}
