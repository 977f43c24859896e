//! After an assault: defenders fall back, attackers take the ground.

use std::ops::ControlFlow;

use engine::{Choice, ChoiceKind, Entry};
use hexmap::Hex;

use super::defender;
use crate::{
    play::{
        Refused, Visit,
        action::Action,
        notation::{Verb, group, read_group, read_hex},
        offer::offer,
        out_of_place, s01_companies, s08_cup, s11_terrain, s12_stacking, s18_victory,
    },
    rule_ids::ASSAULT,
    state::{Act, Ask, Divisions, Frame, Retreat, UnitSet},
};

/// Defenders fall back; those who cannot lose a step and stand.
pub(super) fn drive_out(act: &mut Act<'_>, after: Retreat) {
    if retreats(act.ask(), &after).next().is_some() {
        act.state.frames.push(Frame::Retreat(after));
        return;
    }
    act.note(|ask| Entry::new(ASSAULT, "The defenders have nowhere to fall back to").at([ask.rules.label(after.hex)]));
    for unit in act.state.units_in(after.hex).iter() {
        s01_companies::lose_step(act, unit);
    }
    if act.state.units_in(after.hex).is_empty() {
        offer_advance(act, after);
    }
}

/// The hexes the defenders may fall back to.
fn retreats<'a>(ask: Ask<'a>, after: &'a Retreat) -> impl Iterator<Item = Hex> + 'a {
    let neighbours = ask.rules.grid().neighbours(after.hex);
    neighbours.map(|(_, to)| to).filter(move |&to| check_hex(ask, after, to).is_ok())
}

pub(in crate::play) fn visit_retreats(ask: Ask<'_>, after: &Retreat, visit: &mut Visit<'_>) -> ControlFlow<()> {
    retreats(ask, after).try_for_each(|to| visit(Action::Retreat { to }))
}

/// Whether the defenders may fall back to a hex now.
pub(in crate::play) fn check_retreat(ask: Ask<'_>, to: Hex) -> Result<(), Refused> {
    let Frame::Retreat(after) = ask.state.frames.top() else { return Err(out_of_place(ask)) };
    check_hex(ask, after, to)
}

/// Whether a hex is free for all defenders and not beside an attacker.
fn check_hex(ask: Ask<'_>, after: &Retreat, to: Hex) -> Result<(), Refused> {
    let Ask { rules, state } = ask;
    let units = state.units_in(after.hex);
    let direction = rules.grid().direction(after.hex, to).ok_or(Refused::NoRetreat(to))?;
    let passable = s11_terrain::dearest(rules, units, after.hex, direction).is_some();
    let mut attackers = after.attackers.iter().filter_map(|unit| state.hex(unit));
    if !passable || attackers.any(|hex| rules.grid().distance(hex, to) <= 1) {
        return Err(Refused::NoRetreat(to));
    }
    s12_stacking::check(ask, units, to)
}

/// The defenders fall back to a hex that has been checked.
pub(in crate::play) fn fall_back(act: &mut Act<'_>, to: Hex) {
    let Frame::Retreat(after) = *act.state.frames.top() else { return };
    let units = act.state.units_in(after.hex);
    let seat = defender(act.rules, after.attackers);
    units.iter().for_each(|unit| act.state.put(unit, to));
    act.note(|Ask { rules, .. }| {
        let (from, to) = (rules.label(after.hex), rules.label(to));
        Entry::new(ASSAULT, format!("The defenders of {from} fall back to {to}"))
            .by(seat)
            .at([from, to])
            .about(rules.ids(units))
    });
    s18_victory::take_objective(act, seat, to);
    act.state.frames.pop();
    offer_advance(act, after);
    s08_cup::phases::settle(act);
}

pub(in crate::play) fn choice_to_retreat(ask: Ask<'_>, to: Hex) -> Choice {
    let label = ask.rules.label(to);
    Choice { hex: Some(label.clone()), ..offer(ChoiceKind::Hex, ASSAULT, format!("Fall back to {label}")) }
}

/// `retreat 0204`
pub(in crate::play) const RETREAT: Verb = Verb {
    word: "retreat",
    form: "retreat HEX",
    read: |rules, words| {
        let [to] = *words else { return Ok(None) };
        Ok(Some(Action::Retreat { to: read_hex(rules, to)? }))
    },
};

pub(in crate::play) fn write_retreat(rules: &Divisions, to: Hex) -> String {
    format!("{} {}", RETREAT.word, rules.label(to))
}

/// Asks the attackers whether to take the hex, if any of them can.
pub(super) fn offer_advance(act: &mut Act<'_>, after: Retreat) {
    if after.attackers.iter().any(|unit| check_units(act.ask(), &after, unit.alone()).is_ok()) {
        act.state.frames.push(Frame::Advance(after));
    }
}

pub(in crate::play) fn visit_advances(ask: Ask<'_>, after: &Retreat, visit: &mut Visit<'_>) -> ControlFlow<()> {
    for units in after.attackers.subsets() {
        if check_units(ask, after, units).is_ok() {
            visit(Action::Advance { units })?;
        }
    }
    ControlFlow::Continue(())
}

/// Whether these units may advance now.
pub(in crate::play) fn check_advance(ask: Ask<'_>, units: UnitSet) -> Result<(), Refused> {
    match ask.state.frames.top() {
        Frame::Advance(after) if !units.is_empty() => check_units(ask, after, units),
        Frame::Cup { .. }
        | Frame::Activation(_)
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

fn check_units(ask: Ask<'_>, after: &Retreat, units: UnitSet) -> Result<(), Refused> {
    let Ask { rules, state } = ask;
    let hex = after.hex;
    for unit in units.iter() {
        if !after.attackers.has(unit) {
            return Err(Refused::NotAnAttacker(unit));
        }
        let from = state.hex(unit).ok_or(Refused::NotOnMap(unit))?;
        let direction = rules.grid().direction(from, hex).ok_or(Refused::NotBeside { unit, hex })?;
        rules.cost(rules.unit(unit).class, from, direction).ok_or(Refused::Impassable(hex))?;
    }
    s12_stacking::check(ask, units, hex)
}

/// Attackers that have been checked take the hex.
pub(in crate::play) fn advance(act: &mut Act<'_>, units: UnitSet) {
    let Frame::Advance(after) = *act.state.frames.top() else { return };
    let seat = defender(act.rules, after.attackers).other();
    units.iter().for_each(|unit| act.state.put(unit, after.hex));
    act.note(|Ask { rules, .. }| {
        let hex = rules.label(after.hex);
        Entry::new(ASSAULT, format!("{} {hex}", rules.act(units, "advances into")))
            .by(seat)
            .at([hex])
            .about(rules.ids(units))
    });
    s18_victory::take_objective(act, seat, after.hex);
    act.state.frames.pop();
    s08_cup::phases::settle(act);
}

pub(in crate::play) fn choice_to_advance(ask: Ask<'_>, units: UnitSet) -> Choice {
    let units_of = |units| ask.rules.ids(units).collect();
    Choice { units: units_of(units), ..offer(ChoiceKind::Button, ASSAULT, ask.rules.act(units, "advances")) }
}

/// `advance t-34+rifles-1`
pub(in crate::play) const ADVANCE: Verb = Verb {
    word: "advance",
    form: "advance UNIT+UNIT",
    read: |rules, words| {
        let [units] = *words else { return Ok(None) };
        Ok(Some(Action::Advance { units: read_group(rules, units)? }))
    },
};

pub(in crate::play) fn write_advance(rules: &Divisions, units: UnitSet) -> String {
    format!("{} {}", ADVANCE.word, group(rules, units))
}
