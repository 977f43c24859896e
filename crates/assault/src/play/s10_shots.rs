//! Shots that are declared (AS-10): prepared with joint fire and cards, answered, thrown for, and what comes of them.
//! Who may fire at whom is in `s10_fire`, the steps are counted in `s10_ranged_fire`.

use std::ops::ControlFlow;

use dice::Odds;
use engine::{Choice, Entry, Family, Resolution, Tone, Verb, Visit, Wish, likeliest};

use super::{
    Refused,
    notation::{read_unit, unit_id},
    offer::{at_unit, of_unit},
    pointing::Meant,
    s04_units::{card, corner_toward},
    s08_hands, s08_moments, s09_activation, s09_hiding,
    s09_march::tell_march,
    s10_fire::{Aim, aim, check_at_rest, check_shot, fire, forecast, modifiers, plain, status_now},
    s10_reaction,
    s10_results::Fate,
    s13_harm,
};
use crate::{
    rule_ids::{ATTACK_STEPS, JOINT_FIRE, REACTION},
    state::{Act, Activation, Ask, Assault, Frame, Mark, Reaction, Shot, Unit, UnitSet},
    tables::{Kind, ranged_fire::FireStatus},
};

/// Fire at a unit, with all that belongs to it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Fire {
    /// Fire.
    At {
        /// The unit that fires.
        attacker: Unit,
        /// Its target.
        target: Unit,
    },
    /// Prepare a shot: support and a card are added before it is declared (AS-10.8.4).
    Aim {
        /// The unit that fires.
        attacker: Unit,
        /// Its target.
        target: Unit,
    },
    /// Give fire support to the shot that is prepared (AS-10.8.4).
    Join {
        /// The unit that supports it.
        unit: Unit,
    },
}

/// A shot that may be fired, and how it is aimed.
#[derive(Copy, Clone, Debug)]
pub struct Ready {
    shot: Shot,
    aim: Aim,
}

impl Ready {
    /// A plain shot, aimed so.
    pub(crate) fn of(attacker: Unit, target: Unit, aim: Aim) -> Ready {
        Ready { shot: plain(attacker, target), aim }
    }
}

/// What may be done about a shot.
#[derive(Copy, Clone, Debug)]
pub struct Shooting(What);

#[derive(Copy, Clone, Debug)]
enum What {
    Fire(Ready),
    Aim(Shot),
    /// The shot with its support.
    Join(Shot, Unit),
}

impl Family for Fire {
    type Rules = Assault;
    type Ready<'r> = Shooting;

    const FORMS: &'static [Verb] = &[("fire", "fire UNIT at UNIT"), ("aim", "aim UNIT at UNIT"), ("join", "join UNIT")];

    fn list(ask: Ask<'_>, visit: &mut Visit<'_, Self>) -> ControlFlow<()> {
        match ask.state.frames.top() {
            Frame::Activation(activation) => self::visit(ask, activation, visit),
            Frame::Reaction(reaction) => visit_reactions(ask, reaction, visit),
            Frame::Shot(shot) => visit_joins(ask, shot, visit),
            Frame::Muster { .. }
            | Frame::Deploy { .. }
            | Frame::Planning { .. }
            | Frame::Support { .. }
            | Frame::Action { .. }
            | Frame::Answer(_)
            | Frame::Charge(_)
            | Frame::Stand(_)
            | Frame::Wide(_)
            | Frame::Again(_)
            | Frame::Organization { .. }
            | Frame::Over { .. } => ControlFlow::Continue(()),
        }
    }

    fn check(&self, ask: Ask<'_>) -> Result<Shooting, Refused> {
        Ok(Shooting(match *self {
            Fire::At { attacker, target } => What::Fire(Ready::of(attacker, target, check(ask, attacker, target)?)),
            Fire::Aim { attacker, target } => {
                check_aim(ask, attacker, target)?;
                What::Aim(plain(attacker, target))
            }
            Fire::Join { unit } => {
                let Frame::Shot(shot) = ask.state.frames.top() else { return Err(Refused::NotNow) };
                may_join(ask, shot, unit)?;
                What::Join(Shot { support: Some(unit), ..*shot }, unit)
            }
        }))
    }

    fn perform(Shooting(what): Shooting, act: &mut Act<'_>) {
        match what {
            What::Fire(shot) => declare(act, shot),
            What::Aim(shot) => act.state.frames.push(Frame::Shot(shot)),
            What::Join(shot, unit) => join(act, shot, unit),
        }
    }

    fn offer(&self, ask: Ask<'_>) -> Choice {
        match *self {
            Fire::At { attacker, target } => offer_shot(ask, attacker, target),
            // The same shot, to which something is added first. Its odds are those of the shot as it is now.
            Fire::Aim { attacker, target } => {
                let fire = offer_shot(ask, attacker, target);
                Choice { label: format!("{}, with support or a card …", fire.label), rule: JOINT_FIRE, ..fire }
            }
            Fire::Join { unit } => {
                let shot = if let Frame::Shot(shot) = ask.state.frames.top() { Some(*shot) } else { None };
                let odds = shot.and_then(|shot| forecast(ask, Shot { support: Some(unit), ..shot }, None));
                Choice { odds, ..of_unit(ask, JOINT_FIRE, unit, "Joint fire with") }
            }
        }
    }

    fn write(&self, ask: Ask<'_>) -> String {
        let id = |unit| unit_id(ask, unit);
        match *self {
            Fire::At { attacker, target } => format!("fire {} at {}", id(attacker), id(target)),
            Fire::Aim { attacker, target } => format!("aim {} at {}", id(attacker), id(target)),
            Fire::Join { unit } => format!("join {}", id(unit)),
        }
    }

    fn read(ask: Ask<'_>, words: &[&str]) -> Result<Option<Self>, String> {
        let unit = |id| read_unit(ask, id);
        Ok(Some(match *words {
            ["fire", attacker, "at", target] => Fire::At { attacker: unit(attacker)?, target: unit(target)? },
            ["aim", attacker, "at", target] => Fire::Aim { attacker: unit(attacker)?, target: unit(target)? },
            ["join", who] => Fire::Join { unit: unit(who)? },
            _ => return Ok(None),
        }))
    }

    fn wishes(ask: Ask<'_>, meant: Meant) -> Vec<Wish<Self>> {
        let fire = |target| {
            let label = format!("Fire at {}", ask.rules.unit_name(ask.state, target));
            Wish::new(label, Fire::At { attacker: meant.unit, target })
        };
        likeliest(ask, meant.enemies(ask).into_iter().map(fire)).into_iter().collect()
    }
}

fn offer_shot(ask: Ask<'_>, attacker: Unit, target: Unit) -> Choice {
    let reacts = matches!(ask.state.frames.top(), Frame::Reaction(_));
    let rule = if reacts { REACTION } else { ATTACK_STEPS };
    let odds = forecast(ask, plain(attacker, target), None);
    Choice { odds, ..at_unit(ask, rule, attacker, target, "fires at") }
}

/// Whether the shot may be declared now.
pub(crate) fn check(ask: Ask<'_>, attacker: Unit, target: Unit) -> Result<Aim, Refused> {
    match ask.state.frames.top() {
        Frame::Reaction(reaction) => {
            if target != reaction.mover {
                return Err(Refused::NoTarget);
            }
            s10_reaction::check(ask, reaction, attacker)
        }
        Frame::Activation(_) => {
            let activation = s09_activation::acting(ask, attacker)?;
            check_shot(ask, attacker, target, status_now(ask, &activation)?)
        }
        Frame::Muster { .. }
        | Frame::Deploy { .. }
        | Frame::Planning { .. }
        | Frame::Support { .. }
        | Frame::Action { .. }
        | Frame::Shot(_)
        | Frame::Answer(_)
        | Frame::Charge(_)
        | Frame::Stand(_)
        | Frame::Wide(_)
        | Frame::Again(_)
        | Frame::Organization { .. }
        | Frame::Over { .. } => Err(Refused::NotNow),
    }
}

fn visit(ask: Ask<'_>, activation: &Activation, visit: &mut Visit<'_, Fire>) -> ControlFlow<()> {
    let attacker = activation.unit;
    let Ok(status) = status_now(ask, activation) else { return ControlFlow::Continue(()) };
    let enemy = ask.state.unit(attacker).seat.other();
    let mut support = None;
    for target in ask.state.side(enemy) {
        if check_shot(ask, attacker, target, status).is_ok() {
            visit(Fire::At { attacker, target })?;
            let support = *support.get_or_insert_with(|| supporters(ask, attacker));
            if has_something_to_add(ask, plain(attacker, target), support) {
                visit(Fire::Aim { attacker, target })?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Whether a shot can be prepared: it could be declared, and there is something to add to it. Who prepares it says so
/// of his own accord; nobody is asked whether he has support or a card.
fn check_aim(ask: Ask<'_>, attacker: Unit, target: Unit) -> Result<(), Refused> {
    check(ask, attacker, target)?;
    let something = has_something_to_add(ask, plain(attacker, target), supporters(ask, attacker));
    if something { Ok(()) } else { Err(Refused::NothingToAdd) }
}

/// Whether there is a card or support for a plain shot that could be declared, `support` being the [`supporters`] of
/// its attacker.
fn has_something_to_add(ask: Ask<'_>, shot: Shot, support: UnitSet) -> bool {
    support.iter().any(|unit| check_at_rest(ask, unit, shot.target).is_ok()) || s08_moments::may_add_to(ask, shot)
}

/// A shot that was prepared or declared, as it is aimed now.
pub(crate) fn aimed(ask: Ask<'_>, shot: Shot) -> Result<Ready, Refused> {
    Ok(Ready { shot, aim: aim(ask, shot)? })
}

/// Declares a shot with what was added to it.
pub(crate) fn declare(act: &mut Act<'_>, ready: Ready) {
    tell_march(act);
    if matches!(act.state.frames.top(), Frame::Shot(_)) {
        act.state.frames.pop();
    }
    if matches!(act.state.frames.top(), Frame::Reaction(_)) {
        s10_reaction::begin(act, ready.shot.attacker);
    }
    announce(act, ready);
}

fn may_join(ask: Ask<'_>, shot: &Shot, unit: Unit) -> Result<(), Refused> {
    if shot.support.is_some() {
        return Err(Refused::SupportedAlready);
    }
    if !supporters(ask, shot.attacker).has(unit) {
        return Err(Refused::NoSupport);
    }
    check_at_rest(ask, unit, shot.target).map(|_| ())
}

/// The units that may support the shots of an attacker, whatever they can fire at themselves.
fn supporters(ask: Ask<'_>, attacker: Unit) -> UnitSet {
    let state = ask.state;
    let reacts = state.frames.iter().any(|frame| matches!(frame, Frame::Reaction(_)));
    let Some(here) = state.hex(attacker).filter(|_| !reacts) else { return UnitSet::NONE };
    let seat = state.unit(attacker).seat;
    let beside = ask.rules.grid().neighbours(here).map(|(_, hex)| hex).chain([here]);
    let near = beside.flat_map(|hex| state.units_in(hex).iter());
    near.filter(|&unit| unit != attacker && s09_activation::can_activate(ask, seat, unit)).collect()
}

fn visit_joins(ask: Ask<'_>, shot: &Shot, visit: &mut Visit<'_, Fire>) -> ControlFlow<()> {
    for unit in supporters(ask, shot.attacker).iter() {
        if may_join(ask, shot, unit).is_ok() {
            visit(Fire::Join { unit })?;
        }
    }
    ControlFlow::Continue(())
}

/// A unit beside the attacker joins in: it is activated and marked Firing (AS-10.8.4).
fn join(act: &mut Act<'_>, shot: Shot, unit: Unit) {
    tell_march(act);
    act.state.activated.add(unit);
    act.state.mark(unit, Mark::Firing);
    s09_hiding::give_away(act, unit);
    act.state.frames.replace(Frame::Shot(shot));
    act.note(|ask| {
        let text = format!("{} gives fire support", ask.rules.unit_name(ask.state, unit));
        Entry::new(JOINT_FIRE, text).by(ask.state.unit(unit).seat).about([ask.rules.unit_id(ask.state, unit)])
    });
}

/// The shot stands: the defender may answer it if his side holds cards.
fn announce(act: &mut Act<'_>, ready: Ready) {
    let shot = ready.shot;
    let defender = act.state.unit(shot.target).seat;
    // Whoever answers must know whom.
    s09_hiding::reveal(act, shot.attacker);
    if s08_hands::may_answer(act.ask(), defender) {
        act.journal.revealed();
        act.state.frames.push(Frame::Answer(shot));
    } else {
        resolve(act, ready, None);
    }
}

/// The defender has answered, or not.
pub(crate) fn answer(act: &mut Act<'_>, ready: Ready, card: Option<u8>) {
    act.state.frames.pop();
    resolve(act, ready, card);
}

/// Throws the dice of a declared shot and carries out what comes of it.
fn resolve(act: &mut Act<'_>, Ready { shot, aim }: Ready, answer: Option<u8>) {
    let rules = act.rules;
    let fire = fire(act.ask(), shot, aim, answer);
    let tables = rules.catalogue.ranged_fire();
    let (target, status) = (fire.defender.target, fire.attacker.status);
    let (face, spotted) = fire.spot(tables, act.dice);
    let clash = fire.dice(tables, spotted);
    let steps = if act.journal.wanted() { modifiers(act.ask(), &fire, spotted) } else { Vec::new() };
    let cast = clash.cast(rules.catalogue.dice(), act.dice);
    let critical = clash.compare(rules.catalogue.dice(), cast.left, act.dice);
    let strongest = critical.as_ref().and_then(|critical| critical.strongest);
    let fate = target.fate(cast.left, strongest);
    act.note(|ask| {
        let resolution = Resolution {
            modifiers: steps,
            throws: face
                .map(|face| super::told::single("spotting", face))
                .into_iter()
                .chain(super::told::throws_of(&cast, critical.as_ref()))
                .collect(),
            reading: super::told::reading_of(&clash, &cast),
            result: fate.to_string(),
        };
        entry(ask, shot, fate, spotted).because(resolution)
    });
    swing(act, shot, aim);
    mark_fire(act, shot.attacker, status);
    s09_hiding::give_away(act, shot.attacker);
    if let Some(activation) = act.state.activation_mut().filter(|activation| activation.unit == shot.attacker) {
        activation.fired = true;
    }
    s13_harm::suffer(act, shot.target, fate, ATTACK_STEPS);
}

/// A gun that fires outside its arc is swung round to its target.
fn swing(act: &mut Act<'_>, shot: Shot, aim: Aim) {
    let ask = act.ask();
    if aim.in_arc || card(ask, shot.attacker).kind != Kind::Gun {
        return;
    }
    let facing = corner_toward(ask, aim.from, aim.at, ask.state.unit(shot.attacker).facing);
    act.state.units[shot.attacker.index()].facing = facing;
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

fn entry(ask: Ask<'_>, shot: Shot, fate: Fate, spotted: bool) -> Entry {
    let Ask { rules, state } = ask;
    let (attacker, target) = (rules.unit_name(state, shot.attacker), rules.unit_name(state, shot.target));
    let unseen = if spotted { "" } else { ", not spotted" };
    let text = format!("{attacker} fires at {target}{unseen}: {}", super::told::told(fate));
    let hexes = [shot.attacker, shot.target].into_iter().filter_map(|unit| state.hex(unit));
    let tone = if fate == Fate::default() { Tone::Quiet } else { Tone::Combat };
    Entry::new(ATTACK_STEPS, text)
        .by(state.unit(shot.attacker).seat)
        .tone(tone)
        .at(hexes.map(|hex| rules.label(hex)))
        .about([rules.unit_id(state, shot.attacker), rules.unit_id(state, shot.target)])
}

/// The exact odds of a shot; none if there are too many dice to count.
pub(crate) fn fates(ask: Ask<'_>, Ready { shot, aim }: Ready) -> Option<Odds<Fate>> {
    fire(ask, shot, aim, None).fates(&ask.rules.catalogue).ok()
}

/// Visits every shot at the mover.
fn visit_reactions(ask: Ask<'_>, reaction: &Reaction, visit: &mut Visit<'_, Fire>) -> ControlFlow<()> {
    for attacker in ask.state.side(reaction.side) {
        if s10_reaction::check(ask, reaction, attacker).is_ok() {
            let target = reaction.mover;
            visit(Fire::At { attacker, target })?;
            if has_something_to_add(ask, plain(attacker, target), supporters(ask, attacker)) {
                visit(Fire::Aim { attacker, target })?;
            }
        }
    }
    ControlFlow::Continue(())
}
