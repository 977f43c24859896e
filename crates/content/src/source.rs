use std::{
    fmt::Display,
    ops::Range,
    sync::{Arc, OnceLock},
};

use engine::{Level, Problem, did_you_mean};
use serde::de::DeserializeOwned;
use serde_spanned::Spanned;

/// This many problems are kept with their words; the rest are only counted. Nobody reads on, and a file can hold
/// millions.
pub const MOST_PROBLEMS: usize = 100;

/// Columns are not counted in lines longer than this, in bytes: no person wrote them.
const LONGEST_LINE: usize = 10_000;

/// A file's text with its name: turns places in it into lines and columns.
#[derive(Clone, Debug)]
pub struct Source<'a> {
    /// The file, as its author knows it.
    pub file: &'a str,
    /// Its text.
    pub text: &'a str,
    /// The start of each line: counted once, when the first place is asked for.
    starts: Arc<OnceLock<Vec<usize>>>,
}

/// Collects everything that is wrong instead of stopping at the first.
#[derive(Clone, Debug, Default)]
pub struct Problems {
    found: Vec<Problem>,
    /// Found, but not kept.
    more: usize,
}

impl<'a> Source<'a> {
    /// A source.
    pub fn new(file: &'a str, text: &'a str) -> Self {
        Source { file, text, starts: Arc::default() }
    }

    /// Reads the text as TOML.
    ///
    /// # Errors
    /// What the TOML reader found wrong, with its place.
    pub fn toml<T: DeserializeOwned>(&self) -> Result<T, Problem> {
        toml::from_str(self.text).map_err(|error| {
            let what = error.message().trim().to_owned();
            self.problem(error.span().unwrap_or(0..0), what, "see CONTRIBUTING.md for the form of this file")
        })
    }

    /// Line and column of a place in the text, counted from 1; column 0 in a line too long to count in.
    pub fn place(&self, offset: usize) -> (usize, usize) {
        let offset = self.text.floor_char_boundary(offset);
        let starts = self.starts.get_or_init(|| {
            let ends = self.text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
            std::iter::once(0).chain(ends.map(|(end, _)| end + 1)).collect()
        });
        let line = starts.partition_point(|&start| start <= offset);
        let before = &self.text[starts[line - 1]..offset];
        let column = if before.len() > LONGEST_LINE { 0 } else { before.chars().count() + 1 };
        (line, column)
    }

    /// A problem at a place in the text.
    pub fn problem(&self, span: Range<usize>, what: impl Display, help: impl Display) -> Problem {
        let (line, column) = self.place(span.start);
        Problem { file: self.file.to_owned(), line, column, what: what.to_string(), help: help.to_string() }
    }

    /// A problem that concerns the whole file.
    pub fn whole(&self, what: impl Display, help: impl Display) -> Problem {
        Problem { file: self.file.to_owned(), line: 0, column: 0, what: what.to_string(), help: help.to_string() }
    }
}

impl Problems {
    /// Keeps a problem.
    pub fn add(&mut self, problem: Problem) {
        if self.is_full() {
            self.more += 1;
        } else {
            self.found.push(problem);
        }
    }

    /// Keeps problems that were found elsewhere.
    pub fn extend(&mut self, found: impl IntoIterator<Item = Problem>) {
        found.into_iter().for_each(|problem| self.add(problem));
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.found.len() + self.more
    }

    /// Whether nothing is wrong so far.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// Whether the words of a further problem would not be read by anybody: searches for a remedy can be left out.
    pub fn is_full(&self) -> bool {
        self.found.len() >= MOST_PROBLEMS
    }

    /// The value, or nothing and the problem kept.
    pub fn keep<T>(&mut self, result: Result<T, Problem>) -> Option<T> {
        result.map_err(|problem| self.add(problem)).ok()
    }

    /// The place of `name` in `known`; if it is not there, adds a problem that offers the nearest.
    pub fn lookup<'n>(
        &mut self,
        source: &Source<'_>,
        what: &str,
        name: &Spanned<String>,
        known: impl IntoIterator<Item = &'n str> + Clone,
    ) -> Option<usize> {
        let found = known.clone().into_iter().position(|candidate| candidate == name.get_ref());
        if found.is_none() {
            let help = if self.is_full() { String::new() } else { did_you_mean(name.get_ref(), known) };
            self.add(source.problem(name.span(), format!("unknown {what} \"{}\"", name.get_ref()), help));
        }
        found
    }

    /// How hard a scenario says it is; if that is no level, adds a problem that offers the nearest.
    pub fn level(&mut self, source: &Source<'_>, name: Option<&Spanned<String>>) -> Level {
        let place = name.and_then(|name| self.lookup(source, "level", name, Level::ALL.map(|(word, _)| word)));
        place.map_or_else(Level::default, |place| Level::ALL[place].1)
    }

    /// The value if nothing was found wrong.
    ///
    /// # Errors
    /// Everything that was; of more than [`MOST_PROBLEMS`] the last one says how many there are.
    pub fn finish<T>(self, value: Option<T>) -> Result<T, Vec<Problem>> {
        match value {
            Some(value) if self.found.is_empty() => Ok(value),
            _ => Err(self.listed()),
        }
    }

    /// The problems that were kept, and how many more there are.
    pub fn listed(self) -> Vec<Problem> {
        let mut listed = self.found;
        if let (1.., Some(last)) = (self.more, listed.last()) {
            let what = format!("and {} more problems", self.more);
            let help = "fix those above and check again".to_owned();
            listed.push(Problem { file: last.file.clone(), line: 0, column: 0, what, help });
        }
        listed
    }
}
