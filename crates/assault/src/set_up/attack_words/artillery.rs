//! Off-board artillery (AS-12.4): the exploratory shell, or the fire at one hex of the impact area.

use dice::{Dice, Odds};
use engine::{
    AskError, Flag, Forecast, Form, GoodFor, Modifier, Prospect, Resolution, Resolved, Severity, Thrown, Words,
};
use hexmap::Direction;

use super::{
    answered::{follow_ons, prospect_as, reading_of, single, throws_of, told_as, too_many},
    asked::{OF_THE_TARGET, batteries, card_flag, feature_flag, ground_flag, mark_flags, smoke_flag, work_flag},
    asking::Asking,
    said::{card, features, ground, named, number, told_defender, word, work},
};
use crate::{
    play::{
        s10_ranged_fire::Circumstances,
        s12_4_off_board::{Fire, Salvo, SalvoEffect, Shell},
    },
    rule_ids::{CRATERS, DEFENDER_STATUS, FIRE_MODES, OFF_BOARD, SHELLS, TERRAIN_BONUS},
    tables::{
        Catalogue,
        pool::{Colour, Pool},
        support::artillery::{FireMode, Ring},
    },
};

pub(super) const ASKING: Asking = Asking { form, forecast, resolve };

fn form(catalogue: &Catalogue) -> Form {
    let about = "Off-board artillery: an exploratory shell (--shell), or fire at one hex of the impact area (AS-12.4)";
    let at_target = |flag: Flag| flag.if_said("target").unless("shell");
    Form::new("artillery", about)
        .titled("Off-board artillery")
        .step(
            "Artillery: what is fired",
            Some(OFF_BOARD),
            [
                Flag::yes("shell", "The exploratory shell: a green die and a D6"),
                Flag::one_of("battery", "CARD", "The battery or ship, as in us-105", batteries(catalogue))
                    .asking("Which battery or ship?")
                    .needed()
                    .unless("shell"),
                Flag::one_of("mode", "MODE", "smoke, suppressive or effect", FireMode::ALL.map(FireMode::word))
                    .asking("Fire mode")
                    .needed()
                    .unless("shell"),
                Flag::yes("secondary", "A neighbour of the primary hex").unless("shell"),
                Flag::yes("confirmed-plus", "The shell confirmed the hex with a die more")
                    .unless("shell")
                    .unless("secondary"),
            ],
        )
        .step(
            "Hex: who and what is in it",
            Some(TERRAIN_BONUS),
            [
                card_flag(catalogue, "target", "The card in the hex; without it the hex is empty")
                    .asking("Who is in the hex?")
                    .unless("shell"),
                ground_flag(catalogue, "terrain", "The ground of the hex; clear if it is not said")
                    .asking("The ground of the hex")
                    .usually("clear")
                    .unless("shell"),
                feature_flag(catalogue, "Ways in the hex, as in main-road").asking("Ways in the hex").unless("shell"),
                at_target(Flag::yes("hill", "The target is on a hill")),
                at_target(work_flag(catalogue)),
                at_target(smoke_flag(catalogue)),
            ],
        )
        .step(
            "Status: how the target stands",
            Some(DEFENDER_STATUS),
            [
                Flag::yes("digging-in", "The target is digging in").unless("dug-in"),
                Flag::yes("dug-in", "The target is dug in").unless("digging-in"),
                Flag::yes("hidden", "The target is hidden or hiding"),
                Flag::yes("fast", "The target is marked fast action").unless("digging-in"),
            ]
            .into_iter()
            .chain(mark_flags("target", OF_THE_TARGET))
            .map(at_target),
        )
}

/// What was described.
enum Described<'a> {
    Shell,
    /// So many smoke markers, and no attack.
    Smoke(u8),
    /// The salvo, and what a crater makes of the hex.
    Salvo(Salvo, Option<&'a str>),
}

fn forecast(catalogue: &Catalogue, words: &Words) -> Result<Forecast, AskError> {
    match read(catalogue, words)? {
        Described::Shell => {
            let odds = Shell::odds(catalogue).map_err(too_many)?;
            let named: Vec<_> = odds.results().map(|(shell, _)| (*shell, prospect_of_shell(*shell))).collect();
            Ok(Forecast::new(Vec::new(), &odds, named))
        }
        Described::Smoke(markers) => {
            let odds = Odds::counted([((), 1)]).map_err(too_many)?;
            let named = [((), Prospect::new(smoke_word(markers), GoodFor::Doer, Severity::Effect))];
            Ok(Forecast::new(vec![smoke_line(markers)], &odds, named))
        }
        Described::Salvo(salvo, crater) => {
            let effects = salvo.effects(catalogue).map_err(too_many)?;
            // Craters that the ground does not take are not told apart.
            let told = |effect: &SalvoEffect| SalvoEffect { crater: effect.crater && crater.is_some(), ..*effect };
            let odds = Odds::counted(effects.results().map(|(effect, ways)| (told(effect), ways))).map_err(too_many)?;
            let named: Vec<_> = odds.results().map(|(effect, _)| (*effect, prospect(*effect, crater))).collect();
            Ok(Forecast::new(salvo.lines.into_iter().map(Modifier::from).collect(), &odds, named))
        }
    }
}

/// The colours of the dice with which a shell is thrown.
fn shell_colours(catalogue: &Catalogue) -> impl Iterator<Item = &'static str> {
    catalogue.support().artillery.shell.die.dice().map(Colour::word)
}

fn resolve(catalogue: &Catalogue, words: &Words, dice: &mut dyn Dice) -> Result<Resolved, AskError> {
    match read(catalogue, words)? {
        Described::Shell => {
            let fired = Shell::fire(catalogue, dice);
            let resolution = Resolution {
                modifiers: Vec::new(),
                throws: vec![
                    Thrown::symbols("distance", [fired.face], shell_colours(catalogue)),
                    single("direction", fired.d6),
                ],
                reading: String::new(),
                result: shell_word(fired.shell),
            };
            let told = match fired.shell {
                Shell::Confirmed(Pool::NONE) => "The hex is confirmed.".to_owned(),
                Shell::Confirmed(plus) => format!("The hex is confirmed, and the fire has {plus} more."),
                Shell::Drifts { direction, hexes } => {
                    format!("The waypoint drifts to the {}, hexes: {hexes}.", direction.word())
                }
            };
            Ok(told_as(SHELLS, resolution).then(SHELLS, told))
        }
        Described::Smoke(markers) => {
            let resolution = Resolution {
                modifiers: vec![smoke_line(markers)],
                throws: Vec::new(),
                reading: String::new(),
                result: smoke_word(markers),
            };
            let told = format!("Smoke markers: {markers}. Smoke attacks nobody.");
            Ok(told_as(FIRE_MODES, resolution).then(FIRE_MODES, told))
        }
        Described::Salvo(salvo, crater) => {
            let fell = salvo.throw(catalogue, dice);
            let resolution = Resolution {
                modifiers: salvo.lines.iter().cloned().map(Modifier::from).collect(),
                throws: throws_of(&fell.cast, fell.critical.as_ref()),
                reading: reading_of(&salvo.clash, &fell.cast),
                result: effect_word(fell.effect, crater),
            };
            let rule = if fell.effect.crater && crater.is_some() { CRATERS } else { OFF_BOARD };
            let crater = crater.filter(|_| fell.effect.crater);
            let resolved = told_as(rule, resolution);
            let resolved = match &salvo.target {
                Some(target) => follow_ons(resolved, target, fell.cast.left, fell.critical.as_ref()),
                None if crater.is_none() => {
                    resolved.then(OFF_BOARD, "Nobody is in the hex, and the ground stays as it is.")
                }
                None => resolved,
            };
            Ok(match crater {
                Some(ground) => resolved.then(CRATERS, format!("A critical is left: the ground becomes {ground}.")),
                None => resolved,
            })
        }
    }
}

/// "confirmed", "confirmed-plus", "drift:2,ne".
fn shell_word(shell: Shell) -> String {
    match shell {
        Shell::Confirmed(Pool::NONE) => "confirmed".to_owned(),
        Shell::Confirmed(_) => "confirmed-plus".to_owned(),
        Shell::Drifts { direction, hexes } => format!("drift:{hexes},{}", Direction::word(direction)),
    }
}

fn prospect_of_shell(shell: Shell) -> Prospect {
    match shell {
        Shell::Confirmed(_) => Prospect::new(shell_word(shell), GoodFor::Doer, Severity::Effect),
        Shell::Drifts { .. } => Prospect::nothing(shell_word(shell)).in_group("drift"),
    }
}

fn smoke_word(markers: u8) -> String {
    format!("smoke:{markers}")
}

fn smoke_line(markers: u8) -> Modifier {
    Modifier::new(FIRE_MODES, "smoke markers, and no attack", markers.into())
}

/// "damage:1,half-strength,crater:brush-craters".
fn effect_word(effect: SalvoEffect, crater: Option<&str>) -> String {
    let fate = effect.fate.to_string();
    match crater.filter(|_| effect.crater) {
        Some(ground) => format!("{fate},crater:{ground}"),
        None => fate,
    }
}

fn prospect(effect: SalvoEffect, crater: Option<&str>) -> Prospect {
    prospect_as(effect_word(effect, crater), effect.fate)
}

fn read<'a>(catalogue: &'a Catalogue, words: &Words) -> Result<Described<'a>, AskError> {
    if words.has("shell") {
        return Ok(Described::Shell);
    }
    words.need("mode")?;
    let artillery = &catalogue.support().artillery;
    let confirmed = words.has("confirmed-plus");
    let fire = Fire {
        battery: named(words, "battery", &catalogue.support().batteries, |card| &card.id)?,
        mode: word(words, "mode", FireMode::ALL, FireMode::word)?.unwrap_or(FireMode::Effect),
        ring: if words.has("secondary") { Ring::Secondary } else { Ring::Primary },
        confirmed: if confirmed { artillery.shell.plus() } else { Pool::NONE },
    };
    if confirmed && fire.mode == FireMode::Smoke {
        return Err(AskError::Words("--confirmed-plus: smoke attacks nobody, and has no dice".to_owned()));
    }
    let terrain = ground(catalogue, words, "terrain")?.or_else(|| catalogue.ground("clear"));
    let ways = features(catalogue, words)?;
    let salvo = match words.has("target") {
        true => {
            let target = card(catalogue, words, "target")?;
            let said = Circumstances {
                defender: told_defender(catalogue, words, target)?,
                terrain,
                features: ways.clone(),
                hill: words.has("hill"),
                smoke: number(words, "smoke")?,
                work: work(catalogue, words)?,
                ..Circumstances::default()
            };
            fire.on(catalogue, target, &said)
        }
        false => fire.on_empty_hex(catalogue),
    };
    let ways = ways.iter().map(|way| way.id.as_str());
    let crater = terrain.and_then(|ground| artillery.craters.on(&ground.id, ways));
    Ok(salvo.map_or(Described::Smoke(fire.smoke(catalogue)), |salvo| Described::Salvo(salvo, crater)))
}
