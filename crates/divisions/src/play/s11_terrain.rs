//! Terrain (FD-11): the cost of ground, roads and hexsides, cover, and help in close assault. `map::costs` works the
//! numbers out.

use hexmap::{Direction, Hex};

use crate::state::{Ask, Assault, Divisions, Unit, UnitSet};
use crate::tables::Halves;

/// What the dearest member of a group pays to leave `from` in a direction; nothing if one of them cannot.
pub(super) fn dearest(rules: &Divisions, units: UnitSet, from: Hex, direction: Direction) -> Option<Halves> {
    let mut dearest = 0;
    for unit in units.iter() {
        dearest = dearest.max(rules.cost(rules.unit(unit).class, from, direction)?);
    }
    Some(dearest)
}

/// What gives cover in a hex, and how much it adds to the total that a shot must reach.
pub(super) fn cover(rules: &Divisions, hex: Hex) -> (&str, i32) {
    let ground = rules.ground(hex);
    (&ground.name, ground.cover)
}

/// What hexsides give the defenders. They help only if every attacker comes across one: then the weakest counts.
pub(super) fn help_of_hexsides(ask: Ask<'_>, assault: &Assault) -> i32 {
    let help = |unit: Unit| {
        let from = ask.state.hex(unit)?;
        Some(ask.rules.costs.side_help(from, ask.rules.grid().direction(from, assault.hex)?))
    };
    assault.attackers.iter().filter_map(help).min().unwrap_or(0)
}
