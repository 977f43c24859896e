//! Main guns and AT guns (OF-9.1, OF-9.2, OF-9.7, OF-9.10, OF-9.11): AP, GP and smoke shells, and how many of them in a turn.

use dice::Whose;
use engine::{Entry, Tone};
use hexmap::{Direction, Hex};

use crate::{
    play::{
        refusal::Refused,
        s02_ratings,
        s06_rounds::turns::{self, Price},
        s07_movement::transport,
        s08_sight,
        s09_fire::{self, ammunition, machineguns},
        s10_squads, s14_damage, s18_hidden,
    },
    rule_ids::SMOKE,
    state::{
        Shell, Smoke, Turn, Volley,
        laid_out::{Act, Ask, AskOf},
        units::UnitId,
    },
    tables::{
        ap_fire::{ApResult, ApShot, Weapon, facing_hit, weapon_of},
        cards::Kind,
        damage::{Effect, Target},
        fire_refusal::CannotFire,
        gp_fire::GpWeapons,
    },
};

/// Where a unit's main gun points: the turret, or the hull or carriage without one.
pub(crate) fn gun_points(ask: Ask<'_>, unit: UnitId) -> Direction {
    let turret = ask.rules.card(ask.state.unit(unit)).traverse.is_some();
    if turret { ask.state.unit(unit).turret } else { ask.state.unit(unit).facing }
}

/// Whether a unit's main gun bears on a hex: sixty degrees, and its own hex (OF-9). Men on foot aim anywhere.
pub(crate) fn bears(ask: Ask<'_>, unit: UnitId, hex: Hex) -> bool {
    let Some(from) = ask.state.hex_of(unit) else { return false };
    let ahead = || crate::map::sight::in_front(ask.rules.grid(), from, gun_points(ask, unit), hex);
    from == hex || ask.rules.card(ask.state.unit(unit)).kind.is_squad() || ahead()
}

/// Whether a unit has a main gun that can be fired: not knocked out, and prepared if it is an AT gun.
pub(crate) fn check_gun(ask: Ask<'_>, unit: UnitId) -> Result<(), Refused> {
    let (card, piece) = (ask.rules.card(ask.state.unit(unit)), ask.state.unit(unit));
    if !card.main_gun || !piece.condition.main_gun {
        return Err(Refused::NoWeapon);
    }
    transport::own_hex(ask, unit)?;
    if card.kind == Kind::Gun && !piece.prepared { Err(Refused::NotPrepared) } else { Ok(()) }
}

/// Whether a unit can fire its main gun with this shell at another one, as they stand; turns and crew points are not asked about.
pub(crate) fn check_main_at(ask: Ask<'_>, unit: UnitId, target: UnitId, shell: Shell) -> Result<(), Refused> {
    check_gun(ask, unit)?;
    let hex = s09_fire::check_target(ask, unit, target)?;
    ammunition::check_ammunition(ask, unit, shell)?;
    if !bears(ask, unit, hex) {
        return Err(Refused::OutOfArc);
    }
    match shell {
        Shell::Ap => {
            if !s18_hidden::is_hidden(ask, unit, target) {
                s09_fire::check_seen(ask, unit, target)?;
            }
            ap_shot(ask, unit, target).map(|_| ())
        }
        Shell::Gp => machineguns::check_gp(ask, unit, target, GpWeapons::Main),
        Shell::Smoke => Err(Refused::NotNow),
    }
}

/// The AP shot a unit would fire at another one, with its main gun or what its men carry. It says who could hurt whom;
/// whether the gun may fire at all says [`check_main_at`].
pub(crate) fn ap_shot<'r>(ask: AskOf<'r, '_>, unit: UnitId, target: UnitId) -> Result<ApShot<'r>, Refused> {
    let card = ask.rules.card(ask.state.unit(unit));
    let weapon = own_weapon(ask, unit)?;
    let from = ask.state.hex_of(unit).ok_or(Refused::NotOnMap)?;
    let hex = ask.state.hex_of(target).ok_or(Refused::NoTarget)?;
    let (piece, firer) = (ask.state.unit(target), ask.state.unit(unit));
    let bunker = s09_fire::bunker_of(ask, target).and_then(|facing| Some((ask.rules.sheet.card("bunker")?, facing)));
    let (struck, facing) = bunker.unwrap_or((ask.rules.card(ask.state.unit(target)), piece.facing));
    let shot = ApShot {
        facing: facing_hit(ask.rules.grid(), hex, facing, from),
        closed: bunker.is_some() || piece.closed && struck.kind.can_close(),
        terrain: ask.rules.country.terrain_id(hex),
        defilade: piece.defilade,
        improved_position: piece.dug_in,
        target_moving: s09_fire::pace_of(ask, target),
        firer_moving: s09_fire::pace_of(ask, unit),
        firer_suppressed: firer.condition.suppressed,
        target_suppressed: piece.condition.suppressed,
        hit_before: piece.hit_by.contains(&unit),
        hidden: s18_hidden::is_hidden(ask, unit, target),
        weapon_skill: s02_ratings::ratings(ask, unit).weapon_skill.into(),
        ..ApShot::plain(weapon, struck, s09_fire::range_to(ask, unit, hex))
    };
    shot.check()?;
    // In one hex it takes a main gun on one of the two sides (OF-11.1).
    if from == hex && !card.main_gun && !struck.main_gun { Err(Refused::SameHex) } else { Ok(shot) }
}

/// How many shells one fire action has against a target (OF-9.11).
pub(crate) fn rate_against(ask: Ask<'_>, unit: UnitId, target: UnitId) -> u8 {
    let card = ask.rules.card(ask.state.unit(unit));
    let (Some(rate), Some(hex)) = (card.rate, ask.state.hex_of(target)) else { return 1 };
    let range = s09_fire::range_to(ask, unit, hex);
    let short = weapon_of(&ask.rules.sheet, card).is_ok_and(|weapon| weapon.is_short(range));
    if short { rate.short } else { rate.normal }
}

/// Fires one shell of the main gun.
pub(crate) fn fire_main_at(act: &mut Act<'_>, unit: UnitId, target: UnitId, shell: Shell) {
    match shell {
        Shell::Ap => fire_ap(act, unit, target),
        Shell::Gp => {
            machineguns::fire_gp(act, unit, target, GpWeapons::Main);
            ammunition::use_round(act, unit, Shell::Gp);
        }
        Shell::Smoke => {}
    }
}

/// One AP shot, from a gun or from what men carry.
pub(crate) fn fire_ap(act: &mut Act<'_>, unit: UnitId, target: UnitId) {
    let Ok(shot) = ap_shot(act.ask(), unit, target) else { return };
    let who = format!("{} fires AP at {}", act.state.unit(unit).name, act.state.unit(target).name);
    let (result, fell) = shot.resolve(&act.rules.sheet, &mut Whose::new(act.dice, &who));
    let struck = if shot.target.kind == Kind::Bunker {
        Target::of(shot.target, true)
    } else {
        s14_damage::as_target(act.ask(), target)
    };
    act.note(|ask| {
        let outcome = shot.text(&ask.rules.sheet, &struck, result, fell);
        let at = if shot.target.kind == Kind::Bunker { "the bunker of " } else { "" };
        let text = format!("{} fires AP at {at}{}: {outcome}.", ask.state.unit(unit).name, ask.state.unit(target).name);
        let resolution = shot.resolution(&ask.rules.sheet, result, fell);
        s09_fire::attack_entry(ask, (ApShot::RULE, text), (unit, target), resolution)
    });
    ammunition::use_round(act, unit, Shell::Ap);
    act.state.unit_mut(unit).fired.now = true;
    s09_fire::alarm(act, target);
    if let ApResult::Hit(area, _) = result {
        let area = &shot.target.chart(shot.facing)[area].area;
        let mut effects = shot.effects(&act.rules.sheet.damage, &struck, result);
        machineguns::spread_over_machineguns(act, target, area, &mut effects);
        hit(act, unit, target, &effects);
    }
}

fn hit(act: &mut Act<'_>, unit: UnitId, target: UnitId, effects: &[Effect]) {
    let by = &mut act.state.unit_mut(target).hit_by;
    if !by.contains(&unit) {
        by.push(unit);
    }
    act.state.unit_mut(target).penetrated |= effects.contains(&Effect::LoseTurns);
    s14_damage::suffer(act, target, effects);
}

/// Whether the turn leaves a fire action of the main gun, or a shell of the one in progress (OF-6.7, OF-9.1, OF-9.11).
pub(crate) fn check_fire_action(
    ask: Ask<'_>,
    turn: &Turn,
    target: UnitId,
    shell: Shell,
    price: u8,
) -> Result<(), Refused> {
    if turn.shell.is_some_and(|used| used != shell) {
        return Err(Refused::OtherShell);
    }
    match turn.volley {
        Some(volley) if volley.target == target && volley.left > 0 => Ok(()),
        Some(_) => Err(Refused::GunHasFired),
        None => {
            let sighting = if s18_hidden::is_hidden(ask, turn.unit, target) {
                ask.rules.sheet.limits.crew_points.sighting
            } else {
                0
            };
            let whole = ask.state.whole_crew(turn.unit);
            turns::check_price(turn, whole, Price::Points(price + sighting)).map(|_| ())
        }
    }
}

/// Spends crew points on a fire action: one shell is on its way, the rate of fire leaves the others.
pub(crate) fn open_volley(act: &mut Act<'_>, target: UnitId, shell: Shell, price: u8) {
    let Some(unit) = act.state.turn().map(|turn| turn.unit) else { return };
    let rate = rate_against(act.ask(), unit, target);
    turns::spend(act, Price::Points(price));
    if let Some(turn) = act.state.turn_mut() {
        turn.volley = Some(Volley { target, left: rate.saturating_sub(1) });
        turn.shell = Some(shell);
    }
}

/// One shell of the main gun in the turn in progress.
pub(crate) fn fire_main_in_turn(act: &mut Act<'_>, target: UnitId, shell: Shell) {
    let Some(turn) = act.state.turn().cloned() else { return };
    let unit = turn.unit;
    if turn.volley.is_some() {
        if let Some(volley) = act.state.turn_mut().and_then(|turn| turn.volley.as_mut()) {
            volley.left = volley.left.saturating_sub(1);
        }
    } else {
        if s18_hidden::is_hidden(act.ask(), unit, target) {
            turns::spend(act, Price::Points(act.rules.sheet.limits.crew_points.sighting));
            if !s18_hidden::makes_out(act, unit, target) {
                return;
            }
        }
        open_volley(act, target, shell, act.rules.sheet.limits.crew_points.fire_main);
    }
    fire_main_at(act, unit, target, shell);
}

/// The row of the AP track for a unit: its main gun, or what its men carry, if their card lets them.
fn own_weapon<'r>(ask: AskOf<'r, '_>, unit: UnitId) -> Result<&'r Weapon, CannotFire> {
    let card = ask.rules.card(ask.state.unit(unit));
    if card.main_gun || ammunition::anti_tank_of(ask, unit).is_some() {
        return weapon_of(&ask.rules.sheet, card);
    }
    Err(CannotFire::NoApWeapon(card.name.clone()))
}

/// Whether a unit can lay smoke in a hex: it must be able to fire AP and see the ground, and no friend may be there (OF-9.10).
pub(crate) fn check_smoke_at(ask: Ask<'_>, unit: UnitId, hex: Hex) -> Result<(), Refused> {
    check_smoke_gun(ask, unit)?;
    check_smoke_hex(ask, unit, hex)
}

/// Whether a unit has something to lay smoke with.
pub(crate) fn check_smoke_gun(ask: Ask<'_>, unit: UnitId) -> Result<(), Refused> {
    let squad = ask.rules.card(ask.state.unit(unit)).kind.is_squad();
    let armed = if squad { s10_squads::check_squad_arms(ask, unit) } else { check_gun(ask, unit) };
    armed?;
    own_weapon(ask, unit)?;
    ammunition::check_ammunition(ask, unit, Shell::Smoke)
}

/// Whether a unit that can lay smoke can lay it in a hex.
pub(crate) fn check_smoke_hex(ask: Ask<'_>, unit: UnitId, hex: Hex) -> Result<(), Refused> {
    let weapon = own_weapon(ask, unit)?;
    if transport::own_hex(ask, unit)? == hex {
        return Err(Refused::SmokeOnSelf);
    }
    s09_fire::check_no_friend(ask, unit, hex)?;
    let range = s09_fire::range_to(ask, unit, hex);
    if !bears(ask, unit, hex) {
        return Err(Refused::OutOfArc);
    }
    if let Some(limit) = weapon.limit.filter(|&limit| range > limit) {
        return Err(
            crate::tables::fire_refusal::CannotFire::BeyondLimit { weapon: weapon.name.clone(), limit, range }.into()
        );
    }
    s09_fire::check_light_on(ask, unit, hex, false)?;
    if s08_sight::sees_hex(ask, unit, hex) { Ok(()) } else { Err(Refused::NotSeen) }
}

/// Whether the turn leaves a fire action for smoke.
pub(crate) fn check_smoke_turn(ask: Ask<'_>, turn: &Turn) -> Result<(), Refused> {
    if ask.rules.card(ask.state.unit(turn.unit)).kind.is_squad() {
        return s10_squads::check_squad_fires(turn, Shell::Ap);
    }
    match turn.shell {
        Some(Shell::Smoke) => Err(Refused::GunHasFired),
        Some(_) => Err(Refused::OtherShell),
        None => {
            let whole = ask.state.whole_crew(turn.unit);
            turns::check_price(turn, whole, Price::Points(ask.rules.sheet.limits.crew_points.fire_main)).map(|_| ())
        }
    }
}

pub(crate) fn spend_on_smoke(act: &mut Act<'_>) {
    let Some(unit) = act.state.turn().map(|turn| turn.unit) else { return };
    if act.rules.card(act.state.unit(unit)).kind.is_squad() {
        s10_squads::squad_fires(act, Shell::Ap, unit);
        return;
    }
    turns::spend(act, Price::Points(act.rules.sheet.limits.crew_points.fire_main));
    if let Some(turn) = act.state.turn_mut() {
        turn.shell = Some(Shell::Smoke);
    }
}

/// Puts smoke into a hex until the end of the next round (OF-9.10).
pub(crate) fn lay_smoke(act: &mut Act<'_>, unit: UnitId, hex: Hex) {
    ammunition::use_round(act, unit, Shell::Smoke);
    act.state.unit_mut(unit).fired.now = true;
    let until = act.state.round + act.rules.sheet.limits.smoke.rounds;
    act.state.smoke.retain(|smoke| smoke.hex != hex);
    act.state.smoke.push(Smoke { hex, until });
    act.note(|ask| {
        let text = format!(
            "{} lays smoke in {}, until the end of round {until}.",
            ask.state.unit(unit).name,
            ask.rules.label(hex)
        );
        Entry::new(SMOKE, text).tone(Tone::Combat).about([ask.state.id_of(unit)]).at([ask.rules.label(hex)])
    });
}
