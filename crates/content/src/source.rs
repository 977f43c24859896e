use std::{fmt::Display, ops::Range};

use engine::{Problem, nearest};
use serde::de::DeserializeOwned;
use serde_spanned::Spanned;

/// A file's text with its name: turns places in it into lines and columns.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The file, as its author knows it.
    pub file: &'a str,
    /// Its text.
    pub text: &'a str,
}

/// Collects everything that is wrong instead of stopping at the first.
#[derive(Clone, Debug, Default)]
pub struct Problems {
    /// What was found so far.
    pub found: Vec<Problem>,
}

impl<'a> Source<'a> {
    /// A source.
    pub fn new(file: &'a str, text: &'a str) -> Self {
        Source { file, text }
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

    /// A problem at a place in the text.
    pub fn problem(&self, span: Range<usize>, what: impl Display, help: impl Display) -> Problem {
        let before = &self.text[..span.start.min(self.text.len())];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |start| start.chars().count()) + 1;
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
        self.found.push(problem);
    }

    /// The value, or nothing and the problem kept.
    pub fn keep<T>(&mut self, result: Result<T, Problem>) -> Option<T> {
        result.map_err(|problem| self.add(problem)).ok()
    }

    /// Where `name` stands in `known`; if it does not, a problem that offers the nearest.
    pub fn lookup<'n>(
        &mut self,
        source: &Source<'_>,
        what: &str,
        name: &Spanned<String>,
        known: impl IntoIterator<Item = &'n str> + Clone,
    ) -> Option<usize> {
        let found = known.clone().into_iter().position(|candidate| candidate == name.get_ref());
        if found.is_none() {
            let help = match nearest(name.get_ref(), known.clone()) {
                Some(near) => format!("did you mean \"{near}\"?"),
                None => format!("known are {}", known.into_iter().collect::<Vec<_>>().join(", ")),
            };
            self.add(source.problem(name.span(), format!("unknown {what} \"{}\"", name.get_ref()), help));
        }
        found
    }

    /// The value if nothing was found wrong.
    ///
    /// # Errors
    /// Everything that was.
    pub fn finish<T>(self, value: Option<T>) -> Result<T, Vec<Problem>> {
        match value {
            Some(value) if self.found.is_empty() => Ok(value),
            _ => Err(self.found),
        }
    }
}
