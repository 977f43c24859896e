//! The cases and statements of this project, built into the program.

use rust_embed::RustEmbed;

/// The files under `cases/`, as they were when the program was built.
#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../../cases"]
#[include = "*.md"]
#[include = "*.toml"]
struct Embedded;

/// The case files of the project: path from its root, and text.
pub fn case_files() -> impl Iterator<Item = (String, String)> {
    files_ending_in(".md")
}

/// The files with the statements of the rules, `cases/GAME/statements/…`: path from the root of the project, and text.
pub fn statement_files() -> impl Iterator<Item = (String, String)> {
    files_ending_in(".toml")
}

fn files_ending_in(ending: &str) -> impl Iterator<Item = (String, String)> {
    let mut paths: Vec<_> = Embedded::iter().filter(|path| path.ends_with(ending)).collect();
    paths.sort();
    paths.into_iter().filter_map(|path| {
        let text = String::from_utf8_lossy(&Embedded::get(&path)?.data).into_owned();
        Some((format!("cases/{path}"), text))
    })
}
