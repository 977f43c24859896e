//! The odds of a round, exact; and those of a whole combat, a chain of exact rounds.

use std::{collections::BTreeMap, sync::Arc};

use dice::{Odds, TooManyWays};

use super::{CloseCombat, Outcome, Round};
use crate::{
    play::{
        counting::Words,
        s10_results::{Clash, Fate, Target},
    },
    tables::{Catalogue, dice::CombatDice},
};

/// How a combat ended and what both sides had become by then.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub struct Ending {
    pub outcome: Outcome,
    pub assaulter: Condition,
    pub defender: Condition,
}

/// What a unit has become.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub struct Condition {
    pub damage: u8,
    pub half_strength: bool,
    pub suppressed: bool,
    pub immobilised: bool,
}

impl From<Target> for Condition {
    fn from(target: Target) -> Condition {
        let Target { damage, half_strength, suppressed, immobilised, .. } = target;
        Condition { damage, half_strength, suppressed, immobilised }
    }
}

/// A whole combat is counted out of so many parts. The exact numbers of six rounds do not fit 128 bits; each part that
/// is rounded is a millionth of a millionth of a thousandth.
const PARTS: u128 = 1_000_000_000_000_000;

/// What both attacks of a round can do.
struct Fates {
    on_defender: Arc<Odds<Fate>>,
    on_assaulter: Arc<Odds<Fate>>,
}

/// What attacks do, counted up once: many a state of a combat has the same dice against the same target, and so have
/// many combats of a game. It belongs to one box of dice.
#[derive(Default)]
pub struct KnownFates(BTreeMap<(Clash, Target), Arc<Odds<Fate>>>);

impl KnownFates {
    fn fates(
        &mut self,
        combat: &CombatDice,
        clash: Option<Clash>,
        target: Target,
    ) -> Result<Arc<Odds<Fate>>, TooManyWays> {
        let Some(clash) = clash else { return Ok(Arc::new(Odds::counted([(Fate::default(), 1)])?)) };
        if let Some(known) = self.0.get(&(clash, target)) {
            return Ok(Arc::clone(known));
        }
        let fates = Arc::new(clash.fates(combat, &target)?);
        self.0.insert((clash, target), Arc::clone(&fates));
        Ok(fates)
    }
}

impl Round {
    /// The exact odds of what a round does: to the assaulter, and to the defender.
    ///
    /// # Errors
    /// If there are too many dice to count.
    pub fn odds(&self, combat: &CombatDice, of: &CloseCombat<'_>) -> Result<Odds<(Fate, Fate)>, TooManyWays> {
        let Fates { on_defender, on_assaulter } = self.fates(combat, of, &mut KnownFates::default())?;
        let mut both = Vec::new();
        for (assaulter, ways) in on_assaulter.results() {
            for (defender, others) in on_defender.results() {
                both.push(((*assaulter, *defender), ways.checked_mul(others).ok_or(TooManyWays)?));
            }
        }
        Odds::counted(both)
    }

    fn fates(&self, combat: &CombatDice, of: &CloseCombat<'_>, known: &mut KnownFates) -> Result<Fates, TooManyWays> {
        Ok(Fates {
            on_defender: known.fates(combat, self.attack, of.defender.state)?,
            on_assaulter: known.fates(combat, self.reply, of.assaulter.state)?,
        })
    }
}

impl CloseCombat<'_> {
    /// The odds of the whole combat, from its first round on: a chain of exact rounds, rounded to 10^15 parts.
    ///
    /// # Errors
    /// If there are too many dice in a round to count.
    pub fn odds(&self, catalogue: &Catalogue) -> Result<Odds<Ending>, TooManyWays> {
        self.odds_from(catalogue, 1, &mut KnownFates::default())
    }

    /// The same from a later round on, with the state that both sides have by then.
    ///
    /// # Errors
    /// If there are too many dice in a round to count.
    pub fn odds_from(
        &self,
        catalogue: &Catalogue,
        number: u8,
        known: &mut KnownFates,
    ) -> Result<Odds<Ending>, TooManyWays> {
        let most = catalogue.close_combat().rounds.most;
        let mut endings: BTreeMap<Ending, u128> = BTreeMap::new();
        let mut standing = BTreeMap::from([((self.assaulter.state, self.defender.state), PARTS)]);
        for number in number..=most.max(number) {
            let mut next: BTreeMap<(Target, Target), u128> = BTreeMap::new();
            for ((assaulter, defender), parts) in standing {
                let now = self.standing(assaulter, defender);
                let fates = now.counted(catalogue, number, Words::Silent).fates(catalogue.dice(), &now, known)?;
                for (on_defender, parts) in shares(&fates.on_defender, parts) {
                    for (on_assaulter, parts) in shares(&fates.on_assaulter, parts) {
                        let settled = now.after(on_assaulter, on_defender, number, most);
                        let after = (settled.assaulter, settled.defender);
                        match settled.outcome {
                            None => *next.entry(after).or_default() += parts,
                            Some(outcome) => {
                                let (assaulter, defender) = (after.0.into(), after.1.into());
                                *endings.entry(Ending { outcome, assaulter, defender }).or_default() += parts;
                            }
                        }
                    }
                }
            }
            standing = next;
        }
        Odds::counted(endings.into_iter().filter(|(_, parts)| *parts > 0))
    }

    /// The odds of how the whole combat ends.
    ///
    /// # Errors
    /// If there are too many dice in a round to count.
    pub fn outcomes(&self, catalogue: &Catalogue) -> Result<Odds<Outcome>, TooManyWays> {
        self.outcomes_knowing(catalogue, &mut KnownFates::default())
    }

    /// The same for somebody who asks often.
    ///
    /// # Errors
    /// If there are too many dice in a round to count.
    pub fn outcomes_knowing(
        &self,
        catalogue: &Catalogue,
        known: &mut KnownFates,
    ) -> Result<Odds<Outcome>, TooManyWays> {
        let endings = self.odds_from(catalogue, 1, known)?;
        Odds::counted(endings.results().map(|(ending, parts)| (ending.outcome, parts)))
    }

    fn standing(&self, assaulter: Target, defender: Target) -> Self {
        let mut now = *self;
        now.assaulter.state = assaulter;
        now.defender.state = defender;
        now
    }
}

/// Deals parts out by the odds; they add up to what there was.
fn shares(odds: &Odds<Fate>, parts: u128) -> Vec<(Fate, u128)> {
    // Numbers of more than 64 bits lose their tail: what is left is finer than the parts.
    let shift = u128::BITS.saturating_sub(odds.of().leading_zeros()).saturating_sub(u64::BITS);
    let of = odds.of() >> shift;
    let (mut ways_so_far, mut dealt) = (0, 0);
    let share = |(fate, ways): (&Fate, u128)| {
        ways_so_far += ways;
        let up_to = if ways_so_far == odds.of() { parts } else { parts * (ways_so_far >> shift) / of };
        let part = up_to - dealt;
        dealt = up_to;
        (*fate, part)
    };
    odds.results().map(share).filter(|(_, part)| *part > 0).collect()
}
