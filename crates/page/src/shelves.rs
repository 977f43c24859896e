use std::cell::OnceCell;

use content::Files;
use engine::{OpenError, Ruleset, Shelf};

use crate::failed::Failed;

/// All games. The data files of each are read when it is first needed: nobody waits for those of the others.
pub(crate) struct Shelves {
    files: Files,
    read: Vec<(&'static str, OnceCell<Shelf>)>,
}

impl Shelves {
    pub(crate) fn new() -> Shelves {
        Shelves { files: Files::embedded(), read: shelf::games().map(|game| (game, OnceCell::new())).collect() }
    }

    /// The ids of the games.
    pub(crate) fn games(&self) -> impl Iterator<Item = &'static str> {
        self.read.iter().map(|(game, _)| *game)
    }

    /// The shelf that this game stands on, alone.
    pub(crate) fn shelf(&self, game: &str) -> Result<&Shelf, Failed> {
        let known = self.read.iter().find(|(id, _)| *id == game);
        let Some((id, read)) = known else {
            let (name, nearest) = (game.to_owned(), engine::nearest(game, self.games()));
            return Err(OpenError::NoGame { name, nearest }.into());
        };
        if let Some(shelf) = read.get() {
            return Ok(shelf);
        }
        let opened = shelf::stock_one(&self.files, id).ok_or_else(|| Failed::defect("a game that is on no shelf"))?;
        let opened = opened.map_err(|problems| Failed::content(&problems))?;
        Ok(read.get_or_init(|| opened))
    }

    pub(crate) fn ruleset(&self, game: &str) -> Result<&dyn Ruleset, Failed> {
        Ok(self.shelf(game)?.ruleset(game)?)
    }
}
