//! One unit card fires at another, step by step (AS-10).

use dice::Dice;
use engine::{AskError, Flag, Forecast, Form, Modifier, Refusal, Resolved, Words};

use super::{
    Asking,
    answered::{Asked, forecast_of_fates, too_many},
    said::{card, ground, word, work},
};
use crate::{
    play::{
        s10_ranged_fire::{Attacker, Circumstances, Defender, RangedFire},
        s10_results::Target,
    },
    rule_ids::SPOTTING,
    tables::{Catalogue, fortification::Area, ranged_fire::FireStatus, units::RangeFactor},
};

pub(super) const ASKING: Asking = Asking { form, forecast, resolve };

fn form(_: &Catalogue) -> Form {
    Form::new("ranged-fire", "One unit card fires at another, step by step (AS-10)").plain([
        Flag::new("attacker", Some("UNIT"), "The card that fires, as in us-rifle-squad"),
        Flag::new("defender", Some("UNIT"), "The card that is fired at"),
        Flag::new("range", Some("FACTOR"), "close, medium or long"),
        Flag::new("terrain", Some("TERRAIN"), "The ground that the target stands in; clear if it is not said"),
        Flag::new("work", Some("WORK"), "The work that the target is in, as in trench"),
        Flag::new("area", Some("SIDE"), "Where it is hit: front, flank or rear; indirect fire hits above"),
        Flag::new("hindrances", Some("N"), "Hindrances in the line of sight"),
        Flag::new("indirect", None, "Indirect fire"),
        Flag::new("status", Some("MARK"), "The attacker's mark: firing, turret-fire, move-and-fire or fire-and-move"),
        Flag::new("out-of-arc", None, "The target is outside the attacker's arc of fire"),
        Flag::new("joint-fire", None, "A unit beside the attacker supports him"),
        Flag::new("die-less", None, "The attacker is marked attack die -1"),
        Flag::new("from-hiding", None, "The attacker is marked hidden"),
        Flag::new("from-ambush", None, "The attacker is marked ambush"),
        Flag::new("half-strength", None, "The attacker is at half strength"),
        Flag::new("digging-in", None, "The target is digging in"),
        Flag::new("dug-in", None, "The target is dug in"),
        Flag::new("fast", None, "The target is marked fast action"),
        Flag::new("hidden", None, "The target is hidden or hiding"),
        Flag::new("ambush", None, "The target is in ambush"),
        Flag::new("suppressed", None, "The target is suppressed already"),
        Flag::new("fallback", None, "The target is marked fallback already"),
        Flag::new("immobilised", None, "The target is immobilised already"),
        Flag::new("damage", Some("N"), "Damage points that the target has already"),
        Flag::new("spotted", None, "The target is seen without a roll"),
    ])
}

fn forecast(catalogue: &Catalogue, words: &Words) -> Result<Forecast, AskError> {
    let fire = read(catalogue, words)?;
    let odds = fire.fates(catalogue).map_err(too_many)?;
    Ok(forecast_of_fates(modifiers(catalogue, &fire, true), &odds))
}

fn resolve(catalogue: &Catalogue, words: &Words, dice: &mut dyn Dice) -> Result<Resolved, AskError> {
    let fire = read(catalogue, words)?;
    let tables = catalogue.ranged_fire();
    let (face, spotted) = fire.spot(tables, dice);
    let (clash, _) = fire.clash(tables, spotted);
    let asked = Asked { clash, target: fire.defender.target, full: true };
    Ok(asked.thrown(catalogue.dice(), modifiers(catalogue, &fire, spotted), face, dice))
}

/// The shot of one card at another as it was described.
fn read(catalogue: &Catalogue, words: &Words) -> Result<RangedFire, AskError> {
    words.need("range")?;
    let (attacker, defender) = (card(catalogue, words, "attacker")?, card(catalogue, words, "defender")?);
    let range = word(words, "range", RangeFactor::ALL, RangeFactor::word)?.unwrap_or(RangeFactor::Close);
    let indirect = words.has("indirect");
    let area = word(words, "area", Area::ALL, Area::word)?.unwrap_or_default();
    let said = Circumstances {
        attacker: Attacker {
            status: word(words, "status", FireStatus::ALL, FireStatus::word)?.unwrap_or_default(),
            in_arc: !words.has("out-of-arc"),
            joint_fire: words.has("joint-fire"),
            die_less: words.has("die-less"),
            hidden: words.has("from-hiding"),
            ambush: words.has("from-ambush"),
            half_strength: words.has("half-strength"),
            ..Attacker::default()
        },
        defender: told_defender(words)?,
        terrain: ground(catalogue, words)?,
        work: work(catalogue, words)?,
        area,
        hindrances: words.number("hindrances", 0, 9)?.unwrap_or(0) as u8,
        indirect,
    };
    RangedFire::between(catalogue, (attacker, range), defender, &said)
        .map_err(|reason| AskError::Refused(Refusal::from(&reason)))
}

/// Every step that changed something, the spotting roll first.
fn modifiers(catalogue: &Catalogue, fire: &RangedFire, spotted: bool) -> Vec<Modifier> {
    let tables = catalogue.ranged_fire();
    let roll = fire
        .spotting(tables)
        .map(|needed| Modifier::new(SPOTTING, format!("attacker 4: spotting needs {}", needed.max(1)), 0));
    let (_, lines) = fire.clash(tables, spotted);
    roll.into_iter().chain(lines.into_iter().map(Modifier::from)).collect()
}

/// What was said about the target besides its card.
fn told_defender(words: &Words) -> Result<Defender, AskError> {
    let target = Target {
        suppressed: words.has("suppressed"),
        fallback: words.has("fallback"),
        immobilised: words.has("immobilised"),
        damage: words.number("damage", 0, 99)?.unwrap_or(0) as u8,
        ..Target::default()
    };
    Ok(Defender {
        target,
        digging_in: words.has("digging-in"),
        dug_in: words.has("dug-in"),
        fast: words.has("fast"),
        hidden: words.has("hidden"),
        ambush: words.has("ambush"),
        spotted: words.has("spotted"),
        ..Defender::default()
    })
}
