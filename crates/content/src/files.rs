use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use engine::{Printing, Problem};
use roxmltree::{Document, Node};
use rust_embed::RustEmbed;
use thiserror::Error;

use crate::{Problems, Source, TextError, read_text, tmx};

/// The files under `content/`, as they were when the program was built.
#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../../content"]
#[include = "*.toml"]
#[include = "*.tmx"]
#[include = "*.tsx"]
#[include = "*.kdl"]
struct Embedded;

/// The endings of data files; pictures of tiles are for the editor only.
const ENDINGS: [&str; 4] = [".toml", ".tmx", ".tsx", ".kdl"];

/// A tree of data files in memory: path below `content/` to text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files {
    files: BTreeMap<String, String>,
}

/// The most that a folder of content may hold in all, in bytes: twenty times what ours has.
const LARGEST_FOLDER: usize = 64 << 20;
/// How deeply folders may be nested: ours are three deep.
const DEEPEST_FOLDER: usize = 16;

/// A folder of content that cannot be read.
#[derive(Debug, Error)]
#[error("cannot read content from {}: {error}", path.display())]
pub struct FilesError {
    path: PathBuf,
    error: TextError,
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
        files.add_folder(folder, "", &mut 0)?;
        Ok(files)
    }

    /// Adds the files below a folder to those whose size is `total`.
    fn add_folder(&mut self, folder: &Path, prefix: &str, total: &mut usize) -> Result<(), FilesError> {
        let wrong = |error: TextError| FilesError { path: folder.to_owned(), error };
        if prefix.matches('/').count() > DEEPEST_FOLDER {
            return Err(wrong(std::io::Error::other("folders are nested too deeply").into()));
        }
        for entry in fs::read_dir(folder).map_err(|error| wrong(error.into()))? {
            let entry = entry.map_err(|error| wrong(error.into()))?;
            let path = format!("{prefix}{}", entry.file_name().to_string_lossy());
            if entry.file_type().map_err(|error| wrong(error.into()))?.is_dir() {
                self.add_folder(&entry.path(), &format!("{path}/"), total)?;
            } else if ENDINGS.iter().any(|ending| path.ends_with(ending)) {
                let text = read_text(&entry.path()).map_err(|error| FilesError { path: entry.path(), error })?;
                *total += path.len() + text.len();
                self.files.insert(path, text);
            }
            if *total > LARGEST_FOLDER {
                return Err(wrong(TextError::TooLarge { limit: LARGEST_FOLDER as u64 }));
            }
        }
        Ok(())
    }

    /// Adds or replaces a file.
    pub fn insert(&mut self, path: impl Into<String>, text: impl Into<String>) {
        self.files.insert(path.into(), text.into());
    }

    /// Takes files out.
    pub fn leave_out(&mut self, unwanted: impl Fn(&str) -> bool) {
        self.files.retain(|path, _| !unwanted(path));
    }

    /// Adds the tilesets that a map on the disk names, as far as they are there: files beside it or below its folder,
    /// or, if it lies as in `content/GAME/maps/`, anywhere in that content.
    ///
    /// # Errors
    /// Tilesets that a map may not name, and those that cannot be read.
    pub fn insert_tilesets_of(&mut self, map: &Path, text: &str) -> Result<(), Vec<Problem>> {
        let Ok(document) = Document::parse(text) else { return Ok(()) };
        let name = map.to_string_lossy();
        let source = Source::new(&name, text);
        let mut problems = Problems::default();
        for node in document.descendants().filter(|node| node.has_tag_name("tileset")) {
            let Some(path) = node.attribute("source") else { continue };
            match self.tileset(map, path) {
                Ok(Some((path, text))) => self.insert(path, text),
                Ok(None) => {}
                Err(refused) => problems.add(source.problem(tileset_span(&node), refused.0, refused.1)),
            }
        }
        problems.finish(Some(()))
    }

    /// The text of a tileset that a map on the disk names; nothing if it is not there.
    fn tileset(&self, map: &Path, source: &str) -> Result<Option<(String, String)>, (String, &'static str)> {
        let path = tmx::beside(&map.to_string_lossy(), source);
        if self.get(&path).is_some() {
            return Ok(None);
        }
        tmx::check_source(source).map_err(|help| (format!("the tileset \"{source}\""), help))?;
        let Ok(real) = fs::canonicalize(&path) else { return Ok(None) };
        if !fs::canonicalize(tileset_root(map)).is_ok_and(|root| real.starts_with(root)) {
            let help = "keep it beside the map, or in the content if the map is in content/GAME/maps/";
            return Err((format!("the tileset \"{source}\" lies elsewhere"), help));
        }
        match read_text(&real) {
            Ok(text) => Ok(Some((path, text))),
            Err(error) => Err((format!("the tileset \"{source}\" cannot be read: {error}"), "put a tileset there")),
        }
    }

    /// One file as it comes with the program today, for games whose own printing is older than the file.
    pub fn of_today(path: &str) -> Files {
        let text = Embedded::get(path).map(|file| String::from_utf8_lossy(&file.data).into_owned());
        Files { files: text.map(|text| (path.to_owned(), text)).into_iter().collect() }
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

    /// The files of one game as they are kept with the games that are begun with them: its own, and the tiles all games
    /// share.
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

/// The folder that a map's tilesets may lie in.
fn tileset_root(map: &Path) -> PathBuf {
    let folder = map.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let content = folder.ancestors().nth(2).filter(|_| folder.file_name().is_some_and(|name| name == "maps"));
    match content {
        Some(root) if root.as_os_str().is_empty() => PathBuf::from("."),
        Some(root) => root.to_owned(),
        None => folder.to_owned(),
    }
}

fn tileset_span(node: &Node<'_, '_>) -> std::ops::Range<usize> {
    node.attribute_node("source").map_or_else(|| node.range(), |attribute| attribute.range())
}
