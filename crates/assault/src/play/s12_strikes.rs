//! Strikes from outside the map (AS-12.3, AS-12.4) and blast against buildings and works (AS-12.5), on the board.

use std::ops::ControlFlow;

use engine::Seat;
use hexmap::Hex;

use super::{Refused, Visit, action::FireMode};
use crate::state::{Act, Activation, Ask, Assault, SupportState, Unit};

/// The support of a side at the start.
pub(super) fn at_the_start(_rules: &Assault, _seat: Seat) -> Vec<SupportState> {
    Vec::new()
}

/// Whether a side has a strike that could come now.
pub(super) fn any(ask: Ask<'_>, seat: Seat) -> bool {
    visit(ask, seat, &mut |_| ControlFlow::Break(())).is_break()
}

pub(super) fn visit(_ask: Ask<'_>, _seat: Seat, _visit: &mut Visit<'_>) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

pub(super) fn check_bombard(_ask: Ask<'_>, _support: u8, _mode: FireMode) -> Result<(), Refused> {
    Err(Refused::NoSuchSupport)
}

pub(super) fn bombard(_act: &mut Act<'_>, _support: u8, _mode: FireMode) {}

pub(super) fn check_air(_ask: Ask<'_>, _support: u8, _target: Unit, _blast: bool) -> Result<(), Refused> {
    Err(Refused::NoSuchSupport)
}

pub(super) fn air_strike(_act: &mut Act<'_>, _support: u8, _target: Unit, _blast: bool) {}

pub(super) fn visit_blasts(_ask: Ask<'_>, _activation: &Activation, _visit: &mut Visit<'_>) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

pub(super) fn check_blast(_ask: Ask<'_>, _unit: Unit, _at: Hex) -> Result<(), Refused> {
    Err(Refused::NoBlast)
}

pub(super) fn blast(_act: &mut Act<'_>, _unit: Unit, _at: Hex) {}

/// The odds of a blast.
pub(super) fn blast_forecast(_ask: Ask<'_>, _unit: Unit, _at: Hex) -> Option<engine::Forecast> {
    None
}

/// Where a battery's waypoint lies.
pub(super) fn aimed_at(_ask: Ask<'_>, _support: u8) -> Option<Hex> {
    None
}
