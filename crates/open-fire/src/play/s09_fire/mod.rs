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

use engine::{Entry, Forecast, Resolution, RuleId, Tone};
use hexmap::Hex;

use crate::{
    booklet::paragraphs::words::Light,
    play::{
        action::Action,
        refusal::Refused,
        s02_ratings,
        s06_rounds::turns::{self, Price},
        s08_sight, s10_squads,
        s11_assault::{self, Assault},
        s14_damage,
    },
    state::{
        Shell, Turn, WorkKind,
        laid_out::{Act, Ask},
        units::{Motion, Place, Space, UnitId},
    },
    tables::{ap_fire::Pace, gp_fire::GpWeapons},
};

/// Every attack a unit might make; [`check_fire`] says which are legal.
pub(crate) fn possible_fire(ask: Ask<'_>, turn: &Turn) -> Vec<Action> {
    let enemy = ask.state.unit(turn.unit).side.enemy();
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
    let mut actions: Vec<Action> = ask.state.active(enemy).flat_map(|(target, _)| at(target)).collect();
    if main_gun::check_smoke_turn(ask, turn).is_ok() && main_gun::check_smoke_gun(ask, turn.unit).is_ok() {
        let seen = ask.state.hex_of(turn.unit).map(|from| ask.rules.country.seen_from(from));
        let hexes = seen.into_iter().flat_map(hexmap::HexBits::iter);
        let hexes = hexes.filter(|&hex| main_gun::bears(ask, turn.unit, hex));
        actions.extend(hexes.map(|hex| Action::LaySmoke { hex }));
    }
    actions
}

/// Whether an attack may be made in this turn: what the weapon can do first, then what the turn leaves.
pub(crate) fn check_fire(ask: Ask<'_>, turn: &Turn, action: Action) -> Result<(), Refused> {
    let unit = turn.unit;
    match action {
        Action::FireMain { target, shell } => {
            main_gun::check_main_at(ask, unit, target, shell)?;
            main_gun::check_fire_action(ask, turn, target, shell, ask.rules.sheet.limits.crew_points.fire_main)
        }
        Action::FireAll { target } => {
            machineguns::check_all_at(ask, unit, target)?;
            if turn.volley.is_some() {
                return Err(Refused::GunHasFired);
            }
            main_gun::check_fire_action(ask, turn, target, Shell::Gp, ask.rules.sheet.limits.crew_points.fire_all)
        }
        Action::LaySmoke { hex } => {
            main_gun::check_smoke_at(ask, unit, hex)?;
            main_gun::check_smoke_turn(ask, turn)
        }
        Action::FireGuns { target } => {
            machineguns::check_guns_at(ask, unit, target)?;
            if ask.rules.card(ask.state.unit(unit)).kind.is_squad() {
                return s10_squads::check_squad_fires(turn, Shell::Gp);
            }
            turns::check_price(
                turn,
                ask.state.whole_crew(unit),
                Price::Points(ask.rules.sheet.limits.crew_points.fire_machineguns),
            )
            .map(|_| ())
        }
        Action::FireBazooka { target } => {
            s10_squads::check_bazooka_at(ask, unit, target)?;
            s10_squads::check_squad_fires(turn, Shell::Ap)
        }
        Action::Assault { target, capture } => {
            s11_assault::check_assault(ask, unit, target, Assault::close(capture))?;
            s11_assault::check_assault_turn(ask, turn)
        }
        Action::Charge { target } => {
            s11_assault::check_assault(ask, unit, target, Assault::Charge)?;
            s11_assault::check_charge_turn(ask, turn, target)?;
            s11_assault::charge_path(ask, unit, target, turn.spent).map(|_| ())
        }
        _ => Err(Refused::NotNow),
    }
}

/// Makes a legal attack in the turn in progress.
pub(crate) fn do_fire(act: &mut Act<'_>, action: Action) {
    let Some(turn) = act.state.turn().cloned() else { return };
    let unit = turn.unit;
    match action {
        Action::FireMain { target, shell } => main_gun::fire_main_in_turn(act, target, shell),
        Action::FireAll { target } => {
            main_gun::open_volley(act, target, Shell::Gp, act.rules.sheet.limits.crew_points.fire_all);
            machineguns::fire_all_at(act, unit, target);
        }
        Action::LaySmoke { hex } => {
            main_gun::spend_on_smoke(act);
            main_gun::lay_smoke(act, unit, hex);
        }
        Action::FireGuns { target } => {
            if act.rules.card(act.state.unit(unit)).kind.is_squad() {
                s10_squads::squad_fires(act, Shell::Gp, target);
            } else {
                turns::spend(act, Price::Points(act.rules.sheet.limits.crew_points.fire_machineguns));
            }
            machineguns::fire_guns_at(act, unit, target);
        }
        Action::FireBazooka { target } => {
            s10_squads::squad_fires(act, Shell::Ap, target);
            s10_squads::fire_bazooka_at(act, unit, target);
        }
        Action::Assault { target, capture } => {
            s11_assault::spend_on_assault(act);
            s11_assault::assault(act, unit, target, Assault::close(capture));
        }
        Action::Charge { target } => {
            turns::use_whole_turn(act);
            s11_assault::charge(act, unit, target, turn.spent);
        }
        _ => {}
    }
}

/// The exact odds of an attack, for the choice on the screen.
pub(crate) fn fire_forecast(ask: Ask<'_>, turn: &Turn, action: Action) -> Option<Forecast> {
    let unit = turn.unit;
    let gp = |target, weapons| machineguns::gp_forecast(ask, unit, target, weapons);
    match action {
        Action::FireMain { target, shell: Shell::Ap } | Action::FireBazooka { target } => {
            main_gun::ap_shot(ask, unit, target)
                .ok()
                .map(|shot| shot.forecast(&ask.rules.sheet, &s14_damage::stake(ask, target)))
        }
        Action::FireMain { target, shell: Shell::Gp } => gp(target, GpWeapons::Main),
        Action::FireAll { target } => gp(target, GpWeapons::All),
        Action::FireGuns { target } => gp(target, GpWeapons::Machineguns),
        Action::Assault { target, capture } => {
            s11_assault::assault_forecast(ask, unit, target, Assault::close(capture))
        }
        Action::Charge { target } => s11_assault::assault_forecast(ask, unit, target, Assault::Charge),
        _ => None,
    }
}

/// Whether a unit may be fired at or assaulted by another one: an active enemy who is not inside a vehicle (OF-9).
pub(crate) fn check_enemy(ask: Ask<'_>, unit: UnitId, target: UnitId) -> Result<Hex, Refused> {
    let enemy = ask.state.units.get(target.index()).ok_or(Refused::NoTarget)?;
    let open = matches!(enemy.place, Place::At(_) | Place::Towed(_));
    if enemy.side == ask.state.unit(unit).side || !enemy.is_active() || !open {
        return Err(Refused::NoTarget);
    }
    ask.state.hex_of(target).ok_or(Refused::NoTarget)
}

/// Whether a unit may fire at another one at all, whatever the weapon (OF-9).
pub(crate) fn check_target(ask: Ask<'_>, unit: UnitId, target: UnitId) -> Result<Hex, Refused> {
    let hex = check_enemy(ask, unit, target)?;
    check_no_friend(ask, unit, hex)?;
    check_light(ask, unit, target, hex)?;
    Ok(hex)
}

/// Nobody fires into a hex with a friend who can still act, or with prisoners (OF-9).
pub(crate) fn check_no_friend(ask: Ask<'_>, unit: UnitId, hex: Hex) -> Result<(), Refused> {
    let side = ask.state.unit(unit).side;
    let own = |other: UnitId| {
        other == unit || matches!(ask.state.unit(other).place, Place::Aboard(on) | Place::Towed(on) if on == unit)
    };
    let friend = |(other, piece): (UnitId, &crate::state::units::Unit)| {
        let able = piece.side == side && piece.is_active() && !s02_ratings::is_disabled(ask, other);
        let prisoner = piece.captured && !piece.condition.killed;
        !own(other) && (able || prisoner) && ask.state.hex_of(other) == Some(hex)
    };
    if ask.state.all_units().any(friend) { Err(Refused::FriendInHex) } else { Ok(()) }
}

/// At dusk and at night fire has a limited range, twice as long at a unit that has fired in this round (mission 5).
fn check_light(ask: Ask<'_>, unit: UnitId, target: UnitId, hex: Hex) -> Result<(), Refused> {
    let near = match ask.state.light {
        Light::Day => return Ok(()),
        Light::Dusk => ask.rules.sheet.limits.light.dusk,
        Light::Night => ask.rules.sheet.limits.light.night,
    };
    let most = if ask.state.unit(target).fired.now { near * 2 } else { near };
    let range = range_to(ask, unit, hex);
    if range <= most { Ok(()) } else { Err(Refused::TooDark { most, range }) }
}

/// Whether a unit sees its target.
pub(crate) fn check_seen(ask: Ask<'_>, unit: UnitId, target: UnitId) -> Result<(), Refused> {
    if s08_sight::sees_unit(ask, unit, target) { Ok(()) } else { Err(Refused::NotSeen) }
}

/// Hexes between a unit and a hex: none if they are adjacent or the same (OF-9.1).
pub(crate) fn range_to(ask: Ask<'_>, unit: UnitId, hex: Hex) -> u16 {
    ask.state.hex_of(unit).map_or(0, |from| ask.rules.grid().distance(from, hex).saturating_sub(1))
}

/// The bunker a unit is in: where it points (OF-13.3).
pub(crate) fn bunker_of(ask: Ask<'_>, unit: UnitId) -> Option<hexmap::Direction> {
    ask.state.works.iter().find_map(|work| match work.kind {
        WorkKind::Bunker(facing) if work.occupant == Some(unit) => Some(facing),
        _ => None,
    })
}

/// How a unit moves, as fire at it and by it asks.
pub(crate) fn pace_of(ask: Ask<'_>, unit: UnitId) -> Pace {
    match ask.state.unit(unit).motion {
        Motion::Still => Pace::Still,
        Motion::Slow => Pace::Slow,
        Motion::Fast => Pace::Fast,
    }
}

/// The target notices an attack, hit or miss (OF-6.5).
pub(crate) fn alarm(act: &mut Act<'_>, unit: UnitId) {
    let attacked = act.state.unit_mut(unit);
    if attacked.is_active() && attacked.space == Space::Unaware {
        attacked.space = Space::Complete;
    }
}

/// The line of the log for an attack.
pub(crate) fn attack_entry(
    ask: Ask<'_>,
    (rule, text): (RuleId, String),
    (unit, target): (UnitId, UnitId),
    resolution: Resolution,
) -> Entry {
    let hexes = [ask.state.hex_of(unit), ask.state.hex_of(target)];
    Entry::new(rule, text)
        .tone(Tone::Combat)
        .about([ask.state.id_of(unit), ask.state.id_of(target)])
        .at(hexes.into_iter().flatten().map(|hex| ask.rules.label(hex)))
        .because(resolution)
}
