//! Ranged fire on the board (AS-10): who may fire at whom, declaring a shot, joint fire, and what comes of it. The steps themselves are counted in
//! `s10_ranged_fire`.

use std::ops::ControlFlow;

use ::dice::{Die, TooManyWays};
use engine::{Entry, Forecast, Modifier, Prospect, Resolution, Thrown, Tone};
use hexmap::BLOCKS;

use super::{
    Refused, Visit,
    action::Action,
    s04_units::{able, area, card, corner_toward, faces, in_arc},
    s08_command_cards, s09_actions, s09_hiding, s09_movement, s09_terrain,
    s10_ranged_fire::{Attacker, Circumstances, Defender, RangedFire},
    s10_reaction,
    s10_results::{Comparison, Fate},
    s13_status,
};
use crate::{
    rule_ids::{ATTACK_STEPS, JOINT_FIRE, SPOTTING},
    state::{Act, Activation, Ask, Frame, Mark, Mode, Module, Shot, Unit},
    tables::{Kind, dice, ranged_fire::FireStatus, units::RangeFactor},
};

/// Where a shot goes and how.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Aim {
    /// How far the target is, as the card reads it.
    pub range: RangeFactor,
    /// The target is in the attacker's arc of fire.
    pub in_arc: bool,
    /// The shot goes over what is in the way.
    pub indirect: bool,
    /// Hindrances in the line, of the attacker or of his spotter.
    pub hindrances: u8,
    /// The attacker's mark.
    pub status: FireStatus,
}

/// The status with which an activated unit would fire now.
fn status_now(ask: Ask<'_>, activation: &Activation) -> Result<FireStatus, Refused> {
    if activation.fired {
        return Err(Refused::FiredAlready);
    }
    match activation.mode {
        Mode::Ready => Ok(FireStatus::Firing),
        Mode::FireAndMove => Ok(FireStatus::FireAndMove),
        Mode::Fast => Err(Refused::NoFireWithFast),
        Mode::Move => {
            let unit = activation.unit;
            if card(ask, unit).kind == Kind::Gun || able(ask, unit, "mortar") {
                return Err(Refused::NoMoveAndFire);
            }
            let far = activation.spent > s09_movement::with_fire(ask, unit).saturating_add(activation.more);
            if far { Err(Refused::MovedTooFar) } else { Ok(FireStatus::MoveAndFire) }
        }
    }
}

/// Whether a unit could fire at a target with this status.
pub(crate) fn check_shot(ask: Ask<'_>, attacker: Unit, target: Unit, status: FireStatus) -> Result<Aim, Refused> {
    let state = ask.state;
    let from = state.hex(attacker).ok_or(Refused::NotOnMap)?;
    let at = state.hex(target).ok_or(Refused::NoTarget)?;
    if state.unit(target).seat == state.unit(attacker).seat || !state.is_known(target) {
        return Err(Refused::NoTarget);
    }
    if s13_status::is_shaken(ask, attacker) {
        return Err(Refused::IsSuppressed);
    }
    if state.has(attacker, Mark::Fallback) {
        return Err(Refused::HasFallenBack);
    }
    let attacking = card(ask, attacker);
    let hexes = ask.rules.grid().distance(from, at);
    let hexes = u8::try_from(hexes).unwrap_or(u8::MAX);
    let range = attacking.range.factor(hexes).ok_or(Refused::OutOfRange)?;
    if hexes < attacking.minimum {
        return Err(Refused::TooNear);
    }
    if faces(ask, attacker) && ask.rules.sight.is_steep(from, at) {
        return Err(Refused::AcrossTheSlope);
    }
    let (indirect, hindrances) = line(ask, attacker, target)?;
    let in_arc = in_arc(ask, attacker, at);
    if !in_arc && (!swings(ask, attacker) || status == FireStatus::FireAndMove && attacking.kind == Kind::Gun) {
        return Err(Refused::OutOfArc);
    }
    let status = if !in_arc && status == FireStatus::Firing { FireStatus::TurretFire } else { status };
    let aim = Aim { range, in_arc, indirect, hindrances, status };
    fire(ask, Shot { attacker, target, support: None, card: None }, aim, None).map(|_| aim)
}

/// Whether a unit can fire outside its arc: with a turret, or a gun that is swung round.
fn swings(ask: Ask<'_>, unit: Unit) -> bool {
    let card = card(ask, unit);
    match card.kind {
        Kind::Infantry => true,
        Kind::Gun => !ask.state.has(unit, Mark::Emplaced),
        Kind::Vehicle => card.turret,
    }
}

/// How the line runs: direct or indirect, and what hinders it. A spotter's own line is judged in place of the firer's (AS-10.3).
fn line(ask: Ask<'_>, attacker: Unit, target: Unit) -> Result<(bool, u8), Refused> {
    let card = card(ask, attacker);
    let (Some(from), Some(at)) = (ask.state.hex(attacker), ask.state.hex(target)) else {
        return Err(Refused::NotOnMap);
    };
    let kind = ask.rules.card(ask.state, target).kind;
    let own = s09_terrain::hindrances(ask, attacker, at, kind);
    let only_indirect = able(ask, attacker, "mortar");
    if own < BLOCKS && !only_indirect && !(card.indirect && own > 0) {
        return Ok((false, own));
    }
    if !card.indirect {
        return Err(Refused::NoSight);
    }
    if s09_terrain::ground(ask, from).no_indirect_fire {
        return if own < BLOCKS && !only_indirect { Ok((false, own)) } else { Err(Refused::NoIndirectFrom) };
    }
    let seat = ask.state.unit(attacker).seat;
    let spotters = ask.state.side(seat).filter(|&unit| able(ask, unit, "spotter") && !s13_status::is_shaken(ask, unit));
    let spotted = spotters.map(|unit| s09_terrain::hindrances(ask, unit, at, kind)).min().unwrap_or(BLOCKS);
    match own.min(spotted) {
        BLOCKS => Err(Refused::NoSight),
        hindrances => Ok((true, hindrances)),
    }
}

/// Whether a unit that has not moved could fire at a target.
pub(super) fn check_at_rest(ask: Ask<'_>, attacker: Unit, target: Unit) -> Result<(), Refused> {
    check_shot(ask, attacker, target, FireStatus::Firing).map(|_| ())
}

/// Whether the shot may be declared now.
pub(super) fn check(ask: Ask<'_>, attacker: Unit, target: Unit) -> Result<(), Refused> {
    match ask.state.frames.top() {
        Frame::Reaction(reaction) => {
            if target != reaction.mover {
                return Err(Refused::NoTarget);
            }
            s10_reaction::check(ask, reaction, attacker)
        }
        Frame::Activation(_) => {
            let activation = s09_actions::acting(ask, attacker)?;
            check_shot(ask, attacker, target, status_now(ask, &activation)?).map(|_| ())
        }
        Frame::Muster { .. }
        | Frame::Deploy { .. }
        | Frame::Planning { .. }
        | Frame::Support { .. }
        | Frame::Action { .. }
        | Frame::Shot(_)
        | Frame::Answer(_)
        | Frame::Organization { .. }
        | Frame::Over { .. } => Err(Refused::NotNow),
    }
}

pub(super) fn visit(ask: Ask<'_>, activation: &Activation, visit: &mut Visit<'_>) -> ControlFlow<()> {
    let attacker = activation.unit;
    let Ok(status) = status_now(ask, activation) else { return ControlFlow::Continue(()) };
    let enemy = ask.state.unit(attacker).seat.other();
    for target in ask.state.side(enemy) {
        if check_shot(ask, attacker, target, status).is_ok() {
            visit(Action::Fire { attacker, target })?;
        }
    }
    ControlFlow::Continue(())
}

/// The aim of a shot that has been declared.
pub(crate) fn aim(ask: Ask<'_>, shot: Shot) -> Result<Aim, Refused> {
    let status = match ask.state.activation().filter(|activation| activation.unit == shot.attacker) {
        Some(activation) => status_now(ask, activation)?,
        None => FireStatus::Firing,
    };
    check_shot(ask, shot.attacker, shot.target, status)
}

/// A shot as its steps are counted; `answer` is the defender's card.
pub(crate) fn fire(ask: Ask<'_>, shot: Shot, aim: Aim, answer: Option<u8>) -> Result<RangedFire, Refused> {
    let Shot { attacker, target, .. } = shot;
    let (rules, state) = (ask.rules, ask.state);
    let (by, to) = (state.unit(attacker), state.unit(target));
    let at = state.hex(target).ok_or(Refused::NoTarget)?;
    let from = state.hex(attacker).ok_or(Refused::NotOnMap)?;
    let (attacking, defending) = (card(ask, attacker), card(ask, target));
    let work = s09_terrain::inside(ask, target);
    let dark = rules.modules.has(Module::Night);
    let covered = state
        .frames
        .iter()
        .any(|frame| matches!(frame, Frame::Reaction(reaction) if reaction.covered && reaction.mover == target));
    let sustained = by.marks.has(Mark::Sustained);
    let weak = rules.catalogue.turn.suppressed.vehicle_die_less && by.marks.has(Mark::Suppressed);
    let mut said = Circumstances {
        attacker: Attacker {
            status: aim.status,
            in_arc: aim.in_arc,
            joint_fire: shot.support.is_some(),
            die_less: weak || sustained,
            hidden: by.marks.has(Mark::Hidden),
            ambush: by.marks.has(Mark::Ambush),
            half_strength: by.marks.has(Mark::HalfStrength),
            spotting: spotting_modifier(ask, attacker, dark, covered),
            ..Attacker::default()
        },
        defender: Defender {
            target: s13_status::target(ask, target),
            digging_in: to.marks.has(Mark::DiggingIn),
            dug_in: to.marks.has(Mark::DugIn),
            fast: to.marks.has(Mark::FastAction),
            hidden: to.marks.has(Mark::Hidden) || to.marks.has(Mark::HideAction),
            ambush: to.marks.has(Mark::Ambush),
            spotted: is_spotted(ask, attacker, target, dark),
            ..Defender::default()
        },
        terrain: Some(s09_terrain::ground(ask, at)),
        work: work.map(|work| work.row),
        area: area(ask, target, from),
        hindrances: aim.hindrances,
        indirect: aim.indirect,
        on_top: s09_terrain::dice_on_top(ask, target, (!aim.indirect).then_some(from)),
        dark,
    };
    s08_command_cards::add(ask, shot.card.into_iter().chain(answer), &mut said);
    RangedFire::between(&rules.catalogue, (attacking, aim.range), defending, &said).map_err(Refused::Fire)
}

/// What circumstances outside the cards add to a spotting roll.
fn spotting_modifier(ask: Ask<'_>, attacker: Unit, dark: bool, covered: bool) -> i8 {
    let tables = &ask.rules.catalogue;
    let night = if dark && !able(ask, attacker, "night-fighters") { tables.turn.night.spotting } else { 0 };
    let trail = if covered { tables.ranged_fire.spotting_modifiers.covered_trail } else { 0 };
    night + trail
}

/// Whether a target is seen without a roll (AS-10.5.1).
fn is_spotted(ask: Ask<'_>, attacker: Unit, target: Unit, dark: bool) -> bool {
    let state = ask.state;
    let (Some(from), Some(at)) = (state.hex(attacker), state.hex(target)) else { return false };
    let marks = state.unit(target).marks;
    let gives_away = [Mark::Firing, Mark::TurretFire, Mark::MoveAndFire, Mark::FastAction, Mark::DelayedAction];
    let beside = ask.rules.grid().distance(from, at) <= 1;
    let open = !dark && s09_terrain::is_open_road(ask, at) && s09_terrain::inside(ask, target).is_none();
    beside || open || gives_away.into_iter().any(|mark| marks.has(mark))
}

/// The odds of a shot that could be declared; none if there are too many dice to count.
pub(crate) fn forecast(ask: Ask<'_>, shot: Shot, answer: Option<u8>) -> Option<Forecast> {
    let fire = fire(ask, shot, aim(ask, shot).ok()?, answer).ok()?;
    forecast_of(ask, &fire).ok()
}

fn forecast_of(ask: Ask<'_>, fire: &RangedFire) -> Result<Forecast, TooManyWays> {
    let odds = fire.fates(&ask.rules.catalogue)?;
    let named: Vec<(Fate, Prospect)> =
        odds.results().map(|(fate, _)| (*fate, super::offer::prospect_of_fate(*fate))).collect();
    Ok(Forecast::new(modifiers(ask, fire, true), &odds, named))
}

/// Every step that changed something, the spotting roll first.
fn modifiers(ask: Ask<'_>, fire: &RangedFire, spotted: bool) -> Vec<Modifier> {
    let tables = ask.rules.catalogue.ranged_fire();
    let roll = fire
        .spotting(tables)
        .map(|needed| Modifier::new(SPOTTING, format!("attacker 4: spotting needs {}", needed.max(1)), 0));
    let (_, lines) = fire.clash(tables, spotted);
    roll.into_iter().chain(lines.into_iter().map(Modifier::from)).collect()
}

/// Declares a shot. The attacker is asked for support and cards if he has any to give.
pub(super) fn declare(act: &mut Act<'_>, attacker: Unit, target: Unit) {
    s09_movement::tell_march(act);
    let shot = Shot { attacker, target, support: None, card: None };
    if matches!(act.state.frames.top(), Frame::Reaction(_)) {
        s10_reaction::begin(act, attacker);
    }
    act.state.frames.push(Frame::Shot(shot));
    let asks = super::visit(act.ask(), &mut |action| {
        if action == Action::Done { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    if asks.is_continue() {
        announce(act, shot);
    }
}

/// Whether a unit may give support to the shot that is declared.
pub(super) fn check_join(ask: Ask<'_>, unit: Unit) -> Result<(), Refused> {
    let Frame::Shot(shot) = ask.state.frames.top() else { return Err(Refused::NotNow) };
    if shot.support.is_some() {
        return Err(Refused::SupportedAlready);
    }
    let state = ask.state;
    let seat = state.unit(shot.attacker).seat;
    let beside = match (state.hex(unit), state.hex(shot.attacker)) {
        (Some(one), Some(other)) => ask.rules.grid().distance(one, other) <= 1,
        (None, _) | (_, None) => false,
    };
    let reacts = state.frames.iter().any(|frame| matches!(frame, Frame::Reaction(_)));
    if reacts || unit == shot.attacker || !beside || !s09_actions::can_activate(ask, seat, unit) {
        return Err(Refused::NoSupport);
    }
    check_at_rest(ask, unit, shot.target)
}

pub(super) fn visit_joins(ask: Ask<'_>, shot: &Shot, visit: &mut Visit<'_>) -> ControlFlow<()> {
    let seat = ask.state.unit(shot.attacker).seat;
    for unit in ask.state.side(seat) {
        if check_join(ask, unit).is_ok() {
            visit(Action::Join { unit })?;
        }
    }
    ControlFlow::Continue(())
}

/// A unit beside the attacker joins in: it is activated and marked Firing (AS-10.8.4).
pub(super) fn join(act: &mut Act<'_>, unit: Unit) {
    act.state.activated.add(unit);
    act.state.mark(unit, Mark::Firing);
    s09_hiding::reveal(act, unit);
    if let Frame::Shot(shot) = act.state.frames.top_mut() {
        shot.support = Some(unit);
    }
    act.note(|ask| {
        let text = format!("{} gives fire support", ask.rules.unit_name(ask.state, unit));
        Entry::new(JOINT_FIRE, text).by(ask.state.unit(unit).seat).about([ask.rules.unit_id(ask.state, unit)])
    });
}

/// The shot stands: the defender may answer it if his side holds cards.
pub(super) fn announce(act: &mut Act<'_>, shot: Shot) {
    let defender = act.state.unit(shot.target).seat;
    if s08_command_cards::may_answer(act.ask(), defender) {
        act.journal.revealed();
        act.state.frames.replace(Frame::Answer(shot));
    } else {
        act.state.frames.pop();
        resolve(act, shot, None);
    }
}

/// The defender has answered, or not.
pub(super) fn answer(act: &mut Act<'_>, shot: Shot, card: Option<u8>) {
    act.state.frames.pop();
    resolve(act, shot, card);
}

/// Throws the dice of a declared shot and carries out what comes of it.
fn resolve(act: &mut Act<'_>, shot: Shot, answer: Option<u8>) {
    let Ok(aim) = aim(act.ask(), shot) else {
        debug_assert!(false, "a shot was declared that cannot be fired");
        return;
    };
    mark_fire(act, shot.attacker, aim.status);
    let Ok(fire) = fire(act.ask(), shot, aim, answer) else {
        debug_assert!(false, "a shot was declared that cannot be fired");
        return;
    };
    swing(act, shot, aim);
    let catalogue = std::sync::Arc::clone(&act.rules.catalogue);
    let tables = catalogue.ranged_fire();
    let (face, spotted) = fire.spot(tables, act.dice);
    let (clash, lines) = fire.clash(tables, spotted);
    let cast = clash.cast(catalogue.dice(), act.dice);
    let critical = clash.compare(catalogue.dice(), cast.left, act.dice);
    let strongest = critical.as_ref().and_then(|critical| critical.strongest);
    let fate = fire.defender.target.fate(cast.left, strongest);
    act.note(|ask| {
        let roll = fire
            .spotting(tables)
            .map(|needed| Modifier::new(SPOTTING, format!("attacker 4: spotting needs {}", needed.max(1)), 0));
        let resolution = Resolution {
            modifiers: roll.into_iter().chain(lines.into_iter().map(Modifier::from)).collect(),
            throws: throws(face, &cast.attack, &cast.defence, critical.as_ref()),
            reading: super::offer::reading(cast.attack.symbols + clash.automatic, cast.defence.symbols, cast.left),
            result: fate.to_string(),
        };
        entry(ask, shot, fate, spotted).because(resolution)
    });
    act.state.unmark(shot.attacker, Mark::Hidden);
    act.state.unmark(shot.attacker, Mark::Ambush);
    act.state.unmark(shot.attacker, Mark::HideAction);
    s09_hiding::reveal(act, shot.attacker);
    if let Some(activation) = act.state.activation_mut().filter(|activation| activation.unit == shot.attacker) {
        activation.fired = true;
    }
    s13_status::suffer(act, shot.target, fate, ATTACK_STEPS);
}

/// A gun that fires outside its arc is swung round to its target.
fn swing(act: &mut Act<'_>, shot: Shot, aim: Aim) {
    let ask = act.ask();
    if aim.in_arc || card(ask, shot.attacker).kind != Kind::Gun {
        return;
    }
    if let (Some(from), Some(at)) = (ask.state.hex(shot.attacker), ask.state.hex(shot.target)) {
        let facing = corner_toward(ask, from, at, ask.state.unit(shot.attacker).facing);
        act.state.units[shot.attacker.index()].facing = facing;
    }
}

/// The marker of step 3.
fn mark_fire(act: &mut Act<'_>, unit: Unit, status: FireStatus) {
    let mark = match status {
        FireStatus::Firing => Mark::Firing,
        FireStatus::TurretFire => Mark::TurretFire,
        FireStatus::MoveAndFire => Mark::MoveAndFire,
        FireStatus::FireAndMove => Mark::FireAndMove,
    };
    act.state.mark(unit, mark);
}

/// All dice of a shot, in the order in which they fell.
fn throws(
    face: Option<u16>,
    attack: &dice::Thrown,
    defence: &dice::Thrown,
    critical: Option<&Comparison>,
) -> Vec<Thrown> {
    let thrown = |what: &str, thrown: &dice::Thrown| Thrown::new(&Die::D6, what, thrown.faces.clone());
    let mut throws: Vec<Thrown> = face.map(|face| Thrown::new(&Die::D6, "spotting", [face])).into_iter().collect();
    throws.extend([thrown("attack", attack), thrown("defence", defence)]);
    if let Some(Comparison { attack, defence, .. }) = critical {
        throws.extend([thrown("critical hit", attack), thrown("against the critical hit", defence)]);
    }
    throws.retain(|thrown| !thrown.faces.is_empty());
    throws
}

fn entry(ask: Ask<'_>, shot: Shot, fate: Fate, spotted: bool) -> Entry {
    let Ask { rules, state } = ask;
    let (attacker, target) = (rules.unit_name(state, shot.attacker), rules.unit_name(state, shot.target));
    let unseen = if spotted { "" } else { ", not spotted" };
    let text = format!("{attacker} fires at {target}{unseen}: {}", super::offer::told(fate));
    let hexes = [shot.attacker, shot.target].into_iter().filter_map(|unit| state.hex(unit));
    let tone = if fate == Fate::default() { Tone::Quiet } else { Tone::Combat };
    Entry::new(ATTACK_STEPS, text)
        .by(state.unit(shot.attacker).seat)
        .tone(tone)
        .at(hexes.map(|hex| rules.label(hex)))
        .about([rules.unit_id(state, shot.attacker), rules.unit_id(state, shot.target)])
}

/// What becomes of a unit, for bots: the chances to suppress, to cost a step and to eliminate it.
pub fn chances(ask: Ask<'_>, attacker: Unit, target: Unit) -> Option<[f64; 3]> {
    let shot = Shot { attacker, target, support: None, card: None };
    let aim = check_shot(ask, attacker, target, FireStatus::Firing).ok()?;
    let fire = fire(ask, shot, aim, None).ok()?;
    let odds = fire.fates(&ask.rules.catalogue).ok()?;
    let harmed = |fate: &Fate| *fate != Fate::default();
    let step = |fate: &Fate| fate.half_strength || fate.eliminated || fate.damage > 0 || fate.immobilised;
    Some([odds.chance(harmed), odds.chance(step), odds.chance(|fate| fate.eliminated)])
}

/// The odds of a shot that an enemy at rest could fire at a unit.
pub(crate) fn threat(ask: Ask<'_>, attacker: Unit, target: Unit) -> Option<Forecast> {
    let aim = check_shot(ask, attacker, target, FireStatus::Firing).ok()?;
    let fire = fire(ask, Shot { attacker, target, support: None, card: None }, aim, None).ok()?;
    forecast_of(ask, &fire).ok()
}
