//! What is kept of a game, and how it is opened again.

use std::{collections::BTreeMap, sync::Arc};

use engine::{Content, GameFile, Held, Move, Printing, Seat, Table};
use serde::{Deserialize, Serialize};
use steward::protocol::TableInfo;

/// What is kept of a game besides its actions.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Row {
    /// What the list of games says about it.
    pub info: TableInfo,
    /// Its set-up: a game file without actions, which only names its content.
    pub file: GameFile,
    /// Whether its bots act without a pause.
    pub at_once: bool,
    /// The seats whose players have accepted typed dice.
    pub accepted: Vec<Seat>,
    /// The action that waits for dice.
    pub held: Option<Held>,
}

/// Everything that was kept before this page was opened, but for the actions.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Kept {
    /// The games.
    pub rows: Vec<Row>,
    /// The names of the printings that are kept.
    pub printings: Vec<String>,
}

/// Something to be kept, in the order in which it is told.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Write {
    /// A game, in the place of what was kept of it before.
    Row {
        /// Names the game.
        id: String,
        /// The game.
        row: Box<Row>,
    },
    /// Actions of a game: those from this one on are dropped, and these come after.
    Moves {
        /// Names the game.
        id: String,
        /// How many actions before stay.
        from: u32,
        /// The actions.
        moves: Vec<Move>,
    },
    /// Data files that games were begun with.
    Printing {
        /// Names them.
        name: String,
        /// Path to text.
        files: BTreeMap<String, String>,
    },
    /// A game was thrown away.
    Gone {
        /// Names the game.
        id: String,
    },
}

/// What has to be brought before a question can be answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wanted {
    /// The game whose actions are needed.
    pub id: String,
    /// The printing that is needed, if it is not today's.
    pub printing: Option<String>,
}

/// What was brought.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Brought {
    /// The actions of the game.
    pub moves: Vec<Move>,
    /// The files of the printing.
    pub files: Option<BTreeMap<String, String>>,
}

impl Row {
    /// The whole record of the game.
    pub(crate) fn whole(&self, brought: Brought) -> GameFile {
        let printed = brought.files.map(|files| Content::Printed(Arc::new(Printing::new(files))));
        GameFile { moves: brought.moves, content: printed.or_else(|| self.file.content.clone()), ..self.file.clone() }
    }
}

/// A record without its actions, which only names its content.
pub(crate) fn head(file: &GameFile) -> GameFile {
    let content = file.content.as_ref().map(|content| Content::Named(content.name()));
    GameFile { moves: Vec::new(), content, ..file.clone() }
}

/// The actions of a game from one on, with what the log says of them.
pub(crate) fn moves_from(table: &dyn Table, from: u32) -> Vec<Move> {
    let moves = (from + 1..).zip(table.file().moves.iter().skip(from as usize));
    moves.map(|(seq, done)| Move { log: table.lines(seq), ..done.clone() }).collect()
}
