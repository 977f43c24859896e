use engine::Problem;

use crate::{Files, Map, MapSpec, Palette, Problems, Source};

/// Reads a map from the text of its file: Tiled's `.tmx`, or TOML. `files` holds the tilesets that a `.tmx` names.
///
/// # Errors
/// Everything that is wrong with it.
pub fn read_map(files: &Files, file: &str, text: &str, palette: &Palette) -> Result<Map, Vec<Problem>> {
    let _ = files;
    let source = Source::new(file, text);
    let mut problems = Problems::default();
    let spec: Option<MapSpec> = problems.keep(source.toml());
    let map = spec.and_then(|spec| spec.check(&source, &mut problems, &palette.terrain_ids(), &palette.feature_ids()));
    problems.finish(map)
}

/// The name of a map file without its folders and its ending.
pub fn map_id(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}
