//! Movement in rounds (OF-7): driving slow and fast, facing, backing up, defilade, on foot, and what happens on the way.

pub(crate) mod allowances;
pub(crate) mod transport;

use dice::Dice;
use engine::{Entry, Journal};
use hexmap::{Direction, Hex};

use crate::{
    play::{
        action::Action,
        refusal::Refused,
        s06_rounds::turns::{Price, points},
        s07_movement::allowances::no_points,
    },
    rule_ids::{DEFILADE, ENTRY, FACING, IMPROVED_POSITIONS, ROUND_MOVEMENT},
    state::{
        Moving, SquadTurn, State, Turn, WorkKind,
        laid_out::OpenFire,
        units::{Motion, Place, UnitId},
    },
    tables::{forms::Halves, movement_costs},
};

/// Hexsides a vehicle turns in a turn (OF-7.1).
pub(crate) const MOST_ROTATION: u8 = 2;

impl OpenFire {
    /// Whether a movement may be made.
    pub(crate) fn check_movement(&self, state: &State, turn: &Turn, action: Action) -> Result<(), Refused> {
        let unit = turn.unit;
        let squad = self.card(state, unit).kind.is_squad();
        // Traversing and digging in are no movement.
        if turn.held && !matches!(action, Action::Traverse { .. } | Action::DigIn { .. }) {
            return Err(Refused::HeldUp);
        }
        match action {
            Action::Drive { fast } => self.check_drive(state, turn, fast),
            Action::Forward | Action::Back => {
                let to = self.driven_to(state, unit, action == Action::Back)?;
                if turn.backed {
                    return Err(Refused::HasBackedUp);
                }
                if action == Action::Back {
                    self.check_back(state, turn)?;
                }
                self.check_drive_into(state, turn, to)
            }
            Action::Walk { to } => {
                let from = self.own_hex(state, unit)?;
                if !squad || self.grid().distance(from, to) != 1 {
                    return Err(Refused::NotAdjacent);
                }
                self.check_walk(state, turn, from, to)
            }
            Action::Rotate { .. } => {
                let cost = self.card(state, unit).rotation.and_then(|cost| cost.0).ok_or(Refused::CannotMove)?;
                self.own_hex(state, unit)?;
                if turn.rotated >= MOST_ROTATION {
                    return Err(Refused::TurnedEnough);
                }
                self.check_left(state, turn, self.slowed(state, unit, cost))
            }
            Action::Traverse { .. } => {
                let most = self.card(state, unit).traverse.ok_or(Refused::NoTurret)?;
                self.own_hex(state, unit)?;
                if turn.traversed >= most { Err(Refused::TraversedEnough) } else { Ok(()) }
            }
            Action::Defilade => {
                let hex = self.own_hex(state, unit)?;
                let cost = self.sheet.movement.defilade(self.country.terrain_id(hex)).ok_or(Refused::NoDefilade)?;
                if state.unit(unit).defilade {
                    return Err(Refused::Already);
                }
                if squad {
                    return Err(Refused::NoDefilade);
                }
                self.check_left(state, turn, self.slowed(state, unit, cost))
            }
            Action::DigIn { inside } => self.check_dig_in(state, unit, inside),
            Action::Enter { unit: who, hex } => {
                if who != unit {
                    return Err(Refused::NotItsTurn);
                }
                self.check_entry(state, unit, hex)?;
                self.check_left(state, turn, self.entry_cost(state, unit, hex).ok_or(Refused::Impassable)?)
            }
            Action::Exit { unit: who } => {
                if who != unit {
                    return Err(Refused::NotItsTurn);
                }
                self.check_exit(state, unit)?;
                if squad { Ok(()) } else { self.check_left(state, turn, 2) }
            }
            _ => Err(Refused::NotNow),
        }
    }

    fn check_drive(&self, state: &State, turn: &Turn, fast: bool) -> Result<(), Refused> {
        let unit = turn.unit;
        let card = self.card(state, unit);
        // A second movement action is allowed (OF-7.5), one that has not been used is not paid for again.
        let unused = turn.moving.is_some_and(|moving| moving.spent == 0 && moving.left > 0);
        if card.kind.is_squad() || unused {
            return Err(Refused::Already);
        }
        if turn.backed {
            return Err(Refused::HasBackedUp);
        }
        self.check_can_move(state, unit)?;
        let allowance = self.allowance(state, unit).ok_or(Refused::CannotMove)?;
        if fast && card.kind.is_tank() && state.unit(unit).closed {
            return Err(Refused::ClosedAndFast);
        }
        if !fast && allowance.slow == 0 {
            return Err(Refused::CannotMove);
        }
        if turn.forced || self.points_for(state, turn, fast) == 0 {
            return Err(Refused::MovedEnough);
        }
        let price = if fast { Price::OrAll(points::FAST) } else { Price::Points(points::SLOW) };
        self.check_price(turn, self.whole_crew(state, unit), price)?;
        if self.is_of_use(state, turn, fast) { Ok(()) } else { Err(Refused::NoWay) }
    }

    /// Whether anything could be done with a movement action: turning, a hex ahead or behind, defilade, coming in or leaving.
    fn is_of_use(&self, state: &State, turn: &Turn, fast: bool) -> bool {
        let unit = turn.unit;
        let left = self.points_for(state, turn, fast);
        let Some(hex) = state.unit(unit).hex() else { return true };
        let payable = |cost: Option<Halves>| cost.is_some_and(|cost| self.slowed(state, unit, cost) <= left);
        let turns = turn.rotated < MOST_ROTATION && payable(self.card(state, unit).rotation.and_then(|cost| cost.0));
        let hides = !state.unit(unit).defilade && payable(self.sheet.movement.defilade(self.country.terrain_id(hex)));
        let leaves = || payable(Some(2)) && self.check_exit(state, unit).is_ok();
        turns || hides || leaves() || self.leads_away(state, turn, fast)
    }

    /// Whether a movement action would lead into another hex.
    pub(crate) fn leads_away(&self, state: &State, turn: &Turn, fast: bool) -> bool {
        let moving = Some(Moving { fast, left: self.points_for(state, turn, fast), spent: 0 });
        let driving = Turn { moving, ..turn.clone() };
        state.unit(turn.unit).hex().is_none() || self.first_hexes(state, &driving).next().is_some()
    }

    /// The hexes that could be entered first with the movement in progress, also after turning the hull.
    pub(crate) fn first_hexes<'a>(&'a self, state: &'a State, turn: &'a Turn) -> impl Iterator<Item = Hex> + 'a {
        let unit = turn.unit;
        let rotation = self.card(state, unit).rotation.and_then(|cost| cost.0);
        let rotation = rotation.map(|cost| self.slowed(state, unit, cost));
        let most = i8::try_from(MOST_ROTATION.saturating_sub(turn.rotated)).unwrap_or(0);
        let after = move |by: i8| -> Option<Hex> {
            let turning = if by == 0 { 0 } else { rotation? * Halves::from(by.unsigned_abs()) };
            let to = self.grid().neighbour(self.own_hex(state, unit).ok()?, state.unit(unit).facing.turned(by))?;
            let moving = turn.moving?;
            let left = moving.left.checked_sub(turning)?;
            let turned = Turn { moving: Some(Moving { left, ..moving }), spent: turn.spent + turning, ..turn.clone() };
            self.check_drive_into(state, &turned, to).is_ok().then_some(to)
        };
        let back = self.check_back(state, turn).is_ok().then(|| self.driven_to(state, unit, true).ok()).flatten();
        let back = back.filter(|&to| self.check_drive_into(state, turn, to).is_ok());
        (-most..=most).filter_map(after).chain(back)
    }

    /// Backing up is a fast move, and its hex the only one of the turn (OF-7.5).
    fn check_back(&self, state: &State, turn: &Turn) -> Result<(), Refused> {
        if turn.entered > 0 {
            return Err(Refused::MovedEnough);
        }
        if self.card(state, turn.unit).kind.is_tank() && state.unit(turn.unit).closed {
            return Err(Refused::ClosedAndFast);
        }
        if turn.moving.is_some_and(|moving| moving.fast) { Ok(()) } else { Err(Refused::NotFast) }
    }

    pub(crate) fn driven_to(&self, state: &State, unit: UnitId, back: bool) -> Result<Hex, Refused> {
        let from = self.own_hex(state, unit)?;
        let facing = state.unit(unit).facing;
        let way = if back { facing.opposite() } else { facing };
        self.grid().neighbour(from, way).ok_or(Refused::NotAdjacent)
    }

    fn check_drive_into(&self, state: &State, turn: &Turn, to: Hex) -> Result<(), Refused> {
        let moving = turn.moving.ok_or(Refused::NotDriving)?;
        let from = self.own_hex(state, turn.unit)?;
        let cost = self.step_cost(state, turn.unit, from, to).ok_or(Refused::Impassable)?;
        self.check_prisoners_follow(state, turn.unit, from, to)?;
        self.check_stacking(state, turn.unit, to)?;
        let cost = self.slowed(state, turn.unit, cost);
        if turn.forced {
            return Err(Refused::MovedEnough);
        }
        if moving.left > 0 && self.only_hex(state, turn, moving.fast, cost) {
            return Ok(());
        }
        self.check_left(state, turn, cost)
    }

    fn check_walk(&self, state: &State, turn: &Turn, from: Hex, to: Hex) -> Result<(), Refused> {
        self.check_can_move(state, turn.unit)?;
        if matches!(turn.squad, SquadTurn::Done)
            || turn.squad == SquadTurn::Fired && turn.moving.is_none_or(|m| m.left == 0)
        {
            return Err(Refused::SquadDone);
        }
        let cost = self.step_cost(state, turn.unit, from, to).ok_or(Refused::Impassable)?;
        self.check_prisoners_follow(state, turn.unit, from, to)?;
        let left = turn.moving.map_or_else(|| self.on_foot(state, turn.unit), |moving| moving.left);
        let first = turn.entered == 0;
        let cost = self.slowed(state, turn.unit, cost);
        if cost <= left || first && turn.squad == SquadTurn::Fresh { Ok(()) } else { Err(no_points(cost, left)) }
    }

    /// Suppressed units pay double (OF-14.4).
    pub(crate) fn slowed(&self, state: &State, unit: UnitId, cost: Halves) -> Halves {
        if state.unit(unit).condition.suppressed { cost * 2 } else { cost }
    }

    /// What it costs to come in at an edge hex: its ground, or its road (OF-6.10).
    fn entry_cost(&self, state: &State, unit: UnitId, hex: Hex) -> Option<Halves> {
        let class = self.card(state, unit).class?;
        let beside = self.grid().neighbours(hex).flat_map(|(_, next)| self.country.hexside_features(hex, next));
        let roads: Vec<&str> = beside.filter(|feature| feature.ends_with("road")).collect();
        let entry = movement_costs::Entry {
            hexside: &roads,
            soft: self.options.soft_ground,
            snow: self.options.snow,
            ..movement_costs::Entry::plain(self.country.terrain_id(hex))
        };
        self.sheet.movement.cost(class, &entry)
    }

    fn check_dig_in(&self, state: &State, unit: UnitId, inside: bool) -> Result<(), Refused> {
        let hex = self.own_hex(state, unit)?;
        let free = |occupant: Option<UnitId>| if inside { occupant.is_none() } else { occupant == Some(unit) };
        let there = state
            .works
            .iter()
            .any(|work| work.hex == hex && work.kind == WorkKind::ImprovedPosition && free(work.occupant));
        let in_another = inside && state.works.iter().any(|work| work.occupant == Some(unit));
        if there && !in_another { Ok(()) } else { Err(Refused::NoPosition) }
    }

    /// Makes a movement.
    pub(crate) fn do_movement(
        &self,
        state: &mut State,
        action: Action,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) {
        let Some(turn) = self.turn(state).cloned() else { return };
        let unit = turn.unit;
        match action {
            Action::Drive { fast } => self.start_driving(state, unit, fast),
            Action::Forward | Action::Back => {
                let Ok(to) = self.driven_to(state, unit, action == Action::Back) else { return };
                if action == Action::Back
                    && let Some(turn) = self.turn_mut(state)
                {
                    turn.backed = true;
                }
                self.drive_into(state, unit, to, dice, journal);
            }
            Action::Walk { to } => self.walk_into(state, unit, to, dice, journal),
            Action::Rotate { clockwise } => {
                let cost = self.card(state, unit).rotation.and_then(|cost| cost.0).unwrap_or(0);
                let cost = self.slowed(state, unit, cost);
                self.rotate(state, unit, clockwise);
                if let Some(turn) = self.turn_mut(state) {
                    turn.rotated += 1;
                }
                self.pay(state, cost);
                journal.note(|| self.facing_entry(state, unit));
                self.check_for_accident(state, unit, dice, journal);
            }
            Action::Traverse { clockwise } => {
                let vehicle = state.unit_mut(unit);
                vehicle.turret = vehicle.turret.turned(if clockwise { 1 } else { -1 });
                if let Some(turn) = self.turn_mut(state) {
                    turn.traversed += 1;
                }
                journal.note(|| {
                    let text = format!("{}'s turret turns {}.", state.unit(unit).name, state.unit(unit).turret);
                    Entry::new(FACING, text).about([self.id_of(state, unit)])
                });
            }
            Action::Defilade => {
                let Some(hex) = state.hex_of(unit) else { return };
                let cost = self.sheet.movement.defilade(self.country.terrain_id(hex)).unwrap_or(0);
                self.pay(state, self.slowed(state, unit, cost));
                state.unit_mut(unit).defilade = true;
                journal.note(|| self.move_entry(state, unit, DEFILADE, "is hull down in", hex));
                self.check_for_accident(state, unit, dice, journal);
            }
            Action::DigIn { inside } => self.dig_in(state, unit, inside, journal),
            Action::Enter { hex, .. } => {
                let cost = self.entry_cost(state, unit, hex).unwrap_or(0);
                self.come_in(state, unit, hex);
                self.pay(state, cost);
                journal.note(|| self.move_entry(state, unit, ENTRY, "comes in at", hex));
                self.check_for_accident(state, unit, dice, journal);
                self.arrive(state, unit, dice, journal);
            }
            Action::Exit { .. } => {
                self.leave_map(state, unit, journal);
                self.end_turn(state);
            }
            _ => {}
        }
    }

    /// Spends crew points on driving.
    fn start_driving(&self, state: &mut State, unit: UnitId, fast: bool) {
        let Some(allowance) = self.allowance(state, unit) else { return };
        self.spend(state, if fast { Price::OrAll(points::FAST) } else { Price::Points(points::SLOW) });
        let left = Halves::from(if fast { allowance.fast } else { allowance.slow }) * 2;
        if let Some(turn) = self.turn_mut(state) {
            turn.moving = Some(Moving { fast, left, spent: 0 });
        }
    }

    /// Turns hull and turret together by one hexside; defilade is lost (OF-7.3).
    pub(crate) fn rotate(&self, state: &mut State, unit: UnitId, clockwise: bool) {
        let by = if clockwise { 1 } else { -1 };
        let vehicle = state.unit_mut(unit);
        vehicle.facing = vehicle.facing.turned(by);
        vehicle.turret = vehicle.turret.turned(by);
        vehicle.defilade = false;
    }

    fn facing_entry(&self, state: &State, unit: UnitId) -> Entry {
        let facing: Direction = state.unit(unit).facing;
        Entry::new(FACING, format!("{} turns to face {facing}.", state.unit(unit).name))
            .about([self.id_of(state, unit)])
    }

    /// Takes movement points from the movement in progress. What the whole turn has spent says whether it is slow or fast (OF-7.5).
    pub(crate) fn pay(&self, state: &mut State, cost: Halves) {
        let Some(turn) = self.turn_mut(state) else { return };
        let unit = turn.unit;
        turn.begun = true;
        turn.spent += cost;
        if let Some(moving) = &mut turn.moving {
            moving.left = moving.left.saturating_sub(cost);
            moving.spent += cost;
        }
        let (spent, backed) = (turn.spent, turn.backed);
        let vehicle = !self.card(state, unit).kind.is_squad();
        let fast = vehicle && (backed || spent > self.slow_points(state, unit));
        state.unit_mut(unit).motion = if fast { Motion::Fast } else { Motion::Slow };
    }

    /// Drives into a hex: pays, arrives, stops for enemies, checks for accidents and for what is there.
    pub(crate) fn drive_into(
        &self,
        state: &mut State,
        unit: UnitId,
        to: Hex,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) {
        let Some(from) = state.unit(unit).hex() else { return };
        let cost = self.step_cost(state, unit, from, to).unwrap_or(0);
        let cost = self.slowed(state, unit, cost);
        let forced = self.turn(state).is_some_and(|turn| self.points_left(state, turn).is_some_and(|left| left < cost));
        self.leave_position(state, unit);
        let vehicle = state.unit_mut(unit);
        vehicle.place = Place::At(to);
        vehicle.defilade = false;
        if let Some(turn) = self.turn_mut(state) {
            turn.entered += 1;
            turn.forced |= forced;
        }
        self.pay(state, cost);
        self.bring_prisoners(state, unit, to);
        journal.note(|| self.move_entry(state, unit, ROUND_MOVEMENT, "drives to", to));
        self.snow_accident(state, unit, from, to, dice, journal);
        self.check_for_accident(state, unit, dice, journal);
        self.stop_for_enemies(state, unit);
        self.arrive_in_rounds(state, unit, dice, journal);
    }

    fn walk_into(&self, state: &mut State, unit: UnitId, to: Hex, dice: &mut dyn Dice, journal: &mut dyn Journal) {
        let Some(from) = state.unit(unit).hex() else { return };
        let cost = self.step_cost(state, unit, from, to).unwrap_or(0);
        let cost = self.slowed(state, unit, cost);
        let whole = self.on_foot(state, unit);
        self.leave_position(state, unit);
        state.unit_mut(unit).place = Place::At(to);
        if let Some(turn) = self.turn_mut(state) {
            turn.moving.get_or_insert(Moving { fast: false, left: whole, spent: 0 });
            turn.entered += 1;
        }
        self.pay(state, cost);
        self.bring_prisoners(state, unit, to);
        if let Some(turn) = self.turn_mut(state) {
            // Half the allowance, rounded down to whole points, leaves time to fire (OF-6.7).
            let half = whole / 2 / 2 * 2;
            turn.squad = match turn.squad {
                SquadTurn::Fired if turn.moving.is_none_or(|moving| moving.left == 0) => SquadTurn::Done,
                SquadTurn::Fired => SquadTurn::Fired,
                _ if turn.spent <= half => SquadTurn::MovedHalf,
                _ if turn.moving.is_none_or(|moving| moving.left == 0) => SquadTurn::Done,
                _ => SquadTurn::MovedFar,
            };
        }
        journal.note(|| self.move_entry(state, unit, ROUND_MOVEMENT, "moves to", to));
        self.stop_for_enemies(state, unit);
        self.arrive_in_rounds(state, unit, dice, journal);
    }

    /// Who enters a hex with an active enemy stops (OF-7.5).
    pub(crate) fn stop_for_enemies(&self, state: &mut State, unit: UnitId) {
        let (here, side) = (state.hex_of(unit), state.unit(unit).side);
        if state.active(side.enemy()).any(|(other, _)| state.hex_of(other) == here)
            && let Some(turn) = self.turn_mut(state)
        {
            turn.held = true;
            if let Some(moving) = &mut turn.moving {
                moving.left = 0;
            }
        }
    }

    /// What a unit meets in the hex it has entered in a round; Germans set off markers they drive over (OF-5.2).
    pub(crate) fn arrive_in_rounds(
        &self,
        state: &mut State,
        unit: UnitId,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) {
        if !state.unit(unit).is_active() {
            return;
        }
        match state.unit(unit).side {
            crate::state::units::Side::Us => self.arrive(state, unit, dice, journal),
            crate::state::units::Side::German => {
                let here = state.hex_of(unit);
                let over: Vec<u8> = state
                    .markers
                    .iter()
                    .filter(|marker| Some(marker.hex) == here)
                    .map(|marker| marker.number)
                    .collect();
                for number in over {
                    self.activate_marker(state, number, None, false, dice, journal);
                }
                self.standing_orders(state, dice, journal);
            }
        }
    }

    pub(crate) fn leave_position(&self, state: &mut State, unit: UnitId) {
        state.unit_mut(unit).dug_in = false;
        for work in state.works.iter_mut().filter(|work| work.kind == WorkKind::ImprovedPosition) {
            if work.occupant == Some(unit) {
                work.occupant = None;
            }
        }
    }

    fn dig_in(&self, state: &mut State, unit: UnitId, inside: bool, journal: &mut dyn Journal) {
        let hex = state.hex_of(unit);
        if inside {
            let free = |work: &&mut crate::state::Work| {
                Some(work.hex) == hex && work.kind == WorkKind::ImprovedPosition && work.occupant.is_none()
            };
            if let Some(work) = state.works.iter_mut().find(free) {
                work.occupant = Some(unit);
            }
            state.unit_mut(unit).dug_in = true;
        } else {
            self.leave_position(state, unit);
        }
        journal.note(|| {
            let verb = if inside { "goes into" } else { "leaves" };
            Entry::new(IMPROVED_POSITIONS, format!("{} {verb} the improved position.", state.unit(unit).name))
                .about([self.id_of(state, unit)])
        });
    }

    /// The accident check of a vehicle that has gone beyond its slow allowance (OF-7.8).
    fn check_for_accident(&self, state: &mut State, unit: UnitId, dice: &mut dyn Dice, journal: &mut dyn Journal) {
        let Some(turn) = self.turn(state).filter(|turn| !turn.accident_checked) else { return };
        if turn.spent > self.slow_points(state, unit) {
            if let Some(turn) = self.turn_mut(state) {
                turn.accident_checked = true;
            }
            self.accident_check(state, unit, dice, journal);
        }
    }

    /// In deep snow a truck has an accident in every hex it enters off the road (mission 6).
    fn snow_accident(
        &self,
        state: &mut State,
        unit: UnitId,
        from: Hex,
        to: Hex,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) {
        let truck = self.card(state, unit).kind == crate::tables::cards::Kind::Truck;
        if self.options.snow && truck && !self.sheet.movement.is_road(&self.country.hexside_features(from, to)) {
            self.accident(state, unit, dice, journal);
        }
    }
}
