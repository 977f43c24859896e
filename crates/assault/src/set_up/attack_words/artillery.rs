//! Off-board artillery (AS-12.4): the exploratory shell, or the fire at one hex of the impact area.

use dice::{Dice, Odds};
use engine::{AskError, Forecast, Form, GoodFor, Modifier, Prospect, Resolution, Resolved, Severity, Words};
use hexmap::Direction;

use super::{
    Asking,
    answered::{prospect_as, reading_of, single, spoken_result, throws_of, too_many},
    flag,
    said::{card, features, ground, named, told_defender, word, work},
};
use crate::{
    play::{
        s10_ranged_fire::Circumstances,
        s12_4_off_board::{Fire, Salvo, SalvoEffect, Shell},
    },
    rule_ids::{CRATERS, FIRE_MODES, OFF_BOARD, SHELLS},
    tables::{
        Catalogue,
        pool::Pool,
        support::artillery::{FireMode, Ring},
    },
};

pub(super) const ASKING: Asking = Asking { form: FORM, forecast, resolve };

const FORM: Form = Form {
    name: "artillery",
    about: "Off-board artillery: an exploratory shell (--shell), or fire at one hex of the impact area (AS-12.4)",
    flags: &[
        flag("shell", None, "The exploratory shell: a green die and a D6"),
        flag("battery", Some("CARD"), "The battery or ship, as in us-105"),
        flag("mode", Some("MODE"), "smoke, suppressive or effect"),
        flag("secondary", None, "A neighbour of the primary hex"),
        flag("confirmed-plus", None, "The shell confirmed the hex with a die more"),
        flag("target", Some("UNIT"), "The card in the hex; without it the hex is empty"),
        flag("terrain", Some("TERRAIN"), "The ground of the hex; clear if it is not said"),
        flag("feature", Some("LIST"), "Ways in the hex, as in main-road"),
        flag("hill", None, "The target is on a hill"),
        flag("work", Some("WORK"), "The work that the target is in, as in trench"),
        flag("digging-in", None, "The target is digging in"),
        flag("dug-in", None, "The target is dug in"),
        flag("fast", None, "The target is marked fast action"),
        flag("hidden", None, "The target is hidden or hiding"),
        flag("suppressed", None, "The target is suppressed already"),
        flag("fallback", None, "The target is marked fallback already"),
        flag("immobilised", None, "The target is immobilised already"),
        flag("flipped", None, "The target is at half strength already"),
        flag("damage", Some("N"), "Damage points that the target has already"),
    ],
};

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

fn resolve(catalogue: &Catalogue, words: &Words, dice: &mut dyn Dice) -> Result<Resolved, AskError> {
    match read(catalogue, words)? {
        Described::Shell => {
            let fired = Shell::fire(catalogue, dice);
            let resolution = Resolution {
                modifiers: Vec::new(),
                throws: vec![single("distance", fired.face), single("direction", fired.d6)],
                reading: String::new(),
                result: shell_word(fired.shell),
            };
            Ok(Resolved { rule: SHELLS, text: spoken_result(&resolution.result), resolution })
        }
        Described::Smoke(markers) => {
            let resolution = Resolution {
                modifiers: vec![smoke_line(markers)],
                throws: Vec::new(),
                reading: String::new(),
                result: smoke_word(markers),
            };
            Ok(Resolved { rule: FIRE_MODES, text: spoken_result(&resolution.result), resolution })
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
            Ok(Resolved { rule, text: spoken_result(&resolution.result), resolution })
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
    let terrain = ground(catalogue, words, "terrain")?.or_else(|| catalogue.ground("clear"));
    let ways = features(catalogue, words)?;
    let salvo = match words.has("target") {
        true => {
            let said = Circumstances {
                defender: told_defender(catalogue, words)?,
                terrain,
                features: ways.clone(),
                hill: words.has("hill"),
                work: work(catalogue, words)?,
                ..Circumstances::default()
            };
            fire.on(catalogue, card(catalogue, words, "target")?, &said)
        }
        false => fire.on_empty_hex(catalogue),
    };
    let ways = ways.iter().map(|way| way.id.as_str());
    let crater = terrain.and_then(|ground| artillery.craters.on(&ground.id, ways));
    Ok(salvo.map_or(Described::Smoke(fire.smoke(catalogue)), |salvo| Described::Salvo(salvo, crater)))
}
