//! A run of an aircraft (AS-12.3): AA fire, spotting, accuracy, attack, friendly fire.

use dice::Dice;
use engine::{
    AskError, Flag, Forecast, Form, GoodFor, Modifier, Prospect, Refusal, Resolution, Resolved, Severity, Words,
};

use super::{
    Asking,
    answered::{follow_ons, prospect_of_fate, reading_of, single, spoken_result, throws_of, told_as, too_many},
    asked::{
        OF_THE_TARGET, aircraft, anti_aircraft, card_flag, feature_flag, ground_flag, mark_flags, structure_flag,
        terrain_flag, work_flag,
    },
    said::{card, features, ground, named, told_defender, work},
};
use crate::{
    play::{
        s10_ranged_fire::{Attacker, Circumstances},
        s12_3_air_support::{
            Run,
            aa_fire::{AaFire, AaUnit},
            aim::{Accuracy, AirSpotting},
            attack::{AirAttack, FriendlyFire},
            run::{Bombs, Ran, RunEnd},
        },
        s12_5_collapse::{Blast, Structure},
    },
    rule_ids::{AA_FIRE, ACCURACY, AIR_SPOTTING, AIR_SUPPORT, COLLAPSE, TERRAIN_BONUS},
    tables::{
        Catalogue,
        ranged_fire::FireStatus,
        support::{
            air::{AaEffect, AirColumn},
            cards::Aircraft,
            collapse::BlastEffect,
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
            Flag::yes("fast", "The target is marked fast action"),
            Flag::yes("hidden", "The target is hidden or hiding"),
            Flag::yes("ambush", "The target is in ambush"),
        ]
        .map(at_target),
    )
    .step(
        "Accuracy: of this run",
        Some(ACCURACY),
        [
            Flag::yes("second-run", "The second run: spotting is not rolled again"),
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
            Flag::yes("digging-in", "The target is digging in").unless("dug-in"),
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
    AaFire(AaFire),
    Run(Run<'a>),
}

fn forecast(catalogue: &Catalogue, words: &Words) -> Result<Forecast, AskError> {
    match read(catalogue, words)? {
        Described::AaFire(fire) => {
            let odds = fire.effects(catalogue).map_err(too_many)?;
            let named: Vec<_> = odds.results().map(|(effect, _)| (*effect, prospect_of_aa(*effect))).collect();
            Ok(Forecast::new(fire.lines.into_iter().map(Modifier::from).collect(), &odds, named))
        }
        Described::Run(run) => {
            let odds = run.ends(catalogue).map_err(too_many)?;
            let named: Vec<_> = odds.results().map(|(end, _)| (*end, prospect(*end))).collect();
            Ok(Forecast::new(modifiers(catalogue, &run, None), &odds, named))
        }
    }
}

fn resolve(catalogue: &Catalogue, words: &Words, dice: &mut dyn Dice) -> Result<Resolved, AskError> {
    match read(catalogue, words)? {
        Described::AaFire(fire) => {
            let (cast, effect) = fire.throw(catalogue, dice);
            let result = aa_word(effect).to_owned();
            let resolution = Resolution {
                modifiers: fire.lines.iter().cloned().map(Modifier::from).collect(),
                throws: throws_of(&cast, None),
                reading: reading_of(&fire.clash, &cast),
                result,
            };
            Ok(told_as(AA_FIRE, resolution))
        }
        Described::Run(run) => {
            let ran = run.throw(catalogue, dice);
            let resolution = Resolution {
                modifiers: modifiers(catalogue, &run, Some(&ran)),
                throws: throws(&ran),
                reading: reading(&run, &ran),
                result: word(ran.end),
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
            resolved.then(COLLAPSE, format!("The structure: {}.", spoken_result(&word(ran.end))))
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

/// Every step; the dice of the attack as they were thrown, or without the accuracy die before that is known.
fn modifiers(catalogue: &Catalogue, run: &Run<'_>, ran: Option<&Ran>) -> Vec<Modifier> {
    let mut lines: Vec<_> = run.aa.iter().flat_map(|fire| fire.lines.iter().cloned()).collect();
    match &run.bombs {
        Bombs::Structure(blast) => lines.extend(blast.lines.iter().cloned()),
        Bombs::Unit { spotting, column, attack, friend } => {
            lines.extend(spotting.map(|spotting| spotting.line()));
            let modifier = ran.map_or(run.carried, |ran| ran.carried);
            lines.push(Accuracy { column: *column, modifier }.line());
            let plus = ran.and_then(|ran| ran.accuracy).is_some_and(|(_, aimed)| aimed.plus);
            lines.extend(attack.clash(catalogue, plus).1);
            let wide = ran.filter(|ran| ran.friend.is_some()).and_then(|ran| ran.struck.as_ref());
            if let (Some(friend), Some(struck)) = (friend, wide) {
                lines.extend(friend.clash(catalogue, struck.wide).1);
            }
        }
    }
    lines.into_iter().map(Modifier::from).collect()
}

fn aa_word(effect: Option<AaEffect>) -> &'static str {
    effect.map_or("missed", AaEffect::word)
}

fn prospect_of_aa(effect: Option<AaEffect>) -> Prospect {
    let severity = match effect {
        None => return Prospect::nothing(aa_word(effect)),
        Some(AaEffect::Inaccurate) => Severity::Effect,
        Some(AaEffect::TurnsAway) => Severity::Damage,
        Some(AaEffect::DrivenOff) => Severity::Disabled,
        Some(AaEffect::Crash) => Severity::Killed,
    };
    Prospect::new(aa_word(effect), GoodFor::Doer, severity)
}

/// "crash"; "damage:1,half-strength"; "no-effect friend:suppressed"; "collapses,half-strength".
fn word(end: RunEnd) -> String {
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

fn prospect(end: RunEnd) -> Prospect {
    let result = word(end);
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

fn read<'a>(catalogue: &'a Catalogue, words: &Words) -> Result<Described<'a>, AskError> {
    let support = catalogue.support();
    let aircraft = named(words, "aircraft", &support.aircraft, |card| &card.id)?;
    let mut aa = aa_fire(catalogue, words, aircraft)?;
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
            let fire = if aa.is_empty() { None } else { Some(aa.swap_remove(0)) };
            let what = "say what is attacked with --target or --structure, or who fires at the aircraft with --aa";
            return fire.map(Described::AaFire).ok_or_else(|| AskError::Words(what.to_owned()));
        }
    };
    Ok(Described::Run(Run { aa, carried, bombs }))
}

fn unit<'a>(catalogue: &'a Catalogue, words: &Words, aircraft: &Aircraft) -> Result<Bombs<'a>, AskError> {
    let said = Circumstances {
        defender: told_defender(catalogue, words)?,
        terrain: ground(catalogue, words, "terrain")?.or_else(|| catalogue.ground("clear")),
        features: features(catalogue, words)?,
        hill: words.has("hill"),
        work: work(catalogue, words)?,
        ..Circumstances::default()
    };
    let attack = AirAttack::on(catalogue, aircraft, card(catalogue, words, "target")?, &said);
    let spotting = AirSpotting::of(catalogue, &attack.fire, &said);
    let friend = match words.has("friend") {
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
