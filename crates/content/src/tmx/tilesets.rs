use std::{
    io::{self, Cursor},
    path::Path,
};

use roxmltree::Document;

use crate::{Files, Palette};

/// Finds the tilesets that a map names.
///
/// A path is followed from the folder of the map. If there is nothing, as with a map that lies outside of the content,
/// the tileset is known by its name: the one whose folders agree best and that has the terrain of this game.
#[derive(Clone, Copy)]
pub(super) struct Tilesets<'a> {
    pub(super) files: &'a Files,
    pub(super) palette: &'a Palette,
    /// The map and its text.
    pub(super) map: (&'a str, &'a str),
}

impl<'a> Tilesets<'a> {
    /// The text of a tileset, by its path as the map gives it.
    pub(super) fn find(self, source: &str) -> Option<&'a str> {
        self.at(&beside(self.map.0, source))
    }

    /// What the library asks for: the map itself, then its tilesets.
    pub(super) fn open(self, path: &Path) -> io::Result<Cursor<&'a [u8]>> {
        let path = path.to_string_lossy();
        let text = if path == self.map.0 { Some(self.map.1) } else { self.at(&tidy(&path)) };
        text.map(|text| Cursor::new(text.as_bytes())).ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn at(self, path: &str) -> Option<&'a str> {
        self.files.get(path).or_else(|| {
            let name = path.rsplit('/').next();
            let named =
                self.files.below("").filter(|(other, _)| other.ends_with(".tsx") && other.rsplit('/').next() == name);
            named.max_by_key(|(other, text)| (shared_end(path, other), self.known(text))).map(|(_, text)| text)
        })
    }

    /// How many tiles of a tileset are terrain of the game.
    fn known(self, text: &str) -> usize {
        let Ok(document) = Document::parse(text) else { return 0 };
        let tiles = document.descendants().filter(|node| node.has_tag_name("tile"));
        let class =
            |node: roxmltree::Node<'_, '_>| node.attribute("type").or(node.attribute("class")).map(str::to_owned);
        tiles.filter_map(class).filter(|class| self.palette.terrain.iter().any(|terrain| terrain.id == *class)).count()
    }
}

/// Whether a map may name a tileset by this path.
pub(crate) fn check_source(source: &str) -> Result<(), &'static str> {
    let absolute = source.starts_with(['/', '\\']) || source.as_bytes().get(1) == Some(&b':');
    if absolute {
        return Err("write the way to it from the folder of the map, as in ../tiles/terrain.tsx");
    }
    if source.ends_with(".tsx") { Ok(()) } else { Err("a tileset is a file that ends in .tsx") }
}

/// The path of a file named in another.
pub(crate) fn beside(file: &str, path: &str) -> String {
    let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
    if path.starts_with('/') { tidy(path) } else { tidy(&format!("{folder}/{path}")) }
}

/// A path without `.` and `..`, as far as they can be resolved.
fn tidy(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    let path = path.replace('\\', "/");
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    let root = if path.starts_with('/') && !parts.is_empty() { "/" } else { "" };
    format!("{root}{}", parts.join("/"))
}

/// How many folders two paths have in common, counted from the end.
fn shared_end(a: &str, b: &str) -> usize {
    a.rsplit('/').zip(b.rsplit('/')).take_while(|(a, b)| a == b).count()
}
