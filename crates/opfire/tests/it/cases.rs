//! `opfire cases` as designers and referees use it: on their own files, with exit codes that scripts can rely on.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use serde_json::Value;

/// A set-up with one right case below it; its heading is line 1.
const RIGHT: &str = r#"# FD-3: My own shot

```scenario
turns = ["clear"]
formation = [
  { id = "g", side = "german", name = "Tigers", units = [{ id = "tiger", kind = "tiger", at = "0201" }] },
  { id = "s", side = "soviet", name = "Guns", units = [{ id = "gun", kind = "soviet-at-gun", at = "0204" }] },
]

[ground]
legend = { "." = "clear" }
rows = """
. . .
. . .
. . .
. . .
"""
```

Holds: FD-3-2

```play
german: draw [1]
german: done
german: fire tiger at gun [3 4] -> miss
```
"#;

/// A case that uses the set-up above and expects the wrong result.
const WRONG: &str = "\n# FD-3: Not like this\n\n```play\ngerman: draw [1]\ngerman: done\n\
    german: fire tiger at gun [3 4] -> pinned\n```\n";

fn run_in(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_opfire"));
    command.arg("cases").args(args).current_dir(folder).env_remove("OPFIRE_CONTENT").output().unwrap()
}

fn said(output: &Output) -> (i32, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

/// A folder `divisions` with these files.
fn folder(files: &[(&str, &str)]) -> (tempfile::TempDir, PathBuf) {
    let kept = tempfile::tempdir().unwrap();
    let folder = kept.path().join("divisions");
    fs::create_dir_all(folder.join("deeper")).unwrap();
    for (name, text) in files {
        fs::write(folder.join(name), text).unwrap();
    }
    (kept, folder)
}

#[test]
fn the_cases_of_the_project_pass() {
    let (code, out, _) = said(&run_in(Path::new("."), &["--game", "divisions"]));
    assert_eq!(code, 0, "{out}");
    assert!(
        out.contains("pass  cases/divisions/fd-03-resolving-a-shot.md:1: FD-3: Each die must beat the range"),
        "{out}"
    );
    assert!(!out.contains("open-fire"), "{out}");
    let last = out.lines().last().unwrap();
    assert!(last.contains(" passed, 0 failed") && !last.starts_with("0 "), "{last}");
}

#[test]
fn a_case_that_fails_says_where_what_and_how() {
    let (_kept, folder) = folder(&[("mine.md", &format!("{RIGHT}{WRONG}")), ("README.md", "# Nothing to run\n")]);
    let (code, out, err) = said(&run_in(&folder, &["."]));
    assert_eq!((code, err.as_str()), (1, ""), "{out}");
    for part in [
        "pass  ./mine.md:1: FD-3: My own shot",
        "FAIL  ./mine.md:33: FD-3: Not like this",
        "expected  \"fire tiger at gun\" to come out as pinned",
        "found     it came out as miss",
        "2 cases: 1 passed, 1 failed",
    ] {
        assert!(out.contains(part), "{part} is missing in {out}");
    }
    let (_, quiet, _) = said(&run_in(&folder, &["mine.md", "--quiet"]));
    assert!(!quiet.contains("pass ") && quiet.contains("FAIL") && quiet.contains("1 passed"), "{quiet}");
}

#[test]
fn the_json_document_has_all_of_it() {
    let (_kept, folder) = folder(&[("mine.md", &format!("{RIGHT}{WRONG}"))]);
    let output = run_in(&folder, &["mine.md", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&document["passed"], &document["failed"]), (&1.into(), &1.into()));
    let [right, wrong] = document["cases"].as_array().unwrap().as_slice() else { unreachable!("{document}") };
    assert_eq!((&right["result"], &right["game"], &right["line"]), (&"pass".into(), &"divisions".into(), &1.into()));
    assert_eq!((&right["rules"][0], &right["holds"][0]), (&"FD-3".into(), &"FD-3-2".into()));
    assert_eq!((&wrong["result"], &wrong["line"], &wrong["at"]), (&"fail".into(), &28.into(), &33.into()));
    assert_eq!(wrong["found"], "it came out as miss");
}

#[test]
fn a_case_that_cannot_be_read_fails_with_its_line() {
    let (_kept, folder) = folder(&[
        ("block.md", "# A\n\n```plya\na: draw\n```\n"),
        ("deeper/statement.md", &RIGHT.replace("FD-3-2", "FD-3-99")),
        ("empty.md", "# Only prose\n"),
    ]);
    let (code, out, _) = said(&run_in(&folder, &["."]));
    assert_eq!(code, 1);
    assert!(out.contains("FAIL  ./block.md:3: cannot be read") && out.contains("unknown block \"plya\""), "{out}");
    assert!(
        out.contains("FAIL  ./deeper/statement.md:20") && out.contains("there is no statement FD-3-99; did you mean"),
        "{out}"
    );
    assert!(out.contains("2 cases: 0 passed, 2 failed"), "{out}");
    let (code, out, _) = said(&run_in(&folder, &["empty.md"]));
    assert!(code == 1 && out.contains("the file holds no case"), "{out}");
}

#[test]
fn wrong_usage_is_told_apart_from_cases_that_fail() {
    let (kept, folder) = folder(&[("mine.md", RIGHT)]);
    let (code, _, err) = said(&run_in(&folder, &["mein.md"]));
    assert!(code == 2 && err.contains("there is no file or folder mein.md; did you mean \"mine.md\"?"), "{err}");
    let (code, _, err) = said(&run_in(&folder, &["mine.md", "--game", "division"]));
    assert!(code == 2 && err.contains("there is no game \"division\"; did you mean \"divisions\"?"), "{err}");
    fs::rename(&folder, kept.path().join("division")).unwrap();
    let (code, _, err) = said(&run_in(kept.path(), &["division"]));
    assert!(code == 2 && err.contains("say --game") && err.contains("did you mean the folder \"divisions\"?"), "{err}");
    assert_eq!(said(&run_in(kept.path(), &["division", "--game", "divisions"])).0, 0);
    fs::create_dir(kept.path().join("nothing")).unwrap();
    let (code, _, err) = said(&run_in(kept.path(), &["nothing"]));
    assert!(code == 2 && err.contains("docs/cases.md"), "{err}");
}

#[test]
fn other_content_makes_other_results() {
    let (kept, folder) = folder(&[("mine.md", RIGHT)]);
    let content = kept.path().join("content");
    let original = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content");
    copy(&original, &content);
    let units = fs::read_to_string(content.join("divisions/units.toml")).unwrap();
    let shorter = units.replacen(
        "full = { range = 4, defence = 6, assault = 7",
        "full = { range = 2, defence = 6, assault = 7",
        1,
    );
    assert_ne!(units, shorter);
    fs::write(content.join("divisions/units.toml"), shorter).unwrap();
    let (code, out, _) = said(&run_in(&folder, &["mine.md", "--content", content.to_str().unwrap()]));
    assert!(code == 1 && out.contains("no formation is active (FD-8)"), "{out}");
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        if path.is_dir() { copy(&path, &target) } else { fs::copy(&path, &target).map(|_| ()).unwrap() }
    }
}
