//! Stacking (FD-12): so many counters of one side in a hex, and never enemies together.

use hexmap::Hex;

use super::Refused;
use crate::state::{Ask, UnitSet};

/// Whether enemies or too many friends stand in `to`.
pub fn check(ask: Ask<'_>, units: UnitSet, to: Hex) -> Result<(), Refused> {
    let already = ask.state.units_in(to);
    let Some(unit) = units.first() else { return Err(Refused::NobodyMoves) };
    if !already.and(ask.rules.side(ask.rules.unit(unit).seat.other())).is_empty() {
        return Err(Refused::EnemyThere(to));
    }
    let limit = ask.rules.catalogue.limits.stacking;
    if already.or(units).len() > limit {
        return Err(Refused::Stacking { hex: to, limit: limit as u8 });
    }
    Ok(())
}
