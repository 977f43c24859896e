//! Close assault, charge and capture (OF-11): GP fire in one hex, with doubled ratings.

use dice::{Dice, Die, odds};
use engine::{Forecast, Measure, Modifier, Resolution, Role, Thrown};

use crate::{
    rule_ids::{ASSAULT, ASSAULT_PROCEDURE, CAPTURE},
    tables::{
        cards::{Card, Kind, Nation},
        damage::Stake,
        display_sheet::DisplaySheet,
        fire_refusal::CannotFire,
        gp_fire::{GpResult, GpSituation, read_out},
    },
};

/// Everything that decides a close assault. A charge is said in the situation (OF-11.3).
#[derive(Copy, Clone, Debug)]
pub struct CloseAssault<'a> {
    /// The card of the attacker.
    pub firer: &'a Card,
    /// The card of the defender.
    pub target: &'a Card,
    /// The circumstances that modify it.
    pub situation: GpSituation<'a>,
    /// Whether the aim is to capture, not to kill (OF-11.2).
    pub capture: bool,
}

const THROW: &str = "close assault";

impl CloseAssault<'_> {
    /// Whether the assault may be made.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn check(&self) -> Result<(), CannotFire> {
        let (firer, target) = (|| self.firer.name.clone(), || self.target.name.clone());
        if matches!(self.firer.kind, Kind::Fighter | Kind::Bunker | Kind::Gun | Kind::Pow) || self.firer.gp.all < 1 {
            return Err(CannotFire::CannotAssault(firer()));
        }
        if matches!(self.target.kind, Kind::Fighter | Kind::Bunker) {
            return Err(CannotFire::NotAssaulted(target()));
        }
        let may = self.firer.nation == Some(Nation::Us)
            && self.firer.kind.is_squad()
            && self.target.nation == Some(Nation::German);
        if self.capture && !may {
            return Err(CannotFire::CannotCapture { firer: firer(), target: target() });
        }
        Ok(())
    }

    fn doubled(sheet: &DisplaySheet, card: &Card, rating: i32) -> i32 {
        let fixed = sheet.gp_modifications.fixed;
        (rating + squad_bonus(sheet, card)) * fixed.close_assault_times
    }

    /// The column of the track.
    pub fn column(&self, sheet: &DisplaySheet) -> i32 {
        Self::doubled(sheet, self.firer, self.firer.gp.all) - Self::doubled(sheet, self.target, self.target.gp_defence)
            + self.situation.spaces(sheet)
    }

    /// The one place where a close assault is resolved.
    pub fn resolve(&self, sheet: &DisplaySheet, dice: &mut dyn Dice) -> (GpResult, Option<u16>) {
        let (result, face) = sheet.gp_track.resolve(self.column(sheet), THROW, dice);
        let result = match (self.capture, result) {
            (false, result) => result,
            (true, GpResult::Killed) => GpResult::Captured,
            (true, _) => GpResult::NoEffect,
        };
        (result, face)
    }

    /// What decides it, in order: all but the last add up to the last, the column.
    pub fn modifiers(&self, sheet: &DisplaySheet) -> Vec<Modifier> {
        let mut modifiers = Vec::new();
        for (card, rating, what, sign) in
            [(self.firer, self.firer.gp.all, "offence", 1), (self.target, self.target.gp_defence, "defence", -1)]
        {
            let bonus = squad_bonus(sheet, card);
            let twice = Self::doubled(sheet, card, rating);
            modifiers.push(Modifier::new(ASSAULT, format!("GP {what} ({})", card.name), sign * rating));
            if bonus != 0 {
                modifiers.push(Modifier::new(ASSAULT_PROCEDURE, "squad in close assault", sign * bonus));
            }
            modifiers.push(Modifier::new(
                ASSAULT_PROCEDURE,
                format!("{what} doubled"),
                sign * (twice - rating - bonus),
            ));
        }
        modifiers.extend(self.situation.modifiers(sheet));
        modifiers.push(Modifier::new(ASSAULT, "final column", self.column(sheet)).being(Role::Sum));
        modifiers.into_iter().map(|modifier| modifier.counted_in(Measure::Columns)).collect()
    }

    fn results(&self) -> &'static [GpResult] {
        if self.capture { &[GpResult::NoEffect, GpResult::Captured] } else { &GpResult::ALL }
    }

    /// The exact odds.
    pub fn forecast(&self, sheet: &DisplaySheet, stake: &Stake) -> Forecast {
        let odds = odds(|dice| self.resolve(sheet, dice).0).unwrap_or_else(|_| unreachable!("one die"));
        let named = self.results().iter().map(|result| (*result, result.prospect(stake, result.name().to_owned())));
        Forecast::new(self.modifiers(sheet), &odds.out_of(10), named)
    }

    /// How it came out, with every modifier and die.
    pub fn resolution(&self, sheet: &DisplaySheet, result: GpResult, face: Option<u16>) -> Resolution {
        let throws: Vec<Thrown> = face.into_iter().map(|face| Thrown::new(&Die::D10, THROW, [face])).collect();
        let mut reading = read_out(self.column(sheet), result, &throws, THROW);
        if self.capture {
            reading = format!("{reading}: only a kill captures ({CAPTURE})");
        }
        Resolution { modifiers: self.modifiers(sheet), throws, reading, result: result.name().to_owned() }
    }
}

fn squad_bonus(sheet: &DisplaySheet, card: &Card) -> i32 {
    if card.kind.is_squad() { sheet.gp_modifications.fixed.squad_in_close_assault } else { 0 }
}
