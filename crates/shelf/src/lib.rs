//! The shelf of all games, each with its players beside it. Only this crate knows which games there are: a new one is put on the shelf here.

use bots::{Heuristic, assault_players, open_fire_players, recruit};
use content::{Files, Palette};
use engine::{PlayerKind, Problem, Shelf};

/// Reads what can be on the maps of one game.
type ReadPalette = fn(&Files) -> Result<Palette, Vec<Problem>>;

/// What can be on the maps of each game.
const PALETTES: [(&str, ReadPalette); 3] = [
    ("divisions", |files| Ok(divisions::Catalogue::read(files)?.palette())),
    ("open-fire", |files| Ok(open_fire::Catalogue::read(files)?.palette())),
    ("assault", |files| Ok(assault::Catalogue::read(files)?.palette())),
];

/// All games, read from their data files.
///
/// # Errors
/// Everything that is wrong with the files.
pub fn stock(files: &Files) -> Result<Shelf, Vec<Problem>> {
    let officer = PlayerKind { id: "heuristic", title: "Staff officer", make: |seed| Box::new(Heuristic::new(seed)) };
    let divisions = divisions::game_box(files, vec![officer, recruit()])?;
    let open_fire = open_fire::game_box(files, open_fire_players())?;
    let assault = assault::game_box(files, assault_players())?;
    Ok(Shelf::new(vec![Box::new(divisions), Box::new(open_fire), Box::new(assault)]))
}

/// The ids of the games, also of those whose data files cannot be read just now.
pub fn games() -> impl Iterator<Item = &'static str> {
    PALETTES.into_iter().map(|(id, _)| id)
}

/// What can be on the maps of a game; `None` if there is no such game.
///
/// It needs nothing but the game's tables, so that tiles can be drawn for maps that are not right yet.
pub fn palette(files: &Files, game: &str) -> Option<Result<Palette, Vec<Problem>>> {
    PALETTES.into_iter().find(|(id, _)| *id == game).map(|(_, read)| read(files))
}

#[cfg(test)]
mod tests;
