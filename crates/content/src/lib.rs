//! Data files, read and checked: every problem with its file, its line and a way to mend it.
//!
//! Knows the form of files and maps, not the rules of any game: a ruleset says what its tables look like and which
//! names are valid, and gets them back with the places they came from.

mod board;
mod consistency;
mod files;
mod guides;
mod liveries;
mod map;
mod marks;
mod palette;
mod places;
mod read_map;
mod report;
mod source;
mod tables;
mod text_file;
pub mod tmx;

pub use files::{Files, FilesError};
pub use guides::read_guides;
pub use liveries::Liveries;
pub use map::{Map, MapPlace, MapSide, MapSpec, Track};
pub use palette::{FeatureKind, Palette, PaletteFeature, PaletteTerrain};
pub use places::{Places, Step};
pub use read_map::{find_map, is_map, map_files, map_id, read_map};
pub use report::Report;
pub use serde_spanned::Spanned;
pub use source::{MOST_PROBLEMS, Problems, Source};
pub use tables::{read_maps, read_newer_table, read_rules, read_table};
pub use text_file::{LARGEST_TEXT, TextError, decode, read_text};

#[cfg(test)]
mod tests;
