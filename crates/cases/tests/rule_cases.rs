//! Runs every rule case under `cases/`: one folder per ruleset.

use std::{fs, path::Path};

#[test]
fn every_rule_case_comes_out() {
    let shelf = shelf::stock(&content::Files::embedded()).unwrap();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases");
    let mut failures = Vec::new();
    let mut passed = 0;
    for ruleset in shelf.rulesets() {
        let mut files: Vec<_> =
            fs::read_dir(folder.join(ruleset.id())).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        for file in files.iter().filter(|file| file.extension().is_some_and(|ending| ending == "md")) {
            let name = file.file_name().unwrap().to_string_lossy().into_owned();
            match cases::parse(&fs::read_to_string(file).unwrap()) {
                Err(error) => failures.push(format!("{name}: {error}")),
                Ok(found) => {
                    assert!(!found.is_empty(), "{name} holds no case");
                    for case in found {
                        match cases::run(ruleset, &case) {
                            Ok(()) => passed += 1,
                            Err(failure) => failures.push(format!("{name}: {failure}")),
                        }
                    }
                }
            }
        }
    }
    assert!(failures.is_empty(), "{passed} passed, {} failed:\n{}", failures.len(), failures.join("\n"));
    assert!(passed > 0);
}
