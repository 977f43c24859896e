//! Squads and what they carry (OF-10, OF-9.8): Move/Fire, bazookas and Panzerfausts.

use dice::Dice;
use engine::Journal;

use crate::{
    play::{refusal::Refused, s07_movement::allowances::half_allowance},
    state::{Moving, Shell, SquadTurn, State, Turn, Volley, laid_out::OpenFire, units::UnitId},
};

impl OpenFire {
    /// Whether men on foot can fire: not suppressed (OF-14.4), on the ground, and armed.
    pub(crate) fn check_squad_arms(&self, state: &State, unit: UnitId) -> Result<(), Refused> {
        self.own_hex(state, unit)?;
        if state.unit(unit).condition.suppressed {
            return Err(Refused::Suppressed);
        }
        if self.card(state, unit).gp.all < 1 { Err(Refused::NoWeapon) } else { Ok(()) }
    }

    /// Whether a squad can fire its bazooka or Panzerfaust at another unit.
    pub(crate) fn check_bazooka_at(&self, state: &State, unit: UnitId, target: UnitId) -> Result<(), Refused> {
        let card = self.card(state, unit);
        if !card.kind.is_squad() || card.anti_tank.is_none() {
            return Err(Refused::NoWeapon);
        }
        self.check_squad_arms(state, unit)?;
        self.check_target(state, unit, target)?;
        self.check_ammunition(state, unit, Shell::Ap)?;
        self.check_seen(state, unit, target)?;
        self.ap_shot(state, unit, target).map(|_| ())
    }

    /// Fires a bazooka or Panzerfaust.
    pub(crate) fn fire_bazooka_at(
        &self,
        state: &mut State,
        unit: UnitId,
        target: UnitId,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) {
        self.fire_ap(state, unit, target, dice, journal);
    }

    /// Whether a squad's turn leaves its fire: it has moved no more than half, and each weapon fires once (OF-6.7, OF-10).
    pub(crate) fn check_squad_fires(&self, turn: &Turn, with: Shell) -> Result<(), Refused> {
        let fired = match with {
            Shell::Gp => turn.shell.is_some(),
            Shell::Ap | Shell::Smoke => turn.volley.is_some(),
        };
        let may = match turn.squad {
            SquadTurn::Fresh | SquadTurn::MovedHalf => true,
            SquadTurn::Fired => !fired,
            SquadTurn::MovedFar | SquadTurn::Done => false,
        };
        if may { Ok(()) } else { Err(Refused::SquadDone) }
    }

    /// A squad uses its Move/Fire: who has not moved before may still move half (OF-6.7).
    pub(crate) fn squad_fires(&self, state: &mut State, with: Shell, target: UnitId) {
        let Some(unit) = self.turn(state).map(|turn| turn.unit) else { return };
        let half = half_allowance(self.on_foot(state, unit));
        let Some(turn) = self.turn_mut(state) else { return };
        turn.begun = true;
        match with {
            Shell::Gp => turn.shell = Some(Shell::Gp),
            Shell::Ap | Shell::Smoke => turn.volley = Some(Volley { target, left: 0 }),
        }
        let left = match turn.squad {
            SquadTurn::Fresh => half,
            SquadTurn::Fired => return,
            _ => 0,
        };
        let spent = turn.moving.map_or(0, |moving| moving.spent);
        turn.moving = Some(Moving { fast: false, left, spent });
        turn.squad = SquadTurn::Fired;
    }
}
