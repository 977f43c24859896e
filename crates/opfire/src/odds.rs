//! `odds` and `resolve`: the same resolution code as in play, with other dice.
//!
//! Games say themselves what can be asked about their attacks ([`engine::Attacks`]); `divisions`, which has two attacks and had them first,
//! is asked with options of its own.

use std::path::{Path, PathBuf};

use dice::Scripted;
use divisions::{
    Catalogue,
    play::{
        s03_direct_fire::{Attack as Shot, FireResult, Stakes},
        s14_close_assault::Fight,
    },
};
use engine::{AskError, Attacks, Chance, Forecast, Form, Group, Modifier, Resolution, Words, nearest};
use serde::Serialize;

use crate::{
    args::{Attack, DivisionsAttack, Faces},
    fail::Failure,
    out, tables,
};

#[derive(Serialize)]
struct OddsDocument<'a> {
    game: &'a str,
    attack: &'a str,
    modifiers: &'a [Modifier],
    outcomes: &'a [Chance],
    headline: &'a [Group],
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
    match attack {
        Attack::Divisions(words) => odds_of_divisions(words, content, json),
        Attack::Other(words) => {
            let asked = Asked::read(words)?;
            odds_in_words(&asked, asked.content.as_deref().or(content), json || asked.json)
        }
    }
}

pub(crate) fn resolve(attack: &Attack, faces: &[u16], content: Option<&Path>, json: bool) -> Result<(), Failure> {
    match attack {
        Attack::Divisions(words) => resolve_divisions(words, faces, content, json),
        Attack::Other(words) => {
            let asked = Asked::read(words)?;
            let faces = asked.dice.as_deref().unwrap_or(faces);
            resolve_in_words(&asked, faces, asked.content.as_deref().or(content), json || asked.json)
        }
    }
}

/// A question to a game that is asked in words: the options of the command itself are taken out.
#[derive(Default)]
struct Asked {
    game: String,
    attack: Option<String>,
    words: Vec<String>,
    dice: Option<Vec<u16>>,
    content: Option<PathBuf>,
    json: bool,
    help: bool,
}

impl Asked {
    fn read(words: &[String]) -> Result<Asked, Failure> {
        let mut asked = Asked::default();
        let mut words = words.iter();
        asked.game = words.next().cloned().unwrap_or_default();
        while let Some(word) = words.next() {
            let (name, given) = match word.split_once('=') {
                Some((name, value)) => (name, Some(value.to_owned())),
                None => (word.as_str(), None),
            };
            let mut value = || {
                let value = given.clone().or_else(|| words.next().cloned());
                value.ok_or_else(|| Failure::Usage(format!("{name} needs a value")))
            };
            match name {
                "--json" => asked.json = true,
                "--help" | "-h" => asked.help = true,
                "--content" => asked.content = Some(value()?.into()),
                "--dice" => {
                    let faces: Result<Faces, String> = value()?.parse();
                    asked.dice = Some(faces.map_err(|error| Failure::Usage(format!("--dice: {error}")))?.0);
                }
                _ if asked.attack.is_none() && !word.starts_with("--") => asked.attack = Some(word.clone()),
                _ => asked.words.push(word.clone()),
            }
        }
        Ok(asked)
    }

    /// The kind of attack and what is said about it; `None` if help was asked for and given.
    fn understand(&self, attacks: &dyn Attacks) -> Result<Option<(&'static Form, Words)>, Failure> {
        let forms = attacks.forms();
        let Some(name) = &self.attack else {
            if self.help {
                say_forms(&self.game, forms);
                return Ok(None);
            }
            let names: Vec<&str> = forms.iter().map(|form| form.name).collect();
            return Err(Failure::Usage(format!("say which attack: {}", names.join(", "))));
        };
        let form = Form::named(forms, name).map_err(ask_failure)?;
        if self.help {
            say_form(&self.game, form);
            return Ok(None);
        }
        let words = Words::read(form, self.words.iter().map(String::as_str)).map_err(ask_failure)?;
        Ok(Some((form, words)))
    }
}

fn ask_failure(error: AskError) -> Failure {
    match error {
        AskError::Words(text) => Failure::Usage(text),
        AskError::Refused(refusal) => Failure::Refused(refusal.to_string()),
    }
}

fn no_attacks(game: &str) -> Failure {
    Failure::Usage(format!("{game} has no attacks that can be asked about yet"))
}

fn odds_in_words(asked: &Asked, content: Option<&Path>, json: bool) -> Result<(), Failure> {
    let shelf = tables::shelf(content)?;
    let attacks = shelf.ruleset(&asked.game)?.attacks().ok_or_else(|| no_attacks(&asked.game))?;
    let Some((form, words)) = asked.understand(attacks)? else { return Ok(()) };
    let forecast = attacks.forecast(form.name, &words).map_err(ask_failure)?;
    say_forecast(&asked.game, form.name, &forecast, json);
    Ok(())
}

fn resolve_in_words(asked: &Asked, faces: &[u16], content: Option<&Path>, json: bool) -> Result<(), Failure> {
    let shelf = tables::shelf(content)?;
    let attacks = shelf.ruleset(&asked.game)?.attacks().ok_or_else(|| no_attacks(&asked.game))?;
    let Some((form, words)) = asked.understand(attacks)? else { return Ok(()) };
    let mut dice = Scripted::new(faces);
    let resolved = attacks.resolve(form.name, &words, &mut dice).map_err(ask_failure)?;
    dice.finish().map_err(|error| Failure::Usage(format!("--dice: {error}")))?;
    say_resolution(&asked.game, form.name, resolved.rule.0, &resolved.resolution, &resolved.text, json);
    Ok(())
}

fn say_forms(game: &str, forms: &[Form]) {
    out::say(format!("Attacks of {game}, each with --help of its own:"));
    for form in forms {
        out::say(format!("  {:<12} {}", form.name, form.about));
    }
}

fn say_form(game: &str, form: &Form) {
    out::say(format!("{game} {}: {}\n", form.name, form.about));
    for flag in form.flags {
        let name = format!("--{} {}", flag.name, flag.value.unwrap_or_default());
        out::say(format!("  {name:<28} {}", flag.about));
    }
}

fn odds_of_divisions(words: &DivisionsAttack, content: Option<&Path>, json: bool) -> Result<(), Failure> {
    let catalogue = catalogue(content)?;
    let (name, forecast) = match question(words, &catalogue)? {
        Question::Shot(_, false) => {
            return Err(Failure::Usage("say --defense (the green number) or --target KIND".into()));
        }
        Question::Shot(shot, true) => ("direct-fire", shot.forecast(catalogue.dice(), Stakes::USUAL)),
        Question::Fight(fight) => ("close-assault", fight.forecast(catalogue.assault())),
    };
    say_forecast("divisions", name, &forecast, json);
    Ok(())
}

fn resolve_divisions(
    words: &DivisionsAttack,
    faces: &[u16],
    content: Option<&Path>,
    json: bool,
) -> Result<(), Failure> {
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
    say_resolution("divisions", name, rule, &resolution, &text, json);
    Ok(())
}

fn say_forecast(game: &str, attack: &str, forecast: &Forecast, json: bool) {
    if json {
        let Forecast { modifiers, outcomes, headline, .. } = forecast;
        out::json(&OddsDocument { game, attack, modifiers, outcomes, headline });
    } else {
        say_modifiers(&forecast.modifiers);
        say_odds(forecast);
    }
}

fn say_resolution(game: &str, attack: &str, rule: &str, resolution: &Resolution, text: &str, json: bool) {
    if json {
        out::json(&ResolveDocument { game, attack, rule, resolution });
    } else {
        say_modifiers(&resolution.modifiers);
        out::say(format!("{}: {text} ({rule})", resolution.reading));
    }
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
    // What cannot happen is listed in the JSON document only: a hit chart has many places.
    let possible = || forecast.outcomes.iter().filter(|chance| chance.ways.0 > 0);
    let width = possible().map(|chance| chance.result.len()).max().unwrap_or(0).max(10);
    for chance in possible() {
        let bar = "█".repeat((chance.p * 40.0).round() as usize);
        out::say(format!(
            "{:>width$} {:>6} of {} {:>5.1}% {bar}",
            chance.result,
            chance.ways.0,
            chance.of.0,
            chance.p * 100.0
        ));
    }
}
