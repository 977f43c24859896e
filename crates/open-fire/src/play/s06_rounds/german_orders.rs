//! What a German does with his Crew Points (OF-6.7, OF-6.8): every order of the paragraphs, done like a US unit does it. What he
//! cannot do he passes over.

use dice::Dice;
use engine::{Entry, Journal, Tone};
use hexmap::{Hex, HexSet};

use crate::{
    booklet::paragraphs::{
        self, BlockId, Destination, Order, Target, Test, Toward, UnitRef,
        words::{self, Pace, Pointer, Route, Weapon},
    },
    play::{
        action::Action,
        s06_rounds::{german_turns::CLOSE_ASSAULT, turns::points},
        s09_fire::targets::Preference,
    },
    rule_ids::GERMAN_FIRE,
    state::{
        Shell, State, Turn,
        laid_out::OpenFire,
        reading::Cause,
        units::{Side, UnitId},
        way::{Goal, Leg},
    },
    tables::cards::Kind,
};

/// Half movement points for leaving the map: one whole point.
const LEAVING: u16 = 2;

/// A move that an order asks for.
struct March {
    pace: Pace,
    route: Route,
    /// Where it goes; it has arrived in any of these hexes.
    goal: Goal,
    /// It goes on off the map from there.
    leaves: bool,
}

impl OpenFire {
    /// Follows an order as far as it goes at once. `None` while it is not done; else the block that is read then, if any.
    pub(crate) fn follow(
        &self,
        state: &mut State,
        order: &Order,
        cause: &mut Cause,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) -> Option<Option<BlockId>> {
        const DONE: Option<Option<BlockId>> = Some(None);
        let Some(unit) = self.acting(state, cause) else { return DONE };
        match order {
            Order::Drive { pace, route, toward, until, then } => {
                let march = self.march_to(state, (*pace, *route), *toward, cause, dice, journal);
                let Some(march) = march else { return DONE };
                if self.until(state, unit, &march, until, cause) {
                    return Some(*then);
                }
                if self.march(state, unit, &march, dice, journal) { None } else { DONE }
            }
            Order::Evade { pace, away } => {
                state.unit_mut(unit).evading = Some(away.unwrap_or(0));
                let goal = Goal::Hideout(*away);
                let march = March { pace: *pace, route: Route::Best, goal, leaves: false };
                if self.march(state, unit, &march, dice, journal) { None } else { DONE }
            }
            Order::Retreat { pace, route } => {
                let march = self.march_to(state, (*pace, *route), Destination::Retreat, cause, dice, journal);
                let Some(march) = march else { return DONE };
                if self.march(state, unit, &march, dice, journal) { None } else { DONE }
            }
            Order::Charge(who) => {
                let target = self.unit_drawn(state, *who, cause, dice, journal);
                let Some(target) = target else { return DONE };
                if self.charge_or_close_in(state, unit, target, dice, journal) { None } else { DONE }
            }
            order => {
                self.obey(state, unit, order, cause, dice, journal);
                DONE
            }
        }
    }

    /// Orders that are done at once.
    fn obey(
        &self,
        state: &mut State,
        unit: UnitId,
        order: &Order,
        cause: &Cause,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) {
        match order {
            Order::BackUp => self.back_up(state, unit, dice, journal),
            Order::Defilade(pace) => self.go_hull_down(state, unit, *pace, dice, journal),
            Order::Rotate(toward) => self.turn_hull(state, unit, *toward, cause, dice, journal),
            Order::Traverse(toward) => self.turn_turret(state, unit, *toward, cause, dice, journal),
            Order::OpenUp => drop(self.try_to(state, Action::Hatch { unit, closed: false }, dice, journal)),
            Order::ButtonUp => drop(self.try_to(state, Action::Hatch { unit, closed: true }, dice, journal)),
            Order::Fire { weapon, shell, target } => {
                self.open_fire(state, unit, (*weapon, *shell, *target), cause, dice, journal);
            }
            Order::Hitch(who) => self.hitch(state, unit, *who, cause, dice, journal),
            Order::Load(who) => {
                if let Some(carrier) = self.unit_drawn(state, *who, cause, dice, journal) {
                    self.try_to(state, Action::Load { unit, carrier }, dice, journal);
                }
            }
            Order::Unhitch => self.put_down(state, unit, true, dice, journal),
            Order::Unload => self.put_down(state, unit, false, dice, journal),
            Order::PrepareGun(toward) => self.aim_gun(state, unit, *toward, cause, dice, journal),
            Order::CloseAssault(who) => {
                if let Some(target) = self.unit_drawn(state, *who, cause, dice, journal) {
                    self.try_to(state, Action::Assault { target, capture: false }, dice, journal);
                }
            }
            Order::GiveTurn(who) => self.give_turn(state, unit, *who, cause, dice, journal),
            Order::Surrender { within } => {
                if within.is_none_or(|hexes| self.enemy_within(state, unit, hexes.into())) {
                    self.surrender(state, unit, journal);
                }
            }
            Order::Pass => self.use_whole_turn(state),
            Order::Drive { .. } | Order::Evade { .. } | Order::Retreat { .. } | Order::Charge(_) => {}
        }
    }

    /// The German whose turn it is, if he can do anything.
    fn acting(&self, state: &State, cause: &Cause) -> Option<UnitId> {
        let turn = self.turn(state)?;
        let able = !self.is_helpless(state, turn.unit) && state.unit(turn.unit).hex().is_some();
        cause.german.filter(|&german| german == turn.unit && able)
    }

    /// Whether an action could be done now.
    fn could(&self, state: &State, action: Action) -> bool {
        self.turn(state).is_some_and(|turn| self.check_turn(state, turn, action).is_ok())
    }

    /// Does an action if it can be done, exactly as a US unit would.
    fn try_to(&self, state: &mut State, action: Action, dice: &mut dyn Dice, journal: &mut dyn Journal) -> bool {
        let Some(turn) = self.turn(state).cloned() else { return false };
        let may = self.check_turn(state, &turn, action).is_ok();
        if may {
            self.act_in_turn(state, &turn, action, dice, journal);
        }
        may
    }

    // ---- Moving ----

    /// Where an order to drive leads.
    fn march_to(
        &self,
        state: &mut State,
        (pace, route): (Pace, Route),
        toward: Destination,
        cause: &Cause,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) -> Option<March> {
        let unit = cause.german?;
        let mut goals = HexSet::new(self.grid().len());
        let mut leaves = false;
        match toward {
            Destination::Place(paragraphs::Place::Unit(who)) => {
                let other = self.unit_meant(state, who, cause)?;
                let hex = state.hex_of(other)?;
                goals.insert(hex);
                if state.unit(other).side != state.unit(unit).side {
                    // Beside an enemy is near enough: into his hex leads a charge.
                    goals.extend(self.grid().ring(hex, 1));
                }
            }
            Destination::Place(place) => drop(goals.insert(self.hex_meant(state, place, cause)?)),
            Destination::Retreat => {
                goals.insert(self.retreat_hex(state, unit, dice, journal)?);
                leaves = true;
            }
            Destination::Edge(quarter) => {
                goals.extend(self.grid().hexes().filter(|&hex| quarter.is_edge(self.mission.north, self.grid(), hex)));
                leaves = true;
            }
            Destination::Cover => goals = self.covered_hexes(state, unit),
        }
        Some(March { pace, route, goal: Goal::any_of(&goals), leaves })
    }

    /// Cover that is not under the enemy's nose; if there is none, any.
    fn covered_hexes(&self, state: &State, unit: UnitId) -> HexSet {
        let enemies = state.active(state.unit(unit).side.enemy()).filter_map(|(enemy, _)| state.hex_of(enemy));
        let enemies: Vec<Hex> = enemies.collect();
        let clear_of = |hex: &Hex| enemies.iter().all(|&enemy| self.grid().distance(enemy, *hex) > CLOSE_ASSAULT);
        let mut goals = HexSet::new(self.grid().len());
        goals.extend(self.country.shelter.iter().filter(clear_of));
        if goals.is_empty() {
            goals.extend(self.country.shelter.iter());
        }
        goals
    }

    /// Where a German hides: out of sight and far enough away, else out of sight, else as far away as the map allows.
    pub(crate) fn hideouts(&self, state: &State, unit: UnitId, away: Option<u8>) -> HexSet {
        let enemies = state.active(state.unit(unit).side.enemy()).filter_map(|(enemy, _)| state.hex_of(enemy));
        let enemies: Vec<Hex> = enemies.collect();
        let nearest = |hex: Hex| enemies.iter().map(|&enemy| self.grid().distance(enemy, hex)).min().unwrap_or(0);
        let unseen = self.unseen_hexes(state, unit);
        let far = |hex: &Hex| nearest(*hex) >= away.map_or(0, u16::from);
        let mut goals = HexSet::new(self.grid().len());
        goals.extend(unseen.iter().filter(far));
        if !goals.is_empty() {
            return goals;
        }
        if !unseen.is_empty() {
            return unseen;
        }
        let farthest = self.grid().hexes().map(nearest).max().unwrap_or(0);
        goals.extend(self.grid().hexes().filter(|&hex| nearest(hex) == farthest));
        goals
    }

    /// Whether a drive stops here.
    fn until(&self, state: &State, unit: UnitId, march: &March, until: &[Test], cause: &mut Cause) -> bool {
        let reached = state.hex_of(unit).is_some_and(|hex| march.goal.holds(hex));
        until.iter().any(|test| {
            let mut found = Cause { reached, ..*cause };
            let holds = self.holds(state, test, &mut found);
            if holds {
                cause.it = found.it;
            }
            holds
        })
    }

    /// One step of a march: whether there may be another.
    fn march(
        &self,
        state: &mut State,
        unit: UnitId,
        march: &March,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) -> bool {
        let there = state.hex_of(unit).is_some_and(|hex| march.goal.holds(hex));
        if there && march.leaves {
            self.drive_off(state, unit, march, dice, journal);
            return false;
        }
        let Some(step) = self.next_step(state, unit, &march.goal, march.route) else { return false };
        if !self.set_off(state, unit, march.pace, Some(step), dice, journal) {
            return false;
        }
        let action = match step {
            Leg::Turn { clockwise } => Action::Rotate { clockwise },
            Leg::Ahead(_) => Action::Forward,
            Leg::Walk(to) => Action::Walk { to },
        };
        self.try_to(state, action, dice, journal)
    }

    /// Makes sure that a movement action is in progress. Crew Points are spent only if the first step can be made with it.
    fn set_off(
        &self,
        state: &mut State,
        unit: UnitId,
        pace: Pace,
        step: Option<Leg>,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) -> bool {
        let Some(turn) = self.turn(state).cloned() else { return false };
        if self.card(state, unit).kind.is_squad() {
            return true;
        }
        let under_way = self.points_left(state, &turn).is_some_and(|left| left > 0);
        let begun = self.drive_begun(state, true);
        let stopped = turn.backed || turn.forced || turn.held;
        if stopped || begun || under_way {
            return under_way && !stopped;
        }
        let wish = pace == Pace::Fast;
        let paces = if wish { [true, false] } else { [false, true] };
        // A slow move is no substitute for a fast one unless hatches or Crew Points forbid it; and a lame vehicle has only its fast one.
        let lame = self.allowance(state, unit).is_some_and(|allowance| allowance.slow == 0);
        for fast in paces.into_iter().filter(|&fast| wish || !fast || lame) {
            if let Some(turn) = self.turn_mut(state) {
                turn.moving = None;
            }
            let affords = step.is_none_or(|step| self.affords(state, unit, &turn, fast, step));
            if affords && self.try_to(state, Action::Drive { fast }, dice, journal) {
                return true;
            }
        }
        if let Some(now) = self.turn_mut(state) {
            now.moving = turn.moving;
        }
        false
    }

    /// Whether a movement action would have points for its first step; into the only hex of a turn it always leads (OF-7.1).
    fn affords(&self, state: &State, unit: UnitId, turn: &Turn, fast: bool, step: Leg) -> bool {
        let points = self.points_for(state, turn, fast);
        let turning = self.card(state, unit).rotation.and_then(|cost| cost.0).unwrap_or(0);
        match step {
            Leg::Turn { .. } => self.slowed(state, unit, turning) <= points,
            Leg::Ahead(to) => {
                let cost = state.unit(unit).hex().and_then(|from| self.step_cost(state, unit, from, to));
                let cost = cost.map(|cost| self.slowed(state, unit, cost));
                points > 0 && cost.is_some_and(|cost| cost <= points || self.only_hex(state, turn, fast, cost))
            }
            Leg::Walk(_) => true,
        }
    }

    /// Charges; who is too far away comes nearer, and charges if half his movement allows it (OF-11.3). Whether there may be more.
    fn charge_or_close_in(
        &self,
        state: &mut State,
        unit: UnitId,
        target: UnitId,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) -> bool {
        let Some(hex) = state.hex_of(target) else { return false };
        let close = Some(hex) == state.hex_of(unit);
        let assault = Action::Assault { target, capture: false };
        if self.try_to(state, if close { assault } else { Action::Charge { target } }, dice, journal) || close {
            return false;
        }
        let mut goals = HexSet::new(self.grid().len());
        goals.extend(self.grid().ring(hex, 1));
        let goal = Goal::any_of(&goals);
        let march = March { pace: Pace::Fast, route: Route::Quickest, goal, leaves: false };
        self.march(state, unit, &march, dice, journal)
    }

    /// Leaves the map from the hex where the way ends, for one movement point.
    fn drive_off(
        &self,
        state: &mut State,
        unit: UnitId,
        march: &March,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) {
        let squad = self.card(state, unit).kind.is_squad();
        if !self.set_off(state, unit, march.pace, None, dice, journal) || self.check_can_move(state, unit).is_err() {
            return;
        }
        let fresh = if squad { self.on_foot(state, unit) } else { 0 };
        let left = self.turn(state).map_or(0, |turn| self.points_left(state, turn).unwrap_or(fresh));
        if left >= LEAVING {
            self.leave_map(state, unit, journal);
            self.use_whole_turn(state);
        }
    }

    /// Backs into the hex behind: a fast move (OF-7.5).
    fn back_up(&self, state: &mut State, unit: UnitId, dice: &mut dyn Dice, journal: &mut dyn Journal) {
        let behind = state.unit(unit).hex().and_then(|hex| {
            let next = self.grid().neighbour(hex, state.unit(unit).facing.opposite())?;
            let open =
                self.step_cost(state, unit, hex, next).is_some() && self.check_stacking(state, unit, next).is_ok();
            open.then_some(next)
        });
        if behind.is_some() && self.could(state, Action::Drive { fast: true }) {
            self.try_to(state, Action::Drive { fast: true }, dice, journal);
            self.try_to(state, Action::Back, dice, journal);
        }
    }

    /// Achieves defilade where it stands (OF-7.3).
    fn go_hull_down(
        &self,
        state: &mut State,
        unit: UnitId,
        pace: Pace,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) {
        let Some(hex) = state.unit(unit).hex() else { return };
        let Some(cost) = self.sheet.movement.defilade(self.country.terrain_id(hex)) else { return };
        let cost = self.slowed(state, unit, cost);
        if state.unit(unit).defilade || self.card(state, unit).kind.is_squad() {
            return;
        }
        let fast = pace == Pace::Fast && self.could(state, Action::Drive { fast: true });
        let Some(turn) = self.turn(state) else { return };
        let points = self.points_for(state, turn, fast);
        let under_way = self.points_left(state, turn).is_some_and(|left| left >= cost);
        if under_way || cost <= points && self.try_to(state, Action::Drive { fast }, dice, journal) {
            self.try_to(state, Action::Defilade, dice, journal);
        }
    }

    /// Turns the hull toward something, as far as a slow move allows.
    fn turn_hull(
        &self,
        state: &mut State,
        unit: UnitId,
        toward: Toward,
        cause: &Cause,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) {
        let stands = state.unit(unit);
        let Some(hex) = stands.hex().filter(|_| self.bunker_of(state, unit).is_none()) else { return };
        let Some(wanted) = self.direction_meant(state, hex, stands.facing, toward, cause) else { return };
        let turnable = self.card(state, unit).rotation.is_some();
        while turnable && state.unit(unit).facing != wanted {
            let clockwise =
                state.unit(unit).facing.turned(1).turns_to(wanted) < state.unit(unit).facing.turns_to(wanted);
            let step = Leg::Turn { clockwise };
            let set_off =
                self.turns_hull_now(state) || self.set_off(state, unit, Pace::Slow, Some(step), dice, journal);
            if !set_off || !self.try_to(state, Action::Rotate { clockwise }, dice, journal) {
                return;
            }
            if self.acting(state, cause).is_none() {
                return;
            }
        }
    }

    fn turns_hull_now(&self, state: &State) -> bool {
        self.turn(state).and_then(|turn| self.points_left(state, turn)).is_some_and(|left| left > 0)
    }

    /// Turns the turret toward something, as far as it goes in a turn.
    fn turn_turret(
        &self,
        state: &mut State,
        unit: UnitId,
        toward: Toward,
        cause: &Cause,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) {
        let stands = state.unit(unit);
        let Some(hex) = stands.hex().filter(|_| self.bunker_of(state, unit).is_none()) else { return };
        let Some(wanted) = self.direction_meant(state, hex, stands.turret, toward, cause) else { return };
        while state.unit(unit).turret != wanted {
            let turret = state.unit(unit).turret;
            let clockwise = turret.turned(1).turns_to(wanted) < turret.turns_to(wanted);
            if !self.try_to(state, Action::Traverse { clockwise }, dice, journal) {
                return;
            }
        }
    }

    // ---- Firing ----

    /// Fires as ordered (OF-9.6): at the unit or hex, bringing the gun to bear first.
    fn open_fire(
        &self,
        state: &mut State,
        unit: UnitId,
        (weapon, shell, target): (Weapon, Option<words::Shell>, Target),
        cause: &Cause,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) {
        let target = match target {
            Target::Hex(hex) => return self.fire_at_hex(state, unit, (weapon, hex.hex), cause, dice, journal),
            Target::Unit(who) => self.target_of(state, who, weapon, cause, dice, journal),
        };
        let Some(target) = target else { return self.fire_into_cover(state, unit, weapon, dice, journal) };
        let fired = match weapon {
            Weapon::Smoke => match state.hex_of(target) {
                Some(hex) => return self.fire_at_hex(state, unit, (weapon, hex), cause, dice, journal),
                None => true,
            },
            Weapon::Panzerfaust => self.try_to(state, Action::FireBazooka { target }, dice, journal),
            Weapon::Machineguns => self.try_to(state, Action::FireGuns { target }, dice, journal),
            _ if self.card(state, unit).kind.is_squad() => {
                let fired = self.try_to(state, Action::FireBazooka { target }, dice, journal);
                let guns = !fired || weapon == Weapon::All;
                guns && self.try_to(state, Action::FireGuns { target }, dice, journal) || fired
            }
            Weapon::MainGun => self.fire_gun(state, unit, (target, shell), cause, dice, journal),
            Weapon::Best | Weapon::All => {
                let fired = self.fire_gun(state, unit, (target, shell), cause, dice, journal);
                let guns = !fired || weapon == Weapon::All;
                guns && self.try_to(state, Action::FireGuns { target }, dice, journal) || fired
            }
        };
        if !fired && state.hex_of(target) == state.hex_of(unit) {
            // In one hex there may be no other way to attack (OF-6.7).
            self.try_to(state, Action::Assault { target, capture: false }, dice, journal);
        }
    }

    /// The target an order means; between equals the dice decide.
    fn target_of(
        &self,
        state: &State,
        who: UnitRef,
        weapon: Weapon,
        cause: &Cause,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) -> Option<UnitId> {
        let (preference, word) = match who {
            UnitRef::Pointer(Pointer::Closest) => (Preference::Closest, "closest"),
            UnitRef::Pointer(Pointer::Easiest) => (Preference::Easiest, "easiest"),
            who => return self.draw(state, &self.meant(state, who, cause), dice, journal),
        };
        let found = self.best_targets(state, cause, weapon, preference);
        let target = self.draw(state, &found, dice, journal)?;
        journal.note(|| {
            Entry::new(GERMAN_FIRE, format!("The {word} target is {}.", state.unit(target).name))
                .tone(Tone::Quiet)
                .about([self.id_of(state, target)])
        });
        Some(target)
    }

    /// With the option, at somebody who has backed into the woods (OF-18).
    fn fire_into_cover(
        &self,
        state: &mut State,
        unit: UnitId,
        weapon: Weapon,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) {
        let gun = matches!(weapon, Weapon::Best | Weapon::MainGun | Weapon::All);
        let free = self.turn(state).is_some_and(|turn| turn.volley.is_none() && turn.points >= points::FIRE_MAIN);
        let hidden = if gun && free { self.hidden_targets(state, unit) } else { Vec::new() };
        if let Some(target) = self.draw(state, &hidden, dice, journal) {
            self.open_volley(state, target, Shell::Ap, points::FIRE_MAIN);
            if self.makes_out(state, unit, target, dice, journal) {
                self.fire_main_at(state, unit, target, Shell::Ap, dice, journal);
            }
        }
    }

    /// Fires the main gun at its quickest rate of fire (OF-9.11). Whether it fired.
    fn fire_gun(
        &self,
        state: &mut State,
        unit: UnitId,
        (target, shell): (UnitId, Option<words::Shell>),
        cause: &Cause,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) -> bool {
        // What is most advantageous, if it is not said (OF-9): AP against what armour-piercing shell can hurt.
        let armoured = self.ap_shot(state, unit, target).is_ok();
        let shell = match shell {
            Some(words::Shell::Ap) => Shell::Ap,
            Some(words::Shell::Gp) => Shell::Gp,
            None if armoured => Shell::Ap,
            None => Shell::Gp,
        };
        let Some(hex) = state.hex_of(target) else { return false };
        let fire = Action::FireMain { target, shell };
        if self.can_fire_gun(state, unit, target) {
            self.bring_to_bear(state, unit, hex, cause, dice, journal);
        }
        let mut fired = false;
        while self.acting(state, cause).is_some()
            && (!fired || self.turn(state).is_some_and(|turn| turn.volley.is_some_and(|volley| volley.left > 0)))
            && self.try_to(state, fire, dice, journal)
        {
            fired = true;
        }
        fired
    }

    /// Whether all that keeps the gun from firing is that it does not point there.
    fn can_fire_gun(&self, state: &State, unit: UnitId, target: UnitId) -> bool {
        let stands = state.unit(unit);
        let works = self.card(state, unit).main_gun && stands.condition.main_gun && !stands.out_of_ammunition;
        let seen = self.sees_unit(state, unit, target) && self.check_target(state, unit, target).is_ok();
        let free = self.turn(state).is_some_and(|turn| turn.volley.is_none() && turn.points >= points::FIRE_MAIN);
        works && seen && free
    }

    /// Points the gun: the turret for nothing, the hull with a slow move if Crew Points for the shot remain; an AT gun takes the turn.
    fn bring_to_bear(
        &self,
        state: &mut State,
        unit: UnitId,
        hex: Hex,
        cause: &Cause,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) {
        if self.bears(state, unit, hex) && (self.card(state, unit).kind != Kind::Gun || state.unit(unit).prepared) {
            return;
        }
        let number = paragraphs::HexNumber { hex, label: self.grid().label(hex) };
        let toward = Toward::Place(paragraphs::Place::Hex(number));
        if self.card(state, unit).kind == Kind::Gun {
            return self.aim_gun(state, unit, toward, cause, dice, journal);
        }
        self.turn_turret(state, unit, toward, cause, dice, journal);
        let enough = self.turn(state).is_some_and(|turn| turn.points >= points::SLOW + points::FIRE_MAIN);
        if !self.bears(state, unit, hex) && (enough || self.turns_hull_now(state)) {
            self.turn_hull(state, unit, toward, cause, dice, journal);
        }
    }

    /// Fires at a hex: smoke into it (OF-9.10), anything else at whoever is in it.
    fn fire_at_hex(
        &self,
        state: &mut State,
        unit: UnitId,
        (weapon, hex): (Weapon, Hex),
        cause: &Cause,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) {
        if weapon == Weapon::Smoke {
            if self.turn(state).is_some_and(|turn| turn.points >= points::FIRE_MAIN) {
                self.bring_to_bear(state, unit, hex, cause, dice, journal);
            }
            self.try_to(state, Action::LaySmoke { hex }, dice, journal);
            return;
        }
        let there = state.active(Side::Us).filter(|(_, us)| us.hex() == Some(hex)).map(|(us, _)| us);
        let there: Vec<UnitId> = there.collect();
        let easiest = |us: &UnitId| self.chance_to_hit(state, unit, *us, weapon);
        let Some(most) = there.iter().map(easiest).max() else { return };
        let best: Vec<UnitId> = there.into_iter().filter(|us| easiest(us) == most).collect();
        if let Some(target) = self.draw(state, &best, dice, journal) {
            let cause = Cause { it: Some(target), ..*cause };
            let target = Target::Unit(UnitRef::Pointer(Pointer::It));
            self.open_fire(state, unit, (weapon, None, target), &cause, dice, journal);
        }
    }

    // ---- Guns, squads, commanders ----

    fn aim_gun(
        &self,
        state: &mut State,
        unit: UnitId,
        toward: Toward,
        cause: &Cause,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) {
        let stands = state.unit(unit);
        let Some(hex) = stands.hex().filter(|_| self.bunker_of(state, unit).is_none()) else { return };
        if let Some(facing) = self.direction_meant(state, hex, stands.facing, toward, cause) {
            self.try_to(state, Action::Prepare { facing }, dice, journal);
        }
    }

    /// A gun is hitched: the gun's own turn, or that of the vehicle that takes it (OF-6.7).
    fn hitch(
        &self,
        state: &mut State,
        unit: UnitId,
        who: UnitRef,
        cause: &Cause,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) {
        let Some(other) = self.unit_drawn(state, who, cause, dice, journal) else { return };
        if self.card(state, unit).kind == Kind::Gun {
            self.try_to(state, Action::Load { unit, carrier: other }, dice, journal);
            return;
        }
        let free = self.turn(state).is_some_and(|turn| self.check_all_points(state, turn).is_ok());
        if free && self.check_load(state, other, unit).is_ok() {
            self.use_whole_turn(state);
            self.load(state, other, unit, journal);
        }
    }

    /// Unhitches a gun, or lets men get off.
    fn put_down(&self, state: &mut State, unit: UnitId, gun: bool, dice: &mut dyn Dice, journal: &mut dyn Journal) {
        let loads = self.loads(state, unit);
        let kind = |load: &UnitId| (self.card(state, *load).kind == Kind::Gun) == gun;
        if let Some(load) = loads.iter().find(|load| kind(load)).or(loads.first()).copied() {
            self.try_to(state, Action::Unload { unit: load }, dice, journal);
        }
    }

    /// A commander gives his turn to the nearest who can use it, or to the one who is named (OF-6.3).
    fn give_turn(
        &self,
        state: &mut State,
        unit: UnitId,
        who: UnitRef,
        cause: &Cause,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) {
        let able = |other: &UnitId| self.could(state, Action::GiveTurn { unit: *other });
        let other = match who {
            UnitRef::Pointer(Pointer::NearestGerman) => {
                let here = state.hex_of(unit);
                let away = |other: UnitId| {
                    here.zip(state.hex_of(other)).map_or(u16::MAX, |(from, to)| self.grid().distance(from, to))
                };
                let others = state.active(Side::German).map(|(other, _)| other).filter(able);
                others.min_by_key(|&other| (away(other), state.unit(other).letter.clone()))
            }
            who => self.unit_drawn(state, who, cause, dice, journal).filter(able),
        };
        if let Some(other) = other {
            self.try_to(state, Action::GiveTurn { unit: other }, dice, journal);
            self.use_whole_turn(state);
        }
    }
}
