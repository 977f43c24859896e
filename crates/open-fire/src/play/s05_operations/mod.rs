//! Operations (OF-5): units move a hex at a time, open and close, load and unload, as often as the player likes.

pub(crate) mod markers;
pub(crate) mod random_determination;
pub mod sightings;

use engine::{Choice, ChoiceKind, Entry};
use hexmap::{Direction, Hex};

use crate::{
    play::{
        action::Action,
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
}

pub(crate) const FORMS: &[Form] = &[("march", "march UNIT HEX")];

/// Everything a player might do in operations, unit by unit.
pub(crate) fn possible(ask: Ask<'_>) -> Vec<Action> {
    let mut actions = Vec::new();
    for (unit, piece) in ask.state.active(Side::Us) {
        actions.extend(transport::possible_entries(ask, unit).map(Action::Transport));
        if let Some(hex) = piece.hex() {
            actions.extend(ask.rules.grid().neighbours(hex).map(|(_, to)| Action::March(March { unit, to })));
            actions.push(Action::Transport(Transport::Exit { unit }));
        }
        actions.extend(transport::possible_with_hatches(unit).map(Action::Transport));
        for (carrier, _) in ask.state.active(Side::Us) {
            actions.push(Action::Transport(Transport::Load { unit, carrier }));
        }
        actions.push(Action::Transport(Transport::Unload { unit }));
        for (captured, _) in ask.state.all_units().filter(|(_, other)| other.captured) {
            actions.extend(capture::possible(unit, captured).map(Action::Guard));
        }
    }
    actions
}

/// Where the platoon may come in.
pub(crate) fn entry_hexes(rules: &OpenFire) -> impl Iterator<Item = Hex> + '_ {
    let named = rules.mission.entry.iter().map(|entry| entry.hex);
    let west = rules.grid().hexes().take_while(|&hex| rules.grid().label(hex).column() == 1);
    let anywhere = rules.mission.entry.is_empty();
    named.chain(west.filter(move |_| anywhere))
}

pub(crate) fn check(ask: Ask<'_>, March { unit, to }: March) -> Result<(), Refused> {
    if *ask.state.frames.top() != Frame::Operations {
        return Err(Refused::NotNow);
    }
    let from = transport::own_hex(ask, unit)?;
    if ask.rules.grid().distance(from, to) != 1 {
        return Err(Refused::NotAdjacent);
    }
    transport::check_can_move(ask, unit)?;
    transport::check_passable(ask, unit, from, to)?;
    capture::check_prisoners_follow(ask, unit, from, to)?;
    transport::check_stacking(ask, unit, to)
}

pub(crate) fn perform(act: &mut Act<'_>, March { unit, to }: March) {
    if let Some(direction) = act.state.unit(unit).hex().and_then(|from| act.rules.grid().direction(from, to)) {
        turn_all(act.state.unit_mut(unit), direction);
    }
    s07_movement::leave_position(act, unit);
    act.state.unit_mut(unit).place = Place::At(to);
    capture::bring_prisoners(act, unit, to);
    act.note(|ask| move_entry(ask, unit, OPERATIONS_MOVEMENT, "moves to", to));
    arrive(act, unit);
}

pub(crate) fn offer(ask: Ask<'_>, March { unit, to }: March, choice: &mut Choice) {
    choice.rule = OPERATIONS_MOVEMENT;
    choice.label = format!("{} to {}", ask.state.unit(unit).name, ask.rules.label(to));
    choice.group = Group::Drive.listed();
    offers::aim(ask, choice, ChoiceKind::Move, unit, to);
}

pub(crate) fn write(ask: Ask<'_>, March { unit, to }: March) -> String {
    format!("march {} {}", ask.state.id_of(unit), ask.rules.label(to))
}

pub(crate) fn read(ask: Ask<'_>, words: &[&str]) -> Result<Option<March>, String> {
    let ["march", who, to] = *words else { return Ok(None) };
    Ok(Some(March { unit: notation::read_unit(ask, who)?, to: notation::read_hex(ask, to)? }))
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
