//! Players that are not people.
//!
//! A bot gets what its seat may know and the list of legal actions, nothing else.

pub mod company_leader;
pub mod divisions_player;
mod in_and_out;
pub mod open_fire_player;
mod picker;
mod random;
pub mod staff_officer;

use assault::Assault;
use engine::{PlayerKind, Rules};
use open_fire::OpenFire;

pub use company_leader::CompanyLeader;
pub use divisions_player::Heuristic;
pub use in_and_out::InAndOut;
pub use open_fire_player::PlatoonLeader;
pub use random::Random;
pub use staff_officer::StaffOfficer;

/// The players of `open-fire`, the best first.
pub fn open_fire_players() -> Vec<PlayerKind<OpenFire>> {
    let company =
        PlayerKind { id: "company-leader", title: "Company leader", make: |seed| Box::new(CompanyLeader::new(seed)) };
    let platoon =
        PlayerKind { id: "platoon-leader", title: "Platoon leader", make: |seed| Box::new(PlatoonLeader::new(seed)) };
    vec![company, platoon, recruit()]
}

/// The players of `assault`, the best first.
pub fn assault_players() -> Vec<PlayerKind<Assault>> {
    let officer = PlayerKind { id: "staff-officer", title: "Staff officer", make: |_| Box::<StaffOfficer>::default() };
    vec![officer, recruit()]
}

/// The player that every game has.
pub fn recruit<R: Rules>() -> PlayerKind<R> {
    PlayerKind { id: "random", title: "Raw recruit (plays at random)", make: |seed| Box::new(Random::new(seed)) }
}
