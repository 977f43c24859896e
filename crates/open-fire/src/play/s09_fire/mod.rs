//! Fire in a round (OF-9): who may fire at whom, and what the unit whose turn it is does with its guns.
//!
//! What a unit of either side does with its weapons is in the modules below; it asks nothing about turns and crew
//! points. Here the turn of a US unit is put around it.
//!
//! | rule | module |
//! |---|---|
//! | OF-9.1, OF-9.2, OF-9.10, OF-9.11 main guns | `main_gun` |
//! | OF-9.2, OF-9.9 machineguns | `machineguns` |
//! | OF-9.5 ammunition | `ammunition` |
//! | OF-9.6, OF-9.11 whom a German fires at | `targets` |

pub(crate) mod aim;
pub(crate) mod ammunition;
pub(crate) mod machineguns;
pub(crate) mod main_gun;
pub(crate) mod targets;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use engine::{Choice, ChoiceKind, Entry, Family, Forecast, Visit, Wish};
use hexmap::{Direction, Hex};

use crate::{
    play::{
        eyewitness,
        notation::{self, Form},
        offers::{self, Group, Pointed},
        refusal::Refused,
        s06_rounds::turns::{self, Price},
        s08_sight,
        s09_fire::{
            machineguns::ReadyGp,
            main_gun::{FireAction, ReadyAp, ReadyShell, SmokePrice},
        },
        s10_squads::{self, SquadFire},
        s14_damage,
    },
    rule_ids::{AP_FIRE, BAZOOKAS, CREW_WEAPONS, GP_FIRE, SMOKE},
    state::{
        Shell, Turn,
        laid_out::{Act, Ask, AskOf, OpenFire},
        units::UnitId,
    },
    tables::{cards::Kind, gp_fire::GpWeapons},
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
    /// What a player calls it who points at its target.
    fn wished(self) -> &'static str {
        match self {
            Fire::Main { shell: Shell::Ap, .. } => "Fire the main gun, AP",
            Fire::Main { shell: Shell::Gp, .. } => "Fire the main gun, GP",
            Fire::All { .. } => "Fire everything",
            Fire::Guns { .. } => "Fire machineguns or small arms",
            Fire::Bazooka { .. } => "Fire a bazooka",
            Fire::Main { shell: Shell::Smoke, .. } | Fire::Smoke { .. } => "Lay smoke",
            Fire::Prepare { .. } => "Prepare the gun",
        }
    }

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

/// All smoke that the unit whose turn it is may lay: what its turn and its gun leave is asked once for all hexes.
pub(crate) fn legal_smoke<'a>(ask: Ask<'a>, turn: &'a Turn) -> impl Iterator<Item = Fire> + 'a {
    let able = main_gun::check_smoke_turn(ask, turn).is_ok();
    let gun = if able { main_gun::check_smoke_gun(ask, turn.unit).ok() } else { None };
    gun.into_iter().flat_map(move |gun| {
        let ahead =
            ask.rules.country.seen_from(gun.from).iter().filter(move |&hex| main_gun::bears(ask, turn.unit, hex));
        ahead.filter(move |&hex| main_gun::check_smoke_hex(ask, gun, hex).is_ok()).map(|hex| Fire::Smoke { hex })
    })
}

/// Every fire there might be at a target, but for what one look at it shows to be out of the question.
pub(crate) fn worth_a_check(ask: Ask<'_>, unit: UnitId, target: UnitId) -> impl Iterator<Item = Fire> {
    let open = aim::check_target(ask, unit, target).ok();
    let seen = open.is_some() && s08_sight::sees_unit(ask, unit, target);
    // Who is not seen may be fired at only with AP, where he has backed into cover (OF-18).
    let open = open.filter(|_| seen || ask.rules.options.hidden_targets);
    let squad = ask.rules.card(ask.state.unit(unit)).kind.is_squad();
    let gun = !squad && open.is_some_and(|hex| main_gun::bears(ask, unit, hex));
    let of_use = move |fire: &Fire| match fire {
        Fire::Main { shell: Shell::Ap, .. } => gun,
        Fire::Main { .. } | Fire::All { .. } => gun && seen,
        Fire::Guns { .. } => seen,
        Fire::Bazooka { .. } => squad && seen,
        Fire::Smoke { .. } | Fire::Prepare { .. } => true,
    };
    possible_at(target).into_iter().filter(move |fire| open.is_some() && of_use(fire))
}

/// Every way in which a gun might be prepared.
pub(crate) fn possible_preparations() -> [Fire; 6] {
    Direction::ALL.map(|facing| Fire::Prepare { facing })
}

/// Something done with guns that has been checked: who does it, what it takes from the turn, and the shot.
#[derive(Clone, Debug)]
pub struct ReadyFire<'r> {
    unit: UnitId,
    found: Found<'r>,
}

#[derive(Clone, Debug)]
enum Found<'r> {
    Shell { target: UnitId, with: Shell, action: FireAction, shell: ReadyShell<'r> },
    All { target: UnitId, action: FireAction, shot: ReadyGp<'r> },
    Guns { points: u8, shot: ReadyGp<'r> },
    Squad { fire: SquadFire, shot: ReadyGp<'r> },
    Bazooka { fire: SquadFire, shot: ReadyAp<'r> },
    Smoke { hex: Hex, price: SmokePrice },
    Prepare { facing: Direction },
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

fn prepare(act: &mut Act<'_>, unit: UnitId, facing: Direction) {
    turns::use_whole_turn(act);
    let gun = act.state.unit_mut(unit);
    (gun.prepared, gun.facing, gun.turret) = (true, facing, facing);
    act.note(|ask| {
        let facing = ask.rules.facing(facing);
        let entry = Entry::new(CREW_WEAPONS, format!("{} is ready to fire {facing}.", ask.state.unit(unit).name))
            .about([ask.state.id_of(unit)]);
        eyewitness::seen(ask, unit, entry, "swings round and makes ready to fire")
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

fn offer(ask: Ask<'_>, fire: Fire, choice: &mut Choice) {
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
        Fire::Prepare { facing } => {
            (CREW_WEAPONS, Group::Turn, format!("Prepare the gun, facing {}", ask.rules.facing(facing)))
        }
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

impl Family for Fire {
    type Rules = OpenFire;
    type Ready<'r> = ReadyFire<'r>;

    const FORMS: &'static [Form] = &[
        ("fire", "fire ap|gp|all UNIT"),
        ("guns", "guns UNIT"),
        ("bazooka", "bazooka UNIT"),
        ("smoke", "smoke HEX"),
        ("prepare", "prepare n|ne|se|s|sw|nw"),
    ];

    fn list(ask: Ask<'_>, visit: &mut Visit<'_, Fire>) -> ControlFlow<()> {
        let Ok(turn) = turns::in_turn(ask) else { return ControlFlow::Continue(()) };
        for fire in possible_preparations() {
            fire.visit_if_legal(ask, visit)?;
        }
        for (target, _) in ask.state.active(ask.state.unit(turn.unit).side.enemy()) {
            for fire in possible_at(target) {
                fire.visit_if_legal(ask, visit)?;
            }
        }
        legal_smoke(ask, turn).try_for_each(visit)
    }

    fn check<'r>(&self, ask: AskOf<'r, '_>) -> Result<ReadyFire<'r>, Refused> {
        let turn = turns::in_turn(ask)?;
        let unit = turn.unit;
        let prices = &ask.rules.sheet.limits.crew_points;
        // What the weapon can do comes first, then what the turn leaves.
        let found = match *self {
            Fire::Main { target, shell: with } => {
                let shell = main_gun::check_main_at(ask, unit, target, with)?;
                let action = main_gun::check_fire_action(ask, turn, target, with, prices.fire_main)?;
                Found::Shell { target, with, action, shell }
            }
            Fire::All { target } => {
                let shot = machineguns::check_all_at(ask, unit, target)?;
                if turn.volley.is_some() {
                    return Err(Refused::GunHasFired);
                }
                let action = main_gun::check_fire_action(ask, turn, target, Shell::Gp, prices.fire_all)?;
                Found::All { target, action, shot }
            }
            Fire::Guns { target } => {
                let shot = machineguns::check_guns_at(ask, unit, target)?;
                if ask.rules.card(ask.state.unit(unit)).kind.is_squad() {
                    Found::Squad { fire: s10_squads::check_squad_fires(ask, turn, Shell::Gp)?, shot }
                } else {
                    let price = Price::Points(prices.fire_machineguns);
                    Found::Guns { points: turns::check_price(turn, ask.state.whole_crew(unit), price)?, shot }
                }
            }
            Fire::Bazooka { target } => {
                let shot = s10_squads::check_bazooka_at(ask, unit, target)?;
                Found::Bazooka { fire: s10_squads::check_squad_fires(ask, turn, Shell::Ap)?, shot }
            }
            Fire::Smoke { hex } => {
                main_gun::check_smoke_at(ask, unit, hex)?;
                Found::Smoke { hex, price: main_gun::check_smoke_turn(ask, turn)? }
            }
            Fire::Prepare { facing } => {
                check_prepare(ask, turn, facing)?;
                Found::Prepare { facing }
            }
        };
        Ok(ReadyFire { unit, found })
    }

    fn perform(ready: ReadyFire<'_>, act: &mut Act<'_>) {
        let unit = ready.unit;
        match ready.found {
            Found::Shell { target, with, action, shell } => {
                if main_gun::spend_on_shell(act, (unit, target), with, action) {
                    main_gun::fire_shell(act, shell);
                }
            }
            Found::All { target, action, shot } => {
                if main_gun::spend_on_shell(act, (unit, target), Shell::Gp, action) {
                    machineguns::fire_all(act, &shot);
                }
            }
            Found::Guns { points, shot } => {
                turns::spend(act, points);
                machineguns::fire_gp(act, &shot);
            }
            Found::Squad { fire, shot } => {
                s10_squads::squad_fires(act, fire, shot.target);
                machineguns::fire_gp(act, &shot);
            }
            Found::Bazooka { fire, shot } => {
                s10_squads::squad_fires(act, fire, shot.target);
                main_gun::fire_ap(act, shot);
            }
            Found::Smoke { hex, price } => {
                main_gun::spend_on_smoke(act, unit, price);
                main_gun::lay_smoke(act, unit, hex);
            }
            Found::Prepare { facing } => prepare(act, unit, facing),
        }
    }

    fn offer(&self, ask: Ask<'_>) -> Choice {
        offers::filled(ask, |choice| offer(ask, *self, choice))
    }

    fn write(&self, ask: Ask<'_>) -> String {
        let id = |unit: UnitId| ask.state.id_of(unit);
        match *self {
            Fire::Main { target, shell } => format!("fire {} {}", notation::shell(shell), id(target)),
            Fire::All { target } => format!("fire all {}", id(target)),
            Fire::Guns { target } => format!("guns {}", id(target)),
            Fire::Bazooka { target } => format!("bazooka {}", id(target)),
            Fire::Smoke { hex } => format!("smoke {}", ask.rules.label(hex)),
            Fire::Prepare { facing } => format!("prepare {}", facing.word()),
        }
    }

    fn read(ask: Ask<'_>, words: &[&str]) -> Result<Option<Fire>, String> {
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

    fn wishes(ask: Ask<'_>, pointed: Pointed) -> Vec<Wish<Fire>> {
        let Some(target) = pointed.target.filter(|_| pointed.in_turn(ask).is_some()) else { return Vec::new() };
        possible_at(target).map(|fire| Wish::new(fire.wished(), fire)).into()
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
