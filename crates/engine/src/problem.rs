use std::fmt;

use serde::Serialize;

/// Something wrong in a data file: where, what, and how to mend it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// The file, as the person who wrote it knows it.
    pub file: String,
    /// Line, counted from 1; 0 if it concerns the whole file.
    pub line: usize,
    /// Column, counted from 1; 0 if unknown.
    pub column: usize,
    /// What is wrong.
    pub what: String,
    /// What to do about it: often the nearest valid name.
    pub help: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file)?;
        if self.line > 0 {
            write!(f, ":{}:{}", self.line, self.column)?;
        }
        write!(f, ": {}", self.what)?;
        if self.help.is_empty() { Ok(()) } else { write!(f, " ({})", self.help) }
    }
}
