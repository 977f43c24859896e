//! How dice and results are told, the same on the board, in the aid and on the command line.

use dice::Die;
use engine::{GoodFor, Prospect, Severity};

use super::{
    s10_results::{Cast, Clash, Comparison, Fate},
    s12_3_air_support::run::RunEnd,
};
use crate::tables::{
    dice::Thrown,
    support::{air::AaEffect, collapse::BlastEffect},
    symbols::{Symbol, Symbols},
};

/// What becomes of a target, as an outcome.
pub(crate) fn prospect_of_fate(fate: Fate) -> Prospect {
    prospect_as(fate.to_string(), fate)
}

/// The same under a name that says more.
pub(crate) fn prospect_as(result: String, fate: Fate) -> Prospect {
    let label = spoken_result(&result);
    let (severity, group) = match fate {
        Fate { eliminated: true, .. } => (Severity::Killed, "eliminated"),
        Fate { immobilised: true, .. } => (Severity::Disabled, "immobilised"),
        Fate { damage: 1.., .. } | Fate { half_strength: true, .. } => (Severity::Damage, "damaged"),
        Fate { fallback: true, .. } => (Severity::Effect, "driven back"),
        Fate { suppressed: true, .. } => (Severity::Effect, "suppressed"),
        Fate {
            damage: 0,
            suppressed: false,
            fallback: false,
            immobilised: false,
            half_strength: false,
            eliminated: false,
        } => {
            return Prospect::nothing(result).called(label);
        }
    };
    Prospect::new(result, GoodFor::Doer, severity).called(label).in_group(group)
}

/// "crash"; "damage:1,half-strength"; "no-effect friend:suppressed"; "collapses,half-strength".
pub(crate) fn word_of_run(end: RunEnd) -> String {
    match end {
        RunEnd::KeptOff(effect) => effect.word().to_owned(),
        RunEnd::Attacked { fate, friend: None } => fate.to_string(),
        RunEnd::Attacked { fate, friend: Some(friend) } => format!("{fate} friend:{friend}"),
        RunEnd::Blasted(None) => "stands".to_owned(),
        RunEnd::Blasted(Some(BlastEffect { collapses, units })) => {
            format!("{},units:{}", if collapses { "collapses" } else { "stands" }, units.word())
        }
    }
}

/// How a run of aircraft ends, as an outcome.
pub(crate) fn prospect_of_run(end: RunEnd) -> Prospect {
    let result = word_of_run(end);
    match end {
        RunEnd::KeptOff(AaEffect::Crash) => Prospect::new(result, GoodFor::Other, Severity::Killed),
        RunEnd::KeptOff(_) => Prospect::new(result, GoodFor::Other, Severity::Effect),
        RunEnd::Attacked { fate, friend: None } => prospect_of_fate(fate),
        RunEnd::Attacked { .. } => {
            let label = spoken_result(&result);
            Prospect::new(result, GoodFor::Nobody, Severity::Effect).called(label).in_group("friendly fire")
        }
        RunEnd::Blasted(None) => Prospect::nothing(result),
        RunEnd::Blasted(Some(effect)) => {
            let severity = if effect.collapses { Severity::Damage } else { Severity::Effect };
            let label = spoken_result(&result);
            Prospect::new(result, GoodFor::Doer, severity).called(label.clone()).in_group(label)
        }
    }
}

/// The dice of an attack that fell, in their order; dice that were thrown again are a throw of their own.
pub(crate) fn throws_of(cast: &Cast, critical: Option<&Comparison>) -> Vec<engine::Thrown> {
    let mut throws = Vec::new();
    let mut add = |what: &str, thrown: &Thrown| {
        let ((first, colours), (again, others)) = (thrown.first(), thrown.second());
        throws.push(engine::Thrown::symbols(what, first, colours));
        throws.push(engine::Thrown::symbols(format!("{what} again"), again, others));
    };
    add("attack", &cast.attack);
    add("defence", &cast.defence);
    if let Some(Comparison { attack, defence, .. }) = critical {
        add("critical hit", attack);
        add("against the critical hit", defence);
    }
    throws.retain(|thrown| !thrown.faces.is_empty());
    throws
}

/// "2 damage less 1 damage leaves 1 damage".
pub(crate) fn reading_of(clash: &Clash, cast: &Cast) -> String {
    format!(
        "{} less {} leaves {}",
        spoken(cast.attack.symbols + clash.automatic),
        spoken(cast.defence.symbols),
        spoken(cast.left)
    )
}

/// What becomes of a unit, as people say it: "damage 1, half strength".
pub(crate) fn told(fate: Fate) -> String {
    spoken_result(&fate.to_string())
}

/// A result as people say it.
pub(crate) fn spoken_result(result: &str) -> String {
    result.replace(',', ", ").replace([':', '-'], " ")
}

/// A single die that was read by itself.
pub(crate) fn single(what: &str, face: u16) -> engine::Thrown {
    engine::Thrown::new(&Die::D6, what, [face])
}

/// The same, or "nothing".
pub(crate) fn spoken(symbols: Symbols) -> String {
    if symbols.is_empty() { "nothing".to_owned() } else { symbols_in_words(symbols) }
}

/// "1 critical, 2 suppression".
pub(crate) fn symbols_in_words(left: Symbols) -> String {
    let some = Symbol::ALL.into_iter().filter(|&symbol| left.of(symbol) > 0);
    let words: Vec<String> = some.map(|symbol| format!("{} {}", left.of(symbol), symbol.word())).collect();
    words.join(", ")
}
