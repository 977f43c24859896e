//! Players that are not people, and the shelf of all games with those players seated beside them.
//!
//! A bot gets what its seat may know and the list of legal actions, nothing else.

pub mod divisions_player;
pub mod open_fire_player;
mod picker;
mod random;

pub use divisions_player::Heuristic;
pub use open_fire_player::PlatoonLeader;
pub use random::Random;

use content::Files;
use engine::{PlayerKind, Problem, Shelf};

/// All games, read from their data files.
///
/// # Errors
/// Everything that is wrong with the files.
pub fn shelf(files: &Files) -> Result<Shelf, Vec<Problem>> {
    let players = vec![
        PlayerKind { id: "heuristic", title: "Staff officer", make: |seed| Box::new(Heuristic::new(seed)) },
        PlayerKind { id: "random", title: "Raw recruit (plays at random)", make: |seed| Box::new(Random::new(seed)) },
    ];
    let divisions = divisions::game_box(files, players)?;
    let players = vec![
        PlayerKind { id: "platoon-leader", title: "Platoon leader", make: |seed| Box::new(PlatoonLeader::new(seed)) },
        PlayerKind { id: "random", title: "Raw recruit (plays at random)", make: |seed| Box::new(Random::new(seed)) },
    ];
    let open_fire = open_fire::game_box(files, players)?;
    let assault = assault::game_box(files)?;
    Ok(Shelf::new(vec![Box::new(divisions), Box::new(open_fire), Box::new(assault)]))
}
