//! Who sees whom as things stand (OF-8, with OF-8.3, OF-8.4, OF-9.10 and bunkers of OF-13.3).

use hexmap::{Direction, Hex};

use crate::{
    booklet::paragraphs::words::Weather,
    map::sight::in_front,
    state::{WorkKind, laid_out::Ask, units::UnitId},
};

/// The way a unit must look, if it does not see all round: a closed vehicle with the option, a bunker always.
pub(crate) fn looks_only(ask: Ask<'_>, unit: UnitId) -> Option<Direction> {
    let bunker = ask.state.works.iter().find_map(|work| match work.kind {
        WorkKind::Bunker(facing) if work.occupant == Some(unit) => Some(facing),
        _ => None,
    });
    let closed = ask.rules.options.closed_arcs && ask.state.unit(unit).closed;
    bunker.or_else(|| closed.then(|| ask.state.unit(unit).turret))
}

/// Whether a unit sees the ground of a hex.
pub fn sees_hex(ask: Ask<'_>, unit: UnitId, hex: Hex) -> bool {
    let Some(from) = ask.state.hex_of(unit) else { return false };
    if from == hex {
        return true;
    }
    let ahead = |facing| in_front(ask.rules.grid(), from, facing, hex);
    let country = &ask.rules.country;
    looks_only(ask, unit).is_none_or(ahead)
        && !is_in_fog(ask, from, hex)
        && past_smoke(ask, (from, hex), |smoke| country.sees_hex(from, hex, smoke))
}

/// Whether fog hides one hex from the other.
pub(crate) fn is_in_fog(ask: Ask<'_>, from: Hex, to: Hex) -> bool {
    farthest(ask).is_some_and(|most| ask.rules.grid().distance(from, to) > most)
}

/// The most hexes over which anybody sees anything, if the weather limits it.
pub(crate) fn farthest(ask: Ask<'_>) -> Option<u16> {
    match ask.state.weather {
        Weather::Clear => None,
        Weather::Fog => Some(ask.rules.sheet.hindrances.weather.fog),
        Weather::ThickFog => Some(ask.rules.sheet.hindrances.weather.thick_fog),
    }
}

/// Whether a unit sees another one.
pub fn sees_unit(ask: Ask<'_>, unit: UnitId, target: UnitId) -> bool {
    let (Some(from), Some(to)) = (ask.state.hex_of(unit), ask.state.hex_of(target)) else { return false };
    if from == to {
        return true;
    }
    // Activation takes away what is between the two, not the hatch over the observer's head (ruling OF-8.3, OF-8.4).
    let ahead = |facing| in_front(ask.rules.grid(), from, facing, to);
    let country = &ask.rules.country;
    let in_sight =
        || !is_in_fog(ask, from, to) && past_smoke(ask, (from, to), |smoke| country.sees_unit(from, to, smoke));
    let clear = || glimpsed(ask, unit, target) || in_sight();
    looks_only(ask, unit).is_none_or(ahead) && clear()
}

/// Whether one of the two was activated by the other this round (OF-8.3).
pub(crate) fn glimpsed(ask: Ask<'_>, one: UnitId, other: UnitId) -> bool {
    let by = |german: UnitId, us: UnitId| ask.state.unit(german).glimpsed_by.has(us);
    by(one, other) || by(other, one)
}

/// Whether something is seen past the smoke on the map. Smoke only hides, so where the ground hides it nobody asks for
/// the smoke.
fn past_smoke(ask: Ask<'_>, (from, to): (Hex, Hex), sees: impl Fn(&[Hex]) -> bool) -> bool {
    if !sees(&[]) {
        return false;
    }
    // Whatever a line touches is on a shortest way between its ends, or beside one.
    let grid = ask.rules.grid();
    let least = grid.distance(from, to) + 1;
    let near = |hex: &Hex| grid.distance(from, *hex) + grid.distance(*hex, to) <= least;
    !ask.state.smoke.iter().any(|smoke| near(&smoke.hex)) || sees(&smoke(ask))
}

/// The hexes with smoke in them.
pub(crate) fn smoke(ask: Ask<'_>) -> Vec<Hex> {
    ask.state.smoke.iter().map(|smoke| smoke.hex).collect()
}

/// What the ground adds to a perception check about a hex (OF-5.3).
pub(crate) fn perception_in(ask: Ask<'_>, hex: Hex) -> i32 {
    let smoke = ask.state.smoke.iter().any(|smoke| smoke.hex == hex);
    ask.rules.sheet.movement.perception(ask.rules.country.terrain_id(hex), smoke)
}
