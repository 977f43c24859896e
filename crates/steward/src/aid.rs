//! Attacks that are asked about without a game.

use engine::{AskError, Attacks, Form, Words};

use crate::protocol::{AidAttack, AidOdds, AidResult, AidThrowing};

/// More dice than any attack throws.
const MOST_FACES: usize = 200;

impl AidOdds {
    /// The odds of an attack, or the rule that forbids it.
    ///
    /// # Errors
    /// If it makes no sense.
    pub fn of(attacks: &dyn Attacks, attack: &AidAttack) -> Result<AidOdds, AskError> {
        let (form, words) = understood(attacks, attack)?;
        match attacks.forecast(form.name, &words) {
            Ok(forecast) => Ok(AidOdds::Odds { forecast: Box::new(forecast.possible()) }),
            Err(AskError::Refused(refusal)) => Ok(AidOdds::Refused { refusal }),
            Err(error) => Err(error),
        }
    }
}

impl AidResult {
    /// What comes of the dice that were thrown; those that are missing fall from this seed, if there is one.
    ///
    /// # Errors
    /// If it makes no sense.
    pub fn of(attacks: &dyn Attacks, thrown: &AidThrowing, seed: Option<u64>) -> Result<AidResult, AskError> {
        if thrown.faces.len() > MOST_FACES {
            return Err(AskError::Words(format!("no attack throws more than {MOST_FACES} dice")));
        }
        let (form, words) = understood(attacks, &thrown.attack)?;
        match engine::throw(attacks, form.name, &words, &thrown.faces, seed) {
            Ok(throwing) => Ok(AidResult::Thrown { throwing, seed }),
            Err(AskError::Refused(refusal)) => Ok(AidResult::Refused { refusal }),
            Err(error) => Err(error),
        }
    }
}

fn understood<'a>(attacks: &'a dyn Attacks, attack: &AidAttack) -> Result<(&'a Form, Words), AskError> {
    let form = Form::named(attacks.forms(), &attack.form)?;
    Ok((form, Words::said(form, attack.said.iter().map(|(name, value)| (name.as_str(), value.as_deref())))?))
}
