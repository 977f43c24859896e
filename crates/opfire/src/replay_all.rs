//! `replay --all`: every live game of a database, played with the rules of this program.

use std::{path::Path, sync::Arc};

use server::Differing;

use crate::{fail::Failure, out, play, tables};

pub(crate) fn replay_all(database: Option<String>, json: bool, content: Option<&Path>) -> Result<(), Failure> {
    let address = play::database(database)?;
    let shelf = Arc::new(tables::shelf(content)?);
    let survey = play::block_on(server::survey(&address, &shelf))??;
    if json {
        out::json(&survey);
    } else {
        for game in &survey.differing {
            out::say(line(game));
        }
        let (played, renewed, known) = (survey.played, survey.renewed, survey.differing.len() - survey.news().count());
        let differ = survey.news().count();
        out::say(format!(
            "{played} live games played: {differ} differ, {known} were known to differ, {renewed} go on under new \
             rules or content, the others are as recorded"
        ));
    }
    if survey.news().next().is_some() { Err(Failure::Told) } else { Ok(()) }
}

fn line(game: &Differing) -> String {
    let Differing { id, game: ruleset, scenario, number, action, rule, why, known } = game;
    let place = match (number, action) {
        (Some(number), Some(action)) => format!(", action {number} ({action})"),
        _ => String::new(),
    };
    let rule = rule.as_ref().map(|rule| format!(" [{rule}]")).unwrap_or_default();
    let known = if *known { " (known before)" } else { "" };
    format!("{id} {ruleset} {scenario}{place}: {why}{rule}{known}")
}
