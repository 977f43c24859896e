//! Runs every rule case under `cases/`: one folder per ruleset. `OPFIRE_CASES=open-fire` runs those of one ruleset up
//! to the first that fails, which is all that `tools/mutants` wants to know.

use std::{fs, path::Path};

#[test]
fn every_rule_case_comes_out() {
    let shelf = shelf::stock(&content::Files::embedded()).unwrap();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases");
    let mut failures = Vec::new();
    let mut passed = 0;
    let only = std::env::var("OPFIRE_CASES").ok();
    for ruleset in shelf.rulesets().filter(|ruleset| only.as_deref().is_none_or(|id| id == ruleset.id())) {
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
                        assert!(only.is_none() || failures.is_empty(), "{}", failures.join("\n"));
                    }
                }
            }
        }
    }
    assert!(failures.is_empty(), "{passed} passed, {} failed:\n{}", failures.len(), failures.join("\n"));
    assert!(passed > 0);
}
