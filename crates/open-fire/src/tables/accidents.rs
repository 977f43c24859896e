//! Accident Checks (OF-7.8): a die against the Driving Skill; who fails looks into the Accident Table.

use dice::{Dice, Die, Throw, odds};
use engine::{Forecast, GoodFor, Modifier, Prospect, Provenance, Resolution, Severity, Thrown};
use serde::Deserialize;

use crate::{
    rule_ids::ACCIDENTS,
    tables::{checks::Check, damage::Effect, forms::Span},
};

/// The Accident Table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AccidentTable {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    /// Its rows.
    #[serde(rename = "row")]
    pub rows: Vec<AccidentRow>,
}

/// A row of it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AccidentRow {
    /// The second die.
    pub die: Span,
    /// `skid-left`.
    pub id: String,
    /// What happens, in words.
    pub text: String,
    /// What happens.
    pub effects: Vec<Effect>,
}

const TABLE: &str = "accident table";

/// The check of a crew with this Driving Skill.
pub fn accident_check(driving_skill: i32) -> Check {
    Check { what: "accident check", rule: ACCIDENTS, rating: driving_skill, modification: 0 }
}

impl AccidentTable {
    /// The one place where an accident is resolved: the row, if there is an accident.
    pub fn resolve(&self, driving_skill: i32, dice: &mut dyn Dice) -> (Option<usize>, Vec<Thrown>) {
        let check = accident_check(driving_skill);
        let (safe, face) = check.resolve(dice);
        let mut throws = vec![Thrown::new(&Die::D10, check.what, [face])];
        if safe {
            return (None, throws);
        }
        let read = |faces: &[u16]| self.rows.iter().position(|row| row.die.has(faces[0])).unwrap_or(0) as u16;
        let fell = dice.throw(&Throw::d10(TABLE).read(&read));
        throws.push(Thrown::new(&Die::D10, TABLE, fell.faces()));
        (Some(usize::from(fell.row())), throws)
    }

    /// An accident that is certain: no check, and a row in which nothing happens is thrown again (ruling OF-7.8).
    pub fn resolve_certain(&self, dice: &mut dyn Dice) -> (Option<usize>, Vec<Thrown>) {
        let read = |faces: &[u16]| self.rows.iter().position(|row| row.die.has(faces[0])).unwrap_or(0) as u16;
        loop {
            let fell = dice.throw(&Throw::d10(TABLE).read(&read));
            let row = usize::from(fell.row());
            if !self.rows[row].effects.is_empty() {
                return (Some(row), vec![Thrown::new(&Die::D10, TABLE, fell.faces())]);
            }
        }
    }

    /// The stable name of a result.
    pub fn name(&self, result: Option<usize>) -> &str {
        result.map_or("safe", |row| &self.rows[row].id)
    }

    /// What happens, in words.
    pub fn text(&self, result: Option<usize>) -> &str {
        result.map_or("no accident", |row| &self.rows[row].text)
    }

    /// What happens.
    pub fn effects(&self, result: Option<usize>) -> &[Effect] {
        result.map_or(&[], |row| &self.rows[row].effects)
    }

    /// What decides it.
    pub fn modifiers(driving_skill: i32) -> Vec<Modifier> {
        accident_check(driving_skill).modifiers()
    }

    /// The exact odds.
    pub fn forecast(&self, driving_skill: i32) -> Forecast {
        let odds = odds(|dice| self.resolve(driving_skill, dice).0).unwrap_or_else(|_| unreachable!("two dice"));
        let all = std::iter::once(None).chain((0..self.rows.len()).map(Some));
        let named = all.map(|result| (result, self.prospect(result)));
        Forecast::new(Self::modifiers(driving_skill), &odds.out_of(100), named)
    }

    /// What a result means for the vehicle: it stops, or something stays.
    fn prospect(&self, result: Option<usize>) -> Prospect {
        let stays = |effect: &Effect| {
            matches!(effect, Effect::ReduceMpa | Effect::ReduceMpaToZero | Effect::ReduceCrew(_) | Effect::Killed)
        };
        let bad = |severity| Prospect::new(self.name(result), GoodFor::Other, severity);
        let prospect = match self.effects(result) {
            [] => Prospect::nothing(self.name(result)).in_group("safe"),
            effects if effects.iter().any(stays) => bad(Severity::Damage).in_group("crash"),
            _ => bad(Severity::Effect).in_group("mishap"),
        };
        prospect.called(self.text(result))
    }

    /// How it came out.
    pub fn resolution(&self, driving_skill: i32, result: Option<usize>, throws: Vec<Thrown>) -> Resolution {
        let to = accident_check(driving_skill).succeeds_to();
        let first = throws[0].faces[0];
        let reading = match throws.get(1) {
            None => format!("{first} is within {to}"),
            Some(second) => format!("{first} is above {to}; {} on the Accident Table", second.faces[0]),
        };
        Resolution { modifiers: Self::modifiers(driving_skill), throws, reading, result: self.name(result).to_owned() }
    }

    /// How one came out that was certain.
    pub fn certain(&self, result: Option<usize>, throws: Vec<Thrown>) -> Resolution {
        let reading =
            throws.first().map(|thrown| format!("{} on the Accident Table", thrown.faces[0])).unwrap_or_default();
        Resolution { modifiers: Vec::new(), throws, reading, result: self.name(result).to_owned() }
    }
}
