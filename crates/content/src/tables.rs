use engine::{Ground, MapBox, Problem, RuleEntry};
use serde::{Deserialize, de::DeserializeOwned};
use std::sync::Arc;

use crate::{Files, Problems, Source, map_files};

/// Reads a table of a game: `content/GAME/NAME.toml`.
pub fn read_table<T: DeserializeOwned>(files: &Files, game: &str, name: &str, problems: &mut Problems) -> Option<T> {
    let path = format!("{game}/{name}.toml");
    match files.get(&path) {
        Some(text) => problems.keep(Source::new(&path, text).toml()),
        None => {
            problems.add(
                Source::new(&path, "").whole("the file is missing", "copy it from the content that comes with opfire"),
            );
            None
        }
    }
}

/// Reads a table that games begun before it was written do not have in their printing: they get the one of today.
pub fn read_newer_table<T: DeserializeOwned>(
    files: &Files,
    game: &str,
    name: &str,
    problems: &mut Problems,
) -> Option<T> {
    let path = format!("{game}/{name}.toml");
    if files.get(&path).is_some() {
        read_table(files, game, name, problems)
    } else {
        read_table(&Files::of_today(&path), game, name, problems)
    }
}

/// Reads the list of a game's rules, `content/GAME/rules.toml`, in the order of their numbers.
pub fn read_rules(files: &Files, game: &str, problems: &mut Problems) -> Option<Vec<RuleEntry>> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct RuleFile {
        rule: Vec<RuleEntry>,
    }
    let mut file: RuleFile = read_table(files, game, "rules", problems)?;
    file.rule.sort_by_key(|rule| numbers(&rule.id));
    Some(file.rule)
}

/// The numbers of a section: 5 and 10 of `OF-5.10`. Missions, as in `OF-M4`, come after all of them.
fn numbers(id: &str) -> Vec<u16> {
    let mission = |part: &str| part.strip_prefix('M')?.parse::<u16>().ok().map(|number| MISSIONS + number);
    id.split(['-', '.']).filter_map(|part| part.parse().ok().or_else(|| mission(part))).collect()
}

/// More sections than a rulebook has.
const MISSIONS: u16 = 1000;

/// Reads all maps of a folder with the game's own `read`, which also reads a map that somebody brings along.
///
/// # Errors
/// Everything that is wrong with any of them.
pub fn read_maps<M: Ground + 'static>(
    files: &Files,
    folder: &str,
    read: impl Fn(&Files, &str, &str) -> Result<Arc<M>, Vec<Problem>> + Send + Sync + 'static,
) -> Result<MapBox, Vec<Problem>> {
    let mut maps: Vec<Arc<dyn Ground>> = Vec::new();
    let mut problems = Vec::new();
    for (path, text) in map_files(files, folder) {
        match read(files, path, text) {
            Ok(map) => maps.push(map),
            Err(found) => problems.extend(found),
        }
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let files = files.clone();
    Ok(MapBox { maps, read: Box::new(move |file, text| Ok(read(&files, file, text)? as Arc<dyn Ground>)) })
}
