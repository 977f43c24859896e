//! What a designer of maps needs beside the editor.

use std::path::{Path, PathBuf};

use content::{Files, Map, Palette, tmx};
use engine::{OpenError, Terrain};
use hexmap::{Grid, LowColumns};

use crate::{args::MapCommand, check, fail::Failure, out, tables};

pub(crate) fn map(command: &MapCommand, content: Option<&Path>) -> Result<(), Failure> {
    match command {
        MapCommand::Convert { from, to, game } => convert(from, to, game, content),
        MapCommand::Tiles { game } => tiles(game, content.unwrap_or(Path::new("content"))),
    }
}

/// What can be on the maps of a game.
fn palette(files: &Files, game: &str) -> Result<Palette, Failure> {
    match shelf::palette(files, game) {
        Some(read) => read.map_err(|problems| Failure::Content(problems, Box::new(files.clone()))),
        None => {
            let nearest = engine::nearest(game, shelf::games());
            Err(OpenError::NoGame { name: game.to_owned(), nearest }.into())
        }
    }
}

fn convert(from: &Path, to: &Path, game: &str, content: Option<&Path>) -> Result<(), Failure> {
    if to.extension().is_none_or(|ending| ending != "tmx") {
        return Err(Failure::Usage(format!("{}: the new map must end in .tmx", to.display())));
    }
    let mut files = tables::files(content)?;
    let palette = palette(&files, game)?;
    let (name, text) = (from.display().to_string(), tables::read(from)?);
    check::add_tilesets(&mut files, from, &text)?;
    files.insert(name.clone(), text.clone());
    let map = content::read_map(&files, &name, &text, &palette)
        .map_err(|problems| Failure::Content(problems, Box::new(files)))?;
    write(to, tmx::write(&map, &palette, &tmx::Options::default()).as_bytes())
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let failure = |error| Failure::File { what: "write", path: path.to_owned(), error };
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(failure)?;
    }
    std::fs::write(path, bytes).map_err(failure)?;
    out::say(path.display().to_string());
    Ok(())
}

/// Draws the tiles of a game, and those of the levels, into a folder of content.
fn tiles(game: &str, content: &Path) -> Result<(), Failure> {
    let palette = palette(&Files::from_folder(content)?, game)?;
    let levels: Vec<String> = (0..=9u8).map(|level| level.to_string()).collect();
    let levels: Vec<&str> = levels.iter().map(String::as_str).collect();
    let terrain: Vec<String> = (0..palette.terrain.len()).map(|index| terrain_tile(&palette, index)).collect();
    let heights: Vec<String> = levels.iter().enumerate().map(|(level, text)| level_tile(level, text)).collect();
    tileset(&content.join(game).join("tiles"), "terrain", &palette.terrain_ids(), &terrain)?;
    tileset(&content.join("tiles"), "levels", &levels, &heights)
}

fn tileset(folder: &Path, name: &str, classes: &[&str], tiles: &[String]) -> Result<(), Failure> {
    let file = |ending: &str| -> PathBuf { folder.join(format!("{name}.{ending}")) };
    let picture = render::png(&sheet(tiles), 1.0).map_err(|error| Failure::Refused(error.to_string()))?;
    write(&file("tsx"), tmx::tileset(name, classes).as_bytes())?;
    write(&file("png"), &picture)
}

/// The corners of a hex in its tile.
const HEX: &str = "30,0 90,0 120,52 90,104 30,104 0,52";

/// Tiles one below the other, each cut out along its hex.
fn sheet(tiles: &[String]) -> String {
    let (width, height) = (tmx::TILE_WIDTH, tmx::TILE_HEIGHT);
    let tall = height as usize * tiles.len();
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {tall}\" width=\"{width}\" height=\"{tall}\">\
         <clipPath id=\"hex\"><polygon points=\"{HEX}\"/></clipPath>"
    );
    for (index, tile) in tiles.iter().enumerate() {
        let down = height as usize * index;
        svg += &format!("<g transform=\"translate(0 {down})\"><g clip-path=\"url(#hex)\">{tile}</g></g>");
    }
    svg + "</svg>"
}

/// A hex with more of its kind all around, as the map draws it.
fn terrain_tile(palette: &Palette, index: usize) -> String {
    let Ok(grid) = Grid::new(3, 3, LowColumns::Even, false) else { return String::new() };
    let terrain = &palette.terrain[index];
    let map = Map {
        title: String::new(),
        blurb: String::new(),
        terrain: vec![index; grid.len()],
        elevation: vec![0; grid.len()],
        grid,
        tracks: Vec::new(),
        sides: Vec::new(),
        labels: Vec::new(),
        places: Vec::new(),
    };
    let (key, name, look) = (terrain.id.clone(), terrain.id.clone(), terrain.look.clone());
    let mut board = map.board(String::new(), palette, vec![Terrain { key, name, look, effects: Vec::new() }]);
    let middle = board.hexes.iter().find(|hex| hex.id == "0202").map_or((0.0, 0.0), |hex| (hex.x, hex.y));
    // A tile has no number of its own.
    board.hexes.iter_mut().for_each(|hex| hex.id.clear());
    let half = board.radius * 3f64.sqrt() / 2.0;
    let (left, up, stretch) = (board.radius - middle.0, half - middle.1, f64::from(tmx::TILE_HEIGHT) / (2.0 * half));
    // Several drawings in one file: each needs names of its own.
    let svg = render::map_svg(&board).replace("opfire-", &format!("tile-{index}-"));
    format!("<g transform=\"scale(1 {stretch}) translate({left} {up})\">{svg}</g>")
}

/// A number to lay over the terrain, the darker the higher.
fn level_tile(level: usize, text: &str) -> String {
    let shade = 0.05 * level as f64;
    let ink = "font-family=\"sans-serif\" font-size=\"34\" text-anchor=\"middle\" fill=\"#4a2c10\" stroke=\"#fff\" \
               stroke-opacity=\".7\" stroke-width=\"4\" paint-order=\"stroke\"";
    format!(
        "<polygon points=\"{HEX}\" fill=\"#6b3a10\" fill-opacity=\"{shade:.2}\"/><text x=\"60\" y=\"64\" \
         {ink}>{text}</text>"
    )
}
