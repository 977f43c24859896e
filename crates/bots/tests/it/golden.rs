//! Games recorded by earlier programs open and come out as recorded, or differ where the list says. See
//! `tests/golden/README.md`.
#![expect(clippy::disallowed_methods, reason = "golden games are files")]

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use content::Files;
use engine::{Compare, Content, GameFile, Printing, Replayed, Shelf};

#[derive(serde::Deserialize)]
struct List {
    #[serde(default)]
    game: Vec<Listed>,
}

/// A game that a correction makes differ.
#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Listed {
    file: String,
    action: usize,
    rule: String,
    because: String,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden")
}

fn sets() -> Vec<PathBuf> {
    let entries = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let mut sets: Vec<PathBuf> = entries.filter(|path| path.is_dir()).collect();
    sets.sort();
    sets
}

/// The content that the games of a set were begun with, by game.
fn printings(set: &Path) -> BTreeMap<String, Arc<Printing>> {
    let read = |entry: std::io::Result<fs::DirEntry>| {
        let path = entry.unwrap().path();
        let game = path.file_name()?.to_str()?.strip_prefix("content-")?.strip_suffix(".json")?.to_owned();
        let text = fs::read_to_string(&path).unwrap();
        Some((game, Arc::new(Printing::new(serde_json::from_str(&text).unwrap()))))
    };
    fs::read_dir(set).unwrap().filter_map(read).collect()
}

/// The games of a set: name and record, with the content in it.
fn games(set: &Path) -> Vec<(String, GameFile)> {
    let printings = printings(set);
    let mut games = Vec::new();
    for entry in fs::read_dir(set).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if name.starts_with("content-") || !name.ends_with(".json") {
            continue;
        }
        let mut file = GameFile::parse(&fs::read_to_string(&path).unwrap()).unwrap();
        let printing = &printings[&file.game];
        if let Some(content) = &file.content {
            assert_eq!(content.name(), printing.name(), "{name}: begun with other content than lies beside it");
        }
        file.content = Some(Content::Printed(Arc::clone(printing)));
        games.push((format!("{}/{name}", set.file_name().unwrap().to_str().unwrap()), file));
    }
    games.sort_by(|a, b| a.0.cmp(&b.0));
    games
}

/// Opens a game and says what is wrong with how it came out, if anything is.
fn complaint(shelf: &Shelf, name: &str, file: &GameFile, listed: Option<&Listed>) -> Option<String> {
    let opened = match shelf.open_file(file) {
        Ok(opened) => opened,
        Err(error) => return Some(format!("{name} does not open: {error}")),
    };
    match (opened.replayed, listed) {
        (Replayed::Same | Replayed::Renewed { .. }, None) if opened.table.seq() as usize == file.moves.len() => None,
        (Replayed::Same | Replayed::Renewed { .. }, _) => {
            Some(format!("{name} is listed in differs.toml and does not differ"))
        }
        (Replayed::Differs(error, Compare::Fingerprints), _) => {
            Some(format!("{name}: {error}\n  the rules need a new revision: see tests/golden/README.md"))
        }
        (Replayed::Differs(error, Compare::DiceAndLegality), listed) => {
            // Files without log lines do not tell the rule: then it is said by the list alone.
            let (number, rule) = (error.number(), error.rule());
            let closed = opened.table.closed().is_some() && opened.table.seq() as usize == number - 1;
            let known =
                listed.is_some_and(|listed| listed.action == number && rule.is_none_or(|rule| listed.rule == rule));
            let rule = rule.unwrap_or_default();
            (!known || !closed).then(|| {
                format!("[[game]]\nfile = \"{name}\"\naction = {number}\nrule = \"{rule}\"\nbecause = \"\"\n# {error}")
            })
        }
    }
}

#[test]
fn recorded_games_open_for_ever() {
    let shelf = shelf::stock(&Files::embedded()).unwrap();
    let list: List = toml::from_str(&fs::read_to_string(folder().join("differs.toml")).unwrap()).unwrap();
    let mut complaints = Vec::new();
    let mut seen = 0;
    for set in sets() {
        for (name, file) in games(&set) {
            seen += 1;
            let listed = list.game.iter().find(|listed| listed.file == name);
            complaints.extend(complaint(&shelf, &name, &file, listed));
        }
    }
    assert!(seen >= 43, "only {seen} games were found");
    for listed in &list.game {
        assert!(!listed.because.is_empty(), "{}: say why it differs", listed.file);
        assert!(folder().join(&listed.file).exists(), "{} is listed and not there", listed.file);
    }
    assert!(complaints.is_empty(), "{} of {seen} games:\n{}", complaints.len(), complaints.join("\n"));
}

/// The newest set is held to the bit, so that a change without a new revision is found out.
#[test]
fn the_newest_set_was_recorded_under_the_revisions_of_today() {
    let shelf = shelf::stock(&Files::embedded()).unwrap();
    let newest = games(sets().last().unwrap());
    for ruleset in shelf.rulesets() {
        let mut of_it = newest.iter().filter(|(_, file)| file.game == ruleset.id()).peekable();
        assert!(of_it.peek().is_some(), "the newest set has no game of {}", ruleset.id());
        for (name, file) in of_it {
            assert_eq!(file.revision, ruleset.revision(), "{name}: record a new set for the new revision");
        }
    }
}
