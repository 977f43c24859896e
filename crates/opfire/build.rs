//! Gathers where rules and statements stand in code, cases and tests, for `opfire rules`.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

#[derive(Default)]
struct Places {
    code: BTreeSet<String>,
    cases: BTreeSet<String>,
}

/// A test that says which statements it holds, or a comment that names one.
struct Named {
    statement: String,
    file: String,
    line: usize,
    /// The name of the test; empty for code.
    test: String,
}

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut ledger: BTreeMap<String, Places> = BTreeMap::new();
    let names = rule_names(&root.join("crates"));
    let mut named = Vec::new();
    for file in files_below(&root.join("crates"), "rs") {
        let shown = shown(&root, &file);
        named.extend(statements_in(&shown, &fs::read_to_string(&file).unwrap_or_default()));
        if shown.ends_with("rule_ids.rs") || !shown.contains("/src/") || shown.ends_with("tests.rs") {
            continue;
        }
        let text = fs::read_to_string(&file).unwrap_or_default();
        // Doc comments do not count: only code that uses the id.
        let code: String =
            text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
        let own = shown.split('/').nth(1).unwrap_or_default();
        for (ruleset, name, id) in &names {
            if ruleset == own && words(&code).any(|word| word == name) {
                ledger.entry(id.clone()).or_default().code.insert(shown.clone());
            }
        }
    }
    for file in files_below(&root.join("cases"), "md") {
        let shown = shown(&root, &file);
        let text = fs::read_to_string(&file).unwrap_or_default();
        let headings = headings(&text);
        for id in rule_ids_in(&headings) {
            ledger.entry(id.to_owned()).or_default().cases.insert(shown.clone());
        }
    }
    let out = PathBuf::from(std::env::var("OUT_DIR").expect("cargo sets it")).join("ledger.json");
    fs::write(out, json(&ledger, &named)).expect("the build folder can be written");
    // The client, too: it may be built after the program was.
    for folder in ["crates", "cases", "web/dist"] {
        println!("cargo:rerun-if-changed={}", root.join(folder).display());
    }
}

/// The statements that tests hold (`// holds: FD-3-2, FD-3-4` above the test) and that comments in the code name (`//
/// FD-3-2: why`).
fn statements_in(file: &str, text: &str) -> Vec<Named> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let Some(comment) = line.trim_start().strip_prefix("// ") else { continue };
        let holds = comment.strip_prefix("holds: ");
        let test = holds.and_then(|_| lines[index..].iter().find_map(|line| line.trim_start().strip_prefix("fn ")));
        let test = test.and_then(|rest| rest.split('(').next()).unwrap_or_default();
        let ids = holds.unwrap_or(comment).split(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '.')));
        for id in ids.map(|id| id.trim_end_matches('.')).filter(|id| is_statement(id)) {
            let (statement, file, test) = (id.to_owned(), file.to_owned(), test.to_owned());
            found.push(Named { statement, file, line: index + 1, test });
        }
    }
    found
}

/// `FD-3-2`, `OF-6.7-12`, `AS-attacker-1-3`.
fn is_statement(word: &str) -> bool {
    let parts: Vec<&str> = word.split('-').collect();
    let game = parts[0].len() == 2 && parts[0].chars().all(|c| c.is_ascii_uppercase());
    game && parts.len() >= 3 && !parts.contains(&"") && parts[parts.len() - 1].chars().all(|c| c.is_ascii_digit())
}

/// `(ruleset, constant, id)` of every rule id, from the `rule_ids.rs` files.
fn rule_names(crates: &Path) -> Vec<(String, String, String)> {
    let mut names = Vec::new();
    for file in files_below(crates, "rs").into_iter().filter(|file| file.ends_with("rule_ids.rs")) {
        let ruleset = file.components().rev().nth(2).map(|part| part.as_os_str().to_string_lossy().into_owned());
        let text = fs::read_to_string(&file).unwrap_or_default();
        for line in text.lines().filter(|line| line.starts_with("pub const")) {
            let name = line.trim_start_matches("pub const ").split(':').next().unwrap_or_default();
            let id = line.split('"').nth(1).unwrap_or_default();
            names.push((ruleset.clone().unwrap_or_default(), name.to_owned(), id.to_owned()));
        }
    }
    names
}

/// The headings of a case file: they say which rules a case is about.
fn headings(text: &str) -> String {
    let mut fenced = false;
    let mut found = String::new();
    for line in text.lines() {
        fenced ^= line.starts_with("```");
        if !fenced && line.starts_with('#') {
            found.push_str(line);
            found.push('\n');
        }
    }
    found
}

/// `OF-5.1`, `OF-M4` and the like.
fn rule_ids_in(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '.')));
    words.map(|word| word.trim_end_matches('.')).filter(|word| {
        word.split_once('-').is_some_and(|(game, number)| {
            game.len() == 2
                && game.chars().all(|c| c.is_ascii_uppercase())
                && number.trim_start_matches('M').starts_with(|c: char| c.is_ascii_digit())
        })
    })
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_'))
}

fn shown(root: &Path, file: &Path) -> String {
    file.strip_prefix(root).unwrap_or(file).display().to_string()
}

fn files_below(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            found.extend(files_below(&path, ending));
        } else if path.extension().is_some_and(|found| found == ending) {
            found.push(path);
        }
    }
    found
}

fn json(ledger: &BTreeMap<String, Places>, named: &[Named]) -> String {
    let list = |set: &BTreeSet<String>| set.iter().map(|item| format!("{item:?}")).collect::<Vec<_>>().join(",");
    let mut text = String::from("{\"rules\":{");
    for (index, (id, places)) in ledger.iter().enumerate() {
        let comma = if index > 0 { "," } else { "" };
        let _ = write!(text, "{comma}{id:?}:{{\"code\":[{}],\"cases\":[{}]}}", list(&places.code), list(&places.cases));
    }
    text.push_str("},\"named\":[");
    for (index, Named { statement, file, line, test }) in named.iter().enumerate() {
        let comma = if index > 0 { "," } else { "" };
        let _ =
            write!(text, "{comma}{{\"statement\":{statement:?},\"file\":{file:?},\"line\":{line},\"test\":{test:?}}}");
    }
    text.push_str("]}");
    text
}
