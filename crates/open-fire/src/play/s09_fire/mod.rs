//! Fire in a round (OF-9): who may fire at whom, and what the unit whose turn it is does with its guns.
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

use engine::{Choice, ChoiceKind, Entry, Forecast, Resolution, RuleId, Tone};
use hexmap::{Direction, Hex};

use crate::{
    booklet::paragraphs::words::Light,
    play::{
        notation::{self, Form},
        offers::{self, Group},
        refusal::Refused,
        s02_ratings,
        s06_rounds::turns::{self, Price},
        s08_sight, s10_squads, s14_damage,
    },
    rule_ids::{AP_FIRE, BAZOOKAS, CREW_WEAPONS, GP_FIRE, SMOKE},
    state::{
        Shell, Turn, WorkKind,
        laid_out::{Act, Ask},
        units::{Motion, Place, Space, UnitId},
    },
    tables::{ap_fire::Pace, cards::Kind, gp_fire::GpWeapons},
};

/// What the unit whose turn it is does with its guns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fire {
    /// Fire the main gun (OF-9.1, OF-9.2).
    Main {
        /// The unit fired at.
        target: UnitId,
        /// What is loaded.
        shell: Shell,
    },
    /// Fire everything at once: the main gun with a GP shell, and all machineguns (OF-9.2).
    All {
        /// The unit fired at.
        target: UnitId,
    },
    /// Fire all machineguns, or a squad's weapons (OF-9.2).
    Guns {
        /// The unit fired at.
        target: UnitId,
    },
    /// Fire a bazooka (OF-9.8).
    Bazooka {
        /// The unit fired at.
        target: UnitId,
    },
    /// Lay smoke (OF-9.10).
    Smoke {
        /// The hex it stands in.
        hex: Hex,
    },
    /// Prepare a gun (OF-9.7).
    Prepare {
        /// The way it points afterwards.
        facing: Direction,
    },
}

impl Fire {
    /// The unit fired at.
    pub fn target(self) -> Option<UnitId> {
        match self {
            Fire::Main { target, .. } | Fire::All { target } | Fire::Guns { target } | Fire::Bazooka { target } => {
                Some(target)
            }
            Fire::Smoke { .. } | Fire::Prepare { .. } => None,
        }
    }
}

pub(crate) const FORMS: &[Form] = &[
    ("fire", "fire ap|gp|all UNIT"),
    ("guns", "guns UNIT"),
    ("bazooka", "bazooka UNIT"),
    ("smoke", "smoke HEX"),
    ("prepare", "prepare n|ne|se|s|sw|nw"),
];

/// Every fire there might be at a target.
pub(crate) fn possible_at(target: UnitId) -> [Fire; 5] {
    [
        Fire::Main { target, shell: Shell::Ap },
        Fire::Main { target, shell: Shell::Gp },
        Fire::All { target },
        Fire::Guns { target },
        Fire::Bazooka { target },
    ]
}

/// Every hex into which a unit might lay smoke; none, if its turn or its gun leaves no smoke at all.
pub(crate) fn possible_smoke(ask: Ask<'_>, turn: &Turn) -> Vec<Fire> {
    if main_gun::check_smoke_turn(ask, turn).is_err() || main_gun::check_smoke_gun(ask, turn.unit).is_err() {
        return Vec::new();
    }
    let seen = ask.state.hex_of(turn.unit).map(|from| ask.rules.country.seen_from(from));
    let hexes = seen.into_iter().flat_map(hexmap::HexBits::iter);
    hexes.filter(|&hex| main_gun::bears(ask, turn.unit, hex)).map(|hex| Fire::Smoke { hex }).collect()
}

/// Every way in which a gun might be prepared.
pub(crate) fn possible_preparations() -> [Fire; 6] {
    Direction::ALL.map(|facing| Fire::Prepare { facing })
}

/// Whether something may be done with guns in this turn: what the weapon can do first, then what the turn leaves.
pub(crate) fn check(ask: Ask<'_>, fire: Fire) -> Result<(), Refused> {
    let turn = turns::in_turn(ask)?;
    let unit = turn.unit;
    match fire {
        Fire::Main { target, shell } => {
            main_gun::check_main_at(ask, unit, target, shell)?;
            main_gun::check_fire_action(ask, turn, target, shell, ask.rules.sheet.limits.crew_points.fire_main)
        }
        Fire::All { target } => {
            machineguns::check_all_at(ask, unit, target)?;
            if turn.volley.is_some() {
                return Err(Refused::GunHasFired);
            }
            main_gun::check_fire_action(ask, turn, target, Shell::Gp, ask.rules.sheet.limits.crew_points.fire_all)
        }
        Fire::Guns { target } => {
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
        Fire::Bazooka { target } => {
            s10_squads::check_bazooka_at(ask, unit, target)?;
            s10_squads::check_squad_fires(turn, Shell::Ap)
        }
        Fire::Smoke { hex } => {
            main_gun::check_smoke_at(ask, unit, hex)?;
            main_gun::check_smoke_turn(ask, turn)
        }
        Fire::Prepare { facing } => check_prepare(ask, turn, facing),
    }
}

fn check_prepare(ask: Ask<'_>, turn: &Turn, facing: Direction) -> Result<(), Refused> {
    let unit = ask.state.unit(turn.unit);
    if ask.rules.card(unit).kind != Kind::Gun || unit.hex().is_none() {
        return Err(Refused::NoGun);
    }
    if unit.condition.suppressed {
        return Err(Refused::Suppressed);
    }
    if unit.prepared && unit.facing == facing {
        return Err(Refused::Already);
    }
    turns::check_all_points(ask, turn)
}

pub(crate) fn perform(act: &mut Act<'_>, fire: Fire) {
    let Some(unit) = act.state.turn().map(|turn| turn.unit) else { return };
    match fire {
        Fire::Main { target, shell } => main_gun::fire_main_in_turn(act, target, shell),
        Fire::All { target } => {
            main_gun::open_volley(act, target, Shell::Gp, act.rules.sheet.limits.crew_points.fire_all);
            machineguns::fire_all_at(act, unit, target);
        }
        Fire::Guns { target } => {
            if act.rules.card(act.state.unit(unit)).kind.is_squad() {
                s10_squads::squad_fires(act, Shell::Gp, target);
            } else {
                turns::spend(act, Price::Points(act.rules.sheet.limits.crew_points.fire_machineguns));
            }
            machineguns::fire_guns_at(act, unit, target);
        }
        Fire::Bazooka { target } => {
            s10_squads::squad_fires(act, Shell::Ap, target);
            s10_squads::fire_bazooka_at(act, unit, target);
        }
        Fire::Smoke { hex } => {
            main_gun::spend_on_smoke(act);
            main_gun::lay_smoke(act, unit, hex);
        }
        Fire::Prepare { facing } => prepare(act, unit, facing),
    }
}

fn prepare(act: &mut Act<'_>, unit: UnitId, facing: Direction) {
    turns::use_whole_turn(act);
    let gun = act.state.unit_mut(unit);
    (gun.prepared, gun.facing, gun.turret) = (true, facing, facing);
    act.note(|ask| {
        Entry::new(CREW_WEAPONS, format!("{} is ready to fire {facing}.", ask.state.unit(unit).name))
            .about([ask.state.id_of(unit)])
    });
}

/// The exact odds of what the unit whose turn it is fires.
pub(crate) fn forecast(ask: Ask<'_>, fire: Fire) -> Option<Forecast> {
    let unit = turns::in_turn(ask).ok()?.unit;
    let ap = |target| {
        let shot = main_gun::ap_shot(ask, unit, target).ok()?;
        Some(shot.forecast(&ask.rules.sheet, &s14_damage::stake(ask, target)))
    };
    let gp = |target, weapons| machineguns::gp_forecast(ask, unit, target, weapons);
    match fire {
        Fire::Main { target, shell: Shell::Ap } | Fire::Bazooka { target } => ap(target),
        Fire::Main { target, shell: Shell::Gp } => gp(target, GpWeapons::Main),
        Fire::All { target } => gp(target, GpWeapons::All),
        Fire::Guns { target } => gp(target, GpWeapons::Machineguns),
        Fire::Main { shell: Shell::Smoke, .. } | Fire::Smoke { .. } | Fire::Prepare { .. } => None,
    }
}

pub(crate) fn offer(ask: Ask<'_>, fire: Fire, choice: &mut Choice) {
    let Ok(turn) = turns::in_turn(ask) else { return };
    let name = |unit: UnitId| ask.state.unit(unit).name.as_str();
    if let Some(target) = fire.target() {
        offers::at_target(ask, choice, target);
    }
    choice.cost = price(ask, turn, fire);
    choice.odds = forecast(ask, fire).map(Forecast::possible);
    let (rule, group, label) = match fire {
        Fire::Main { target, shell } => {
            let (rule, with) = match shell {
                Shell::Ap => (AP_FIRE, "AP shell"),
                Shell::Gp => (GP_FIRE, "GP shell"),
                Shell::Smoke => (SMOKE, "Smoke"),
            };
            (rule, Group::Fire, format!("{with} at {}", name(target)))
        }
        Fire::All { target } => (GP_FIRE, Group::Fire, format!("Everything at {}", name(target))),
        Fire::Guns { target } => {
            let squad = ask.rules.card(ask.state.unit(turn.unit)).kind.is_squad();
            let with = if squad { "Fire" } else { "Machineguns" };
            (GP_FIRE, Group::Fire, format!("{with} at {}", name(target)))
        }
        Fire::Bazooka { target } => (BAZOOKAS, Group::Fire, format!("Bazooka at {}", name(target))),
        Fire::Smoke { hex } => {
            offers::aim(ask, choice, ChoiceKind::Hex, turn.unit, hex);
            (SMOKE, Group::Smoke, format!("Smoke in {}", ask.rules.label(hex)))
        }
        Fire::Prepare { facing } => (CREW_WEAPONS, Group::Turn, format!("Prepare the gun, facing {facing}")),
    };
    (choice.rule, choice.group, choice.label) = (rule, group.listed(), label);
}

/// The price; further shells of a volley are paid for (OF-9.11).
fn price(ask: Ask<'_>, turn: &Turn, fire: Fire) -> Option<String> {
    match fire {
        Fire::Main { .. } if turn.volley.is_some() => {
            offers::price(ask, ask.rules.sheet.limits.crew_points.fire_main).map(|_| "rate of fire".to_owned())
        }
        Fire::Main { .. } | Fire::Smoke { .. } => offers::price(ask, ask.rules.sheet.limits.crew_points.fire_main),
        Fire::All { .. } => offers::price(ask, ask.rules.sheet.limits.crew_points.fire_all),
        Fire::Guns { .. } => offers::price(ask, ask.rules.sheet.limits.crew_points.fire_machineguns),
        Fire::Prepare { .. } => offers::price_of_the_turn(ask),
        Fire::Bazooka { .. } => None,
    }
}

/// What brought an enemy down, as a deed tells it (OF-16.2).
pub(crate) fn means(fire: Fire) -> Option<&'static str> {
    match fire {
        Fire::Main { shell: Shell::Ap, .. } => Some("AP fire"),
        Fire::Main { shell: Shell::Gp | Shell::Smoke, .. } => Some("GP fire"),
        Fire::All { .. } => Some("all weapons"),
        Fire::Guns { .. } => Some("machineguns"),
        Fire::Bazooka { .. } => Some("bazooka"),
        Fire::Smoke { .. } | Fire::Prepare { .. } => None,
    }
}

pub(crate) fn write(ask: Ask<'_>, fire: Fire) -> String {
    let id = |unit: UnitId| ask.state.id_of(unit);
    match fire {
        Fire::Main { target, shell } => format!("fire {} {}", notation::shell(shell), id(target)),
        Fire::All { target } => format!("fire all {}", id(target)),
        Fire::Guns { target } => format!("guns {}", id(target)),
        Fire::Bazooka { target } => format!("bazooka {}", id(target)),
        Fire::Smoke { hex } => format!("smoke {}", ask.rules.label(hex)),
        Fire::Prepare { facing } => format!("prepare {}", facing.word()),
    }
}

pub(crate) fn read(ask: Ask<'_>, words: &[&str]) -> Result<Option<Fire>, String> {
    let unit = |id: &str| notation::read_unit(ask, id);
    Ok(Some(match *words {
        ["fire", "all", target] => Fire::All { target: unit(target)? },
        ["fire", "ap", target] => Fire::Main { target: unit(target)?, shell: Shell::Ap },
        ["fire", "gp", target] => Fire::Main { target: unit(target)?, shell: Shell::Gp },
        ["fire", "smoke", target] => Fire::Main { target: unit(target)?, shell: Shell::Smoke },
        ["guns", target] => Fire::Guns { target: unit(target)? },
        ["bazooka", target] => Fire::Bazooka { target: unit(target)? },
        ["smoke", at] => Fire::Smoke { hex: notation::read_hex(ask, at)? },
        ["prepare", facing] => Fire::Prepare { facing: notation::read_direction(facing)? },
        _ => return Ok(None),
    }))
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
    check_light_on(ask, unit, hex, ask.state.unit(target).fired.now)
}

/// The same for a hex, whether somebody has fired in it or not: smoke is fire, too.
pub(crate) fn check_light_on(ask: Ask<'_>, unit: UnitId, hex: Hex, flashes: bool) -> Result<(), Refused> {
    let near = match ask.state.light {
        Light::Day => return Ok(()),
        Light::Dusk => ask.rules.sheet.limits.light.dusk,
        Light::Night => ask.rules.sheet.limits.light.night,
    };
    let most = if flashes { near * 2 } else { near };
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
    ask.state.works.iter().filter(|work| work.occupant == Some(unit)).find_map(|work| match work.kind {
        WorkKind::Bunker(facing) => Some(facing),
        WorkKind::ImprovedPosition => None,
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
