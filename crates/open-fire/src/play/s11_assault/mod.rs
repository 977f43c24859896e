//! Close assault and charge assault on the table (OF-11.1, OF-11.3).

pub(crate) mod capture;

use dice::Dice;
use engine::{Forecast, Journal};
use hexmap::{Hex, Reach};

use crate::{
    play::{
        refusal::Refused,
        s06_rounds::turns::{Price, points},
        s07_movement::allowances::{half_allowance, points_text},
    },
    rule_ids::{ASSAULT_PROCEDURE, CAPTURE, CHARGE, GP_DAMAGE},
    state::{
        Shell, SquadTurn, State, Turn,
        laid_out::OpenFire,
        units::{Motion, Place, UnitId},
    },
    tables::{
        ap_fire::Pace,
        cards::Card,
        close_assault::CloseAssault,
        damage::{gp_effects, listed},
        forms::Halves,
        gp_fire::GpSituation,
    },
};

/// How a unit assaults.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Assault {
    /// In the hex it stands in.
    Close,
    /// The same, to capture (OF-11.2).
    Capture,
    /// Out of another hex (OF-11.3).
    Charge,
}

impl Assault {
    pub(crate) fn close(capture: bool) -> Assault {
        if capture { Assault::Capture } else { Assault::Close }
    }
}

impl OpenFire {
    /// Whether a unit can assault another one, as they stand. How far a charge is says [`OpenFire::charge_path`].
    pub(crate) fn check_assault(
        &self,
        state: &State,
        unit: UnitId,
        target: UnitId,
        how: Assault,
    ) -> Result<(), Refused> {
        let from = self.own_hex(state, unit)?;
        let hex = self.check_enemy(state, unit, target)?;
        if state.unit(unit).condition.suppressed {
            return Err(Refused::Suppressed);
        }
        if how != Assault::Charge && from != hex {
            return Err(Refused::NotSameHex);
        }
        let card = self.armed(state, unit, from);
        self.close_assault(state, &card, target, how).check()?;
        Ok(())
    }

    fn close_assault<'a>(&'a self, state: &State, firer: &'a Card, target: UnitId, how: Assault) -> CloseAssault<'a> {
        // Moving is the charge itself: it costs the attacker nothing more.
        let situation = GpSituation {
            charge: how == Assault::Charge,
            firer_moving: Pace::Still,
            ..self.gp_situation(state, None, target)
        };
        CloseAssault { firer, target: self.card(state, target), situation, capture: how == Assault::Capture }
    }

    /// A unit assaults another one in its hex (OF-11.1).
    pub(crate) fn assault(
        &self,
        state: &mut State,
        unit: UnitId,
        target: UnitId,
        how: Assault,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) {
        let Some(hex) = state.hex_of(unit) else { return };
        let card = self.armed(state, unit, hex);
        let assault = self.close_assault(state, &card, target, how);
        let (result, face) = assault.resolve(&self.sheet, dice);
        let effects = gp_effects(&self.as_target(state, target), result);
        journal.note(|| {
            let (rule, verb) = match how {
                Assault::Close => (ASSAULT_PROCEDURE, "assaults"),
                Assault::Capture => (CAPTURE, "tries to capture"),
                Assault::Charge => (CHARGE, "charges"),
            };
            let (attacker, defender) = (&state.unit(unit).name, &state.unit(target).name);
            let done = listed(&effects);
            let text = format!("{attacker} {verb} {defender}: {}; {GP_DAMAGE}: {done}.", result.title());
            let resolution = assault.resolution(&self.sheet, result, face);
            self.attack_entry(state, (rule, text), (unit, target), resolution)
        });
        if card.gp.main > 0 {
            self.use_round(state, unit, Shell::Gp);
        }
        state.unit_mut(unit).fired.now = true;
        self.alarm(state, target);
        self.suffer(state, target, &effects, dice, journal);
    }

    /// The exact odds of an assault.
    pub(crate) fn assault_forecast(
        &self,
        state: &State,
        unit: UnitId,
        target: UnitId,
        how: Assault,
    ) -> Option<Forecast> {
        let card = self.armed(state, unit, state.hex_of(unit)?);
        let assault = self.close_assault(state, &card, target, how);
        assault.check().is_ok().then(|| assault.forecast(&self.sheet, &self.stake(state, target)))
    }

    /// Half of what a unit could move, in half movement points: a buttoned up tank does not go fast.
    fn charge_allowance(&self, state: &State, unit: UnitId) -> Halves {
        let card = self.card(state, unit);
        if card.kind.is_squad() {
            return half_allowance(self.on_foot(state, unit));
        }
        let slow = card.kind.is_tank() && state.unit(unit).closed;
        let allowance = self.allowance(state, unit);
        let most = allowance.map_or(0, |allowance| if slow { allowance.slow } else { allowance.fast });
        half_allowance(Halves::from(most) * 2)
    }

    /// The way of a charge into the target's hex, at most half the allowance less what was spent before; nobody drives past
    /// other enemies.
    pub(crate) fn charge_path(
        &self,
        state: &State,
        unit: UnitId,
        target: UnitId,
        spent: Halves,
    ) -> Result<(Halves, Vec<Hex>), Refused> {
        let from = self.own_hex(state, unit)?;
        let hex = self.check_enemy(state, unit, target)?;
        if from == hex {
            return Ok((0, Vec::new()));
        }
        self.check_can_move(state, unit)?;
        self.check_stacking(state, unit, hex)?;
        let left = self.charge_allowance(state, unit).saturating_sub(spent);
        let too_far = || Refused::ChargeTooFar { left: points_text(left) };
        // No search for what the cheapest steps there are do not reach.
        let class = self.card(state, unit).class.ok_or(Refused::CannotMove)?;
        if self.grid().distance(from, hex) * self.country.least_step(self.weather(), class) > left {
            return Err(too_far());
        }
        let enemy = state.unit(unit).side.enemy();
        let held = |at: Hex| state.active(enemy).any(|(other, _)| state.hex_of(other) == Some(at));
        let cost = |from: Hex, _, to: Hex| {
            let barred = to != hex && held(to);
            if barred { None } else { self.step_cost(state, unit, from, to) }
        };
        let mut reach = Reach::new(self.grid());
        reach.explore(self.grid(), from, left, cost);
        reach.cost(hex).zip(reach.path(hex)).ok_or_else(too_far)
    }

    /// A unit enters its target's hex and assaults (OF-11.3). Mines and what else it meets may keep it from that.
    pub(crate) fn charge(
        &self,
        state: &mut State,
        unit: UnitId,
        target: UnitId,
        spent: Halves,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) {
        let Ok((cost, path)) = self.charge_path(state, unit, target, spent) else { return };
        for to in path {
            self.charge_into(state, unit, to, dice, journal);
            if !state.unit(unit).is_active() || self.check_can_move(state, unit).is_err() {
                return;
            }
        }
        if cost > 0 {
            self.charging_pace(state, unit, cost, dice, journal);
        }
        if self.check_assault(state, unit, target, Assault::Close).is_ok() {
            self.assault(state, unit, target, Assault::Charge, dice, journal);
        }
    }

    fn charge_into(&self, state: &mut State, unit: UnitId, to: Hex, dice: &mut dyn Dice, journal: &mut dyn Journal) {
        let way = state.hex_of(unit).and_then(|from| self.grid().direction(from, to));
        self.leave_position(state, unit);
        let mover = state.unit_mut(unit);
        mover.place = Place::At(to);
        mover.defilade = false;
        if let Some(way) = way {
            (mover.facing, mover.turret) = (way, way);
        }
        journal.note(|| self.move_entry(state, unit, CHARGE, "charges into", to));
        self.arrive_in_rounds(state, unit, dice, journal);
    }

    /// A charge beyond the slow allowance is a fast move, with its accident check (OF-7.8).
    fn charging_pace(
        &self,
        state: &mut State,
        unit: UnitId,
        cost: Halves,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) {
        let fast = !self.card(state, unit).kind.is_squad() && cost > self.slow_points(state, unit);
        state.unit_mut(unit).motion = if fast { Motion::Fast } else { Motion::Slow };
        if fast {
            self.accident_check(state, unit, dice, journal);
        }
    }

    /// A close assault takes three crew points or all, and a squad's whole turn (OF-6.7).
    pub(crate) fn check_assault_turn(&self, state: &State, turn: &Turn) -> Result<(), Refused> {
        if self.card(state, turn.unit).kind.is_squad() {
            return self.check_all_points(state, turn);
        }
        self.check_price(turn, self.whole_crew(state, turn.unit), Price::OrAll(points::ASSAULT)).map(|_| ())
    }

    pub(crate) fn spend_on_assault(&self, state: &mut State) {
        let Some(unit) = self.turn(state).map(|turn| turn.unit) else { return };
        if self.card(state, unit).kind.is_squad() {
            self.use_whole_turn(state);
        } else {
            self.spend(state, Price::OrAll(points::ASSAULT));
        }
    }

    /// A charge takes the whole turn; a squad may have moved a part of its half before. In one hex it is a close assault, unless
    /// the squad has just walked in.
    pub(crate) fn check_charge_turn(&self, state: &State, turn: &Turn, target: UnitId) -> Result<(), Refused> {
        let squad = self.card(state, turn.unit).kind.is_squad();
        if squad && turn.squad == SquadTurn::MovedHalf {
            return Ok(());
        }
        if state.hex_of(turn.unit) == state.hex_of(target) {
            return Err(Refused::SameHex);
        }
        self.check_all_points(state, turn)
    }
}
