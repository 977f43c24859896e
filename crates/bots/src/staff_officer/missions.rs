//! Missions: the ground that each unit is to take or to hold this turn.

use std::collections::BTreeMap;

use assault::{
    play::estimates,
    state::{Place, Unit},
    tables::units::Movement,
};
use hexmap::Hex;

use super::outlook::Outlook;

/// What a turn's march costs in the choice between two objectives.
const MARCH: f32 = 0.55;
/// What each unit that is sent already takes from an objective.
const CROWD: f32 = 0.5;
/// How much less it is worth to guard ground than to take it.
const GUARD: f32 = 0.45;

/// Ways to the objectives and who goes where.
#[derive(Default)]
pub(super) struct Missions {
    /// Points from every hex, by kind of movement and objective.
    ways: BTreeMap<(u8, u8), Vec<u16>>,
    /// The turn for which units were sent, and the holders by then.
    sent: Option<(u8, usize)>,
    /// The objective of each unit.
    goals: Vec<Option<u8>>,
}

impl Missions {
    /// Movement points from a hex to an objective.
    pub(super) fn points(&mut self, look: &Outlook<'_>, unit: Unit, from: Hex, objective: u8) -> u16 {
        let movement = movement_number(look.card(unit).movement);
        let far = self
            .ways
            .entry((movement, objective))
            .or_insert_with(|| estimates::ways(look.ask, unit, look.rules.objectives()[usize::from(objective)].hex));
        far[from.index()]
    }

    /// Turns of normal moves from a hex to an objective.
    pub(super) fn turns(&mut self, look: &Outlook<'_>, unit: Unit, from: Hex, objective: u8) -> f32 {
        let allowance = f32::from(look.card(unit).allowance.max(1));
        match self.points(look, unit, from, objective) {
            u16::MAX => f32::INFINITY,
            points => f32::from(points) / allowance,
        }
    }

    /// The objective that a unit is sent to.
    pub(super) fn goal(&mut self, look: &Outlook<'_>, unit: Unit) -> Option<u8> {
        let held = look.state.holders.iter().filter(|holder| **holder == Some(look.seat)).count();
        if self.sent != Some((look.state.turn, held)) {
            self.sent = Some((look.state.turn, held));
            self.send(look);
        }
        self.goals.get(unit.index()).copied().flatten()
    }

    /// Sends every unit somewhere: the best pairs first.
    fn send(&mut self, look: &Outlook<'_>) {
        self.goals = vec![None; look.state.units.len()];
        let mut sent = vec![0.0f32; look.rules.objectives().len()];
        let mut left: Vec<(Unit, Hex)> = look.state.all_units().filter_map(|unit| place(look, unit)).collect();
        while !left.is_empty() {
            let mut best: Option<(f32, usize, u8)> = None;
            for (index, &(unit, from)) in left.iter().enumerate() {
                for objective in 0..sent.len() as u8 {
                    let pull = self.pull(look, unit, from, objective) - sent[usize::from(objective)] * CROWD;
                    if best.is_none_or(|(known, ..)| pull > known) {
                        best = Some((pull, index, objective));
                    }
                }
            }
            let Some((pull, index, objective)) = best else { return };
            let (unit, _) = left.swap_remove(index);
            if pull > f32::NEG_INFINITY {
                self.goals[unit.index()] = Some(objective);
                sent[usize::from(objective)] += look.value(unit).min(1.5);
            }
        }
    }

    /// How much an objective draws a unit.
    fn pull(&mut self, look: &Outlook<'_>, unit: Unit, from: Hex, objective: u8) -> f32 {
        let turns = self.turns(look, unit, from, objective);
        // At the double it takes half as long.
        if turns / 2.0 > f32::from(look.turns_left()) {
            return f32::NEG_INFINITY;
        }
        let Some(goal) = look.rules.objectives().get(usize::from(objective)) else { return f32::NEG_INFINITY };
        let ours = look.state.holders[usize::from(objective)] == Some(look.seat);
        let points = goal.points as f32;
        (if ours { points * GUARD } else { points }) - turns * MARCH
    }
}

/// Where a unit is or comes in, if it can walk.
fn place(look: &Outlook<'_>, unit: Unit) -> Option<(Unit, Hex)> {
    let state = look.state.unit(unit);
    if state.seat != look.seat || !look.card(unit).may_move() {
        return None;
    }
    match state.place {
        Place::On(hex) => Some((unit, hex)),
        Place::Reserve { zone, .. } | Place::Box(zone) => look.rules.zone(zone).first().map(|&hex| (unit, hex)),
        Place::Aboard(vehicle) => look.state.hex(vehicle).map(|hex| (unit, hex)),
        Place::Unseen | Place::Gone => None,
    }
}

fn movement_number(movement: Movement) -> u8 {
    match movement {
        Movement::Infantry => 0,
        Movement::Artillery => 1,
        Movement::Wheeled => 2,
        Movement::Tracked => 3,
    }
}
