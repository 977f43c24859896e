//! Operations (OF-5): units move a hex at a time, open and close, load and unload, as often as the player likes.

pub(crate) mod markers;
pub(crate) mod random_determination;

use dice::Dice;
use engine::{Entry, Journal};
use hexmap::{Direction, Hex};

use crate::{
    play::{action::Action, refusal::Refused},
    rule_ids::{CLOSING, ENTRY, OPERATIONS_MOVEMENT},
    state::{
        State,
        laid_out::OpenFire,
        units::{Place, Side, Unit, UnitId},
    },
};

impl OpenFire {
    /// Everything a player might do in operations; [`OpenFire::check_operation`] says what is legal.
    pub(crate) fn possible_operations(&self, state: &State) -> Vec<Action> {
        let mut actions = Vec::new();
        for (unit, _) in state.active(Side::Us) {
            actions.extend(self.entry_hexes().map(|hex| Action::Enter { unit, hex }));
            if let Some(hex) = state.unit(unit).hex() {
                actions.extend(self.grid().neighbours(hex).map(|(_, to)| Action::March { unit, to }));
                actions.push(Action::Exit { unit });
                actions.push(Action::Unload { unit });
            }
            actions.extend([false, true].map(|closed| Action::Hatch { unit, closed }));
            for (carrier, _) in state.active(Side::Us) {
                actions.push(Action::Load { unit, carrier });
            }
            actions.push(Action::Unload { unit });
            for (captured, _) in state.all_units().filter(|(_, other)| other.captured) {
                actions.push(Action::Guard { unit, captured });
                actions.extend([true, false].map(|along| Action::Lead { unit, prisoner: captured, along }));
            }
        }
        actions.dedup();
        actions
    }

    /// Where the platoon may come in.
    pub(crate) fn entry_hexes(&self) -> impl Iterator<Item = Hex> + '_ {
        let named = self.mission.entry.iter().map(|entry| entry.hex);
        let west = self.grid().hexes().take_while(|&hex| self.grid().label(hex).column() == 1);
        let anywhere = self.mission.entry.is_empty();
        named.chain(west.filter(move |_| anywhere))
    }

    /// Whether something may be done in operations.
    pub(crate) fn check_operation(&self, state: &State, action: Action) -> Result<(), Refused> {
        match action {
            Action::Enter { unit, hex } => self.check_entry(state, unit, hex),
            Action::March { unit, to } => {
                let from = self.own_hex(state, unit)?;
                if self.grid().distance(from, to) != 1 {
                    return Err(Refused::NotAdjacent);
                }
                self.check_can_move(state, unit)?;
                self.check_passable(state, unit, from, to)?;
                self.check_prisoners_follow(state, unit, from, to)?;
                self.check_stacking(state, unit, to)
            }
            Action::Exit { unit } => self.check_exit(state, unit),
            Action::Hatch { unit, closed } => self.check_hatch(state, unit, closed),
            Action::Load { unit, carrier } => self.check_load(state, unit, carrier),
            Action::Unload { unit } => self.check_unload(state, unit),
            Action::Guard { unit, captured } => self.check_guard(state, unit, captured),
            Action::Lead { unit, prisoner, along } => self.check_lead(state, unit, prisoner, along),
            _ => Err(Refused::NotNow),
        }
    }

    /// Does something in operations.
    pub(crate) fn operate(&self, state: &mut State, action: Action, dice: &mut dyn Dice, journal: &mut dyn Journal) {
        match action {
            Action::Enter { unit, hex } => {
                self.come_in(state, unit, hex);
                journal.note(|| self.move_entry(state, unit, ENTRY, "comes in at", hex));
                self.arrive(state, unit, dice, journal);
            }
            Action::March { unit, to } => {
                if let Some(direction) = state.unit(unit).hex().and_then(|from| self.grid().direction(from, to)) {
                    self.turn_all(state.unit_mut(unit), direction);
                }
                state.unit_mut(unit).place = Place::At(to);
                self.bring_prisoners(state, unit, to);
                journal.note(|| self.move_entry(state, unit, OPERATIONS_MOVEMENT, "moves to", to));
                self.arrive(state, unit, dice, journal);
            }
            Action::Exit { unit } => self.leave_map(state, unit, journal),
            Action::Hatch { unit, closed } => {
                state.unit_mut(unit).closed = closed;
                journal.note(|| {
                    let verb = if closed { "buttons up" } else { "opens up" };
                    Entry::new(CLOSING, format!("{} {verb}.", state.unit(unit).name)).about([self.id_of(state, unit)])
                });
            }
            Action::Load { unit, carrier } => self.load(state, unit, carrier, journal),
            Action::Unload { unit } => self.unload(state, unit, journal),
            Action::Guard { unit, captured } => self.guard(state, unit, captured, journal),
            Action::Lead { unit, prisoner, along } => self.lead(state, unit, prisoner, along, journal),
            _ => {}
        }
    }

    /// Puts a unit into its entry hex, looking into the map.
    pub(crate) fn come_in(&self, state: &mut State, unit: UnitId, hex: Hex) {
        let inward = self.inward(hex);
        let unit = state.unit_mut(unit);
        unit.place = Place::At(hex);
        self.turn_all(unit, inward);
    }

    fn turn_all(&self, unit: &mut Unit, direction: Direction) {
        (unit.facing, unit.turret) = (direction, direction);
    }

    /// The direction from an edge hex toward the middle of the map.
    pub(crate) fn inward(&self, hex: Hex) -> Direction {
        let (column, row) = (self.grid().columns() / 2, self.grid().rows() / 2);
        let middle = self.grid().hex(column.max(1), row.max(1)).unwrap_or(hex);
        let nearest = Direction::ALL.into_iter().filter_map(|way| Some((self.grid().neighbour(hex, way)?, way)));
        nearest.min_by_key(|&(next, _)| self.grid().distance(next, middle)).map_or(Direction::N, |(_, way)| way)
    }

    pub(crate) fn move_entry(&self, state: &State, unit: UnitId, rule: engine::RuleId, verb: &str, hex: Hex) -> Entry {
        Entry::new(rule, format!("{} {verb} {}.", state.unit(unit).name, self.label(hex)))
            .about([self.id_of(state, unit)])
            .at([self.label(hex)])
    }

    /// What happens whenever a US unit has entered a hex: mines, standing orders, event markers (OF-5.1, OF-13.1).
    pub(crate) fn arrive(&self, state: &mut State, unit: UnitId, dice: &mut dyn Dice, journal: &mut dyn Journal) {
        self.take_prisoners(state, unit, journal);
        self.enter_minefield(state, unit, dice, journal);
        if !state.unit(unit).is_active() {
            return;
        }
        self.standing_orders(state, dice, journal);
        self.check_markers(state, unit, dice, journal);
    }
}
