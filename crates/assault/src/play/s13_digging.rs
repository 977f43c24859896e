//! Digging in (AS-13.1).

use std::ops::ControlFlow;

use engine::{Choice, Family, Verb, Visit, Wish};

use super::{
    Refused,
    notation::{read_unit, unit_id},
    offer::deed,
    pointing::Meant,
    s04_units::card,
    s09_activation, s09_terrain,
};
use crate::{
    rule_ids::DEFENDER_STATUS,
    state::{Act, Activation, Ask, Assault, Mark, Unit},
    tables::Kind,
};

/// Dig in.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct DigIn {
    /// The unit.
    pub unit: Unit,
}

/// A unit that may dig in.
#[derive(Copy, Clone, Debug)]
pub struct Ready(Activation);

impl Family for DigIn {
    type Rules = Assault;
    type Ready<'r> = Ready;

    const FORMS: &'static [Verb] = &[("dig-in", "dig-in UNIT")];

    fn list(ask: Ask<'_>, visit: &mut Visit<'_, Self>) -> ControlFlow<()> {
        s09_activation::active(ask).try_for_each(|unit| DigIn { unit }.visit_if_legal(ask, visit))
    }

    fn check(&self, ask: Ask<'_>) -> Result<Ready, Refused> {
        check_dig_in(ask, self.unit).map(Ready)
    }

    fn perform(Ready(activation): Ready, act: &mut Act<'_>) {
        s09_activation::spend(act, activation, Mark::DiggingIn, "digs in", DEFENDER_STATUS);
    }

    fn offer(&self, ask: Ask<'_>) -> Choice {
        deed(ask, DEFENDER_STATUS, self.unit, "Dig in", "Stay", 3)
    }

    fn write(&self, ask: Ask<'_>) -> String {
        format!("dig-in {}", unit_id(ask, self.unit))
    }

    fn read(ask: Ask<'_>, words: &[&str]) -> Result<Option<Self>, String> {
        let ["dig-in", unit] = *words else { return Ok(None) };
        Ok(Some(DigIn { unit: read_unit(ask, unit)? }))
    }

    fn wishes(_: Ask<'_>, meant: Meant) -> Vec<Wish<Self>> {
        let dig = meant.is_anything().then(|| Wish::new("Dig in", DigIn { unit: meant.unit }));
        dig.into_iter().collect()
    }
}

fn check_dig_in(ask: Ask<'_>, unit: Unit) -> Result<Activation, Refused> {
    let activation = s09_activation::fresh(ask, unit)?;
    s09_activation::check_steady(ask, unit)?;
    let hex = ask.state.hex(unit).ok_or(Refused::NotOnMap)?;
    let ground = &s09_terrain::ground(ask, hex).id;
    let hard = ask.rules.catalogue.turn.digging_in.not_in.contains(ground);
    if hard || card(ask, unit).kind == Kind::Vehicle || s09_terrain::inside(ask, unit).is_some() {
        return Err(Refused::CannotDig);
    }
    if ask.state.has(unit, Mark::DugIn) { Err(Refused::DugInAlready) } else { Ok(activation) }
}
