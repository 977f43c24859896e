//! Close assault and charge assault on the table (OF-11.1, OF-11.3).

pub(crate) mod capture;

use engine::Forecast;
use hexmap::{Hex, Reach};

use crate::{
    play::{
        refusal::Refused,
        s05_operations,
        s06_rounds::turns::{self, Price},
        s07_movement::{
            self,
            allowances::{self, half_allowance, points_text},
            transport,
        },
        s09_fire::{self, ammunition, machineguns},
        s14_damage,
    },
    rule_ids::{ASSAULT_PROCEDURE, CAPTURE, CHARGE, GP_DAMAGE},
    state::{
        Shell, SquadTurn, Turn,
        laid_out::{Act, Ask, AskOf},
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

/// Whether a unit can assault another one, as they stand. How far a charge is says [`charge_path`].
pub(crate) fn check_assault(ask: Ask<'_>, unit: UnitId, target: UnitId, how: Assault) -> Result<(), Refused> {
    let from = transport::own_hex(ask, unit)?;
    let hex = s09_fire::check_enemy(ask, unit, target)?;
    if ask.state.unit(unit).condition.suppressed {
        return Err(Refused::Suppressed);
    }
    if how != Assault::Charge && from != hex {
        return Err(Refused::NotSameHex);
    }
    let card = machineguns::armed(ask, unit, from);
    close_assault(ask, &card, target, how).check()?;
    Ok(())
}

fn close_assault<'a>(ask: AskOf<'a, '_>, firer: &'a Card, target: UnitId, how: Assault) -> CloseAssault<'a> {
    // Moving is the charge itself: it costs the attacker nothing more.
    let situation = GpSituation {
        charge: how == Assault::Charge,
        firer_moving: Pace::Still,
        ..machineguns::gp_situation(ask, None, target)
    };
    CloseAssault { firer, target: ask.rules.card(ask.state.unit(target)), situation, capture: how == Assault::Capture }
}

/// A unit assaults another one in its hex (OF-11.1).
pub(crate) fn assault(act: &mut Act<'_>, unit: UnitId, target: UnitId, how: Assault) {
    let Some(hex) = act.state.hex_of(unit) else { return };
    let card = machineguns::armed(act.ask(), unit, hex);
    let assault = close_assault(act.ask(), &card, target, how);
    let (result, face) = assault.resolve(&act.rules.sheet, act.dice);
    let effects = gp_effects(&s14_damage::as_target(act.ask(), target), result);
    act.note(|ask| {
        let (rule, verb) = match how {
            Assault::Close => (ASSAULT_PROCEDURE, "assaults"),
            Assault::Capture => (CAPTURE, "tries to capture"),
            Assault::Charge => (CHARGE, "charges"),
        };
        let (attacker, defender) = (&ask.state.unit(unit).name, &ask.state.unit(target).name);
        let done = listed(&effects);
        let text = format!("{attacker} {verb} {defender}: {}; {GP_DAMAGE}: {done}.", result.title());
        let resolution = assault.resolution(&ask.rules.sheet, result, face);
        s09_fire::attack_entry(ask, (rule, text), (unit, target), resolution)
    });
    if card.gp.main > 0 {
        ammunition::use_round(act, unit, Shell::Gp);
    }
    act.state.unit_mut(unit).fired.now = true;
    s09_fire::alarm(act, target);
    s14_damage::suffer(act, target, &effects);
}

/// The exact odds of an assault.
pub(crate) fn assault_forecast(ask: Ask<'_>, unit: UnitId, target: UnitId, how: Assault) -> Option<Forecast> {
    let card = machineguns::armed(ask, unit, ask.state.hex_of(unit)?);
    let assault = close_assault(ask, &card, target, how);
    assault.check().is_ok().then(|| assault.forecast(&ask.rules.sheet, &s14_damage::stake(ask, target)))
}

/// Half of what a unit could move, in half movement points: a buttoned up tank does not go fast.
fn charge_allowance(ask: Ask<'_>, unit: UnitId) -> Halves {
    let card = ask.rules.card(ask.state.unit(unit));
    if card.kind.is_squad() {
        return half_allowance(allowances::on_foot(ask, unit));
    }
    let slow = card.kind.is_tank() && ask.state.unit(unit).closed;
    let allowance = allowances::allowance(ask, unit);
    let most = allowance.map_or(0, |allowance| if slow { allowance.slow } else { allowance.fast });
    half_allowance(Halves::from(most) * 2)
}

/// The way of a charge into the target's hex, at most half the allowance less what was spent before; nobody drives past
/// other enemies.
pub(crate) fn charge_path(
    ask: Ask<'_>,
    unit: UnitId,
    target: UnitId,
    spent: Halves,
) -> Result<(Halves, Vec<Hex>), Refused> {
    let from = transport::own_hex(ask, unit)?;
    let hex = s09_fire::check_enemy(ask, unit, target)?;
    if from == hex {
        return Ok((0, Vec::new()));
    }
    transport::check_can_move(ask, unit)?;
    transport::check_stacking(ask, unit, hex)?;
    let left = charge_allowance(ask, unit).saturating_sub(spent);
    let too_far = || Refused::ChargeTooFar { left: points_text(left) };
    // No search for what the cheapest steps there are do not reach.
    let class = ask.rules.card(ask.state.unit(unit)).class.ok_or(Refused::CannotMove)?;
    if ask.rules.grid().distance(from, hex) * ask.rules.country.least_step(ask.rules.weather(), class) > left {
        return Err(too_far());
    }
    let enemy = ask.state.unit(unit).side.enemy();
    let held = |at: Hex| ask.state.active(enemy).any(|(other, _)| ask.state.hex_of(other) == Some(at));
    let cost = |from: Hex, _, to: Hex| {
        let barred = to != hex && held(to);
        if barred { None } else { transport::step_cost(ask, unit, from, to) }
    };
    let mut reach = Reach::new(ask.rules.grid());
    reach.explore(ask.rules.grid(), from, left, cost);
    reach.cost(hex).zip(reach.path(hex)).ok_or_else(too_far)
}

/// A unit enters its target's hex and assaults (OF-11.3). Mines and what else it meets may keep it from that.
pub(crate) fn charge(act: &mut Act<'_>, unit: UnitId, target: UnitId, spent: Halves) {
    let Ok((cost, path)) = charge_path(act.ask(), unit, target, spent) else { return };
    for to in path {
        charge_into(act, unit, to);
        if !act.state.unit(unit).is_active() || transport::check_can_move(act.ask(), unit).is_err() {
            return;
        }
    }
    if cost > 0 {
        charging_pace(act, unit, cost);
    }
    if check_assault(act.ask(), unit, target, Assault::Close).is_ok() {
        assault(act, unit, target, Assault::Charge);
    }
}

fn charge_into(act: &mut Act<'_>, unit: UnitId, to: Hex) {
    let way = act.state.hex_of(unit).and_then(|from| act.rules.grid().direction(from, to));
    s07_movement::leave_position(act, unit);
    let mover = act.state.unit_mut(unit);
    mover.place = Place::At(to);
    mover.defilade = false;
    if let Some(way) = way {
        (mover.facing, mover.turret) = (way, way);
    }
    act.note(|ask| s05_operations::move_entry(ask, unit, CHARGE, "charges into", to));
    s07_movement::arrive_in_rounds(act, unit);
}

/// A charge beyond the slow allowance is a fast move, with its accident check (OF-7.8).
fn charging_pace(act: &mut Act<'_>, unit: UnitId, cost: Halves) {
    let fast = !act.rules.card(act.state.unit(unit)).kind.is_squad() && cost > allowances::slow_points(act.ask(), unit);
    act.state.unit_mut(unit).motion = if fast { Motion::Fast } else { Motion::Slow };
    if fast {
        s14_damage::accident_check(act, unit);
    }
}

/// A close assault takes three crew points or all, and a squad's whole turn (OF-6.7).
pub(crate) fn check_assault_turn(ask: Ask<'_>, turn: &Turn) -> Result<(), Refused> {
    if ask.rules.card(ask.state.unit(turn.unit)).kind.is_squad() {
        return turns::check_all_points(ask, turn);
    }
    turns::check_price(turn, ask.state.whole_crew(turn.unit), Price::OrAll(ask.rules.sheet.limits.crew_points.assault))
        .map(|_| ())
}

pub(crate) fn spend_on_assault(act: &mut Act<'_>) {
    let Some(unit) = act.state.turn().map(|turn| turn.unit) else { return };
    if act.rules.card(act.state.unit(unit)).kind.is_squad() {
        turns::use_whole_turn(act);
    } else {
        turns::spend(act, Price::OrAll(act.rules.sheet.limits.crew_points.assault));
    }
}

/// A charge takes the whole turn; a squad may have moved a part of its half before. In one hex it is a close assault, unless
/// the squad has just walked in.
pub(crate) fn check_charge_turn(ask: Ask<'_>, turn: &Turn, target: UnitId) -> Result<(), Refused> {
    let squad = ask.rules.card(ask.state.unit(turn.unit)).kind.is_squad();
    if squad && turn.squad == SquadTurn::MovedHalf {
        return Ok(());
    }
    if ask.state.hex_of(turn.unit) == ask.state.hex_of(target) {
        return Err(Refused::SameHex);
    }
    turns::check_all_points(ask, turn)
}
