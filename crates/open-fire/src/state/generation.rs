//! The platoon while it is being put together (OF-4).

use serde::Serialize;

use crate::state::{Shell, units::Crew};

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
