//! `odds` and `resolve`: the same resolution code as in play, with other dice.

use std::path::Path;

use dice::Scripted;
use divisions::{
    Catalogue,
    close_assault::Fight,
    direct_fire::{Attack as Shot, FireResult},
};
use engine::{Chance, Forecast, Modifier, Resolution, nearest};
use serde::Serialize;

use crate::{
    args::{Attack, DivisionsAttack},
    fail::Failure,
    out, tables,
};

#[derive(Serialize)]
struct OddsDocument<'a> {
    game: &'a str,
    attack: &'a str,
    modifiers: &'a [Modifier],
    outcomes: &'a [Chance],
}

#[derive(Serialize)]
struct ResolveDocument<'a> {
    game: &'a str,
    attack: &'a str,
    rule: &'a str,
    #[serde(flatten)]
    resolution: &'a Resolution,
}

/// What was asked about.
enum Question {
    Shot(Shot, bool),
    Fight(Fight),
}

pub(crate) fn odds(attack: &Attack, content: Option<&Path>, json: bool) -> Result<(), Failure> {
    let Attack::Divisions(words) = attack;
    let catalogue = catalogue(content)?;
    let (name, forecast) = match question(words, &catalogue)? {
        Question::Shot(_, false) => {
            return Err(Failure::Usage("say --defense (the green number) or --target KIND".into()));
        }
        Question::Shot(shot, true) => ("direct-fire", shot.forecast(catalogue.dice())),
        Question::Fight(fight) => ("close-assault", fight.forecast(catalogue.assault())),
    };
    if json {
        let document = OddsDocument {
            game: "divisions",
            attack: name,
            modifiers: &forecast.modifiers,
            outcomes: &forecast.outcomes,
        };
        out::json(&document);
    } else {
        say_modifiers(&forecast.modifiers);
        say_odds(&forecast);
    }
    Ok(())
}

pub(crate) fn resolve(attack: &Attack, faces: &[u16], content: Option<&Path>, json: bool) -> Result<(), Failure> {
    let Attack::Divisions(words) = attack;
    let catalogue = catalogue(content)?;
    let mut dice = Scripted::new(faces);
    let (name, rule, resolution, text) = match question(words, &catalogue)? {
        Question::Shot(shot, has_defence) => {
            let (result, faces) = shot.resolve(catalogue.dice(), &mut dice);
            if !has_defence && result != FireResult::Miss {
                return Err(Failure::Usage(
                    "it is a hit: say --defense or --target to tell whether a step is lost".into(),
                ));
            }
            let text = match result {
                FireResult::Miss => "miss",
                FireResult::Pinned => "hit, pinned, no step lost",
                FireResult::StepLoss => "hit, pinned, step lost",
            };
            ("direct-fire", "FD-3", shot.resolution(result, &faces), text.to_owned())
        }
        Question::Fight(fight) => {
            let (row, faces) = fight.resolve(catalogue.assault(), &mut dice);
            let text = catalogue.assault().rows[row].text.clone();
            ("close-assault", "FD-14", fight.resolution(catalogue.assault(), row, &faces), text)
        }
    };
    dice.finish().map_err(|error| Failure::Usage(format!("--dice: {error}")))?;
    if json {
        out::json(&ResolveDocument { game: "divisions", attack: name, rule, resolution: &resolution });
    } else {
        say_modifiers(&resolution.modifiers);
        out::say(format!("{}: {text} ({rule})", resolution.reading));
    }
    Ok(())
}

fn catalogue(content: Option<&Path>) -> Result<Catalogue, Failure> {
    let files = tables::files(content)?;
    Catalogue::read(&files).map_err(|problems| Failure::Content(problems, Box::new(files)))
}

fn question(words: &DivisionsAttack, catalogue: &Catalogue) -> Result<Question, Failure> {
    if let (Some(attacker), Some(defender)) = (words.assault, words.against) {
        return Ok(Question::Fight(Fight::plain(attacker, defender)));
    }
    let range =
        words.range.ok_or_else(|| Failure::Usage("say --range for a shot, or --assault and --against".into()))?;
    if range < 1 {
        return Err(Failure::Usage(format!("--range {range}: the nearest target is one hex away")));
    }
    let defence = match &words.target {
        Some(name) => {
            let known = catalogue.kinds().iter().map(|kind| kind.id.as_str());
            let kind = catalogue.kind(name).ok_or_else(|| unknown("kind of company", name, known))?;
            Some(kind.full.defence)
        }
        None => words.defense,
    };
    let cover = match &words.terrain {
        Some(name) => {
            let known = catalogue.grounds().iter().map(|ground| ground.id.as_str());
            let ground = catalogue.ground(name).ok_or_else(|| unknown("terrain", name, known))?;
            Some((ground.name.clone(), ground.cover))
        }
        None => None,
    };
    let event = |asked: bool, id: &str| if asked { catalogue.event_value(id) } else { 0 };
    let shot = Shot {
        cover,
        smoke: event(words.smoke, "smoke"),
        aim: event(words.steady_aim, "steady-aim"),
        ..Shot::plain(range, defence.unwrap_or(0))
    };
    Ok(Question::Shot(shot, defence.is_some()))
}

fn unknown<'a>(what: &str, name: &str, known: impl Iterator<Item = &'a str> + Clone) -> Failure {
    let hint = match nearest(name, known.clone()) {
        Some(near) => format!("did you mean \"{near}\"?"),
        None => format!("known are {}", known.collect::<Vec<_>>().join(", ")),
    };
    Failure::Usage(format!("unknown {what} \"{name}\": {hint}"))
}

fn say_modifiers(modifiers: &[Modifier]) {
    for modifier in modifiers {
        out::say(format!("{:>4}  {} ({})", modifier.value, modifier.what, modifier.rule));
    }
}

fn say_odds(forecast: &Forecast) {
    for chance in &forecast.outcomes {
        let bar = "█".repeat((chance.p * 40.0).round() as usize);
        out::say(format!(
            "{:>10} {:>6} of {} {:>5.1}% {bar}",
            chance.result,
            chance.ways.0,
            chance.of.0,
            chance.p * 100.0
        ));
    }
}
