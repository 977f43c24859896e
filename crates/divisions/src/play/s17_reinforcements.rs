//! Reinforcements (FD-17): companies that come onto the map later, one at a time, at hexes of their own.

use std::ops::ControlFlow;

use engine::{Entry, Visit};
use hexmap::Hex;

use super::{
    Refused,
    s10_movement::{self, Move, enemy_cost, movable},
};
use crate::{
    rule_ids::REINFORCEMENTS,
    state::{Activation, Ask, Place, Unit, UnitSet},
    tables::{Halves, Points},
};

/// Whether a unit may come in on this turn.
pub(super) fn is_due(ask: Ask<'_>, unit: Unit) -> bool {
    ask.rules.unit(unit).arrives <= ask.state.turn
}

/// What it costs a unit that is not on the map yet to come in at `to`, if it may.
pub(super) fn entry_cost(ask: Ask<'_>, units: UnitSet, to: Hex) -> Result<Halves, Refused> {
    let unit = units.first().ok_or(Refused::NobodyMoves)?;
    let info = ask.rules.unit(unit);
    if units.len() > 1 {
        return Err(Refused::EnterAlone);
    }
    if !is_due(ask, unit) {
        return Err(Refused::NotYet { unit, turn: info.arrives });
    }
    if !info.entry.contains(&to) {
        return Err(Refused::NotAnEntry { unit, hex: to });
    }
    // The hex is entered by whatever leads off the map there: the ground's own cost, or a point where only a road can.
    let by_road = ask.rules.catalogue.limits.by_road;
    let ground = ask.rules.ground(to).cost.of(info.class).0.or(by_road.0).ok_or(Refused::Impassable(to))?;
    Ok(ground + enemy_cost(ask, units, to))
}

/// Visits every way in for the units of the active formation that are due.
pub(super) fn visit(ask: Ask<'_>, activation: &Activation, visit: &mut Visit<'_, Move>) -> ControlFlow<()> {
    let waiting = |unit: &Unit| ask.state.units[unit.index()].place == Place::Reserve && is_due(ask, *unit);
    for unit in movable(ask, activation).iter().filter(waiting) {
        let units = unit.alone();
        for &to in ask.rules.unit(unit).entries() {
            if s10_movement::check_first(ask, activation, units, to).is_ok() {
                visit(Move { units, to })?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// The line about a company that has come in.
pub(super) fn entry(ask: Ask<'_>, units: UnitSet, to: Hex, cost: Halves) -> Entry {
    let Ask { rules, .. } = ask;
    let text = format!("{} {} for {}", rules.act(units, "comes onto the map at"), rules.label(to), Points(cost));
    let entry = Entry::new(REINFORCEMENTS, text).at([rules.label(to)]).about(rules.ids(units));
    match units.first() {
        Some(unit) => entry.by(rules.unit(unit).seat),
        None => entry,
    }
}
