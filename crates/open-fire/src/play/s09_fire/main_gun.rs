//! Main guns and AT guns (OF-9.1, OF-9.2, OF-9.7, OF-9.10, OF-9.11): AP, GP and smoke shells, and how many of them in a
//! turn.

use dice::Whose;
use engine::{Entry, Tone};
use hexmap::{Direction, Hex};

use crate::{
    play::{
        eyewitness,
        refusal::Refused,
        s02_men::Blow,
        s02_ratings,
        s06_rounds::turns::{self, Price},
        s07_movement::going,
        s08_sight,
        s09_fire::{
            aim, ammunition,
            machineguns::{self, ReadyGp},
        },
        s10_squads::{self, SquadFire},
        s14_damage, s18_hidden,
    },
    rule_ids::SMOKE,
    state::{
        Shell, Smoke, Turn, Volley,
        laid_out::{Act, Ask, AskOf},
        units::UnitId,
    },
    tables::{
        ap_fire::{ApResult, ApShot, Weapon, facing_hit, weapon_of},
        cards::{Kind, Severity},
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
    going::own_hex(ask, unit)?;
    if card.kind == Kind::Gun && !piece.prepared { Err(Refused::NotPrepared) } else { Ok(()) }
}

/// A shell in the main gun, or in what men carry, and the shot it makes.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "made by a check and consumed at once: a box would only cost")]
pub(crate) enum ReadyShell<'r> {
    Ap(ReadyAp<'r>),
    Gp(ReadyGp<'r>),
}

/// An AP shot, ready to be fired.
#[derive(Clone, Debug)]
pub(crate) struct ReadyAp<'r> {
    pub(crate) unit: UnitId,
    pub(crate) target: UnitId,
    pub(crate) shot: ApShot<'r>,
}

/// Whether a unit can fire its main gun with this shell at another one, as they stand; turns and crew points are not
/// asked about.
pub(crate) fn check_main_at<'r>(
    ask: AskOf<'r, '_>,
    unit: UnitId,
    target: UnitId,
    shell: Shell,
) -> Result<ReadyShell<'r>, Refused> {
    check_gun(ask, unit)?;
    let hex = aim::check_target(ask, unit, target)?;
    ammunition::check_ammunition(ask, unit, shell)?;
    if !bears(ask, unit, hex) {
        return Err(Refused::OutOfArc);
    }
    match shell {
        Shell::Ap => {
            if !s18_hidden::is_hidden(ask, unit, target) {
                aim::check_seen(ask, unit, target)?;
            }
            Ok(ReadyShell::Ap(ReadyAp { unit, target, shot: ap_shot(ask, unit, target)? }))
        }
        Shell::Gp => Ok(ReadyShell::Gp(machineguns::check_gp(ask, unit, target, GpWeapons::Main)?)),
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
    let bunker = going::bunker_of(ask, target).and_then(|facing| Some((ask.rules.sheet.card("bunker")?, facing)));
    let (struck, facing) = bunker.unwrap_or((ask.rules.card(ask.state.unit(target)), piece.facing));
    let shot = ApShot {
        facing: facing_hit(ask.rules.grid(), hex, facing, from),
        closed: bunker.is_some() || piece.closed && struck.kind.can_close(),
        terrain: ask.rules.country.terrain_id(hex),
        defilade: piece.defilade,
        improved_position: piece.dug_in,
        target_moving: aim::pace_of(ask, target),
        firer_moving: aim::pace_of(ask, unit),
        firer_suppressed: firer.condition.suppressed,
        target_suppressed: piece.condition.suppressed,
        hit_before: piece.hit_by.contains(&unit),
        hidden: s18_hidden::is_hidden(ask, unit, target),
        weapon_skill: s02_ratings::ratings(ask, unit).weapon_skill.into(),
        ..ApShot::plain(weapon, struck, aim::range_to(ask, unit, hex))
    };
    shot.check()?;
    // In one hex it takes a main gun on one of the two sides (OF-11.1).
    if from == hex && !card.main_gun && !struck.main_gun { Err(Refused::SameHex) } else { Ok(shot) }
}

/// How many shells one fire action has against a target (OF-9.11).
pub(crate) fn rate_against(ask: Ask<'_>, unit: UnitId, target: UnitId) -> u8 {
    let card = ask.rules.card(ask.state.unit(unit));
    let (Some(rate), Some(hex)) = (card.rate, ask.state.hex_of(target)) else { return 1 };
    let range = aim::range_to(ask, unit, hex);
    let short = weapon_of(&ask.rules.sheet, card).is_ok_and(|weapon| weapon.is_short(range));
    if short { rate.short } else { rate.normal }
}

/// Fires one shell of the main gun.
pub(crate) fn fire_shell(act: &mut Act<'_>, shell: ReadyShell<'_>) {
    match shell {
        ReadyShell::Ap(shot) => fire_ap(act, shot),
        ReadyShell::Gp(shot) => {
            machineguns::fire_gp(act, &shot);
            ammunition::use_round(act, shot.unit, Shell::Gp);
        }
    }
}

/// One AP shot, from a gun or from what men carry.
pub(crate) fn fire_ap(act: &mut Act<'_>, ReadyAp { unit, target, shot }: ReadyAp<'_>) {
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
        let entry = aim::attack_entry(ask, (ApShot::RULE, text), (unit, target), resolution);
        let does = eyewitness::shot(&format!("{at}{}", ask.state.unit(target).name), &outcome);
        eyewitness::seen(ask, unit, entry, does)
    });
    ammunition::use_round(act, unit, Shell::Ap);
    act.state.unit_mut(unit).fired.now = true;
    aim::alarm(act, target);
    if let ApResult::Hit(area, severity) = result {
        let area = &shot.target.chart(shot.facing)[area].area;
        let mut effects = shot.effects(&act.rules.sheet.damage, &struck, result);
        machineguns::spread_over_machineguns(act, target, area, &mut effects);
        let blow = Blow { area: Some(area), heavy: severity == Severity::Heavy };
        hit(act, unit, target, (&effects, blow));
    }
}

fn hit(act: &mut Act<'_>, unit: UnitId, target: UnitId, (effects, blow): (&[Effect], Blow<'_>)) {
    let by = &mut act.state.unit_mut(target).hit_by;
    if !by.contains(&unit) {
        by.push(unit);
    }
    act.state.unit_mut(target).penetrated |= effects.contains(&Effect::LoseTurns);
    s14_damage::suffer_blow(act, target, effects, blow);
}

/// What a shell of the main gun takes from the turn (OF-6.7, OF-9.11).
#[derive(Copy, Clone, Debug)]
pub(crate) enum FireAction {
    /// The rate of fire leaves it.
    Further,
    /// Crew points for a fire action, and for a look at the hidden target before it.
    First { points: u8, rate: u8, looking: Option<u8> },
}

/// Whether the turn leaves a fire action of the main gun, or a shell of the one in progress (OF-6.7, OF-9.1, OF-9.11).
pub(crate) fn check_fire_action(
    ask: Ask<'_>,
    turn: &Turn,
    target: UnitId,
    shell: Shell,
    points: u8,
) -> Result<FireAction, Refused> {
    if turn.shell.is_some_and(|used| used != shell) {
        return Err(Refused::OtherShell);
    }
    match turn.volley {
        Some(volley) if volley.target == target && volley.left > 0 => Ok(FireAction::Further),
        Some(_) => Err(Refused::GunHasFired),
        None => {
            let hidden = s18_hidden::is_hidden(ask, turn.unit, target);
            let looking = hidden.then_some(ask.rules.sheet.limits.crew_points.sighting);
            turns::check_price(turn, ask.state.whole_crew(turn.unit), Price::Points(points + looking.unwrap_or(0)))?;
            Ok(FireAction::First { points, rate: rate_against(ask, turn.unit, target), looking })
        }
    }
}

/// Spends what a shell takes from the turn. Whether it is fired: a hidden target has to be made out first.
pub(crate) fn spend_on_shell(
    act: &mut Act<'_>,
    (unit, target): (UnitId, UnitId),
    shell: Shell,
    action: FireAction,
) -> bool {
    match action {
        FireAction::Further => {
            if let Some(volley) = act.state.turn_mut().and_then(|turn| turn.volley.as_mut()) {
                volley.left = volley.left.saturating_sub(1);
            }
        }
        FireAction::First { points, rate, looking } => {
            if let Some(price) = looking {
                turns::spend(act, price);
                if !s18_hidden::makes_out(act, unit, target) {
                    return false;
                }
            }
            turns::spend(act, points);
            if let Some(turn) = act.state.turn_mut() {
                turn.volley = Some(Volley { target, left: rate.saturating_sub(1) });
                turn.shell = Some(shell);
            }
        }
    }
    true
}

/// A further shell of a German's volley at somebody who has backed into cover (OF-18).
pub(crate) fn further_shell<'r>(ask: AskOf<'r, '_>, unit: UnitId, target: UnitId) -> Option<ReadyAp<'r>> {
    ap_shot(ask, unit, target).ok().map(|shot| ReadyAp { unit, target, shot })
}

/// Fires it.
pub(crate) fn fire_further(act: &mut Act<'_>, shell: ReadyAp<'_>) {
    spend_on_shell(act, (shell.unit, shell.target), Shell::Ap, FireAction::Further);
    fire_ap(act, shell);
}

/// The row of the AP track for a unit: its main gun, or what its men carry, if their card lets them.
fn own_weapon<'r>(ask: AskOf<'r, '_>, unit: UnitId) -> Result<&'r Weapon, CannotFire> {
    let card = ask.rules.card(ask.state.unit(unit));
    if card.main_gun || ammunition::anti_tank_of(ask, unit).is_some() {
        return weapon_of(&ask.rules.sheet, card);
    }
    Err(CannotFire::NoApWeapon(card.name.clone()))
}

/// What a unit lays smoke with, and from where.
#[derive(Copy, Clone, Debug)]
pub(crate) struct SmokeGun<'r> {
    unit: UnitId,
    pub(crate) from: Hex,
    weapon: &'r Weapon,
}

/// Whether a unit can lay smoke in a hex: it must be able to fire AP and see the ground, and no friend may be there
/// (OF-9.10).
pub(crate) fn check_smoke_at(ask: Ask<'_>, unit: UnitId, hex: Hex) -> Result<(), Refused> {
    check_smoke_hex(ask, check_smoke_gun(ask, unit)?, hex)
}

/// Whether a unit has something to lay smoke with.
pub(crate) fn check_smoke_gun<'r>(ask: AskOf<'r, '_>, unit: UnitId) -> Result<SmokeGun<'r>, Refused> {
    let squad = ask.rules.card(ask.state.unit(unit)).kind.is_squad();
    let armed = if squad { s10_squads::check_squad_arms(ask, unit) } else { check_gun(ask, unit) };
    armed?;
    let weapon = own_weapon(ask, unit)?;
    ammunition::check_ammunition(ask, unit, Shell::Smoke)?;
    Ok(SmokeGun { unit, from: going::own_hex(ask, unit)?, weapon })
}

/// Whether a unit that can lay smoke can lay it in a hex.
pub(crate) fn check_smoke_hex(ask: Ask<'_>, gun: SmokeGun<'_>, hex: Hex) -> Result<(), Refused> {
    let SmokeGun { unit, from, weapon } = gun;
    if from == hex {
        return Err(Refused::SmokeOnSelf);
    }
    aim::check_no_friend(ask, unit, hex)?;
    let range = aim::range_to(ask, unit, hex);
    if !bears(ask, unit, hex) {
        return Err(Refused::OutOfArc);
    }
    if let Some(limit) = weapon.limit.filter(|&limit| range > limit) {
        return Err(CannotFire::BeyondLimit { weapon: weapon.name.clone(), limit, range }.into());
    }
    aim::check_light_on(ask, unit, hex, false)?;
    if s08_sight::sees_hex(ask, unit, hex) { Ok(()) } else { Err(Refused::NotSeen) }
}

/// What smoke takes from the turn.
#[derive(Copy, Clone, Debug)]
pub(crate) enum SmokePrice {
    /// A squad's action.
    Squad(SquadFire),
    /// Crew points.
    Points(u8),
}

/// Whether the turn leaves a fire action for smoke.
pub(crate) fn check_smoke_turn(ask: Ask<'_>, turn: &Turn) -> Result<SmokePrice, Refused> {
    if ask.rules.card(ask.state.unit(turn.unit)).kind.is_squad() {
        return s10_squads::check_squad_fires(ask, turn, Shell::Ap).map(SmokePrice::Squad);
    }
    match turn.shell {
        Some(Shell::Smoke) => Err(Refused::GunHasFired),
        Some(_) => Err(Refused::OtherShell),
        None => {
            let points = Price::Points(ask.rules.sheet.limits.crew_points.fire_main);
            turns::check_price(turn, ask.state.whole_crew(turn.unit), points).map(SmokePrice::Points)
        }
    }
}

pub(crate) fn spend_on_smoke(act: &mut Act<'_>, unit: UnitId, price: SmokePrice) {
    match price {
        SmokePrice::Squad(fire) => s10_squads::squad_fires(act, fire, unit),
        SmokePrice::Points(points) => {
            turns::spend(act, points);
            if let Some(turn) = act.state.turn_mut() {
                turn.shell = Some(Shell::Smoke);
            }
        }
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
