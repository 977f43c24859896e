//! How odds and results are answered, the same for every kind of attack.

use dice::{Dice, Odds, TooManyWays};
use engine::{AskError, Forecast, Modifier, Prospect, Resolution, Resolved, RuleId};

pub(super) use crate::play::told::{
    prospect_as, prospect_of_fate, reading_of, single, spoken, spoken_result, symbols_in_words, throws_of,
};
use crate::{
    play::s10_results::{Clash, Comparison, Endurance, Fate, Target},
    rule_ids::{FALLBACK, HALF_STRENGTH, RESULTS},
    tables::{Kind, dice::CombatDice, symbols::Symbols},
};

pub(super) fn too_many(error: TooManyWays) -> AskError {
    AskError::Words(error.to_string())
}

/// The odds of what becomes of a target.
pub(super) fn forecast_of_fates(modifiers: Vec<Modifier>, odds: &Odds<Fate>) -> Forecast {
    let named: Vec<(Fate, Prospect)> = odds.results().map(|(fate, _)| (*fate, prospect_of_fate(*fate))).collect();
    Forecast::new(modifiers, odds, named)
}

/// A result under the name that people say.
pub(super) fn told_as(rule: RuleId, resolution: Resolution) -> Resolved {
    let text = spoken_result(&resolution.result);
    Resolved::new(rule, resolution, text)
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
        let strongest = critical.as_ref().and_then(|critical| critical.strongest);
        let fate = self.target.fate(cast.left, strongest);
        let result = if self.full { fate.to_string() } else { cast.left.to_string() };
        let reading = reading_of(&self.clash, &cast);
        let text = spoken_result(&result);
        let resolved = Resolved::new(RESULTS, Resolution { modifiers, throws, reading, result }, text);
        match self.full {
            true => follow_ons(resolved, &self.target, cast.left, critical.as_ref()),
            false => resolved,
        }
    }
}

/// What comes of the symbols that are left, in the order in which it is done.
pub(super) fn follow_ons(
    resolved: Resolved,
    target: &Target,
    left: Symbols,
    critical: Option<&Comparison>,
) -> Resolved {
    let fate = target.fate(left, critical.and_then(|critical| critical.strongest));
    let resolved = critical.into_iter().fold(resolved, |resolved, critical| {
        resolved.then(RESULTS, format!("Critical hits ({}): {}", left.critical, told_critical(target, critical)))
    });
    let resolved = match (left.damage, target.endures) {
        (0, _) => resolved,
        (points, Some(endures)) => resolved.then(RESULTS, told_damage(target, points, endures)),
        (points, None) => resolved.then(RESULTS, format!("Damage points: {points}. The card says what they do.")),
    };
    let resolved = match (left.suppression, target.suppressed) {
        (0, _) => resolved,
        (_, true) => resolved.then(RESULTS, "It was suppressed before: the suppression changes nothing."),
        (_, false) => resolved.then(RESULTS, "A suppression is left: it is suppressed."),
    };
    let resolved = match fate {
        Fate { eliminated: true, .. } => resolved.then(RESULTS, "It is eliminated, and nothing else is marked."),
        Fate { half_strength: true, .. } => resolved
            .then(HALF_STRENGTH, "It is turned to half strength: from now on a face counts its strongest symbol."),
        Fate { .. } if left.is_empty() => resolved.then(RESULTS, "The defence leaves nothing of the attack."),
        Fate { .. } => resolved,
    };
    match fate.fallback {
        true => resolved.then(FALLBACK, "It falls back at once and is marked."),
        false => resolved,
    }
}

/// How a comparison roll came out, and what it does.
pub(super) fn told_critical(target: &Target, critical: &Comparison) -> String {
    let Comparison { attack, defence, strongest } = critical;
    let roll = format!("{} against {}", spoken(attack.symbols), spoken(defence.symbols));
    let Some(symbol) = strongest else { return format!("{roll} leaves nothing, so they do nothing.") };
    let fate = target.fate(Symbols::NONE, Some(*symbol));
    let effect = match (fate, target) {
        (Fate { eliminated: true, .. }, Target { kind: Kind::Gun, .. }) => "artillery that falls back is lost",
        (Fate { eliminated: true, .. }, Target { fallback: true, .. }) => "it was falling back already and is lost",
        (Fate { eliminated: true, .. }, _) => "it was immobilised already and is lost",
        (Fate { immobilised: true, .. }, _) => "it is immobilised",
        (Fate { fallback: true, .. }, Target { suppressed: true, .. }) => "it was suppressed already and falls back",
        (Fate { fallback: true, .. }, _) => "it falls back",
        (Fate { suppressed: true, .. }, _) => "it is suppressed",
        (Fate { .. }, _) => "nothing changes",
    };
    format!("{roll} leaves {} as the strongest symbol: {effect}.", symbol.word())
}

/// What damage points add up to on the card.
fn told_damage(target: &Target, points: u8, endures: Endurance) -> String {
    let all = target.damage.saturating_add(points);
    let Endurance { half_strength_at, eliminated_at } = endures;
    format!(
        "Damage points: {points}, which makes {all}. The card is at half strength from {half_strength_at} and eliminated at \
         {eliminated_at}."
    )
}
