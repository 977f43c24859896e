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

/// Every marker that can lie on a counter: id, label, meaning, rule.
const MARKERS: [(&str, &str, &str, RuleId); 4] = [
    ("depleted", "Depleted", "One step left: the next loss eliminates it.", UNITS),
    ("pinned", "Pinned", "It moves no further and does not assault; it may fire.", PINS),
    ("fired", "Fired", "It has fired or fought in this activation.", FIRE_PHASE),
    ("out-of-command", "Out of command", "Half its movement, no close assault.", COMMAND),
];

fn marker((id, label, meaning, rule): (&str, &str, &str, RuleId)) -> Marker {
    let [id, label, meaning] = [id, label, meaning].map(str::to_owned);
    Marker { id, label, meaning, rule }
}

/// All markers, for the key.
pub(crate) fn all_markers() -> Vec<Marker> {
    MARKERS.into_iter().map(marker).collect()
}

fn markers(ask: Ask<'_>, unit: Unit) -> Vec<Marker> {
    let Ask { rules, state } = ask;
    let out_of_command = state.activation().is_some_and(|activation| {
        rules.formation(activation.formation).units.has(unit) && !activation.in_command.has(unit)
    });
    let lie = [state.steps(unit) == 1, state.pinned.has(unit), state.fired.has(unit), out_of_command];
    MARKERS.into_iter().zip(lie).filter(|(_, lies)| *lies).map(|(row, _)| marker(row)).collect()
}
