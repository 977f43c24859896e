//! Close assault and charge assault on the table (OF-11.1, OF-11.3).

pub mod capture;

use engine::{Choice, Forecast, Points};
use hexmap::{Hex, Reach};

use crate::{
    play::{
        notation::{self, Form},
        offers::{self, Group},
        refusal::Refused,
        s05_operations,
        s06_rounds::turns::{self, Price},
        s07_movement::{
            self,
            allowances::{self, half_allowance},
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

/// An assault of the unit whose turn it is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Attack {
    /// From where, and what for.
    pub how: Assault,
    /// The unit assaulted.
    pub target: UnitId,
}

/// How a unit assaults.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Assault {
    /// In the hex it stands in.
    Close,
    /// The same, to capture (OF-11.2).
    Capture,
    /// Out of another hex (OF-11.3).
    Charge,
}

impl Assault {
    /// All, in the order in which they are offered.
    const ALL: [Assault; 3] = [Assault::Close, Assault::Capture, Assault::Charge];
}

pub(crate) const FORMS: &[Form] =
    &[("assault", "assault UNIT"), ("capture", "capture UNIT"), ("charge", "charge UNIT")];

/// Every assault there might be on a target.
pub(crate) fn possible_at(target: UnitId) -> [Attack; 3] {
    Assault::ALL.map(|how| Attack { how, target })
}

pub(crate) fn check(ask: Ask<'_>, Attack { how, target }: Attack) -> Result<(), Refused> {
    let turn = turns::in_turn(ask)?;
    check_assault(ask, turn.unit, target, how)?;
    match how {
        Assault::Close | Assault::Capture => check_assault_turn(ask, turn),
        Assault::Charge => {
            check_charge_turn(ask, turn, target)?;
            charge_path(ask, turn.unit, target, turn.spent).map(|_| ())
        }
    }
}

pub(crate) fn perform(act: &mut Act<'_>, Attack { how, target }: Attack) {
    let Some((unit, spent)) = act.state.turn().map(|turn| (turn.unit, turn.spent)) else { return };
    match how {
        Assault::Close | Assault::Capture => {
            spend_on_assault(act);
            assault(act, unit, target, how);
        }
        Assault::Charge => {
            turns::use_whole_turn(act);
            charge(act, unit, target, spent);
        }
    }
}

/// The exact odds of an assault by the unit whose turn it is.
pub(crate) fn forecast(ask: Ask<'_>, Attack { how, target }: Attack) -> Option<Forecast> {
    assault_forecast(ask, turns::in_turn(ask).ok()?.unit, target, how)
}

pub(crate) fn offer(ask: Ask<'_>, attack: Attack, choice: &mut Choice) {
    offers::at_target(ask, choice, attack.target);
    let name = &ask.state.unit(attack.target).name;
    let (rule, label, cost) = match attack.how {
        Assault::Close => (
            ASSAULT_PROCEDURE,
            format!("Assault {name}"),
            offers::price(ask, ask.rules.sheet.limits.crew_points.assault),
        ),
        Assault::Capture => {
            (CAPTURE, format!("Try to capture {name}"), offers::price(ask, ask.rules.sheet.limits.crew_points.assault))
        }
        Assault::Charge => (CHARGE, format!("Charge {name}"), None),
    };
    (choice.rule, choice.label, choice.cost) = (rule, label, cost);
    choice.odds = forecast(ask, attack).map(Forecast::possible);
    choice.group = Group::Assault.listed();
}

/// What brought an enemy down, as a deed tells it (OF-16.2).
pub(crate) fn means(how: Assault) -> &'static str {
    match how {
        Assault::Close | Assault::Capture => "close assault",
        Assault::Charge => "charge",
    }
}

fn verb(how: Assault) -> &'static str {
    match how {
        Assault::Close => "assault",
        Assault::Capture => "capture",
        Assault::Charge => "charge",
    }
}

pub(crate) fn write(ask: Ask<'_>, Attack { how, target }: Attack) -> String {
    format!("{} {}", verb(how), ask.state.id_of(target))
}

pub(crate) fn read(ask: Ask<'_>, words: &[&str]) -> Result<Option<Attack>, String> {
    let [said, target] = *words else { return Ok(None) };
    let Some(how) = Assault::ALL.into_iter().find(|how| verb(*how) == said) else { return Ok(None) };
    Ok(Some(Attack { how, target: notation::read_unit(ask, target)? }))
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
    let too_far = || Refused::ChargeTooFar { left: Points(left) };
    // No search for what the cheapest steps there are do not reach.
    let class = ask.rules.card(ask.state.unit(unit)).class.ok_or(Refused::CannotMove)?;
    if ask.rules.grid().distance(from, hex) * ask.rules.country.least_step(ask.rules.weather(ask.state), class) > left {
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

/// A unit enters its target's hex and assaults (OF-11.3). Mines and anything else it meets may stop it.
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
