//! Nothing falls between the two tiers of tests.

use std::{fs, path::Path};

/// The filter of a profile of nextest, without white space.
fn filter(config: &str, profile: &str) -> String {
    let section = config.split(&format!("[profile.{profile}]")).nth(1).unwrap();
    section.split("'''").nth(1).unwrap().split_whitespace().collect()
}

#[test]
fn what_is_not_in_the_first_tier_is_in_the_second() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let config = fs::read_to_string(root.join(".config/nextest.toml")).unwrap();
    let second = filter(&config, "second");
    assert!(second.len() > 100, "{second}");
    assert_eq!(filter(&config, "default"), format!("not{second}"));
}

/// `make test` is the first tier alone, and CI runs both.
#[test]
fn ci_runs_both_tiers() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |path: &str| fs::read_to_string(root.join(path)).unwrap();
    let (make, ci) = (read("Makefile"), read(".ci/run"));
    for line in ["test: first", "test-all: first second"] {
        assert!(make.lines().any(|one| one == line), "the Makefile has no line \"{line}\"");
    }
    assert!(make.contains("--profile second"));
    assert!(ci.lines().any(|line| line == "make test-all"), "{ci}");
}
