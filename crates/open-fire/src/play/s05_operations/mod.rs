//! Operations (OF-5): units move a hex at a time, open and close, load and unload, as often as the player likes.

pub(crate) mod markers;
pub(crate) mod random_determination;

use engine::Entry;
use hexmap::{Direction, Hex};

use crate::{
    play::{
        action::Action, refusal::Refused, s06_rounds::activation, s07_movement::transport, s11_assault::capture,
        s14_damage,
    },
    reading,
    rule_ids::{CLOSING, ENTRY, OPERATIONS_MOVEMENT},
    state::{
        laid_out::{Act, Ask, OpenFire},
        units::{Place, Side, Unit, UnitId},
    },
};

/// Everything a player might do in operations; [`check_operation`] says what is legal.
pub(crate) fn possible_operations(ask: Ask<'_>) -> Vec<Action> {
    let mut actions = Vec::new();
    for (unit, _) in ask.state.active(Side::Us) {
        actions.extend(entry_hexes(ask.rules).map(|hex| Action::Enter { unit, hex }));
        if let Some(hex) = ask.state.unit(unit).hex() {
            actions.extend(ask.rules.grid().neighbours(hex).map(|(_, to)| Action::March { unit, to }));
            actions.push(Action::Exit { unit });
            actions.push(Action::Unload { unit });
        }
        actions.extend([false, true].map(|closed| Action::Hatch { unit, closed }));
        for (carrier, _) in ask.state.active(Side::Us) {
            actions.push(Action::Load { unit, carrier });
        }
        actions.push(Action::Unload { unit });
        for (captured, _) in ask.state.all_units().filter(|(_, other)| other.captured) {
            actions.push(Action::Guard { unit, captured });
            actions.extend([true, false].map(|along| Action::Lead { unit, prisoner: captured, along }));
        }
    }
    actions.dedup();
    actions
}

/// Where the platoon may come in.
pub(crate) fn entry_hexes(rules: &OpenFire) -> impl Iterator<Item = Hex> + '_ {
    let named = rules.mission.entry.iter().map(|entry| entry.hex);
    let west = rules.grid().hexes().take_while(|&hex| rules.grid().label(hex).column() == 1);
    let anywhere = rules.mission.entry.is_empty();
    named.chain(west.filter(move |_| anywhere))
}

/// Whether something may be done in operations.
pub(crate) fn check_operation(ask: Ask<'_>, action: Action) -> Result<(), Refused> {
    match action {
        Action::Enter { unit, hex } => transport::check_entry(ask, unit, hex),
        Action::March { unit, to } => {
            let from = transport::own_hex(ask, unit)?;
            if ask.rules.grid().distance(from, to) != 1 {
                return Err(Refused::NotAdjacent);
            }
            transport::check_can_move(ask, unit)?;
            transport::check_passable(ask, unit, from, to)?;
            capture::check_prisoners_follow(ask, unit, from, to)?;
            transport::check_stacking(ask, unit, to)
        }
        Action::Exit { unit } => transport::check_exit(ask, unit),
        Action::Hatch { unit, closed } => transport::check_hatch(ask, unit, closed),
        Action::Load { unit, carrier } => transport::check_load(ask, unit, carrier),
        Action::Unload { unit } => transport::check_unload(ask, unit),
        Action::Guard { unit, captured } => capture::check_guard(ask, unit, captured),
        Action::Lead { unit, prisoner, along } => capture::check_lead(ask, unit, prisoner, along),
        _ => Err(Refused::NotNow),
    }
}

/// Does something in operations.
pub(crate) fn operate(act: &mut Act<'_>, action: Action) {
    match action {
        Action::Enter { unit, hex } => {
            come_in(act, unit, hex);
            act.note(|ask| move_entry(ask, unit, ENTRY, "comes in at", hex));
            arrive(act, unit);
        }
        Action::March { unit, to } => {
            if let Some(direction) = act.state.unit(unit).hex().and_then(|from| act.rules.grid().direction(from, to)) {
                turn_all(act.state.unit_mut(unit), direction);
            }
            act.state.unit_mut(unit).place = Place::At(to);
            capture::bring_prisoners(act, unit, to);
            act.note(|ask| move_entry(ask, unit, OPERATIONS_MOVEMENT, "moves to", to));
            arrive(act, unit);
        }
        Action::Exit { unit } => transport::leave_map(act, unit),
        Action::Hatch { unit, closed } => {
            act.state.unit_mut(unit).closed = closed;
            act.note(|ask| {
                let verb = if closed { "buttons up" } else { "opens up" };
                Entry::new(CLOSING, format!("{} {verb}.", ask.state.unit(unit).name)).about([ask.state.id_of(unit)])
            });
        }
        Action::Load { unit, carrier } => transport::load(act, unit, carrier),
        Action::Unload { unit } => transport::unload(act, unit),
        Action::Guard { unit, captured } => capture::guard(act, unit, captured),
        Action::Lead { unit, prisoner, along } => capture::lead(act, unit, prisoner, along),
        _ => {}
    }
}

/// Puts a unit into its entry hex, looking into the map.
pub(crate) fn come_in(act: &mut Act<'_>, unit: UnitId, hex: Hex) {
    let inward = inward(act.rules, hex);
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

/// What happens whenever a US unit has entered a hex: mines, standing orders, event markers (OF-5.1, OF-13.1).
pub(crate) fn arrive(act: &mut Act<'_>, unit: UnitId) {
    activation::take_prisoners(act, unit);
    s14_damage::enter_minefield(act, unit);
    if !act.state.unit(unit).is_active() {
        return;
    }
    reading::standing_orders(act);
    markers::check_markers(act, unit);
}
