//! The whole screen: facts, objectives, choices and the outcome; see also `prompt`, `panels` and `counters`.

use std::collections::BTreeSet;

use engine::{Absent, Choice, Fact, Outcome, Scene, Viewer};

use super::{
    counters::counters,
    panels,
    prompt::{asks_once_more, prompt},
};
use crate::{
    course::{
        self,
        action::{Action, Done},
    },
    play::{self, s16_weather, s18_victory},
    state::{Ask, Frame, TurnWeather},
};

pub(crate) fn scene(ask: Ask<'_>, viewer: Viewer) -> Scene {
    let choices = choices(ask, viewer);
    let named = choices.iter().flat_map(|choice| &choice.units).map(String::as_str).collect();
    Scene {
        prompt: prompt(ask, viewer),
        facts: facts(ask),
        counters: counters(ask, &named),
        absent: absent(ask, &named),
        marks: s18_victory::contest(ask).marks(|hex| ask.rules.label(hex)).collect(),
        panels: panels::panels(ask, viewer),
        displays: Vec::new(),
        acting: None,
        steering: Vec::new(),
        choices,
        sheet: None,
        secret: false,
        outcome: outcome(ask),
    }
}

/// How the game stands, in a line.
pub(crate) fn standing(ask: Ask<'_>) -> String {
    engine::standing(outcome(ask).as_ref(), &facts(ask))
}

/// What the viewer may do now, with its price and its odds.
fn choices(ask: Ask<'_>, viewer: Viewer) -> Vec<Choice> {
    let asked = play::asked(ask).is_some_and(|seat| viewer.is(seat));
    let legal = if asked { Action::legal(ask) } else { Vec::new() };
    let asks = asks_once_more(ask, &legal);
    let choice = |action: &Action| {
        let choice = course::choice(ask, *action);
        if *action == Action::Done(Done) { Choice { asks: asks.clone(), ..choice } } else { choice }
    };
    legal.iter().map(choice).collect()
}

/// Companies that come in later, as far as the choices name them.
fn absent(ask: Ask<'_>, named: &BTreeSet<&str>) -> Vec<Absent> {
    let away = ask.rules.all_units().filter(|&unit| ask.state.hex(unit).is_none());
    let away = away.map(|unit| ask.rules.unit(unit)).filter(|unit| named.contains(unit.id.as_str()));
    away.map(|unit| Absent { id: unit.id.clone(), name: unit.name.clone() }).collect()
}

fn facts(ask: Ask<'_>) -> Vec<Fact> {
    let Ask { rules, state } = ask;
    let fact = |label: &str, value: String, detail: String| Fact { label: label.to_owned(), value, detail };
    let turn = usize::from(state.turn) - 1;
    let clock = rules.clock.get(turn).cloned().unwrap_or_default();
    let fresh = matches!(state.frames.top(), Frame::Cup { fresh: true });
    let unknown = fresh && rules.turns[turn] == TurnWeather::Roll;
    let mut facts = vec![fact("Turn", format!("{} of {}", state.turn, rules.turns.len()), clock)];
    facts.push(if unknown {
        fact("Weather", "not known yet".to_owned(), "It is thrown for when the first chit is drawn.".to_owned())
    } else {
        let weather = s16_weather::now(ask);
        fact("Weather", weather.name.clone(), weather.text.clone())
    });
    for seat in &rules.seats {
        let value = format!("{} VP", s18_victory::points(ask, seat.seat));
        let lost = state.steps_lost[seat.seat.index()];
        facts.push(fact(&seat.name, value, format!("{lost} steps lost (FD-7)")));
    }
    facts
}

fn outcome(ask: Ask<'_>) -> Option<Outcome> {
    let Frame::Over { winner } = *ask.state.frames.top() else { return None };
    let (beaten, side) = (s18_victory::destroyed(ask), |seat| ask.rules.side_name(seat));
    Some(s18_victory::contest(ask).outcome(winner, beaten, side, panels::tally_rows(ask)))
}
