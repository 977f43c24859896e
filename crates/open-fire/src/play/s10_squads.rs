//! Squads and what they carry (OF-10, OF-9.8): Move/Fire, bazookas and Panzerfausts.

use crate::{
    play::{
        refusal::Refused,
        s07_movement::{
            allowances::{self, half_allowance},
            going,
        },
        s09_fire::{
            aim, ammunition,
            main_gun::{self, ReadyAp},
        },
    },
    state::{
        Moving, Shell, SquadTurn, Turn, Volley,
        laid_out::{Act, Ask, AskOf},
        units::UnitId,
    },
    tables::forms::Halves,
};

/// Whether men on foot can fire: not suppressed (OF-14.4), on the ground, and armed.
pub(crate) fn check_squad_arms(ask: Ask<'_>, unit: UnitId) -> Result<(), Refused> {
    going::own_hex(ask, unit)?;
    if ask.state.unit(unit).condition.suppressed {
        return Err(Refused::Suppressed);
    }
    if ask.rules.card(ask.state.unit(unit)).gp.all < 1 { Err(Refused::NoWeapon) } else { Ok(()) }
}

/// Whether a squad can fire its bazooka or Panzerfaust at another unit.
pub(crate) fn check_bazooka_at<'r>(ask: AskOf<'r, '_>, unit: UnitId, target: UnitId) -> Result<ReadyAp<'r>, Refused> {
    let card = ask.rules.card(ask.state.unit(unit));
    if !card.kind.is_squad() || ammunition::anti_tank_of(ask, unit).is_none() {
        return Err(Refused::NoWeapon);
    }
    check_squad_arms(ask, unit)?;
    aim::check_target(ask, unit, target)?;
    ammunition::check_ammunition(ask, unit, Shell::Ap)?;
    aim::check_seen(ask, unit, target)?;
    Ok(ReadyAp { unit, target, shot: main_gun::ap_shot(ask, unit, target)? })
}

/// A squad's fire, as its turn leaves it: what with, and how far it may still move afterwards.
#[derive(Copy, Clone, Debug)]
pub(crate) struct SquadFire {
    with: Shell,
    half: Halves,
}

/// Whether a squad's turn leaves its fire: it has moved no more than half, and each weapon fires once (OF-6.7, OF-10).
pub(crate) fn check_squad_fires(ask: Ask<'_>, turn: &Turn, with: Shell) -> Result<SquadFire, Refused> {
    let fired = match with {
        Shell::Gp => turn.shell.is_some(),
        Shell::Ap | Shell::Smoke => turn.volley.is_some(),
    };
    let may = match turn.squad {
        SquadTurn::Fresh | SquadTurn::MovedHalf => true,
        SquadTurn::Fired => !fired,
        SquadTurn::MovedFar | SquadTurn::Done => false,
    };
    let half = || half_allowance(allowances::on_foot(ask, turn.unit));
    if may { Ok(SquadFire { with, half: half() }) } else { Err(Refused::SquadDone) }
}

/// A squad uses its Move/Fire: if it has not moved yet, it may still move half (OF-6.7).
pub(crate) fn squad_fires(act: &mut Act<'_>, SquadFire { with, half }: SquadFire, target: UnitId) {
    let Some(turn) = act.state.turn_mut() else { return };
    turn.begun = true;
    match with {
        Shell::Gp => turn.shell = Some(Shell::Gp),
        Shell::Ap | Shell::Smoke => turn.volley = Some(Volley { target, left: 0 }),
    }
    let left = match turn.squad {
        SquadTurn::Fresh => half,
        SquadTurn::Fired => return,
        SquadTurn::MovedHalf | SquadTurn::MovedFar | SquadTurn::Done => 0,
    };
    let spent = turn.moving.map_or(0, |moving| moving.spent);
    turn.moving = Some(Moving { fast: false, left, spent });
    turn.squad = SquadTurn::Fired;
}
