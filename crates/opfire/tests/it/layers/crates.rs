//! What each crate may know of the others, and of the world: the table of ARCHITECTURE.md, made executable.

use super::{Tree, paths::paths};

/// A crate, and those of the workspace that it may know.
const MAY_KNOW: [(&str, &[&str]); 19] = [
    ("hexmap", &[]),
    ("dice", &[]),
    ("oracle", &["hexmap"]),
    ("engine", &["dice", "hexmap"]),
    ("content", &["engine", "hexmap"]),
    ("divisions", RULESETS_KNOW),
    ("open-fire", RULESETS_KNOW),
    ("assault", RULESETS_KNOW),
    ("bots", &["assault", "dice", "divisions", "engine", "hexmap", "open-fire"]),
    ("shelf", &["assault", "bots", "content", "divisions", "engine", "open-fire"]),
    ("lab", &["dice", "engine"]),
    ("balance", &["bots", "content", "dice", "engine", "hexmap", "lab", "open-fire"]),
    ("cases", &["dice", "engine"]),
    ("render", &["engine"]),
    ("steward", &["engine"]),
    ("server", &["engine", "steward"]),
    ("book", &[]),
    (
        "opfire",
        &["balance", "book", "cases", "content", "dice", "engine", "hexmap", "lab", "render", "server", "shelf"],
    ),
    ("python", &["content", "dice", "engine", "hexmap", "lab", "render", "shelf"]),
];

/// What a ruleset may know: no other ruleset, no server, no bot.
const RULESETS_KNOW: &[&str] = &["content", "dice", "engine", "hexmap"];

/// Crates that have no files, clocks, networks, threads or chance of their own.
pub(crate) const PURE: [&str; 9] =
    ["hexmap", "dice", "engine", "divisions", "open-fire", "assault", "bots", "shelf", "steward"];

/// Modules of the standard library that reach out into the world.
const WORLD: [&str; 6] = ["env", "fs", "net", "process", "thread", "time"];

/// Libraries that do.
const WORLDLY: [&str; 9] = ["axum", "getrandom", "hyper", "rand", "rayon", "reqwest", "sqlx", "tempfile", "tokio"];

/// `file:line: from -> to` of every arrow that is turned round.
pub(crate) fn broken(tree: &Tree) -> Vec<String> {
    let mut broken = Vec::new();
    for (file, text) in tree {
        let mut parts = file.split('/').skip(1);
        let (Some(name), Some(next)) = (parts.next(), parts.next()) else { continue };
        if next == "Cargo.toml" {
            broken.extend(dependencies(name, text).map(|(line, what)| format!("{file}:{line}: {what}")));
        } else if PURE.contains(&name) && !file.ends_with("/tests.rs") && !file.contains("/tests/") {
            let reaches_out =
                |parts: &[String]| parts[0] == "std" && parts.get(1).is_some_and(|part| WORLD.contains(&part.as_str()));
            for path in paths(text).into_iter().filter(|path| reaches_out(&path.parts)) {
                broken.push(format!("{file}:{}: {name} -> std::{}", path.line, path.parts[1]));
            }
        }
    }
    broken
}

/// The dependencies that a crate may not have, with their lines.
fn dependencies<'a>(name: &'a str, manifest: &'a str) -> Box<dyn Iterator<Item = (usize, String)> + 'a> {
    let Some((_, known)) = MAY_KNOW.iter().find(|(known, _)| *known == name) else {
        let what = format!("{name} is in no list: say in crates/opfire/tests/it/layers/crates.rs what it may know");
        return Box::new(std::iter::once((1, what)));
    };
    let mut section = "";
    let listed = (1..).zip(manifest.lines()).filter_map(move |(line, text)| {
        if text.starts_with('[') {
            section = text;
        }
        let named = text.split(['.', ' ', '=']).next().filter(|_| section == "[dependencies]")?;
        Some((line, named))
    });
    let of_workspace = |named: &str| MAY_KNOW.iter().any(|(known, _)| *known == named);
    let forbidden = move |(_, named): &(usize, &str)| {
        (of_workspace(named) && !known.contains(named)) || (PURE.contains(&name) && WORLDLY.contains(named))
    };
    Box::new(listed.filter(forbidden).map(move |(line, named)| (line, format!("{name} -> {named}"))))
}
