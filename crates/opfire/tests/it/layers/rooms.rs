//! The rooms of the server: what the first lines of each folder of `crates/server/src` promise not to know.

use super::{Tree, paths::paths};

const ROOT: &str = "crates/server/src/";

/// A room, what it may not know, and what it may know of that all the same.
const MAY_NOT_KNOW: [(&str, &[&str], &[&str]); 5] = [
    ("table", &["crate::door", "axum", "sqlx"], &["crate::door::limits"]),
    ("door", &["crate::storage", "sqlx"], &[]),
    ("people", &["crate::door::accept", "crate::door::socket", "crate::door::tls", "sqlx"], &[]),
    ("storage", &["crate::table", "crate::door", "axum"], &[]),
    ("operator", &["crate::people", "crate::table", "sqlx"], &[]),
];

/// `file:line: from -> to` of every arrow that leads where it may not.
pub(crate) fn broken(tree: &Tree) -> Vec<String> {
    let mut broken = Vec::new();
    for (room, unknown, known) in MAY_NOT_KNOW {
        let folder = format!("{ROOT}{room}/");
        for (file, text) in tree.iter().filter(|(file, _)| file.starts_with(&folder) && !file.ends_with("/tests.rs")) {
            for path in paths(text) {
                let written = path.parts.join("::");
                let leads_to = |name: &&&str| written == **name || written.starts_with(&format!("{name}::"));
                if unknown.iter().any(|name| leads_to(&name)) && !known.iter().any(|name| leads_to(&name)) {
                    broken.push(format!("{file}:{}: {room} -> {written}", path.line));
                }
            }
        }
    }
    broken
}

/// The rooms that have no folder, and the folders that are no room.
pub(crate) fn unlisted(tree: &Tree) -> Vec<String> {
    let folders: Vec<&str> =
        tree.keys().filter_map(|file| file.strip_prefix(ROOT)?.split_once('/')).map(|(folder, _)| folder).collect();
    let listed = |folder: &str| MAY_NOT_KNOW.iter().any(|(room, ..)| *room == folder);
    let missing = MAY_NOT_KNOW.iter().map(|(room, ..)| *room).filter(|room| !folders.contains(room));
    let unknown = folders.iter().copied().filter(|folder| !listed(folder));
    missing.chain(unknown).map(str::to_owned).collect()
}
