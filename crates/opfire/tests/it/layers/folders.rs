//! The layers of a ruleset: tables ← map, booklet ← state ← play ↔ reading ← course ← screen; set_up beside
//! them.

use std::collections::{BTreeMap, BTreeSet};

use super::{Tree, paths::paths};

/// What each folder may know besides itself; a crate need not have all of them.
const MAY_KNOW: [(&str, &[&str]); 9] = [
    ("tables", &[]),
    ("map", &["tables"]),
    ("booklet", &["tables", "map"]),
    ("state", &["tables", "map", "booklet"]),
    ("play", &["tables", "map", "booklet", "state", "reading"]),
    ("reading", &["tables", "map", "booklet", "state", "play"]),
    ("course", &["tables", "map", "booklet", "state", "play", "reading"]),
    ("screen", &["tables", "map", "booklet", "state", "play", "reading", "course"]),
    ("set_up", &["tables", "map", "booklet", "state", "play", "reading", "course"]),
];

fn is_folder(name: &str) -> bool {
    MAY_KNOW.iter().any(|(folder, _)| *folder == name)
}

/// `file:line: from -> to` of every arrow that is turned round.
pub(crate) fn broken(tree: &Tree) -> Vec<String> {
    rulesets(tree).flat_map(|folder| broken_in(tree, folder)).collect()
}

/// The folders of all rulesets.
pub(crate) fn rulesets(tree: &Tree) -> impl Iterator<Item = &str> {
    tree.keys().filter_map(|file| file.strip_suffix("/src/rule_ids.rs"))
}

fn broken_in(tree: &Tree, ruleset: &str) -> Vec<String> {
    let root = format!("{ruleset}/src/");
    let aliases = aliases(tree.get(&format!("{root}lib.rs")).map_or("", String::as_str));
    let mut broken = Vec::new();
    for (file, text) in tree.iter().filter(|(file, _)| file.starts_with(&root)) {
        let module: Vec<&str> = module(&file[root.len()..]);
        if module.contains(&"tests") {
            continue;
        }
        let mut told = BTreeSet::new();
        for path in paths(text) {
            let Some(name) = crate_level(&path.parts, &module) else { continue };
            let target = if is_folder(name) { name } else { aliases.get(name).map_or("", String::as_str) };
            if !target.is_empty() && !may_know(&module, target) && told.insert((path.line, target.to_owned())) {
                let from = module.first().filter(|name| is_folder(name)).map_or(&file[root.len()..], |name| name);
                broken.push(format!("{file}:{}: {from} -> {target}", path.line));
            }
        }
    }
    broken
}

/// The module of a file: `play/s01/mod.rs` is `play::s01`.
pub(crate) fn module(file: &str) -> Vec<&str> {
    let file = file.trim_end_matches(".rs");
    file.split('/').filter(|part| !matches!(*part, "mod" | "lib")).collect()
}

/// The names that `lib.rs` hands on, each with the folder it comes from.
fn aliases(lib: &str) -> BTreeMap<String, String> {
    let handed_on = paths(lib).into_iter().filter(|path| path.parts.len() > 1 && is_folder(&path.parts[0]));
    handed_on.filter_map(|path| Some((path.parts.last()?.clone(), path.parts[0].clone()))).collect()
}

/// What a path names at the top of its crate, if it leads through there: `play` of `crate::play::s01`.
fn crate_level<'a>(parts: &'a [String], module: &[&str]) -> Option<&'a str> {
    let climbs = parts.iter().take_while(|part| *part == "super").count();
    let next = match parts[0].as_str() {
        "crate" => parts.get(1)?,
        "super" if climbs == module.len() => parts.get(climbs)?,
        _ => return None,
    };
    Some(next)
}

/// Whether a module may know a folder.
fn may_know(module: &[&str], target: &str) -> bool {
    match module {
        [] | ["rules"] => true,
        ["rule_ids"] => false,
        [folder, ..] => match MAY_KNOW.iter().find(|(name, _)| name == folder) {
            Some((name, known)) => *name == target || known.contains(&target),
            // Whatever else lies beside the folders may know them all but the screen.
            None => target != "screen",
        },
    }
}
