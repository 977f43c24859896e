//! The whole screen: facts, marks in hexes, choices and the outcome; see also `prompt`, `panels` and `counters`.

use engine::{Absent, Acting, Choice, Fact, Gauge, Mark as HexMark, Outcome, Scene, Viewer};

use super::{counters::counters, panels, prompt::prompt};
use crate::{
    course::{self, action::Action},
    play::{self, s09_movement, s15_victory},
    state::{Ask, Frame, MineState},
};

pub(crate) fn scene(ask: Ask<'_>, viewer: Viewer) -> Scene {
    let choices = choices(ask, viewer);
    Scene {
        prompt: prompt(ask),
        facts: facts(ask),
        counters: counters(ask, &choices),
        absent: absent(ask, &choices),
        marks: marks(ask),
        panels: panels::panels(ask, viewer),
        displays: panels::displays(ask),
        acting: acting(ask),
        steering: Vec::new(),
        choices,
        sheet: None,
        secret: true,
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
    legal.into_iter().map(|action| course::choice(ask, action)).collect()
}

/// Units off the map, as far as the choices name them.
fn absent(ask: Ask<'_>, choices: &[Choice]) -> Vec<Absent> {
    let named = |id: &str| choices.iter().any(|choice| choice.units.iter().any(|unit| unit == id));
    let away = ask.state.all_units().filter(|&unit| ask.state.hex(unit).is_none());
    let away = away.map(|unit| (ask.rules.unit_id(ask.state, unit), ask.rules.unit_name(ask.state, unit)));
    away.filter(|(id, _)| named(id)).map(|(id, name)| Absent { id, name }).collect()
}

/// The unit that acts, with its movement points.
fn acting(ask: Ask<'_>) -> Option<Acting> {
    let activation = ask.state.activation().filter(|activation| ask.state.hex(activation.unit).is_some())?;
    let of = s09_movement::allowance(ask, activation);
    let left = of.saturating_sub(activation.spent);
    let gauge = Gauge {
        label: "Movement points".to_owned(),
        text: format!("{left} of {of}"),
        left: left.into(),
        of: of.into(),
        parts: 1,
        danger: Some(s09_movement::with_fire(ask, activation.unit).into()),
        detail: "Beyond this it cannot fire in this activation.".to_owned(),
    };
    Some(Acting { unit: ask.rules.unit_id(ask.state, activation.unit), gauges: vec![gauge] })
}

fn facts(ask: Ask<'_>) -> Vec<Fact> {
    let Ask { rules, state } = ask;
    let fact = |label: &str, value: String, detail: String| Fact { label: label.to_owned(), value, detail };
    let clock = rules.clock.get(usize::from(state.turn) - 1).cloned().unwrap_or_default();
    let first = format!("{} has the initiative this turn", rules.side_name(state.initiative));
    let mut facts = vec![
        fact("Turn", format!("{} of {}", state.turn, rules.turns), clock),
        fact(phase(ask), format!("{} first", rules.side_name(state.initiative)), first),
    ];
    for seat in &rules.seats {
        let lost = state.lost[seat.seat.index()];
        facts.push(fact(
            &seat.name,
            format!("{} VP", s15_victory::points(ask, seat.seat)),
            format!("{lost} units lost"),
        ));
    }
    facts
}

fn phase(ask: Ask<'_>) -> &'static str {
    let bottom = ask.state.frames.iter().last();
    match bottom {
        Some(Frame::Muster { .. } | Frame::Deploy { .. }) | None => "Set-up",
        Some(Frame::Planning { .. }) => "Planning",
        Some(Frame::Support { .. }) => "Support",
        Some(
            Frame::Action { .. }
            | Frame::Activation(_)
            | Frame::Reaction(_)
            | Frame::Shot(_)
            | Frame::Answer(_)
            | Frame::Charge(_)
            | Frame::Stand(_)
            | Frame::Wide(_)
            | Frame::Again(_),
        ) => "Action",
        Some(Frame::Organization { .. }) => "Organization",
        Some(Frame::Over { .. }) => "The end",
    }
}

fn marks(ask: Ask<'_>) -> Vec<HexMark> {
    let Ask { rules, state } = ask;
    let objectives = s15_victory::contest(ask).marks(|hex| rules.label(hex));
    let smoke = state
        .smoke
        .iter()
        .map(|(hex, markers)| mark(ask, *hex, "smoke", &markers.to_string(), "Smoke: each marker hinders sight"));
    let works = rules.works.iter().zip(&state.works).enumerate().filter_map(|(place, (work, kind))| {
        let row = &rules.catalogue.fortifications[usize::from((*kind)?)];
        let secret = if state.is_unseen(place) { "; the enemy does not know of it" } else { "" };
        let detail = format!("{}, its front to {}{secret}", row.name, play::notation::corner_word(work.facing));
        let kind = if row.symbol.is_empty() { &row.id } else { &row.symbol };
        Some(mark(ask, work.hex, kind, "", &detail))
    });
    let mines = rules.mines.iter().zip(&state.mines).filter(|(_, state)| **state != MineState::Gone);
    let mines = mines.map(|(mine, state)| {
        let detail =
            if *state == MineState::Hidden { "Minefield that the enemy does not know of" } else { "Minefield" };
        mark(ask, mine.hex, "minefield", "", detail)
    });
    let changed = state.changed.iter().map(|(hex, ground)| {
        let name = &rules.catalogue.terrain[usize::from(*ground)].name;
        mark(ask, *hex, "ground", short(name), name)
    });
    objectives.chain(smoke).chain(works).chain(mines).chain(changed).collect()
}

fn short(name: &str) -> &str {
    name.split_whitespace().next().unwrap_or(name)
}

fn mark(ask: Ask<'_>, hex: hexmap::Hex, kind: &str, label: &str, detail: &str) -> HexMark {
    HexMark {
        hex: ask.rules.label(hex),
        kind: kind.to_owned(),
        label: label.to_owned(),
        detail: detail.to_owned(),
        seat: None,
    }
}

fn outcome(ask: Ask<'_>) -> Option<Outcome> {
    let Frame::Over { winner } = *ask.state.frames.top() else { return None };
    let (beaten, side) = (s15_victory::destroyed(ask), |seat| ask.rules.side_name(seat));
    Some(s15_victory::contest(ask).outcome(winner, beaten, side, panels::tally_rows(ask)))
}
