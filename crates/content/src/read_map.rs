use engine::Problem;

use crate::{Files, Map, MapSpec, Palette, Problems, Source, consistency, tmx};

/// Reads a map from the text of its file: Tiled's `.tmx`, or TOML. `files` holds the tilesets that a `.tmx` names.
///
/// A `.tmx`, or a TOML file in a folder `maps/`, must also agree with itself: roads that lead somewhere, bridges over
/// water, entries that can be reached. The scraps of ground in rule cases need not.
///
/// # Errors
/// Everything that is wrong with it.
pub fn read_map(files: &Files, file: &str, text: &str, palette: &Palette) -> Result<Map, Vec<Problem>> {
    let source = Source::new(file, text);
    let mut problems = Problems::default();
    let tiled = file.ends_with(".tmx");
    let read = if tiled {
        tmx::read(files, &source, palette, &mut problems)
    } else {
        let spec: Option<MapSpec> = problems.keep(source.toml());
        let (terrain, features) = (palette.terrain_ids(), palette.feature_ids());
        spec.and_then(|spec| spec.check_marked(&source, &mut problems, &terrain, &features))
    };
    let map = read.map(|(map, marks)| {
        if tiled || file.rsplit('/').nth(1) == Some("maps") {
            consistency::check(&map, palette, &marks, &source, &mut problems);
        }
        map
    });
    problems.finish(map)
}

/// The map files of a folder (with its slash).
pub fn map_files<'a>(files: &'a Files, folder: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
    files.below(folder).filter(|(path, _)| path.ends_with(".tmx") || path.ends_with(".toml"))
}

/// The map of a folder (with its slash) by its name: path and text.
pub fn find_map<'a>(files: &'a Files, folder: &str, name: &str) -> Option<(&'a str, &'a str)> {
    [".tmx", ".toml"].into_iter().find_map(|ending| files.entry(&format!("{folder}{name}{ending}")))
}

/// Whether the text of a TOML file is a map: it has rows of terrain at the top.
pub fn is_map(text: &str) -> bool {
    toml::from_str::<toml::Table>(text).is_ok_and(|table| table.contains_key("rows"))
}

/// The name of a map file without its folders and its ending.
pub fn map_id(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}
