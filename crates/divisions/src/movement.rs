//! Movement (FD-10), stacking (FD-12) and reinforcements (FD-17).
//!
//! A group that starts in one hex moves together, hex by hex, at the pace of its slowest member. It stops when its
//! points are spent, when its player halts it, or when it is pinned; the members that are not pinned may go on.

use engine::{Entry, Journal};
use hexmap::{Direction, Hex};

use crate::{
    catalogue::{Cost, Halves},
    refusal::Refused,
    rule_ids::{MOVEMENT, REINFORCEMENTS},
    state::{Activation, Frame, March, Moving, Phase, Place, State},
    unit_set::{Unit, UnitSet},
    world::Divisions,
};

/// Where a step starts.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    /// A hex of the map.
    From(Hex),
    /// Off the map.
    OffMap,
}

impl Divisions {
    /// Half movement points of one unit in this activation.
    pub fn unit_allowance(&self, state: &State, activation: &Activation, unit: Unit) -> Halves {
        let info = self.unit(unit);
        let slowed = self.catalogue.weather[usize::from(state.weather)].slows.of(info.class);
        let points = (self.face(state, unit).moves + activation.march).saturating_sub(slowed).max(1);
        let points = if activation.in_command.has(unit) {
            points
        } else {
            points.div_ceil(self.catalogue.limits.out_of_command)
        };
        points * 2
    }

    /// Half movement points of a group: those of its slowest member.
    pub fn allowance(&self, state: &State, activation: &Activation, units: UnitSet) -> Halves {
        units.iter().map(|unit| self.unit_allowance(state, activation, unit)).min().unwrap_or(0)
    }

    /// The cost for a group to enter `to` from `from`, whatever it has left.
    pub fn entry_cost(
        &self,
        state: &State,
        units: UnitSet,
        from: Hex,
        direction: Direction,
        to: Hex,
    ) -> Option<Halves> {
        let mut dearest = 0;
        for unit in units.iter() {
            dearest = dearest.max(self.cost(self.unit(unit).class, from, direction)?);
        }
        Some(dearest + self.enemy_cost(state, units, to))
    }

    fn enemy_cost(&self, state: &State, units: UnitSet, to: Hex) -> Halves {
        let Some(unit) = units.first() else { return 0 };
        let Cost(extra) = self.catalogue.limits.enemy_adjacent;
        if self.enemy_beside(state, self.unit(unit).seat, to) { extra.unwrap_or(0) } else { 0 }
    }

    /// Whether enemies or too many friends stand in `to`.
    pub fn check_room(&self, state: &State, units: UnitSet, to: Hex) -> Result<(), Refused> {
        let there = state.units_in(to);
        let Some(unit) = units.first() else { return Err(Refused::NobodyMoves) };
        if !there.and(self.side(self.unit(unit).seat.other())).is_empty() {
            return Err(Refused::EnemyThere(to));
        }
        if there.or(units).len() > self.catalogue.limits.stacking {
            return Err(Refused::Stacking { hex: to, limit: self.catalogue.limits.stacking as u8 });
        }
        Ok(())
    }

    /// What a step would cost a group that has spent `spent`, if it may make it. A group that has not moved
    /// yet may always make one step into a hex it could enter at all.
    pub(crate) fn check_step(
        &self,
        state: &State,
        activation: &Activation,
        units: UnitSet,
        spent: Halves,
        start: Start,
        to: Hex,
    ) -> Result<Halves, Refused> {
        let cost = match start {
            Start::From(from) => {
                let direction = self.map.grid.direction(from, to).ok_or(Refused::NotAdjacent { from, to })?;
                self.entry_cost(state, units, from, direction, to).ok_or(Refused::Impassable(to))?
            }
            Start::OffMap => self.entry_from_off_map(state, units, to)?,
        };
        self.check_room(state, units, to)?;
        let left = self.allowance(state, activation, units).saturating_sub(spent);
        if cost <= left {
            Ok(cost)
        } else if spent == 0 {
            Ok(left)
        } else {
            Err(Refused::NoPoints { cost, left })
        }
    }

    fn entry_from_off_map(&self, state: &State, units: UnitSet, to: Hex) -> Result<Halves, Refused> {
        let unit = units.first().ok_or(Refused::NobodyMoves)?;
        let info = self.unit(unit);
        if units.len() > 1 {
            return Err(Refused::EnterAlone);
        }
        if info.arrives > state.turn {
            return Err(Refused::NotYet { unit, turn: info.arrives });
        }
        if !info.entry.contains(&to) {
            return Err(Refused::NotAnEntry { unit, hex: to });
        }
        // The hex is entered by whatever leads off the map there: the ground's own cost, or a point where only a road can.
        let ground = self.ground(to).cost.of(info.class).0.unwrap_or(2);
        Ok(ground + self.enemy_cost(state, units, to))
    }

    /// The units of the active formation in `hex` that may still start to move.
    pub(crate) fn movable_in(&self, state: &State, activation: &Activation, hex: Hex) -> UnitSet {
        self.movable(state, activation).and(state.units_in(hex))
    }

    /// The units of the active formation that may still start to move.
    pub fn movable(&self, state: &State, activation: &Activation) -> UnitSet {
        self.formations[usize::from(activation.formation)].units.without(state.moved).without(state.fired)
    }

    /// The units of the active formation that may come onto the map.
    pub(crate) fn arriving<'a>(&'a self, state: &'a State, activation: &Activation) -> impl Iterator<Item = Unit> + 'a {
        let waiting =
            |unit: &Unit| state.units[unit.index()].place == Place::Reserve && self.unit(*unit).arrives <= state.turn;
        self.movable(state, activation).iter().filter(waiting)
    }

    /// Where a group stands, if it stands together.
    pub(crate) fn start_of(&self, state: &State, units: UnitSet) -> Result<Start, Refused> {
        let first = units.first().ok_or(Refused::NobodyMoves)?;
        let place = state.units[first.index()].place;
        if let Some(apart) = units.iter().find(|unit| state.units[unit.index()].place != place) {
            return Err(Refused::NotTogether(first, apart));
        }
        match place {
            Place::On(hex) => Ok(Start::From(hex)),
            Place::Reserve => Ok(Start::OffMap),
            Place::Gone => Err(Refused::NotOnMap(first)),
        }
    }

    /// Whether a group may start to move to `to`.
    pub(crate) fn check_first_step(
        &self,
        state: &State,
        activation: &Activation,
        units: UnitSet,
        to: Hex,
    ) -> Result<Halves, Refused> {
        if activation.phase != Phase::Movement {
            return Err(Refused::MovementOver);
        }
        let formation = self.formations[usize::from(activation.formation)].units;
        for unit in units.iter() {
            if !formation.has(unit) {
                return Err(Refused::NotActive(unit));
            }
            if state.pinned.has(unit) {
                return Err(Refused::Pinned(unit));
            }
            if state.moved.has(unit) {
                return Err(Refused::HasMoved(unit));
            }
        }
        let start = self.start_of(state, units)?;
        self.check_step(state, activation, units, 0, start, to)
    }

    /// Whether the group on the move may go on to `to`.
    pub(crate) fn check_next_step(
        &self,
        state: &State,
        moving: &Moving,
        units: UnitSet,
        to: Hex,
    ) -> Result<Halves, Refused> {
        if units != moving.units {
            return Err(Refused::OthersAreMoving);
        }
        let activation = self.activation(state).ok_or(Refused::NothingActive)?;
        let start = self.start_of(state, units)?;
        self.check_step(state, activation, units, moving.spent, start, to)
    }

    /// Makes a step that has been checked.
    pub(crate) fn step(&self, state: &mut State, units: UnitSet, to: Hex, cost: Halves, journal: &mut dyn Journal) {
        let Some(first) = units.first() else { return };
        let seat = self.unit(first).seat;
        let start = state.hex(first);
        match state.frames.top_mut() {
            Frame::Moving(moving) => moving.spent += cost,
            _ => {
                state.moved = state.moved.or(units);
                state.frames.push(Frame::Moving(Moving { units, spent: cost }));
            }
        }
        units.iter().for_each(|unit| state.put(unit, to));
        match start {
            Some(from) => {
                let march = &mut state.untold;
                march.units = units;
                march.cost += cost;
                march.way.extend(march.way.is_empty().then_some(from).into_iter().chain([to]));
            }
            None => journal.note(|| {
                let text =
                    format!("{} {} for {}", self.act(units, "comes onto the map at"), self.label(to), points(cost));
                Entry::new(REINFORCEMENTS, text).by(seat).at([self.label(to)]).about(self.ids(units))
            }),
        }
        self.take_objective(state, seat, to, journal);
        self.call_halt(state, seat, units, to);
        self.settle(state, journal);
    }

    /// Writes down the march so far, in one line: it has ended, or something happens that must be told after it.
    pub(crate) fn tell_march(&self, state: &mut State, journal: &mut dyn Journal) {
        let March { units, way, cost } = std::mem::take(&mut state.untold);
        let (Some(first), Some(&to)) = (units.first(), way.last()) else { return };
        journal.note(|| {
            let between: Vec<String> = way[1..way.len() - 1].iter().map(|&hex| self.label(hex)).collect();
            let by = if between.is_empty() { String::new() } else { format!(" by {}", between.join(", ")) };
            let text = format!("{} {}{by} for {}", self.act(units, "moves to"), self.label(to), points(cost));
            let hexes = way.iter().map(|&hex| self.label(hex));
            Entry::new(MOVEMENT, text).by(self.unit(first).seat).at(hexes).about(self.ids(units))
        });
    }
}

/// Half points as players write them: `2½`.
pub fn points(halves: Halves) -> String {
    match (halves / 2, halves % 2) {
        (0, 1) => "½".to_owned(),
        (whole, 1) => format!("{whole}½"),
        (whole, _) => whole.to_string(),
    }
}
