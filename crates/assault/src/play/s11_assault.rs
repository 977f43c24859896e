//! Close combat on the board (AS-11): a unit goes into an enemy's hex and fights there until one of them has it.

use std::ops::ControlFlow;

use super::{Refused, Visit};
use crate::state::{Act, Activation, Ask, Unit};

pub(super) fn check(_ask: Ask<'_>, _unit: Unit, _target: Unit) -> Result<(), Refused> {
    Err(Refused::NoAssault)
}

pub(super) fn visit(_ask: Ask<'_>, _activation: &Activation, _visit: &mut Visit<'_>) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

pub(super) fn perform(_act: &mut Act<'_>, _unit: Unit, _target: Unit) {}

/// The odds of an assault.
pub(super) fn forecast(_ask: Ask<'_>, _unit: Unit, _target: Unit) -> Option<engine::Forecast> {
    None
}
