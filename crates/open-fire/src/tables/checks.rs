//! Checks against a rating (OF-2.9, OF-5.3, OF-5.10): a ten-sided die, equal or less succeeds; a 1 always does, a 10
//! never.

use dice::{Dice, Die, Throw, odds};
use engine::{Forecast, GoodFor, Modifier, Prospect, Resolution, Role, RuleId, Severity, Thrown};

use crate::rule_ids::{CHECKS, PERCEPTION};

/// The lowest faces of a D100 that always hit, and the highest that never do (OF-2.9).
const SURE_HIT: i32 = 5;
const SURE_MISS: i32 = 96;

/// The chance that counts when a D100 is thrown against `chance` (OF-2.9).
pub fn percentile(chance: i32) -> i32 {
    chance.clamp(SURE_HIT, SURE_MISS - 1)
}

/// A check: Perception, Initiative or Driving Skill.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// What is checked: "perception check".
    pub what: &'static str,
    /// The rule that asks for it.
    pub rule: RuleId,
    /// The unit's rating.
    pub rating: i32,
    /// The sum of the modifications from the paragraph and for the terrain.
    pub modification: i32,
}

impl Check {
    /// A Perception Check (OF-5.3).
    pub fn perception(rating: i32, modification: i32) -> Check {
        Check { what: "perception check", rule: PERCEPTION, rating, modification }
    }

    /// The highest face that succeeds.
    pub fn succeeds_to(self) -> i32 {
        (self.rating + self.modification).clamp(1, 9)
    }

    /// The one place where a check is made.
    pub fn resolve(self, dice: &mut dyn Dice) -> (bool, u16) {
        let read = |faces: &[u16]| u16::from(i32::from(faces[0]) <= self.succeeds_to());
        let fell = dice.throw(&Throw::d10(self.what).read(&read));
        (fell.row() == 1, fell.faces()[0])
    }

    /// What decides it, in order.
    pub fn modifiers(self) -> Vec<Modifier> {
        let mut modifiers = vec![Modifier::new(self.rule, "rating", self.rating)];
        if self.modification != 0 {
            modifiers.push(Modifier::new(self.rule, "modification", self.modification));
        }
        let limited = self.succeeds_to() != self.rating + self.modification;
        let role = if limited { Role::Result } else { Role::Sum };
        modifiers.push(Modifier::new(CHECKS, "succeeds up to", self.succeeds_to()).being(role));
        modifiers
    }

    /// The exact odds.
    pub fn forecast(self) -> Forecast {
        let odds = odds(|dice| self.resolve(dice).0).unwrap_or_else(|_| unreachable!("one die"));
        let success = Prospect::new("success", GoodFor::Doer, Severity::Effect);
        let named = [(true, success), (false, Prospect::nothing("failure").in_group("failure"))];
        Forecast::new(self.modifiers(), &odds.out_of(10), named)
    }

    /// How it came out.
    pub fn resolution(self, success: bool, face: u16) -> Resolution {
        let (relation, result) = if success { ("is within", "success") } else { ("is above", "failure") };
        Resolution {
            modifiers: self.modifiers(),
            throws: vec![Thrown::new(&Die::D10, self.what, [face])],
            reading: format!("{face} {relation} {}", self.succeeds_to()),
            result: result.to_owned(),
        }
    }
}
