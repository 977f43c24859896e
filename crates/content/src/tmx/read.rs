use std::{ops::Range, path::Path};

use engine::{Problem, nearest};
use hexmap::{Grid, LowColumns};
use roxmltree::{Document, Node};
use tiled::{Layer, LayerType, Loader, ObjectData, ObjectShape, PropertyValue};

use super::{
    FEATURES, HEX_SIDE, LABELS, LEVELS, PLACES, TERRAIN, TILE_HEIGHT, TILE_WIDTH,
    layers::{Tiles, level, terrain},
    lines::{Course, Drawn, Lines},
    pixels::Pixels,
    tilesets::{Tilesets, check_source},
    xml::{Xml, is_too_deep},
};
use crate::{Files, Map, MapPlace, MapSide, Palette, Problems, Source, Track, map_id, marks::Marks};

/// The layers of a map, in the order they are drawn.
const LAYERS: [&str; 5] = [TERRAIN, LEVELS, FEATURES, LABELS, PLACES];

/// Reads a map that was drawn in Tiled, and where its parts stand in the file.
pub(crate) fn read(
    files: &Files,
    source: &Source<'_>,
    palette: &Palette,
    problems: &mut Problems,
) -> Option<(Map, Marks)> {
    let document = problems.keep(Document::parse(source.text).map_err(|error| broken(source, &error)))?;
    if is_too_deep(&document) {
        problems.add(source.whole("elements are nested too deeply", "take layers out of their groups"));
        return None;
    }
    let xml = Xml::new(&document);
    let reader = Reader { source, xml: &xml, palette };
    let tilesets = Tilesets { files, palette, map: (source.file, source.text) };
    let low = reader.head(problems);
    reader.tilesets(tilesets, problems);
    reader.data(problems);
    if !problems.is_empty() {
        return None;
    }
    let mut loader = Loader::with_reader(move |path: &Path| tilesets.open(path));
    let map = loader.load_tmx_map(source.file).map_err(|error| {
        source.problem(xml.map().range(), error.to_string(), "open the map in Tiled, fix it and save it again")
    });
    reader.map(&problems.keep(map)?, low, problems)
}

/// A text that is not XML, with the place where it goes wrong.
fn broken(source: &Source<'_>, error: &roxmltree::Error) -> Problem {
    let at = error.pos();
    let (line, column) = (at.row as usize, at.col as usize);
    let error = error.to_string();
    let what = format!("the file is not XML: {}", error.rsplit_once(" at ").map_or(error.as_str(), |(what, _)| what));
    let help = "open the map in Tiled and save it again, or undo the last change of the text";
    Problem { line, column, ..source.whole(what, help) }
}

struct Reader<'a> {
    source: &'a Source<'a>,
    xml: &'a Xml<'a>,
    palette: &'a Palette,
}

impl<'a> Reader<'a> {
    /// Checks that the map is one of flat-top hexes of our size. Says which columns are low.
    fn head(&self, problems: &mut Problems) -> LowColumns {
        let map = self.xml.map();
        let mut add = |attribute: &str, what: String, help: String| {
            let span = map.attribute_node(attribute).map_or_else(|| map.range(), |attribute| attribute.range());
            problems.add(self.source.problem(span, what, help));
        };
        if !map.has_tag_name("map") {
            add("", format!("a map was expected, not <{}>", map.tag_name().name()), "save the map as .tmx".to_owned());
            return LowColumns::Even;
        }
        let set = |name: &str, value: &str| format!("set {name} to {value} in Map > Map Properties");
        match map.attribute("orientation") {
            Some("hexagonal") => match map.attribute("staggeraxis") {
                Some("x") => {}
                _ => {
                    let what = "the hexes stand on a corner: the stagger axis is y".to_owned();
                    add("staggeraxis", what, format!("{}, for hexes with a side on top", set("Stagger Axis", "X")));
                }
            },
            other => {
                let what = format!("the map is {}, not hexagonal", other.unwrap_or("without orientation"));
                add("orientation", what, set("Orientation", "Hexagonal"));
            }
        }
        if map.attribute("infinite").is_some_and(|infinite| infinite != "0") {
            add("infinite", "the map is infinite".to_owned(), "clear Infinite in Map > Map Properties".to_owned());
        }
        let sizes = [
            ("tilewidth", "Tile Width", TILE_WIDTH),
            ("tileheight", "Tile Height", TILE_HEIGHT),
            ("hexsidelength", "Hex Side Length", HEX_SIDE),
        ];
        let hexagonal = map.attribute("orientation") == Some("hexagonal");
        for (attribute, name, wanted) in sizes {
            let found = map.attribute(attribute).unwrap_or("nothing");
            if found != wanted.to_string() && (hexagonal || attribute != "hexsidelength") {
                let what = format!("{} is {found}, not {wanted}", name.to_lowercase());
                add(attribute, what, set(name, &wanted.to_string()));
            }
        }
        for attribute in ["width", "height"] {
            let found = map.attribute(attribute).unwrap_or("nothing");
            if !found.parse().is_ok_and(|size: u8| (1..=99).contains(&size)) {
                let what = format!("the {attribute} of the map is {found}");
                add(attribute, what, "a map has 1 to 99 columns and rows: resize it".to_owned());
            }
        }
        if map.attribute("staggerindex") == Some("even") { LowColumns::Odd } else { LowColumns::Even }
    }

    /// Every tileset must be found.
    fn tilesets(&self, tilesets: Tilesets<'_>, problems: &mut Problems) {
        for (span, path) in self.xml.tilesets() {
            let (what, help) = match (check_source(path), tilesets.find(path)) {
                (Err(help), _) => (format!("the tileset \"{path}\""), help),
                (Ok(()), None) => {
                    let help =
                        "put the map into content/GAME/maps/ and use ../tiles/terrain.tsx and ../../tiles/levels.tsx";
                    (format!("the tileset \"{path}\" is not there"), help)
                }
                (Ok(()), Some(text)) if Document::parse(text).is_ok_and(|tiles| is_too_deep(&tiles)) => {
                    (format!("in the tileset \"{path}\" elements are nested too deeply"), "make it again in Tiled")
                }
                (Ok(()), Some(_)) => continue,
            };
            problems.add(self.source.problem(span, what, help));
        }
    }

    /// Every layer of tiles must be written as numbers with commas, one for each place of the map.
    fn data(&self, problems: &mut Problems) {
        let map = self.xml.map();
        let size = (map.attribute("width"), map.attribute("height"));
        let wanted = |text: Option<&str>| text.and_then(|text| text.parse::<usize>().ok()).unwrap_or(0);
        let layers = map.descendants().filter(|node| node.has_tag_name("layer"));
        for layer in layers.filter(|_| map.attribute("infinite").is_none_or(|infinite| infinite == "0")) {
            let name = layer.attribute("name").unwrap_or_default();
            let mut add = |what: String, help: &str| problems.add(self.source.problem(layer.range(), what, help));
            let data = layer.children().find(|node| node.has_tag_name("data"));
            if data.and_then(|data| data.attribute("encoding")) != Some("csv")
                || data.is_some_and(|data| data.has_attribute("compression"))
            {
                let what = format!("layer \"{name}\" is not written as CSV");
                add(what, "set Tile Layer Format to CSV in Map > Map Properties and save the map");
                continue;
            }
            let count = data.as_ref().and_then(Node::text).unwrap_or_default().split(',').count();
            if (layer.attribute("width"), layer.attribute("height")) != size || count != wanted(size.0) * wanted(size.1)
            {
                let what = format!("layer \"{name}\" is not of the size of the map");
                add(what, "resize the map in Tiled, which resizes all layers");
            }
        }
    }

    fn map(&self, file: &'a tiled::Map, low: LowColumns, problems: &mut Problems) -> Option<(Map, Marks)> {
        let mut found = Found::default();
        self.sort(file.layers(), (0.0, 0.0), &mut found, problems);
        self.missing_layers(&found, problems);
        // Checked above to be from 1 to 99.
        let (columns, rows) = (file.width as u8, file.height as u8);
        let short = found.terrain.as_ref().or(found.levels.as_ref()).is_some_and(|t| t.short_low(columns, rows, low));
        let grid = Grid::new(columns, rows, low, short).map_err(|error| self.source.whole(error, "resize the map"));
        let grid = problems.keep(grid)?;

        let mut marks = Marks::default();
        let known = self.palette.terrain_ids();
        let before = problems.count();
        let ground = found.terrain.map(|tiles| tiles.values(&grid, self.source, problems, terrain(&known)));
        marks.terrain_read = ground.is_some() && problems.count() == before;
        let before = problems.count();
        let elevation = found.levels.map(|tiles| tiles.values(&grid, self.source, problems, level));
        marks.levels_read = elevation.is_some() && problems.count() == before;

        let text = |name: &str| match file.properties.get(name) {
            Some(PropertyValue::StringValue(text)) => Some(text.clone()),
            _ => None,
        };
        let mut map = Map {
            title: text("title").unwrap_or_else(|| map_id(self.source.file).to_owned()),
            blurb: text("blurb").unwrap_or_default(),
            terrain: ground.unwrap_or_else(|| vec![0; grid.len()]),
            elevation: elevation.unwrap_or_else(|| vec![0; grid.len()]),
            grid: grid.clone(),
            tracks: Vec::new(),
            sides: Vec::new(),
            labels: Vec::new(),
            places: Vec::new(),
        };
        let lines = Lines { grid: &grid, pixels: Pixels::new(low), palette: self.palette, source: self.source };
        features(&lines, &found.features, (&mut map, &mut marks), problems);
        self.labels(&lines, &found.labels, &mut map, problems);
        self.places(&lines, &found.places, (&mut map, &mut marks), problems);
        Some((map, marks))
    }

    fn missing_layers(&self, found: &Found<'_>, problems: &mut Problems) {
        for (name, layer) in [(TERRAIN, &found.terrain), (LEVELS, &found.levels)] {
            if layer.is_none() {
                let has = if found.names.is_empty() { "none".to_owned() } else { found.names.join(", ") };
                let what = format!("there is no layer of tiles \"{name}\"; the layers are: {has}");
                let help = format!("add a tile layer, call it \"{name}\" and paint every hex");
                problems.add(self.source.problem(self.xml.map().range(), what, help));
            }
        }
    }

    fn places(
        &self,
        lines: &Lines<'_>,
        places: &[Drawn],
        (map, marks): (&mut Map, &mut Marks),
        problems: &mut Problems,
    ) {
        for drawn in places {
            if drawn.class.is_empty() {
                let what = format!("{drawn}: it has no class");
                problems.add(self.source.problem(drawn.span.clone(), what, "give it the class \"entry\", or another"));
            }
            if let Some(hex) = lines.hex(drawn, problems) {
                map.places.push(MapPlace { hex, kind: drawn.class.clone(), name: drawn.name.clone() });
                marks.places.push(drawn.span.clone());
            }
        }
    }

    fn labels(&self, lines: &Lines<'_>, labels: &[Drawn], map: &mut Map, problems: &mut Problems) {
        for drawn in labels {
            let text = match &drawn.shape {
                ObjectShape::Text { text, .. } => text,
                _ => &drawn.name,
            };
            if text.trim().is_empty() {
                let what = format!("{drawn}: it says nothing");
                problems.add(self.source.problem(drawn.span.clone(), what, "give the point a name, or delete it"));
            }
            map.labels.extend(lines.hex(drawn, problems).map(|hex| (hex, text.clone())));
        }
    }

    /// Puts the layers where they belong, those in groups too.
    fn sort(
        &self,
        layers: impl Iterator<Item = Layer<'a>>,
        shift: (f32, f32),
        found: &mut Found<'a>,
        problems: &mut Problems,
    ) {
        for layer in layers {
            let shift = (shift.0 + layer.offset_x, shift.1 + layer.offset_y);
            let name = layer.name.as_str();
            let span = |element| self.xml.with_id(element, layer.id());
            let kind = match layer.layer_type() {
                LayerType::Group(group) => {
                    self.sort(group.layers(), shift, found, problems);
                    continue;
                }
                // Drawn over, not read.
                LayerType::Image(_) => continue,
                LayerType::Tiles(tiles) => match name {
                    TERRAIN => {
                        found.terrain = Tiles::new(TERRAIN, &tiles, span("layer"));
                        None
                    }
                    LEVELS => {
                        found.levels = Tiles::new(LEVELS, &tiles, span("layer"));
                        None
                    }
                    _ => Some("layer"),
                },
                LayerType::Objects(objects) => {
                    let drawn = objects.objects().map(|object| self.drawn(&object, shift));
                    match name {
                        FEATURES => found.features.extend(drawn),
                        LABELS => found.labels.extend(drawn),
                        PLACES => found.places.extend(drawn),
                        _ => {}
                    }
                    (![FEATURES, LABELS, PLACES].contains(&name)).then_some("objectgroup")
                }
            };
            found.names.push(name.to_owned());
            if let Some(element) = kind {
                self.stray(name, span(element), problems);
            }
        }
    }

    fn drawn(&self, object: &ObjectData, shift: (f32, f32)) -> Drawn {
        Drawn {
            id: object.id(),
            name: object.name.clone(),
            class: object.user_type.clone(),
            at: (object.x + shift.0, object.y + shift.1),
            rotation: object.rotation,
            shape: object.shape.clone(),
            span: self.xml.with_id("object", object.id()),
        }
    }

    /// A layer that is none of ours may be a designer's notes, but not one that only looks like ours.
    fn stray(&self, name: &str, span: Range<usize>, problems: &mut Problems) {
        if let Some(near) = nearest(name, LAYERS) {
            let what = if near == name {
                format!("the layer \"{name}\" is of the wrong kind")
            } else {
                format!("unknown layer \"{name}\"")
            };
            let kind = if [TERRAIN, LEVELS].contains(&near.as_str()) { "a tile layer" } else { "an object layer" };
            problems.add(self.source.problem(span, what, format!("\"{near}\" is {kind}; give notes another name")));
        }
    }
}

/// The layers of a file.
#[derive(Default)]
struct Found<'map> {
    /// What all of them are called.
    names: Vec<String>,
    terrain: Option<Tiles<'map>>,
    levels: Option<Tiles<'map>>,
    features: Vec<Drawn>,
    labels: Vec<Drawn>,
    places: Vec<Drawn>,
}

/// Roads from hex to hex, and what runs along hexsides.
fn features(lines: &Lines<'_>, features: &[Drawn], (map, marks): (&mut Map, &mut Marks), problems: &mut Problems) {
    let before = problems.count();
    for drawn in features {
        match lines.feature(drawn, problems) {
            Some((feature, Course::Hexes(path))) => {
                map.tracks.push(Track { feature, path });
                marks.tracks.push(drawn.span.clone());
            }
            Some((feature, Course::Sides(sides))) => {
                map.sides.extend(sides.iter().map(|&(a, b)| MapSide { feature, a, b }));
                marks.sides.extend(sides.iter().map(|_| drawn.span.clone()));
            }
            None => {}
        }
    }
    marks.features_read = problems.count() == before;
    marks.tidy_sides(&mut map.sides);
}
