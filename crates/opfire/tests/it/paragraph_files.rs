//! `opfire check` on the files of the paragraph machine: every fault with file and line.

use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

fn check(path: &Path) -> Output {
    let args = ["check", path.to_str().unwrap()];
    Command::new(env!("CARGO_BIN_EXE_opfire")).args(args).env_remove("OPFIRE_CONTENT").output().unwrap()
}

/// What is said about a file of this name in this folder; it must be refused.
fn refused(folder: &str, name: &str, text: &str) -> String {
    let root = tempfile::tempdir().unwrap();
    let file = root.path().join(folder).join(name);
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(&file, text).unwrap();
    let output = check(&file);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    said
}

fn finds(text: &str, line: usize, what: &str) {
    let said = refused("paragraphs", "mine.kdl", text);
    assert!(said.contains(what), "{what} is missing in {said}");
    assert!(said.contains(&format!("mine.kdl:{line}:")), "line {line} is missing in {said}");
}

#[test]
fn a_missing_target() {
    finds("paragraph 601 spare {\n    story \"x\"\n    see 998\n}\n", 3, "there is no paragraph 998");
}

#[test]
fn a_cycle_without_progress() {
    finds(
        "paragraph 601 spare { see 602 }\nparagraph 602 { see 601 }\n",
        1,
        "601 leads back to itself: 601 → 602 → 601",
    );
}

#[test]
fn a_number_used_twice() {
    finds("paragraph 601 spare { stop }\n\nparagraph 601 spare { stop }\n", 3, "601 is there twice");
    finds("// ours\nparagraph 010 spare { stop }\n", 2, "010 is there twice");
}

#[test]
fn an_unknown_card() {
    finds("paragraph 601 spare {\n    activate GE99 at=2314\n}\n", 2, "there is no card GE99");
}

#[test]
fn an_unknown_hex() {
    finds("paragraph 601 spare {\n    activate GE44 at=4427\n}\n", 2, "hex 4427 is off the map");
}

#[test]
fn all_of_them_at_once() {
    let text = "paragraph 601 spare { see 998 }\nparagraph 602 spare { activate GE99 at=4427 }\nparagraph 010 spare { stop }\n";
    let said = refused("paragraphs", "mine.kdl", text);
    for part in ["paragraph 998", "card GE99", "hex 4427", "010 is there twice", "problems"] {
        assert!(said.contains(part), "{part} is missing in {said}");
    }
}

#[test]
fn a_file_without_faults_and_its_warnings() {
    let root = tempfile::tempdir().unwrap();
    let file = root.path().join("mine.kdl");
    fs::write(&file, "paragraph 601 { stop }\n").unwrap();
    let output = check(&file);
    let (said, warned) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(output.status.success() && said.contains("no problems"), "{said}{warned}");
    assert!(warned.contains("mine.kdl:1:") && warned.contains("nothing leads to 601"), "{warned}");
}

#[test]
fn a_file_of_something_else() {
    let root = tempfile::tempdir().unwrap();
    let file = root.path().join("mine.kdl");
    fs::write(&file, "poem 1\n").unwrap();
    let output = check(&file);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("no paragraph, mission or card"));
}

#[test]
fn a_mission_on_a_map_that_is_not_there() {
    let training =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content/open-fire/missions/training.kdl"));
    let said = refused("missions", "training.kdl", &training.unwrap().replace("map border", "map boarder"));
    assert!(said.contains("there is no map \"boarder\"") && said.contains("training.kdl:"), "{said}");
}
