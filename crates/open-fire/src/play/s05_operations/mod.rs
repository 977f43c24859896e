//! Operations (OF-5): units move a hex at a time, open and close, load and unload, as often as the player likes.

pub(crate) mod markers;
pub(crate) mod random_determination;
pub mod sightings;

use engine::{Choice, ChoiceKind, Entry};
use hexmap::{Direction, Hex};

use crate::{
    play::{
        action::Action,
        missions::freed_men,
        notation::{self, Form},
        offers::{self, Group},
        refusal::Refused,
        s06_rounds::activation,
        s07_movement::{
            self,
            transport::{self, Transport},
        },
        s11_assault::capture,
        s14_damage,
    },
    reading,
    rule_ids::OPERATIONS_MOVEMENT,
    state::{
        Frame,
        laid_out::{Act, Ask, OpenFire},
        units::{Place, Side, Unit, UnitId},
    },
};

/// One hex in operations (OF-7.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct March {
    /// The unit that moves.
    pub unit: UnitId,
    /// A hex beside its own.
    pub to: Hex,
    /// With everybody in its hex who can move: they enter at the same time.
    pub stack: bool,
}

pub(crate) const FORMS: &[Form] = &[("march", "march UNIT HEX"), ("stack", "stack UNIT HEX")];

/// Everything a player might do in operations, unit by unit.
pub(crate) fn possible(ask: Ask<'_>) -> Vec<Action> {
    let mut actions = Vec::new();
    for (unit, piece) in ask.state.active(Side::Us) {
        if piece.place == Place::OffMap {
            actions.extend(transport::possible_entries(ask, unit).map(Action::Transport));
        }
        if let Some(hex) = piece.hex() {
            let leads = leads_stack(ask, unit);
            for (_, to) in ask.rules.grid().neighbours(hex) {
                actions.push(Action::March(March { unit, to, stack: false }));
                actions.extend(leads.then_some(Action::March(March { unit, to, stack: true })));
            }
            actions.push(Action::Transport(Transport::Exit { unit }));
        }
        actions.extend(transport::possible_with_hatches(unit).map(Action::Transport));
        for (carrier, _) in ask.state.active(Side::Us) {
            actions.push(Action::Transport(Transport::Load { unit, carrier }));
        }
        actions.push(Action::Transport(Transport::Unload { unit }));
        actions.extend([true, false].map(|inside| Action::Transport(Transport::DigIn { unit, inside })));
        actions.push(Action::Abandon(Some(unit)));
        for (captured, _) in ask.state.all_units().filter(|(_, other)| other.captured) {
            actions.extend(capture::possible(unit, captured).map(Action::Guard));
        }
    }
    actions.extend(freed_men::possible(ask, None).into_iter().map(Action::Rescue));
    actions
}

/// Where the platoon may come in.
pub(crate) fn entry_hexes(rules: &OpenFire) -> impl Iterator<Item = Hex> + '_ {
    let named = rules.mission.entry.iter().map(|entry| entry.hex);
    let west = rules.grid().hexes().take_while(|&hex| rules.grid().label(hex).column() == 1);
    let anywhere = rules.mission.entry.is_empty();
    named.chain(west.filter(move |_| anywhere))
}

/// Everybody in a unit's hex who can move and is led by the same player.
pub(crate) fn stack_of(ask: Ask<'_>, unit: UnitId) -> Vec<UnitId> {
    let (here, owner) = (ask.state.unit(unit).hex(), ask.state.unit(unit).owner);
    let together = ask.state.active(Side::Us).filter(|(_, other)| other.hex() == here && other.owner == owner);
    let able = |other: &UnitId| *other == unit || transport::check_can_move(ask, *other).is_ok();
    together.map(|(other, _)| other).filter(able).collect()
}

/// Whether a unit is the first of several that could move as a stack.
fn leads_stack(ask: Ask<'_>, unit: UnitId) -> bool {
    matches!(stack_of(ask, unit)[..], [first, _, ..] if first == unit)
}

/// Who moves.
pub(crate) fn marchers(ask: Ask<'_>, March { unit, stack, .. }: March) -> Vec<UnitId> {
    if stack { stack_of(ask, unit) } else { vec![unit] }
}

pub(crate) fn check(ask: Ask<'_>, march: March) -> Result<(), Refused> {
    if *ask.state.frames.top() != Frame::Operations {
        return Err(Refused::NotNow);
    }
    let from = transport::own_hex(ask, march.unit)?;
    if ask.rules.grid().distance(from, march.to) != 1 {
        return Err(Refused::NotAdjacent);
    }
    let marchers = marchers(ask, march);
    if march.stack && marchers.len() < 2 {
        return Err(Refused::NoStack);
    }
    for &unit in &marchers {
        transport::check_can_move(ask, unit)?;
        transport::check_passable(ask, unit, from, march.to)?;
        capture::check_prisoners_follow(ask, unit, from, march.to)?;
    }
    transport::check_room(ask, &marchers, march.to)
}

pub(crate) fn perform(act: &mut Act<'_>, march: March) {
    let Some(from) = act.state.unit(march.unit).hex() else { return };
    let marchers = marchers(act.ask(), march);
    for &unit in &marchers {
        if let Some(direction) = act.rules.grid().direction(from, march.to) {
            turn_all(act.state.unit_mut(unit), direction);
        }
        s07_movement::leave_position(act, unit);
        act.state.unit_mut(unit).place = Place::At(march.to);
        capture::bring_prisoners(act, unit, march.to);
        act.note(|ask| move_entry(ask, unit, OPERATIONS_MOVEMENT, "moves to", march.to));
    }
    for &unit in &marchers {
        s07_movement::snow_accident(act, unit, from, march.to);
    }
    arrive(act, &marchers);
}

pub(crate) fn offer(ask: Ask<'_>, march: March, choice: &mut Choice) {
    choice.rule = OPERATIONS_MOVEMENT;
    offers::aim(ask, choice, ChoiceKind::Move, march.unit, march.to);
    let marchers = marchers(ask, march);
    choice.units = marchers.iter().map(|&unit| ask.state.id_of(unit)).collect();
    let who = match march.stack {
        false => ask.state.unit(march.unit).name.clone(),
        true => {
            let letters = marchers.iter().map(|&unit| ask.state.unit(unit).letter.as_str());
            format!("{} together", letters.collect::<Vec<_>>().join(", "))
        }
    };
    choice.label = format!("{who} to {}", ask.rules.label(march.to));
    choice.group = Group::Drive.listed();
}

pub(crate) fn write(ask: Ask<'_>, March { unit, to, stack }: March) -> String {
    let word = if stack { "stack" } else { "march" };
    format!("{word} {} {}", ask.state.id_of(unit), ask.rules.label(to))
}

pub(crate) fn read(ask: Ask<'_>, words: &[&str]) -> Result<Option<March>, String> {
    let (stack, who, to) = match *words {
        ["march", who, to] => (false, who, to),
        ["stack", who, to] => (true, who, to),
        _ => return Ok(None),
    };
    Ok(Some(March { unit: notation::read_unit(ask, who)?, to: notation::read_hex(ask, to)?, stack }))
}

/// Puts a unit into its entry hex, looking into the map.
pub(crate) fn come_in(act: &mut Act<'_>, unit: UnitId, hex: Hex) {
    let inward = inward(act.rules, hex);
    if act.rules.mission.terms.one_hex {
        act.state.came_in_at.get_or_insert(hex);
    }
    let unit = act.state.unit_mut(unit);
    unit.place = Place::At(hex);
    turn_all(unit, inward);
}

fn turn_all(unit: &mut Unit, direction: Direction) {
    (unit.facing, unit.turret) = (direction, direction);
}

/// The direction from an edge hex toward the middle of the map.
pub(crate) fn inward(rules: &OpenFire, hex: Hex) -> Direction {
    let (column, row) = (rules.grid().columns() / 2, rules.grid().rows() / 2);
    let middle = rules.grid().hex(column.max(1), row.max(1)).unwrap_or(hex);
    let nearest = Direction::ALL.into_iter().filter_map(|way| Some((rules.grid().neighbour(hex, way)?, way)));
    nearest.min_by_key(|&(next, _)| rules.grid().distance(next, middle)).map_or(Direction::N, |(_, way)| way)
}

pub(crate) fn move_entry(ask: Ask<'_>, unit: UnitId, rule: engine::RuleId, verb: &str, hex: Hex) -> Entry {
    Entry::new(rule, format!("{} {verb} {}.", ask.state.unit(unit).name, ask.rules.label(hex)))
        .about([ask.state.id_of(unit)])
        .at([ask.rules.label(hex)])
}

/// What happens whenever US units have entered a hex, several at the same time or one: mines, standing orders, event markers (OF-5.1,
/// OF-13.1). Markers they look for together, by the sharpest eyes among them.
pub(crate) fn arrive(act: &mut Act<'_>, units: &[UnitId]) {
    for &unit in units {
        activation::take_prisoners(act, unit);
        s14_damage::enter_minefield(act, unit);
    }
    let Some(&unit) = units.iter().find(|&&unit| act.state.unit(unit).is_active()) else { return };
    reading::standing_orders(act);
    markers::check_markers(act, unit);
}
