use std::path::{Path, PathBuf};

use content::Files;
use engine::GameFile;

use crate::{fail::Failure, out, tables};

pub(crate) fn check(paths: &[PathBuf], content: Option<&Path>) -> Result<(), Failure> {
    if paths.is_empty() {
        return check_files(&tables::files(content)?, "the content");
    }
    let mut bad = false;
    for path in paths {
        if let Err(failure) = check_path(path, content) {
            out::complain(&failure);
            bad = true;
        }
    }
    if bad { Err(Failure::Told) } else { Ok(()) }
}

fn check_path(path: &Path, content: Option<&Path>) -> Result<(), Failure> {
    if path.is_dir() {
        return check_files(&Files::from_folder(path)?, &path.display().to_string());
    }
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("json") => check_game_file(path, content),
        Some("toml") => check_scenario(path, content),
        _ => {
            Err(Failure::Usage(format!("{}: give a folder, a scenario (.toml) or a game file (.json)", path.display())))
        }
    }
}

fn check_files(files: &Files, name: &str) -> Result<(), Failure> {
    let shelf = bots::shelf(files).map_err(|problems| Failure::Content(problems, Box::new(files.clone())))?;
    let scenarios: usize = shelf.rulesets().map(|ruleset| ruleset.scenarios().len()).sum();
    out::say(format!("{name}: {} files, {scenarios} scenarios, no problems", files.paths().count()));
    Ok(())
}

/// A scenario on its own is read with the tables and maps that are there already.
fn check_scenario(path: &Path, content: Option<&Path>) -> Result<(), Failure> {
    let mut files = tables::files(content)?;
    let text = tables::read(path)?;
    let name = path.display().to_string();
    let shelf = tables::shelf(content)?;
    let ruleset = shelf.ruleset("divisions")?;
    let opened = ruleset.open_text(&name, &text);
    files.insert(name.clone(), text);
    opened.map_err(|problems| Failure::Content(problems, Box::new(files)))?;
    out::say(format!("{name}: no problems"));
    Ok(())
}

fn check_game_file(path: &Path, content: Option<&Path>) -> Result<(), Failure> {
    let refused = |error: String| Failure::Refused(format!("{}: {error}", path.display()));
    let file = GameFile::parse(&tables::read(path)?).map_err(|error| refused(error.to_string()))?;
    tables::shelf(content)?.open_file(&file).map_err(|error| refused(error.to_string()))?;
    out::say(format!("{}: no problems", path.display()));
    Ok(())
}
