//! One unit card fires at another, step by step (AS-10).

use dice::Dice;
use engine::{AskError, Flag, Forecast, Form, Modifier, Refusal, Resolved, Words};

use super::{
    answered::{Asked, forecast_of_fates, too_many},
    asked::{
        OF_THE_TARGET, SIDES, card_dice, card_flag, card_number, feature_flag, ground_flag, mark_flags, smoke_flag,
        status_flag, terrain_flag, work_flag,
    },
    asking::Asking,
    said::{card, cards, features, ground, number, told_defender, word, work},
};
use crate::{
    play::s10_ranged_fire::{Attacker, CardDice, Circumstances, NoAttack, RangedFire, Spotter},
    rule_ids::{
        ABILITIES, ATTACK_STEPS, COMMAND_CARDS, DEFENDER_STATUS, EXPERIENCE, FIRE_STATUS, HALF_STRENGTH, HINDERED,
        IMPACT, RESULTS, SPOTTING, TERRAIN_BONUS,
    },
    tables::{
        Catalogue,
        catalogue::{Feature, SideSight},
        fortification::Area,
        pool::Pool,
        ranged_fire::FireStatus,
        units::{RangeFactor, UnitCard},
    },
};

pub(super) const ASKING: Asking = Asking { form, forecast, resolve };

fn form(catalogue: &Catalogue) -> Form {
    let form = Form::new("ranged-fire", "One unit card fires at another, step by step (AS-10)");
    defender_steps(catalogue, attacker_steps(catalogue, who_and_how(catalogue, form)))
}

/// Steps 1 to 3 of the attacker's aid.
fn who_and_how(catalogue: &Catalogue, form: Form) -> Form {
    let hexes = "The distance, in place of --range: the card says which factor it is";
    let blocks = catalogue.hindrance.blocks.into();
    form.step(
        "Attacker 1: target, range and sight",
        Some(ATTACK_STEPS),
        [
            card_flag(catalogue, "attacker", "The card that fires, as in us-rifle-squad").asking("Who fires?").needed(),
            card_flag(catalogue, "defender", "The card that is fired at").asking("At whom?").needed(),
            Flag::one_of("range", "FACTOR", "close, medium or long", RangeFactor::ALL.map(RangeFactor::word))
                .asking("Range factor")
                .needed()
                .unless("hexes"),
            Flag::number("hexes", hexes, 1, 99).asking("Or the distance in hexes").unless("range"),
            Flag::number(
                "hindrances",
                "Hindrances in the line of sight, without smoke in the target's own hex",
                0,
                blocks,
            )
            .usually("0"),
            Flag::yes("indirect", "Indirect fire").if_tagged("attacker", ["indirect"]),
            card_flag(catalogue, "spotter", "The card that sees the target for indirect fire")
                .asking("Who sees the target for it?")
                .if_said("indirect"),
            Flag::number("spotter-hindrances", "Hindrances in the spotter's line of sight", 0, blocks)
                .usually("0")
                .if_said("spotter"),
            Flag::yes("joint-fire", "A unit beside the attacker supports him").unless("support"),
        ],
    )
    .rare_step(
        "Attacker 2: activate the unit, command cards, what is rare",
        Some(COMMAND_CARDS),
        [
            card_flag(catalogue, "support", "The card of the unit that supports him")
                .asking("Joint fire by which unit?")
                .unless("joint-fire"),
            ground_flag(catalogue, "from", "The ground that the attacker fires from")
                .asking("What ground does he fire from?"),
            Flag::yes("steep-slope", "A steep slope is between the two, who are neighbours: it is counted by itself"),
            Flag::yes("night", "It is night (optional rule)"),
            Flag::number("card-spotting", "Command cards: added to the spotting roll", -3, 3).usually("0"),
            card_dice("card-attack", "Command cards: attack dice more"),
            card_number("card-attack-less", "Command cards: so many of the weakest attack dice fewer"),
            card_number("card-attack-again", "Command cards: so many attack dice that show nothing again"),
            card_number("card-x", "Command cards: suppressions without a die"),
        ],
    )
    .step(
        "Attacker 3: status marker",
        Some(FIRE_STATUS),
        [status_flag("The attacker's mark: firing, turret-fire, move-and-fire or fire-and-move")],
    )
}

/// Steps 4 to 10 of the attacker's aid.
fn attacker_steps(_: &Catalogue, form: Form) -> Form {
    let marks = FireStatus::ALL.map(FireStatus::word);
    form.step(
        "Attacker 4: spotting",
        Some(SPOTTING),
        [
            Flag::yes("adjacent", "The target is beside the attacker, or beside the spotter"),
            Flag::one_of("fired", "MARK", "The target's own fire status, as in firing", marks)
                .asking("Is the target itself marked with a fire status?"),
            Flag::yes("delayed", "The target is marked delayed action").unless("fired"),
            Flag::yes("hidden", "The target is hidden or hiding").unless("fired").unless("delayed"),
            Flag::yes("ambush", "The target is in ambush").unless("fired").unless("delayed"),
            Flag::yes("trail", "Reaction fire at a target that follows a covered trail")
                .if_tagged("defender", ["infantry"]),
            Flag::yes("spotted", "The target is seen without a roll"),
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
    let ways = "Ways the target is on and hexsides that cover it, as in stone-wall,main-road";
    let [suppressed, results @ ..] = mark_flags("defender", OF_THE_TARGET);
    form.step(
        "Defender 1: the card's dice, area of impact",
        Some(IMPACT),
        [Flag::one_of("area", "SIDE", area, SIDES.map(Area::word))
            .asking("Where is it hit?")
            .usually(Area::default().word())
            .unless("indirect")],
    )
    .step(
        "Defender 2: terrain",
        Some(TERRAIN_BONUS),
        [
            terrain_flag(catalogue),
            work_flag(catalogue),
            feature_flag(catalogue, ways),
            Flag::yes("hill", "The target is on a hill"),
            smoke_flag(catalogue),
        ],
    )
    .step("Defender 3: hindered sight", Some(HINDERED), [])
    .step(
        "Defender 4: status",
        Some(DEFENDER_STATUS),
        [
            Flag::yes("digging-in", "The target is digging in").unless("dug-in").unless("fired").unless("delayed"),
            Flag::yes("dug-in", "The target is dug in").unless("digging-in").unless("delayed"),
            ["fired", "delayed", "ambush", "digging-in"]
                .into_iter()
                .fold(Flag::yes("fast", "The target is marked fast action"), Flag::unless),
            suppressed,
        ],
    )
    .step("Defender 5: experience", Some(EXPERIENCE), [])
    .step("Defender 6: the attacker's fire status", Some(FIRE_STATUS), [])
    .rare_step(
        "Defender 7: command cards",
        Some(COMMAND_CARDS),
        [
            card_dice("card-defence", "Command cards: defence dice more"),
            card_number("card-defence-less", "Command cards: so many of the weakest defence dice fewer"),
            card_number("card-defence-again", "Command cards: so many defence dice that show nothing again"),
        ],
    )
    .step("Defender 8: abilities, the defence roll", Some(ABILITIES), [])
    .step("Defender 9: the result", Some(RESULTS), results)
}

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
    let clash = fire.dice(tables, spotted);
    let asked = Asked { clash, target: fire.defender.target, full: true };
    let resolved = asked.thrown(catalogue.dice(), modifiers(&fire, catalogue, spotted), face, dice);
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
fn read<'a>(catalogue: &'a Catalogue, words: &Words) -> Result<RangedFire<'a>, AskError> {
    let (attacker, defender) = (card(catalogue, words, "attacker")?, card(catalogue, words, "defender")?);
    let range = range(attacker, words)?;
    let mut said = Circumstances {
        attacker: told_attacker(catalogue, words)?,
        defender: told_defender(catalogue, words, defender)?,
        from: ground(catalogue, words, "from")?,
        terrain: ground(catalogue, words, "terrain")?.or_else(|| catalogue.ground("clear")),
        features: features(catalogue, words)?,
        hill: words.has("hill"),
        smoke: number(words, "smoke")?,
        work: work(catalogue, words)?,
        area: word(words, "area", SIDES, Area::word)?.unwrap_or_default(),
        hindrances: number(words, "hindrances")?,
        steep: words.has("steep-slope"),
        indirect: words.has("indirect"),
        spotter: spotter(catalogue, words)?,
        night: words.has("night"),
    };
    neighbours(catalogue, (attacker, range), words, &mut said)?;
    RangedFire::between(catalogue, (attacker, range), defender, &said).map_err(refused)
}

/// What follows from the two being neighbours, and what must then be so: who is beside the target sees it at once, a
/// steep slope between them hinders and gives its die. With a spotter it is he who is beside it.
fn neighbours<'a>(
    catalogue: &'a Catalogue,
    (attacker, range): (&UnitCard, RangeFactor),
    words: &Words,
    said: &mut Circumstances<'a>,
) -> Result<(), AskError> {
    let hexes = words.number("hexes", 1, 99)?;
    let told = ["steep-slope", "adjacent"].into_iter().find(|name| words.has(name));
    if let Some(name) = told.filter(|name| *name == "steep-slope" || said.spotter.is_none()) {
        let near = attacker.factor(1).map_err(refused)?;
        if hexes.is_some_and(|hexes| hexes > 1) || near != range {
            return Err(AskError::Words(format!(
                "--{name}: the distance is 1 hex then, which is {} range",
                near.word()
            )));
        }
    }
    said.defender.adjacent |= said.spotter.is_none() && (hexes == Some(1) || said.steep);
    if said.steep {
        let slope = catalogue.features().iter().find(|feature| feature.sight == SideSight::Steep);
        let known = |slope: &Feature| said.features.iter().any(|feature| feature.id == slope.id);
        said.hindrances = said.hindrances.saturating_add(1);
        said.features.extend(slope.filter(|slope| !said.indirect && !known(slope)));
    }
    Ok(())
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
    let status = word(words, "status", FireStatus::ALL, FireStatus::word)?.unwrap_or_default();
    let (moved, still) =
        (status == FireStatus::MoveAndFire, matches!(status, FireStatus::Firing | FireStatus::TurretFire));
    let lost = [("from-hiding", !moved), ("from-ambush", still)];
    if let Some((name, _)) = lost.into_iter().find(|(name, kept)| words.has(name) && !kept) {
        return Err(AskError::Words(format!(
            "--{name} cannot be used with --status {}: that mark is gone then",
            status.word()
        )));
    }
    Ok(Attacker {
        status,
        // The mark says that the target is outside the arc.
        in_arc: !words.has("out-of-arc") && status != FireStatus::TurretFire,
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
