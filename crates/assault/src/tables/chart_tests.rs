//! Faults in edited charts: all of them at once, each with its file, its line and a remedy.

use content::Files;

use crate::Catalogue;

/// What is said about content in which texts were replaced.
fn edited(changes: &[(&str, &str, &str)]) -> Vec<String> {
    let mut files = Files::embedded();
    for (path, from, to) in changes {
        let text = files.get(path).unwrap();
        assert!(text.contains(from), "{path} has no {from}");
        let text = text.replacen(from, to, 1);
        files.insert(*path, text);
    }
    let problems = Catalogue::read(&files).err().unwrap_or_default();
    problems.iter().map(ToString::to_string).collect()
}

/// The line of a text in a file, counted from 1.
fn line_of(path: &str, text: &str) -> usize {
    let files = Files::embedded();
    files.get(path).unwrap().lines().position(|line| line.contains(text)).unwrap() + 1
}

fn has(said: &[String], path: &str, line: usize, words: &[&str]) {
    let found = said
        .iter()
        .any(|one| one.starts_with(&format!("{path}:{line}:")) && words.iter().all(|word| one.contains(word)));
    assert!(found, "nothing in line {line} of {path} about {words:?} in {said:#?}");
}

#[test]
fn every_fault_of_a_file_is_told_at_once() {
    let path = "assault/minefields.toml";
    let said = edited(&[
        (path, "infantry = 5", "infantry = 9"),
        (path, "unhidden = 1", "unhiden = 1"),
        (path, "soft = { green = 1, blue = 1 }", "soft = { gren = 1, blue = -1 }"),
        (path, "vehicle = { green = 1 }", "vehicle = 3"),
    ]);
    let at = |text| line_of(path, text);
    has(&said, path, at("infantry = 5"), &["\"infantry\" of scouting is out of bounds", "from 1 to 6"]);
    has(&said, path, at("unhidden = 1"), &["unknown entry \"unhiden\" in scouting", "did you mean \"unhidden\"?"]);
    has(&said, path, at("[scouting]"), &["scouting has no \"unhidden\""]);
    has(&said, path, at("soft ="), &["unknown entry \"gren\"", "did you mean \"green\"?"]);
    has(&said, path, at("soft ="), &["\"blue\"", "from 0 to 9"]);
    has(&said, path, at("vehicle ="), &["\"vehicle\" of attack cannot be read"]);
    assert_eq!(said.len(), 6, "{said:#?}");
}

#[test]
fn a_missing_table_is_told_once() {
    let path = "assault/terrain-damage.toml";
    let said = edited(&[(path, "[risk]", "[risks]")]);
    assert_eq!(said.len(), 2, "{said:#?}");
    has(&said, path, line_of(path, "[risk]"), &["unknown entry \"risks\"", "did you mean \"risk\"?"]);
}

#[test]
fn names_of_grounds_and_works_must_be_known() {
    let said = edited(&[
        ("assault/artillery.toml", "brush = \"brush-craters\"", "bruch = \"brush-crater\""),
        ("assault/collapse.toml", "pillbox = { green = 3 }", "pilbox = { green = 3 }"),
        ("assault/air-support.toml", "\"clear\", \"narrow-road\"", "\"clear\", \"narow-road\""),
    ]);
    let path = "assault/artillery.toml";
    let line = line_of(path, "brush = \"brush-craters\"");
    has(&said, path, line, &["unknown ground \"bruch\"", "did you mean \"brush\"?"]);
    has(&said, path, line, &["unknown ground \"brush-crater\"", "did you mean \"brush-craters\"?"]);
    let path = "assault/collapse.toml";
    has(&said, path, line_of(path, "pillbox ="), &["unknown building or work \"pilbox\"", "did you mean \"pillbox\"?"]);
    let path = "assault/air-support.toml";
    has(&said, path, line_of(path, "automatic ="), &["\"narow-road\"", "did you mean \"narrow-road\"?"]);
    assert_eq!(said.len(), 4, "{said:#?}");
}

#[test]
fn cards_of_support_are_checked() {
    let path = "assault/support.toml";
    let said = edited(&[
        (path, "id = \"us-p40\"", "id = \"us-a36\""),
        (path, "runs = 2", "runs = 0"),
        (path, "nation = \"germany\"", "nation = \"german\""),
        (path, "observer = \"naval-observer\"", "observer = \"naval\""),
        (path, "blast = { green = 4 }\n", ""),
    ]);
    has(&said, path, line_of(path, "id = \"us-p40\""), &["there are two cards \"us-a36\""]);
    has(&said, path, line_of(path, "runs = 2"), &["\"runs\" of \"us-a36\" is out of bounds"]);
    has(
        &said,
        path,
        line_of(path, "nation = \"germany\""),
        &["unknown nation \"german\"", "did you mean \"germany\"?"],
    );
    has(&said, path, line_of(path, "observer = \"naval-observer\""), &["unknown observer \"naval\""]);
    assert!(said.iter().any(|one| one.contains("\"us-monitor\" has no \"blast\"")), "{said:#?}");
    assert_eq!(said.len(), 5, "{said:#?}");
}

#[test]
fn tables_with_a_number_for_each_face_have_six() {
    let path = "assault/air-support.toml";
    let said = edited(&[
        (path, "plain = [-1, 0, 0, 0, 0, 1]", "plain = [-1, 0, 0, 0, 1]"),
        (path, "firing = [1, 1, 0, 0, 0, 0]", "firing = [1, 2, 0, 0, 0, 0]"),
        ("assault/artillery.toml", "\"n\", \"ne\"", "\"n\""),
        ("assault/artillery.toml", "die = { green = 1 }", "die = { green = 2 }"),
    ]);
    has(&said, path, line_of(path, "plain ="), &["\"plain\" of spotting cannot be read"]);
    has(&said, path, line_of(path, "firing ="), &["\"firing\" of accuracy is out of bounds"]);
    assert!(said.iter().any(|one| one.contains("the D6 has no direction for each of its faces")), "{said:#?}");
    assert!(said.iter().any(|one| one.contains("an exploratory shell has one die")), "{said:#?}");
    assert_eq!(said.len(), 4, "{said:#?}");
}

#[test]
fn every_table_says_where_it_comes_from() {
    let path = "assault/collapse.toml";
    let said = edited(&[
        (path, "[resistance]\nprovenance = \"ours\"", "[resistance]"),
        (path, "provenance = \"derived\"", "provenance = \"guessed\""),
    ]);
    has(&said, path, line_of(path, "[results]") + 1, &["unknown provenance \"guessed\""]);
    assert!(said.iter().any(|one| one.contains("resistance has no \"provenance\"")), "{said:#?}");
    assert_eq!(said.len(), 2, "{said:#?}");
}

#[test]
fn dice_of_a_colour_that_is_not_in_the_box_are_refused_everywhere() {
    let said = edited(&[
        ("assault/terrain.toml", "defence = { infantry = { blue = 1 }", "defence = { infantry = { red = 1 }"),
        (
            "assault/fortifications.toml",
            "infantry = { front = { green = 1, blue = 1 }",
            "infantry = { front = { red = 1 }",
        ),
        ("assault/ranged-fire.toml", "joint_fire = { blue = 1 }", "joint_fire = { red = 1 }"),
        ("assault/collapse.toml", "bunker = { green = 4 }", "bunker = { red = 4 }"),
    ]);
    let missing = &["there is no red die in the box"];
    let hill = line_of("assault/terrain.toml", "defence = { infantry = { blue = 1 }");
    has(&said, "assault/terrain.toml", hill, missing);
    let sandbags = line_of("assault/fortifications.toml", "infantry = { front = { green = 1, blue = 1 }");
    has(&said, "assault/fortifications.toml", sandbags, missing);
    has(&said, "assault/ranged-fire.toml", line_of("assault/ranged-fire.toml", "joint_fire = {"), missing);
    has(&said, "assault/collapse.toml", line_of("assault/collapse.toml", "bunker ="), missing);
    assert_eq!(said.len(), 4, "{said:#?}");
    // A box with a red die has them.
    let red = "[[die]]\ncolour = \"red\"\nfaces = [[], [], [], [], [], []]\n\n[[die]]\ncolour = \"blue\"";
    let joint = ("assault/ranged-fire.toml", "joint_fire = { blue = 1 }", "joint_fire = { red = 1 }");
    let said = edited(&[("assault/dice.toml", "[[die]]\ncolour = \"blue\"", red), joint]);
    assert!(said.is_empty(), "{said:#?}");
}
