//! Close assault (FD-14).
//!
//! After its fire a formation may assault adjacent hexes with companies that are in command, not pinned and have not fired.
//! Both sides throw two dice and add their strength; the margin is read from the table (`fight`).
//! Defenders who are driven out fall back one hex; the attackers may take the ground (`aftermath`).

mod aftermath;
mod fight;

use std::ops::ControlFlow;

use engine::{Choice, ChoiceKind, Entry, Forecast, Seat, Tone};
use hexmap::Hex;

use super::{
    Refused, Visit,
    action::Action,
    notation::{Verb, read_hex, read_unit},
    offer::offer,
    out_of_place,
    s01_companies::{self, face},
    s08_cup, s15_event_chits,
};
use crate::{
    rule_ids::ASSAULT,
    state::{Act, Activation, Ask, Assault, Divisions, Frame, Phase, Retreat, Unit, UnitSet},
};

pub(super) use aftermath::{
    ADVANCE, RETREAT, advance, check_advance, check_retreat, choice_to_advance, choice_to_retreat, fall_back,
    visit_advances, visit_retreats, write_advance, write_retreat,
};
pub(crate) use fight::count_odds;
pub use fight::{Fight, chances, fight};

/// Whether a unit may begin an assault on a hex.
pub(crate) fn check(ask: Ask<'_>, unit: Unit, hex: Hex) -> Result<(), Refused> {
    match ask.state.frames.top() {
        Frame::Activation(activation) => check_attacker(ask, activation, unit, hex),
        Frame::Cup { .. }
        | Frame::Moving(_)
        | Frame::Halt(_)
        | Frame::Reply(_)
        | Frame::Assault(_)
        | Frame::AssaultReply(_)
        | Frame::Retreat(_)
        | Frame::Advance(_)
        | Frame::Over { .. } => Err(out_of_place(ask)),
    }
}

/// Whether a unit may take part in an assault on a hex.
fn check_attacker(ask: Ask<'_>, activation: &Activation, unit: Unit, hex: Hex) -> Result<(), Refused> {
    let Ask { rules, state } = ask;
    let info = rules.unit(unit);
    if activation.phase != Phase::Assault {
        return Err(Refused::NotAsked);
    }
    if !rules.formation(activation.formation).units.has(unit) {
        return Err(Refused::NotActive(unit));
    }
    let from = state.hex(unit).ok_or(Refused::NotOnMap(unit))?;
    if state.pinned.has(unit) {
        return Err(Refused::Pinned(unit));
    }
    if state.fired.has(unit) {
        return Err(Refused::HasFired(unit));
    }
    if !info.assaults() {
        return Err(Refused::CannotAssault(unit));
    }
    if !activation.in_command.has(unit) {
        return Err(Refused::OutOfCommand(unit));
    }
    if state.units_in(hex).and(rules.side(info.seat.other())).is_empty() {
        return Err(Refused::NoEnemyThere(hex));
    }
    let way = rules.grid().direction(from, hex).and_then(|direction| rules.cost(info.class, from, direction));
    way.map(|_| ()).ok_or(Refused::NotBeside { unit, hex })
}

/// Everybody who could take part in an assault on a hex now, up to the limit.
pub fn attackers(ask: Ask<'_>, activation: &Activation, hex: Hex) -> UnitSet {
    let beside = ask.rules.grid().neighbours(hex).flat_map(|(_, from)| ask.state.units_in(from).iter());
    let able = beside.filter(|&unit| check_attacker(ask, activation, unit, hex).is_ok());
    able.take(ask.rules.assault_table().attackers_limit).collect()
}

pub(super) fn visit(ask: Ask<'_>, activation: &Activation, visit: &mut Visit<'_>) -> ControlFlow<()> {
    let formation = ask.rules.formation(activation.formation);
    for unit in formation.units.without(ask.state.fired).without(ask.state.pinned).iter() {
        let Some(from) = ask.state.hex(unit) else { continue };
        for (_, hex) in ask.rules.grid().neighbours(from) {
            if check_attacker(ask, activation, unit, hex).is_ok() {
                visit(Action::Assault { unit, hex })?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Begins to put an assault together.
pub(super) fn begin(act: &mut Act<'_>, unit: Unit, hex: Hex) {
    act.state.frames.push(Frame::Assault(Assault { hex, attackers: unit.alone(), chit: None }));
}

/// Whether a unit may join the assault that is being put together.
pub(super) fn check_join(ask: Ask<'_>, unit: Unit) -> Result<(), Refused> {
    let Frame::Assault(assault) = ask.state.frames.top() else { return Err(out_of_place(ask)) };
    let activation = ask.state.activation().ok_or(Refused::NothingActive)?;
    check_joining(ask, activation, assault, unit)
}

fn check_joining(ask: Ask<'_>, activation: &Activation, assault: &Assault, unit: Unit) -> Result<(), Refused> {
    if assault.attackers.has(unit) {
        return Err(Refused::AlreadyJoined(unit));
    }
    let limit = ask.rules.assault_table().attackers_limit;
    if assault.attackers.len() >= limit {
        return Err(Refused::EnoughAttackers(limit as u8));
    }
    check_attacker(ask, activation, unit, assault.hex)
}

pub(super) fn visit_joins(ask: Ask<'_>, assault: &Assault, visit: &mut Visit<'_>) -> ControlFlow<()> {
    let Some(activation) = ask.state.activation() else { return ControlFlow::Continue(()) };
    for unit in ask.rules.formation(activation.formation).units.iter() {
        if check_joining(ask, activation, assault, unit).is_ok() {
            visit(Action::Join { unit })?;
        }
    }
    ControlFlow::Continue(())
}

/// Adds a unit to the assault that is being put together.
pub(super) fn join(act: &mut Act<'_>, unit: Unit) {
    if let Frame::Assault(assault) = act.state.frames.top_mut() {
        assault.attackers.add(unit);
    }
}

/// The attackers go in: the defender may answer if it holds chits.
pub(super) fn launch(act: &mut Act<'_>, assault: Assault) {
    if s15_event_chits::may_answer(act.ask(), defender(act.rules, assault.attackers)) {
        // As with a shot: what was announced stands.
        act.journal.revealed();
        act.state.frames.replace(Frame::AssaultReply(assault));
    } else {
        resolve(act, assault, None);
    }
}

/// The side that is attacked.
pub(super) fn defender(rules: &Divisions, attackers: UnitSet) -> Seat {
    attackers.first().map_or(Seat(0), |unit| rules.unit(unit).seat.other())
}

/// Throws the dice and takes the consequences. The assault's frame is on top and is ended here.
pub(super) fn resolve(act: &mut Act<'_>, assault: Assault, reply: Option<u8>) {
    let table = act.rules.assault_table();
    let fight = fight(act.ask(), &assault, reply);
    let (row, faces) = fight.resolve(table, act.dice);
    let result = &table.rows[row];
    act.note(|Ask { rules, .. }| {
        let attackers = rules.act(assault.attackers, "assaults");
        Entry::new(ASSAULT, format!("{attackers} {}: {}", rules.label(assault.hex), result.text))
            .by(defender(rules, assault.attackers).other())
            .tone(Tone::Combat)
            .at([rules.label(assault.hex)])
            .about(rules.ids(assault.attackers))
            .because(fight.resolution(table, row, &faces))
    });
    act.state.frames.pop();
    act.state.fired = act.state.fired.or(assault.attackers);
    for _ in 0..result.attacker {
        lose_strongest(act, assault.attackers);
    }
    for _ in 0..result.defender {
        lose_strongest(act, act.state.units_in(assault.hex));
    }
    let after = Retreat { hex: assault.hex, attackers: assault.attackers };
    if act.state.units_in(assault.hex).is_empty() {
        aftermath::offer_advance(act, after);
    } else if result.retreat {
        aftermath::drive_out(act, after);
    }
    s08_cup::phases::settle(act);
}

/// The loss falls on the company with the highest strength, the first of equals.
fn lose_strongest(act: &mut Act<'_>, units: UnitSet) {
    let ask = act.ask();
    let alive = units.iter().filter(|&unit| ask.state.hex(unit).is_some());
    let strongest = alive.max_by_key(|&unit| (face(ask, unit).assault, std::cmp::Reverse(unit)));
    if let Some(unit) = strongest {
        s01_companies::lose_step(act, unit);
    }
}

/// The odds of an assault as things stand; `reply` is the defender's event chit.
pub(crate) fn forecast(ask: Ask<'_>, assault: &Assault, reply: Option<u8>) -> Forecast {
    fight(ask, assault, reply).forecast(ask.rules.assault_table())
}

pub(super) fn choice(ask: Ask<'_>, unit: Unit, hex: Hex) -> Choice {
    let (info, label) = (ask.rules.unit(unit), ask.rules.label(hex));
    let assault = Assault { hex, attackers: unit.alone(), chit: None };
    Choice {
        units: vec![info.id.clone()],
        odds: Some(forecast(ask, &assault, None)),
        hex: Some(label.clone()),
        ..offer(ChoiceKind::Hex, ASSAULT, format!("{} assaults {label}", info.name))
    }
}

pub(super) fn choice_to_join(ask: Ask<'_>, unit: Unit) -> Choice {
    let info = ask.rules.unit(unit);
    let odds = if let Frame::Assault(assault) = ask.state.frames.top() {
        let attackers = assault.attackers.or(unit.alone());
        Some(forecast(ask, &Assault { attackers, ..*assault }, None))
    } else {
        None
    };
    Choice {
        units: vec![info.id.clone()],
        hex: ask.state.hex(unit).map(|hex| ask.rules.label(hex)),
        odds,
        ..offer(ChoiceKind::Unit, ASSAULT, format!("{} joins", info.name))
    }
}

/// `assault t-34 0305`
pub(super) const VERB: Verb = Verb {
    word: "assault",
    form: "assault UNIT HEX",
    read: |rules, words| {
        let [unit, hex] = *words else { return Ok(None) };
        Ok(Some(Action::Assault { unit: read_unit(rules, unit)?, hex: read_hex(rules, hex)? }))
    },
};

pub(super) fn write(rules: &Divisions, unit: Unit, hex: Hex) -> String {
    format!("{} {} {}", VERB.word, rules.unit(unit).id, rules.label(hex))
}

/// `join rifles-1`
pub(super) const JOIN: Verb = Verb {
    word: "join",
    form: "join UNIT",
    read: |rules, words| {
        let [unit] = *words else { return Ok(None) };
        Ok(Some(Action::Join { unit: read_unit(rules, unit)? }))
    },
};

pub(super) fn write_join(rules: &Divisions, unit: Unit) -> String {
    format!("{} {}", JOIN.word, rules.unit(unit).id)
}
