//! Knowledge flows one way: inside a ruleset between its folders, and between the crates as ARCHITECTURE.md promises.
//!
//! The test reads the `use` lines and the paths in the sources of every crate, and its dependencies, and prints
//! `file:line` and the arrow that is turned round. Tests may look at everything.

mod crates;
mod cycles;
mod folders;
mod paths;
mod rooms;

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

/// The circles that are left.
const LEFT: &str = "tests/it/layers/cycles.txt";

#[test]
fn no_module_joins_a_circle_of_imports() {
    let found = cycles::circles(&workspace());
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(LEFT);
    let list = fs::read_to_string(&file).unwrap();
    if std::env::var_os("OPFIRE_WRITE").is_some() {
        fs::write(&file, cycles::shrunk(&list, &found)).unwrap();
    }
    let broken = cycles::broken(&found, &cycles::listed(&fs::read_to_string(&file).unwrap()));
    assert!(broken.is_empty(), "crates/opfire/{LEFT}:\n{}", broken.join("\n"));
}

#[test]
fn crates_know_only_what_they_may() {
    assert_none(&crates::broken(&workspace()));
}

#[test]
fn the_rooms_of_the_server_know_only_what_they_may() {
    assert_none(&rooms::broken(&workspace()));
    assert_eq!(rooms::unlisted(&workspace()), Vec::<String>::new());
}

#[test]
fn a_room_that_knows_too_much_is_found() {
    for (file, text, found) in [
        ("table/a.rs", "use crate::{door::{limits::gate, routes::App}};\n", ":1: table -> crate::door::routes::App"),
        ("storage/a.rs", "\nfn f() { crate::table::live::g() }\n", ":2: storage -> crate::table::live::g"),
        ("door/limits/a.rs", "use sqlx::Row;\n", ":1: door -> sqlx::Row"),
    ] {
        let file = format!("crates/server/src/{file}");
        let tree: Tree = [(file.clone(), text.to_owned())].into();
        assert_eq!(rooms::broken(&tree), [format!("{file}{found}")], "{text}");
    }
    let cellar: Tree = [("crates/server/src/cellar/mod.rs".to_owned(), String::new())].into();
    assert!(rooms::unlisted(&cellar).contains(&"cellar".to_owned()));
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
        ("crates/toy/src/course/mod.rs", "use crate::{play, reading};\n"),
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
        ("play/s01.rs", "use crate::course;", 1, "play -> course"),
        ("play/s01.rs", "fn f() {\n    crate::course::flow::go_on()\n}", 2, "play -> course"),
        ("reading/steps.rs", "use crate::{play, course::action::Action};", 1, "reading -> course"),
        ("course/flow.rs", "use crate::screen;", 1, "course -> screen"),
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
fn circles_are_found_module_by_module() {
    let files = [
        ("rule_ids.rs", ""),
        ("play/mod.rs", "pub mod a;\nuse leaf::f;\n"),
        ("play/a.rs", "use crate::play::b;\n"),
        ("play/b.rs", "use super::c::go;\n"),
        ("play/c/mod.rs", "mod deep;\nfn f() { deep::g() }\n"),
        ("play/c/deep.rs", "use crate::{play::{a::A, leaf}};\n"),
        (
            "play/leaf.rs",
            "//! crate::play::a is not code.\npub(super) fn f() {}\n#[cfg(test)]\nmod tests {\n    use crate::play::a;\n}\n",
        ),
    ];
    let tree: Tree = files.map(|(file, text)| (format!("crates/toy/src/{file}"), text.to_owned())).into();
    let found = cycles::circles(&tree);
    let names = ["a", "b", "c", "c::deep"].map(|name| format!("toy play::{name}"));
    assert_eq!(found, [cycles::Circle::from(names)]);
    let all = "# head\ntoy: play::a, play::b, play::c, play::c::deep\n";
    assert_eq!(cycles::broken(&found, &cycles::listed(all)), Vec::<String>::new());
    let fewer = "toy: play::a, play::c, play::c::deep\n";
    assert_eq!(cycles::broken(&found, &cycles::listed(fewer)), ["in a circle of 4 now: toy play::b"]);
    assert_eq!(
        cycles::broken(&found, &[])[0],
        "in a circle of 4 now: toy play::a, toy play::b, toy play::c, toy play::c::deep"
    );
    let more = "# head\ntoy: play::a, play::b, play::c, play::c::deep, play::leaf\n";
    let stale = "in no circle any more: toy play::leaf; take it from the list (OPFIRE_WRITE=1)";
    assert_eq!(cycles::broken(&found, &cycles::listed(more)), [stale]);
    assert_eq!(cycles::shrunk(more, &found), all);
    assert_eq!(cycles::shrunk(fewer, &found), fewer, "nothing is added");
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
            "crates/bots/src/a.rs",
            "static KNOWN: OnceLock<u8> = OnceLock::new();\nstatic SEEN: Mutex<u8> = Mutex::new(0);\n",
            "crates/bots/src/a.rs:2: bots -> a lock of the process",
        ),
        (
            "crates/toy/Cargo.toml",
            "[dependencies]\n",
            "crates/toy/Cargo.toml:1: toy is in no list: say in crates/opfire/tests/it/layers/crates.rs what it may know",
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
