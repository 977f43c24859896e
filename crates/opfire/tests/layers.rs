//! Knowledge flows one way: inside a ruleset between its folders, and between the crates as ARCHITECTURE.md promises.
//!
//! The test reads the `use` lines and the paths in the sources of every crate, and its dependencies, and prints `file:line` and the arrow that is
//! turned round. Tests may look at everything.
#![allow(clippy::unwrap_used)]

#[path = "layers/crates.rs"]
mod crates;
#[path = "layers/folders.rs"]
mod folders;
#[path = "layers/paths.rs"]
mod paths;

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

/// Files of a workspace: path from its root, and text.
type Tree = BTreeMap<String, String>;

/// The sources and manifests of this workspace.
fn workspace() -> Tree {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut tree = Tree::new();
    let mut folders: Vec<PathBuf> = vec![root.join("crates")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let shown = path.strip_prefix(&root).unwrap().display().to_string();
            if path.is_dir() {
                folders.push(path);
            } else if shown.ends_with("Cargo.toml") || (shown.ends_with(".rs") && shown.contains("/src/")) {
                tree.insert(shown, fs::read_to_string(&path).unwrap());
            }
        }
    }
    tree
}

fn assert_none(broken: &[String]) {
    assert!(broken.is_empty(), "{} arrows are turned round:\n{}", broken.len(), broken.join("\n"));
}

#[test]
fn the_folders_of_a_ruleset_know_only_what_is_below_them() {
    assert_none(&folders::broken(&workspace()));
}

#[test]
fn crates_know_only_what_they_may() {
    assert_none(&crates::broken(&workspace()));
}

#[test]
fn every_pure_crate_has_the_same_lints() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let lints = |name: &str| fs::read_to_string(root.join(name).join("clippy.toml")).unwrap_or_default();
    for name in crates::PURE {
        assert!(lints(name).contains("std::time::Instant::now"), "crates/{name}/clippy.toml does not bar clocks");
        assert_eq!(lints(name), lints("engine"), "crates/{name}/clippy.toml");
    }
}

/// A made-up ruleset in order, with one file more.
fn made_up(file: &str, text: &str) -> Tree {
    let files = [
        (
            "crates/toy/Cargo.toml",
            "[dependencies]\nengine.workspace = true\n\n[dev-dependencies]\nshelf.workspace = true\n",
        ),
        ("crates/toy/src/lib.rs", "mod play;\nmod rules;\nmod screen;\nmod set_up;\npub use set_up::game_box;\n"),
        ("crates/toy/src/rule_ids.rs", ""),
        ("crates/toy/src/rules.rs", "use crate::{play, screen::scene};\n"),
        ("crates/toy/src/play/mod.rs", "use crate::{reading, state::State};\n"),
        ("crates/toy/src/reading/mod.rs", "use crate::play;\n"),
        ("crates/toy/src/screen/mod.rs", "//! crate::set_up is not code here.\nuse crate::play::{self, s01};\n"),
        ("crates/toy/src/state/tests.rs", "use crate::screen;\n"),
        (file, text),
    ];
    files.into_iter().map(|(file, text)| (file.to_owned(), text.to_owned())).collect()
}

#[test]
fn a_made_up_ruleset_in_order_passes() {
    let tree = made_up("crates/toy/src/state/mod.rs", "use crate::{map, tables::Catalogue};\n");
    assert_eq!(folders::broken(&tree), Vec::<String>::new());
}

#[test]
fn arrows_that_are_turned_round_are_found() {
    for (file, text, line, arrow) in [
        ("tables/a.rs", "use crate::map::Country;", 1, "tables -> map"),
        ("tables/a.rs", "\nfn f() { crate::state::g() }", 2, "tables -> state"),
        ("map/a.rs", "use crate::{\n    tables::T,\n    play::{s01, s02::go},\n};", 3, "map -> play"),
        ("map/deep/a.rs", "use super::super::super::state::State;", 1, "map -> state"),
        ("state/mod.rs", "use super::play;", 1, "state -> play"),
        ("state/a.rs", "type T = crate::game_box::T;", 1, "state -> set_up"),
        ("play/s01.rs", "use crate::screen;", 1, "play -> screen"),
        ("play/s01.rs", "// why\npub(crate) use crate::set_up::{a as b, *};", 2, "play -> set_up"),
        ("set_up/mod.rs", "use crate::screen;", 1, "set_up -> screen"),
        ("screen/a.rs", "use crate::set_up;", 1, "screen -> set_up"),
        ("rule_ids.rs", "use crate::tables;", 1, "rule_ids.rs -> tables"),
        ("other.rs", "use crate::screen;", 1, "other.rs -> screen"),
    ] {
        let file = format!("crates/toy/src/{file}");
        let broken = folders::broken(&made_up(&file, text));
        assert_eq!(broken, [format!("{file}:{line}: {arrow}")], "{text}");
    }
}

#[test]
fn crates_that_know_too_much_are_found() {
    let tree = |file: &str, text: &str| -> Tree { [(file.to_owned(), text.to_owned())].into() };
    for (file, text, found) in [
        (
            "crates/hexmap/Cargo.toml",
            "[dependencies]\nengine.workspace = true\n",
            "crates/hexmap/Cargo.toml:2: hexmap -> engine",
        ),
        (
            "crates/server/Cargo.toml",
            "[dependencies]\nserde = \"1\"\ndivisions = { path = \"x\" }\n",
            "crates/server/Cargo.toml:3: server -> divisions",
        ),
        (
            "crates/divisions/Cargo.toml",
            "[dependencies]\ntokio.workspace = true\n",
            "crates/divisions/Cargo.toml:2: divisions -> tokio",
        ),
        (
            "crates/divisions/src/a.rs",
            "use std::{fmt, fs::File};\n",
            "crates/divisions/src/a.rs:1: divisions -> std::fs",
        ),
        (
            "crates/engine/src/a.rs",
            "fn f() {\n    std::time::Instant::now();\n}\n",
            "crates/engine/src/a.rs:2: engine -> std::time",
        ),
        (
            "crates/toy/Cargo.toml",
            "[dependencies]\n",
            "crates/toy/Cargo.toml:1: toy is in no list: say in crates/opfire/tests/layers/crates.rs what it may know",
        ),
    ] {
        assert_eq!(crates::broken(&tree(file, text)), [found], "{text}");
    }
    let fine = tree(
        "crates/divisions/Cargo.toml",
        "[dependencies]\nengine.workspace = true\n\n[dev-dependencies]\nshelf.workspace = true\n",
    );
    assert_eq!(crates::broken(&fine), Vec::<String>::new());
}
