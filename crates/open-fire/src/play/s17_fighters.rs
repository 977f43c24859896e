//! Fighters (OF-17), and shells that fall from off the map.

use dice::Dice;
use engine::{Entry, Journal, Tone};
use hexmap::Hex;

use crate::{
    rule_ids::FIGHTERS,
    state::{
        State,
        laid_out::OpenFire,
        units::{Side, UnitId},
    },
    tables::{
        cards::{Card, Nation},
        gp_fire::{GpShot, GpSituation, GpWeapons},
    },
};

/// How near a fighter who fires at it must be: in its hex or beside it.
const NEAR: u16 = 1;

impl OpenFire {
    /// A fighter comes over a hex. The units of the other side in it and beside it fire first; if they do not shoot it down it
    /// attacks the unit, and all beside it in the hex, with each of its weapons. Whether it got through.
    pub(crate) fn fighter_run(
        &self,
        state: &mut State,
        plane: &str,
        weapons: &[GpWeapons],
        target: UnitId,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) -> bool {
        let (Some(card), Some(hex)) = (self.sheet.card(plane), state.hex_of(target)) else { return false };
        if self.shot_down(state, card, hex, dice, journal) {
            return false;
        }
        for &weapons in weapons {
            let with = match weapons {
                GpWeapons::Bombs => "drops its bombs",
                GpWeapons::Rockets => "fires its rockets",
                _ => "fires its machineguns",
            };
            self.attack_from_afar(state, (card, weapons), target, &format!("{} {with}", card.name), dice, journal);
        }
        true
    }

    /// Shells from off the map fall on a unit and all beside it in the hex.
    pub(crate) fn barrage(
        &self,
        state: &mut State,
        offence: u8,
        target: UnitId,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) {
        let mut battery = self.sheet.cards[0].clone();
        battery.name = "artillery".to_owned();
        (battery.gp.all, battery.gp.main) = (offence.into(), offence.into());
        self.attack_from_afar(state, (&battery, GpWeapons::Main), target, "Shells fall", dice, journal);
    }

    fn attack_from_afar(
        &self,
        state: &mut State,
        (firer, weapons): (&Card, GpWeapons),
        target: UnitId,
        who: &str,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) {
        if !state.unit(target).is_on_map() {
            return;
        }
        let shot = GpShot {
            firer,
            weapons,
            target: self.card(state, target),
            range: 0,
            situation: self.gp_situation(state, None, target),
            others: !self.others_beside(state, target).is_empty(),
        };
        if shot.check(&self.sheet).is_ok() {
            self.resolve_gp(state, &shot, (None, target), who, dice, journal);
        }
    }

    /// Tanks and squads in the hex and beside it fire their machineguns at a fighter (OF-17), one after the other.
    fn shot_down(
        &self,
        state: &mut State,
        plane: &Card,
        hex: Hex,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) -> bool {
        let side = if plane.nation == Some(Nation::Us) { Side::German } else { Side::Us };
        let near = |unit: UnitId| {
            let from = state.unit(unit).hex();
            from.is_some_and(|from| self.grid().distance(from, hex) <= NEAR)
        };
        let able = |unit: UnitId| near(unit) && self.fires_at_fighters(state, unit).is_ok();
        let firing: Vec<UnitId> = state.active(side).map(|(unit, _)| unit).filter(|&unit| able(unit)).collect();
        firing.into_iter().any(|unit| self.fire_at_fighter(state, unit, plane, dice, journal))
    }

    fn fire_at_fighter(
        &self,
        state: &mut State,
        unit: UnitId,
        plane: &Card,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) -> bool {
        let Some(from) = state.hex_of(unit) else { return false };
        let card = self.armed(state, unit, from);
        let situation = GpSituation {
            firer_moving: self.pace_of(state, unit),
            firer_suppressed: state.unit(unit).condition.suppressed,
            ..GpSituation::default()
        };
        let weapons = GpWeapons::Machineguns;
        let shot = GpShot { firer: &card, weapons, target: plane, range: 0, situation, others: false };
        if shot.check(&self.sheet).is_err() {
            return false;
        }
        let ((result, _), throws) = shot.resolve(&self.sheet, dice);
        let down = result == crate::tables::gp_fire::GpResult::Killed;
        journal.note(|| {
            let what = if down { "it is shot down" } else { "it comes through" };
            Entry::new(FIGHTERS, format!("{} fires at the {}: {what}.", state.unit(unit).name, plane.name))
                .tone(Tone::Combat)
                .about([self.id_of(state, unit)])
                .because(shot.resolution(&self.sheet, (result, None), throws))
        });
        down
    }
}
