//! Opportunity fire (FD-4).
//!
//! Each time a unit or a stack enters a hex, every enemy with range and sight may call a halt and fire at one unit of
//! it. It may fire again at every further hex entered.

use std::ops::ControlFlow;

use engine::{Seat, Visit};
use hexmap::Hex;

use super::{Refused, s02_fire_needs, s16_weather};
use crate::state::{Act, Ask, Frame, Halt, Shot, Unit, UnitSet};

/// Enemies of `mover` who could fire at something in `hex`, with the range.
pub fn covering(ask: Ask<'_>, mover: Seat, hex: Hex) -> impl Iterator<Item = (Unit, u16)> {
    let enemies = if s16_weather::allows_fire(ask) { ask.rules.side(mover.other()) } else { UnitSet::NONE };
    let seen = s02_fire_needs::seen(ask, enemies, hex);
    seen.filter_map(move |unit| Some((unit, s02_fire_needs::range(ask, unit, hex).ok()?)))
}

/// Asks the enemy whether to fire at units that have just entered `hex`.
pub(super) fn call_halt(act: &mut Act<'_>, mover: Seat, entered: UnitSet, hex: Hex) {
    if covering(act.ask(), mover, hex).next().is_some() {
        act.state.frames.push(Frame::Halt(Halt { side: mover.other(), entered, fired: UnitSet::NONE }));
    }
}

/// The side that may fire the shot in this halt.
pub(super) fn check(ask: Ask<'_>, halt: &Halt, shot: Shot) -> Result<Seat, Refused> {
    let Shot { shooter, target, .. } = shot;
    if ask.rules.unit(shooter).seat != halt.side {
        return Err(Refused::NotYours(shooter));
    }
    if halt.fired.has(shooter) {
        return Err(Refused::FiredInHalt(shooter));
    }
    if !halt.entered.has(target) {
        return Err(Refused::NotEntering(target));
    }
    let hex = ask.state.hex(target).ok_or(Refused::NotOnMap(target))?;
    s02_fire_needs::range(ask, shooter, hex).map(|_| halt.side)
}

/// Visits everybody who may fire in this halt, with each target.
pub(super) fn visit(ask: Ask<'_>, halt: &Halt, visit: &mut Visit<'_, (Unit, Unit)>) -> ControlFlow<()> {
    for shooter in shooters(ask, halt) {
        for target in halt.entered.iter().filter(|&unit| ask.state.hex(unit).is_some()) {
            visit((shooter, target))?;
        }
    }
    ControlFlow::Continue(())
}

/// Whether anybody can still fire in this halt.
pub(crate) fn is_open(ask: Ask<'_>, halt: &Halt) -> bool {
    shooters(ask, halt).next().is_some()
}

fn shooters(ask: Ask<'_>, halt: &Halt) -> impl Iterator<Item = Unit> {
    let (mover, fired) = (halt.side.other(), halt.fired);
    let hex = halt.entered.iter().find_map(|unit| ask.state.hex(unit));
    let able = hex.into_iter().flat_map(move |hex| covering(ask, mover, hex));
    able.map(|(unit, _)| unit).filter(move |&unit| !fired.has(unit))
}
