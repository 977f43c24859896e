//! Reinforcements (FD-17): companies that come onto the map later, one at a time, at hexes of their own.

use engine::Entry;
use hexmap::Hex;

use super::Refused;
use crate::{
    rule_ids::REINFORCEMENTS,
    state::{Ask, Place, Unit, UnitSet},
    tables::{Halves, Points},
};

/// Whether a unit may come in on this turn.
pub(crate) fn is_due(ask: Ask<'_>, unit: Unit) -> bool {
    ask.rules.unit(unit).arrives <= ask.state.turn
}

/// What the ground costs a unit that is not on the map yet and comes in at `to`, if it may.
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
    ask.rules.ground(to).cost.of(info.class).0.or(by_road.0).ok_or(Refused::Impassable(to))
}

/// Every way in for those of some units that are due: each alone, with a hex.
pub(super) fn ways_in(ask: Ask<'_>, units: UnitSet) -> impl Iterator<Item = (UnitSet, Hex)> {
    let waiting = move |unit: &Unit| ask.state.units[unit.index()].place == Place::Reserve && is_due(ask, *unit);
    let way = move |unit: Unit| ask.rules.unit(unit).entries().iter().map(move |&to| (unit.alone(), to));
    units.iter().filter(waiting).flat_map(way)
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
