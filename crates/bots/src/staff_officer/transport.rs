//! Men who ride: when they mount, and where they get out.

use assault::state::{Mark, Place, Unit};
use hexmap::Hex;

use super::{StaffOfficer, outlook::Outlook};

/// What a turn of walking that is saved is worth.
const RIDE: f32 = 0.08;
/// Turns on foot below which nobody mounts.
const FAR: f32 = 2.0;
/// Turns on foot from which on the rest is walked.
const NEAR: f32 = 1.0;
/// Nobody rides within so many hexes of an enemy.
const ENEMY: u16 = 6;
/// What getting out is worth where it is time for it.
const OUT: f32 = 0.35;

impl StaffOfficer {
    /// What mounting a vehicle in a hex is worth beyond standing beside it.
    pub(super) fn weigh_mount(&mut self, look: &Outlook<'_>, unit: Unit, vehicle: Unit, hex: Hex) -> f32 {
        let waits = !look.state.activated.has(vehicle) && !look.state.has(vehicle, Mark::Immobilised);
        match self.walk(look, unit, hex) {
            turns if turns >= FAR && turns.is_finite() && waits && !is_near(look, hex) => (turns - NEAR) * RIDE,
            _ => f32::MIN,
        }
    }

    /// What it is worth to activate a passenger: he does nothing but get out.
    pub(super) fn weigh_getting_out(&mut self, look: &Outlook<'_>, unit: Unit) -> f32 {
        let Place::Aboard(vehicle) = look.state.unit(unit).place else { return f32::MIN };
        let Some(hex) = look.state.hex(vehicle) else { return f32::MIN };
        let stuck = look.state.has(vehicle, Mark::Immobilised);
        if stuck || is_near(look, hex) || self.walk(look, unit, hex) <= NEAR { OUT } else { f32::MIN }
    }

    /// Turns on foot to where the unit is sent.
    fn walk(&mut self, look: &Outlook<'_>, unit: Unit, from: Hex) -> f32 {
        match self.missions.goal(look, unit) {
            Some(goal) => self.missions.turns(look, unit, from, goal),
            None => 0.0,
        }
    }
}

fn is_near(look: &Outlook<'_>, hex: Hex) -> bool {
    look.enemies().any(|(_, enemy)| look.distance(enemy, hex) <= ENEMY)
}
