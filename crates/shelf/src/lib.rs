//! The shelf of all games, each with its players beside it. Only this crate knows which games there are: a new one is
//! put on the shelf here.

use bots::{Heuristic, assault_players, open_fire_players, recruit};
use content::{Files, Palette};
use divisions::Divisions;
use engine::{PlayerKind, Problem, Ruleset, Shelf};

/// What comes of reading data files.
type Read<T> = Result<T, Vec<Problem>>;

/// A game as it stands on the shelf: how its data files are read.
struct Game {
    id: &'static str,
    open: fn(&Files) -> Read<Box<dyn Ruleset>>,
    /// What can be on its maps.
    palette: fn(&Files) -> Read<Palette>,
}

const GAMES: [Game; 3] = [
    Game {
        id: "divisions",
        open: |files| Ok(Box::new(divisions::game_box(files, vec![officer(), recruit()])?)),
        palette: |files| Ok(divisions::Catalogue::read(files)?.palette()),
    },
    Game {
        id: "open-fire",
        open: |files| Ok(Box::new(open_fire::game_box(files, open_fire_players())?)),
        palette: |files| Ok(open_fire::Catalogue::read(files)?.palette()),
    },
    Game {
        id: "assault",
        open: |files| Ok(Box::new(assault::game_box(files, assault_players())?)),
        palette: |files| Ok(assault::Catalogue::read(files)?.palette()),
    },
];

fn officer() -> PlayerKind<Divisions> {
    PlayerKind::new("heuristic", "Staff officer", Heuristic::new)
}

/// All games, read from their data files.
///
/// # Errors
/// Everything that is wrong with the files.
pub fn stock(files: &Files) -> Result<Shelf, Vec<Problem>> {
    let boxes: Result<Vec<_>, _> = GAMES.iter().map(|game| (game.open)(files)).collect();
    Ok(Shelf::new(boxes?))
}

/// A shelf with one game on it: nobody waits for the files of the others, which need not even be right. `None` if there
/// is no such game.
///
/// # Errors
/// Everything that is wrong with its files.
pub fn stock_one(files: &Files, game: &str) -> Option<Result<Shelf, Vec<Problem>>> {
    let game = GAMES.iter().find(|one| one.id == game)?;
    Some((game.open)(files).map(|game| Shelf::new(vec![game])))
}

/// The ids of the games, also of those whose data files cannot be read just now.
pub fn games() -> impl Iterator<Item = &'static str> {
    GAMES.iter().map(|game| game.id)
}

/// What can be on the maps of a game; `None` if there is no such game.
///
/// It needs nothing but the game's tables, so that tiles can be drawn for maps that are not right yet.
pub fn palette(files: &Files, game: &str) -> Option<Result<Palette, Vec<Problem>>> {
    GAMES.iter().find(|one| one.id == game).map(|one| (one.palette)(files))
}

#[cfg(test)]
mod tests;
