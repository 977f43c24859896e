//! Opening content and tables.

use std::path::Path;

use content::Files;
use engine::{Ruleset, Shelf, Table};

use crate::fail::Failure;

pub(crate) fn files(content: Option<&Path>) -> Result<Files, Failure> {
    match content {
        Some(folder) => Ok(Files::from_folder(folder)?),
        None => Ok(Files::embedded()),
    }
}

pub(crate) fn shelf(content: Option<&Path>) -> Result<Shelf, Failure> {
    let files = files(content)?;
    bots::shelf(&files).map_err(|problems| Failure::Content(problems, Box::new(files)))
}

/// A scenario laid out, with nobody but people.
pub(crate) fn open(ruleset: &dyn Ruleset, scenario: &str) -> Result<Box<dyn Table>, Failure> {
    let seats = ruleset.scenarios().into_iter().find(|info| info.id == scenario).map_or(2, |info| info.seats.len());
    Ok(ruleset.open(scenario, &vec!["human".to_owned(); seats], Some(1))?)
}

/// Reads a file of text.
pub(crate) fn read(path: &Path) -> Result<String, Failure> {
    let bytes = std::fs::read(path).map_err(|error| Failure::File { what: "read", path: path.to_owned(), error })?;
    String::from_utf8(bytes).map_err(|_| Failure::Refused(format!("{}: not a text file", path.display())))
}
