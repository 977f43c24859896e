//! Fire and assault in a round (OF-9 to OF-12): who may fire at whom, and what an action comes to.
//!
//! What a unit of either side does with its weapons is in the modules below; it asks nothing about turns and crew points. Here
//! the turn of a US unit is put around it.
//!
//! | rule | module |
//! |---|---|
//! | OF-9.1, OF-9.2, OF-9.10, OF-9.11 main guns | `main_gun` |
//! | OF-9.2, OF-9.9 machineguns | `machineguns` |
//! | OF-9.5 ammunition | `ammunition` |
//! | OF-9.6, OF-9.11 whom a German fires at | `targets` |

pub(crate) mod ammunition;
pub(crate) mod machineguns;
pub(crate) mod main_gun;
pub(crate) mod targets;
#[cfg(test)]
mod tests;

use dice::Dice;
use engine::{Entry, Forecast, Journal, Resolution, RuleId, Tone};
use hexmap::Hex;

use crate::{
    booklet::paragraphs::words::Light,
    play::{
        action::Action,
        refusal::Refused,
        s06_rounds::turns::{Price, points},
        s11_assault::Assault,
    },
    state::{
        Shell, State, Turn, WorkKind,
        laid_out::OpenFire,
        units::{Motion, Place, Space, UnitId},
    },
    tables::{ap_fire::Pace, gp_fire::GpWeapons},
};

/// The most hexes between for any fire at dusk, at a target that has not fired in this round; at night half of that (mission 5).
const AT_DUSK: u16 = 10;
const AT_NIGHT: u16 = 5;

impl OpenFire {
    /// Every attack a unit might make; [`OpenFire::check_fire`] says which are legal.
    pub(crate) fn possible_fire(&self, state: &State, turn: &Turn) -> Vec<Action> {
        let enemy = state.unit(turn.unit).side.enemy();
        let at = |target: UnitId| {
            [
                Action::FireMain { target, shell: Shell::Ap },
                Action::FireMain { target, shell: Shell::Gp },
                Action::FireAll { target },
                Action::FireGuns { target },
                Action::FireBazooka { target },
                Action::Assault { target, capture: false },
                Action::Assault { target, capture: true },
                Action::Charge { target },
            ]
        };
        let mut actions: Vec<Action> = state.active(enemy).flat_map(|(target, _)| at(target)).collect();
        if self.check_smoke_turn(state, turn).is_ok() && self.check_smoke_gun(state, turn.unit).is_ok() {
            let seen = state.hex_of(turn.unit).map(|from| self.country.seen_from(from));
            let hexes = seen.into_iter().flat_map(hexmap::HexBits::iter);
            let hexes = hexes.filter(|&hex| self.bears(state, turn.unit, hex));
            actions.extend(hexes.map(|hex| Action::LaySmoke { hex }));
        }
        actions
    }

    /// Whether an attack may be made in this turn: what the weapon can do first, then what the turn leaves.
    pub(crate) fn check_fire(&self, state: &State, turn: &Turn, action: Action) -> Result<(), Refused> {
        let unit = turn.unit;
        match action {
            Action::FireMain { target, shell } => {
                self.check_main_at(state, unit, target, shell)?;
                self.check_fire_action(state, turn, target, shell, points::FIRE_MAIN)
            }
            Action::FireAll { target } => {
                self.check_all_at(state, unit, target)?;
                if turn.volley.is_some() {
                    return Err(Refused::GunHasFired);
                }
                self.check_fire_action(state, turn, target, Shell::Gp, points::FIRE_ALL)
            }
            Action::LaySmoke { hex } => {
                self.check_smoke_at(state, unit, hex)?;
                self.check_smoke_turn(state, turn)
            }
            Action::FireGuns { target } => {
                self.check_guns_at(state, unit, target)?;
                if self.card(state, unit).kind.is_squad() {
                    return self.check_squad_fires(turn, Shell::Gp);
                }
                self.check_price(turn, self.whole_crew(state, unit), Price::Points(points::FIRE_GUNS)).map(|_| ())
            }
            Action::FireBazooka { target } => {
                self.check_bazooka_at(state, unit, target)?;
                self.check_squad_fires(turn, Shell::Ap)
            }
            Action::Assault { target, capture } => {
                self.check_assault(state, unit, target, Assault::close(capture))?;
                self.check_assault_turn(state, turn)
            }
            Action::Charge { target } => {
                self.check_assault(state, unit, target, Assault::Charge)?;
                self.check_charge_turn(state, turn, target)?;
                self.charge_path(state, unit, target, turn.spent).map(|_| ())
            }
            _ => Err(Refused::NotNow),
        }
    }

    /// Makes a legal attack in the turn in progress.
    pub(crate) fn do_fire(&self, state: &mut State, action: Action, dice: &mut dyn Dice, journal: &mut dyn Journal) {
        let Some(turn) = self.turn(state).cloned() else { return };
        let unit = turn.unit;
        match action {
            Action::FireMain { target, shell } => self.fire_main_in_turn(state, target, shell, dice, journal),
            Action::FireAll { target } => {
                self.open_volley(state, target, Shell::Gp, points::FIRE_ALL);
                self.fire_all_at(state, unit, target, dice, journal);
            }
            Action::LaySmoke { hex } => {
                self.spend_on_smoke(state);
                self.lay_smoke(state, unit, hex, journal);
            }
            Action::FireGuns { target } => {
                if self.card(state, unit).kind.is_squad() {
                    self.squad_fires(state, Shell::Gp, target);
                } else {
                    self.spend(state, Price::Points(points::FIRE_GUNS));
                }
                self.fire_guns_at(state, unit, target, dice, journal);
            }
            Action::FireBazooka { target } => {
                self.squad_fires(state, Shell::Ap, target);
                self.fire_bazooka_at(state, unit, target, dice, journal);
            }
            Action::Assault { target, capture } => {
                self.spend_on_assault(state);
                self.assault(state, unit, target, Assault::close(capture), dice, journal);
            }
            Action::Charge { target } => {
                self.use_whole_turn(state);
                self.charge(state, unit, target, turn.spent, dice, journal);
            }
            _ => {}
        }
    }

    /// The exact odds of an attack, for the choice on the screen.
    pub(crate) fn fire_forecast(&self, state: &State, turn: &Turn, action: Action) -> Option<Forecast> {
        let unit = turn.unit;
        let gp = |target, weapons| self.gp_forecast(state, unit, target, weapons);
        match action {
            Action::FireMain { target, shell: Shell::Ap } | Action::FireBazooka { target } => self
                .ap_shot(state, unit, target)
                .ok()
                .map(|shot| shot.forecast(&self.sheet, &self.stake(state, target))),
            Action::FireMain { target, shell: Shell::Gp } => gp(target, GpWeapons::Main),
            Action::FireAll { target } => gp(target, GpWeapons::All),
            Action::FireGuns { target } => gp(target, GpWeapons::Machineguns),
            Action::Assault { target, capture } => self.assault_forecast(state, unit, target, Assault::close(capture)),
            Action::Charge { target } => self.assault_forecast(state, unit, target, Assault::Charge),
            _ => None,
        }
    }

    /// Whether a unit may be fired at or assaulted by another one: an active enemy who is not inside a vehicle (OF-9).
    pub(crate) fn check_enemy(&self, state: &State, unit: UnitId, target: UnitId) -> Result<Hex, Refused> {
        let enemy = state.units.get(target.index()).ok_or(Refused::NoTarget)?;
        let open = matches!(enemy.place, Place::At(_) | Place::Towed(_));
        if enemy.side == state.unit(unit).side || !enemy.is_active() || !open {
            return Err(Refused::NoTarget);
        }
        state.hex_of(target).ok_or(Refused::NoTarget)
    }

    /// Whether a unit may fire at another one at all, whatever the weapon (OF-9).
    pub(crate) fn check_target(&self, state: &State, unit: UnitId, target: UnitId) -> Result<Hex, Refused> {
        let hex = self.check_enemy(state, unit, target)?;
        self.check_no_friend(state, unit, hex)?;
        self.check_light(state, unit, target, hex)?;
        Ok(hex)
    }

    /// Nobody fires into a hex with a friend who can still act, or with prisoners (OF-9).
    pub(crate) fn check_no_friend(&self, state: &State, unit: UnitId, hex: Hex) -> Result<(), Refused> {
        let side = state.unit(unit).side;
        let own = |other: UnitId| {
            other == unit || matches!(state.unit(other).place, Place::Aboard(on) | Place::Towed(on) if on == unit)
        };
        let friend = |(other, stands): (UnitId, &crate::state::units::Unit)| {
            let able = stands.side == side && stands.is_active() && !self.is_disabled(state, other);
            let prisoner = stands.captured && !stands.condition.killed;
            !own(other) && (able || prisoner) && state.hex_of(other) == Some(hex)
        };
        if state.all_units().any(friend) { Err(Refused::FriendInHex) } else { Ok(()) }
    }

    /// At dusk and at night fire reaches only so far, twice as far at who has fired in this round (mission 5).
    fn check_light(&self, state: &State, unit: UnitId, target: UnitId, hex: Hex) -> Result<(), Refused> {
        let near = match state.light {
            Light::Day => return Ok(()),
            Light::Dusk => AT_DUSK,
            Light::Night => AT_NIGHT,
        };
        let most = if state.unit(target).fired.now { near * 2 } else { near };
        let range = self.range_to(state, unit, hex);
        if range <= most { Ok(()) } else { Err(Refused::TooDark { most, range }) }
    }

    /// Whether a unit sees its target.
    pub(crate) fn check_seen(&self, state: &State, unit: UnitId, target: UnitId) -> Result<(), Refused> {
        if self.sees_unit(state, unit, target) { Ok(()) } else { Err(Refused::NotSeen) }
    }

    /// Hexes between a unit and a hex: none if they are adjacent or the same (OF-9.1).
    pub(crate) fn range_to(&self, state: &State, unit: UnitId, hex: Hex) -> u16 {
        state.hex_of(unit).map_or(0, |from| self.grid().distance(from, hex).saturating_sub(1))
    }

    /// The bunker a unit is in: where it points (OF-13.3).
    pub(crate) fn bunker_of(&self, state: &State, unit: UnitId) -> Option<hexmap::Direction> {
        state.works.iter().find_map(|work| match work.kind {
            WorkKind::Bunker(facing) if work.occupant == Some(unit) => Some(facing),
            _ => None,
        })
    }

    /// How a unit moves, as fire at it and by it asks.
    pub(crate) fn pace_of(&self, state: &State, unit: UnitId) -> Pace {
        match state.unit(unit).motion {
            Motion::Still => Pace::Still,
            Motion::Slow => Pace::Slow,
            Motion::Fast => Pace::Fast,
        }
    }

    /// Who is attacked notices it, hit or not (OF-6.5).
    pub(crate) fn alarm(&self, state: &mut State, unit: UnitId) {
        let attacked = state.unit_mut(unit);
        if attacked.is_active() && attacked.space == Space::Unaware {
            attacked.space = Space::Complete;
        }
    }

    /// The line of the log for an attack.
    pub(crate) fn attack_entry(
        &self,
        state: &State,
        (rule, text): (RuleId, String),
        (unit, target): (UnitId, UnitId),
        resolution: Resolution,
    ) -> Entry {
        let hexes = [state.hex_of(unit), state.hex_of(target)];
        Entry::new(rule, text)
            .tone(Tone::Combat)
            .about([self.id_of(state, unit), self.id_of(state, target)])
            .at(hexes.into_iter().flatten().map(|hex| self.label(hex)))
            .because(resolution)
    }
}
