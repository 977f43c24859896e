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
use staff_officer::Archive;
pub use staff_officer::StaffOfficer;

/// The players of `open-fire`, the best first.
pub fn open_fire_players() -> Vec<PlayerKind<OpenFire>> {
    let company = PlayerKind::new("company-leader", "Company leader", CompanyLeader::new);
    let platoon = PlayerKind::new("platoon-leader", "Platoon leader", PlatoonLeader::new);
    vec![company, platoon, recruit()]
}

/// The players of `assault`, the best first. All officers who are made by this list share what they work out.
pub fn assault_players() -> Vec<PlayerKind<Assault>> {
    let archive = Archive::default();
    let officer = PlayerKind::new("staff-officer", "Staff officer", move |_| StaffOfficer::sharing(&archive));
    vec![officer, recruit()]
}

/// The player that every game has.
pub fn recruit<R: Rules>() -> PlayerKind<R> {
    PlayerKind::new("random", "Raw recruit (plays at random)", Random::new)
}
