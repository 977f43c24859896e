//! Tank crews on foot (OF-12).

use crate::{
    play::s03_course,
    state::{
        laid_out::Act,
        units::{Ratings, Side, Space, UnitId},
    },
};

/// The data card of a crew on foot.
const CREW: &str = "tank-crew";

/// The crew leaves its tank and goes on as half a squad, rated by how many are left. The tank stays behind, disabled.
pub(crate) fn abandon(act: &mut Act<'_>, unit: UnitId) {
    let Some(hex) = act.state.unit(unit).hex() else { return };
    let tank = act.state.unit(unit).clone();
    let mut crew = s03_course::new_unit(
        act.rules,
        Side::Us,
        &format!("{}-crew", tank.letter),
        CREW,
        tank.ratings,
        tank.condition.crew,
    );
    crew.name = format!("Crew of {}", tank.name);
    crew.place = crate::state::units::Place::At(hex);
    crew.condition.crew_lost = tank.condition.crew_lost;
    crew.owner = tank.owner;
    crew.space = Space::Complete;
    crew.crew_from = Some(tank.crew_from.unwrap_or(unit));
    (crew.facing, crew.turret) = (tank.facing, tank.facing);
    if act.state.add_unit(crew).is_none() {
        return;
    }
    let left = act.state.unit_mut(unit);
    left.condition.crew_lost += left.condition.crew;
    left.condition.crew = 0;
    left.space = Space::Complete;
    if let Ratings::Crew(crew) = &mut left.ratings {
        crew.commander = false;
    }
}
