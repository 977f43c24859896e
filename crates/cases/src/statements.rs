//! The statements of the rules: every assertion that a test can prove wrong, once, in our own words.
//!
//! They are the denominator of the ledger (`opfire rules --coverage`). A file `cases/GAME/statements/….toml` lists
//! them:
//!
//! ```toml
//! [[statement]]
//! id = "FD-3-2"          # the game and section, then a number that is never used again
//! says = "A die that equals the range is not above it."
//! kind = "rule"          # rule, number, table-row, example, option, sequence; narrative: nothing to test
//! from = "example B"     # where the source says so, if that helps
//! today = "ruling"       # wrong or missing: a known deviation; ruling: docs/rulings.md decides it
//! ruling = "FD-3"        # under which id docs/rulings.md decides it
//! doubt = "…"            # what is unclear in the source, and the reading taken
//! ```
//!
//! A rule case names the statements it holds in a paragraph `Holds: FD-3-2`, a Rust test in a comment `// holds:
//! FD-3-2`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A testable assertion of the rules.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Statement {
    /// `FD-3-2`: the section's id and a running number.
    pub id: String,
    /// The assertion in our own words.
    pub says: String,
    /// What sort of assertion it is.
    pub kind: StatementKind,
    /// The part of the source that says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// What was known about the program when the statement was written down.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub today: Option<Today>,
    /// The id under which `docs/rulings.md` decides it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ruling: Option<String>,
    /// What is unclear in the source, and the reading taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub doubt: Option<String>,
}

/// What sort of assertion a statement is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum StatementKind {
    /// It says what must, may or cannot be done.
    Rule,
    /// It fixes a figure.
    Number,
    /// It is a row of a chart with all its values.
    TableRow,
    /// It is an example with its figures.
    Example,
    /// The players may choose it.
    Option,
    /// It gives the order of steps.
    Sequence,
    /// It tells or recommends; there is nothing to test.
    Narrative,
}

/// What was known about the program when a statement was written down.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Today {
    /// The program does something else.
    Wrong,
    /// The program does nothing of the kind.
    Missing,
    /// The source leaves it open, and a ruling decides it.
    Ruling,
}

/// How a statement stands in the ledger.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// A case or a test names it and fails as soon as it is broken.
    Held,
    /// No case names it, and a ruling says how we read it.
    Ruled,
    /// Nothing stands behind it.
    NotHeld,
    /// There is nothing to test, so it does not count.
    Narrative,
}

impl Statement {
    /// The section it belongs to: `FD-3` of `FD-3-2`.
    pub fn section(&self) -> &str {
        self.id.rsplit_once('-').map_or(self.id.as_str(), |(section, _)| section)
    }

    /// How it stands, given whether a case or a test holds it.
    pub fn standing(&self, is_held: bool) -> Standing {
        match self.kind {
            _ if is_held => Standing::Held,
            StatementKind::Narrative => Standing::Narrative,
            _ if self.ruling.is_some() || self.today == Some(Today::Ruling) => Standing::Ruled,
            StatementKind::Rule
            | StatementKind::Number
            | StatementKind::TableRow
            | StatementKind::Example
            | StatementKind::Option
            | StatementKind::Sequence => Standing::NotHeld,
        }
    }
}

/// The statements of all games, each game's in the order of its files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statements {
    games: BTreeMap<String, Vec<Statement>>,
    /// Id to game and place in its list.
    places: BTreeMap<String, (String, usize)>,
}

/// What is wrong with a list of statements, or with a name that is looked up in one.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StatementError {
    /// A file is not in the right form.
    #[error("{file}: {what}")]
    File {
        /// The file with the statements.
        file: String,
        /// What the reader of TOML says about it.
        what: String,
    },
    /// Two statements have one id.
    #[error("{file}: there are two statements {id}")]
    Twice {
        /// The file with the second one.
        file: String,
        /// The id.
        id: String,
    },
    /// No statement has that id.
    #[error(
        "there is no statement {id}{}",
        .nearest.as_ref().map(|near| format!("; did you mean {near}?")).unwrap_or_default()
    )]
    Unknown {
        /// The id that was named.
        id: String,
        /// The nearest there is.
        nearest: Option<String>,
    },
}

/// A file of statements.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Listed {
    statement: Vec<Statement>,
}

impl Statements {
    /// The statements of this project.
    ///
    /// # Errors
    /// As [`Statements::read`].
    pub fn of_project() -> Result<Statements, StatementError> {
        Statements::read(crate::statement_files())
    }

    /// Reads files `…/GAME/statements/….toml`, given with their paths.
    ///
    /// # Errors
    /// The first file that cannot be read, or the first id that is there twice.
    pub fn read(files: impl IntoIterator<Item = (String, String)>) -> Result<Statements, StatementError> {
        let mut read = Statements::default();
        for (file, text) in files {
            let wrong = |what: String| StatementError::File { file: file.clone(), what };
            let game = file.rsplit('/').nth(2).ok_or_else(|| wrong("it is not in a folder GAME/statements".into()))?;
            let listed: Listed = toml::from_str(&text).map_err(|error| wrong(error.to_string()))?;
            for statement in listed.statement {
                let list = read.games.entry(game.to_owned()).or_default();
                if read.places.insert(statement.id.clone(), (game.to_owned(), list.len())).is_some() {
                    return Err(StatementError::Twice { file, id: statement.id });
                }
                list.push(statement);
            }
        }
        Ok(read)
    }

    /// The games in the order of the alphabet, each with its statements.
    pub fn games(&self) -> impl Iterator<Item = (&str, &[Statement])> {
        self.games.iter().map(|(game, statements)| (game.as_str(), statements.as_slice()))
    }

    /// The statements of one game; none, if nobody has listed them.
    pub fn of_game(&self, game: &str) -> &[Statement] {
        self.games.get(game).map_or(&[], Vec::as_slice)
    }

    /// The statement with this id, and its game.
    ///
    /// # Errors
    /// If there is none.
    pub fn find(&self, id: &str) -> Result<(&str, &Statement), StatementError> {
        match self.places.get(id) {
            Some((game, place)) => Ok((game, &self.games[game][*place])),
            None => {
                let nearest = engine::nearest(id, self.places.keys().map(String::as_str));
                Err(StatementError::Unknown { id: id.to_owned(), nearest })
            }
        }
    }
}
