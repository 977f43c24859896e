use std::{collections::BTreeMap, fs, io, path::Path, sync::Arc};

use engine::Printing;
use roxmltree::Document;
use rust_embed::RustEmbed;
use thiserror::Error;

use crate::tmx;

/// The files under `content/`, as they were when the program was built.
#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../../content"]
#[include = "*.toml"]
#[include = "*.tmx"]
#[include = "*.tsx"]
#[include = "*.kdl"]
struct Embedded;

/// What data files end in; pictures of tiles are for the editor only.
const ENDINGS: [&str; 4] = [".toml", ".tmx", ".tsx", ".kdl"];

/// A tree of data files in memory: path below `content/` to text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files {
    files: BTreeMap<String, String>,
}

/// A folder of content that cannot be read.
#[derive(Debug, Error)]
#[error("cannot read content from {path}: {error}")]
pub struct FilesError {
    path: String,
    error: io::Error,
}

impl Files {
    /// The files that come with the program.
    pub fn embedded() -> Files {
        let read = |path: std::borrow::Cow<'static, str>| {
            let file = Embedded::get(&path)?;
            Some((path.into_owned(), String::from_utf8_lossy(&file.data).into_owned()))
        };
        Files { files: Embedded::iter().filter_map(read).collect() }
    }

    /// The files of a folder laid out like `content/`: what a designer edits.
    ///
    /// # Errors
    /// If the folder or a file in it cannot be read.
    pub fn from_folder(folder: &Path) -> Result<Files, FilesError> {
        let mut files = Files::default();
        files.add_folder(folder, "").map_err(|error| FilesError { path: folder.display().to_string(), error })?;
        Ok(files)
    }

    fn add_folder(&mut self, folder: &Path, prefix: &str) -> io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let path = format!("{prefix}{}", entry.file_name().to_string_lossy());
            if entry.file_type()?.is_dir() {
                self.add_folder(&entry.path(), &format!("{path}/"))?;
            } else if ENDINGS.iter().any(|ending| path.ends_with(ending)) {
                self.files.insert(path, fs::read_to_string(entry.path())?);
            }
        }
        Ok(())
    }

    /// Adds or replaces a file.
    pub fn insert(&mut self, path: impl Into<String>, text: impl Into<String>) {
        self.files.insert(path.into(), text.into());
    }

    /// Adds the tilesets that a map on the disk names, as far as they are there.
    pub fn insert_tilesets_of(&mut self, map: &Path, text: &str) {
        let Ok(document) = Document::parse(text) else { return };
        let map = map.to_string_lossy();
        for source in
            document.descendants().filter_map(|node| node.attribute("source").filter(|_| node.has_tag_name("tileset")))
        {
            let path = tmx::beside(&map, source);
            if let Ok(text) = fs::read_to_string(&path) {
                self.insert(path, text);
            }
        }
    }

    /// The text of a file.
    pub fn get(&self, path: &str) -> Option<&str> {
        self.files.get(path).map(String::as_str)
    }

    /// A file with its path, which lives as long as the text.
    pub(crate) fn entry(&self, path: &str) -> Option<(&str, &str)> {
        self.files.get_key_value(path).map(|(path, text)| (path.as_str(), text.as_str()))
    }

    /// The files below `folder` (with its slash), in order of their names.
    pub fn below<'a>(&'a self, folder: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.files
            .iter()
            .filter(move |(path, _)| path.starts_with(folder))
            .map(|(path, text)| (path.as_str(), text.as_str()))
    }

    /// The files of one game as they are kept with the games that are begun with them: its own, and the tiles all games share.
    pub fn printing(&self, game: &str) -> Arc<Printing> {
        let folder = format!("{game}/");
        let kept = self.files.iter().filter(|(path, _)| path.starts_with(&folder) || path.starts_with("tiles/"));
        Arc::new(Printing::new(kept.map(|(path, text)| (path.clone(), text.clone())).collect()))
    }

    /// All paths, in order.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }
}

impl From<&Printing> for Files {
    fn from(printing: &Printing) -> Files {
        Files { files: printing.files().clone() }
    }
}
