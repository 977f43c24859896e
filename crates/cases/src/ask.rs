//! Attacks asked about in words: the block `resolve`.

use dice::Scripted;
use engine::{AskError, Attacks, Form, Modifier, Ruleset, Words};

use crate::{Answer, Barred, Question};

/// `ap --firer m26 --target tiger --range 6 [23 43 6] -> hit hull light-penetration with final hit chance 70`.
pub(crate) fn read(text: &str) -> Result<Question, String> {
    let (asked, answer) = text.split_once("->").ok_or("no answer (as in … -> miss)")?;
    let (asked, dice) = match asked.split_once('[') {
        None => (asked, None),
        Some((asked, dice)) => {
            let dice = dice.trim().strip_suffix(']').ok_or("the dice have no closing bracket")?;
            let faces: Result<Vec<u16>, _> = dice.split_whitespace().map(str::parse).collect();
            (asked, Some(faces.map_err(|_| "a die is not a number")?))
        }
    };
    let (answer, modifiers) = answer.split_once(" with ").unwrap_or((answer, ""));
    let asked = asked.trim();
    let (asked, odds) = asked.strip_prefix("odds ").map_or((asked, false), |rest| (rest, true));
    let mut words = asked.split_whitespace().map(str::to_owned);
    let attack = words.next().ok_or("no attack")?;
    Ok(Question {
        attack,
        words: words.collect(),
        dice: if odds { None } else { Some(dice.unwrap_or_default()) },
        answer: read_answer(answer.trim(), odds)?,
        modifiers: read_modifiers(modifiers)?,
    })
}

fn read_answer(text: &str, odds: bool) -> Result<Answer, String> {
    if let Some(rule) = text.strip_prefix("refused ") {
        return Barred::read(rule).map(Answer::Refused).ok_or("a refusal is a rule, or a rule and its name".to_owned());
    }
    if !odds {
        return Ok(Answer::Result(text.to_owned()));
    }
    let (results, of) =
        text.rsplit_once(" of ").ok_or("the odds are out of nothing (as in killed 1, panic 9 of 10)")?;
    let ways = results.split(", ").map(|part| named_number(part, "a result has no number of ways"));
    Ok(Answer::Odds(ways.collect::<Result<_, _>>()?, of.trim().parse().map_err(|_| "no number after \"of\"")?))
}

fn read_modifiers(text: &str) -> Result<Vec<(String, i32)>, String> {
    let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
    parts.map(|part| named_number(part, "a modifier has no value")).collect()
}

fn named_number<N: std::str::FromStr>(text: &str, wrong: &str) -> Result<(String, N), String> {
    let (name, number) = text.trim().rsplit_once(' ').ok_or(wrong)?;
    Ok((name.trim().to_owned(), number.parse().map_err(|_| wrong)?))
}

/// Asks the ruleset and compares.
pub(crate) fn put(ruleset: &dyn Ruleset, question: &Question) -> Result<(), String> {
    let attacks = ruleset.attacks().ok_or_else(|| format!("{} has no attacks in words", ruleset.id()))?;
    match (answer(attacks, question), &question.answer) {
        (Err(AskError::Refused(refusal)), Answer::Refused(barred)) if barred.fits(&refusal) => Ok(()),
        (Err(AskError::Refused(refusal)), _) => Err(format!("{refusal} ({})", refusal.code)),
        (Err(error), _) => Err(error.to_string()),
        (Ok((found, modifiers)), expected) if found == *expected => listed(&question.modifiers, &modifiers),
        (Ok((found, _)), _) => Err(format!("it came out as {found:?}")),
    }
}

fn answer(attacks: &dyn Attacks, question: &Question) -> Result<(Answer, Vec<Modifier>), AskError> {
    let form = Form::named(attacks.forms(), &question.attack)?;
    let words = Words::read(form, question.words.iter().map(String::as_str))?;
    let Some(faces) = &question.dice else {
        let forecast = attacks.forecast(form.name, &words)?;
        let of = forecast.outcomes.first().map_or(0, |chance| chance.of.0);
        let possible = forecast.outcomes.iter().filter(|chance| chance.ways.0 > 0);
        // In the order of the case, so that it may name results as it likes.
        let mut ways: Vec<(String, u128)> = possible.map(|chance| (chance.result.clone(), chance.ways.0)).collect();
        if let Answer::Odds(wanted, _) = &question.answer {
            ways.sort_by_key(|(name, _)| wanted.iter().position(|(wanted, _)| wanted == name));
        }
        return Ok((Answer::Odds(ways, of), forecast.modifiers));
    };
    let mut dice = Scripted::new(faces.as_slice());
    let resolved = attacks.resolve(form.name, &words, &mut dice)?;
    dice.finish().map_err(|error| AskError::Words(error.to_string()))?;
    Ok((Answer::Result(resolved.resolution.result), resolved.resolution.modifiers))
}

fn listed(wanted: &[(String, i32)], found: &[Modifier]) -> Result<(), String> {
    let missing = wanted
        .iter()
        .find(|(what, value)| !found.iter().any(|modifier| modifier.what.contains(what) && modifier.value == *value));
    match missing {
        None => Ok(()),
        Some((what, value)) => {
            let all: Vec<String> =
                found.iter().map(|modifier| format!("\n    {} {}", modifier.what, modifier.value)).collect();
            Err(format!("no \"{what}\" of {value} among{}", all.concat()))
        }
    }
}
