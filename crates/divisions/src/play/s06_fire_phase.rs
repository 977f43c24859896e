//! Fire of the active side (FD-6): after its movement each company of the formation may fire once, pinned or not.

use std::ops::ControlFlow;

use engine::{Seat, Visit};

use super::{Refused, s02_fire_needs, s16_weather};
use crate::state::{Activation, Ask, Phase, Shot, Unit, UnitSet};

/// The side that may fire the shot in its own activation.
pub(super) fn check(ask: Ask<'_>, activation: &Activation, shot: Shot) -> Result<Seat, Refused> {
    if activation.phase != Phase::Fire {
        return Err(Refused::NotAsked);
    }
    let formation = ask.rules.formation(activation.formation);
    check_pair(ask, formation.units, shot.shooter, shot.target).map(|()| formation.seat)
}

fn check_pair(ask: Ask<'_>, formation: UnitSet, shooter: Unit, target: Unit) -> Result<(), Refused> {
    if !formation.has(shooter) {
        return Err(Refused::NotActive(shooter));
    }
    if ask.state.fired.has(shooter) {
        return Err(Refused::HasFired(shooter));
    }
    if ask.rules.unit(target).seat == ask.rules.unit(shooter).seat {
        return Err(Refused::OwnUnit(target));
    }
    let hex = ask.state.hex(target).ok_or(Refused::NotOnMap(target))?;
    s02_fire_needs::range(ask, shooter, hex).map(|_| ())
}

/// Visits everybody who may fire in this phase, with each target.
pub(crate) fn visit(ask: Ask<'_>, activation: &Activation, visit: &mut Visit<'_, (Unit, Unit)>) -> ControlFlow<()> {
    let formation = ask.rules.formation(activation.formation);
    if !s16_weather::allows_fire(ask) {
        return ControlFlow::Continue(());
    }
    for shooter in formation.units.without(ask.state.fired).iter() {
        let Some(from) = ask.state.hex(shooter) else { continue };
        for target in s02_fire_needs::seen(ask, ask.rules.side(formation.seat.other()), from) {
            if check_pair(ask, formation.units, shooter, target).is_ok() {
                visit((shooter, target))?;
            }
        }
    }
    ControlFlow::Continue(())
}
