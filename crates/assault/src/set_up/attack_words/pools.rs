//! Dice against dice (AS-10.7): the form for scripts, and for those who count up their pools themselves.

use dice::Dice;
use engine::{AskError, Flag, Forecast, Form, GoodFor, Modifier, Prospect, Resolved, Severity, Words};

use super::{
    answered::{Asked, forecast_of_fates, symbols_in_words, too_many},
    asked::pile,
    asking::Asking,
    said::{pool, word},
};
use crate::{
    play::s10_results::{Clash, Target},
    rule_ids::{EXPERIENCE, RESULTS},
    tables::{
        Catalogue, Kind,
        dice::{CombatDice, Count},
        pool::Pool,
        symbols::{Symbol, Symbols},
    },
};

pub(super) const ASKING: Asking = Asking { form, forecast, resolve };

fn form(_: &Catalogue) -> Form {
    let kind = "infantry, artillery or vehicle: what --full makes of the symbols";
    let full = "What becomes of the target, critical hits resolved, instead of the symbols left";
    let half = "The attacker is at half strength: a face counts its strongest symbol";
    Form::new("pools", "Dice against dice (AS-10.7)")
        .titled("Dice against dice")
        .step(
            "Attack: the dice that are thrown",
            Some(RESULTS),
            [
                Flag::dice("attack", "The attack dice, as in green:2,blue:1", Pool::MOST)
                    .asking("Attack dice")
                    .needed(),
                Flag::yes("half-strength", half),
            ],
        )
        .step(
            "Defence: the dice against them",
            Some(RESULTS),
            [
                Flag::dice("defense", "The defence dice; none if it is not said", Pool::MOST).asking("Defence dice"),
                Flag::new("defence", Some("DICE"), "The same, as the British write it").only_typed(),
            ],
        )
        .step(
            "Target: what it is",
            Some(EXPERIENCE),
            [
                Flag::one_of("target", "KIND", kind, Kind::ALL.map(Kind::target_word))
                    .asking("What is attacked?")
                    .at_first(Kind::Infantry.target_word()),
                Flag::yes("full", full).asking("Critical hits are resolved").if_said("target").at_first(""),
                Flag::yes("recruit", "The target is a recruit: one suppression more").unless("elite"),
                Flag::yes("elite", "The target is elite: suppressions do nothing").unless("recruit"),
                Flag::yes("suppressed", "The target is suppressed already"),
                Flag::yes("fallback", "The target is marked fallback already"),
                Flag::yes("immobilised", "The target is immobilised already").if_is("target", ["vehicle"]),
            ],
        )
}

fn forecast(catalogue: &Catalogue, words: &Words) -> Result<Forecast, AskError> {
    let dice = catalogue.dice();
    let asked = read(words, dice)?;
    let modifiers = modifiers(&asked.clash);
    if asked.full {
        let odds = asked.clash.fates(dice, &asked.target).map_err(too_many)?;
        return Ok(forecast_of_fates(modifiers, &odds));
    }
    let odds = asked.clash.odds(dice).map_err(too_many)?;
    let named: Vec<(Symbols, Prospect)> = odds.results().map(|(left, _)| (*left, prospect_of_symbols(*left))).collect();
    Ok(Forecast::new(modifiers, &odds, named))
}

fn resolve(catalogue: &Catalogue, words: &Words, dice: &mut dyn Dice) -> Result<Resolved, AskError> {
    let asked = read(words, catalogue.dice())?;
    Ok(asked.thrown(catalogue.dice(), modifiers(&asked.clash), None, dice))
}

/// A clash as it was described.
fn read(words: &Words, dice: &CombatDice) -> Result<Asked, AskError> {
    if words.has("defense") && words.has("defence") {
        return Err(AskError::Words("--defence cannot be used with --defense".to_owned()));
    }
    let attack = pool("attack", words.need("attack")?, dice)?;
    let defence = ["defense", "defence"].into_iter().find_map(|name| Some((name, words.get(name)?)));
    let defence = defence.map_or(Ok(Pool::NONE), |(name, text)| pool(name, text, dice))?;
    let kind = word(words, "target", Kind::ALL, Kind::target_word)?;
    let full = words.has("full");
    if full && kind.is_none() {
        return Err(AskError::Words("--full needs --target infantry, artillery or vehicle".to_owned()));
    }
    let kind = kind.unwrap_or_default();
    if words.has("immobilised") && kind != Kind::Vehicle {
        return Err(AskError::Words("--immobilised: only a vehicle is ever immobilised".to_owned()));
    }
    let recruit = words.has("recruit");
    if recruit && words.has("elite") {
        return Err(AskError::Words("--elite cannot be used with --recruit".to_owned()));
    }
    // A suppression without a die belongs to an attack (AS-4.2.3).
    let recruit = recruit && !attack.is_empty();
    let clash = Clash {
        attack,
        count: if words.has("half-strength") { Count::Strongest } else { Count::Every },
        automatic: if recruit { Symbols::one(Symbol::Suppression) } else { Symbols::NONE },
        defence,
        unshaken: words.has("elite"),
        ..Clash::default()
    };
    let target = Target {
        kind,
        suppressed: words.has("suppressed"),
        fallback: words.has("fallback"),
        immobilised: words.has("immobilised"),
        ..Target::default()
    };
    Ok(Asked { clash, target, full })
}

fn modifiers(clash: &Clash) -> Vec<Modifier> {
    let Clash { attack, defence, automatic, .. } = *clash;
    let mut modifiers = vec![
        Modifier::new(RESULTS, format!("attack: {attack}"), attack.len().into()).leaving(pile("attack", attack)),
        Modifier::new(RESULTS, format!("defence: {defence}"), -i32::from(defence.len()))
            .leaving(pile("defence", defence)),
    ];
    if !automatic.is_empty() {
        modifiers.push(Modifier::new(EXPERIENCE, "recruit: a suppression without a die", 1));
    }
    modifiers
}
/// What the symbols that are left amount to.
fn prospect_of_symbols(left: Symbols) -> Prospect {
    let result = left.to_string();
    match left.strongest() {
        None => Prospect::nothing(result).called("nothing left"),
        Some(Symbol::Suppression) => Prospect::new(result, GoodFor::Doer, Severity::Effect)
            .called(symbols_in_words(left))
            .in_group("suppression"),
        Some(Symbol::Damage) => {
            Prospect::new(result, GoodFor::Doer, Severity::Damage).called(symbols_in_words(left)).in_group("damage")
        }
        Some(Symbol::Critical) => Prospect::new(result, GoodFor::Doer, Severity::Disabled)
            .called(symbols_in_words(left))
            .in_group("critical hit"),
    }
}
