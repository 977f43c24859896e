//! Tank crews on foot (OF-12).

use crate::state::{
    State,
    laid_out::OpenFire,
    units::{Ratings, Side, Space, UnitId},
};

/// The data card of a crew on foot.
const CREW: &str = "tank-crew";

impl OpenFire {
    /// The crew leaves its tank and goes on as half a squad, rated by how many are left. The tank stays behind, disabled.
    pub(crate) fn abandon(&self, state: &mut State, unit: UnitId) {
        let Some(hex) = state.unit(unit).hex() else { return };
        let tank = state.unit(unit).clone();
        let mut crew =
            self.new_unit(Side::Us, &format!("{}-crew", tank.letter), CREW, tank.ratings, tank.condition.crew);
        crew.name = format!("Crew of {}", tank.name);
        crew.place = crate::state::units::Place::At(hex);
        crew.condition.crew_lost = tank.condition.crew_lost;
        crew.owner = tank.owner;
        crew.space = Space::Complete;
        crew.crew_from = Some(tank.crew_from.unwrap_or(unit));
        (crew.facing, crew.turret) = (tank.facing, tank.facing);
        state.units.push(crew);
        let left = state.unit_mut(unit);
        left.condition.crew_lost += left.condition.crew;
        left.condition.crew = 0;
        left.space = Space::Complete;
        if let Ratings::Crew(crew) = &mut left.ratings {
            crew.commander = false;
        }
    }
}
