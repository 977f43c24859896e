//! The counters on the map, with what lies on them.

use engine::{Choice, Counter, CounterState, Facing, Marker, Number, RuleId, Steps};
use hexmap::Hex;

use crate::{
    play::s04_units::faces,
    rule_ids::{ABILITIES, EXPERIENCE, PLANNING},
    state::{Ask, Mark, Unit},
    tables::{
        Kind,
        units::{Experience, UnitCard},
    },
};

pub(super) fn counters(ask: Ask<'_>, choices: &[Choice]) -> Vec<Counter> {
    let on_map = ask.state.all_units().filter_map(|unit| Some((unit, ask.state.hex(unit)?)));
    on_map.map(|(unit, hex)| counter(ask, unit, hex, choices)).collect()
}

fn counter(ask: Ask<'_>, unit: Unit, hex: Hex, choices: &[Choice]) -> Counter {
    let id = ask.rules.unit_id(ask.state, unit);
    let card = ask.rules.card(ask.state, unit);
    let state = ask.state.unit(unit);
    let shown = if choices.iter().any(|choice| choice.units.contains(&id)) {
        CounterState::Ready
    } else if ask.state.activated.has(unit) {
        CounterState::Done
    } else {
        CounterState::Idle
    };
    let formation = state.formation.and_then(|index| ask.state.formations.get(usize::from(index)));
    Counter {
        id,
        hex: ask.rules.label(hex),
        seat: state.seat,
        name: ask.rules.unit_name(ask.state, unit),
        kind: card.name.clone(),
        symbol: symbol(card).to_owned(),
        formation: formation.map(|fielded| mark_of(&ask.rules.formation(fielded.card).name)).unwrap_or_default(),
        numbers: numbers(card),
        steps: Steps { left: if state.marks.has(Mark::HalfStrength) { 1 } else { 2 }, of: 2 },
        markers: markers(ask, unit),
        state: shown,
        facing: faces(ask, unit).then_some(Facing { hull: state.facing.index() as u8, turret: None, corner: true }),
    }
}

/// The initials of a formation's name.
fn mark_of(name: &str) -> String {
    name.split_whitespace()
        .filter_map(|word| word.chars().next())
        .filter(|letter| letter.is_alphanumeric())
        .take(3)
        .collect()
}

/// Which symbol to draw.
fn symbol(card: &UnitCard) -> &str {
    match card.kind {
        _ if !card.symbol.is_empty() => &card.symbol,
        Kind::Infantry if card.fires_only_indirectly() => "mortar",
        Kind::Infantry if !card.may_assault() => "machine-gun",
        Kind::Infantry if card.can_spot_indirect() => "observer",
        Kind::Infantry => "infantry",
        Kind::Gun if card.indirect => "artillery",
        Kind::Gun => "anti-tank",
        Kind::Vehicle if card.turret || card.allowance > 0 => "armour",
        Kind::Vehicle => "vehicle",
    }
}

fn numbers(card: &UnitCard) -> Vec<Number> {
    let number =
        |value: String, meaning: &str, ink: &str| Number { value, meaning: meaning.to_owned(), ink: ink.to_owned() };
    vec![
        number(card.range.long.to_string(), "longest range in hexes", "plain"),
        number(card.defence.front.len().to_string(), "defence dice in front", "green"),
        number(card.allowance.to_string(), "movement points", "plain"),
    ]
}

fn marker((id, label, meaning, rule): (&str, &str, &str, RuleId)) -> Marker {
    let [id, label, meaning] = [id, label, meaning].map(str::to_owned);
    Marker { id, label, meaning, rule }
}

/// How good its men are; regulars have no marker.
fn level_of(experience: Experience) -> Option<Marker> {
    let (id, label, meaning) = match experience {
        Experience::Recruit => ("recruit", "Recruit", "Whoever attacks it has one suppression more."),
        Experience::Regular => return None,
        Experience::Hardened => ("hardened", "Hardened", "A blue defence die more."),
        Experience::Veteran => ("veteran", "Veteran", "A blue die more in attack and defence."),
        Experience::Elite => ("elite", "Elite", "As a veteran, and suppression does nothing to it."),
    };
    Some(marker((id, label, meaning, EXPERIENCE)))
}

const PLANNED: (&str, &str, &str, RuleId) =
    ("planned", "Planned", "It has a command point and has not acted.", PLANNING);

/// All markers, for the key.
pub(crate) fn all_markers() -> Vec<Marker> {
    let levels = [Experience::Recruit, Experience::Hardened, Experience::Veteran, Experience::Elite];
    let others = [
        (
            "damage",
            "Damage N",
            "Points of damage; its card says at how many it is eliminated.",
            crate::rule_ids::RESULTS,
        ),
        ("carries", "Carries", "Passengers are no target; they bail out if it is lost.", ABILITIES),
    ];
    let marks = Mark::ALL.into_iter().map(|mark| marker(mark.told()));
    let levels = levels.into_iter().filter_map(level_of);
    std::iter::once(marker(PLANNED)).chain(marks).chain(others.map(marker)).chain(levels).collect()
}

fn markers(ask: Ask<'_>, unit: Unit) -> Vec<Marker> {
    let state = ask.state.unit(unit);
    let level = level_of(ask.rules.card(ask.state, unit).experience);
    let planned = ask.state.planned.has(unit) && !ask.state.activated.has(unit);
    let planned = planned.then(|| marker(PLANNED));
    let marks = state.marks.iter().map(|mark| marker(mark.told()));
    let damage = (state.damage > 0).then(|| Marker {
        id: "damage".to_owned(),
        label: format!("Damage {}", state.damage),
        meaning: format!("Eliminated at {}.", ask.rules.card(ask.state, unit).eliminated_at),
        rule: crate::rule_ids::RESULTS,
    });
    let carried = ask.state.passengers(unit).map(|passenger| Marker {
        id: "carries".to_owned(),
        label: "Carries".to_owned(),
        meaning: format!(
            "{}: no target; if the vehicle is lost it bails out, hurt and suppressed.",
            ask.rules.unit_name(ask.state, passenger)
        ),
        rule: ABILITIES,
    });
    planned.into_iter().chain(marks).chain(damage).chain(carried).chain(level).collect()
}
