//! Data files, read and checked: every problem with its file, its line and a way to mend it.
//!
//! Knows the form of files and maps, not the rules of any game: a ruleset says what its tables look like and which
//! names are valid, and gets them back with the places they came from.

mod files;
mod map;
mod report;
mod source;

pub use files::{Files, FilesError};
pub use map::{Map, MapSpec, Side, Track};
pub use report::Report;
pub use serde_spanned::Spanned;
pub use source::{Problems, Source};

#[cfg(test)]
mod tests;
