//! One unit card fires at another, step by step (AS-10).

use dice::Dice;
use engine::{AskError, Flag, Forecast, Form, Modifier, Refusal, Resolved, Words};

use super::{
    Asking,
    answered::{Asked, forecast_of_fates, too_many},
    asked::{card_flag, terrain_flag, work_flag},
    said::{card, ground, word, work},
};
use crate::{
    play::{
        s10_ranged_fire::{Attacker, Circumstances, Defender, RangedFire},
        s10_results::Target,
    },
    rule_ids::{
        ABILITIES, ATTACK_STEPS, COMMAND_CARDS, DEFENDER_STATUS, EXPERIENCE, FIRE_STATUS, HALF_STRENGTH, HINDERED,
        IMPACT, RESULTS, SPOTTING, TERRAIN_BONUS,
    },
    tables::{Catalogue, fortification::Area, ranged_fire::FireStatus, units::RangeFactor},
};

pub(super) const ASKING: Asking = Asking { form, forecast, resolve };

fn form(catalogue: &Catalogue) -> Form {
    let form = Form::new("ranged-fire", "One unit card fires at another, step by step (AS-10)");
    defender_steps(catalogue, attacker_steps(catalogue, form))
}

/// The ten steps of the attacker's aid.
fn attacker_steps(catalogue: &Catalogue, form: Form) -> Form {
    let status = "The attacker's mark: firing, turret-fire, move-and-fire or fire-and-move";
    let marks = FireStatus::ALL.map(FireStatus::word);
    form.step(
        "Attacker 1: target, range and sight",
        Some(ATTACK_STEPS),
        [
            card_flag(catalogue, "attacker", "The card that fires, as in us-rifle-squad").asking("Who fires?"),
            card_flag(catalogue, "defender", "The card that is fired at").asking("At whom?"),
            Flag::one_of("range", "FACTOR", "close, medium or long", RangeFactor::ALL.map(RangeFactor::word))
                .asking("Range factor")
                .needed(),
            Flag::yes("indirect", "Indirect fire").if_tagged("attacker", ["indirect"]),
            Flag::number("hindrances", "Hindrances in the line of sight", 0, catalogue.hindrance.blocks.into())
                .usually("0"),
            Flag::yes("joint-fire", "A unit beside the attacker supports him"),
        ],
    )
    .step("Attacker 2: activate the unit", Some(COMMAND_CARDS), [])
    .step(
        "Attacker 3: status marker",
        Some(FIRE_STATUS),
        [Flag::one_of("status", "MARK", status, marks).asking("The attacker's mark").usually(marks[0])],
    )
    .step(
        "Attacker 4: spotting",
        Some(SPOTTING),
        [
            Flag::yes("spotted", "The target is seen without a roll"),
            Flag::yes("hidden", "The target is hidden or hiding"),
            Flag::yes("ambush", "The target is in ambush"),
        ],
    )
    .step(
        "Attacker 5: arc of fire and attack dice",
        Some(ATTACK_STEPS),
        [Flag::yes("out-of-arc", "The target is outside the attacker's arc of fire")
            .if_tagged("attacker", ["artillery", "vehicle"])],
    )
    .step("Attacker 6: experience", Some(EXPERIENCE), [])
    .step("Attacker 7: recruits as a target", Some(EXPERIENCE), [])
    .step(
        "Attacker 8: attack dice more or fewer",
        Some(DEFENDER_STATUS),
        [
            Flag::yes("die-less", "The attacker is marked attack die -1"),
            Flag::yes("from-hiding", "The attacker is marked hidden"),
            Flag::yes("from-ambush", "The attacker is marked ambush"),
        ],
    )
    .step(
        "Attacker 9: half strength",
        Some(HALF_STRENGTH),
        [Flag::yes("half-strength", "The attacker is at half strength")],
    )
    .step("Attacker 10: the attack roll", Some(RESULTS), [])
}

/// The nine steps of the defender's aid.
fn defender_steps(catalogue: &Catalogue, form: Form) -> Form {
    let area = "Where it is hit: front, flank or rear; indirect fire hits above";
    form.step(
        "Defender 1: the card's dice, area of impact",
        Some(IMPACT),
        [Flag::one_of("area", "SIDE", area, Area::ALL.map(Area::word))
            .asking("Where is it hit?")
            .usually(Area::default().word())
            .unless("indirect")],
    )
    .step("Defender 2: terrain", Some(TERRAIN_BONUS), [terrain_flag(catalogue), work_flag(catalogue)])
    .step("Defender 3: hindered sight", Some(HINDERED), [])
    .step(
        "Defender 4: status",
        Some(DEFENDER_STATUS),
        [
            Flag::yes("digging-in", "The target is digging in").unless("dug-in"),
            Flag::yes("dug-in", "The target is dug in").unless("digging-in"),
            Flag::yes("fast", "The target is marked fast action"),
            Flag::yes("suppressed", "The target is suppressed already"),
        ],
    )
    .step("Defender 5: experience", Some(EXPERIENCE), [])
    .step("Defender 6: the attacker's fire status", Some(FIRE_STATUS), [])
    .step("Defender 7: command cards", Some(COMMAND_CARDS), [])
    .step("Defender 8: abilities, the defence roll", Some(ABILITIES), [])
    .step(
        "Defender 9: the result",
        Some(RESULTS),
        [
            Flag::number("damage", "Damage points that the target has already", 0, 9).usually("0"),
            Flag::yes("fallback", "The target is marked fallback already"),
            Flag::yes("immobilised", "The target is immobilised already").if_tagged("defender", ["vehicle"]),
        ],
    )
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
    let resolved = asked.thrown(catalogue.dice(), modifiers(catalogue, &fire, spotted), face, dice);
    Ok(match (face, spotted) {
        (None, _) => resolved,
        (Some(face), true) => resolved.before(SPOTTING, format!("The spotting roll of {face} finds the target.")),
        (Some(face), false) => {
            let text = format!("The spotting roll of {face} does not find the target, which has more dice for it.");
            resolved.before(SPOTTING, text)
        }
    })
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
