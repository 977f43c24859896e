//! The guide for designers is true: its example is without faults, can be drawn and played, and the guide quotes it
//! word by word.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let (entry, to) = (entry.unwrap(), to);
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// A content folder with the example in it.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    copy(&root().join("content"), folder.path());
    copy(&root().join("docs/examples/the-mill"), folder.path());
    folder
}

fn opfire(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_opfire")).args(arguments).output().unwrap()
}

fn said(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (text(&output.stdout), text(&output.stderr))
}

#[test]
fn the_example_is_checked_drawn_and_read() {
    let folder = folder();
    let content = folder.path().to_str().unwrap();

    let output = opfire(&["check", content]);
    let (told, warned) = said(&output);
    assert!(output.status.success() && told.contains("no problems"), "{told}{warned}");
    assert_eq!(warned, "", "no warnings");

    let output = opfire(&["check", "--graph", "the-mill", content]);
    let (drawn, warned) = said(&output);
    assert!(output.status.success() && drawn.starts_with("<svg") && drawn.contains("begins Condition 2"), "{warned}");
    let picture = folder.path().join("mill.png");
    let output = opfire(&["check", "--graph", "the-mill", content, "-o", picture.to_str().unwrap()]);
    assert!(output.status.success() && fs::read(picture).unwrap().starts_with(b"\x89PNG"), "{output:?}");

    let read = |more: &[&str]| {
        let output = opfire(&[&["--content", content, "read", "the-mill", "--seed", "4"], more].concat());
        assert!(output.status.success(), "{output:?}");
        said(&output).0
    };
    let story = read(&[]);
    for part in ["THE MILL", "--- 603 ---", "The rain stops as the engines start.", "--- 612 ---", "were needed"] {
        assert!(story.contains(part), "{part} is missing in {story}");
    }
    assert!(story.lines().all(|line| line.chars().count() <= 88), "{story}");
    assert_eq!(story, read(&[]), "the same play each time");
    assert_ne!(story, read(&["--bot", "random"]));
    let page = read(&["--markdown"]);
    assert!(page.starts_with("# The Mill\n") && page.contains("\n## 603\n"), "{page}");
}

#[test]
fn wrong_names_are_answered_with_a_reason() {
    for (arguments, reason) in [
        (&["read", "trianing"][..], "did you mean \"training\"?"),
        (&["read", "training", "--bot", "hal"][..], "no player \"hal\""),
        (&["check", "--graph", "trianing"][..], "did you mean \"training\"?"),
        (&["check", "--graph", "rzhavets"][..], "has no paragraphs to draw"),
    ] {
        let output = opfire(arguments);
        let (_, warned) = said(&output);
        assert!(!output.status.success() && warned.contains(reason), "{arguments:?}: {warned}");
    }
}

#[test]
fn the_guide_quotes_the_example() {
    let files = ["missions", "paragraphs", "unit-cards"]
        .map(|kind| root().join(format!("docs/examples/the-mill/open-fire/{kind}/the-mill.kdl")));
    let example: String = files.iter().map(|file| fs::read_to_string(file).unwrap()).collect();
    let guide = fs::read_to_string(root().join("docs/designing-missions.md")).unwrap();
    let quoted: Vec<&str> = guide.split("```kdl\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert!(quoted.len() > 8);
    for block in quoted {
        assert!(example.contains(block), "the example has changed: {block}");
    }
}
