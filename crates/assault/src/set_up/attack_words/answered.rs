//! How odds and results are answered, the same for every kind of attack.

use dice::{Dice, Odds, TooManyWays};
use engine::{AskError, Forecast, Modifier, Prospect, Resolution, Resolved};

pub(super) use crate::play::told::{
    prospect_as, prospect_of_fate, reading_of, single, spoken_result, symbols_in_words, throws_of,
};
use crate::{
    play::s10_results::{Clash, Fate, Target},
    rule_ids::RESULTS,
    tables::dice::CombatDice,
};

pub(super) fn too_many(error: TooManyWays) -> AskError {
    AskError::Words(error.to_string())
}

/// The odds of what becomes of a target.
pub(super) fn forecast_of_fates(modifiers: Vec<Modifier>, odds: &Odds<Fate>) -> Forecast {
    let named: Vec<(Fate, Prospect)> = odds.results().map(|(fate, _)| (*fate, prospect_of_fate(*fate))).collect();
    Forecast::new(modifiers, odds, named)
}

/// A clash with its target, ready to be thrown.
pub(super) struct Asked {
    pub(super) clash: Clash,
    pub(super) target: Target,
    /// What becomes of the target is asked, and not the symbols that are left.
    pub(super) full: bool,
}

impl Asked {
    /// Throws a clash and says how it came out.
    pub(super) fn thrown(
        &self,
        combat: &CombatDice,
        modifiers: Vec<Modifier>,
        spotting: Option<u16>,
        dice: &mut dyn Dice,
    ) -> Resolved {
        let cast = self.clash.cast(combat, dice);
        let critical = if self.full { self.clash.compare(combat, cast.left, dice) } else { None };
        let mut throws = throws_of(&cast, critical.as_ref());
        if let Some(face) = spotting {
            throws.insert(0, single("spotting", face));
        }
        let strongest = critical.and_then(|critical| critical.strongest);
        let fate = self.target.fate(cast.left, strongest);
        let result = if self.full { fate.to_string() } else { cast.left.to_string() };
        let reading = reading_of(&self.clash, &cast);
        let text = result.replace(',', ", ").replace(':', " ");
        Resolved { rule: RESULTS, resolution: Resolution { modifiers, throws, reading, result }, text }
    }
}
