//! Minefields (OF-13.1): a Perception Check; who fails it is hit in the wheels or tracks.

use dice::{Dice, Die, Throw, odds};
use engine::{Forecast, GoodFor, Measure, Modifier, Prospect, Resolution, Role, Thrown};

use crate::{
    rule_ids::MINEFIELDS,
    tables::{
        cards::{Card, Kind, Nation, Severity},
        checks::Check,
        damage::{Effect, Stake, Target, gp_effects},
        display_sheet::DisplaySheet,
        fire_refusal::CannotFire,
        gp_fire::GpResult,
    },
};

/// A unit enters a minefield.
#[derive(Copy, Clone, Debug)]
pub struct Mine<'a> {
    /// The card of the unit that enters.
    pub target: &'a Card,
    /// Its men know where the mines lie: Germans, in a vehicle of their own.
    pub knows: bool,
    /// Its perception.
    pub perception: i32,
    /// The sum of the modifications for the terrain and from the paragraph.
    pub modification: i32,
}

/// What comes of it, from best for the unit to worst.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MineResult {
    /// The check succeeded.
    Unharmed,
    /// A hit on wheels or tracks.
    Gear(Severity),
    /// Men on foot are hit as by GP fire.
    Men(GpResult),
}

const EXPLOSION: &str = "mine";

impl<'a> Mine<'a> {
    /// A unit of the nation on its card.
    pub fn new(target: &'a Card, perception: i32, modification: i32) -> Mine<'a> {
        Mine { target, knows: target.nation == Some(Nation::German), perception, modification }
    }

    /// Whether mines concern the unit.
    ///
    /// # Errors
    /// Why they do not.
    pub fn check(&self) -> Result<(), CannotFire> {
        let name = || self.target.name.clone();
        if self.knows {
            return Err(CannotFire::OwnMines(name()));
        }
        if matches!(self.target.kind, Kind::Fighter | Kind::Bunker | Kind::Gun) {
            return Err(CannotFire::NotByMines(name()));
        }
        Ok(())
    }

    fn perception(&self) -> Check {
        Check::perception(self.perception, self.modification)
    }

    /// The one place where a mine is resolved.
    pub fn resolve(&self, sheet: &DisplaySheet, dice: &mut dyn Dice) -> (MineResult, Vec<Thrown>) {
        let (noticed, face) = self.perception().resolve(dice);
        let mut throws = vec![Thrown::new(&Die::D10, self.perception().what, [face])];
        if noticed {
            return (MineResult::Unharmed, throws);
        }
        let strength = sheet.damage.minefield.penetration;
        let (result, face) = match self.target.running_gear() {
            Some(gear) => {
                let read = |faces: &[u16]| gear.severity(i32::from(faces[0]) + strength) as u16;
                let fell = dice.throw(&Throw::d10(EXPLOSION).read(&read));
                (MineResult::Gear(Severity::ALL[usize::from(fell.row())]), Some(fell.faces()[0]))
            }
            None => {
                let (result, face) = sheet.gp_track.resolve(strength - self.target.gp_defence, EXPLOSION, dice);
                (MineResult::Men(result), face)
            }
        };
        throws.extend(face.map(|face| Thrown::new(&Die::D10, EXPLOSION, [face])));
        (result, throws)
    }

    /// The stable name of a result.
    pub fn name(&self, result: MineResult) -> String {
        match result {
            MineResult::Unharmed => "unharmed".to_owned(),
            MineResult::Gear(severity) => {
                let gear = self.target.running_gear().map_or("wheels", |gear| &gear.area);
                format!("hit {gear} {}", severity.name())
            }
            MineResult::Men(result) => result.name().to_owned(),
        }
    }

    /// What decides it, in order.
    pub fn modifiers(&self, sheet: &DisplaySheet) -> Vec<Modifier> {
        let mut modifiers = self.perception().modifiers();
        let strength = sheet.damage.minefield.penetration;
        match self.target.running_gear() {
            Some(_) => {
                modifiers
                    .push(Modifier::new(MINEFIELDS, "penetration of the mine", strength).counted_in(Measure::Damage));
            }
            None => {
                let columns =
                    |what: &str, value: i32| Modifier::new(MINEFIELDS, what, value).counted_in(Measure::Columns);
                modifiers.push(columns("GP offence of the mine", strength));
                modifiers.push(columns("GP defence", -self.target.gp_defence));
                modifiers.push(columns("final column", strength - self.target.gp_defence).being(Role::Sum));
            }
        }
        modifiers
    }

    /// The exact odds.
    pub fn forecast(&self, sheet: &DisplaySheet, stake: &Stake) -> Forecast {
        let odds = odds(|dice| self.resolve(sheet, dice).0).unwrap_or_else(|_| unreachable!("two dice"));
        let harm: Vec<MineResult> = match self.target.running_gear() {
            Some(gear) => {
                let possible = |severity: &Severity| *severity != Severity::Killed || gear.killed.is_some();
                Severity::ALL.into_iter().filter(possible).map(MineResult::Gear).collect()
            }
            None => GpResult::ALL.map(MineResult::Men).to_vec(),
        };
        let prospect = |result: MineResult| -> Prospect {
            let effects = self.effects(sheet, &stake.target, result);
            stake.prospect(self.name(result), &effects, GoodFor::Other)
        };
        let all = std::iter::once(MineResult::Unharmed).chain(harm).map(|result| (result, prospect(result)));
        Forecast::new(self.modifiers(sheet), &odds.out_of(100), all)
    }

    /// What it does to the unit.
    pub fn effects(&self, sheet: &DisplaySheet, target: &Target, result: MineResult) -> Vec<Effect> {
        match (result, self.target.running_gear()) {
            (MineResult::Gear(severity), Some(gear)) => sheet.damage.ap_effects(target, &gear.area, severity),
            (MineResult::Men(result), _) => gp_effects(target, result),
            _ => Vec::new(),
        }
    }

    /// How it came out.
    pub fn resolution(&self, sheet: &DisplaySheet, result: MineResult, throws: Vec<Thrown>) -> Resolution {
        let noticed = format!("{} against {}", throws[0].faces[0], self.perception().succeeds_to());
        let reading = match throws.get(1) {
            None => format!("{noticed}: noticed in time"),
            Some(mine) => {
                let total = i32::from(mine.faces[0]) + sheet.damage.minefield.penetration;
                format!("{noticed}: a mine explodes; {} makes a total of {total}", mine.faces[0])
            }
        };
        Resolution { modifiers: self.modifiers(sheet), throws, reading, result: self.name(result) }
    }
}
