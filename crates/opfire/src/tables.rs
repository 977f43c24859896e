//! Opening content and tables.

use std::path::Path;

use content::{Files, TextError};
use engine::{Ruleset, Settings, Shelf, Table};

use crate::fail::Failure;

pub(crate) fn files(content: Option<&Path>) -> Result<Files, Failure> {
    match content {
        Some(folder) => Ok(Files::from_folder(folder)?),
        None => Ok(Files::embedded()),
    }
}

pub(crate) fn shelf(content: Option<&Path>) -> Result<Shelf, Failure> {
    let files = files(content)?;
    shelf::stock(&files).map_err(|problems| Failure::Content(problems, Box::new(files)))
}

/// The shelf with one game on it, which is read in a moment, whatever is wrong with the files of the others.
/// All of it where there is no such game: whoever looks for it is told the nearest name.
pub(crate) fn shelf_of(game: &str, content: Option<&Path>) -> Result<Shelf, Failure> {
    let files = files(content)?;
    let read = shelf::stock_one(&files, game).unwrap_or_else(|| shelf::stock(&files));
    read.map_err(|problems| Failure::Content(problems, Box::new(files)))
}

/// A scenario laid out as it usually is, with nobody but people.
pub(crate) fn open(ruleset: &dyn Ruleset, scenario: &str) -> Result<Box<dyn Table>, Failure> {
    let settings = Settings::default();
    let players = vec!["human".to_owned(); seats(ruleset, scenario, &settings)];
    Ok(ruleset.open(scenario, &settings, &players, Some(1))?)
}

/// How many play a scenario with these settings; two, if nobody knows it.
pub(crate) fn seats(ruleset: &dyn Ruleset, scenario: &str, settings: &Settings) -> usize {
    let found = ruleset.scenarios().into_iter().find(|info| info.id == scenario);
    found.map_or(2, |info| info.seats_with(settings).len())
}

/// What `--set name=value` says; `name=@FILE` takes the value from a file.
pub(crate) fn settings(given: &[String]) -> Result<Settings, Failure> {
    let read = Settings::read(given.iter().map(String::as_str)).map_err(|error| Failure::Usage(error.to_string()))?;
    let mut settings = Settings::default();
    for (name, value) in read.iter() {
        match value.strip_prefix('@') {
            Some(file) => settings.set(name, self::read(Path::new(file))?),
            None => settings.set(name, value),
        }
    }
    Ok(settings)
}

/// Reads a file of text.
pub(crate) fn read(path: &Path) -> Result<String, Failure> {
    content::read_text(path).map_err(|error| match error {
        TextError::Io(error) => Failure::File { what: "read", path: path.to_owned(), error },
        error => Failure::Refused(format!("{}: {error}", path.display())),
    })
}
