//! The platoon while it is being put together (OF-4).

use serde::Serialize;

use crate::state::{
    Shell,
    units::{Crew, UnitId},
};

/// The letters of the platoon's record sheet.
pub const LETTERS: [&str; 8] = ["A", "B", "C", "D", "E", "F", "G", "H"];

/// The kinds of shell, as the record sheet has them.
pub const SHELLS: [Shell; 3] = [Shell::Ap, Shell::Gp, Shell::Smoke];

/// The platoon while it is put together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Generation {
    /// How far it has come.
    pub stage: Stage,
    /// Platoon quality points left.
    pub platoon_points: i32,
    /// Vehicle quality points left.
    pub vehicle_points: i32,
    /// The crews, the highest initiative first.
    pub crews: Vec<NewCrew>,
    /// Rounds that were paid for and are in no rack when the platoon falls in.
    #[serde(skip_serializing_if = "is_zero")]
    pub loose_rounds: u8,
    /// Rounds loaded since then out of the briefing's stores, by unit.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stocked: Vec<u8>,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // The form that serde asks for.
pub(super) fn is_zero(rounds: &u8) -> bool {
    *rounds == 0
}

impl Generation {
    /// Rounds that a unit has got out of the stores.
    pub fn stocked(&self, unit: UnitId) -> u8 {
        self.stocked.get(unit.index()).copied().unwrap_or(0)
    }

    /// Rounds that all units together have got out of the stores.
    pub fn all_stocked(&self) -> u16 {
        self.stocked.iter().map(|&rounds| u16::from(rounds)).sum()
    }

    /// Notes what a unit has got.
    pub(crate) fn set_stocked(&mut self, unit: UnitId, rounds: u8) {
        if self.stocked.len() <= unit.index() {
            self.stocked.resize(unit.index() + 1, 0);
        }
        self.stocked[unit.index()] = rounds;
        while self.stocked.last() == Some(&0) {
            self.stocked.pop();
        }
    }
}

/// The stages, in order.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// The dice for quality are still to be thrown.
    #[default]
    Quality,
    /// Crews are bought.
    Crews,
    /// Vehicles and ammunition are bought.
    Vehicles,
    /// The units stand ready, with those who have joined, and the briefing's points for ammunition are spent.
    Stores,
    /// The units stand ready, and it is said which shells they take along (OF-9.5, optional).
    Racks,
}

/// A crew that has been bought.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NewCrew {
    /// Which row of the costs chart.
    pub kind: u8,
    /// Its ratings, once they are thrown for.
    pub crew: Crew,
    /// Its vehicle: an index into the list of vehicles for sale.
    pub vehicle: Option<u8>,
    /// Rounds bought for it.
    pub rounds: u8,
}
