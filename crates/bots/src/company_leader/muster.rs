//! Before and after the fighting: generation, setting up on the map, the debriefing.

use hexmap::Hex;
use open_fire::{
    play::{
        action::Action,
        missions::deployment::Deploy,
        s04_generation::Step,
    },
    state::units::{Place, UnitId},
};

use crate::company_leader::outlook::Outlook;

/// Good crews rather than many vehicles.
pub(crate) fn weigh_step(action: &Action) -> f64 {
    let Action::Generate(step) = action else { return 0.0 };
    match *step {
        Step::TakeSample => 9.0,
        Step::BuyCrew(kind) => 5.0 - f64::from(kind) * 0.1,
        Step::BuyVehicle { crew, vehicle } => 8.0 - f64::from(crew) * 0.5 - f64::from(vehicle.abs_diff(1)) * 0.1,
        // By the case; the odd rounds of the last one go to whoever has room.
        Step::BuyRounds { crew, rounds } => 4.0 - f64::from(crew) * 0.01 - f64::from(u8::from(rounds == 1)) * 0.5,
        Step::Stock { unit, rounds } => 4.0 - f64::from(unit.0) * 0.01 - f64::from(u8::from(rounds == 1)) * 0.5,
        Step::ThrowQuality | Step::ThrowRatings | Step::Ready => 1.0,
        Step::ReturnCrew(_)
        | Step::ReturnVehicle { .. }
        | Step::ReturnRounds { .. }
        | Step::Unstock { .. }
        | Step::Swap { .. } => -1.0,
    }
}

/// Guns into the positions, vehicles hull down, everybody where he sees far and is hard to see; then ready.
pub(crate) fn weigh_deployment(look: Outlook<'_>, action: &Action, in_hand: Option<UnitId>) -> f64 {
    let waits = |unit: UnitId| look.state.unit(unit).place == Place::OffMap;
    let Action::Deploy(step) = *action else { return -1.0 };
    match step {
        Deploy::DigIn { inside: true } | Deploy::Hide { down: true } => 9.0,
        Deploy::Put { hex } if in_hand.is_some_and(waits) => 3.0 + worth_of_post(look, hex),
        Deploy::Pick { unit } if waits(unit) => 2.0,
        Deploy::Ready => 1.0,
        Deploy::DigIn { .. } | Deploy::Hide { .. } | Deploy::Put { .. } | Deploy::Pick { .. } | Deploy::Face { .. } => -1.0,
    }
}

/// How good a post a hex is: what it sees before the zone, the cover it gives, and friends near but not in it.
fn worth_of_post(look: Outlook<'_>, hex: Hex) -> f64 {
    let grid = look.rules.grid();
    let zone = look.rules.mission.terms.deployment.map_or(0, |deployment| deployment.columns.1);
    let ahead = |other: &Hex| {
        let away = grid.distance(hex, *other);
        grid.label(*other).column() > zone && (3..=14).contains(&away)
    };
    let field = grid.hexes().filter(ahead).filter(|&other| look.rules.country.sees_unit(hex, other, &[])).count();
    let cover = match look.rules.country.terrain_id(hex) {
        "town" => 1.6,
        "woods" => 1.3,
        "building" => 0.6,
        "rough" => 0.5,
        _ => 0.4,
    };
    let mut near = 0.0;
    for (_, other) in look.ours() {
        let away = grid.distance(hex, other);
        near += match away {
            0 => -0.8,
            1..=4 => 0.15,
            5..=8 => 0.0,
            _ => -0.15,
        };
    }
    (field as f64 * 0.012).min(1.5) + cover + near
}
