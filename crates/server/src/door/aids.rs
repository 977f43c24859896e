//! The aid beside a real map: attacks asked about without a game.

use std::sync::Arc;

use axum::{Json, extract::State, http::HeaderMap, response::Response};
use engine::{Aid, AskError, Attacks, Form, Words};
use serde::de::DeserializeOwned;

use crate::{
    RequestError,
    door::{
        extract::{At, Whole},
        kept::Keep,
        routes::{Answer, App, LARGEST_REQUEST},
    },
    failure::apart,
    protocol::{AidAttack, AidOdds, AidResult, AidThrowing},
};

/// More dice than any attack throws.
const MOST_FACES: usize = 200;

pub(crate) async fn sheet(State(app): State<Arc<App>>, At(game): At<String>, headers: HeaderMap) -> Answer<Response> {
    let (asked, name) = (Arc::clone(&app), format!("aid {game}"));
    let aid = move || Ok(Aid::of(attacks(&asked, &game)?));
    app.kept.json(&name, &app.warden, aid).await?.answer(Keep::Never, &headers)
}

pub(crate) async fn odds(
    State(app): State<Arc<App>>,
    At(game): At<String>,
    Whole(body): Whole<LARGEST_REQUEST>,
) -> Answer<Json<AidOdds>> {
    let attack: AidAttack = read(&body)?;
    let asked = Arc::clone(&app);
    let _pass = asked.warden.counting.enter_in_turn().await?;
    let answer = apart(move || {
        let attacks = attacks(&app, &game)?;
        let (form, words) = understood(attacks, &attack)?;
        match attacks.forecast(form.name, &words) {
            Ok(forecast) => Ok(AidOdds::Odds { forecast: Box::new(forecast.possible()) }),
            Err(AskError::Refused(refusal)) => Ok(AidOdds::Refused { refusal }),
            Err(error) => Err(RequestError::from(error)),
        }
    });
    Ok(Json(answer.await??))
}

pub(crate) async fn resolve(
    State(app): State<Arc<App>>,
    At(game): At<String>,
    Whole(body): Whole<LARGEST_REQUEST>,
) -> Answer<Json<AidResult>> {
    let AidThrowing { attack, faces, throw } = read(&body)?;
    if faces.len() > MOST_FACES {
        return Err(RequestError::Unprocessable(format!("no attack throws more than {MOST_FACES} dice")));
    }
    let asked = Arc::clone(&app);
    let _pass = asked.warden.counting.enter_in_turn().await?;
    // A number that JavaScript can hold, so that it can be shown and sent back.
    let seed = if throw { Some(getrandom::u64()? >> 11) } else { None };
    let answer = apart(move || {
        let attacks = attacks(&app, &game)?;
        let (form, words) = understood(attacks, &attack)?;
        match engine::throw(attacks, form.name, &words, &faces, seed) {
            Ok(throwing) => Ok(AidResult::Thrown { throwing, seed }),
            Err(AskError::Refused(refusal)) => Ok(AidResult::Refused { refusal }),
            Err(error) => Err(RequestError::from(error)),
        }
    });
    Ok(Json(answer.await??))
}

fn attacks<'a>(app: &'a App, game: &str) -> Answer<&'a dyn Attacks> {
    let ruleset = app.tables.shelf().ruleset(game)?;
    ruleset.attacks().ok_or_else(|| RequestError::NoAid(game.to_owned()))
}

fn read<T: DeserializeOwned>(body: &[u8]) -> Answer<T> {
    serde_json::from_slice(body)
        .map_err(|error| RequestError::Malformed(format!("this is not a question about an attack: {error}")))
}

fn understood<'a>(attacks: &'a dyn Attacks, attack: &AidAttack) -> Answer<(&'a Form, Words)> {
    let form = Form::named(attacks.forms(), &attack.form)?;
    Ok((form, Words::said(form, attack.said.iter().map(|(name, value)| (name.as_str(), value.as_deref())))?))
}
