//! Before and after the fighting: generation, setting up on the map, the debriefing.

use hexmap::{Direction, Hex};
use open_fire::{
    course::action::Action,
    map::sight::in_front,
    play::{missions::deployment::Deploy, s04_generation::Step, s16_campaign::steps::Step as Debriefing},
    state::units::{Ammunition, Place, UnitId},
};

use crate::{company_leader::outlook::Outlook, open_fire_player};

/// Vehicles that a new platoon should have.
const VEHICLES: usize = 4;
/// Points that every crew should have cost: below that, nobody notices what is going on.
const A_FAIR_CREW: i32 = 5;
/// Vehicle points kept for the rounds of each vehicle, and what the cheapest one with a fair gun costs.
const ROUNDS_EACH: i32 = 3;
const A_FAIR_VEHICLE: i32 = 5;

/// The sample platoon; failing that four crews, the first as good as leaves fair ones for the others, a vehicle for
/// each by the same rule, and rounds shared out evenly.
pub(crate) fn weigh_step(look: Outlook<'_>, action: &Action) -> f64 {
    let Action::Generate(step) = action else { return 0.0 };
    let Some(generation) = &look.state.generation else { return 0.0 };
    let tables = &look.rules.sheet.platoon;
    let crews = &generation.crews;
    match *step {
        Step::TakeSample => 9.0,
        Step::BuyCrew(kind) => {
            let missing = VEHICLES.saturating_sub(crews.len() + 1) as i32;
            let cost = tables.crews.get(usize::from(kind)).map_or(0, |row| row.cost);
            let kept = generation.platoon_points - cost >= missing * A_FAIR_CREW;
            if crews.len() < VEHICLES && kept { 5.0 + f64::from(cost) * 0.1 } else { -0.5 }
        }
        Step::BuyVehicle { crew, vehicle } => {
            let unmounted = crews.iter().filter(|crew| crew.vehicle.is_none()).count() as i32;
            let cost = tables.vehicles.get(usize::from(vehicle)).map_or(0, |row| row.cost);
            let reserve = ROUNDS_EACH * crews.len() as i32 + A_FAIR_VEHICLE * (unmounted - 1);
            let kept = generation.vehicle_points - cost >= reserve;
            let first = 8.0 - f64::from(crew) * 0.5;
            if kept { first + f64::from(cost) * 0.01 } else { 2.0 - f64::from(cost) * 0.01 }
        }
        Step::BuyRounds { crew, rounds } => {
            let has = crews.get(usize::from(crew)).map_or(0, |crew| crew.rounds);
            4.0 - f64::from(has) * 0.01 - f64::from(u8::from(rounds == 1)) * 0.9
        }
        Step::Stock { unit, rounds } => {
            let has = look.state.unit(unit).ammunition.map_or(0, Ammunition::all);
            4.0 - f64::from(has) * 0.01 - f64::from(u8::from(rounds == 1)) * 0.9
        }
        Step::ThrowQuality | Step::ThrowRatings | Step::Ready => 1.0,
        Step::ReturnCrew(_)
        | Step::ReturnVehicle { .. }
        | Step::ReturnRounds { .. }
        | Step::Unstock { .. }
        | Step::Swap { .. } => -1.0,
    }
}

/// After a mission: fair crews and vehicles for all who are missing before a good one for the first, and rounds shared
/// out evenly.
pub(crate) fn weigh_debriefing(look: Outlook<'_>, action: &Action) -> f64 {
    let usual = open_fire_player::weigh_debriefing(action);
    let (Action::Debrief(step), Some(campaign)) = (action, &look.state.campaign) else { return usual };
    let (debriefing, crews) = (&campaign.debriefing, &campaign.roster.crews);
    let tables = &look.rules.sheet.platoon;
    match *step {
        Debriefing::BuyCrew(kind) => {
            let cost = tables.crews.get(usize::from(kind)).map_or(0, |row| row.cost);
            let missing = i32::from(debriefing.crews_due) - debriefing.new_crews.len() as i32 - 1;
            let kept = debriefing.platoon_points - cost >= missing * A_FAIR_CREW;
            if kept { 6.0 + f64::from(cost) * 0.01 } else { 5.0 - f64::from(cost) * 0.01 }
        }
        Debriefing::BuyVehicle { vehicle, .. } => {
            let cost = tables.vehicles.get(usize::from(vehicle)).map_or(0, |row| row.cost);
            let unmounted = crews.iter().filter(|crew| crew.vehicle.is_none()).count() as i32;
            let reserve = ROUNDS_EACH * unmounted + A_FAIR_VEHICLE * (unmounted - 1).max(0);
            let kept = debriefing.vehicle_points - cost >= reserve;
            if kept { 6.0 + f64::from(cost) * 0.01 } else { 5.5 - f64::from(cost) * 0.01 }
        }
        Debriefing::BuyRounds(crew) => {
            let vehicle = crews.get(usize::from(crew)).and_then(|crew| crew.vehicle.as_ref());
            4.0 - f64::from(vehicle.map_or(99, |vehicle| vehicle.rounds)) * 0.01
        }
        Debriefing::Award(_)
        | Debriefing::TakeBack(_)
        | Debriefing::AwardRest
        | Debriefing::Awarded
        | Debriefing::Raise { .. }
        | Debriefing::Spent
        | Debriefing::ReturnCrew(_)
        | Debriefing::Recruited
        | Debriefing::ReturnVehicle(_)
        | Debriefing::Park(_)
        | Debriefing::Man { .. }
        | Debriefing::Ready => usual,
    }
}

/// Guns into the positions, vehicles hull down, everybody where he sees far and is hard to see; then ready.
pub(crate) fn weigh_deployment(look: Outlook<'_>, action: &Action, in_hand: Option<UnitId>) -> f64 {
    let waits = |unit: UnitId| look.state.unit(unit).place == Place::OffMap;
    let Action::Deploy(step) = *action else { return -1.0 };
    match step {
        Deploy::Face { facing } if in_hand.is_some_and(|unit| faces_enemy(look, unit) == Some(facing)) => 9.5,
        Deploy::DigIn { inside: true } | Deploy::Hide { down: true } => 9.0,
        Deploy::Put { hex } if in_hand.is_some_and(waits) => 3.0 + worth_of_post(look, hex),
        Deploy::Pick { unit } if waits(unit) => 2.0,
        Deploy::Ready => 1.0,
        Deploy::DigIn { .. } | Deploy::Hide { .. } | Deploy::Put { .. } | Deploy::Pick { .. } | Deploy::Face { .. } => {
            -1.0
        }
    }
}

/// The way a unit in the zone should look: toward the columns beyond it.
fn faces_enemy(look: Outlook<'_>, unit: UnitId) -> Option<Direction> {
    let (grid, hex) = (look.rules.grid(), look.state.hex_of(unit)?);
    let label = grid.label(hex);
    let ahead = grid.hex(label.column().saturating_add(8).min(grid.columns()), label.row())?;
    Direction::ALL.into_iter().find(|&way| in_front(grid, hex, way, ahead))
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
