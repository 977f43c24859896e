//! One unit card fires at another, step by step (AS-10).

use dice::Dice;
use engine::{AskError, Forecast, Form, Modifier, Refusal, Resolved, Words};

use super::{
    Asking,
    answered::{Asked, forecast_of_fates, too_many},
    flag,
    said::{card, cards, features, ground, number, told_defender, word, work},
};
use crate::{
    play::s10_ranged_fire::{Attacker, CardDice, Circumstances, NoAttack, RangedFire, Spotter},
    tables::{
        Catalogue,
        fortification::Area,
        pool::Pool,
        ranged_fire::FireStatus,
        units::{RangeFactor, UnitCard},
    },
};

pub(super) const ASKING: Asking = Asking { form: FORM, forecast, resolve };

const FORM: Form = Form {
    name: "ranged-fire",
    about: "One unit card fires at another, step by step (AS-10)",
    flags: &[
        flag("attacker", Some("UNIT"), "The card that fires, as in us-rifle-squad"),
        flag("defender", Some("UNIT"), "The card that is fired at"),
        flag("range", Some("FACTOR"), "close, medium or long"),
        flag("hexes", Some("N"), "The distance, in place of --range: the card says which factor it is"),
        flag("from", Some("TERRAIN"), "The ground that the attacker fires from"),
        flag("terrain", Some("TERRAIN"), "The ground that the target stands in; clear if it is not said"),
        flag("feature", Some("LIST"), "Ways the target is on and hexsides that cover it, as in stone-wall,main-road"),
        flag("hill", None, "The target is on a hill"),
        flag("work", Some("WORK"), "The work that the target is in, as in trench"),
        flag("area", Some("SIDE"), "Where it is hit: front, flank or rear; indirect fire hits above"),
        flag("hindrances", Some("N"), "Hindrances in the line of sight"),
        flag("steep-slope", None, "A steep slope is between the two, who are neighbours"),
        flag("indirect", None, "Indirect fire"),
        flag("spotter", Some("UNIT"), "The card that sees the target for indirect fire"),
        flag("spotter-hindrances", Some("N"), "Hindrances in the spotter's line of sight"),
        flag("night", None, "It is night (optional rule)"),
        flag("status", Some("MARK"), "The attacker's mark: firing, turret-fire, move-and-fire or fire-and-move"),
        flag("out-of-arc", None, "The target is outside the attacker's arc of fire"),
        flag("joint-fire", None, "A unit beside the attacker supports him"),
        flag("support", Some("UNIT"), "The card of the unit that supports him"),
        flag("die-less", None, "The attacker is marked attack die -1"),
        flag("from-hiding", None, "The attacker is marked hidden"),
        flag("from-ambush", None, "The attacker is marked ambush"),
        flag("half-strength", None, "The attacker is at half strength"),
        flag("digging-in", None, "The target is digging in"),
        flag("dug-in", None, "The target is dug in"),
        flag("fast", None, "The target is marked fast action"),
        flag("delayed", None, "The target is marked delayed action"),
        flag("fired", Some("MARK"), "The target's own fire status, as in firing"),
        flag("adjacent", None, "The target is beside the attacker, or beside the spotter"),
        flag("trail", None, "Reaction fire at a target that follows a covered trail"),
        flag("hidden", None, "The target is hidden or hiding"),
        flag("ambush", None, "The target is in ambush"),
        flag("suppressed", None, "The target is suppressed already"),
        flag("fallback", None, "The target is marked fallback already"),
        flag("immobilised", None, "The target is immobilised already"),
        flag("flipped", None, "The target is at half strength already"),
        flag("damage", Some("N"), "Damage points that the target has already"),
        flag("spotted", None, "The target is seen without a roll"),
        flag("card-spotting", Some("N"), "Command cards: added to the spotting roll"),
        flag("card-attack", Some("DICE"), "Command cards: attack dice more"),
        flag("card-attack-less", Some("N"), "Command cards: so many of the weakest attack dice fewer"),
        flag("card-attack-again", Some("N"), "Command cards: so many attack dice that show nothing again"),
        flag("card-x", Some("N"), "Command cards: suppressions without a die"),
        flag("card-defence", Some("DICE"), "Command cards: defence dice more"),
        flag("card-defence-less", Some("N"), "Command cards: so many of the weakest defence dice fewer"),
        flag("card-defence-again", Some("N"), "Command cards: so many defence dice that show nothing again"),
    ],
};

fn forecast(catalogue: &Catalogue, words: &Words) -> Result<Forecast, AskError> {
    let fire = read(catalogue, words)?;
    let odds = fire.fates(catalogue).map_err(too_many)?;
    Ok(forecast_of_fates(modifiers(&fire, catalogue, true), &odds))
}

fn modifiers(fire: &RangedFire<'_>, catalogue: &Catalogue, spotted: bool) -> Vec<Modifier> {
    fire.lines(catalogue, spotted).into_iter().map(Modifier::from).collect()
}

fn resolve(catalogue: &Catalogue, words: &Words, dice: &mut dyn Dice) -> Result<Resolved, AskError> {
    let fire = read(catalogue, words)?;
    let tables = catalogue.ranged_fire();
    let (face, spotted) = fire.spot(tables, dice);
    let (clash, _) = fire.clash(tables, spotted);
    let asked = Asked { clash, target: fire.defender.target, full: true };
    Ok(asked.thrown(catalogue.dice(), modifiers(&fire, catalogue, spotted), face, dice))
}

/// The shot of one card at another as it was described.
fn read<'a>(catalogue: &'a Catalogue, words: &Words) -> Result<RangedFire<'a>, AskError> {
    let (attacker, defender) = (card(catalogue, words, "attacker")?, card(catalogue, words, "defender")?);
    let range = range(attacker, words)?;
    let said = Circumstances {
        attacker: told_attacker(catalogue, words)?,
        defender: told_defender(catalogue, words)?,
        from: ground(catalogue, words, "from")?,
        terrain: ground(catalogue, words, "terrain")?.or_else(|| catalogue.ground("clear")),
        features: features(catalogue, words)?,
        hill: words.has("hill"),
        work: work(catalogue, words)?,
        area: word(words, "area", Area::ALL, Area::word)?.unwrap_or_default(),
        hindrances: number(words, "hindrances")?,
        steep: words.has("steep-slope"),
        indirect: words.has("indirect"),
        spotter: spotter(catalogue, words)?,
        night: words.has("night"),
    };
    RangedFire::between(catalogue, (attacker, range), defender, &said).map_err(refused)
}

fn refused(reason: NoAttack) -> AskError {
    AskError::Refused(Refusal::from(&reason))
}

/// The range factor, or the one of a distance.
fn range(attacker: &UnitCard, words: &Words) -> Result<RangeFactor, AskError> {
    match (words.has("range"), words.number("hexes", 1, 99)?) {
        (true, Some(_)) => Err(AskError::Words("--hexes cannot be used with --range".to_owned())),
        (false, Some(hexes)) => attacker.factor(hexes as u8).map_err(refused),
        (_, None) => {
            words.need("range")?;
            Ok(word(words, "range", RangeFactor::ALL, RangeFactor::word)?.unwrap_or(RangeFactor::Close))
        }
    }
}

fn spotter<'a>(catalogue: &'a Catalogue, words: &Words) -> Result<Option<Spotter<'a>>, AskError> {
    if !words.has("spotter") {
        return Ok(None);
    }
    Ok(Some(Spotter { card: card(catalogue, words, "spotter")?, hindrances: number(words, "spotter-hindrances")? }))
}

/// The dice of the fire support unit.
fn supported(catalogue: &Catalogue, words: &Words) -> Result<Pool, AskError> {
    if words.has("support") {
        return Ok(catalogue.joint_fire_dice(card(catalogue, words, "support")?));
    }
    Ok(if words.has("joint-fire") { catalogue.ranged_fire().dice.joint_fire } else { Pool::NONE })
}

/// What was said about the attacker besides his card.
fn told_attacker(catalogue: &Catalogue, words: &Words) -> Result<Attacker, AskError> {
    Ok(Attacker {
        status: word(words, "status", FireStatus::ALL, FireStatus::word)?.unwrap_or_default(),
        in_arc: !words.has("out-of-arc"),
        joint_fire: supported(catalogue, words)?,
        die_less: words.has("die-less"),
        hidden: words.has("from-hiding"),
        ambush: words.has("from-ambush"),
        half_strength: words.has("half-strength"),
        cards: CardDice {
            automatic: number(words, "card-x")?,
            ..cards(catalogue, words, ["card-attack", "card-attack-less", "card-attack-again"])?
        },
        spotting: words.number("card-spotting", -9, 9)?.unwrap_or(0) as i8,
        ..Attacker::default()
    })
}
