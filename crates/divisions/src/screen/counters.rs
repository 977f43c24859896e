//! The counters on the map, with what lies on them.

use std::collections::BTreeSet;

use engine::{Counter, CounterState, Marker, Number, RuleId, Steps};
use hexmap::Hex;

use crate::{
    play::s01_companies::face,
    rule_ids::{COMMAND, FIRE_PHASE, PINS, UNITS},
    state::{Ask, Phase, Unit, UnitSet},
};

/// `named` are the units that the viewer's choices are about.
pub(super) fn counters(ask: Ask<'_>, named: &BTreeSet<&str>) -> Vec<Counter> {
    let on_map = ask.rules.all_units().filter_map(|unit| Some((unit, ask.state.hex(unit)?)));
    on_map.map(|(unit, hex)| counter(ask, unit, hex, named)).collect()
}

fn counter(ask: Ask<'_>, unit: Unit, hex: Hex, named: &BTreeSet<&str>) -> Counter {
    let info = ask.rules.unit(unit);
    let kind = &ask.rules.catalogue.kinds[info.kind];
    let state = if named.contains(info.id.as_str()) {
        CounterState::Ready
    } else if spent(ask).has(unit) {
        CounterState::Done
    } else {
        CounterState::Idle
    };
    Counter {
        id: info.id.clone(),
        hex: ask.rules.label(hex),
        seat: info.seat,
        name: info.name.clone(),
        kind: kind.name.clone(),
        symbol: kind.symbol.clone(),
        formation: ask.rules.formation(info.formation).mark.clone(),
        numbers: numbers(ask, unit),
        steps: Steps { left: ask.state.steps(unit), of: 2 },
        markers: markers(ask, unit),
        state,
        facing: None,
    }
}

fn numbers(ask: Ask<'_>, unit: Unit) -> Vec<Number> {
    let face = face(ask, unit);
    let number =
        |value: String, meaning: &str, ink: &str| Number { value, meaning: meaning.to_owned(), ink: ink.to_owned() };
    vec![
        number(face.range.to_string(), "direct fire range", "plain"),
        number(face.assault.to_string(), "assault strength", "red"),
        number(face.defence.to_string(), "defence", "green"),
        number(face.moves.to_string(), "movement points", "plain"),
    ]
}

/// Companies of the active formation that can do nothing more in this phase.
fn spent(ask: Ask<'_>) -> UnitSet {
    let Some(activation) = ask.state.activation() else { return UnitSet::NONE };
    let done = match activation.phase {
        Phase::Movement => ask.state.moved,
        Phase::Fire | Phase::Assault => ask.state.fired,
    };
    done.and(ask.rules.formation(activation.formation).units)
}

fn markers(ask: Ask<'_>, unit: Unit) -> Vec<Marker> {
    let Ask { rules, state } = ask;
    let out_of_command = state.activation().is_some_and(|activation| {
        rules.formation(activation.formation).units.has(unit) && !activation.in_command.has(unit)
    });
    let marker = |lies: bool, id: &str, label: &str, meaning: &str, rule: RuleId| {
        let (id, label, meaning) = (id.to_owned(), label.to_owned(), meaning.to_owned());
        lies.then_some(Marker { id, label, meaning, rule })
    };
    let depleted = state.steps(unit) == 1;
    let markers = [
        marker(depleted, "depleted", "Depleted", "One step left: the next loss eliminates it.", UNITS),
        marker(
            state.pinned.has(unit),
            "pinned",
            "Pinned",
            "It moves no further and does not assault; it may fire.",
            PINS,
        ),
        marker(state.fired.has(unit), "fired", "Fired", "It has fired or fought in this activation.", FIRE_PHASE),
        marker(out_of_command, "out-of-command", "Out of command", "Half its movement, no close assault.", COMMAND),
    ];
    markers.into_iter().flatten().collect()
}
