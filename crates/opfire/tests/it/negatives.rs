//! Rule cases that say what must *not* be seen can go red. A marker that no unit ever carries and a word that the
//! program never says are absent in every game, so a case that expects their absence proves nothing.
//!
//! What a marker is called is checked against the cases that expect it somewhere. The words of `hidden from us: …` must
//! be found in the case itself (its set-up, its story, what is done in it), in what the ruleset can say, or in the
//! names of its content.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use cases::{Case, Expectation, Step};

/// A file of cases: the game, the path and the text.
struct File {
    game: String,
    path: String,
    text: String,
    cases: Vec<Case>,
}

fn files() -> Vec<File> {
    let read = |(path, text): (String, String)| {
        let game = path.split('/').nth(1).unwrap().to_owned();
        let cases = cases::parse(&text).unwrap_or_else(|error| panic!("{path}: {error}"));
        File { game, path, text, cases }
    };
    cases::case_files().map(read).collect()
}

fn expectations(case: &Case) -> impl Iterator<Item = (usize, &Expectation)> {
    case.steps.iter().filter_map(|step| match step {
        Step::Expect { line, expectation, .. } => Some((*line, expectation)),
        Step::Act { .. } | Step::Look { .. } | Step::Ask { .. } => None,
    })
}

/// What is said to be there, and what is said not to be: markers on units and marks on the map.
fn named(expectation: &Expectation) -> Option<(bool, String)> {
    match expectation {
        Expectation::Has(_, marker) => Some((true, marker.clone())),
        Expectation::HasNot(_, marker) => Some((false, marker.clone())),
        Expectation::Mark(kind, _) => Some((true, format!("mark {kind}"))),
        Expectation::NoMark(kind, _) => Some((false, format!("mark {kind}"))),
        _ => None,
    }
}

#[test]
fn a_marker_that_must_not_be_there_is_one_that_can_be() {
    let files = files();
    let mut seen: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for (game, case) in files.iter().flat_map(|file| file.cases.iter().map(|case| (file.game.as_str(), case))) {
        let there = expectations(case).filter_map(|(_, expected)| named(expected)).filter(|(there, _)| *there);
        seen.entry(game).or_default().extend(there.map(|(_, what)| what));
    }
    let mut never = Vec::new();
    for file in &files {
        for (line, expected) in file.cases.iter().flat_map(expectations) {
            if let Some((false, what)) = named(expected).filter(|(_, what)| !seen[file.game.as_str()].contains(what)) {
                never.push(format!("{}:{line}: no case ever expects {what}", file.path));
            }
        }
    }
    assert!(never.is_empty(), "{}", never.join("\n"));
}

#[test]
fn what_must_be_hidden_could_be_said() {
    let files = files();
    let mut vocabularies: BTreeMap<&str, String> = BTreeMap::new();
    let mut never = Vec::new();
    for file in &files {
        let known = vocabularies.entry(&file.game).or_insert_with(|| vocabulary(&file.game));
        for case in &file.cases {
            let own = own_words(file, case);
            for (line, expected) in expectations(case) {
                let Expectation::Hidden(_, text) = expected else { continue };
                let strange = |word: &&str| !own.contains(&word.to_lowercase()) && !known.contains(*word);
                if let Some(word) = words(text).find(strange) {
                    never.push(format!("{}:{line}: nothing could ever say \"{word}\"", file.path));
                }
            }
        }
    }
    assert!(never.is_empty(), "{}", never.join("\n"));
}

/// Words of three letters and more, and numbers of two figures and more.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let parts = text.split(|c: char| !(c.is_alphanumeric() || matches!(c, '\'' | '-')));
    parts.filter(|word| {
        let number = word.chars().all(|c| c.is_ascii_digit());
        word.chars().count() >= if number { 2 } else { 3 }
    })
}

/// What a case says itself, without what it expects to be hidden, in small letters.
fn own_words(file: &File, case: &Case) -> String {
    let next = file.cases.iter().map(|other| other.line).filter(|line| *line > case.line).min().unwrap_or(usize::MAX);
    let lines = file.text.lines().enumerate().map(|(index, line)| (index + 1, line));
    let own = lines.filter(|(number, line)| (case.line..next).contains(number) && !line.starts_with("hidden from "));
    let text: Vec<&str> = own.map(|(_, line)| line).chain([case.scenario.as_str()]).collect();
    text.join("\n").to_lowercase()
}

/// What a ruleset can say: the texts in its code, and its content without the stories.
fn vocabulary(game: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut text = String::new();
    read(&root.join("crates").join(game).join("src"), &mut |line| {
        if !line.trim_start().starts_with("//") {
            text.extend(line.split('"').skip(1).step_by(2).flat_map(|quoted| [quoted, "\n"]));
        }
    });
    read(&root.join("content").join(game), &mut |line| {
        let told = ["story", "text", "briefing", "note", "blurb", "#", "//"];
        if !told.iter().any(|word| line.trim_start().starts_with(word)) {
            text.extend([line, "\n"]);
        }
    });
    text
}

/// Visits every line of the sources and data files below a folder; tests do not count.
fn read(folder: &Path, visit: &mut dyn FnMut(&str)) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        if path.is_dir() {
            read(&path, visit);
        } else if ["rs", "toml", "kdl"].contains(&ending) && !path.ends_with("tests.rs") {
            fs::read_to_string(&path).unwrap().lines().for_each(&mut *visit);
        }
    }
}
