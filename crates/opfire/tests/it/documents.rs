//! What the documents say is true: paths exist, rule ids are known.

use std::{
    fs,
    path::{Path, PathBuf},
};

const DOCUMENTS: [&str; 7] = [
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "docs/rulings.md",
    "docs/performance.md",
    "docs/security.md",
    "docs/scale.md",
];

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// Paths that the text of a document invents as examples.
const EXAMPLES: [&str; 3] = [
    "cases/divisions/fd-20-mines.md",
    "crates/divisions/src/play/s20_mines.rs",
    "crates/assault/src/play/s09_laying.rs",
];

#[test]
fn every_path_in_the_documents_exists() {
    let mut missing = Vec::new();
    for document in DOCUMENTS {
        let text = fs::read_to_string(root().join(document)).unwrap();
        let code = text.split('`').skip(1).step_by(2);
        let starts = ["crates/", "content/", "web/", "cases/", "tools/", "docs/", ".ci/"];
        for path in
            code.filter(|word| starts.iter().any(|start| word.starts_with(start)) && !word.contains([' ', '…', '\n']))
        {
            if !EXAMPLES.contains(&path) && !root().join(path).exists() {
                missing.push(format!("{document}: {path}"));
            }
        }
        for link in
            text.split("](").skip(1).filter_map(|rest| rest.split(')').next()).filter(|link| !link.contains("://"))
        {
            if !root().join(document).parent().unwrap().join(link).exists() {
                missing.push(format!("{document}: {link}"));
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn every_crate_is_in_the_code_map() {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    for entry in fs::read_dir(root().join("crates")).unwrap() {
        let name = entry.unwrap().file_name().to_string_lossy().into_owned();
        assert!(text.contains(&format!("| `crates/{name}` |")), "{name} is not in the code map");
    }
}

#[test]
fn every_rule_id_in_the_documents_is_listed() {
    let shelf = shelf::stock(&content::Files::embedded()).unwrap();
    let known: Vec<&str> = shelf.rulesets().flat_map(engine::Ruleset::rules).map(|rule| rule.id.as_str()).collect();
    let statements = cases::statements::Statements::of_project().unwrap();
    for document in DOCUMENTS {
        let text = fs::read_to_string(root().join(document)).unwrap();
        let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '.')));
        let ids = words.map(|word| word.trim_end_matches('.'));
        for word in ids.filter(|word| ["FD-", "OF-", "AS-"].iter().any(|game| word.starts_with(game))) {
            let is_known = known.contains(&word)
                || statements.find(word).is_ok()
                || word.starts_with("FD-20")
                || word == "AS-9.6.7";
            assert!(is_known, "{document} names {word}");
        }
    }
}

#[test]
fn every_test_that_the_page_on_security_names_exists() {
    let text = fs::read_to_string(root().join("docs/security.md")).unwrap();
    let named: Vec<(&str, &str)> = text
        .split('`')
        .skip(1)
        .step_by(2)
        .filter_map(|word| word.split_once("::"))
        .filter(|(file, _)| *file != "file" && !file.contains(' '))
        .collect();
    assert!(named.len() > 40, "{}", named.len());
    let sources = sources(&["crates/server", "crates/opfire"].map(|krate| root().join(krate)));
    for (file, test) in named {
        let mut own = sources.iter().filter(|(path, _)| path.ends_with(format!("{file}.rs")));
        assert!(own.any(|(_, source)| source.contains(&format!("fn {test}("))), "there is no test {file}::{test}");
    }
}

/// Every file of Rust below these folders, with its text.
fn sources(folders: &[PathBuf]) -> Vec<(PathBuf, String)> {
    let (mut found, mut folders) = (Vec::new(), folders.to_vec());
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                found.push((path.clone(), fs::read_to_string(path).unwrap()));
            }
        }
    }
    found
}
