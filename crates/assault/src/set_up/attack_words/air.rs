//! A run of an aircraft (AS-12.3): AA fire, spotting, accuracy, attack, friendly fire.

use dice::{Dice, Odds, TooManyWays};
use engine::{
    AskError, Flag, Forecast, Form, GoodFor, Modifier, Prospect, Refusal, Resolution, Resolved, Severity, Words,
};

use super::{
    answered::{follow_ons, reading_of, single, spoken_result, throws_of, told_as, too_many},
    asked::{
        OF_THE_TARGET, aircraft, anti_aircraft, card_flag, feature_flag, ground_flag, mark_flags, smoke_flag,
        structure_flag, terrain_flag, work_flag,
    },
    asking::Asking,
    said::{card, features, ground, named, number, told_defender, work},
};
use crate::{
    play::{
        s10_ranged_fire::{Attacker, Circumstances, Line},
        s12_3_air_support::{
            Run,
            aa_fire::{AaFire, AaUnit},
            aim::AirSpotting,
            attack::{AirAttack, FriendlyFire},
            run::{Bombs, Ran},
        },
        s12_5_collapse::{Blast, Structure},
        told::{prospect_of_run, word_of_run},
    },
    rule_ids::{AA_FIRE, ACCURACY, AIR_SPOTTING, AIR_SUPPORT, COLLAPSE, TERRAIN_BONUS},
    tables::{
        Catalogue,
        ranged_fire::FireStatus,
        support::{
            air::{AaEffect, AirColumn},
            cards::Aircraft,
        },
    },
};

pub(super) const ASKING: Asking = Asking { form, forecast, resolve };

fn form(catalogue: &Catalogue) -> Form {
    let about = "A run of an aircraft: AA fire, spotting, accuracy, attack (AS-12.3); without --target or --structure AA fire alone";
    let form = Form::new("air", about).titled("Air support").step(
        "Aircraft: which, and what it attacks",
        Some(AIR_SUPPORT),
        [
            Flag::one_of("aircraft", "CARD", "The aircraft, as in us-a36", aircraft(catalogue))
                .asking("Which aircraft?")
                .needed(),
            card_flag(catalogue, "target", "The card that is attacked")
                .asking("Which unit does it attack?")
                .unless("structure"),
            structure_flag(catalogue, "The building or work that is attacked in place of a unit")
                .asking("Or which building or work?")
                .unless("target"),
        ],
    );
    let form = form.step(
        "AA fire: who fires at it",
        Some(AA_FIRE),
        [
            Flag::several("aa", "AA units in reach, as in de-flak20,de-flak88", anti_aircraft(catalogue))
                .asking("AA units in reach"),
            Flag::number("aa-hexes", "How far the AA units are from the target", 0, 99).usually("0").if_said("aa"),
            Flag::yes("aa-suppressed", "The AA units are suppressed").if_said("aa"),
            Flag::yes("aa-indoors", "The AA units are in a building").if_said("aa"),
            Flag::yes("aa-half-strength", "The AA units are at half strength").if_said("aa"),
        ],
    );
    friend_step(catalogue, target_steps(catalogue, form))
}

/// What is asked about a unit that is attacked from the air.
fn target_steps(catalogue: &Catalogue, form: Form) -> Form {
    let at_target = |flag: Flag| flag.if_said("target");
    let marks = FireStatus::ALL.map(FireStatus::word);
    form.step(
        "Spotting: from the air",
        Some(AIR_SPOTTING),
        [
            Flag::one_of("fired", "MARK", "The target's own fire status, as in move-and-fire", marks)
                .asking("Is the target marked with a fire status?"),
            Flag::yes("fast", "The target is marked fast action").unless("fired"),
            Flag::yes("hidden", "The target is hidden or hiding").unless("fired"),
            Flag::yes("ambush", "The target is in ambush").unless("fired").unless("fast"),
        ]
        .map(at_target),
    )
    .step(
        "Accuracy: of this run",
        Some(ACCURACY),
        [
            Flag::yes(
                "second-run",
                "The second run, of an aircraft that AA fire has not damaged: spotting is not rolled again",
            ),
            Flag::number("carried", "What the first run brought for accuracy: AA hits and spotting", -4, 4)
                .usually("0"),
        ]
        .map(at_target),
    )
    .step(
        "Defence: the target's dice",
        Some(TERRAIN_BONUS),
        [
            terrain_flag(catalogue),
            feature_flag(catalogue, "Ways the target is on, as in main-road").asking("Ways it is on"),
            Flag::yes("hill", "The target is on a hill"),
            work_flag(catalogue),
            smoke_flag(catalogue),
            Flag::yes("digging-in", "The target is digging in").unless("dug-in").unless("fired").unless("fast"),
            Flag::yes("dug-in", "The target is dug in").unless("digging-in"),
        ]
        .into_iter()
        .chain(mark_flags("target", OF_THE_TARGET))
        .map(at_target),
    )
}

fn friend_step(catalogue: &Catalogue, form: Form) -> Form {
    let friend = "A unit of the aircraft's own side beside the target, picked by the other player";
    form.rare_step(
        "Friendly fire: a unit beside the target",
        Some(AIR_SUPPORT),
        [
            card_flag(catalogue, "friend", friend).if_said("target"),
            ground_flag(catalogue, "friend-terrain", "The ground that the friend stands in; clear if it is not said")
                .asking("The ground that the friend stands in")
                .usually("clear")
                .if_said("friend"),
            Flag::yes("friend-fast", "The friend is marked fast action").if_said("friend"),
        ],
    )
}

/// What was described: AA fire alone, or a run.
enum Described<'a> {
    AaFire(Vec<AaFire>),
    Run(Run<'a>),
}

fn forecast(catalogue: &Catalogue, words: &Words) -> Result<Forecast, AskError> {
    match read(catalogue, words)? {
        Described::AaFire(fires) => {
            let odds = aa_ends(catalogue, &fires).map_err(too_many)?;
            let named: Vec<_> = odds.results().map(|(end, _)| (*end, prospect_of_aa(*end))).collect();
            Ok(Forecast::new(fires.into_iter().flat_map(|fire| modifiers(fire.lines)).collect(), &odds, named))
        }
        Described::Run(run) => {
            let odds = run.ends(catalogue).map_err(too_many)?;
            let named: Vec<_> = odds.results().map(|(end, _)| (*end, prospect_of_run(*end))).collect();
            Ok(Forecast::new(modifiers(run.lines(catalogue, None)), &odds, named))
        }
    }
}

fn resolve(catalogue: &Catalogue, words: &Words, dice: &mut dyn Dice) -> Result<Resolved, AskError> {
    match read(catalogue, words)? {
        Described::AaFire(fires) => {
            let (mut end, mut throws, mut read) = (AaEnd::Through(0), Vec::new(), Vec::new());
            for fire in fires.iter() {
                if let AaEnd::KeptOff(_) = end {
                    break;
                }
                let (cast, effect) = fire.throw(catalogue, dice);
                end = end.after(effect);
                throws.extend(throws_of(&cast, None));
                read.push(reading_of(&fire.clash, &cast));
            }
            let modifiers = fires.into_iter().flat_map(|fire| modifiers(fire.lines)).collect();
            Ok(told_as(AA_FIRE, Resolution { modifiers, throws, reading: read.join("; "), result: end.word() }))
        }
        Described::Run(run) => {
            let ran = run.throw(catalogue, dice);
            let resolution = Resolution {
                modifiers: modifiers(run.lines(catalogue, Some(&ran))),
                throws: throws(&ran),
                reading: reading(&run, &ran),
                result: word_of_run(ran.end),
            };
            Ok(told_run(told_as(AIR_SUPPORT, resolution), &run, &ran))
        }
    }
}

/// Every stage of a run, one after the other.
fn told_run(resolved: Resolved, run: &Run<'_>, ran: &Ran) -> Resolved {
    let resolved = ran.aa.iter().fold(resolved, |resolved, (_, effect)| {
        resolved.then(AA_FIRE, format!("AA fire: {}.", spoken_result(aa_word(*effect))))
    });
    let resolved = match ran.spotting {
        Some(face) => resolved.then(AIR_SPOTTING, format!("The spotting roll is {face}.")),
        None => resolved,
    };
    let resolved = match ran.accuracy {
        Some((face, aimed)) => {
            let plus = if aimed.plus { "the target has a die more" } else { "the target has no die for it" };
            let wide = if aimed.wide { ", and dice that show nothing go wide" } else { "" };
            resolved.then(ACCURACY, format!("The accuracy roll is {face}: {plus}{wide}."))
        }
        None => resolved,
    };
    match (&run.bombs, &ran.struck) {
        (Bombs::Unit { attack, friend, .. }, Some(struck)) => {
            let target = &attack.fire.defender.target;
            let resolved = follow_ons(resolved, target, struck.cast.left, struck.critical.as_ref());
            match (friend, &ran.friend) {
                (Some(_), Some(hit)) => {
                    let words = reading_of(&hit.clash, &hit.cast);
                    resolved.then(AIR_SUPPORT, format!("Friendly fire: {words}."))
                }
                _ => resolved,
            }
        }
        (Bombs::Structure(_), _) if ran.blasted.is_some() => {
            resolved.then(COLLAPSE, format!("The structure: {}.", spoken_result(&word_of_run(ran.end))))
        }
        _ => resolved,
    }
}

fn throws(ran: &Ran) -> Vec<engine::Thrown> {
    let mut throws: Vec<engine::Thrown> = ran.aa.iter().flat_map(|(cast, _)| throws_of(cast, None)).collect();
    throws.extend(ran.spotting.map(|face| single("spotting", face)));
    throws.extend(ran.accuracy.map(|(face, _)| single("accuracy", face)));
    for struck in ran.struck.iter().chain(&ran.friend) {
        throws.extend(throws_of(&struck.cast, struck.critical.as_ref()));
    }
    throws.extend(ran.blasted.iter().flat_map(|blasted| throws_of(&blasted.cast, None)));
    throws
}

/// How each throw was read.
fn reading(run: &Run<'_>, ran: &Ran) -> String {
    let mut read: Vec<String> = Vec::new();
    for (fire, (cast, _)) in run.aa.iter().zip(&ran.aa) {
        read.push(format!("AA fire: {}", reading_of(&fire.clash, cast)));
    }
    read.extend(ran.struck.iter().map(|struck| reading_of(&struck.clash, &struck.cast)));
    read.extend(ran.friend.iter().map(|hit| format!("friendly fire: {}", reading_of(&hit.clash, &hit.cast))));
    if let (Bombs::Structure(blast), Some(blasted)) = (&run.bombs, &ran.blasted) {
        read.push(reading_of(&blast.clash, &blasted.cast));
    }
    read.join("; ")
}

fn modifiers(lines: Vec<Line>) -> Vec<Modifier> {
    lines.into_iter().map(Modifier::from).collect()
}

fn aa_word(effect: Option<AaEffect>) -> &'static str {
    effect.map_or("missed", AaEffect::word)
}

/// What AA fire by itself comes to: units fire one after the other until one keeps the aircraft off.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum AaEnd {
    KeptOff(AaEffect),
    /// It comes through, with so many hits that spoil its aim.
    Through(u8),
}

impl AaEnd {
    fn after(self, effect: Option<AaEffect>) -> AaEnd {
        match (self, effect) {
            (AaEnd::Through(_), Some(effect)) if effect.keeps_off() => AaEnd::KeptOff(effect),
            (AaEnd::Through(hits), Some(_)) => AaEnd::Through(hits.saturating_add(1)),
            (AaEnd::Through(_), None) | (AaEnd::KeptOff(_), _) => self,
        }
    }

    /// "missed", "inaccurate", "inaccurate:2", "crash".
    fn word(self) -> String {
        match self {
            AaEnd::KeptOff(effect) => aa_word(Some(effect)).to_owned(),
            AaEnd::Through(0) => aa_word(None).to_owned(),
            AaEnd::Through(1) => aa_word(Some(AaEffect::Inaccurate)).to_owned(),
            AaEnd::Through(hits) => format!("{}:{hits}", aa_word(Some(AaEffect::Inaccurate))),
        }
    }
}

fn aa_ends(catalogue: &Catalogue, fires: &[AaFire]) -> Result<Odds<AaEnd>, TooManyWays> {
    let mut sum = Odds::counted([(AaEnd::Through(0), 1)])?;
    for fire in fires {
        let effects = fire.effects(catalogue)?;
        let mut parts = Vec::new();
        for (end, ways) in sum.results() {
            let after = effects.results().map(|(effect, ways)| (end.after(*effect), ways));
            parts.push((Odds::counted(after)?, ways));
        }
        sum = Odds::mixed(parts)?;
    }
    Ok(sum)
}

fn prospect_of_aa(end: AaEnd) -> Prospect {
    let severity = match end {
        AaEnd::Through(0) => return Prospect::nothing(end.word()),
        AaEnd::Through(_) | AaEnd::KeptOff(AaEffect::Inaccurate) => Severity::Effect,
        AaEnd::KeptOff(AaEffect::TurnsAway) => Severity::Damage,
        AaEnd::KeptOff(AaEffect::DrivenOff) => Severity::Disabled,
        AaEnd::KeptOff(AaEffect::Crash) => Severity::Killed,
    };
    Prospect::new(end.word(), GoodFor::Doer, severity)
}

fn read<'a>(catalogue: &'a Catalogue, words: &Words) -> Result<Described<'a>, AskError> {
    let support = catalogue.support();
    let aircraft = named(words, "aircraft", &support.aircraft, |card| &card.id)?;
    let aa = aa_fire(catalogue, words, aircraft)?;
    let carried = words.number("carried", -9, 9)?.unwrap_or(0) as i8;
    let bombs = match (words.has("target"), words.get("structure")) {
        (true, Some(_)) => return Err(AskError::Words("--structure cannot be used with --target".to_owned())),
        (true, None) => unit(catalogue, words, aircraft)?,
        (false, Some(id)) => {
            let known = support.collapse.structures();
            let structure = Structure::named(catalogue, id).filter(|_| known.clone().any(|known| known == id));
            let structure = structure.ok_or_else(|| AskError::unknown("structure", id, known))?;
            let blast = Blast::of(catalogue, aircraft.blast, structure);
            Bombs::Structure(blast.map_err(|reason| AskError::Refused(Refusal::from(&reason)))?)
        }
        (false, None) => {
            let what = "say what is attacked with --target or --structure, or who fires at the aircraft with --aa";
            return match aa.is_empty() {
                true => Err(AskError::Words(what.to_owned())),
                false => Ok(Described::AaFire(aa)),
            };
        }
    };
    Ok(Described::Run(Run { aa, carried, bombs }))
}

fn unit<'a>(catalogue: &'a Catalogue, words: &Words, aircraft: &Aircraft) -> Result<Bombs<'a>, AskError> {
    let target = card(catalogue, words, "target")?;
    if words.has("second-run") && aircraft.runs < 2 {
        return Err(AskError::Words(format!("--second-run: {} makes one run", aircraft.name)));
    }
    let said = Circumstances {
        defender: told_defender(catalogue, words, target)?,
        terrain: ground(catalogue, words, "terrain")?.or_else(|| catalogue.ground("clear")),
        features: features(catalogue, words)?,
        hill: words.has("hill"),
        smoke: number(words, "smoke")?,
        work: work(catalogue, words)?,
        ..Circumstances::default()
    };
    let attack = AirAttack::on(catalogue, aircraft, target, &said);
    let spotting = AirSpotting::of(catalogue, &attack.fire, &said);
    let friend = match words.has("friend") {
        true if !aircraft.friendly_fire => {
            return Err(AskError::Words(format!("--friend: what goes wide of {} hits nobody", aircraft.name)));
        }
        true => {
            let mut beside = Circumstances {
                terrain: ground(catalogue, words, "friend-terrain")?.or_else(|| catalogue.ground("clear")),
                ..Circumstances::default()
            };
            beside.defender.fast = words.has("friend-fast");
            FriendlyFire::on(catalogue, aircraft, card(catalogue, words, "friend")?, &beside)
        }
        false => None,
    };
    Ok(Bombs::Unit {
        spotting: (!words.has("second-run")).then_some(spotting),
        column: AirColumn::of(&said.defender),
        attack,
        friend,
    })
}

fn aa_fire(catalogue: &Catalogue, words: &Words, aircraft: &Aircraft) -> Result<Vec<AaFire>, AskError> {
    let marks = Attacker { half_strength: words.has("aa-half-strength"), ..Attacker::default() };
    let hexes = words.number("aa-hexes", 0, 99)?.unwrap_or(0) as u8;
    let ids = words.get("aa").unwrap_or_default().split(',').filter(|id| !id.is_empty());
    let fire = |id: &str| {
        let known: Vec<&str> = catalogue.units().iter().map(|card| card.id.as_str()).collect();
        let card = catalogue.unit(id).ok_or_else(|| AskError::unknown("aa", id, known))?;
        let unit =
            AaUnit { card, marks, suppressed: words.has("aa-suppressed"), indoors: words.has("aa-indoors"), hexes };
        AaFire::at(catalogue, &unit, aircraft).map_err(|reason| AskError::Refused(Refusal::from(&reason)))
    };
    ids.map(fire).collect()
}
