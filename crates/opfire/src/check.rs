use std::path::{Path, PathBuf};

use content::Files;
use engine::{GameFile, Opened, Problem, Ruleset, Shelf, rehearse};

use crate::{fail::Failure, out, tables};

pub(crate) fn check(paths: &[PathBuf], game: Option<&str>, content: Option<&Path>) -> Result<(), Failure> {
    if paths.is_empty() {
        return check_files(&tables::files(content)?, "the content");
    }
    if let [path] = paths {
        return check_path(path, game, content);
    }
    let mut bad = false;
    for path in paths {
        if let Err(failure) = check_path(path, game, content) {
            out::complain(&failure);
            bad = true;
        }
    }
    if bad { Err(Failure::Told) } else { Ok(()) }
}

fn check_path(path: &Path, game: Option<&str>, content: Option<&Path>) -> Result<(), Failure> {
    if path.is_dir() {
        return check_files(&Files::from_folder(path)?, &path.display().to_string());
    }
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("json") => check_game_file(path, content),
        Some("tmx" | "toml") => check_text(path, game, content),
        Some("kdl") => check_kdl(path, content),
        _ => {
            let wanted = "give a folder, a map (.tmx, .toml), a scenario (.toml), paragraphs, missions or cards (.kdl) \
                or a game file (.json)";
            Err(Failure::Usage(format!("{}: {wanted}", path.display())))
        }
    }
}

fn check_files(files: &Files, name: &str) -> Result<(), Failure> {
    let shelf = shelf::stock(files).map_err(|problems| Failure::Content(problems, Box::new(files.clone())))?;
    shelf.rulesets().flat_map(Ruleset::warnings).for_each(out::warn);
    check_guides(&shelf).map_err(|problems| Failure::Content(problems, Box::new(files.clone())))?;
    let scenarios: usize = shelf.rulesets().map(|ruleset| ruleset.scenarios().len()).sum();
    let maps: usize = shelf.rulesets().map(|ruleset| ruleset.maps().len()).sum();
    out::say(format!("{name}: {} files, {scenarios} scenarios, {maps} maps, no problems", files.paths().count()));
    Ok(())
}

/// Plays every guided game by its own steps.
fn check_guides(shelf: &Shelf) -> Result<(), Vec<Problem>> {
    let guides = shelf.rulesets().flat_map(|ruleset| ruleset.guides().iter().map(move |guide| (ruleset, guide)));
    let problems: Vec<Problem> = guides.filter_map(|(ruleset, guide)| rehearse(ruleset, guide).err()).collect();
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}

/// A map or scenario on its own is read with the tables and maps that are there already.
fn check_text(path: &Path, game: Option<&str>, content: Option<&Path>) -> Result<(), Failure> {
    let mut files = tables::files(content)?;
    let text = tables::read(path)?;
    let name = path.display().to_string();
    let is_map = path.extension().is_some_and(|ending| ending == "tmx")
        || folder(path, 1) == Some("maps")
        || content::is_map(&text);
    if is_map {
        add_tilesets(&mut files, path, &text)?;
    }
    let shelf = shelf::stock(&files).map_err(|problems| Failure::Content(problems, Box::new(files.clone())))?;
    let ruleset = ruleset(&shelf, path, game)?;
    let said = if is_map {
        ruleset.read_map(&name, &text).map(|map| format!("{name}: {} hexes, no problems", map.info().hexes))
    } else {
        ruleset.open_text(&name, &text).map(|_| format!("{name}: no problems"))
    };
    files.insert(name, text);
    out::say(said.map_err(|problems| Failure::Content(problems, Box::new(files)))?);
    Ok(())
}

/// Adds the tilesets that a map on the disk names.
pub(crate) fn add_tilesets(files: &mut Files, map: &Path, text: &str) -> Result<(), Failure> {
    files.insert_tilesets_of(map, text).map_err(|problems| {
        let mut files = files.clone();
        files.insert(map.display().to_string(), text);
        Failure::Content(problems, Box::new(files))
    })
}

/// Paragraphs, missions or unit cards on their own are read in the place of the file with their name, or beside the
/// others.
fn check_kdl(path: &Path, content: Option<&Path>) -> Result<(), Failure> {
    let mut files = tables::files(content)?;
    let text = tables::read(path)?;
    let (shown, name) = (path.display().to_string(), path.file_name().and_then(|name| name.to_str()));
    let folders = [("paragraphs", "paragraph"), ("missions", "mission"), ("unit-cards", "card")];
    let opens = |word: &str| text.lines().any(|line| line.strip_prefix(word).is_some_and(|rest| rest.starts_with(' ')));
    let by_folder = folders.iter().find(|(known, _)| folder(path, 1) == Some(*known));
    let Some((kind, _)) = by_folder.or_else(|| folders.iter().find(|(_, word)| opens(word))) else {
        return Err(Failure::Usage(format!("{shown}: it holds no paragraph, mission or card")));
    };
    // The game is the one that has such a folder.
    let game =
        files.paths().find_map(|path| path.split_once('/').filter(|(_, rest)| rest.starts_with(&format!("{kind}/"))));
    let game = game
        .map(|(game, _)| game.to_owned())
        .ok_or_else(|| Failure::Usage(format!("{shown}: no game of this content has a folder \"{kind}\"")))?;
    let place = format!("{game}/{kind}/{}", name.unwrap_or("one.kdl"));
    files.insert(place.clone(), text.clone());
    files.insert(shown.clone(), text);
    let renamed = |problem: &Problem| {
        let file = if problem.file == place { shown.clone() } else { problem.file.clone() };
        Problem { file, ..problem.clone() }
    };
    let shelf = match shelf::stock(&files) {
        Ok(shelf) => shelf,
        Err(problems) => return Err(Failure::Content(problems.iter().map(renamed).collect(), Box::new(files))),
    };
    let warnings = shelf.rulesets().flat_map(Ruleset::warnings).map(renamed);
    warnings.filter(|warning| warning.file == shown).for_each(|warning| out::warn(&warning));
    out::say(format!("{shown}: no problems"));
    Ok(())
}

/// The game that was named, the one in whose folder the file is, or the only one with scenarios.
fn ruleset<'a>(shelf: &'a Shelf, path: &Path, game: Option<&str>) -> Result<&'a dyn Ruleset, Failure> {
    if let Some(game) = game {
        return Ok(shelf.ruleset(game)?);
    }
    if let Some(ruleset) = folder(path, 2).and_then(|game| shelf.ruleset(game).ok()) {
        return Ok(ruleset);
    }
    let mut played = shelf.rulesets().filter(|ruleset| !ruleset.scenarios().is_empty());
    match (played.next(), played.next(), path.extension().is_some_and(|ending| ending == "tmx")) {
        (Some(only), None, false) => Ok(only),
        _ => {
            let games: Vec<&str> = shelf.rulesets().map(Ruleset::id).collect();
            let wanted = format!("say whose it is: --game {}", games.join(", --game "));
            Err(Failure::Usage(format!("{}: {wanted}", path.display())))
        }
    }
}

/// The folder so many steps above a file.
fn folder(path: &Path, steps: usize) -> Option<&str> {
    path.ancestors().nth(steps)?.file_name()?.to_str()
}

fn check_game_file(path: &Path, content: Option<&Path>) -> Result<(), Failure> {
    let refused = |error: String| Failure::Refused(format!("{}: {error}", path.display()));
    let file = GameFile::parse(&tables::read(path)?).map_err(|error| refused(error.to_string()))?;
    let opened = tables::shelf(content)?.open_file(&file);
    opened.and_then(Opened::whole).map_err(|error| refused(error.to_string()))?;
    out::say(format!("{}: no problems", path.display()));
    Ok(())
}
