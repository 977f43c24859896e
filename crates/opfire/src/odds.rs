//! `odds` and `resolve`: the same resolution code as in play, with other dice. Games say themselves what can be asked
//! about their attacks ([`engine::Attacks`]).

use std::path::{Path, PathBuf};

use dice::Scripted;
use engine::{AskError, Attacks, Chance, Forecast, Form, Group, Modifier, Resolution, Words};
use serde::Serialize;

use crate::{
    args::{Attack, Faces},
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

pub(crate) fn odds(Attack::Asked(words): &Attack, content: Option<&Path>, json: bool) -> Result<(), Failure> {
    let asked = Asked::read(words)?;
    let shelf = tables::shelf_of(&asked.game, asked.content.as_deref().or(content))?;
    let attacks = shelf.ruleset(&asked.game)?.attacks().ok_or_else(|| no_attacks(&asked.game))?;
    let Some((form, words)) = asked.understand(attacks)? else { return Ok(()) };
    let mut forecast = attacks.forecast(form.name, &words).map_err(ask_failure)?;
    without_piles(&mut forecast.modifiers);
    say_forecast(&asked.game, form.name, &forecast, json || asked.json);
    Ok(())
}

pub(crate) fn resolve(
    Attack::Asked(words): &Attack,
    faces: &[u16],
    content: Option<&Path>,
    json: bool,
) -> Result<(), Failure> {
    let asked = Asked::read(words)?;
    let shelf = tables::shelf_of(&asked.game, asked.content.as_deref().or(content))?;
    let attacks = shelf.ruleset(&asked.game)?.attacks().ok_or_else(|| no_attacks(&asked.game))?;
    let Some((form, words)) = asked.understand(attacks)? else { return Ok(()) };
    let mut dice = Scripted::new(asked.dice.as_deref().unwrap_or(faces));
    let resolved = attacks.resolve(form.name, &words, &mut dice).map_err(ask_failure);
    // Dice that do not fit are the better reason why nothing came out.
    dice.finish().map_err(|error| Failure::Usage(format!("--dice: {error}")))?;
    let mut resolved = resolved?;
    without_piles(&mut resolved.resolution.modifiers);
    say_resolution(&asked.game, form.name, resolved.rule.0, &resolved.resolution, &resolved.text, json || asked.json);
    Ok(())
}

/// Scripts read a modifier as rule, words and value; dice are drawn on screens only.
fn without_piles(modifiers: &mut [Modifier]) {
    for modifier in modifiers {
        modifier.pile = None;
    }
}

/// A question in words: the options of the command itself are taken out.
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
                _ if asked.attack.is_none() && asked.words.is_empty() && !word.starts_with("--") => {
                    asked.attack = Some(word.clone());
                }
                _ => asked.words.push(word.clone()),
            }
        }
        Ok(asked)
    }

    /// The kind of attack and what is said about it; `None` if help was asked for and given.
    fn understand<'a>(&self, attacks: &'a dyn Attacks) -> Result<Option<(&'a Form, Words)>, Failure> {
        let forms = attacks.forms();
        let words = || self.words.iter().map(String::as_str);
        let form = match &self.attack {
            None if self.help => {
                say_forms(&self.game, forms);
                return Ok(None);
            }
            None => Form::meant(forms, words()),
            Some(name) => Form::named(forms, name),
        };
        let form = form.map_err(ask_failure)?;
        if self.help {
            say_form(&self.game, form);
            return Ok(None);
        }
        let words = Words::read(form, words()).map_err(ask_failure)?;
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

fn say_forms(game: &str, forms: &[Form]) {
    out::say(format!("Attacks of {game}, each with --help of its own:"));
    for form in forms {
        out::say(format!("  {:<12} {}", form.name, form.about));
    }
}

fn say_form(game: &str, form: &Form) {
    out::say(format!("{game} {}: {}\n", form.name, form.about));
    for flag in form.flags() {
        let name = format!("--{} {}", flag.name, flag.value.unwrap_or_default());
        out::say(format!("  {name:<28} {}", flag.about));
    }
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
